// Ratings of many players from all their results (ARE-2, BT-7) by the Bradley–Terry model, in Elo: by maximum
// likelihood, and by Lew's LMP, which has the same mode and its own idea of the error. A draw is half a win of either
// side. Elo are differences: one named player is the anchor at 0, and every error is that of the distance to it.
//
// Both share one prior, or a player who won every game would have no finite rating: every player brings half
// a drawn game, spread over the opponents in proportion to the games with them. Two players thus draw one game more
// than they played. No player is drawn towards a mean, and the anchor makes no difference to distances.

import { normalQuantile, type Interval } from "../base/statistics.ts"
import { Lmp, propagate } from "../learn/index.ts"

/** How two players fared against each other, as the first sees it. There may be several for the same two. */
export interface Encounter {
  readonly first: string
  readonly second: string
  readonly wins: number
  readonly draws: number
  readonly losses: number
}

/** A player's Elo with its error. */
export interface Rating {
  readonly player: string
  readonly elo: number
  /** Standard error of `elo`; 0 for the anchor. */
  readonly error: number
  /** `elo` with 95 % confidence. */
  readonly interval: Interval
  readonly games: number
  /** Points by game; 0.5 without games. */
  readonly score: number
}

/** The players that games connect, and those that they don't. */
export interface Ratings {
  /** The strongest first; players of the same rating by name. */
  readonly rated: readonly Rating[]
  /** Players whom no chain of games connects with the anchor. */
  readonly unrated: readonly string[]
}

const ELO_PER_LOG = 400 / Math.log(10)
const Z = normalQuantile(0.975)
/** Of the logarithm of a strength in one pass. */
const TOLERANCE = 1e-11
const MAX_PASSES = 100_000

/**
 * Ratings by the Bradley-Terry model with maximum likelihood; errors from the curvature of the likelihood at its
 * maximum.
 */
export function eloRatings(results: readonly Encounter[], anchor: string): Ratings {
  const field = makeField(results, anchor)
  const strengths = maximize(field)
  const covariance = invert(information(field, strengths))
  return makeRatings(field, strengths, (player) => Math.sqrt(covariance[player - 1]![player - 1]!))
}

/**
 * Ratings by LMP; errors from the beliefs about the player and the anchor, as if they were independent. They are
 * what LMP claims, and much too small for lopsided results (learn/lmp.ts says why); those of `eloRatings` are
 * sound.
 */
export function lmpRatings(results: readonly Encounter[], anchor: string): Ratings {
  const field = makeField(results, anchor)
  const lmp = new Lmp(field.names.length, 0)
  const choices = field.pairings.flatMap(({ players, points }) =>
    players.map((choice, i) => ({ alternatives: players, choice, weight: points[i]! })),
  )
  propagate(lmp, choices, { tolerance: TOLERANCE, maxPasses: MAX_PASSES })
  const strengths = field.names.map((_, player) => lmp.strength(player))
  const errorOf = (player: number): number =>
    Math.hypot(lmp.belief(player).logDeviation, lmp.belief(0).logDeviation)
  return makeRatings(field, strengths, errorOf)
}

/** Two players, and the points each won from the other, the prior's included. */
interface Pairing {
  readonly players: readonly [number, number]
  readonly points: readonly [number, number]
}

interface Field {
  /** Players whom games connect with the anchor; the anchor is player 0. */
  readonly names: readonly string[]
  readonly pairings: readonly Pairing[]
  /** By player, without the prior. */
  readonly games: readonly number[]
  readonly points: readonly number[]
  readonly unrated: readonly string[]
}

function makeField(results: readonly Encounter[], anchor: string): Field {
  // A player's games against itself say nothing.
  const met = results.filter(
    ({ first, second, wins, draws, losses }) => first !== second && wins + draws + losses > 0,
  )
  const names = connected(met, anchor)
  const numbers = new Map(names.map((name, i) => [name, i]))
  const games = names.map(() => 0)
  const points = names.map(() => 0)
  const tables = new Map<string, { players: readonly [number, number]; points: [number, number] }>()
  for (const { first, second, wins, draws, losses } of met) {
    const [a, b] = [numbers.get(first), numbers.get(second)]
    if (a === undefined || b === undefined) continue
    const players = a < b ? ([a, b] as const) : ([b, a] as const)
    const gained = [(a < b ? wins : losses) + draws / 2, (a < b ? losses : wins) + draws / 2] as const
    const table = tables.get(players.join()) ?? { players, points: [0, 0] }
    tables.set(players.join(), table)
    for (const side of [0, 1] as const) {
      table.points[side] += gained[side]
      points[players[side]]! += gained[side]
      games[players[side]]! += wins + draws + losses
    }
  }
  const pairings = Array.from(tables.values(), ({ players, points: [won, lost] }) => {
    const prior = ((won + lost) / 4) * (1 / games[players[0]]! + 1 / games[players[1]]!)
    return { players, points: [won + prior, lost + prior] as const }
  })
  const all = new Set(results.flatMap(({ first, second }) => [first, second]))
  const unrated = [...all].filter((name) => !numbers.has(name)).sort()
  return { names, pairings, games, points, unrated }
}

