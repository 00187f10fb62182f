// Which stones are dead at the end of a game, when nobody tells: by uniform games played out on the board.
// A chain that seldom survives them is dead. What Benson proves safe or lost is not asked again.

import { Random } from "../base/random.ts"
import {
  allPoints,
  Black,
  type Board,
  Empty,
  emptyRegions,
  isEye,
  opponent,
  surroundedBy,
} from "../rules/index.ts"
import { POINTS, unconditionalLife, White, type Color, type Point } from "../rules/index.ts"

/** Proposes the dead stones of a finished position. The same seed gives the same proposal. */
export type DeadStoneEstimator = (board: Board, toPlay: Color, seed: number) => Point[]

export const DEAD_STONE_GAMES = 400

/** A stone is taken for dead when its owner keeps the point in less than this share of the games. */
const SURVIVAL = 0.5

export const estimateDead: DeadStoneEstimator = (board, toPlay, seed) => {
  const owned = ownerCounts(board, toPlay, DEAD_STONE_GAMES, seed)
  const safe = new Set<Point>()
  const lost = new Set<Point>()
  for (const color of [Black, White]) {
    const life = unconditionalLife(board, color)
    for (const stone of life.stones) safe.add(stone)
    for (const point of life.territory) if (board.at(point) === opponent(color)) lost.add(point)
  }
  return allPoints(board.size).filter((point) => {
    const content = board.at(point)
    if (content === Empty || safe.has(point)) return false
    if (lost.has(point)) return true
    const chain = board.chain(point)
    const kept = chain.reduce((sum, stone) => sum + owned[content as Color][stone]!, 0)
    return kept < SURVIVAL * DEAD_STONE_GAMES * chain.length
  })
}

/** How often each point ended as each colour's in `games` uniform games. */
function ownerCounts(board: Board, toPlay: Color, games: number, seed: number): Record<Color, Int32Array> {
  const random = new Random(seed)
  const counts = { [Black]: new Int32Array(POINTS), [White]: new Int32Array(POINTS) }
  const trial = board.clone()
  for (let i = 0; i < games; i++) {
    trial.copyFrom(board)
    playOut(trial, i % 2 === 0 ? toPlay : opponent(toPlay), random)
    for (const point of allPoints(board.size)) {
      const content = trial.at(point)
      if (content !== Empty) counts[content as Color][point]!++
    }
    for (const region of emptyRegions(trial)) {
      const color = surroundedBy(trial, region)
      if (color !== undefined) for (const point of region.points) counts[color][point]!++
    }
  }
  return counts
}

/** Uniform moves by the eye rule until both sides pass, or three times as many as there are points. */
function playOut(board: Board, toPlay: Color, random: Random): void {
  const points = allPoints(board.size)
  let color = toPlay
  let passes = 0
  for (let move = 0; passes < 2 && move < 3 * points.length; move++) {
    passes = playUniform(board, color, points, random) ? 0 : passes + 1
    color = opponent(color)
  }
}

function playUniform(board: Board, color: Color, points: Point[], random: Random): boolean {
  // All points stay in the list, occupied ones too: a stone that is taken makes its point playable again.
  for (let left = points.length; left > 0; left--) {
    const drawn = random.below(left)
    const point = points[drawn]!
    if (board.at(point) === Empty && !isEye(board, color, point) && board.play(color, point) === undefined) {
      return true
    }
    points[drawn] = points[left - 1]!
    points[left - 1] = point
  }
  return false
}
