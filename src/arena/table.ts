// A match's standing for people, and as one JSON object for programs.

import { percent, signed } from "../base/format.ts"
import { makeDuration } from "../base/duration.ts"
import { marginText } from "./margins.ts"
import type { Standing, Tally } from "./standing.ts"
import { USUAL_ERROR, type SprtOptions, type SprtState } from "./sprt.ts"
import { describeMatch, type MatchDefinition } from "./definition.ts"

/** How far a match is: games that are wanted, games of this run and their time. */
export interface Course {
  readonly wanted: number
  /** Games of this run, and how long it has been going on. */
  readonly played: number
  readonly seconds: number
}

const BAR = 30

/** A bar, how many games are there, and when it will be over. */
export function makeProgress(standing: Standing, course: Course): string {
  const { games } = standing.all
  return makeBar(games, Math.max(0, course.wanted - games), course)
}

/** The bar of a match or a tournament: how many games there are, and when `left` more will be over. */
export function makeBar(games: number, left: number, { wanted, played, seconds }: Course): string {
  const bar = "█".repeat(Math.round((1 - left / wanted) * BAR)).padEnd(BAR, "░")
  const eta = played > 0 && left > 0 ? `, ${makeDuration((seconds / played) * left)} left` : ""
  return `${bar} ${games} of ${wanted} games${eta}`
}

/** The standing of a match in one line, for logs. */
export function makeProgressLine(standing: Standing, course: Course, sprt?: SprtOptions): string {
  return [makeProgress(standing, course), ...makeState(standing, sprt)].join("; ")
}

/** The standing of a match as a table, under a header that says what is played. */
export function makeTable(match: MatchDefinition, standing: Standing, sprt?: SprtOptions): string {
  const { all, asBlack, asWhite } = standing
  return [
    `A: ${match.a}`,
    `B: ${match.b}`,
    describeMatch(match),
    "",
    "of A         games    wins  losses   draws    void",
    makeRow("all", all),
    makeRow("as Black", asBlack),
    makeRow("as White", asWhite),
    "",
    ...makeState(standing, sprt),
    ...(standing.all.games > 0 ? [`margin of A: ${marginText(standing.margins)}`] : []),
    ...(standing.disputes > 0
      ? [`games with another winner by a player's own count: ${standing.disputes}`]
      : []),
    ...(standing.unsettled > 0 ? [`games that ended with open points: ${standing.unsettled}`] : []),
  ].join("\n")
}

function makeRow(name: string, { games, wins, losses, draws, voids }: Tally): string {
  return name.padEnd(10) + [games, wins, losses, draws, voids].map((n) => `${n}`.padStart(8)).join("")
}

function makeState(standing: Standing, sprt?: SprtOptions): string[] {
  return [
    ...makeStrength(standing),
    ...(sprt && standing.sprt ? [makeSprt(sprt, standing.sprt)] : []),
    `faults: ${makeFaults(standing)}`,
  ]
}

function makeStrength(standing: Standing): string[] {
  const { games, rate, interval, elo, superiority } = standing.summary
  const eloInterval = eloIntervalOf(standing)
  if (games === 0) return ["win rate: –"]
  const eloText = (value: number): string => signed(value, 0, "-")
  const by = standing.isByPairs ? "pairs" : "games"
  const error = (eloInterval.high - eloInterval.low) / 2
  const plusMinus = Number.isFinite(error) ? ` ± ${error.toFixed(0)}` : ""
  return [
    `win rate ${percent(rate)} % [${percent(interval.low)}, ${percent(interval.high)}], 95 % by ${by}`,
    `Elo ${eloText(elo)}${plusMinus} [${eloText(eloInterval.low)}, ${eloText(eloInterval.high)}], A stronger: ${percent(superiority)} %`,
  ]
}

function makeSprt(
  { elo0, elo1, alpha, beta }: SprtOptions,
  { llr, lower, upper, verdict }: SprtState,
): string {
  const decided = { "accept-h0": `it is ${elo0}`, "accept-h1": `it is ${elo1}` }
  const state = verdict ? decided[verdict] : "undecided"
  const errors =
    alpha === undefined && beta === undefined
      ? ""
      : ` (alpha ${alpha ?? USUAL_ERROR}, beta ${beta ?? USUAL_ERROR})`
  return `SPRT Elo ${elo0} or ${elo1}${errors}: ${state}; LLR ${llr.toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)}`
}

function makeFaults({ faults }: Standing): string {
  if (faults.size === 0) return "none"
  const parts = [...faults].map(([kind, { a, b, neither }]) => {
    const whose = [a > 0 ? `A ${a}` : "", b > 0 ? `B ${b}` : ""].filter((part) => part !== "").join(", ")
    return neither > 0 ? `${kind} ${neither}` : `${kind} ${whose}`
  })
  return parts.join("; ")
}

/** The result of a match as `--json` prints it. Infinite and missing numbers are null. */
export function makeReport(
  match: MatchDefinition,
  standing: Standing,
  course: Course,
): Record<string, unknown> {
  const { all, asBlack, asWhite, summary, sprt, margins } = standing
  const eloInterval = eloIntervalOf(standing)
  const { played, seconds } = course
  const faultsOf = ([kind, { a, b, neither }]: readonly [string, Record<"a" | "b" | "neither", number>]) =>
    [kind, kind === "void" ? neither : { a, b }] as const
  return {
    games: all.games,
    winsA: all.wins,
    winsB: all.losses,
    draws: all.draws,
    voids: all.voids,
    faults: standing.faultCount,
    faultsByKind: Object.fromEntries([...standing.faults].map(faultsOf)),
    elo: finite(summary.elo),
    interval: [finite(eloInterval.low), finite(eloInterval.high)],
    winRate: finite(summary.rate, 4),
    winRateInterval: [finite(summary.interval.low, 4), finite(summary.interval.high, 4)],
    intervalBy: standing.isByPairs ? "pairs" : "games",
    superiority: finite(summary.superiority, 4),
    completePairs: standing.completePairs,
    ...(sprt ? { sprt: { ...sprt, verdict: sprt.verdict ?? null } } : {}),
    asBlack,
    asWhite,
    verdicts: Object.fromEntries(standing.verdicts),
    disputes: standing.disputes,
    unsettled: standing.unsettled,
    margin: {
      mean: finite(margins.mean, 2),
      error: finite(margins.error, 2),
      deviation: finite(margins.deviation, 2),
      games: margins.games,
      resigned: margins.resigned,
    },
    meanMoves: finite(standing.moves / all.games, 1),
    secondsPerMoveA: finite(standing.secondsPerMove("a"), 4),
    secondsPerMoveB: finite(standing.secondsPerMove("b"), 4),
    wanted: course.wanted,
    playedNow: played,
    seconds: finite(seconds, 1),
    gamesPerMinute: played > 0 ? finite((60 * played) / seconds, 1) : null,
    match,
  }
}

/**
 * A player who has won everything has no upper end, whatever rounding makes of it; one who has lost everything no lower
 * one.
 */
function eloIntervalOf({ summary: { elo, eloInterval } }: Standing): { low: number; high: number } {
  const { low, high } = eloInterval
  return { low: elo === -Infinity ? elo : low, high: elo === Infinity ? elo : high }
}

function finite(value: number, digits = 1): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : null
}
