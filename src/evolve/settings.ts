// What a run of coevolution is made of (EVO-2, EVO-3), what is allowed, and what can be asked of it: the same for the
// kernel and for its twin.

import { Random } from "../base/random.ts"
import { err, ok, type Result } from "../base/result.ts"
import type { GameSums } from "../kernel/playout.ts"
import { allPoints, Empty, isPass, type Board, type Color, type Move } from "../rules/index.ts"
import type { Strategy } from "./strategy.ts"

/** The position and the knobs of a run. */
export interface EvolutionSettings {
  readonly board: Board
  /** Who plays first. */
  readonly first: Color
  /** Black must be ahead by more than this in area. */
  readonly komi: number
  readonly seed: number
  /** Whether the other side has just passed: then a pass ends the game. Default: no. */
  readonly passed?: boolean
  /** Individuals on each side. */
  readonly population?: number
  /** The paper's threads: each has a champion on each side. */
  readonly lineages?: number
  /** How likely a new individual has two parents and not one. */
  readonly crossover?: number
  /** How likely it is mutated. */
  readonly mutation?: number
  /** How likely a tree is cut at an inner node and not at a leaf. */
  readonly inner?: number
  /** How likely the winner of all three games becomes its lineage's champion. */
  readonly succession?: number
  /** Capture Go (RUL-5): a game ends when a side has taken this many stones. Default: 0, ordinary Go. */
  readonly captureGoal?: number
  /** Also count who owns each point at the end of the games. Default: no. */
  readonly owners?: boolean
}

/**
 * The settings where none are given: those of the paper (section 4; populations of 8192 and 64 threads are those
 * of section 5).
 */
export const EVOLUTION_DEFAULTS = {
  passed: false,
  population: 8192,
  lineages: 64,
  crossover: 0.9,
  mutation: 0.1,
  inner: 0.9,
  succession: 1 / 8192,
  captureGoal: 0,
  owners: false,
} as const

/** Games that one step of a run plays. */
export const GAMES_PER_STEP = 8
/** The fewest individuals of a side: two are drawn, and another two must be there to breed from. */
export const SMALLEST_POPULATION = 4
/** The most individuals of a side; both sides take 64 MB then. */
export const LARGEST_POPULATION = 131_072
/** The most steps of a run: its games are counted in 32 bits. */
export const MOST_STEPS = 536_870_911

/** The settings of a run, all of them. */
export type CompleteSettings = Required<EvolutionSettings>

const PROBABILITIES = ["crossover", "mutation", "inner", "succession"] as const

/** The settings with everything in them; the error says what is allowed. */
export function completeSettings(given: EvolutionSettings): Result<CompleteSettings, string> {
  const settings = { ...EVOLUTION_DEFAULTS, ...given }
  const { board, first, population, lineages, komi } = settings
  if (!isWithin(population, SMALLEST_POPULATION, LARGEST_POPULATION))
    return err(
      `a population has ${SMALLEST_POPULATION} to ${LARGEST_POPULATION} individuals, not ${population}`,
    )
  const most = Math.floor(population / 2)
  if (!isWithin(lineages, 1, most))
    return err(
      `there can be 1 to ${most} lineages in a population of ${population}, because each draws two individuals; not ${lineages}`,
    )
  for (const name of PROBABILITIES) {
    const value = settings[name]
    if (!(value >= 0 && value <= 1)) return err(`${name} is a probability from 0 to 1, not ${value}`)
  }
  if (!Number.isFinite(komi)) return err(`komi is a number, not ${komi}`)
  const isPlayable = allPoints(board.size).some(
    (point) => board.at(point) === Empty && board.isLegal(first, point),
  )
  if (!isPlayable) return err("the side to play has no legal move but a pass, so there is nothing to evolve")
  return ok(settings)
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

/** The seed of the generator that a step draws from; the founding of the populations is step -1. */
export function stepSeed({ low, high }: RunKey, step: number): number {
  return high * 0x1_0000_0000 + ((low + step) >>> 0)
}

/** A run's seed, spread so that the steps of two runs hardly ever meet; 53 bits, as a seed has. */
export interface RunKey {
  readonly low: number
  readonly high: number
}

/** The key of a run's random choices, from its seed. */
export function runKey(seed: number): RunKey {
  const random = new Random(seed)
  return { low: random.next(), high: random.below(0x20_0000) }
}

/** Games in which the side to play first was advised to begin so, and how many of them it won. */
export interface OpeningResult {
  readonly games: number
  readonly wins: number
}

/** Two populations while they evolve. */
export interface Coevolution {
  readonly settings: CompleteSettings
  /** Steps since the founding. */
  readonly steps: number
  /** Runs `most` steps, but not beyond `limit` in all; fewer after `stop`. Answers how many. */
  run(most: number, limit?: number): number
  strategy(color: Color, index: number): Strategy
  champion(color: Color, lineage: number): Strategy
  /** What an individual advises after these moves of its opponent's (see `adviceAfter`). */
  advice(color: Color, index: number, opponentMoves: readonly Move[]): Move | undefined
  sums(): GameSums
  /** By point: share of the games in which it ended as Black's, less the share as White's. */
  owners(): Float64Array
  openingResult(move: Move | undefined): OpeningResult
}

/** How many individuals advise what after these moves of their opponent's; undefined is for those who say nothing. */
export function tallyAdvice(
  evolution: Coevolution,
  color: Color,
  opponentMoves: readonly Move[] = [],
): Map<Move | undefined, number> {
  const tally = new Map<Move | undefined, number>()
  for (let index = 0; index < evolution.settings.population; index++) {
    const move = evolution.advice(color, index, opponentMoves)
    tally.set(move, (tally.get(move) ?? 0) + 1)
  }
  return tally
}

// Moves as small numbers, in the order in which a random tree draws them: points row by row, the pass, the leaf.

/** The number of a move, a pass or a leaf in the arrays of a strategy. */
export function makeNodeCode(size: number, move: Move | undefined): number {
  if (move === undefined) return size * size + 1
  return isPass(move) ? size * size : codes(size).get(move)!
}

/** The move of a node's code: undefined for a leaf, null for a number that is no node's. */
export function parseNodeCode(size: number, code: number): Move | undefined | null {
  if (code === size * size + 1) return undefined
  return nodeMoves(size)[code] ?? null
}

/** The moves that a node can be, in the order of their codes. */
export function nodeMoves(size: number): readonly Move[] {
  return tableOf(size).moves
}

function codes(size: number): ReadonlyMap<Move, number> {
  return tableOf(size).codes
}

interface NodeTable {
  readonly moves: readonly Move[]
  readonly codes: ReadonlyMap<Move, number>
}

const tables = new Map<number, NodeTable>()

function tableOf(size: number): NodeTable {
  const known = tables.get(size)
  if (known) return known
  const moves: readonly Move[] = [...allPoints(size), 0 as Move]
  const table = { moves, codes: new Map(moves.map((move, code) => [move, code])) }
  tables.set(size, table)
  return table
}
