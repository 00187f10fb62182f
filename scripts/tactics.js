// Writes docs/tactics.md from test/tactics/positions.ts: `npm run docs:tactics`.

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { runnerImport } from "vite"

const root = fileURLToPath(new URL("..", import.meta.url))

// Node 20 reads no TypeScript by itself.
const { module } = await runnerImport(`${root}test/tactics/page.ts`, { root, configFile: false })
const { makePage } = /** @type {{ makePage: () => string }} */ (module)
writeFileSync(`${root}docs/tactics.md`, makePage())
