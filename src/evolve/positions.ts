// The two test positions of the paper (EVO-5), and what is known of them: which first moves and which answers are
// right. `exhaustive.ts` proves it by search.

import { unwrap } from "../base/result.ts"
import { Black, Board, parseAscii, parseVertex, White, type Color, type Move } from "../rules/index.ts"

/** A part of a population that is worth counting. */
export interface Measure {
  readonly label: string
  readonly color: Color
  /** How an individual must begin; undefined where that doesn't matter. */
  readonly opening?: Move
  /** After these moves of the opponent's one of these answers is right. */
  readonly answers: readonly { readonly after: readonly Move[]; readonly right: readonly Move[] }[]
  /** Whether one right answer is enough. */
  readonly isAnyEnough?: boolean
}

/** A position of the text, with its winning moves. */
export interface EvolvePosition {
  readonly name: string
  readonly board: Board
  readonly first: Color
  readonly komi: number
  readonly measures: readonly Measure[]
  /** First moves that win, where they are known. */
  readonly winning: readonly Move[]
}

const SIZE = 9
const KOMI = 7.5

const FLOWER_SIX = `
  9 . X X X X X X X .
  8 X X X X X X X X X
  7 X X X X X X X X X
  6 X X X X X X X X X
  5 O O O O O O O O O
  4 O O O O O O O O O
  3 O O O . . O O O O
  2 O O O . . . O O O
  1 O O O O . O O O O`

const MULTIPLE_CUT = `
  9 . . . . . . . . .
  8 O O O O O O O O O
  7 X X X O O O X X X
  6 X X X X X X X X X
  5 X . . . . . . . X
  4 X X X X X X X X X
  3 X X X X X X X X X
  2 O O . O . O . O O
  1 . O . O . O . O .`

function at(vertex: string): Move {
  return parseVertex(vertex, SIZE)!
}

/** Black kills at E2, and needs D2 and E3 both or either: whichever White leaves. */
function flowerSix(): EvolvePosition {
  const [d2, e2, e3] = [at("D2"), at("E2"), at("E3")]
  const answers = [
    { after: [d2], right: [e3] },
    { after: [e3], right: [d2] },
  ]
  return {
    name: "flower-six",
    board: unwrap(parseAscii(FLOWER_SIX)),
    first: Black,
    komi: KOMI,
    winning: [e2],
    measures: [
      { label: "Black begins with E2", color: Black, opening: e2, answers: [] },
      { label: "White answers E2 with D2 or E3", color: White, answers: [{ after: [e2], right: [d2, e3] }] },
      { label: "Black E2, right after D2 and E3", color: Black, opening: e2, answers },
      { label: "Black E2, right after D2 or E3", color: Black, opening: e2, answers, isAnyEnough: true },
    ],
  }
}

/** Black needs three points: one capture in the columns C, E and G, or the upper point of each. */
function multipleCut(): EvolvePosition {
  const begins = ["C1", "C2", "E1", "E2", "G1", "G2"].map((vertex): Measure => ({
    label: `Black begins with ${vertex}`,
    color: Black,
    opening: at(vertex),
    answers: [],
  }))
  const answers = [
    ["C2", "C1"],
    ["G2", "G1"],
  ].map(([after, right]): Measure => ({
    label: `White answers ${after} with ${right}`,
    color: White,
    answers: [{ after: [at(after!)], right: [at(right!)] }],
  }))
  return {
    name: "multiple-cut",
    board: unwrap(parseAscii(MULTIPLE_CUT)),
    first: Black,
    komi: KOMI,
    winning: [at("C2"), at("E2"), at("G2")],
    measures: [...begins, ...answers],
  }
}

function empty(): EvolvePosition {
  return { name: "empty", board: new Board(SIZE), first: Black, komi: KOMI, measures: [], winning: [] }
}

const MAKERS: Readonly<Record<string, () => EvolvePosition>> = {
  "flower-six": flowerSix,
  "multiple-cut": multipleCut,
  empty,
}

/** The positions of the text by name. */
export const EVOLVE_POSITIONS: readonly string[] = Object.keys(MAKERS)

/** A position by its name. */
export function evolvePosition(name: string): EvolvePosition | undefined {
  return Object.hasOwn(MAKERS, name) ? MAKERS[name]!() : undefined
}
