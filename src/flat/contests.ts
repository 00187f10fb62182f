// Four ways to share playouts among the moves of a position (flat.ts says where they come from). Each goes in rounds,
// so that it can be stopped at any time with all moves tried about equally well.

import { isPass, POINTS, type Move, type PlayedMove } from "../rules/index.ts"
import type { Pace } from "../search/pace.ts"
import { compareTallies, Tally, type FlatValue, type Sampler } from "./sample.ts"

/** How a move stands. */
export interface Standing {
  /** The move, and the reply that it is judged by where replies are looked at. */
  readonly line: readonly Move[]
  readonly visits: number
  /** What it is judged by. */
  readonly tally: Tally
  readonly isDropped: boolean
}

export interface Contest {
  /** Whether more playouts are of no use or not allowed. */
  readonly isOver: boolean
  round(sampler: Sampler, pace: Pace): Promise<void>
  standings(): Standing[]
}

interface RaceOptions {
  readonly lines: readonly (readonly Move[])[]
  readonly playouts: number
  readonly value: FlatValue
  /** c of the interval μ ± c·σ/√n outside of which lines are dropped; Infinity drops none. */
  readonly confidence: number
  /** -1 where the lowest value is looked for. Default: 1. */
  readonly sign?: 1 | -1
  /** Whether it is over when a single line is left, with playouts to spare. Default: no. */
  readonly endsWithOne?: boolean
}

interface Runner {
  readonly line: readonly Move[]
  readonly tally: Tally
  isDropped: boolean
}

/** Before this number of games no line is dropped: σ is a guess then, and 0 for a line that lost its first games. */
const LEAST_GAMES = 30

/**
 * All lines get the same number of playouts, to one more or less; with a `confidence`, those that are clearly worse
 * than the best drop out and leave theirs to the others (Bouzy's progressive pruning).
 */
export class Race implements Contest {
  readonly #options: RaceOptions
  readonly #runners: readonly Runner[]
  #left: number

  constructor(options: RaceOptions) {
    this.#options = options
    this.#left = options.playouts
    this.#runners = options.lines.map((line) => ({ line, tally: new Tally(), isDropped: false }))
  }

  get isOver(): boolean {
    return this.#left <= 0 || (this.#options.endsWithOne === true && this.#isDecided())
  }

  async round(sampler: Sampler, pace: Pace): Promise<void> {
    const running = this.#running()
    // Small rounds first, so that a search that is stopped early has tried every line.
    const wish = Math.min(sampler.batch, Math.max(1, running[0]!.tally.games))
    const games = Math.min(wish, Math.floor(this.#left / running.length))
    const rest = games < wish ? this.#left - games * running.length : 0
    for (const [index, { line, tally }] of running.entries()) {
      if (pace.isOver) return
      const share = games + Number(index < rest)
      if (share === 0) return
      sampler.sample(line, share, tally)
      this.#left -= share
      await pace.rest()
    }
    this.#prune(running)
  }

  standings(): Standing[] {
    return this.#runners.map(({ line, tally, isDropped }) => ({
      line,
      tally,
      isDropped,
      visits: tally.games,
    }))
  }

  #isDecided(): boolean {
    const [only, ...others] = this.#running()
    return others.length === 0 && only!.tally.games >= LEAST_GAMES
  }

  #running(): Runner[] {
    return this.#runners.filter(({ isDropped }) => !isDropped)
  }

  #prune(running: readonly Runner[]): void {
    const { value, confidence, sign = 1 } = this.#options
    if (confidence === Infinity || running.some(({ tally }) => tally.games < LEAST_GAMES)) return
    const mean = ({ tally }: Runner): number => sign * tally.mean(value)
    const radius = ({ tally }: Runner): number =>
      (confidence * tally.deviation(value)) / Math.sqrt(tally.games)
    const best = running.reduce((a, b) => (mean(b) > mean(a) ? b : a))
    const floor = mean(best) - radius(best)
    for (const runner of running) runner.isDropped = runner !== best && mean(runner) + radius(runner) < floor
  }
}

