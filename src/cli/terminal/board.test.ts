import { describe, expect, it } from "vitest"
import { unwrap } from "../../base/result.ts"
import { Black, Board, Game, parseAscii, parseVertex, PASS, type Point } from "../../rules/index.ts"
import { boardWidth, drawBoard, drawStone, PLAIN, WOODEN, type BoardView } from "./board.ts"
import { drawTable } from "./panel.ts"
import { Table } from "./table.ts"

const point = (vertex: string, size: number) => parseVertex(vertex, size) as Point
const plain = (view: BoardView) => `\n${drawBoard(view, PLAIN).join("\n")}\n`
// oxlint-disable-next-line no-control-regex
const withoutColors = (line: string) => line.replace(/\u001B\[[0-9;]*m/g, "")

describe("drawBoard", () => {
  it("draws stones, star point, coordinates and the last move", () => {
    const board = unwrap(parseAscii(". . . . .\n. X O . .\n. . . . .\n. . . O .\n. . . . X"))
    expect(plain({ board, last: point("C4", 5) })).toMatchInlineSnapshot(`
      "
         A B C D E   
       5 ┌─┬─┬─┬─┐ 5 
       4 ├─●[○]┼─┤ 4 
       3 ├─┼─╋─┼─┤ 3 
       2 ├─┼─┼─○─┤ 2 
       1 └─┴─┴─┴─● 1 
         A B C D E   
      "
    `)
  })

  it.each([
    ["A1", " 1[●]┘ 1 "],
    ["B1", " 1 └[●]1 "],
  ])("marks a last move at the edge, %s", (vertex, row) => {
    const board = new Board(2)
    board.play(Black, point(vertex, 2))
    expect(drawBoard({ board, last: point(vertex, 2) }, PLAIN)[2]).toBe(row)
  })

  it("marks nothing for a pass", () => {
    const board = new Board(3)
    expect(drawBoard({ board, last: PASS }, PLAIN)).toEqual(drawBoard({ board }, PLAIN))
  })

  it("shows dead stones and points", () => {
    const board = unwrap(parseAscii("O . X . .\n. . X O .\n. . X O .\n. . X O .\n. . X O X"))
    const dead = new Set([point("A5", 5), point("E1", 5)])
    const owner = unwrap(Game.create({ size: 5 })).score().owner
    owner[point("A4", 5)] = 1
    owner[point("E4", 5)] = 2
    expect(plain({ board, dead, owner })).toMatchInlineSnapshot(`
      "
         A B C D E   
       5 w─┬─●─┬─┐ 5 
       4 ▪─┼─●─○─▫ 4 
       3 ├─┼─●─○─┤ 3 
       2 ├─┼─●─○─┤ 2 
       1 └─┴─●─○─b 1 
         A B C D E   
      "
    `)
  })

  it.each(Array.from({ length: 24 }, (_, i) => i + 2))("every row of %i×%i has the same width", (size) => {
    const board = new Board(size)
    for (const theme of [PLAIN, WOODEN]) {
      const rows = drawBoard({ board }, theme).map(withoutColors)
      expect(new Set(rows.map((row) => [...row].length))).toEqual(new Set([boardWidth(size)]))
      expect(rows).toHaveLength(size + 2)
    }
  })

  it("brings its own ground and true stone colours, and leaves the terminal clean", () => {
    const board = unwrap(parseAscii(". X\n. O"))
    const rows = drawBoard({ board }, WOODEN)
    expect(rows.every((row) => row.startsWith("\u001B[48;5;137m") && row.endsWith("\u001B[0m"))).toBe(true)
    expect(rows[1]).toContain("38;5;16m●")
    expect(rows[2]).toContain("38;5;231m●")
    expect(drawStone(Black, PLAIN)).toBe(" ● ")
  })
})

describe("drawTable", () => {
  const table = (size: number, person: "black" | "both" = "black", player = "random") =>
    new Table({
      game: unwrap(Game.create({ size })),
      seating: { person, player, seed: 7 },
      estimateDead: () => [],
    })

  it("puts the panel beside the board", () => {
    const five = table(5)
    expect(`\n${drawTable(five, five.scene, PLAIN, 80).join("\n")}\n`).toMatchInlineSnapshot(`
      "
         A B C D E     Black to play, move 1
       5 ┌─┬─┬─┬─┐ 5   No move yet
       4 ├─┼─┼─┼─┤ 4
       3 ├─┼─╋─┼─┤ 3    ●  Black: you
       2 ├─┼─┼─┼─┤ 2       has taken 0
       1 └─┴─┴─┴─┘ 1    ○  White: random
         A B C D E         has taken 0

                       Rules: chinese
                       Komi: 7.5
                       Seed: 7
      "
    `)
  })

  it.each([9, 13, 19, 25])("size %i fits into 80 columns, with a count and a long name too", (size) => {
    const long = table(size, "black", `gtp:${"engine ".repeat(20)}`)
    const { view } = long.scene
    const scene = { view: { ...view, owner: new Uint8Array(800) }, sheet: ["territory    100 100.5"] }
    for (const theme of [PLAIN, WOODEN]) {
      const lines = drawTable(long, scene, theme, 80).map(withoutColors)
      expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80)
      expect(lines.slice(0, 3).join(" ")).toContain("Black to play, move 1")
    }
    // Beside, not below: the board's own height, the legend and what is said fit on a usual screen.
    if (size === 19) expect(drawTable(long, scene, PLAIN, 80)).toHaveLength(22)
  })

  it("puts the panel below where the terminal is narrow", () => {
    const nine = table(9)
    const lines = drawTable(nine, nine.scene, PLAIN, 40)
    expect(lines[11]).toBe("Black to play, move 1")
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  it("has no names and no seed between two persons", () => {
    const both = table(9, "both")
    const text = drawTable(both, both.scene, PLAIN, 80).join("\n")
    expect(text).not.toMatch(/you|random|Seed/)
  })
})
