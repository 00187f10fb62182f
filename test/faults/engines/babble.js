// Thinks aloud on stdout before it answers `genmove`; with the argument `endless` it never stops.

import { serve, SILENT } from "./sound.js"

const isEndless = process.argv[2] === "endless"

serve({
  genmove: (_, __, id) => {
    process.stdout.write("nodes 1000, win rate 51.2 %\n")
    if (isEndless) gush()
    else process.stdout.write(`=${id} D4\n\n`)
    return SILENT
  },
})

function gush() {
  while (process.stdout.write(`${"nodes ".repeat(1000)}\n`));
  process.stdout.once("drain", gush)
}