interface MinimaxOptions extends Pick<RaceOptions, "playouts" | "value" | "confidence"> {
  readonly moves: readonly Move[]
  /** The replies to a move; none when it ends the game. Asked when the move is first tried. */
  readonly replies: (move: Move) => readonly Move[]
}

/**
 * A move is worth as much as its worst reply. Every move has an equal share of the playouts, and its replies race for
 * the lowest value with it (Bouzy and Helmstetter's depth 2).
 */
export class Minimax implements Contest {
  readonly #options: MinimaxOptions
  readonly #branches = new Map<Move, Race>()

  constructor(options: MinimaxOptions) {
    this.#options = options
  }

  get isOver(): boolean {
    const { moves } = this.#options
    return moves.every((move, index) => this.#share(index) === 0 || this.#branches.get(move)?.isOver === true)
  }

  async round(sampler: Sampler, pace: Pace): Promise<void> {
    for (const [index, move] of this.#options.moves.entries()) {
      if (pace.isOver) return
      const branch = this.#branch(move, index)
      if (!branch.isOver) await branch.round(sampler, pace)
    }
  }

  standings(): Standing[] {
    return this.#options.moves.map((move) => {
      const replies = this.#branches.get(move)?.standings() ?? []
      const visits = replies.reduce((sum, reply) => sum + reply.visits, 0)
      const tried = replies.filter((reply) => reply.visits > 0 && !reply.isDropped)
      if (tried.length === 0) return { line: [move], visits, tally: new Tally(), isDropped: false }
      const { value } = this.#options
      const worst = tried.reduce((a, b) => (compareTallies(a.tally, b.tally, value) < 0 ? b : a))
      return { line: worst.line, visits, tally: worst.tally, isDropped: false }
    })
  }

  #branch(move: Move, index: number): Race {
    const known = this.#branches.get(move)
    if (known) return known
    const { value, confidence } = this.#options
    const replies = this.#options.replies(move)
    const lines = replies.length === 0 ? [[move]] : replies.map((reply) => [move, reply])
    const branch = new Race({ lines, playouts: this.#share(index), value, confidence, sign: -1 })
    this.#branches.set(move, branch)
    return branch
  }

  #share(index: number): number {
    const { playouts, moves } = this.#options
    if (playouts === Infinity) return Infinity
    return Math.floor(playouts / moves.length) + Number(index < playouts % moves.length)
  }
}

/**
 * All playouts start at the root, and each speaks for every point to which the side to move came first in it, no matter
 * when (Brügmann's evaluation, later called all-moves-as-first).
 */
export class AllMovesAsFirst implements Contest {
  readonly #moves: readonly Move[]
  /** By move. */
  readonly #tallies: (Tally | undefined)[] = []
  /** By point: the last playout in which either side played there. */
  readonly #played = new Float64Array(POINTS)
  #left: number

  constructor(moves: readonly Move[], playouts: number) {
    this.#moves = moves
    for (const move of moves) this.#tallies[move] = new Tally()
    this.#left = playouts
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  async round(sampler: Sampler, pace: Pace): Promise<void> {
    for (let games = Math.min(sampler.batch, this.#left); games > 0; games--) {
      const summary = sampler.playOne()
      sampler.tell(summary, this.#firstPlayed(summary.lastGame, sampler))
      this.#left--
    }
    await pace.rest()
  }

  standings(): Standing[] {
    return this.#moves.map((move) => {
      const tally = this.#tallies[move]!
      return { line: [move], tally, isDropped: false, visits: tally.games }
    })
  }

  #firstPlayed(game: readonly PlayedMove[], { color, total }: Sampler): Tally[] {
    const playout = total.games + 1
    const tallies: Tally[] = []
    for (const { color: mover, move } of game) {
      if (isPass(move) || this.#played[move] === playout) continue
      this.#played[move] = playout
      const tally = mover === color ? this.#tallies[move] : undefined
      if (tally) tallies.push(tally)
    }
    return tallies
  }
}
