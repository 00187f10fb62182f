// How a game of the arena ended, and why (ARE-1). A crash or a lost clock is a result with a reason, never a bare loss;
// a verdict is plain data, so that it goes into the journal as it is.

import { printable } from "../base/printable.ts"
import { parseOutcome, type Outcome } from "../rules/index.ts"
import { Black, type Color } from "../rules/types.ts"

/** The colour that won. */
export type Winner = "black" | "white"

/** How a game ended, as the arena's referee judges it. */
export type Verdict =
  /** A count; equal scores have no winner. Where nothing is counted, as in Capture Go, there is no margin. */
  | { readonly kind: "score"; readonly winner: Winner | null; readonly margin?: number }
  | { readonly kind: "resign"; readonly winner: Winner }
  /** The clock ran out; `overrun` is by how many seconds the move came too late, or was waited for in vain. */
  | { readonly kind: "time"; readonly winner: Winner; readonly overrun: number }
  /** `stall` is silence where no clock runs, or of a thread that hangs. */
  | { readonly kind: "illegal" | "crash" | "stall"; readonly winner: Winner; readonly reason: string }
  /** Neither a win nor a draw: the game does not count. */
  | { readonly kind: "void"; readonly winner: null; readonly reason: string }

/** The kinds of verdicts. */
export type VerdictKind = Verdict["kind"]
/** A verdict that tells of a fault. */
export type FaultKind = Exclude<VerdictKind, "score" | "resign">

/** The kinds of verdicts that tell of a fault; a table counts them by kind. */
export const FAULT_KINDS = [
  "time",
  "illegal",
  "crash",
  "stall",
  "void",
] as const satisfies readonly FaultKind[]

/** Whether a verdict tells of a crash, a broken rule or another fault. */
export function isFault({ kind }: Verdict): boolean {
  return (FAULT_KINDS as readonly VerdictKind[]).includes(kind)
}

/** The most characters of a verdict's reason: engines say much when they die, and a journal line is to be read. */
export const LONGEST_REASON = 500
/** The most characters that are kept of an engine's own count. */
export const LONGEST_CLAIM = 100

/** A reason cut to what verdicts have: one line of at most `LONGEST_REASON` characters. */
export function shortReason(text: string): string {
  return printable(text, LONGEST_REASON)
}

/**
 * Whether a verdict tells of a player that doesn't work, unlike a clock that was lost in a game that went well
 * otherwise.
 */
export function isBreakdown({ kind }: Verdict): boolean {
  return kind === "illegal" || kind === "crash" || kind === "stall"
}

/** A colour as journals write the winner. */
export function winnerName(color: Color): Winner {
  return color === Black ? "black" : "white"
}

/** The verdict on a game that the rules ended, or a count, or a resignation. */
export function verdictOf(outcome: Outcome): Verdict {
  switch (outcome.kind) {
    case "score":
      return { kind: "score", winner: winnerName(outcome.winner), margin: outcome.margin }
    case "draw":
      return { kind: "score", winner: null, margin: 0 }
    case "win":
      return { kind: "score", winner: winnerName(outcome.winner) }
    case "resign":
      return { kind: "resign", winner: winnerName(outcome.winner) }
    case "void":
      return { kind: "void", winner: null, reason: "the position repeated: no result" }
    default:
      throw new Error(`the referee ends no game with "${outcome.kind}"`)
  }
}

/** A verdict as `RE` of a record has it: `B+3.5`, `W+R`, `B+T`, `W+F`, `0`, `Void`. */
export function makeResult(verdict: Verdict): string {
  if (verdict.winner === null) return verdict.kind === "void" ? "Void" : "0"
  const winner = verdict.winner === "black" ? "B" : "W"
  switch (verdict.kind) {
    case "score":
      return `${winner}+${verdict.margin ?? ""}`
    case "resign":
      return `${winner}+R`
    case "time":
      return `${winner}+T`
    default:
      return `${winner}+F`
  }
}

/**
 * A verdict as text: the result as a record has it, and behind it what a record can't say: `B+T overrun 0.31 s`,
 * `W+F illegal: …`.
 */
export function makeVerdict(verdict: Verdict): string {
  const result = makeResult(verdict)
  switch (verdict.kind) {
    case "score":
    case "resign":
      return result
    case "time":
      return `${result} overrun ${verdict.overrun} s`
    default:
      return `${result} ${verdict.kind}: ${verdict.reason}`
  }
}

/** Reads what `makeVerdict` wrote; undefined when it is nothing of the kind. */
export function parseVerdict(text: string): Verdict | undefined {
  const [, result = "", detail = ""] = /^(\S+)(?: (.*))?$/s.exec(text) ?? []
  const outcome = parseOutcome(result)
  if (!outcome) return undefined
  if (outcome.kind === "void") return parseVoid(detail)
  if (outcome.kind === "time" || outcome.kind === "forfeit")
    return parseForfeit(outcome.kind, winnerName(outcome.winner), detail)
  return detail === "" && outcome.kind !== "unknown" ? verdictOf(outcome) : undefined
}

function parseVoid(detail: string): Verdict | undefined {
  const reason = /^void: (.*)$/s.exec(detail)?.[1]
  return reason === undefined ? undefined : { kind: "void", winner: null, reason }
}

function parseForfeit(kind: "time" | "forfeit", winner: Winner, detail: string): Verdict | undefined {
  if (kind === "time") {
    const overrun = /^overrun (\d\S*) s$/.exec(detail)?.[1]
    return overrun === undefined ? undefined : { kind, winner, overrun: Number(overrun) }
  }
  const [, named, reason] = /^(illegal|crash|stall): (.*)$/s.exec(detail) ?? []
  return reason === undefined ? undefined : { kind: named as "illegal" | "crash" | "stall", winner, reason }
}
