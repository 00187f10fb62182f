// A game as it is kept over a reload: plain data with a format number, and its reading with distrust.

import { err, ok, type Result } from "montego/base"
import { Game, isPass, opponent, parseOutcome, parseVertex, type Move, type Point } from "montego/rules"
import { readClock, type SavedClock } from "./clock.ts"
import { gameOptionsOf, readSettings, type Settings } from "../shared/settings.ts"

/**
 * Raised when the form changes; games of earlier forms are still read. The first had no clock, and presets for players.
 */
export const SAVED_FORMAT = 2
const READ_FORMATS: readonly unknown[] = [1, SAVED_FORMAT]

export interface SavedGame {
  readonly format: typeof SAVED_FORMAT
  readonly settings: Settings
  readonly seed: number
  readonly moves: readonly string[]
  readonly outcome?: string
  readonly dead: readonly string[]
  /** In a game with clocks. */
  readonly clock?: SavedClock
  readonly rates: readonly (readonly [moves: number, blackWins: number])[]
}

/** What a kept game says, as a session takes it up. */
interface KeptGame {
  readonly settings: Settings
  readonly seed: number
  readonly game: Game
  readonly dead: ReadonlySet<Point>
  readonly clock: SavedClock | undefined
  readonly rates: SavedGame["rates"]
}

export function readSavedGame(saved: unknown): Result<KeptGame, string> {
  const broken = err("the kept game can't be read")
  if (typeof saved !== "object" || saved === null) return broken
  const { format, settings: stored, seed, moves, outcome, dead, clock, rates } = saved as Partial<SavedGame>
  if (!READ_FORMATS.includes(format) || !Array.isArray(moves) || !Number.isSafeInteger(seed)) return broken
  const settings = readSettings(stored)
  const game = replay(settings, moves)
  if (!game.ok) return game
  const ended = typeof outcome === "string" ? parseOutcome(outcome) : undefined
  if (ended) game.value.end(ended)
  const marked = Array.isArray(dead) ? dead.map((text) => parseVertex(String(text), settings.size)) : []
  return ok({
    settings,
    seed: seed as number,
    game: game.value,
    dead: new Set(marked.filter((move) => move !== undefined && !isPass(move)) as Point[]),
    clock: readClock(clock, moves.length),
    rates: Array.isArray(rates) ? rates : [],
  })
}

function replay(settings: Settings, moves: readonly unknown[]): Result<Game, string> {
  const options = gameOptionsOf(settings)
  const first = Game.create(options)
  if (!first.ok) return first
  let color = first.value.toPlay
  const played: { color: typeof color; move: Move }[] = []
  for (const text of moves) {
    const move = parseVertex(String(text), settings.size)
    if (move === undefined) return err("the kept game can't be read")
    played.push({ color, move })
    color = opponent(color)
  }
  const game = Game.replay(options, played)
  return game.ok ? game : err(game.error.reason)
}
