// Writes megabytes to stderr before every answer, and answers only when they were read.

import { writeSync } from "node:fs"
import { serve } from "./sound.js"

serve({
  genmove: () => {
    const line = Buffer.from(`${"thinking ".repeat(100)}\n`)
    for (let i = 0; i < 3000; i++) writeAll(line)
    writeAll(Buffer.from("thought of D4\n"))
    return "D4"
  },
})

/** A pipe takes what it has room for, and fails with EAGAIN when it is full. @param {Buffer} bytes */
function writeAll(bytes) {
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(2, bytes, done)
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error
    }
  }
}
