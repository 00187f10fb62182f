// Ladders: small boards that a person can judge, and the kernel's reader against its twin on many positions.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import {
  allPoints,
  Black,
  Board,
  makeVertex,
  opponent,
  parseAscii,
  parseVertex,
  White,
} from "../rules/index.ts"
import type { Color, Point } from "../rules/index.ts"
import { Kernel } from "./kernel.ts"
import { isCaughtByChasing, isCaughtInLadder, ladderMove } from "./ladder.ts"

const kernel = await Kernel.create()

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

/** The kernel's answer, which must be the twin's, for the chain in atari at this vertex. */
function isCaught(board: Board, vertex: string): boolean {
  const stone = parseVertex(vertex, board.size) as Point
  kernel.load(board)
  const caught = kernel.isCaughtInLadder(stone)
  expect(isCaughtInLadder(board, stone)).toBe(caught)
  return caught
}

/** The same for a chain with two liberties: where it is caught. */
function caughtAt(board: Board, vertex: string): string | undefined {
  const stone = parseVertex(vertex, board.size) as Point
  kernel.load(board)
  const move = kernel.ladderMove(stone)
  expect(ladderMove(board, stone)).toBe(move)
  return move === undefined ? undefined : makeVertex(move, board.size)
}

/** White's stone at C7 is in atari; nothing stands in the way of its ladder to the lower right. */
const LADDER = `
  . . . . . . . . .
  . . X X . . . . .
  . X O . . . . . .
  . . X . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .`

function withFriends(drawing: string, ...friends: string[]): Board {
  const board = draw(drawing)
  for (const friend of friends) expect(board.play(White, parseVertex(friend, board.size)!)).toBeUndefined()
  return board
}

describe("a chain in atari (SIM-6)", () => {
  it("is caught in a working ladder", () => expect(isCaught(draw(LADDER), "C7")).toBe(true))

  it.each([
    ["on its way", "G3", false],
    ["beside its way", "F3", false],
    ["off its way", "C2", true],
  ])("with a friend %s (%s)", (_, friend, caught) => {
    expect(isCaught(withFriends(LADDER, friend), "C7")).toBe(caught)
  })

  it("takes a chasing stone next to it that is in atari", () => {
    expect(isCaught(withFriends(LADDER, "A7"), "C7")).toBe(true)
    expect(isCaught(withFriends(LADDER, "A7", "B8"), "C7")).toBe(false)
  })

  it("gets away when a chasing stone comes into atari on the way", () => {
    expect(isCaught(withFriends(LADDER, "B6"), "C7")).toBe(false)
  })

  const EDGE = `
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . X O . . .`

  it("is caught along the edge, but for a friend there", () => {
    expect(isCaught(draw(EDGE), "D1")).toBe(true)
    expect(isCaught(withFriends(EDGE, "F2"), "D1")).toBe(false)
  })

  it("is caught at once where running brings one liberty, or none", () => {
    const board = draw(`
      . . . O X
      . . . . X
      . . . . .
      X X . . .
      O . X . .`)
    expect(isCaught(board, "A1")).toBe(true)
  })

  it("is no other chain, and no empty point", () => {
    const board = draw(`
      . . . . .
      . O X . .
      . . . . .
      . . . . .
      . . . . .`)
    expect(isCaught(board, "B4")).toBe(false)
    expect(isCaught(board, "A1")).toBe(false)
    expect(caughtAt(board, "B4")).toBeUndefined()
    expect(caughtAt(board, "A1")).toBeUndefined()
  })
})

describe("a chain with two liberties (SIM-6)", () => {
  it("is caught from one side only", () => {
    const drawing = `
      . . . . . . .
      . . X X . . .
      . X O O . . .
      . . X . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`
    expect(caughtAt(draw(drawing), "C5")).toBe("E5")
    expect(caughtAt(withFriends(drawing, "F2"), "C5")).toBeUndefined()
  })

  it("is caught from the other side", () => {
    const board = draw(`
      . . . . . . .
      . . . X . . .
      . . X O X . .
      . . X O . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`)
    expect(caughtAt(board, "D5")).toBe("D3")
  })

  it("is caught on the edge from either side; the first is named", () => {
    const board = draw(`
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . X . . .
      . . . O . . .`)
    expect(caughtAt(board, "D1")).toBe("C1")
    const isCaughtFrom = (vertex: string): boolean =>
      isCaughtByChasing(board, parseVertex("D1", 7) as Point, parseVertex(vertex, 7) as Point)
    expect(["C1", "E1"].map(isCaughtFrom)).toEqual([true, true])
  })
})

