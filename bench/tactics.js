// How many of the positions of test/tactics searches solve, at the same number of playouts: `npm run bench:tactics`.
// Searches are named as players are: `uct:2026 uct:strong,rave-bias=0.003 --playouts 5000 --seeds 10`.

import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { createServer } from "vite"
import { Progress } from "../dist/cli/progress.js"

const root = fileURLToPath(new URL("..", import.meta.url))

// Node 20 reads no TypeScript by itself; a search imports the kernel while it runs, so that the server stays.
const server = await createServer({
  root,
  configFile: false,
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true },
})
const module = await server.ssrLoadModule("/test/tactics/compare.ts")
const { compare, paramsOf } = /** @type {typeof import("../test/tactics/compare.ts")} */ (module)

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { playouts: { type: "string", default: "5000" }, seeds: { type: "string", default: "10" } },
})
const names = positionals.length > 0 ? positionals : ["uct:2026", "uct:strong"]
const players = names.map((name) => {
  const params = paramsOf(name)
  if (params.ok) return { name, params: params.value }
  console.error(`bench:tactics: ${name}: ${params.error}`)
  process.exit(2)
})
const playouts = Number(values.playouts)
const seeds = Number(values.seeds)
if (!(Number.isInteger(playouts) && playouts > 0 && Number.isInteger(seeds) && seeds > 0)) {
  console.error("bench:tactics: --playouts and --seeds are whole numbers above 0")
  process.exit(2)
}
const progress = new Progress()
const lines = await compare(players, playouts, seeds, (share, name) => progress.show(share, name))
progress.end()
console.log(lines.join("\n"))
await server.close()
