// Games that are turned or mirrored images of each other are one game. Of the eight images of a line of moves the
// one whose points have the smallest numbers, compared move by move, stands for all. The first moves decide before
// the later ones, so the image of a longer line begins with the image of its beginning, and a tree of such images
// is a tree of lines.

import {
  isPass,
  SYMMETRIES,
  transform,
  type PlayedMove,
  type Point,
  type Symmetry,
} from "../../rules/index.ts"

/** The symmetry that takes the line to its image; the first of them where the line is symmetric itself. */
export function orientationOf(moves: readonly PlayedMove[], size: number): Symmetry {
  let open = SYMMETRIES
  for (const { move } of moves) {
    if (open.length === 1) break
    if (isPass(move)) continue
    const images = open.map((symmetry) => transform(symmetry, move as Point, size))
    const smallest = Math.min(...images)
    open = open.filter((_, index) => images[index] === smallest)
  }
  return open[0]!
}