describe("ladders and ko (SIM-6, RUL-2)", () => {
  // C5 has no way out but to take in the ko at B4 and C4.
  const BLACK_TOOK = `
    . X O . X
    X . X O X
    . X O X .
    . . O . .
    . . . . .`
  const WHITE_TOOK = `
    . X O . X
    X O . O X
    . X O X .
    . . O . .
    . . . . .`

  it("the runner may take in a ko, but not take back", () => {
    expect(isCaught(draw(BLACK_TOOK), "C5")).toBe(false)
    const board = draw(WHITE_TOOK)
    board.play(Black, parseVertex("C4", 5)!)
    expect(isCaught(board, "C5")).toBe(true)
  })

  it("the chaser may take in a ko, but not take back", () => {
    expect(caughtAt(draw(WHITE_TOOK), "C5")).toBe("C4")
    const board = draw(BLACK_TOOK)
    board.play(White, parseVertex("B4", 5)!)
    expect(caughtAt(board, "C5")).toBeUndefined()
  })

  it("a ko that binds the other side changes nothing, and stays", () => {
    const board = draw(WHITE_TOOK)
    board.play(Black, parseVertex("C4", 5)!)
    kernel.load(board)
    expect(kernel.ladderMove(parseVertex("C4", 5) as Point)).toBeUndefined()
    expect(kernel.ko).toBe(parseVertex("B4", 5))
    expect(kernel.refusal(White, parseVertex("B4", 5)!)).toBe("ko")
    expect(kernel.refusal(Black, parseVertex("B4", 5)!)).toBeUndefined()
  })
})

/** The stones of a random game as if they had been set up: chains then have the kernel's order. */
function randomPosition(size: number, moves: number, random: Random): Board {
  const points = allPoints(size)
  const played = new Board(size)
  for (let i = 0; i < moves; i++) played.play(random.below(2) === 0 ? Black : White, drawn(points, random))
  const stones = points
    .filter((point) => played.at(point) === Black || played.at(point) === White)
    .map((point): [Color, Point] => [played.at(point) as Color, point])
  return unwrap(Board.fromStones(size, stones))
}

function drawn(points: readonly Point[], random: Random): Point {
  return points[random.below(points.length)]!
}

/** The start of a ladder in the corner, and stones here and there. */
function ladderWithStones(size: number, stones: number, random: Random): Board {
  const board = new Board(size)
  const put = (color: Color, x: number, y: number): void => {
    board.play(color, allPoints(size)[y * size + x]!)
  }
  for (const [x, y] of [
    [2, 1],
    [3, 1],
    [1, 2],
    [2, 3],
  ] as const)
    put(Black, x, y)
  put(White, 2, 2)
  for (let i = 0; i < stones; i++)
    board.play(random.below(2) === 0 ? Black : White, drawn(allPoints(size), random))
  return board
}

describe("the reader's twin (SIM-6)", () => {
  /** How many answers there were of each kind. */
  type Answers = Record<"caught" | "safe", number>

  /** Every chain of the position with one or two liberties; the kernel's board must be as before. */
  function compare(board: Board, inAtari: Answers, withTwo: Answers): void {
    const { hash, ko } = kernel
    for (const stone of allPoints(board.size)) {
      const content = board.at(stone)
      if ((content !== Black && content !== White) || board.chainHead(stone) !== stone) continue
      const liberties = board.liberties(stone).length
      if (liberties > 2) continue
      const caught = kernel.isCaughtInLadder(stone)
      const move = kernel.ladderMove(stone)
      expect({ stone, caught, move }).toEqual({
        stone,
        caught: isCaughtInLadder(board, stone),
        move: ladderMove(board, stone),
      })
      if (liberties === 1) inAtari[caught ? "caught" : "safe"]++
      else withTwo[move === undefined ? "safe" : "caught"]++
    }
    expect({ hash: kernel.hash, ko: kernel.ko }).toEqual({ hash, ko })
  }

  it("agrees on thousands of positions of all sizes, kos included", () => {
    const random = new Random(21)
    const inAtari: Answers = { caught: 0, safe: 0 }
    const withTwo: Answers = { caught: 0, safe: 0 }
    for (let i = 0; i < 1500; i++) {
      const size = i < 1300 ? 2 + random.below(9) : 11 + random.below(9)
      const board = randomPosition(size, random.below(2 * size * size), random)
      kernel.load(board)
      compare(board, inAtari, withTwo)
      let color: Color = Black
      for (let more = 0; more < 4; more++) {
        const point = drawn(allPoints(size), random)
        expect(kernel.play(color, point)).toBe(board.play(color, point))
        color = opponent(color)
      }
      compare(board, inAtari, withTwo)
    }
    const counts = [inAtari, withTwo].flatMap(({ caught, safe }) => [caught, safe])
    expect(Math.min(...counts)).toBeGreaterThan(4000)
  }, 300_000)

  it("agrees on long ladders", () => {
    const random = new Random(22)
    const answers: Answers = { caught: 0, safe: 0 }
    for (let i = 0; i < 300; i++) {
      const board = ladderWithStones(9 + random.below(11), random.below(40), random)
      kernel.load(board)
      const stone = allPoints(board.size)[2 * board.size + 2]!
      const caught = kernel.isCaughtInLadder(stone)
      expect(caught).toBe(isCaughtInLadder(board, stone))
      answers[caught ? "caught" : "safe"]++
    }
    expect(Math.min(answers.caught, answers.safe)).toBeGreaterThan(90)
  }, 300_000)
})