/** The anchor, and all players who are joined to it by a chain of games. */
function connected(met: readonly Encounter[], anchor: string): readonly string[] {
  const opponents = new Map<string, Set<string>>()
  const note = (player: string, opponent: string): void => {
    opponents.set(player, (opponents.get(player) ?? new Set()).add(opponent))
  }
  for (const { first, second } of met) {
    note(first, second)
    note(second, first)
  }
  // A set grows while it is walked.
  const reached = new Set([anchor])
  for (const player of reached) for (const opponent of opponents.get(player) ?? []) reached.add(opponent)
  return [...reached]
}

/** Minorization–maximization (Hunter 2004), player after player with the newest strengths of the others. */
function maximize({ names, pairings }: Field): number[] {
  const strengths = names.map(() => 1)
  const points = names.map(() => 0)
  const opponents = names.map((): { opponent: number; games: number }[] => [])
  for (const { players, points: gained } of pairings)
    for (const side of [0, 1] as const) {
      points[players[side]]! += gained[side]
      opponents[players[side]]!.push({ opponent: players[1 - side]!, games: gained[0] + gained[1] })
    }
  for (let pass = 0, change = Infinity; change > TOLERANCE && pass < MAX_PASSES; pass++) {
    change = 0
    for (const [player, met] of opponents.entries()) {
      if (met.length === 0) continue
      const old = strengths[player]!
      const share = met.reduce((sum, { opponent, games }) => sum + games / (old + strengths[opponent]!), 0)
      strengths[player] = points[player]! / share
      change = Math.max(change, Math.abs(Math.log(strengths[player] / old)))
    }
  }
  return strengths
}

/** Minus the second derivatives of the log-likelihood over the logarithms of all strengths but the anchor's. */
function information({ names, pairings }: Field, strengths: readonly number[]): number[][] {
  const matrix = names.slice(1).map(() => names.slice(1).map(() => 0))
  for (const { players, points } of pairings) {
    const [a, b] = players
    const chance = strengths[a]! / (strengths[a]! + strengths[b]!)
    const curvature = (points[0] + points[1]) * chance * (1 - chance)
    for (const player of players) if (player > 0) matrix[player - 1]![player - 1]! += curvature
    if (a > 0 && b > 0) {
      matrix[a - 1]![b - 1]! -= curvature
      matrix[b - 1]![a - 1]! -= curvature
    }
  }
  return matrix
}

/** Gauss–Jordan in place; a positive definite matrix needs no exchange of rows. */
function invert(matrix: number[][]): number[][] {
  for (const [k, pivotRow] of matrix.entries()) {
    const pivot = pivotRow[k]!
    pivotRow[k] = 1
    for (const column of pivotRow.keys()) pivotRow[column]! /= pivot
    for (const [i, row] of matrix.entries()) {
      if (i === k) continue
      const factor = row[k]!
      row[k] = 0
      for (const column of row.keys()) row[column]! -= factor * pivotRow[column]!
    }
  }
  return matrix
}

function makeRatings(
  { names, games, points, unrated }: Field,
  strengths: readonly number[],
  logError: (player: number) => number,
): Ratings {
  const rated = names.map((name, player): Rating => {
    const elo = player === 0 ? 0 : ELO_PER_LOG * Math.log(strengths[player]! / strengths[0]!)
    const error = player === 0 ? 0 : ELO_PER_LOG * logError(player)
    const played = games[player]!
    return {
      player: name,
      elo,
      error,
      interval: { low: elo - Z * error, high: elo + Z * error },
      games: played,
      score: played === 0 ? 0.5 : points[player]! / played,
    }
  })
  rated.sort((a, b) => b.elo - a.elo || (a.player < b.player ? -1 : 1))
  return { rated, unrated }
}
