// What one's games against the levels say of one's own strength: kept in the browser, and used to propose the next
// opponent. Even games come first; stones are offered against a level that is too strong without them.

import { eloOfRank, findLevel, kyuOf, ladderSize, LEVELS, measuredOf, stonesFor } from "montego/players"
import type { Level, LevelId } from "montego/players"
import { opponent } from "montego/rules"
import type { Keep } from "../shared/storage.ts"
import { mostHandicap, type Settings } from "../shared/settings.ts"
import type { PlaySession } from "./play.ts"

interface Result {
  /** Of the game: one that is taken back and ended again counts once. */
  readonly seed: number
  readonly size: number
  readonly level: LevelId
  /** Stones that the person had; negative for stones of the machine. */
  readonly stones: number
  /** The person's share of the point. */
  readonly score: 0 | 0.5 | 1
}

/** Older games say less of today's strength. */
const MOST_RESULTS = 40
const RECENT = 12
/** Games before stones are offered. */
const FEWEST_FOR_STONES = 3
/** Elo between levels that were not measured on a board. */
const STEP = 200

export class Results {
  readonly #keep: Keep
  #results: readonly Result[]

  constructor(keep: Keep) {
    this.#keep = keep
    const stored = keep.read("results")
    this.#results = Array.isArray(stored) ? stored.filter(isResult) : []
  }

  /** Takes note of a game that is over; others change nothing. */
  note({ game, settings, seed, machine }: PlaySession): void {
    const { outcome } = game
    const level = findLevel(settings.opponent)
    if (!outcome || !level || machine === undefined || game.rules.captureGoal !== undefined) return
    if (!("winner" in outcome) && outcome.kind !== "draw") return
    const person = opponent(machine)
    const score = "winner" in outcome ? (outcome.winner === person ? 1 : 0) : 0.5
    const stones = settings.color === 1 ? game.handicap : -game.handicap
    const result: Result = { seed, size: game.size, level: level.id, stones, score }
    this.#results = [...this.#results.filter((other) => other.seed !== seed), result].slice(-MOST_RESULTS)
    this.#keep.write("results", this.#results)
  }

  /** One's own Elo on this board, on the scale of the levels; undefined before the first game. */
  strength(size: number): number | undefined {
    const board = ladderSize(size)
    const games = this.#results.filter((result) => ladderSize(result.size) === board).slice(-RECENT)
    const [first] = games
    if (!first) return undefined
    // As if the first opponent had been drawn with once more: a single win is not infinitely strong.
    const prior = eloOf(findLevel(first.level)!, size) - elosOfStones(first.stones, first.level, size)
    let [low, high] = [prior - 2000, prior + 2000]
    const excess = (own: number): number =>
      games.reduce(
        (sum, { level, stones, score }) =>
          sum + score - expected(own + elosOfStones(stones, level, size) - eloOf(findLevel(level)!, size)),
        0.5 - expected(own - prior),
      )
    while (high - low > 1) {
      const middle = (low + high) / 2
      if (excess(middle) > 0) low = middle
      else high = middle
    }
    return low
  }

  /** The level that is nearest to one's own strength. */
  suggested(size: number): LevelId | undefined {
    const own = this.strength(size)
    if (own === undefined) return undefined
    const distance = (level: Level): number => Math.abs(eloOf(level, size) - own)
    return (LEVELS as readonly Level[]).reduce((best, level) =>
      distance(level) < distance(best) ? level : best,
    ).id
  }

  /** Stones that would make the game even against the chosen level; 0 where none fit. */
  stonesAgainst(settings: Settings): number {
    const { size, opponent: name } = settings
    const level = findLevel(name)
    const own = this.strength(size)
    const games = this.#results.filter((result) => ladderSize(result.size) === ladderSize(size)).length
    if (!level || own === undefined || games < FEWEST_FOR_STONES || settings.color !== 1) return 0
    const ranks = (eloOf(level, size) - own) / eloOfRank(kyuOf(eloOf(level, size), size), size)
    const stones = Math.min(stonesFor(ranks, size), mostHandicap(settings))
    return stones >= 2 ? stones : 0
  }
}

/** The chance of a player that is `difference` Elo stronger. */
function expected(difference: number): number {
  return 1 / (1 + 10 ** (-difference / 400))
}

/** As measured; where a level was not, one step above the one below. */
function eloOf(level: Level, size: number): number {
  const place = (LEVELS as readonly Level[]).findIndex(({ id }) => id === level.id)
  const below = (LEVELS as readonly Level[])[place - 1]
  return measuredOf(level, size)?.elo ?? (below ? eloOf(below, size) : -4 * STEP - STEP) + STEP
}

/** What stones are worth against a level. */
function elosOfStones(stones: number, level: LevelId, size: number): number {
  const kyu = kyuOf(eloOf(findLevel(level)!, size), size)
  return ((stones * 19 ** 2) / size ** 2) * eloOfRank(kyu, size)
}

function isResult(stored: unknown): stored is Result {
  if (typeof stored !== "object" || stored === null) return false
  const { seed, size, level, stones, score } = stored as Partial<Record<keyof Result, unknown>>
  const areNumbers = [seed, size, stones, score].every((value) => Number.isFinite(value))
  return areNumbers && typeof level === "string" && findLevel(level) !== undefined
}
