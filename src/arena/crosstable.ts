// How a tournament stands (ARE-2, BT-7): who won how often against whom, ratings, faults. All of it is derived from the
// standings of the pairings.
//
// Elo and LMP are estimates of the same thing. The errors shown are Elo's for both: those that LMP claims are too
// small (`ratings.ts`), so they are not shown.

import { percent, signed } from "../base/format.ts"
import type { Interval } from "../base/statistics.ts"
import { eloRatings, lmpRatings, type Encounter } from "./ratings.ts"
import type { Standing, Tally } from "./standing.ts"
import type { FaultKind } from "./verdict.ts"
import type { Side } from "./definition.ts"

/** The standing between two players. */
export interface PairStanding {
  readonly a: string
  readonly b: string
  readonly standing: PairResults
}

/** The part of a standing that ratings and cross tables need. */
export type PairResults = Pick<Standing, "all" | "asBlack" | "asWhite" | "faults">

/** A player's rating by both models, in Elo above the anchor. */
export interface TwoRatings {
  readonly elo: number
  /** Standard error of `elo`. */
  readonly error: number
  /** `elo` with 95 % confidence. */
  readonly interval: Interval
  readonly lmp: number
}

/** A player's games in a table. */
export interface RankedPlayer {
  readonly name: string
  readonly all: Tally
  readonly asBlack: Tally
  readonly asWhite: Tally
  /** Its own; a void game counts for no player. */
  readonly faults: ReadonlyMap<FaultKind, number>
  /** Undefined where no chain of games connects it with the anchor. */
  readonly rating: TwoRatings | undefined
}

/**
 * All players with their games and ratings, the strongest first; those without a rating come last, in the given
 * order.
 */
export function rankPlayers(
  names: readonly string[],
  pairs: readonly PairStanding[],
  anchor: string,
): readonly RankedPlayer[] {
  const ratings = rate(pairs, anchor)
  return names
    .map((name) => ({ name, ...totalsOf(name, pairs), rating: ratings.get(name) }))
    .sort((a, b) => (b.rating?.elo ?? -Infinity) - (a.rating?.elo ?? -Infinity) || 0)
}

function rate(pairs: readonly PairStanding[], anchor: string): Map<string, TwoRatings> {
  const encounters = pairs.map(({ a, b, standing: { all } }): Encounter => {
    const { wins, draws, losses } = all
    return { first: a, second: b, wins, draws, losses }
  })
  const lmp = new Map(lmpRatings(encounters, anchor).rated.map(({ player, elo }) => [player, elo]))
  const rated = eloRatings(encounters, anchor).rated
  return new Map(
    rated.map(({ player, elo, error, interval }) => [
      player,
      { elo, error, interval, lmp: lmp.get(player)! },
    ]),
  )
}

type Totals = Pick<RankedPlayer, "all" | "asBlack" | "asWhite" | "faults">

function totalsOf(name: string, pairs: readonly PairStanding[]): Totals {
  const seen = seatsOf(name, pairs)
  const faults = new Map<FaultKind, number>()
  for (const { side, standing } of seen)
    for (const [kind, counts] of standing.faults)
      if (counts[side] > 0) faults.set(kind, (faults.get(kind) ?? 0) + counts[side])
  return {
    all: sumOf(seen.map(({ side, standing }) => seenBy(side, standing.all))),
    asBlack: sumOf(seen.map(({ side, standing }) => colourOf(side, standing, "black"))),
    asWhite: sumOf(seen.map(({ side, standing }) => colourOf(side, standing, "white"))),
    faults,
  }
}

interface Seat {
  readonly side: Side
  readonly opponent: string
  readonly standing: PairResults
}

/** The pairings of a player, and which side it has there. */
function seatsOf(name: string, pairs: readonly PairStanding[]): Seat[] {
  return pairs.flatMap(({ a, b, standing }): Seat[] => {
    if (name === a) return [{ side: "a", opponent: b, standing }]
    return name === b ? [{ side: "b", opponent: a, standing }] : []
  })
}

/** A standing is A's: B has the other colour there. */
function colourOf(side: Side, { asBlack, asWhite }: PairResults, colour: "black" | "white"): Tally {
  return seenBy(side, (side === "a") === (colour === "black") ? asBlack : asWhite)
}

function seenBy(side: Side, tally: Tally): Tally {
  return side === "a" ? tally : { ...tally, wins: tally.losses, losses: tally.wins }
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0)
  return {
    games: sum("games"),
    wins: sum("wins"),
    losses: sum("losses"),
    draws: sum("draws"),
    voids: sum("voids"),
  }
}

/** The points by game of a tally, void games left out; NaN without any. */
export function rateOf({ games, wins, draws, voids }: Tally): number {
  return (wins + draws / 2) / (games - voids)
}

