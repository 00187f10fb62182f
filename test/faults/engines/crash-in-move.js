// Ends in the middle of its answer to `genmove`: by itself, or by a signal with the argument `signal`. With the name
// of a file as second argument it does so once: the file remembers.

import { existsSync, writeFileSync } from "node:fs"
import { serve, SILENT } from "./sound.js"

const [how, memory] = process.argv.slice(2)

serve({
  genmove: ([color = ""], engine, id) => {
    if (memory !== undefined && existsSync(memory)) {
      const vertex = engine.choose()
      engine.play(color, vertex)
      return vertex
    }
    if (memory !== undefined) writeFileSync(memory, "")
    process.stdout.write(`=${id} D`, () => {
      process.stderr.write("assertion failed: liberties > 0\n", () => {
        if (how === "signal") process.kill(process.pid, "SIGSEGV")
        else process.exit(3)
      })
    })
    return SILENT
  },
})
