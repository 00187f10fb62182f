// Positions that show what the plain features are: the tests ask the kernel and its twin, docs/features.md shows the
// first one of each slot.

import type { SlotName } from "../../src/learn/features.ts"
import type { Turn } from "../../src/learn/reader.ts"
import { unwrap } from "../../src/base/result.ts"
import { Black, opponent, parseAscii, parseVertex, White } from "../../src/rules/index.ts"
import type { Board, Color, Move } from "../../src/rules/index.ts"

export interface FeaturePosition {
  readonly slot: SlotName
  readonly name: string
  readonly board: string
  /** Who plays first on the drawn board. Default: Black. */
  readonly first?: Color
  /** Moves from the drawn board to the position that is asked about; the last two are known to the features. */
  readonly moves?: readonly string[]
  /** What the slot says of these moves; `undefined` for nothing. */
  readonly values: Readonly<Record<string, string | undefined>>
}

/** The position with the moves played, and whose turn it is. */
export function setUp({ board: drawing, first = Black, moves = [] }: FeaturePosition): {
  readonly board: Board
  readonly turn: Turn
} {
  const board = unwrap(parseAscii(drawing))
  let color = first
  const played: Move[] = []
  for (const vertex of moves) {
    const move = parseVertex(vertex, board.size)!
    const refusal = board.play(color, move)
    if (refusal !== undefined) throw new Error(`${vertex} is not legal: ${refusal}`)
    played.push(move)
    color = opponent(color)
  }
  const [last, beforeLast] = [played.at(-1), played.at(-2)]
  return {
    board,
    turn: { color, ...(last !== undefined && { last }), ...(beforeLast !== undefined && { beforeLast }) },
  }
}

/** White's stones around C7 leave Black's stone there one way out, to the right. */
const ladder = (breaker: "X" | "."): string => `
  . . . . . . . . .
  . . O O . . . . .
  . O X . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . ${breaker} . .
  . . . . . . . . .
  . . . . . . . . .`

const KO = `
  X . . . . . .
  . . . . . . .
  . . X O . . .
  . X O . O . .
  . . X O . . .
  . . . . . . .
  . . . . . . .`

const EMPTY_NINE = Array.from({ length: 9 }, () => ". . . . . . . . .").join("\n")

