// Begins to answer `genmove` and never ends; with the argument `blank` it writes blank lines without being asked.

import { serve, SILENT } from "./sound.js"

if (process.argv[2] === "blank") gush("\n".repeat(10_000))

serve({
  genmove: (_, __, id) => {
    process.stdout.write(`=${id} D4\n`)
    gush(`${"D4 ".repeat(3000)}\n`)
    return SILENT
  },
})

/** @param {string} text */
function gush(text) {
  while (process.stdout.write(text));
  process.stdout.once("drain", () => gush(text))
}
