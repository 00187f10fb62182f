// Writes docs/features.md from src/learn/features.ts and test/features/positions.ts: `npm run docs:features`.

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { runnerImport } from "vite"

const root = fileURLToPath(new URL("..", import.meta.url))

// Node 20 reads no TypeScript by itself.
const { module } = await runnerImport(`${root}test/features/page.ts`, { root, configFile: false })
const { makePage } = /** @type {{ makePage: () => string }} */ (module)
writeFileSync(`${root}docs/features.md`, makePage())
