// Strategies beside perfect play (CGT-6): in games from the start of a sum, and in every state of it.

import { opponentOf, PLAYERS, type Player } from "./game.ts"
import type { PerfectPlay } from "./minimax.ts"
import { Rational } from "./rational.ts"
import { chooseMove, remember, type Memory, type StrategyName } from "./strategies.ts"
import { isOver, movesOf, play, scoreOf, statesOf, type GameSum, type SumMove } from "./sums.ts"

/** Who decides: a strategy, or the judge. */
export type Decider = StrategyName | "perfect"

/** A move in a sum, and what it lost against perfect play. */
export interface PlayedMove extends SumMove {
  readonly player: Player
  /** What the move gives away, from the mover's side; 0 for a perfect move. */
  readonly loss: Rational
}

/** A sum that was played to its end. */
export interface PlayedGame {
  readonly moves: readonly PlayedMove[]
  readonly score: Rational
}

/** Plays a sum to its end. Where the judge decides, it plays the first of its best moves. */
export function playGame(
  sum: GameSum,
  first: Player,
  deciders: Readonly<Record<Player, Decider>>,
  judge: PerfectPlay,
): PlayedGame {
  const moves: PlayedMove[] = []
  let [state, player] = [sum, first]
  let memory: Memory | undefined
  while (!isOver(state)) {
    const decider = deciders[player]
    const move =
      decider === "perfect" ? judge.bestMoves(state, player)[0]! : chooseMove(decider, state, player, memory)
    moves.push({ part: move.part, to: move.to, player, loss: lossOf(judge, state, player, move) })
    memory = remember(state, move, memory)
    state = play(state, move)
    player = opponentOf(player)
  }
  return { moves, score: scoreOf(state) }
}

/** What a move gives away against perfect play. */
export function lossOf(judge: PerfectPlay, sum: GameSum, player: Player, move: SumMove): Rational {
  const best = judge.value(sum, player)
  const reached = judge.value(play(sum, move), opponentOf(player))
  return player === "left" ? best.minus(reached) : reached.minus(best)
}

/** A choice that gives something away. */
export interface Exception {
  readonly state: GameSum
  readonly player: Player
  readonly chosen: SumMove
  readonly best: readonly SumMove[]
  readonly loss: Rational
  /** For a strategy that remembers moves: what it remembered. */
  readonly memory?: Memory
}

/** In how many states a strategy is optimal, and in which it is not. */
export interface Survey {
  /** Every state with every player, the finished states too, where there is nothing to choose. */
  readonly pairs: number
  /** Those with a choice to make. */
  readonly choices: number
  readonly optimal: number
  readonly exceptions: readonly Exception[]
}

/** Surveys the strategy's choices in every state for both players, with nothing to remember. */
export function surveyStates(strategy: StrategyName, sum: GameSum, judge: PerfectPlay): Survey {
  const states = statesOf(sum)
  const asked = states.filter((state) => !isOver(state))
  const exceptions = asked.flatMap((state) =>
    PLAYERS.flatMap((player) => exceptionOf(judge, strategy, state, player)),
  )
  const choices = 2 * asked.length
  return { pairs: 2 * states.length, choices, optimal: choices - exceptions.length, exceptions }
}

/** The most situations that a survey of lines visits. */
export const MOST_SITUATIONS = 100_000

/**
 * As `surveyStates`, in every situation that alternating play can reach from the sum, with either player first
 * and with all choices of both. A situation has a state, a player and what the strategy remembers. Undefined
 * where there are too many.
 */
export function surveyLines(strategy: StrategyName, sum: GameSum, judge: PerfectPlay): Survey | undefined {
  const seen = new Set<string>()
  const exceptions: Exception[] = []
  const waiting: { state: GameSum; player: Player; memory?: Memory }[] = PLAYERS.map((player) => ({
    state: sum,
    player,
  }))
  let choices = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { state, player, memory } = next
    const remembered = memory ? `${memory.ambient.toString()}@${memory.lastPart}` : ""
    const key = `${player} ${state.map(({ id }) => id).join()} ${remembered}`
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > MOST_SITUATIONS) return undefined
    if (isOver(state)) continue
    choices++
    exceptions.push(...exceptionOf(judge, strategy, state, player, memory))
    for (const move of movesOf(state, player))
      waiting.push({
        state: play(state, move),
        player: opponentOf(player),
        memory: remember(state, move, memory),
      })
  }
  return { pairs: seen.size, choices, optimal: choices - exceptions.length, exceptions }
}

function exceptionOf(
  judge: PerfectPlay,
  strategy: StrategyName,
  state: GameSum,
  player: Player,
  memory?: Memory,
): Exception[] {
  const chosen = chooseMove(strategy, state, player, memory)
  const loss = lossOf(judge, state, player, chosen)
  if (loss.equals(Rational.ZERO)) return []
  const best = judge.bestMoves(state, player)
  return [{ state, player, chosen, best, loss, ...(memory && { memory }) }]
}
