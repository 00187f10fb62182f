// Closes its stdout at `genmove` and waits for further commands.

import { closeSync } from "node:fs"
import { serve, SILENT } from "./sound.js"

serve({
  genmove: () => {
    closeSync(1)
    return SILENT
  },
})
