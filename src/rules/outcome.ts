// How a game ended (RUL-4), and the strings that SGF writes for it: `B+3.5`, `W+R`, `0`, `Void`, `?`.

import { Black, White, type Color } from "./types.ts"

/** The result of a game, with what ended it. */
export type Outcome =
  | { readonly kind: "score"; readonly winner: Color; readonly margin: number }
  /** `win` is a win whose margin is not told, as in Capture Go. */
  | { readonly kind: "resign" | "time" | "forfeit" | "win"; readonly winner: Color }
  | { readonly kind: "draw" | "void" | "unknown" }

/** The outcome of a count: Black's points less White's. */
export function outcomeOfMargin(margin: number): Outcome {
  if (margin === 0) return { kind: "draw" }
  return { kind: "score", winner: margin > 0 ? Black : White, margin: Math.abs(margin) }
}

/** Black's margin to one place, written as SGF writes results: B+3.5. */
export function makeMargin(margin: number): string {
  return `${margin < 0 ? "W" : "B"}+${Math.abs(margin).toFixed(1)}`
}

/** Reads a result as records write it, the many loose spellings of old ones included. */
export function parseOutcome(text: string): Outcome | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === "0" || plain === "draw" || plain === "jigo") return { kind: "draw" }
  if (plain === "void") return { kind: "void" }
  if (plain === "?" || plain === "") return { kind: "unknown" }
  const match = /^([bw])\s*\+\s*(.*)$/.exec(plain)
  if (!match) return undefined
  const winner = match[1] === "b" ? Black : White
  const how = match[2]!
  if (how === "") return { kind: "win", winner }
  if (/^r(es(ign(ation)?)?)?\.?$/.test(how)) return { kind: "resign", winner }
  if (/^t(ime)?$/.test(how)) return { kind: "time", winner }
  if (/^f(orfeit)?$/.test(how)) return { kind: "forfeit", winner }
  if (/^\d+([.,]\d+)?$/.test(how)) {
    const margin = Number(how.replace(",", "."))
    return margin === 0 ? { kind: "draw" } : { kind: "score", winner, margin }
  }
  return undefined
}

const SUFFIX = { resign: "R", time: "T", forfeit: "F", win: "" } as const

/** A result as SGF writes it, such as `B+3.5` or `W+R`. */
export function makeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "draw":
      return "0"
    case "void":
      return "Void"
    case "unknown":
      return "?"
    case "score":
      return `${letter(outcome.winner)}+${outcome.margin}`
    default:
      return `${letter(outcome.winner)}+${SUFFIX[outcome.kind]}`
  }
}

function letter(color: Color): "B" | "W" {
  return color === Black ? "B" : "W"
}
