// Passes, and says of every position that White has won; the argument is what it says instead.

import { serve } from "./sound.js"

serve({ genmove: () => "pass", final_score: () => process.argv[2] ?? "W+99.5" })
