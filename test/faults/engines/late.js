// Answers `genmove` so many milliseconds late as its argument says, without an id.

import { serve, SILENT } from "./sound.js"

const delay = Number(process.argv[2])

serve({
  genmove: () => {
    setTimeout(() => process.stdout.write("= D4\n\n"), delay)
    return SILENT
  },
})
