import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { makeAscii, parseAscii } from "./ascii.ts"
import { Board } from "./board.ts"
import { makeVertex, parseVertex } from "./coordinates.ts"
import { allPoints, Black, Empty, opponent, PASS, pointAt, White, type Color, type Point } from "./types.ts"

const draw = (drawing: string, suicide = false): Board => unwrap(parseAscii(drawing, { suicide }))
const at = (board: Board, vertex: string): Point => parseVertex(vertex, board.size) as Point
const names = (board: Board, points: Iterable<Point>): string[] =>
  [...points].map((point) => makeVertex(point, board.size)).sort()

function expectBoard(board: Board, drawing: string): void {
  expect(makeAscii(board)).toBe(makeAscii(draw(drawing)))
  expect(board.check()).toBeUndefined()
}

describe("captures (RUL-2)", () => {
  it("takes a single stone", () => {
    const board = draw(`
      . X .
      X O .
      . X .`)
    expect(board.play(Black, at(board, "C2"))).toBeUndefined()
    expectBoard(
      board,
      `
      . X .
      X . X
      . X .`,
    )
    expect(board.prisoners(Black)).toBe(1)
  })

  it("takes several chains with one stone", () => {
    const board = draw(`
      . X O . O
      . . X . X
      . . . X .
      . . . . .
      . . . . .`)
    expect(board.play(Black, at(board, "D5"))).toBeUndefined()
    expectBoard(
      board,
      `
      . X . X .
      . . X . X
      . . . X .
      . . . . .
      . . . . .`,
    )
    expect(board.prisoners(Black)).toBe(2)
  })

  it("lets a stone without liberties capture first", () => {
    const board = draw(`
      . O X
      O X X
      X X .`)
    expect(board.isLegal(Black, at(board, "A3"))).toBe(true)
    expect(board.play(Black, at(board, "A3"))).toBeUndefined()
    expect(board.prisoners(Black)).toBe(2)
    expect(board.check()).toBeUndefined()
  })

  it("snapback: a stone is given up and its capturers are taken", () => {
    const board = draw(`
      . . . . .
      X X X . .
      O O X . .
      X O X . .
      . O X . .`)
    // Black's stone at A2 is the bait: White takes it, and the two liberties become one.
    expect(names(board, board.liberties(at(board, "B1")))).toEqual(["A1"])
    board.play(White, at(board, "A1"))
    expect(board.prisoners(White)).toBe(1)
    expect(board.play(Black, at(board, "A2"))).toBeUndefined()
    expect(board.prisoners(Black)).toBe(5)
    expect(board.check()).toBeUndefined()
  })
})

describe("simple ko (RUL-2)", () => {
  const ko = () =>
    draw(`
      . X O .
      X . X O
      . X O .
      . . . .`)

  it("forbids taking back at once, and only that", () => {
    const board = ko()
    expect(board.play(White, at(board, "B3"))).toBeUndefined()
    expect(makeVertex(board.ko, 4)).toBe("C3")
    expect(board.refusal(Black, at(board, "C3"))).toBe("ko")
    expect(board.play(Black, at(board, "C3"))).toBe("ko")
    expect(board.isLegal(White, at(board, "C3"))).toBe(true)
    board.play(Black, at(board, "D1"))
    board.play(White, at(board, "A1"))
    expect(board.play(Black, at(board, "C3"))).toBeUndefined()
    expect(board.check()).toBeUndefined()
  })

  it("is lifted by a pass and comes back with undo", () => {
    const board = ko()
    board.play(White, at(board, "B3"))
    board.play(Black, PASS)
    expect(board.ko).toBe(PASS)
    expect(board.undo()).toBe(true)
    expect(makeVertex(board.ko, 4)).toBe("C3")
  })

  it("is no ko when two stones are taken", () => {
    const board = draw(`
      . X X O .
      X O O . .
      . X X O .
      . . . . .
      . . . . .`)
    board.play(Black, at(board, "D4"))
    expect(board.prisoners(Black)).toBe(2)
    expect(board.ko).toBe(PASS)
  })

  it("is no ko when the capturing stone joins a chain", () => {
    const board = draw(`
      . X O .
      X O . O
      . X X O
      . . . .`)
    board.play(Black, at(board, "C3"))
    expect(board.prisoners(Black)).toBe(1)
    expect(board.ko).toBe(PASS)
  })
})

describe("suicide (RUL-2)", () => {
  const drawing = `
    . O X
    O O X
    . X X`

  it("is refused by default and changes nothing", () => {
    const board = draw(drawing)
    const before = makeAscii(board)
    expect(board.play(Black, at(board, "A3"))).toBe("suicide")
    expect(makeAscii(board)).toBe(before)
    expect(board.check()).toBeUndefined()
  })

  it("removes the own chain where it is allowed, and undo brings it back", () => {
    const board = draw(
      `
      . X O .
      X X O .
      O O O .
      . . . .`,
      true,
    )
    const before = makeAscii(board)
    const { hash } = board
    expect(board.play(Black, at(board, "A4"))).toBeUndefined()
    expectBoard(
      board,
      `
      . . O .
      . . O .
      O O O .
      . . . .`,
    )
    expect(board.prisoners(White)).toBe(4)
    board.undo()
    expect(makeAscii(board)).toBe(before)
    expect(board.hash).toBe(hash)
    expect(board.prisoners(White)).toBe(0)
  })
})

