// What the standard table of bias is made of: the methods, and positions in which they can differ. The
// positions are our own; the pictures of the papers are lost.

import { unwrap } from "../base/result.ts"
import { Black, Board, parseAscii } from "../rules/index.ts"
import { AnalyzeAfterSimulation } from "./analyzeafter.ts"
import type { StudyPosition } from "./bias.ts"
import { FateGraphSimulation } from "./fategraph.ts"
import { NaiveSimulation } from "./naive.ts"
import type { Simulation } from "./simulation.ts"

/** The three methods of 2008 as published, and their variants that single out one cause of bias. */
export function studyMethods(): Simulation[] {
  return [
    new NaiveSimulation(),
    new NaiveSimulation({ choice: "cautious" }),
    new FateGraphSimulation(),
    new FateGraphSimulation({ choice: "uniform" }),
    new AnalyzeAfterSimulation(),
    new AnalyzeAfterSimulation({ score: "published" }),
  ]
}

/** The empty board as a position of the study. */
export function emptyPosition(size: number): StudyPosition {
  return { name: `empty ${size}×${size}`, board: new Board(size), toPlay: Black }
}

/** The drawn positions of the study of bias; Black is to play. */
export function studyPositions(): StudyPosition[] {
  return Object.entries(DRAWINGS).map(([name, drawing]) => ({
    name,
    board: unwrap(parseAscii(drawing)),
    toPlay: Black,
  }))
}

const DRAWINGS = {
  // Nothing is decided yet.
  opening: `
    . . . . . . . . .
    . . O . . . X . .
    . . . . . . . X .
    . . O . . X . . .
    . . . . O . . . .
    . . X . . O . . .
    . . . X . . O . .
    . . X . . . . . .
    . . . . . . . . .`,
  // Two territories of equal size, with stones inside that have room to live.
  walls: `
    . . . X . O . . .
    . O . X . O . . .
    . . . X . O . X .
    . . . X . O . . .
    . . . X . O . . .
    . O O X . O X X .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .`,
  // The corner lives with two eyes: no exact game ever kills it.
  "corner life": `
    . X . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .`,
  // Each of the two chains in the middle has only its two points inside: the side that plays there first takes it.
  race: `
    . . . . . . . . .
    . O O O O X X X .
    O X X X X O O O X
    O X . . X O . . X
    O X X X X O O O X
    . O O O O X X X .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .`,
} as const
