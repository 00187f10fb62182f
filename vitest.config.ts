// Unit tests lie beside their sources; what needs the whole project or other programs lies under test/.

import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Processes, not threads: some tests start and kill programs, and one that dies must not take the others along.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
