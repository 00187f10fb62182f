// Ends its lines as Windows does, in answers of several lines too.

import { serve } from "./sound.js"

serve({}, (answer) => process.stdout.write(`${answer.replaceAll("\n", "\r\n")}\r\n\r\n`))
