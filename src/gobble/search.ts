// Gobble's choice of a move (Brügmann 1993): strategy A plays games from the position and takes the point whose games
// went best; strategy B plays the best few of these and evaluates each again (SA-1, SA-2).

import { Random } from "../base/random.ts"
import { allPoints, Black, Empty, isEye, opponent, PASS, POINTS } from "../rules/index.ts"
import type { Board, Color, Move, Point } from "../rules/index.ts"
import { allocationFor } from "../search/allowance.ts"
import { DEFAULT_PLAYOUTS } from "../search/index.ts"
import type { Candidate, SearchReport, SearchRequest } from "../search/index.ts"
import { Pace } from "../search/pace.ts"
import { startOf, type Start } from "../search/start.ts"
import { passWins, playableMoves } from "../search/turn.ts"
import { evaluate } from "./evaluation.ts"
import type { Gobble, GobbleTotals, GobbleValues } from "./kernel.ts"
import type { GobbleSettings } from "./settings.ts"

/** A move with Gobble's value. */
export interface GobbleCandidate extends Candidate {
  /** The mean margin that it is judged by, as Black sees it, komi not counted. */
  readonly value: number
  /** Whether it was played and evaluated again (strategy B). */
  readonly isTried: boolean
}

/** The value map: what each point is worth to the side to move. */
export interface GobbleReport extends SearchReport {
  readonly candidates: readonly GobbleCandidate[]
  /**
   * By point: mean margin, as Black sees it and without komi, of the games in which this side was first there; 0
   * without games.
   */
  readonly values: Float64Array
  /** By point: how many games these were. */
  readonly valueGames: Float64Array
}

/** Gobble's move, and its report. */
export interface GobbleResult {
  readonly move: Move
  readonly reason: "best-value" | "pass-wins" | "only-eyes-left"
  readonly report: GobbleReport
}

/** Settings and games of a search. */
export interface GobbleSearchOptions extends GobbleSettings {
  /** Games of each evaluation, where the request's budget has no playouts. Default: its share of `DEFAULT_PLAYOUTS`. */
  readonly games?: number
}

/** Chooses a move by Gobble's games. With a budget of playouts alone the same request gives the same answer. */
export async function searchGobble(
  gobble: Gobble,
  request: SearchRequest,
  options: GobbleSearchOptions,
): Promise<GobbleResult> {
  return new Search(gobble, request, options).run()
}

/** What an evaluation has found out. */
interface Findings {
  readonly values: GobbleValues
  readonly totals: GobbleTotals
  readonly owners: Float64Array
}

/** A move that was played and evaluated. */
interface Trial {
  readonly totals: GobbleTotals
  readonly reply: Move
}

class Search {
  readonly #gobble: Gobble
  readonly #settings: GobbleSettings
  readonly #color: Color
  readonly #start: Start
  readonly #random: Random
  readonly #share: Share
  readonly #pace: Pace
  /** In random order, so that ties are. */
  readonly #moves: readonly Point[]
  readonly #trials = new Map<Move, Trial>()
  /** Of the position itself; undefined before its evaluation is over. */
  #findings: Findings | undefined
  #evaluations = 0

