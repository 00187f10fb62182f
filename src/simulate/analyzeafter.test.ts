import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Black, Board, Border, parseAscii, pointAt, POINTS, White } from "../rules/index.ts"
import { AnalyzeAfterSimulation, Settlement } from "./analyzeafter.ts"
import { pointsOf } from "./stones.ts"

const rowsOf = (drawing: string): string[][] =>
  drawing
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/))

/** Settles a drawn board whose second drawing says when each stone came, and draws what is left. */
function settle(drawing: string, moments: string, seed = 1): { rows: string[]; removed: number[] } {
  const rows = rowsOf(drawing)
  const points = pointsOf(rows.length)
  const stones = new Uint8Array(POINTS).fill(Border)
  const moment = new Int16Array(POINTS)
  const order = new Int16Array(POINTS)
  let moves = 0
  for (const [y, row] of rowsOf(moments).entries()) {
    for (const [x, sign] of row.entries()) {
      const point = pointAt(x, y)
      stones[point] = ".XO".indexOf(rows[y]![x]!)
      if (sign === ".") continue
      moment[point] = Number(sign)
      if (moment[point] === 0) continue
      order[moment[point] - 1] = point
      moves++
    }
  }
  const settlement = new Settlement()
  settlement.settle(stones, points, { moment, order, moves }, new Random(seed))
  const left = rows.map((row, y) => row.map((_, x) => ".XO"[stones[pointAt(x, y)]!]).join(" "))
  return { rows: left, removed: [settlement.removed[Black]!, settlement.removed[White]!] }
}

describe("settling a filled board (SIM-3), chains in order of their newest stone", () => {
  it.each([
    [
      "a stone whose liberties were filled is removed, and is a liberty of those around",
      `
      X O .
      O . .
      . . .`,
      `
      1 2 .
      3 . .
      . . .`,
      [". O .", "O . .", ". . ."],
      [1, 0],
    ],
    [
      "of two chains without liberties the older dies",
      `
      X O
      X O`,
      `
      1 2
      3 4`,
      [". O", ". O"],
      [2, 0],
    ],
    [
      "and the newer one takes, whatever its colour",
      `
      X O
      X O`,
      `
      2 1
      4 3`,
      ["X .", "X ."],
      [0, 2],
    ],
    [
      "the newest stone counts, not the oldest",
      `
      X O
      X O`,
      `
      1 2
      4 3`,
      ["X .", "X ."],
      [0, 2],
    ],
    [
      "left, middle, right: the right has no empty neighbour, for the middle stays",
      `
      X O X
      X O X
      X O X`,
      `
      1 2 3
      4 5 6
      7 8 9`,
      [". O .", ". O .", ". O ."],
      [6, 0],
    ],
    [
      "middle, left, right: the middle is removed first and saves both",
      `
      X O X
      X O X
      X O X`,
      `
      1 2 3
      4 5 6
      8 7 9`,
      ["X . X", "X . X", "X . X"],
      [0, 3],
    ],
    [
      "a neighbour not decided yet counts as occupied",
      `
      O X O
      X X O
      O O O`,
      `
      9 2 1
      4 6 3
      5 7 8`,
      // Black's chain (6) comes before White's around it (8): no empty neighbour yet. Then A3 (9) lives too.
      ["O . O", ". . O", "O O O"],
      [3, 0],
    ],
    [
      "a stone played into an eye while the other is open is removed again",
      `
      O X .
      X X X
      X X X`,
      `
      9 1 .
      2 3 4
      5 6 7`,
      [". X .", "X X X", "X X X"],
      [0, 1],
    ],
    [
      "a stone played into the last eye takes the chain",
      `
      X X X
      X O X
      X X X`,
      `
      1 2 3
      4 9 5
      6 7 8`,
      [". . .", ". O .", ". . ."],
      [8, 0],
    ],
    [
      "stones that were there before are older than any move",
      `
      X O
      X O`,
      `
      1 0
      2 0`,
      ["X .", "X ."],
      [0, 2],
    ],
  ])("%s", (_, drawing, moments, rows, removed) => {
    // In the drawings a moment left out would be a gap in the order: close it.
    const used = [...new Set(moments.match(/\d/g)!.map(Number))].filter((n) => n > 0).sort((a, b) => a - b)
    const dense = moments.replace(/\d/g, (n) => `${used.indexOf(Number(n)) + 1}`)
    expect(settle(drawing, dense)).toEqual({ rows, removed })
  })

  it("chains of old stones alone come in random order", () => {
    const drawing = `
      X O
      X O`
    const moments = `
      0 0
      0 0`
    const left = new Set(
      Array.from({ length: 20 }, (_, seed) => settle(drawing, moments, seed).rows.join("/")),
    )
    expect(left).toEqual(new Set([". O/. O", "X ./X ."]))
  })
})

describe("analyze-after", () => {
  const eyes = unwrap(
    parseAscii(`
    . X .
    X X X
    X X .`),
  )
  const area = new AnalyzeAfterSimulation()
  const published = new AnalyzeAfterSimulation({ score: "published" })

  it("never fills an own eye", () => {
    for (let seed = 0; seed < 10; seed++) {
      const { moves, margin } = area.run(eyes, Black, new Random(seed))
      expect({ moves, margin }).toEqual({ moves: 0, margin: 9 })
    }
  })

  it("lets the other side play there: one stone in an eye of three is lost", () => {
    for (let seed = 0; seed < 10; seed++) {
      expect(area.run(eyes, White, new Random(seed))).toMatchObject({ moves: 1, margin: 9 })
      expect(published.run(eyes, White, new Random(seed))).toMatchObject({ moves: 1, margin: 1 })
    }
  })

  it("counts removed stones only, as published, and differs in nothing else", () => {
    const board = new Board(9)
    for (let seed = 0; seed < 20; seed++) {
      const one = area.run(board, Black, new Random(seed))
      const other = published.run(board, Black, new Random(seed))
      expect({ ...other, margin: 0 }).toEqual({ ...one, margin: 0 })
    }
    expect(published.name).toBe("analyze-after,score=published")
  })
})
