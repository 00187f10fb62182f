// Ignores `quit`, the end of its input and every signal that can be ignored.

import { LIFETIME_MS, serve, SILENT } from "./sound.js"

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {})
setTimeout(() => process.exit(), LIFETIME_MS)

serve({ quit: () => SILENT })
