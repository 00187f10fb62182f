// How a match stands, as A sees it (ARE-2): derived from the journal's entries, game by game in their order.

import { summarizeElo, type EloSummary, type GameCounts, type PairCounts } from "../base/statistics.ts"
import { parseOutcome } from "../rules/index.ts"
import { summarizeMargins, type GameEnd, type MarginSummary } from "./margins.ts"
import { Sprt, type GameScore, type SprtOptions, type SprtState } from "./sprt.ts"
import { isFault, verdictOf, type FaultKind, type VerdictKind } from "./verdict.ts"
import type { JournalEntry } from "./journal-text.ts"
import { otherSide, type Side } from "./definition.ts"

/** How many games a player won, lost and drew. */
export interface Tally {
  readonly games: number
  readonly wins: number
  readonly losses: number
  readonly draws: number
  /** Games that count for nothing. */
  readonly voids: number
}

type Counting = { -readonly [key in keyof Tally]: Tally[key] }

const NOTHING: Tally = { games: 0, wins: 0, losses: 0, draws: 0, voids: 0 }

/** How a match stands, as A sees it. */
export class Standing {
  readonly all: Counting = { ...NOTHING }
  readonly asBlack: Counting = { ...NOTHING }
  readonly asWhite: Counting = { ...NOTHING }
  readonly verdicts = new Map<VerdictKind, number>()
  /** By the side at fault; neither for a void game. */
  readonly faults = new Map<FaultKind, Record<Side | "neither", number>>()
  /** Games that a player counts otherwise than the arena, with another winner. */
  disputes = 0
  /** Games that two passes ended while points were open. */
  unsettled = 0
  moves = 0
  /** A's points in games whose partner is not there yet, by the pair's number; undefined for a void one. */
  readonly #halves = new Map<number, GameScore | undefined>()
  readonly #pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  /** Games whose partner was void. */
  #widows = 0
  readonly #ends: GameEnd[] = []
  readonly #sprt: Sprt | undefined
  readonly #seconds = { a: 0, b: 0 }
  readonly #answers = { a: 0, b: 0 }

  constructor(entries: Iterable<JournalEntry> = [], sprt?: SprtOptions) {
    this.#sprt = sprt && new Sprt(sprt)
    for (const entry of entries) this.add(entry)
  }

  add(entry: JournalEntry): void {
    const score = scoreOf(entry)
    for (const tally of [this.all, entry.black === "a" ? this.asBlack : this.asWhite]) count(tally, score)
    this.#addToPair(Math.floor(entry.number / 2), score)
    this.#addVerdict(entry)
    this.#ends.push({ black: entry.black, verdict: entry.verdict })
    this.moves += entry.moves
    if (entry.unsettled !== undefined && entry.unsettled > 0) this.unsettled++
    for (const side of ["a", "b"] as const) {
      this.#seconds[side] += entry.times[side].seconds
      this.#answers[side] += entry.times[side].moves
    }
  }

  /** Pairs of which both games are over. */
  get completePairs(): number {
    return this.all.games / 2 - this.#halves.size / 2
  }

  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, { a, b, neither }) => sum + a + b + neither, 0)
  }

  /** Whether `summary` looks at pairs: as long as every game that counts has its partner. */
  get isByPairs(): boolean {
    return this.#halves.size === 0 && this.#widows === 0
  }

  get summary(): EloSummary {
    const { wins, losses, draws } = this.all
    const games: GameCounts = [losses, draws, wins]
    const pairs: PairCounts = this.#pairs
    return summarizeElo(this.isByPairs ? pairs : games)
  }

  /** By how many points A won, over the games that were counted. */
  get margins(): MarginSummary {
    return summarizeMargins(this.#ends)
  }

  get sprt(): SprtState | undefined {
    return this.#sprt?.state
  }

  /** Seconds that a side took for a move, in the mean; NaN without any. */
  secondsPerMove(side: Side): number {
    return this.#seconds[side] / this.#answers[side]
  }

  #addToPair(pair: number, score: GameScore | undefined): void {
    if (!this.#halves.has(pair)) {
      this.#halves.set(pair, score)
      return
    }
    const other = this.#halves.get(pair)
    this.#halves.delete(pair)
    if (score !== undefined && other !== undefined) {
      this.#pairs[2 * (score + other)]!++
      this.#sprt?.addPair(other, score)
    } else {
      const widow = score ?? other
      if (widow === undefined) return
      this.#widows++
      this.#sprt?.addGame(widow)
    }
  }

  #addVerdict({ verdict, winner, claims }: JournalEntry): void {
    this.verdicts.set(verdict.kind, (this.verdicts.get(verdict.kind) ?? 0) + 1)
    if (verdict.kind === "score" && Object.values(claims).some((claim) => isDisputed(claim, verdict.winner)))
      this.disputes++
    if (!isFault(verdict)) return
    const kind = verdict.kind as FaultKind
    const faults = this.faults.get(kind) ?? { a: 0, b: 0, neither: 0 }
    faults[winner === null ? "neither" : otherSide(winner)]++
    this.faults.set(kind, faults)
  }
}

/** A's points; undefined for a void game. */
function scoreOf({ verdict, winner }: JournalEntry): GameScore | undefined {
  if (verdict.kind === "void") return undefined
  if (winner === null) return 0.5
  return winner === "a" ? 1 : 0
}

function count(tally: Counting, score: GameScore | undefined): void {
  tally.games++
  if (score === undefined) tally.voids++
  else if (score === 1) tally.wins++
  else if (score === 0) tally.losses++
  else tally.draws++
}

function isDisputed(claim: string, winner: string | null): boolean {
  const outcome = parseOutcome(claim)
  if (outcome?.kind !== "score" && outcome?.kind !== "draw") return false
  return verdictOf(outcome).winner !== winner
}
