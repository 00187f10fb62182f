// The smallest lawful GTP engine. It plays where no stone has ever been, beside a point where none has been either: such a
// move has a liberty and makes a position that is new, so that every rule set allows it. When there is none, it passes.
//
//   npx montego match --a random --b "gtp:node examples/engine.js" --games 10

import { createInterface } from "node:readline"

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
const used = new Set()
let size = 19
const isNew = (x, y) => x >= 0 && x < size && y >= 1 && y <= size && !used.has(LETTERS[x] + y)
const hasRoom = (x, y) => isNew(x - 1, y) || isNew(x + 1, y) || isNew(x, y - 1) || isNew(x, y + 1)

function genmove() {
  for (let y = 1; y <= size; y++)
    for (let x = y % 2; x < size; x += 2)
      if (isNew(x, y) && hasRoom(x, y)) {
        used.add(LETTERS[x] + y)
        return LETTERS[x] + y
      }
  return "pass"
}

const commands = {
  protocol_version: () => "2",
  name: () => "Smallest",
  version: () => "1",
  list_commands: () => Object.keys(commands).join("\n"),
  boardsize: ([lines]) => void (size = Number(lines)),
  clear_board: () => used.clear(),
  komi: () => undefined,
  play: ([, vertex]) => void used.add(vertex.toUpperCase()),
  genmove,
  quit: () => void process.stdin.destroy(),
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [, id, name, rest] = /^(\d*)\s*(\S*)\s*(.*)$/.exec(line)
  if (name === "") return
  const isKnown = Object.hasOwn(commands, name)
  const answer = isKnown ? (commands[name](rest.split(" ")) ?? "") : "unknown command"
  console.log(`${isKnown ? "=" : "?"}${id} ${answer}\n`)
})
