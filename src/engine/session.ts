// The state of one GTP conversation: a game, its rules and clocks, a player, and a seed. Commands
// (commands.ts) read and change it.

import { Random } from "../base/random.ts"
import { err, type Result } from "../base/result.ts"
import type { Answer, Budget, Clock, DeadStoneEstimator, Player, TimeSettings } from "../players/index.ts"
import { deadStones, Game, type Color, type GameOptions, type Point, type Ruleset } from "../rules/index.ts"

export interface SessionOptions {
  readonly player: Player
  readonly rules: Ruleset
  readonly seed: number
  readonly estimateDead: DeadStoneEstimator
  /** Default 19, as the protocol's clients expect. */
  readonly size?: number
}

const DEFAULT_SIZE = 19

/** Moves that must not depend on chance (`reg_genmove`) are chosen with this seed. */
const REGRESSION_SEED = 1

export class Session {
  readonly player: Player
  readonly estimateDead: DeadStoneEstimator
  readonly #seed: number
  #game: Game
  /** What was asked for; a loaded game that repeats a position has simple ko for its own duration. */
  #rules: Ruleset
  #random: Random
  #time: TimeSettings = { kind: "none" }
  readonly #left = new Map<Color, Clock["left"]>()
  #thinking: AbortController | undefined
  /** Set by `quit`. */
  isOver = false

  constructor({ player, rules, seed, estimateDead, size = DEFAULT_SIZE }: SessionOptions) {
    this.player = player
    this.estimateDead = estimateDead
    this.#seed = seed
    this.#rules = rules
    this.#random = new Random(seed)
    const game = Game.create({ size, rules, turns: "free" })
    if (!game.ok) throw new RangeError(game.error)
    this.#game = game.value
  }

  get game(): Game {
    return this.#game
  }

  /** The rules of new games. */
  get rules(): Ruleset {
    return this.#rules
  }

  /** Asks a player that is thinking to answer with what it has. */
  interrupt(): void {
    this.#thinking?.abort()
  }

  /** An empty board; the same seed plays the same game again. */
  clear(options: Partial<GameOptions> = {}): Result<Game, string> {
    const { size, komi } = this.#game
    const game = Game.create({ size, rules: this.#rules, komi, turns: "free", ...options })
    if (!game.ok) return game
    this.#game = game.value
    this.#random = new Random(this.#seed)
    this.#left.clear()
    return game
  }

  /** Goes on with the same moves under other rules or komi; refused when those rules forbid one of the moves. */
  change(options: Pick<GameOptions, "rules" | "komi">): Result<Game, string> {
    const position = this.#game.position()
    const game = Game.replay({ ...position, ...options }, position.moves)
    if (!game.ok) return err(`move ${game.error.number}: ${game.error.reason}`)
    this.#game = game.value
    this.#rules = options.rules ?? this.#rules
    return game
  }

  /** Takes over a game that was read from a record; its turns are free. */
  load(game: Game): void {
    this.#game = game
    this.#left.clear()
  }

  setTime(settings: TimeSettings): void {
    this.#time = settings
    this.#left.clear()
  }

  setTimeLeft(color: Color, seconds: number, stones: number): void {
    this.#left.set(color, { seconds, stones })
  }

  /** Lets the player choose a move for this colour; the board stays as it is. */
  async choose(color: Color, kind: "game" | "regression"): Promise<Answer> {
    const seed = kind === "game" ? this.#random.next() : REGRESSION_SEED
    const thinking = new AbortController()
    this.#thinking = thinking
    try {
      return await this.player.choose({
        position: this.#game.position(),
        color,
        budget: this.#budget(color),
        seed,
        signal: thinking.signal,
      })
    } finally {
      this.#thinking = undefined
    }
  }

  /** The dead stones as the engine sees them; none where the rules remove none. */
  deadStones(): Set<Point> {
    const { board, rules, toPlay } = this.#game
    if (rules.dead === "none") return new Set()
    return deadStones(board, this.estimateDead(board, toPlay, REGRESSION_SEED))
  }

  #budget(color: Color): Budget {
    if (this.#time.kind === "none") return {}
    const left = this.#left.get(color)
    return { clock: left === undefined ? { settings: this.#time } : { settings: this.#time, left } }
  }
}