  constructor(gobble: Gobble, request: SearchRequest, options: GobbleSearchOptions) {
    const { position, color, signal, onReport, reportEvery = 100 } = request
    this.#gobble = gobble
    this.#settings = options
    this.#color = color
    this.#start = startOf(position, color)
    this.#random = new Random(request.seed)
    this.#share = shareBudget(request, options)
    this.#moves = this.#random.shuffle(playableMoves(this.#start.game, color))
    const report = onReport && ((): void => onReport(this.#report()))
    this.#pace = new Pace({ seconds: this.#share.seconds, signal, reportEvery, report })
  }

  async run(): Promise<GobbleResult> {
    if (this.#moves.length === 0) return { move: PASS, reason: "only-eyes-left", report: this.#report() }
    const { game, color, last } = this.#start
    if (passWins(game, color)) return { move: PASS, reason: "pass-wins", report: this.#report() }
    await this.#evaluate(game.board, color, last)
    this.#findings = this.#find(color)
    if (this.#moves.length > 1) await this.#tryBest()
    const report = this.#report()
    return { move: report.candidates[0]!.move, reason: "best-value", report }
  }

  /** Strategy B. What could not be evaluated to its end doesn't count. */
  async #tryBest(): Promise<void> {
    for (const { move } of this.#candidates().slice(0, this.#share.branch)) {
      const enemy = opponent(this.#color)
      const board = this.#start.game.board.clone()
      board.play(this.#color, move)
      if (!(await this.#evaluate(board, enemy, move))) return
      const { values, totals } = this.#find(enemy)
      this.#trials.set(move, { totals, reply: bestReply(board, enemy, values) })
    }
  }

  #evaluate(board: Board, color: Color, last: Move): Promise<boolean> {
    const { komi, captureGoal } = this.#start
    // Capture Go does not count points: a margin is 1, 0 or -1.
    const counting = captureGoal > 0 ? { komi: 0, captureGoal } : { komi }
    const start = { board, color, last, seed: this.#random.next(), ...counting }
    const { games, seconds, branch } = this.#share
    // What is left of the time is shared among what is left to do.
    const left = branch + 1 - this.#evaluations++
    const now = this.#pace.seconds
    const limits = { games, until: now + (seconds - now) / left }
    return evaluate(this.#gobble, start, limits, this.#settings, this.#pace)
  }

  #find(color: Color): Findings {
    return {
      values: this.#gobble.values(color),
      totals: this.#gobble.totals(),
      owners: this.#gobble.owners(),
    }
  }

  /** Of the position itself, as far as they go. */
  #findingsSoFar(): Findings {
    return this.#findings ?? (this.#evaluations > 0 ? this.#find(this.#color) : NOTHING)
  }

  #report(): GobbleReport {
    const { values, totals, owners } = this.#findingsSoFar()
    const tried = [...this.#trials.values()].reduce((sum, trial) => sum + trial.totals.games, 0)
    return {
      color: this.#color,
      playouts: totals.games + tried,
      seconds: this.#pace.seconds,
      winRate: winRateOf(totals, this.#color),
      score: { mean: totals.games > 0 ? totals.meanMargin - this.#start.komi : 0, spread: totals.spread },
      candidates: this.#candidates(),
      owners,
      nodes: 0,
      capacity: 0,
      notes: [VALUE_NOTE, ...(this.#trials.size > 0 ? [TRIAL_NOTE] : [])],
      values: values.values,
      valueGames: values.games,
    }
  }

  /** The moves that were tried first, then the others, each by value. */
  #candidates(): GobbleCandidate[] {
    const { values } = this.#findingsSoFar()
    const sign = this.#color === Black ? 1 : -1
    const candidates = this.#moves.map((move) => this.#candidate(move, values))
    return candidates.sort((a, b) => Number(b.isTried) - Number(a.isTried) || sign * (b.value - a.value))
  }

  #candidate(move: Point, { values, games, winRates }: GobbleValues): GobbleCandidate {
    const trial = this.#trials.get(move)
    if (trial) {
      const { totals, reply } = trial
      const winRate = winRateOf(totals, this.#color)
      return {
        move,
        visits: totals.games,
        winRate,
        value: totals.meanMargin,
        isTried: true,
        pv: [move, reply],
      }
    }
    const own = { visits: games[move]!, winRate: winRates[move]!, value: values[move]! }
    return { move, ...own, isTried: false, pv: [move] }
  }
}

const VALUE_NOTE =
  "visits: games in which the side to move came first to the point; its value is their mean score"
const TRIAL_NOTE =
  "the first moves were played and evaluated again: the value is the mean score of all games after them"

const NOTHING: Findings = {
  values: {
    values: new Float64Array(POINTS),
    games: new Float64Array(POINTS),
    winRates: new Float64Array(POINTS),
  },
  totals: { games: 0, meanMargin: 0, spread: 0, blackWins: 0, whiteWins: 0, cutOff: 0 },
  owners: new Float64Array(POINTS),
}

function winRateOf({ games, blackWins, whiteWins }: GobbleTotals, color: Color): number {
  if (games === 0) return 0.5
  const black = (blackWins + (games - blackWins - whiteWins) / 2) / games
  return color === Black ? black : 1 - black
}

/** What may be spent: games of each evaluation, seconds of all together; and how many moves are tried. */
interface Share {
  readonly games: number
  readonly seconds: number
  readonly branch: number
}

/** All evaluations get the same; where there are too few games for that, fewer moves are tried. */
function shareBudget({ budget, position }: SearchRequest, { games, branch }: GobbleSearchOptions): Share {
  const seconds = allocationFor(budget, position).target
  if (budget.playouts === undefined && games !== undefined) return { games, seconds, branch }
  const playouts = budget.playouts ?? (seconds < Infinity ? Infinity : DEFAULT_PLAYOUTS)
  const tried = Math.min(branch, Math.max(0, playouts - 1))
  return { games: Math.floor(playouts / (tried + 1)), seconds, branch: tried }
}

/** The first of this side's list that can be played; a pass where there is none. */
function bestReply(board: Board, color: Color, { values }: GobbleValues): Move {
  const sign = color === Black ? 1 : -1
  const moves = allPoints(board.size).filter(
    (point) => board.at(point) === Empty && !isEye(board, color, point) && board.isLegal(color, point),
  )
  const worth = (move: Move): number => sign * values[move]!
  return moves.reduce<Move>((best, move) => (best === PASS || worth(move) > worth(best) ? move : best), PASS)
}
