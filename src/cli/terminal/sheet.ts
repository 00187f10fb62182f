// Counts and results in words.

import { counted } from "../../base/format.ts"
import {
  Black,
  colorName,
  makeOutcome,
  White,
  type Game,
  type Outcome,
  type Score,
  type SideScore,
} from "../../rules/index.ts"

const PARTS: readonly (readonly [keyof SideScore, string])[] = [
  ["stones", "stones"],
  ["territory", "territory"],
  ["prisoners", "prisoners"],
  ["komi", "komi"],
  ["compensation", "handicap"],
]

/** The sum of each side; parts that neither side has are left out. */
export function scoreSheet({ black, white }: Score): string[] {
  const row = (title: string, left: number | string, right: number | string) =>
    `${title.padEnd(10)}${String(left).padStart(6)}${String(right).padStart(6)}`
  const rows = PARTS.filter(([part]) => black[part] !== 0 || white[part] !== 0).map(([part, title]) =>
    row(title, black[part] || "", white[part] || ""),
  )
  return [row("", "Black", "White"), ...rows, row("total", black.total, white.total)]
}

/** Who is ahead in a count, without saying that the game is over. */
export function leadSentence({ margin }: Score): string {
  if (margin === 0) return "Both sides have the same."
  return `${colorName(margin > 0 ? Black : White)} is ahead by ${points(Math.abs(margin))}.`
}

/** The end of the game, with the string that goes into its record. */
export function outcomeSentence(outcome: Outcome, game: Game): string {
  return `${describe(outcome, game)} Result: ${makeOutcome(outcome)}`
}

function describe(outcome: Outcome, game: Game): string {
  switch (outcome.kind) {
    case "score":
      return `${colorName(outcome.winner)} wins by ${points(outcome.margin)}.`
    case "resign":
      return `${colorName(outcome.winner)} wins by resignation.`
    case "time":
      return `${colorName(outcome.winner)} wins on time.`
    case "forfeit":
      return `${colorName(outcome.winner)} wins by forfeit.`
    case "win":
      return `${colorName(outcome.winner)} wins with ${stones(game.board.prisoners(outcome.winner))} taken.`
    case "draw":
      return "The game is a draw."
    case "void":
      return `No result: the whole board stands as before, which ${game.rules.name} rules don't decide.`
    case "unknown":
      return "The result is not known."
  }
}

export function stones(count: number): string {
  return counted(count, "stone")
}

function points(count: number): string {
  return counted(count, "point")
}
