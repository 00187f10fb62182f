// Games between players as units of an experiment: each unit is a few games of a match, played in the unit's own
// thread, so that a stopped run loses minutes at most.

import { makeTask, NO_OPENINGS, otherSide, playGame, summarizeMargins } from "../arena/index.ts"
import type { MarginSummary, MatchDefinition, Side, Verdict as GameVerdict } from "../arena/index.ts"
import { summarizeScore, type Interval } from "../base/statistics.ts"
import { openPositionJudge, type PositionJudge } from "../players/index.ts"
import type { Found, Unit, WorkContext } from "./experiment.ts"

export interface GamesTask {
  /** Which match of the experiment. */
  readonly label: string
  readonly match: MatchDefinition
  /** Numbers of games: from this one … */
  readonly from: number
  /** … to the one before this. */
  readonly to: number
}

/** A game that is over, without its moves. */
export interface GameFinding {
  readonly black: Side
  readonly verdict: GameVerdict
  readonly winner: Side | null
  readonly moves: number
  /** Thinking time of both and how many moves they made. */
  readonly seconds: Readonly<Record<Side, number>>
  readonly answers: Readonly<Record<Side, number>>
}

/** What most matches of the lab have in common. */
export const LAB_MATCH = {
  size: 9,
  komi: 7.5,
  rules: "tromp-taylor",
  budget: { kind: "own" },
  threads: 1,
  openings: NO_OPENINGS.definition,
  seed: 1,
} as const satisfies Partial<MatchDefinition>

/** GNU Go counts area under these rules; every game has its own seed. */
export function gnugo(level: number): string {
  return `gtp:gnugo --mode gtp --level ${level} --chinese-rules --positional-superko --seed {seed}`
}

/** Pairs of games with colours exchanged stay in one unit. */
export function gameUnits(
  label: string,
  match: MatchDefinition,
  games: number,
  perUnit: number,
): Unit<GamesTask>[] {
  return Array.from({ length: Math.ceil(games / perUnit) }, (_, i) => {
    const [from, to] = [i * perUnit, Math.min(games, (i + 1) * perUnit)]
    return { id: `${label} ${from + 1}–${to}`, task: { label, match, from, to }, weight: to - from }
  })
}

const STALL_SECONDS = 300
// One for all games of a thread: what it says depends on position and seed alone.
let judge: Promise<PositionJudge> | undefined

export async function playGames(
  { match, from, to }: GamesTask,
  { signal, onProgress }: WorkContext,
): Promise<GameFinding[]> {
  const { dead: estimateDead, open: openPoints } = await (judge ??= openPositionJudge())
  const found: GameFinding[] = []
  for (let number = from; number < to && !signal.aborted; number++) {
    const task = makeTask(match, NO_OPENINGS, number)
    const played = await playGame(task, { estimateDead, openPoints, stallSeconds: STALL_SECONDS, signal })
    if (!played) break
    const { verdict, plays, times } = played
    if (verdict.kind === "crash") throw new Error(verdict.reason)
    const winner =
      verdict.winner === null ? null : verdict.winner === "black" ? task.black : otherSide(task.black)
    found.push({
      black: task.black,
      verdict,
      winner,
      moves: plays.length,
      seconds: { a: times.a.seconds, b: times.b.seconds },
      answers: { a: times.a.moves, b: times.b.moves },
    })
    onProgress((number + 1 - from) / (to - from))
  }
  return found
}

export interface GamesSummary {
  readonly label: string
  readonly a: string
  readonly b: string
  readonly games: number
  readonly wins: number
  readonly losses: number
  /** Share of A's points, and its interval of 95 %. */
  readonly rate: number
  readonly interval: Interval
  readonly margins: MarginSummary
  /** Seconds of A for a move by those of B. */
  readonly timeRatio: number
}

/** The matches of an experiment, in the order in which they came up. */
export function summarizeGames(found: readonly Found<GamesTask, readonly GameFinding[]>[]): GamesSummary[] {
  const labels = [...new Set(found.map(({ task }) => task.label))]
  return labels.map((label) => {
    const units = found.filter(({ task }) => task.label === label)
    const games = units.flatMap(({ finding }) => finding)
    return { label, a: units[0]!.task.match.a, b: units[0]!.task.match.b, ...summarize(games) }
  })
}

/** Of games of any match; rates by single games. */
export function summarize(games: readonly GameFinding[]): Omit<GamesSummary, "label" | "a" | "b"> {
  const counted = games.filter(({ verdict }) => verdict.kind !== "void")
  const wins = counted.filter(({ winner }) => winner === "a").length
  const losses = counted.filter(({ winner }) => winner === "b").length
  const { rate, interval } = summarizeScore([losses, counted.length - wins - losses, wins])
  const perMove = (side: Side): number =>
    games.reduce((sum, { seconds }) => sum + seconds[side], 0) /
    games.reduce((sum, { answers }) => sum + answers[side], 0)
  return {
    games: counted.length,
    wins,
    losses,
    rate,
    interval,
    margins: summarizeMargins(games),
    timeRatio: perMove("a") / perMove("b"),
  }
}
