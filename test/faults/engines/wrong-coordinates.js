// Plays at A1 and answers `genmove` with its arguments, whatever they are.

import { serve } from "./sound.js"

serve({
  genmove: ([color = ""], engine) => {
    engine.play(color, "A1")
    return process.argv.slice(2).join(" ")
  },
})
