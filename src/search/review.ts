// A whole game under review: who was winning when, and which moves cost most. The command line and the page share
// this file.

import type { Candidate, SearchReport } from "../player/index.ts"
import { Black, Game, type Color, type PlayedMove, type Position } from "../rules/index.ts"
import type { SearchBudget, SearchRequest, SearchResult } from "./request.ts"

/** What is known of one position of a game. */
export interface Judgement {
  /** Moves that led to the position, counted from the start of the record. */
  readonly number: number
  /** The last of these moves; undefined where no single move led here. */
  readonly played: PlayedMove | undefined
  /** The share of all simulations. The rate of the best move alone swings more than twice as much with the turn. */
  readonly blackWins: number
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
  /** What the search would rather have played; none when it chose the same move. */
  readonly better: readonly Candidate[]
}

/** What looks at the positions. */
export interface ReviewSearcher {
  search(request: SearchRequest): Promise<Pick<SearchResult, "report" | "stopped">>
  clear(): void
}

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
    const { report } = await searcher.search({ position, color, budget, seed, signal, mayStopEarly: false })
    if (signal.aborted) break
    const { score, candidates } = report
    reviewed.push({ ...at, blackWins: blackRate(report), score, candidates })
  }
  return reviewed
}

/** Black's win rate; that of a report belongs to the side to move. */
export function blackRate({ color, winRate }: Pick<SearchReport, "color" | "winRate">): number {
  return color === Black ? winRate : 1 - winRate
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

export interface MistakeOptions {
  /** Only moves of this side. */
  readonly color?: Color
  /** The least loss that counts; less is noise. Short searches need a higher value. */
  readonly noticeable?: number
}

const MOST_MISTAKES = 5
const NOTICEABLE = 0.02
const MOST_ALTERNATIVES = 3
/** A move with a smaller share of the visits was not examined closely. */
const FEWEST_VISITS = 0.02

/** The five moves that cost their player most, the worst first. Both positions around a move have to be known. */
export function worstMoves(
  judged: readonly Judgement[],
  { color, noticeable = NOTICEABLE }: MistakeOptions = {},
): Mistake[] {
  return judged
    .flatMap((to, index): Mistake[] => {
      const from = judged[index - 1]
      if (from?.number !== to.number - 1 || !to.played) return []
      if (color !== undefined && to.played.color !== color) return []
      const mistake = mistakeOf(from, to, to.played)
      return mistake.loss < noticeable ? [] : [mistake]
    })
    .sort((one, other) => other.loss - one.loss)
    .slice(0, MOST_MISTAKES)
}

function mistakeOf(from: Judgement, to: Judgement, { color, move }: PlayedMove): Mistake {
  const rate = ({ blackWins }: Judgement): number => (color === Black ? blackWins : 1 - blackWins)
  const [before, after] = [rate(from), rate(to)]
  const all = from.candidates.reduce((sum, { visits }) => sum + visits, 0)
  const better = from.candidates
    .filter((candidate) => candidate.move !== move)
    .filter(({ visits, winRate }) => visits >= FEWEST_VISITS * all && winRate - after >= NOTICEABLE)
    .slice(0, MOST_ALTERNATIVES)
  return { color, move, number: to.number, before, after, loss: before - after, better }
}
