// Does not know that a command may begin with a number: it takes the number for the command.

import { createInterface } from "node:readline"

const KNOWN = [
  "name",
  "version",
  "list_commands",
  "boardsize",
  "clear_board",
  "komi",
  "play",
  "genmove",
  "quit",
]

createInterface({ input: process.stdin }).on("line", (line) => {
  const [name = ""] = line.split(" ")
  if (name === "quit") process.exit(0)
  process.stdout.write(KNOWN.includes(name) ? "= pass\n\n" : "? unknown command\n\n")
})
