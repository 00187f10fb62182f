// The state of one GTP conversation: a game, its rules and clocks, a player, and a seed. Commands
// (commands.ts) read and change it.

import { Random } from "../base/random.ts"
import { err, type Result } from "../base/result.ts"
import type { Answer, Budget, DeadStoneEstimator, Player, Request, TimeSettings } from "../players/index.ts"
import { deadStones, Game, outcomeOfMargin } from "../rules/index.ts"
import type { Color, GameOptions, Outcome, Point, Ruleset } from "../rules/index.ts"
import type { SearchReport, TimeLeft } from "../search/index.ts"
import { afterOwnMove } from "./clock.ts"

/** The player and the rules of a conversation. */
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

/** What a player says that it can't do, such as a board beyond its size: no fault of the engine. */
export class PlayerRefusal extends Error {}

/** What a move may be asked for beside its colour. */
export type Wishes = Pick<Request, "onReport" | "reportEvery" | "mustCapture">

/** One conversation with a GTP engine: its game, player and clock. */
export class Session {
  readonly player: Player
  readonly estimateDead: DeadStoneEstimator
  readonly #seed: number
  #game: Game
  /** What was asked for; a loaded game that repeats a position has simple ko for its own duration. */
  #rules: Ruleset
  #random: Random
  /** Analyses count their seeds, so that looking at a game does not change those of its moves. */
  #analyses = 0
  #time: TimeSettings = { kind: "none" }
  readonly #left = new Map<Color, TimeLeft>()
  #thinking: AbortController | undefined
  #isHurried = false
  #report: SearchReport | undefined
  /** Whether the player knows how this game ended. */
  #isTold = false
  /** Set by `quit`, and when the client is gone. */
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

  /** What the last search in this game found, whatever was played since. */
  get report(): SearchReport | undefined {
    return this.#report
  }

  /** Asks a player that is thinking to answer with what it has. */
  interrupt(): void {
    this.#thinking?.abort()
  }

  /** The same, and for every move that is still asked for. */
  hurry(): void {
    this.#isHurried = true
    this.interrupt()
  }

  /** An empty board; the same seed plays the same game again. */
  clear(options: Partial<GameOptions> = {}): Result<Game, string> {
    const { size, komi } = this.#game
    const game = Game.create({ size, rules: this.#rules, komi, turns: "free", ...options })
    if (!game.ok) return game
    this.tellEnd()
    this.#game = game.value
    this.#random = new Random(this.#seed)
    this.#forget()
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
    this.tellEnd()
    this.#game = game
    this.#forget()
  }

  setTime(settings: TimeSettings): void {
    this.#time = settings
    this.#left.clear()
  }

  /** Lets a player that searches get ready while no clock runs: its first move would pay for that. */
  async wake(): Promise<void> {
    // A player that fails to get ready fails again, and says why, when a move is asked for.
    await this.player.prepare?.(this.#game.position()).catch(() => undefined)
  }

  setTimeLeft(color: Color, seconds: number, stones: number): void {
    this.#left.set(color, { seconds, stones })
  }

  /** Lets the player choose a move for this colour; the board stays as it is. */
  async choose(color: Color, kind: "game" | "regression", wishes: Wishes = {}): Promise<Answer> {
    const seed = kind === "game" ? this.#random.next() : REGRESSION_SEED
    const begun = performance.now()
    try {
      const answer = await this.#think((signal) =>
        this.player.choose({ ...this.#ask(color, seed), budget: this.#budget(color), signal, ...wishes }),
      )
      this.#report = answer.report
      return answer
    } finally {
      if (kind === "game") this.#spend(color, (performance.now() - begun) / 1000)
    }
  }

  /** Lets the player search for this colour until it is interrupted or the signal fires. */
  async analyze(
    color: Color,
    until: AbortSignal,
    wishes: Wishes & Required<Pick<Wishes, "onReport">>,
  ): Promise<void> {
    const onReport = (report: SearchReport): void => {
      this.#report = report
      wishes.onReport(report)
    }
    await this.#think((signal, stop) => {
      if (until.aborted) stop()
      until.addEventListener("abort", stop, { once: true })
      const request = { ...this.#ask(color, ++this.#analyses), budget: {}, signal, ...wishes, onReport }
      return this.player.analyze!(request)
    })
  }

  /** The dead stones as the engine sees them; none where the rules remove none. */
  deadStones(): Set<Point> {
    const { board, rules, toPlay } = this.#game
    if (rules.dead === "none") return new Set()
    return deadStones(board, this.estimateDead(board, toPlay, REGRESSION_SEED))
  }

  /** Tells the player how the game ended, if it has, and once. Who hears it from elsewhere says how. */
  tellEnd(heard?: Outcome): void {
    if (this.#isTold || !this.player.gameOver) return
    const outcome = heard ?? this.#outcome()
    if (!outcome) return
    this.#isTold = true
    this.player.gameOver(this.#game.position(), outcome)
  }

  /** After two passes the engine's own count. */
  #outcome(): Outcome | undefined {
    const { outcome, phase } = this.#game
    if (phase !== "counting") return outcome
    return outcomeOfMargin(this.#game.score(this.deadStones()).margin)
  }

  #ask(color: Color, seed: number): Pick<Request, "position" | "color" | "seed"> {
    return { position: this.#game.position(), color, seed }
  }

  async #think<T>(run: (signal: AbortSignal, stop: () => void) => Promise<T>): Promise<T> {
    const thinking = new AbortController()
    this.#thinking = thinking
    if (this.#isHurried) thinking.abort()
    try {
      return await run(thinking.signal, () => thinking.abort())
    } catch (error) {
      throw error instanceof RangeError ? new PlayerRefusal(error.message, { cause: error }) : error
    } finally {
      this.#thinking = undefined
    }
  }

  #spend(color: Color, seconds: number): void {
    const left = this.#left.get(color)
    if (left) this.#left.set(color, afterOwnMove(this.#time, left, seconds))
  }

  /** What belongs to the game before. */
  #forget(): void {
    this.#left.clear()
    this.#report = undefined
    this.#analyses = 0
    this.#isTold = false
  }

  #budget(color: Color): Budget {
    if (this.#time.kind === "none") return {}
    const left = this.#left.get(color)
    return { clock: left === undefined ? { settings: this.#time } : { settings: this.#time, left } }
  }
}
