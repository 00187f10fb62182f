// The Monte-Carlo searches before there were trees (TREE-1, TREE-2), to be played against and measured: vanilla,
// all-moves-as-first, progressive pruning, and a minimax of depth 2. Lew's thesis (3.2 and 3.3.1) tells their story;
// docs/search-history.md has it in short.
//
// They are as simple as they were: the moves of the position, playouts, the best mean. No tree, no memory from move to
// move.

import { Random } from "../base/random.ts"
import type { Kernel, PolicyName } from "../kernel/index.ts"
import type { Candidate, SearchReport } from "../player/index.ts"
import { Black, openGame, opponent, PASS } from "../rules/index.ts"
import type { Color, Game, Move, Point } from "../rules/index.ts"
import { allocationFor } from "../search/allowance.ts"
import { Pace } from "../search/pace.ts"
import { DEFAULT_PLAYOUTS, type SearchRequest } from "../search/request.ts"
import { passWins, playableMoves } from "../search/turn.ts"
import { AllMovesAsFirst, Minimax, Race, type Contest, type Standing } from "./contests.ts"
import { compareTallies, Sampler, type FlatValue } from "./sample.ts"

export type { FlatValue } from "./sample.ts"

/** The searches by name. */
export const FLAT_METHODS = ["vanilla", "amaf", "pruning", "depth2"] as const
/** A search without a tree by name. */
export type FlatMethod = (typeof FLAT_METHODS)[number]

/** How a search without a tree values moves. */
export interface FlatOptions {
  readonly method: FlatMethod
  /** Default: `win`. */
  readonly value?: FlatValue
  /** Default: `light`. */
  readonly policy?: PolicyName
  /** c of the interval μ ± c·σ/√n, for pruning and depth 2. Default: 2, Bouzy's. */
  readonly confidence?: number
}

/** A move with what its playouts came to. A report has the best move first; `FlatOptions.value` says by what. */
export interface FlatCandidate extends Candidate {
  /** The margin over the komi as the side to move sees it: mean and standard deviation. */
  readonly score: { readonly mean: number; readonly spread: number }
  /** Whether progressive pruning gave it up. */
  readonly isDropped: boolean
}

/** The report of a search without a tree. */
export interface FlatReport extends SearchReport {
  readonly candidates: readonly FlatCandidate[]
}

/** The move of a search without a tree, and its report. */
export interface FlatResult {
  readonly move: Move
  readonly reason: "best-value" | "pass-wins" | "only-eyes-left"
  readonly report: FlatReport
}

/** The option `c` of pruning where none is given: half the width of an interval, in standard errors. */
export const DEFAULT_CONFIDENCE = 2

/**
 * Chooses a move. Without a kernel, and on boards over 19×19, its slower twin plays. With a budget of playouts the same
 * request gives the same answer.
 */
export async function searchFlat(
  kernel: Kernel | undefined,
  request: SearchRequest,
  options: FlatOptions,
): Promise<FlatResult> {
  const { color, signal, onReport, reportEvery = 100 } = request
  const { value = "win", policy = "light" } = options
  const { playouts, seconds } = limitsOf(request)
  const random = new Random(request.seed)
  const game = openGame(request.position)
  // In random order: so ties are broken fairly, and an early stop favours no corner.
  const moves = random.shuffle(playableMoves(game, color))
  const sampler = new Sampler({ kernel, game, color, policy, random })
  const contest = makeContest(game, color, moves, playouts, options)
  const report = (): FlatReport =>
    makeReport(sampler, contest.standings(), pace.seconds, value, notesOf(options.method, contest))
  const pace = new Pace({ seconds, signal, reportEvery, report: onReport && (() => onReport(report())) })

  if (moves.length === 0) return { move: PASS, reason: "only-eyes-left", report: report() }
  if (passWins(game, color)) return { move: PASS, reason: "pass-wins", report: report() }
  while (!contest.isOver && !pace.isOver) await contest.round(sampler, pace)
  const last = report()
  return { move: last.candidates[0]!.move, reason: "best-value", report: last }
}

function makeContest(
  game: Game,
  color: Color,
  moves: readonly Point[],
  playouts: number,
  { method, value = "win", confidence = DEFAULT_CONFIDENCE }: FlatOptions,
): Contest {
  const lines = moves.map((move) => [move])
  switch (method) {
    case "vanilla":
      return new Race({ lines, playouts, value, confidence: Infinity })
    case "pruning":
      return new Race({ lines, playouts, value, confidence, endsWithOne: true })
    case "depth2":
      return new Minimax({
        moves,
        replies: (move) => repliesTo(game, color, move),
        playouts,
        value,
        confidence,
      })
    case "amaf":
      return new AllMovesAsFirst(moves, playouts)
  }
}

function limitsOf({ budget, position }: SearchRequest): { playouts: number; seconds: number } {
  const seconds = allocationFor(budget, position).target
  return { seconds, playouts: budget.playouts ?? (seconds < Infinity ? Infinity : DEFAULT_PLAYOUTS) }
}

/** The other side's moves after this one: a pass when only its eyes are left, none when the game is over. */
function repliesTo(game: Game, color: Color, move: Move): Move[] {
  game.play(move, color)
  const replies = game.phase === "playing" ? playableMoves(game, opponent(color)) : []
  const passes = game.phase === "playing" && replies.length === 0
  game.undo()
  return passes ? [PASS] : replies
}

function makeReport(
  sampler: Sampler,
  standings: Standing[],
  seconds: number,
  value: FlatValue,
  notes: readonly string[],
): FlatReport {
  const { color, total } = sampler
  const mean = total.mean("score")
  return {
    color,
    playouts: total.games,
    seconds,
    winRate: total.games > 0 ? total.mean("win") : 0.5,
    score: { mean: color === Black ? mean : -mean, spread: total.deviation("score") },
    candidates: standings
      .sort((a, b) => Number(a.isDropped) - Number(b.isDropped) || compareTallies(a.tally, b.tally, value))
      .map(makeCandidate),
    owners: sampler.owners(),
    nodes: 0,
    capacity: 0,
    notes,
  }
}

function makeCandidate({ line, visits, tally, isDropped }: Standing): FlatCandidate {
  return {
    move: line[0]!,
    visits,
    winRate: tally.mean("win"),
    score: { mean: tally.mean("score"), spread: tally.deviation("score") },
    isDropped,
    pv: line,
  }
}

function notesOf(method: FlatMethod, contest: Contest): string[] {
  if (method === "amaf") return ["visits: playouts in which the side to move came first to the point"]
  if (method === "depth2") return ["win rates: after the worst reply, which the line shows"]
  if (method === "vanilla") return []
  const standings = contest.standings()
  const dropped = standings.filter(({ isDropped }) => isDropped).length
  return [`${dropped} of ${standings.length} moves were dropped`]
}
