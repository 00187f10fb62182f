// Starts a child that holds the engine's pipes, ignores SIGTERM and stays when the engine ends. With the argument
// `crash` the engine itself ends at `genmove`. `child` tells the child's number.

import { spawn } from "node:child_process"
import { LIFETIME_MS, serve } from "./sound.js"

const stay = `process.on("SIGTERM", () => {}); setTimeout(() => {}, ${LIFETIME_MS})`
const child = spawn(process.execPath, ["-e", stay], { stdio: "inherit" })

serve({
  child: () => `${child.pid}`,
  ...(process.argv[2] === "crash" ? { genmove: () => process.exit(9) } : {}),
})
