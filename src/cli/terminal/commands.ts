// What a person types at the table, as a typed action. Pure; what an action does is the table's business.

import { printable } from "../../base/printable.ts"
import { COLUMNS, parseVertex, type Move } from "../../rules/index.ts"

/** Characters of what was typed that an answer repeats. */
const LONGEST_SHOWN = 30

export type Action =
  | { readonly kind: "play"; readonly move: Move }
  | { readonly kind: "save"; readonly file: string | undefined }
  | { readonly kind: Word | "nothing" }
  /** The reason is a sentence to show. */
  | { readonly kind: "unclear"; readonly reason: string }

type Word =
  | "resign"
  | "undo"
  | "hint"
  | "score"
  | "board"
  | "help"
  | "quit"
  | "done"
  | "resume"
  | "yes"
  | "no"

const WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  ["resign", "resign"],
  ["undo", "undo"],
  ["u", "undo"],
  ["hint", "hint"],
  ["score", "score"],
  ["board", "board"],
  ["show", "board"],
  ["help", "help"],
  ["?", "help"],
  ["quit", "quit"],
  ["exit", "quit"],
  ["q", "quit"],
  ["done", "done"],
  ["ok", "done"],
  ["resume", "resume"],
  ["yes", "yes"],
  ["y", "yes"],
  ["no", "no"],
  ["n", "no"],
])

/** For completion with the Tab key. */
export const COMMAND_WORDS: readonly string[] = [
  ...["pass", "undo", "hint", "score", "resign", "save", "board", "help", "quit", "done", "resume"],
]

export const HELP: readonly string[] = [
  "  d4            play there: column letter and row number, in either case",
  "  pass          give up this turn; two passes in a row end the game",
  "  undo          take back your last move (and the answer to it)",
  "  hint          what the strongest player would do in your place",
  "  score         estimate who is ahead",
  "  resign        give up the game",
  "  save [FILE]   write a copy to FILE; the game is kept after every move anyway",
  "  board         draw the board again",
  "  quit          leave; the game waits for you (so does Ctrl-C)",
  "After two passes: a point turns dead stones, done counts, resume plays on.",
]

/** Reads one line. */
export function parseAction(line: string, size: number): Action {
  const text = line.trim()
  if (text === "") return { kind: "nothing" }
  const save = /^save(?:\s+(.+))?$/i.exec(text)
  if (save) return { kind: "save", file: save[1]?.trim() }
  const word = WORDS.get(text.toLowerCase())
  if (word) return { kind: word }
  const move = parseVertex(text, size)
  if (move !== undefined) return { kind: "play", move }
  return { kind: "unclear", reason: whyUnclear(text, size) }
}

function whyUnclear(text: string, size: number): string {
  const last = COLUMNS[size - 1]!
  if (/^i\d{1,2}$/i.test(text)) return "There is no column I on a Go board: after H comes J."
  if (/^[a-z]\d{1,2}$/i.test(text)) {
    return `${text.toUpperCase()} is not on this board: it has columns A to ${last}${size > 8 ? " (without I)" : ""} and rows 1 to ${size}.`
  }
  const shown = printable(text, LONGEST_SHOWN)
  return `"${shown}" is not a move or a command. Type a point such as ${exampleVertex(size)}, or help.`
}

/** A point that every board of this size has, near the middle. */
export function exampleVertex(size: number): string {
  const middle = Math.ceil(size / 2)
  return `${COLUMNS[middle - 1]}${middle}`.toLowerCase()
}
