import { Black, Board, parseVertex, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import { makePicture } from "./picture.ts"

const at = (vertex: string): Point => parseVertex(vertex, 9) as Point

const candidate = (vertex: string, visits: number, winRate: number) => ({
  move: at(vertex),
  visits,
  winRate,
  rave: { visits: 10 * visits + 1, winRate },
  pv: [at(vertex)],
})

describe("maps and marks on the board (APP-2, TREE-15)", () => {
  it("shades moves by RAVE, the best strongest, and leaves out stones and noise", () => {
    const board = new Board(9)
    board.play(Black, at("A9"))
    const rave = [
      candidate("C9", 900, 0.6),
      candidate("D9", 500, 0.4),
      candidate("E9", 700, 0.5),
      candidate("A9", 100, 0.9),
      candidate("F9", 1, 0.9),
    ]
    const { heat } = makePicture({ board, rave })
    const [row] = heat
    expect(row!.slice(0, 6)).toEqual([
      null,
      null,
      { strength: 9, text: "60" },
      { strength: 1, text: "40" },
      { strength: 5, text: "50" },
      null,
    ])
  })

  it("shows the record's marks before everything else, and the last move as a dot beside them", () => {
    const board = new Board(9)
    for (const vertex of ["A9", "B9"]) board.play(Black, at(vertex))
    const marks = new Map([[at("A9"), { type: "square" as const }]])
    const numbers = new Map([[at("A9"), 1]])
    const [row] = makePicture({ board, last: at("B9"), marks, numbers }).marks
    expect(row!.slice(0, 3)).toEqual([{ type: "square" }, { type: "point" }, null])
  })

  it("has at most twelve discs", () => {
    const candidates = Array.from({ length: 20 }, (_, index) =>
      candidate(`${"ABCDEFGHJ"[index % 9]}${1 + Math.floor(index / 9)}`, 100, 0.5),
    )
    const { heat } = makePicture({ board: new Board(9), candidates })
    expect(heat.flat().filter((disc) => disc !== null)).toHaveLength(12)
  })
})
