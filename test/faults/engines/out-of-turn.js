// Moves when it is not its turn. The argument says how: it names the `other` colour, answers `twice`, names `two`
// points in one answer, or plays a second stone of its own in `secret`.

import { serve, SILENT } from "./sound.js"

/** @type {Record<string, import("./sound.js").Handler>} */
const GENMOVES = {
  other: () => "W D4",
  twice: (_, __, id) => {
    process.stdout.write(`=${id} D4\n\n=${id} E5\n\n`)
    return SILENT
  },
  two: () => "D4 E5",
  secret: ([color = ""], engine) => {
    engine.play(color, "D4")
    engine.play(color, "E5")
    return "D4"
  },
}

serve({ genmove: GENMOVES[process.argv[2] ?? ""] })
