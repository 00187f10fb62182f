// A whole game, position by position: who was winning when, and which moves cost most. Every position is searched anew with
// the same seed, so that `montego analyze FILE --move N` with the same budget shows how a number came about.

import { Black, Game, type Color, type PlayedMove } from "../../rules/index.ts"
import type { Candidate, SearchBudget } from "../../search/index.ts"
import type { Looker } from "./player.ts"
import type { Subject } from "./position.ts"

/** A position of the game. */
export interface Standing {
  /** Moves of the record that led here, and the last of them. */
  readonly number: number
  readonly played: PlayedMove | undefined
  /** In all simulations. The best move's own rate was tried: it swings more than twice as much with the turn. */
  readonly blackWins: number
  /** Black's margin and its spread; undefined where the game was over and nothing was searched. */
  readonly score: { readonly mean: number; readonly spread: number } | undefined
  /** The most visited first; none where the game was over. */
  readonly candidates: readonly Candidate[]
}

/** A move after which its player's chances were worse than before. */
export interface Mistake extends PlayedMove {
  readonly number: number
  /** The player's win rate before and after. */
  readonly before: number
  readonly after: number
  /** What the search would rather have played; none when it chose the same move. */
  readonly better: readonly Candidate[]
}

interface GameSearch {
  readonly searcher: Looker
  readonly budget: SearchBudget
  readonly seed: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number, all: number) => void
}

const MOST_MISTAKES = 5
/** Smaller losses are noise. */
const NOTICEABLE = 0.02
const MOST_ALTERNATIVES = 3
/** What has less of the visits was not looked at closely. */
const FEWEST_VISITS = 0.02

/** All positions from the first to the last; when the signal fires, those that are done. */
export async function analyzeGame({ game, earlier }: Subject, search: GameSearch): Promise<Standing[]> {
  const { searcher, signal, onProgress, ...request } = search
  const position = game.position()
  const standings: Standing[] = []
  for (let count = 0; count <= position.moves.length; count++) {
    onProgress(count, position.moves.length + 1)
    const moves = position.moves.slice(0, count)
    const at = { number: earlier + count, played: moves.at(-1) }
    const winner = winnerAfter(game, moves)
    if (winner !== undefined) {
      standings.push({ ...at, blackWins: winner === Black ? 1 : 0, score: undefined, candidates: [] })
      continue
    }
    const color = position.moves[count]?.color ?? game.toPlay
    searcher.clear()
    const { report } = await searcher.search({
      ...request,
      position: { ...position, moves },
      color,
      signal,
      mayStopEarly: false,
    })
    if (signal.aborted) break
    const { winRate, candidates, score } = report
    standings.push({ ...at, blackWins: color === Black ? winRate : 1 - winRate, score, candidates })
  }
  return standings
}

/** Who has won by the rules alone: by captures, or by a count that needs no agreement. */
function winnerAfter(game: Game, moves: readonly PlayedMove[]): Color | undefined {
  const replayed = Game.replay(game.position(), moves)
  const outcome = replayed.ok ? replayed.value.outcome : undefined
  return outcome && "winner" in outcome ? outcome.winner : undefined
}

/** The moves that cost their player most, the worst first. */
export function worstMoves(standings: readonly Standing[]): Mistake[] {
  return standings
    .slice(1)
    .map((standing, index) => mistakeOf(standings[index]!, standing))
    .filter(({ before, after }) => before - after >= NOTICEABLE)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, MOST_MISTAKES)
}

function mistakeOf(from: Standing, to: Standing): Mistake {
  const { color, move } = to.played!
  const rate = ({ blackWins }: Standing): number => (color === Black ? blackWins : 1 - blackWins)
  const after = rate(to)
  const all = from.candidates.reduce((sum, { visits }) => sum + visits, 0)
  const better = from.candidates
    .filter((candidate) => candidate.move !== move)
    .filter(({ visits, winRate }) => visits >= FEWEST_VISITS * all && winRate - after >= NOTICEABLE)
    .slice(0, MOST_ALTERNATIVES)
  return { color, move, number: to.number, before: rate(from), after, better }
}