export const POSITIONS: readonly FeaturePosition[] = [
  {
    slot: "capture",
    name: "of a stone that was just put into atari",
    board: `
      . . . . . . .
      . . . . . . .
      . . . X . . .
      . . X . . . .
      . . . X . . .
      . . . . . . .
      . . . . . . .`,
    first: White,
    moves: ["D4"],
    values: { E4: "takes the last move, one stone", F4: undefined },
  },
  {
    slot: "capture",
    name: "that saves a stone",
    board: `
      . . . . . . .
      . . . . . . .
      . . X O . . .
      . X O X O . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
    values: { C3: "saves own stones in atari, one stone" },
  },
  {
    slot: "capture",
    name: "of stones that could run, and of stones that could not",
    board: `
      O X . . . . .
      O X . . . . .
      . X . . . . .
      X . . X . . .
      . . X O X . .
      . . . . . . .
      . . . . . . .`,
    values: { A5: "they could not escape, two stones", D2: "they could escape, one stone" },
  },
  {
    slot: "capture",
    name: "of two chains at once: all stones count",
    board: `
      . X X . X . .
      X O O . O X .
      . X X . X . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
    values: { D6: "they could not escape, three stones or more" },
  },
  {
    slot: "escape",
    name: "into a ladder that works",
    board: ladder("."),
    first: White,
    moves: ["C6"],
    values: { D7: "put in atari by the last move, is caught, one stone" },
  },
  {
    slot: "escape",
    name: "into a ladder with a friend on its way",
    board: ladder("X"),
    first: White,
    moves: ["C6"],
    values: { D7: "put in atari by the last move, gets away, one stone" },
  },
  {
    slot: "escape",
    name: "of a stone that was in atari before",
    board: ladder("."),
    first: White,
    moves: ["C6", "J1", "J9"],
    values: { D7: "in atari before, is caught, one stone" },
  },
  {
    slot: "escape",
    name: "that brings no second liberty",
    board: `
      . . . . .
      . . . . .
      . . . . .
      . O . . .
      X . . . .`,
    first: White,
    moves: ["A2"],
    values: { B1: "put in atari by the last move, is caught, one stone" },
  },
  {
    slot: "atari",
    name: "by a ladder, from the right side and from the wrong one",
    board: `
      . . . . . . .
      . . X X . . .
      . X O O . . .
      . . X . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
    values: {
      E5: "other stones, caught in a ladder, two stones",
      D4: "other stones, not caught, two stones",
    },
  },
  {
    slot: "atari",
    name: "on the edge: both sides catch the stone of the last move",
    board: `
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . X . . .
      . . . . . . .`,
    first: White,
    moves: ["D1"],
    values: {
      C1: "stones of the last move, caught in a ladder, one stone",
      E1: "stones of the last move, caught in a ladder, one stone",
    },
  },
  {
    slot: "atari",
    name: "on two chains at once",
    board: `
      . . . . . . .
      . . . X . . .
      . . X O . . .
      . X O . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
    values: { D4: "other stones, two chains at once" },
  },
  {
    slot: "self-atari",
    name: "good: the throw-in leaves White one liberty",
    board: `
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      X X X . . . .
      O O O X . . .
      . . O X . . .`,
    values: { B1: "gives atari itself, one stone", A1: "gives atari itself, one stone" },
  },
  {
    slot: "self-atari",
    name: "bad: in the corner, and with two stones",
    board: `
      . O . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      O O . . . . .
      X . . . . . .`,
    values: { A7: "gives nothing, one stone", B1: "gives nothing, two stones", C1: undefined },
  },
  {
    slot: "threat",
    name: "a ladder would catch two stones; one way out is wide, the other one narrow",
    board: `
      . . . . . . .
      . . O O . . .
      . O X X . . .
      . . O . O . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
    values: { E5: "three liberties or more afterwards, two stones", D4: "fewer, two stones" },
  },
  {
    slot: "threat",
    name: "no ladder, because a friend stands on its way",
    board: `
      . . . . . . .
      . . O O . . .
      . O X X . . .
      . . O . . . .
      . . . . . . .
      . . . . . X .
      . . . . . . .`,
    values: { E5: undefined, D4: undefined },
  },
  {
    slot: "liberties",
    name: "before and after the move",
    board: `
      . . . . . . .
      . . . . . . .
      . . X . . . .
      . X O X . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
    values: {
      C3: "enemy 1, own none, then 4 or more",
      C6: "enemy none, own 3, then 4 or more",
      A4: "enemy none, own 3, then 4 or more",
      G7: undefined,
    },
  },
  {
    slot: "liberties",
    name: "of two captured stones only the one beside the move becomes a liberty",
    board: `
      . . . . .
      . . . . .
      . . . . .
      O X X . .
      . O O X .`,
    values: { A1: "enemy 1, own none, then 1" },
  },
  {
    slot: "ko",
    name: "to take",
    board: KO,
    values: { D4: "takes a ko", E5: undefined },
  },
  {
    slot: "ko",
    name: "to fight: White may not take back at C4, and gives atari elsewhere",
    board: KO,
    moves: ["D4"],
    values: { B7: "threatens while a ko may not be taken back", G7: undefined },
  },
  {
    slot: "ko",
    name: "to end",
    board: KO,
    moves: ["D4", "G1"],
    values: { C4: "ends a ko" },
  },
  {
    slot: "contact",
    name: "connection",
    board: `
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . X . X . .
      . . . O . . .
      . . . . . . .
      . . . . . . .`,
    values: { D4: "joins two, touches one", B4: "extends one, touches none", D2: "joins none, touches one" },
  },
  {
    slot: "contact",
    name: "cut",
    board: `
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . X . X . .
      . . . O . . .
      . . . . . . .
      . . . . . . .`,
    first: White,
    values: { D4: "extends one, touches two", A1: undefined },
  },
  {
    slot: "last",
    name: "near and far",
    board: EMPTY_NINE,
    first: White,
    moves: ["C3"],
    values: {
      C4: "distance 2",
      D4: "distance 3",
      C5: "distance 4",
      D5: "distance 5",
      E5: "distance 6",
      J9: "distance 17 or more",
    },
  },
  {
    slot: "last",
    name: "after a pass there is none",
    board: EMPTY_NINE,
    moves: ["E5", "pass"],
    values: { E6: "no such move" },
  },
  {
    slot: "before-last",
    name: "the own move before",
    board: EMPTY_NINE,
    moves: ["C3", "G7"],
    values: { C4: "distance 2", G6: "distance 11", D4: "distance 3" },
  },
  {
    slot: "before-last",
    name: "the point where the own stone was taken",
    board: `
      . . . . .
      . . . . .
      . O O . .
      O X . . .
      . O O . .`,
    moves: ["C2", "D2"],
    values: { C2: "distance 2", D1: "distance 3" },
  },
  {
    slot: "line",
    name: "in the opening",
    board: EMPTY_NINE,
    moves: ["E5"],
    values: { A1: "under 1/12 full, line 1", C4: "under 1/12 full, line 3", E6: "under 1/12 full, line 4" },
  },
  {
    slot: "line",
    name: "with seven stones on 9×9",
    board: EMPTY_NINE,
    moves: ["C3", "G7", "G3", "C7", "E5", "E3", "E7"],
    values: { E4: "under 1/4 full, line 4" },
  },
  {
    slot: "line",
    name: "with seven stones on 5×5",
    board: `
      . . . . .
      . X O . .
      . X O . .
      . X O X .
      . . . . .`,
    values: { B1: "under 1/2 full, line 1" },
  },
  {
    slot: "line",
    name: "in the middle of 19×19",
    board: Array.from({ length: 19 }, () => ".".repeat(19)).join("\n"),
    values: { K10: "under 1/12 full, line 10 or more", C17: "under 1/12 full, line 3" },
  },
  {
    slot: "line",
    name: "later",
    board: `
      . X O . .
      X X O O .
      . X O . .
      . X O O .
      . X X O .`,
    values: { A1: "half full or more, line 1", D3: "half full or more, line 2" },
  },
  {
    slot: "steps",
    name: "along a chain it is not far",
    board: `
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . O O O O O O O .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`,
    first: White,
    moves: ["A5"],
    values: { J5: "1", J6: "2", J8: "4", J9: "5", A7: "2", E9: "4" },
  },
  {
    slot: "steps",
    name: "an enemy chain is one step more",
    board: `
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . X X X X X X X .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`,
    first: White,
    moves: ["A5"],
    values: { J5: "2", A6: "1", J1: undefined },
  },
]
