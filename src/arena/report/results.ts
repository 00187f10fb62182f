// Results of any games between named players, gathered for ratings: from journals, and from records of other programs
// and people.

import { readGameInfo, type SgfNode } from "../../record/index.ts"
import { Black, parseOutcome } from "../../rules/index.ts"
import { engineCommand } from "../contestant.ts"
import type { PairResults, PairStanding } from "../crosstable.ts"
import type { Tally } from "../standing.ts"
import { isFault, type FaultKind } from "../verdict.ts"
import type { JournalEntry, JournalHeader } from "../journal-text.ts"
import { budgetText, otherSide, type MatchBudget, type Side } from "../definition.ts"

/** The result of a game between named players. */
export interface GameResult {
  readonly black: string
  readonly white: string
  /** Null for a draw, and for a void game. */
  readonly winner: "black" | "white" | null
  /** The game does not count. */
  readonly isVoid: boolean
  /** How the loser lost, where that was no matter of strength. */
  readonly fault?: FaultKind
}

/** Why a game says nothing about strength and is left out of ratings. */
export type LeftOut = "without a result" | "without both names" | "of a player against itself" | "unreadable"

type Counting = { -readonly [key in keyof Tally]: Tally[key] }

interface Pair {
  readonly a: string
  readonly b: string
  readonly standing: PairResults & { all: Counting; asBlack: Counting; asWhite: Counting }
}

/** Results of games between named players, gathered for ratings. */
export class Results {
  readonly #pairs = new Map<string, Pair>()
  /** Games by player, in the order in which the players came up. */
  readonly #games = new Map<string, number>()
  readonly leftOut = new Map<LeftOut, number>()

  get players(): readonly string[] {
    return [...this.#games.keys()]
  }

  get pairs(): readonly PairStanding[] {
    return [...this.#pairs.values()]
  }

  get games(): number {
    return this.pairs.reduce((sum, { standing }) => sum + standing.all.games, 0)
  }

  /** The player with most games, and so with the steadiest rating as an anchor. */
  get busiest(): string | undefined {
    const [first] = [...this.#games].sort(([, one], [, other]) => other - one)
    return first?.[0]
  }

  add({ black, white, winner, isVoid, fault }: GameResult): void {
    if (black === white) return this.leaveOut("of a player against itself")
    const [a, b] = black < white ? [black, white] : [white, black]
    const key = JSON.stringify([a, b])
    const pair = this.#pairs.get(key) ?? { a, b, standing: emptyStanding() }
    this.#pairs.set(key, pair)
    const side: Side = black === a ? "a" : "b"
    const won: Side | null = winner === null ? null : winner === "black" ? side : otherSide(side)
    for (const tally of [pair.standing.all, side === "a" ? pair.standing.asBlack : pair.standing.asWhite])
      count(tally, won, isVoid)
    if (fault) {
      const faults = pair.standing.faults.get(fault) ?? { a: 0, b: 0, neither: 0 }
      faults[won === null ? "neither" : otherSide(won)]++
      pair.standing.faults.set(fault, faults)
    }
    for (const player of [a, b]) this.#games.set(player, (this.#games.get(player) ?? 0) + 1)
  }

  leaveOut(why: LeftOut): void {
    this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + 1)
  }

  /** A game of a journal; `names` are those of the two players. */
  addEntry({ black, verdict }: JournalEntry, names: Readonly<Record<Side, string>>): void {
    this.add({
      black: names[black],
      white: names[otherSide(black)],
      winner: verdict.winner,
      isVoid: verdict.kind === "void",
      ...(isFault(verdict) ? { fault: verdict.kind as FaultKind } : {}),
    })
  }

  /** A game of a record: players by `PB` and `PW`, the result by `RE`. */
  addRecord(game: SgfNode): void {
    const reading = readGameInfo(game)
    if (!reading.ok) return this.leaveOut("unreadable")
    const { black, white, result } = reading.value.info
    if (black.name === undefined || white.name === undefined) return this.leaveOut("without both names")
    const outcome = parseOutcome(result ?? "?")
    if (!outcome || outcome.kind === "unknown") return this.leaveOut("without a result")
    const winner = "winner" in outcome ? (outcome.winner === Black ? "black" : "white") : null
    const fault = { time: "time", forfeit: "illegal" } as const
    this.add({
      black: printable(black.name),
      white: printable(white.name),
      winner,
      isVoid: outcome.kind === "void",
      ...(outcome.kind === "time" || outcome.kind === "forfeit" ? { fault: fault[outcome.kind] } : {}),
    })
  }
}

/** A name from a record goes to terminals, which obey control characters. */
function printable(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, "")
}

function emptyStanding(): Pair["standing"] {
  const nothing = (): Counting => ({ games: 0, wins: 0, losses: 0, draws: 0, voids: 0 })
  return { all: nothing(), asBlack: nothing(), asWhite: nothing(), faults: new Map() }
}

/** As the first of the two players sees it. */
function count(tally: Counting, won: Side | null, isVoid: boolean): void {
  tally.games++
  if (isVoid) tally.voids++
  else if (won === null) tally.draws++
  else if (won === "a") tally.wins++
  else tally.losses++
}

/**
 * The names of the players of several journals. The same spec under different budgets is two players: the budget is
 * then part of the name.
 */
export function playerNames(headers: readonly JournalHeader[]): Readonly<Record<Side, string>>[] {
  const budgets = new Set(headers.map(({ definition }) => budgetText(definition.budget)))
  return headers.map(({ definition: { a, b, budget } }) => {
    const name = (spec: string): string =>
      budgets.size > 1 && isBound(spec, budget) ? `${spec} (${budgetText(budget)})` : spec
    return { a: name(a), b: name(b) }
  })
}

/** Whether the match's budget is the player's: its name may have one of its own, and GTP knows no playouts. */
function isBound(spec: string, budget: MatchBudget): boolean {
  if (budget.kind === "clock") return true
  if (budget.kind === "own" || /\b(playouts|seconds)=/.test(spec)) return false
  return budget.kind === "seconds" || engineCommand(spec) === undefined
}
