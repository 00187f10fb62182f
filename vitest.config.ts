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
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A page that two busy cores draw may take its time; one that is wrong stays wrong.
    expect: { poll: { timeout: 10_000 } },
  },
})
