// Knows only what the draft requires: no `undo`, no handicap, no clocks. With the argument `unlisted` it does not even
// list its commands.

import { serve } from "./sound.js"

serve({
  undo: undefined,
  set_free_handicap: undefined,
  place_free_handicap: undefined,
  time_settings: undefined,
  time_left: undefined,
  "kgs-rules": undefined,
  final_score: undefined,
  ...(process.argv[2] === "unlisted" ? { list_commands: undefined } : {}),
})
