// Greets before its first answer. The argument is the number of lines.

import { serve } from "./sound.js"

process.stdout.write("GOOD OLD GO 0.9\n===============\n\n")
process.stdout.write("(c) 1987, all rights reserved\n".repeat(Number(process.argv[2] ?? 1)))
process.stdout.write("\nReady.\n\n\n")

serve()
