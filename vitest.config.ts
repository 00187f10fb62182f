// Unit tests lie beside their sources; what needs the whole project or other programs lies under test/.

import { defineConfig } from "vitest/config"
import { PUBLIC_SUBPATHS } from "./vite.config.ts"

export default defineConfig({
  // The app names the package's public subpaths.
  resolve: { alias: PUBLIC_SUBPATHS },
  test: {
    include: ["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"],
    // Processes, not threads: some tests start and kill programs, and one that dies must not take the others along.
    pool: "forks",
    maxWorkers: 2,
    // These limits only catch what hangs, on a machine that may be many times busier. What must be quick is shown by counts
    // of work, CPU time, ratios or an injected clock (CONTRIBUTING.md).
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
