// Answers `genmove` late, without an id. The argument is the delay in milliseconds.

import { serve, SILENT } from "./sound.js"

const delay = Number(process.argv[2])

serve({
  genmove: () => {
    setTimeout(() => process.stdout.write("= D4\n\n"), delay)
    return SILENT
  },
})