/** The ratings as lines of a table, one for each player. */
export function makeRatingTable(ranked: readonly RankedPlayer[], anchor: string): string[] {
  const rows = ranked.map(({ name, all, asBlack, asWhite, rating, faults }) => [
    name,
    rating ? eloText(rating.elo) : "–",
    rating && name !== anchor ? `±${Math.round(rating.interval.high - rating.elo)}` : "–",
    rating ? eloText(rating.lmp) : "–",
    `${all.games}`,
    `${all.wins}`,
    `${all.losses}`,
    `${all.draws}`,
    rateText(all),
    rateText(asBlack),
    rateText(asWhite),
    `${[...faults.values()].reduce((sum, count) => sum + count, 0)}`,
  ])
  const head = ["", "Elo", "95 %", "LMP", "games", "won", "lost", "drawn", "rate", "Black", "White", "faults"]
  return align([head, ...rows])
}

/**
 * The cross table as lines: wins and losses of the row's player against the column's with its rate, and draws
 * where there are any.
 */
export function makeCrossTable(ranked: readonly RankedPlayer[], pairs: readonly PairStanding[]): string[] {
  const rows = ranked.map(({ name }, row) => {
    const seats = seatsOf(name, pairs)
    const cells = ranked.map((other, column) => {
      const seat = seats.find(({ opponent }) => opponent === other.name)
      return column === row ? "×" : seat ? cellOf(seenBy(seat.side, seat.standing.all)) : ""
    })
    return [`${row + 1} ${name}`, ...cells]
  })
  return align([["", ...ranked.map((_, column) => `${column + 1}`)], ...rows])
}

function cellOf(tally: Tally): string {
  const { games, voids, wins, losses, draws } = tally
  if (games === voids) return "–"
  return `${wins}–${losses}${draws > 0 ? `–${draws}` : ""} ${rateText(tally)}`
}

/** All faults in one line, by player and kind: `gnugo: crash 2, time 1; no player: void 1`. */
export function makeFaultLine(ranked: readonly RankedPlayer[], pairs: readonly PairStanding[]): string {
  const parts = ranked
    .filter(({ faults }) => faults.size > 0)
    .map(
      ({ name, faults }) => `${name}: ${[...faults].map(([kind, count]) => `${kind} ${count}`).join(", ")}`,
    )
  const voids = pairs.reduce((sum, { standing }) => sum + standing.all.voids, 0)
  if (voids > 0) parts.push(`no player: void ${voids}`)
  return `faults: ${parts.join("; ") || "none"}`
}

/** The first column to the left, the others to the right. */
function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  )
}

/** A player as `--json` prints it. Missing numbers are null. */
export function reportPlayer({ name, all, asBlack, asWhite, faults, rating }: RankedPlayer): object {
  return {
    name,
    elo: rounded(rating?.elo),
    error: rounded(rating?.error),
    interval: [rounded(rating?.interval.low), rounded(rating?.interval.high)],
    lmp: rounded(rating?.lmp),
    ...all,
    rate: rounded(rateOf(all), 4),
    asBlack,
    asWhite,
    faults: Object.fromEntries(faults),
  }
}

/** A flat row for each player: its rating, its totals, and `vs NAME`, its wins–losses–draws against each other one. */
export function playerRows(
  ranked: readonly RankedPlayer[],
  pairs: readonly PairStanding[],
): Readonly<Record<string, string | number | null>>[] {
  return ranked.map(({ name, all, asBlack, asWhite, faults, rating }) => {
    const met = seatsOf(name, pairs).map(({ side, opponent, standing }) => {
      const { wins, losses, draws } = seenBy(side, standing.all)
      return [`vs ${opponent}`, `${wins}-${losses}-${draws}`] as const
    })
    return {
      player: name,
      elo: rounded(rating?.elo),
      error: rounded(rating?.error),
      low: rounded(rating?.interval.low),
      high: rounded(rating?.interval.high),
      lmp: rounded(rating?.lmp),
      ...all,
      rate: rounded(rateOf(all), 4),
      rateBlack: rounded(rateOf(asBlack), 4),
      rateWhite: rounded(rateOf(asWhite), 4),
      faults: [...faults.values()].reduce((sum, count) => sum + count, 0),
      ...Object.fromEntries(met),
    }
  })
}

function rounded(value: number | undefined, digits = 1): number | null {
  return value !== undefined && Number.isFinite(value) ? Number(value.toFixed(digits)) : null
}

function eloText(elo: number): string {
  const whole = Math.round(elo)
  return whole === 0 ? "0" : signed(whole, 0, "-")
}

function rateText(tally: Tally): string {
  const share = rateOf(tally)
  return Number.isNaN(share) ? "–" : `${percent(share)} %`
}
