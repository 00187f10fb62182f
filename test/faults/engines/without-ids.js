// Echoes no ids.

import { serve } from "./sound.js"

serve({}, (answer, id) => process.stdout.write(`${answer.replace(id, "")}\n\n`))
