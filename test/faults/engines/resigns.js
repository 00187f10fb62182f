// Resigns every game at once.

import { serve } from "./sound.js"

serve({ genmove: () => "Resign" })