describe("refusals", () => {
  it("names the reason", () => {
    const board = new Board(5)
    board.play(Black, pointAt(0, 0))
    expect(board.play(White, pointAt(0, 0))).toBe("occupied")
    expect(board.play(White, pointAt(5, 0))).toBe("off-board")
    for (const bad of [-1, 1e9, 0.5, Number.NaN]) expect(board.play(White, bad as Point)).toBe("off-board")
    expect(board.played).toBe(1)
  })

  it("accepts only sizes from 1 to 25", () => {
    for (const size of [0, 26, -1, 2.5, Number.NaN]) expect(() => new Board(size)).toThrow(RangeError)
  })

  it("refuses drawn chains without liberty, and says which", () => {
    expect(parseAscii("X X\nX X")).toEqual({ ok: false, error: "the chain at A2 has no liberty" })
    expect(parseAscii("X X\nX")).toMatchObject({ ok: false })
    expect(parseAscii("? .\n. .")).toMatchObject({ ok: false })
    expect(parseAscii("")).toMatchObject({ ok: false })
  })
})

/** Plays random moves, eyes filled or not, and calls back after every one. */
function playRandomly(board: Board, seed: number, moves: number, after: () => void): void {
  const random = new Random(seed)
  const points = allPoints(board.size)
  let color: Color = Black
  for (let i = 0; i < moves; i++) {
    const move = random.below(40) === 0 ? PASS : points[random.below(points.length)]!
    if (board.play(color, move) === undefined) after()
    if (random.below(8) > 0) color = opponent(color)
  }
}

describe("play and undo", () => {
  it("keep everything derived in order on every size, suicide allowed or not", () => {
    for (let size = 1; size <= 25; size++) {
      for (const suicide of [false, true]) {
        const board = new Board(size, { suicide })
        playRandomly(board, size, Math.min(3 * size * size, 400), () => {
          const fault = board.check()
          if (fault) throw new Error(`size ${size}: ${fault}\n${makeAscii(board)}`)
        })
      }
    }
  })

  it("are each other's inverse, move by move, back to the empty board", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), fc.boolean(), (size, seed, suicide) => {
        const board = new Board(size, { suicide })
        const state = () => [
          makeAscii(board),
          board.hash,
          board.ko,
          board.koFor,
          board.prisoners(1),
          board.prisoners(2),
        ]
        const states = [state()]
        playRandomly(board, seed, 3 * size * size, () => states.push(state()))
        for (states.pop(); states.length > 0; states.pop()) {
          expect(board.undo()).toBe(true)
          expect(state()).toEqual(states.at(-1))
          expect(board.check()).toBeUndefined()
        }
        expect(board.undo()).toBe(false)
        expect(board.hash).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it("a copy goes its own way", () => {
    const board = new Board(9)
    playRandomly(board, 3, 60, () => {})
    const before = makeAscii(board)
    const copy = board.clone()
    expect([makeAscii(copy), copy.hash, copy.ko]).toEqual([before, board.hash, board.ko])
    playRandomly(copy, 4, 60, () => {})
    expect(makeAscii(board)).toBe(before)
    expect(copy.check()).toBeUndefined()
  })
})

describe("chains", () => {
  it("tells stones and liberties", () => {
    const board = draw(`
      X X . O
      . X . O
      . . . O
      O O . .`)
    expect(names(board, board.chain(at(board, "A4")))).toEqual(["A4", "B3", "B4"])
    expect(names(board, board.liberties(at(board, "A4")))).toEqual(["A3", "B2", "C3", "C4"])
    expect(board.chainSize(at(board, "D3"))).toBe(3)
    expect(board.chain(at(board, "C2"))).toEqual([])
    expect(board.liberties(at(board, "C2"))).toEqual([])
  })
})

describe("legal positions (Tromp and Farnebäck 2007)", () => {
  it.each([
    { size: 1, legal: 1 },
    { size: 2, legal: 57 },
    { size: 3, legal: 12675 },
  ])("are $legal on a board of size $size", ({ size, legal }) => {
    const points = allPoints(size)
    let found = 0
    for (let code = 0; code < 3 ** points.length; code++) {
      const stones: [Color, Point][] = []
      for (let i = 0, rest = code; rest > 0; i++, rest = Math.floor(rest / 3)) {
        if (rest % 3 !== Empty) stones.push([(rest % 3) as Color, points[i]!])
      }
      if (Board.fromStones(size, stones).ok) found++
    }
    expect(found).toBe(legal)
  })
})
