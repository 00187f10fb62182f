// Where the simple searches (flat.ts) get their numbers from: playouts after a line of moves, and what they add up to.

import type { Random } from "../base/random.ts"
import {
  KERNEL_MAX_SIZE,
  runPlayouts,
  type Kernel,
  type PlayoutSummary,
  type PolicyName,
} from "../kernel/index.ts"
import { Black, handicapCompensation, opponent, PASS, POINTS } from "../rules/index.ts"
import type { Board, Color, Game, Move } from "../rules/index.ts"

/** What a move is judged by: how often it wins, or by how many points. */
export type FlatValue = "win" | "score"

/** Results of playouts, as one side sees them. */
export class Tally {
  #games = 0
  #wins = 0
  #winSquares = 0
  #points = 0
  #pointSquares = 0

  get games(): number {
    return this.#games
  }

  /** Adds games with this number of wins and draws; `score` and `spread` are mean and deviation of their margins. */
  add(games: number, wins: number, draws: number, score: number, spread: number): void {
    this.#games += games
    this.#wins += wins + draws / 2
    this.#winSquares += wins + draws / 4
    this.#points += games * score
    this.#pointSquares += games * (spread * spread + score * score)
  }

  mean(value: FlatValue): number {
    return this.#games === 0 ? 0 : (value === "win" ? this.#wins : this.#points) / this.#games
  }

  /** The standard deviation of single results. */
  deviation(value: FlatValue): number {
    if (this.#games === 0) return 0
    const squares = value === "win" ? this.#winSquares : this.#pointSquares
    return Math.sqrt(Math.max(0, squares / this.#games - this.mean(value) ** 2))
  }
}

/** The better tally first; what neither value tells apart stays in order. A move that was never tried comes last. */
export function compareTallies(a: Tally, b: Tally, value: FlatValue): number {
  if (a.games === 0 || b.games === 0) return Number(a.games === 0) - Number(b.games === 0)
  return b.mean(value) - a.mean(value) || b.mean("score") - a.mean("score")
}

interface SamplerOptions {
  /** None on boards over 19×19 or without WebAssembly: the kernel's slower twin plays then. */
  readonly kernel: Kernel | undefined
  readonly game: Game
  /** The side to move, whose results are tallied. */
  readonly color: Color
  readonly policy: PolicyName
  readonly random: Random
}

/** Games in a row for one line. The twin takes milliseconds for a game, and a signal to stop must not wait longer. */
const BATCH = 10

export class Sampler {
  readonly color: Color
  /** All playouts so far. */
  readonly total = new Tally()
  readonly batch: number
  readonly #kernel: Kernel | undefined
  readonly #board: Board
  readonly #last: Move
  readonly #goal: number | undefined
  readonly #komi: number
  readonly #policy: PolicyName
  readonly #random: Random
  readonly #owned = new Float64Array(POINTS)

  constructor({ kernel, game, color, policy, random }: SamplerOptions) {
    this.color = color
    this.batch = kernel && game.size <= KERNEL_MAX_SIZE ? BATCH : 1
    this.#kernel = kernel
    this.#board = game.board.clone()
    this.#last = game.moves.at(-1)?.move ?? PASS
    this.#goal = game.rules.captureGoal
    // Capture Go does not count points: a margin is 1, 0 or -1.
    this.#komi = this.#goal === undefined ? game.komi + handicapCompensation(game.rules, game.handicap) : 0
    this.#policy = policy
    this.#random = random
  }

  /** Plays a line, both sides in turn, and games from there on; their results go into `tally`. */
  sample(line: readonly Move[], games: number, tally: Tally): void {
    const board = this.#board
    const winner = this.#playLine(line)
    if (winner === undefined) {
      const first = line.length % 2 === 0 ? this.color : opponent(this.color)
      this.#tell(this.#run(games, first, line.at(-1) ?? this.#last), [tally, this.total])
    } else {
      const won = winner === this.color
      for (const each of [tally, this.total]) each.add(games, won ? games : 0, 0, won ? 1 : -1, 0)
    }
    while (board.played > 0) board.undo()
  }

  /** One game from the root. Its result is to be tallied with `tell`, for the moves that it speaks for. */
  playOne(): PlayoutSummary {
    return this.#run(1, this.color, this.#last)
  }

  tell(summary: PlayoutSummary, tallies: Iterable<Tally>): void {
    this.#tell(summary, [...tallies, this.total])
  }

  /** By point: share of all games in which it ended as Black's less the share as White's. */
  owners(): Float64Array {
    return this.#owned.map((sum) => sum / Math.max(1, this.total.games))
  }

  /** Who has won Capture Go by this line: the kernel plays one move before it looks. */
  #playLine(line: readonly Move[]): Color | undefined {
    let color = this.color
    for (const move of line) {
      const taken = this.#board.prisoners(color)
      this.#board.play(color, move)
      const now = this.#board.prisoners(color)
      if (this.#goal !== undefined && now > taken && now >= this.#goal) return color
      color = opponent(color)
    }
    return undefined
  }

  #run(games: number, first: Color, last: Move): PlayoutSummary {
    return runPlayouts(this.#kernel, this.#board, {
      games,
      first,
      last,
      komi: this.#komi,
      seed: this.#random.next(),
      policy: this.#policy,
      owners: true,
      ...(this.#goal === undefined ? {} : { captureGoal: this.#goal }),
    })
  }

  #tell(summary: PlayoutSummary, tallies: readonly Tally[]): void {
    const { games, blackWins, whiteWins, meanMargin, spread, owners } = summary
    const isBlack = this.color === Black
    const ahead = meanMargin - this.#komi
    for (const tally of tallies) {
      const wins = isBlack ? blackWins : whiteWins
      tally.add(games, wins, games - blackWins - whiteWins, isBlack ? ahead : -ahead, spread)
    }
    for (let point = 0; point < POINTS; point++) this.#owned[point]! += games * owners![point]!
  }
}
