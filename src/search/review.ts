// A whole game under review: who was winning when, and which moves cost most. The command line and the page share
// this file.

import type { Candidate, SearchReport } from "../player/index.ts"
import { Black, Game, isPass, type Color, type PlayedMove, type Position } from "../rules/index.ts"
import type { SearchBudget, SearchRequest, SearchResult } from "./request.ts"

/** What is known of one position of a game. */
export interface Judgement {
  /** Moves that led to the position, counted from the start of the record. */
  readonly number: number
  /** The last of these moves; undefined where no single move led here. */
  readonly played: PlayedMove | undefined
  /** The share of all simulations. The rate of the best move alone swings more than twice as much with the turn. */
  readonly blackWins: number
  /** Black's lead in points, where a network estimates it: the mean margin of playouts is no such estimate. */
  readonly lead?: number | undefined
  /** Whether it is hardly more than a guess, which swings with the turn. What a move cost must then last to count. */
  readonly isGlance?: boolean
  /** How far win rate and lead may be off because the look was short; default: 0. A loss counts beyond that. */
  readonly noise?: { readonly rate: number; readonly points: number }
  /** The most visited first; none where nothing was searched. */
  readonly candidates: readonly Candidate[]
}

/** A position of a reviewed game. */
export interface ReviewedPosition extends Judgement {
  /** Black's margin and its spread; undefined where the game was over and nothing was searched. */
  readonly score: SearchReport["score"] | undefined
}

/** A move after which its player's chances were worse than before. */
export interface Mistake extends PlayedMove {
  readonly number: number
  /** The player's win rate before and after the move, and the difference. */
  readonly before: number
  readonly after: number
  readonly loss: number
  /** Points that it cost, where both positions have a lead. */
  readonly points?: number
  /** What of the loss may be noise. */
  readonly noise: { readonly rate: number; readonly points: number }
  /** What the search would rather have played; none when it chose the same move. */
  readonly better: readonly Candidate[]
}

/** What looks at the positions. */
export interface ReviewSearcher {
  search(request: SearchRequest): Promise<Pick<SearchResult, "report" | "stopped">>
  clear(): void
}

/** How the positions of a game are searched. */
export interface ReviewOptions {
  readonly searcher: ReviewSearcher
  readonly budget: SearchBudget
  readonly seed: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number, all: number) => void
  /** Moves of the record before the first one of the game. */
  readonly earlier?: number
}

/**
 * Searches every position from the first to the last. Each search starts anew with the same seed, so that a search of
 * one position alone repeats its numbers. When the signal fires, the answer has the positions that are done.
 */
export async function reviewGame(game: Game, options: ReviewOptions): Promise<ReviewedPosition[]> {
  const { searcher, signal, onProgress, earlier = 0, budget, seed } = options
  const whole = game.position()
  const reviewed: ReviewedPosition[] = []
  for (let count = 0; count <= whole.moves.length; count++) {
    onProgress(count, whole.moves.length + 1)
    const position = { ...whole, moves: whole.moves.slice(0, count) }
    const at = { number: earlier + count, played: position.moves.at(-1) }
    const decided = decidedRate(position)
    if (decided !== undefined) {
      reviewed.push({ ...at, blackWins: decided, score: undefined, candidates: [] })
      continue
    }
    const color = whole.moves[count]?.color ?? game.toPlay
    searcher.clear()
    const { report } = await searcher.search({
      position: withoutLastPasses(position),
      color,
      budget,
      seed,
      signal,
      mayStopEarly: false,
    })
    if (signal.aborted) break
    const { score, candidates } = report
    reviewed.push({ ...at, blackWins: blackRate(report), lead: leadOf(report), score, candidates })
  }
  return reviewed
}

/** Black's win rate; that of a report belongs to the side to move. */
export function blackRate({ color, winRate }: Pick<SearchReport, "color" | "winRate">): number {
  return color === Black ? winRate : 1 - winRate
}

/** The chance from which on a move that was never tried is worth a word. */
const LIKELY = 0.01

/** Whether a candidate was tried, or is likely in the network's eyes. */
export function isConsidered({ visits, chance = 0 }: Candidate): boolean {
  return visits > 0 || chance >= LIKELY
}

/** Black's lead, where a network estimates it. */
export function leadOf({ judge, score }: Pick<SearchReport, "judge" | "score">): number | undefined {
  return judge === "network" ? score.mean : undefined
}

/**
 * The position without the passes at its end, where the players agree on dead stones: a search takes two passes for the
 * end of the game and counts dead stones as alive, so that a pass that closes a game would look like a blunder.
 */
