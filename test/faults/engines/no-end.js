// Forgets the blank line that ends an answer to `genmove`.

import { serve, SILENT } from "./sound.js"

serve({
  genmove: (_, __, id) => {
    process.stdout.write(`=${id} D4\n`)
    return SILENT
  },
})
