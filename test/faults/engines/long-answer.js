// Answers `long LINES LENGTH` with LINES lines of LENGTH letters.

import { serve } from "./sound.js"

serve({
  long: ([lines, length]) =>
    Array.from({ length: Number(lines) }, () => "a".repeat(Number(length))).join("\n"),
})