export function withoutLastPasses(position: Position): Position {
  if (position.rules.dead !== "agreed") return position
  const last = position.moves.findLastIndex(({ move }) => !isPass(move))
  return last === position.moves.length - 1
    ? position
    : { ...position, moves: position.moves.slice(0, last + 1) }
}

/**
 * Black's win rate (1 or 0) where the rules alone decide the game: by captures, or by a count that needs no agreement.
 */
export function decidedRate(position: Position): number | undefined {
  const replayed = Game.replay(position, position.moves)
  const outcome = replayed.ok ? replayed.value.outcome : undefined
  if (!outcome || !("winner" in outcome)) return undefined
  return outcome.winner === Black ? 1 : 0
}

/** Which moves of a review count as mistakes. */
export interface MistakeOptions {
  /** Only moves of this side. */
  readonly color?: Color
  /** The least loss of win rate that counts; less is noise. Short searches need a higher value. */
  readonly noticeable?: number
  /** The least loss in points that counts as well; default: only the win rate does. */
  readonly points?: number
}

const MOST_MISTAKES = 5
const NOTICEABLE = 0.02
const MOST_ALTERNATIVES = 3
/** A move with a smaller share of the visits was not examined closely. */
const FEWEST_VISITS = 0.02

/** The five moves that cost their player most, the worst first. */
export function worstMoves(judged: readonly Judgement[], options: MistakeOptions = {}): Mistake[] {
  const { noticeable = NOTICEABLE, points } = options
  return mistakesIn(judged, options)
    .map((mistake) => ({ mistake, severity: severityOf(mistake, noticeable, points) }))
    .sort((one, other) => other.severity - one.severity)
    .slice(0, MOST_MISTAKES)
    .map(({ mistake }) => mistake)
}

/**
 * All moves that cost their player more than is allowed, in their order. Both positions around a move have to be known,
 * and judged in the same way: by a network or by playouts.
 */
export function mistakesIn(
  judged: readonly Judgement[],
  { color, noticeable = NOTICEABLE, points }: MistakeOptions = {},
): Mistake[] {
  return judged.flatMap((to, index): Mistake[] => {
    const from = judged[index - 1]
    if (from?.number !== to.number - 1 || !to.played) return []
    if (color !== undefined && to.played.color !== color) return []
    if ((from.lead === undefined) !== (to.lead === undefined)) return []
    const isGlance = from.isGlance === true || to.isGlance === true
    const mistake = isGlance ? lastingMistake(judged, index, to.played) : mistakeOf(from, to, to.played)
    return severityOf(mistake, noticeable, points) < 1 ? [] : [mistake]
  })
}

/**
 * A loss by glances: the mean of the two positions before the move against that of the two after it. So a swing with
 * the turn cancels out, and a loss that lasts counts in full.
 */
function lastingMistake(judged: readonly Judgement[], index: number, played: PlayedMove): Mistake {
  const steady = (at: number, step: 1 | -1): Judgement => {
    const [one, other] = [judged[at]!, judged[at + step]]
    if (other?.number !== one.number + step) return one
    const isKnown = one.lead !== undefined && other.lead !== undefined
    return {
      ...one,
      blackWins: (one.blackWins + other.blackWins) / 2,
      lead: isKnown ? (one.lead + other.lead) / 2 : one.lead,
    }
  }
  return mistakeOf(steady(index - 1, -1), steady(index, 1), played)
}

/** How many times the least noticeable loss a move costs. */
function severityOf({ loss, points = 0, noise }: Mistake, noticeable: number, most = Infinity): number {
  return Math.max((loss - noise.rate) / noticeable, (points - noise.points) / most)
}

function mistakeOf(from: Judgement, to: Judgement, { color, move }: PlayedMove): Mistake {
  const rate = ({ blackWins }: Judgement): number => (color === Black ? blackWins : 1 - blackWins)
  const [before, after] = [rate(from), rate(to)]
  const all = from.candidates.reduce((sum, { visits }) => sum + visits, 0)
  const better = from.candidates
    .filter((candidate) => candidate.move !== move)
    .filter(({ visits, winRate }) => visits >= FEWEST_VISITS * all && winRate - after >= NOTICEABLE)
    .slice(0, MOST_ALTERNATIVES)
  const points = from.lead === undefined || to.lead === undefined ? undefined : from.lead - to.lead
  return {
    color,
    move,
    number: to.number,
    before,
    after,
    loss: before - after,
    ...(points === undefined ? {} : { points: color === Black ? points : -points }),
    noise: {
      rate: Math.max(from.noise?.rate ?? 0, to.noise?.rate ?? 0),
      points: Math.max(from.noise?.points ?? 0, to.noise?.points ?? 0),
    },
    better,
  }
}
