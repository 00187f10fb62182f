// Answers `long LINES LENGTH` with so many lines of so many letters.

import { serve } from "./sound.js"

serve({
  long: ([lines, length]) =>
    Array.from({ length: Number(lines) }, () => "a".repeat(Number(length))).join("\n"),
})
