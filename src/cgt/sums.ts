// Sums of games as they are played: the players move in turn, each time in one part, until every part is a number. The
// score is the sum of the numbers. A player must move while there is a move (Lew 2011, section 5.1).

import { makeGame, optionsOf, PLAYERS, positionsOf, type Player, type ScoringGame } from "./game.ts"
import { sumOf, type Rational } from "./rational.ts"

/** The parts, each at its present position. */
export type GameSum = readonly ScoringGame[]

/** A move in one part. */
export interface SumMove {
  /** Which part. */
  readonly part: number
  /** What it becomes. */
  readonly to: ScoringGame
}

/** All moves of a player in a sum. */
export function movesOf(sum: GameSum, player: Player): SumMove[] {
  return sum.flatMap((game, part) => optionsOf(game, player).map((to) => ({ part, to })))
}

/** The sum after a move. */
export function play(sum: GameSum, { part, to }: SumMove): GameSum {
  return sum.with(part, to)
}

/** Whether the play is over: all parts are numbers. */
export function isOver(sum: GameSum): boolean {
  return sum.every(({ kind }) => kind === "number")
}

/** The score of a sum that is over. */
export function scoreOf(sum: GameSum): Rational {
  return sumOf(sum.flatMap((game) => (game.kind === "number" ? [game.value] : [])))
}

/** All states of a sum, with each part at each of its positions. The last part changes fastest. */
export function statesOf(sum: GameSum): GameSum[] {
  let states: GameSum[] = [[]]
  for (const game of sum) {
    const positions = positionsOf(game).reverse()
    states = states.flatMap((state) => positions.map((position) => [...state, position]))
  }
  return states
}

/** Why a sum can't be played by turns: a player could be without a move while the other one has some. */
export function playRefusal(sum: GameSum): string | undefined {
  for (const [index, game] of sum.entries())
    for (const position of positionsOf(game))
      for (const player of PLAYERS)
        if (position.kind === "play" && position[player].length === 0)
          return `part ${index + 1}, ${makeGame(game)}: ${player === "left" ? "Left" : "Right"} has no move in ${makeGame(position)}; to be played, a game needs moves of both players until a number is reached`
  return undefined
}
