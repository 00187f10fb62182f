// What the methods that play in turns share: the game from the first turn to the second pass, its marks and
// its count. A method brings a position that chooses and plays moves on itself.

import type { Random } from "../base/random.ts"
import { opponent, PASS, POINTS, type Board, type Color, type Move } from "../rules/index.ts"
import type { Simulation, SimulationOutcome } from "./simulation.ts"
import { Area, pointsOf } from "./stones.ts"

/** A position that plays random moves on itself. */
export interface PlayingPosition {
  /** Becomes the position of the board, ko included. */
  load(board: Board): void
  /** Plays for this colour and answers the point, or `PASS` when there is nothing left to play. */
  takeTurn(color: Color, random: Random): Move
  /** Writes the stones as they stand, by point, with `Border` around them. */
  copyStones(stones: Uint8Array): void
}

/**
 * The most moves of a game on a board of this size. A game longer than three times its points runs in circles
 * (triple ko and the like).
 */
export function moveCap(size: number): number {
  return 3 * size * size
}

/** A method that plays in turns, from the first turn to the second pass. */
export class TurnSimulation implements Simulation {
  readonly name: string
  readonly #position: PlayingPosition
  readonly #area = new Area()
  readonly #stones = new Uint8Array(POINTS)
  readonly #first = new Uint8Array(POINTS)

  constructor(name: string, position: PlayingPosition) {
    this.name = name
    this.#position = position
  }

  run(board: Board, toPlay: Color, random: Random): SimulationOutcome {
    const position = this.#position
    const first = this.#first.fill(0)
    const cap = moveCap(board.size)
    position.load(board)
    let color = toPlay
    let moves = 0
    let passes = 0
    let passesInARow = 0
    for (; passesInARow < 2 && moves < cap; color = opponent(color)) {
      const move = position.takeTurn(color, random)
      if (move === PASS) {
        passes++
        passesInARow++
        continue
      }
      moves++
      passesInARow = 0
      if (first[move] === 0) first[move] = color
    }
    position.copyStones(this.#stones)
    const margin = this.#area.count(this.#stones, pointsOf(board.size))
    return { margin, owner: this.#area.owner, first, moves, passes, capped: passesInARow < 2 }
  }
}
