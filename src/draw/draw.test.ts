// Pictures that a browser would draw: whole SVG, no words of others as markup, marks where the data are.

import { describe, expect, it } from "vitest"
import { expectWholeSvg } from "../../test/support/svg.ts"
import { unwrap } from "../base/result.ts"
import { Game, parseVertex, type Point } from "../rules/index.ts"
import { block, columnMeans } from "./blocks.ts"
import { ownerMap, smallBoard, valueMap } from "./board.ts"
import { bandFigure, histogramFigure } from "./figures.ts"
import { binsOf, histograms } from "./histogram.ts"
import { intervalChart } from "./intervals.ts"
import { lineChart, roundTicks, type LineChart } from "./lines.ts"
import { wayPanels } from "./panels.ts"
import { element } from "./svg.ts"
import { thermographs, thermographText } from "./thermograph.ts"

const HOSTILE = `<a & "b">`
const ESCAPED = "&lt;a &amp; &quot;b&quot;&gt;"

const axis = { ticks: [0, 1], label: String, share: (value: number) => value }
const chart: LineChart = {
  title: HOSTILE,
  x: { ...axis, title: "moves" },
  y: axis,
  lines: [{ label: HOSTILE, points: [[0, 0] as const, [1, 0.5] as const], told: HOSTILE }],
}

describe("pictures", () => {
  const board = unwrap(Game.create({ size: 5 }))
  for (const vertex of ["C3", "B2"]) unwrap(board.play(parseVertex(vertex, 5)!))

  it.each([
    ["lines with a legend", lineChart(chart)],
    ["lines with words at their end", lineChart({ ...chart, lines: [{ ...chart.lines[0]!, end: HOSTILE }] })],
    [
      "dots and marks",
      lineChart({ ...chart, dots: ["one", HOSTILE], marks: [{ at: [1, 0.5], words: HOSTILE }] }),
    ],
    ["histograms", histograms(HOSTILE, HOSTILE, [{ title: HOSTILE, bins: binsOf([1, 2, 2], 2) }])],
    [
      "thermographs",
      thermographs(HOSTILE, [
        { title: HOSTILE, note: HOSTILE, leftWall: [[-1, 0.5]], rightWall: [[-1, 0.5]] },
      ]),
    ],
    ["no values at all", histograms(HOSTILE, "s", [{ title: "none", bins: [] }])],
    [
      "estimates",
      intervalChart(
        [
          { label: HOSTILE, note: HOSTILE },
          { label: "b", note: "", estimate: { value: 5, low: -10, high: 30, second: 7, told: HOSTILE } },
        ],
        { title: HOSTILE, axis: HOSTILE, first: HOSTILE, second: HOSTILE },
      ),
    ],
    [
      "panels",
      wayPanels([{ title: HOSTILE, way: [0, 0.5, 1], start: 0, result: 1, low: HOSTILE, high: HOSTILE }], {
        title: HOSTILE,
        note: HOSTILE,
        steps: 4,
        shaded: [1, 2],
      }),
    ],
    ["an owner map", ownerMap(board.board, new Float64Array(2000), HOSTILE)],
    [
      "a value map",
      valueMap(board.board, () => ({ share: 0.9, text: HOSTILE, told: HOSTILE }), {
        title: HOSTILE,
        note: HOSTILE,
      }),
    ],
  ])("%s: whole, and words are escaped", (_, svg) => {
    expectWholeSvg(svg)
    expect(svg).toContain(ESCAPED)
    expect(svg).not.toContain(HOSTILE)
    expect(svg).toContain("prefers-color-scheme:dark")
  })

  it("figures of a page have no sheet of their own", () => {
    const points = [{ x: 1, y: 0.5, low: -Infinity, high: Infinity }]
    const figures = [
      bandFigure({ title: HOSTILE, points, range: [0, 1], level: 0.5, label: () => HOSTILE, unit: "games" }),
      histogramFigure(HOSTILE, [3, 3, 9], "moves"),
      smallBoard(board, new Set([parseVertex("B2", 5) as Point]), HOSTILE),
    ]
    for (const figure of figures) {
      expect(figure).toContain(ESCAPED)
      expect(figure).not.toMatch(/<style|NaN|Infinity/)
    }
    expect(figures[2]).toContain('class="white dead"')
    expect(figures[2]!.match(/class="mark-on-white"/g)).toHaveLength(1)
  })

  it("a line chart has the whole title of its axes in the picture", () => {
    const svg = lineChart({ ...chart, y: { ...chart.y, title: "% of a large population" } })
    const { x, anchor } =
      /x="(?<x>[\d.]+)"[^>]*text-anchor="(?<anchor>\w+)"[^>]*>% of a large population</.exec(svg)!.groups!
    expect([Number(x) >= 0, anchor]).toEqual([true, "start"])
  })

  it("a line chart has a mark at each point that asks for one", () => {
    const svg = lineChart({ ...chart, dots: ["a", "b"], marks: [{ at: [1, 0.5], words: "bad" }], level: 1 })
    expect(svg.match(/class="dot"/g)).toHaveLength(2)
    expect(svg).toContain(">1: bad</text>")
    expect(svg.match(/class="level"/g)).toHaveLength(1)
  })

  it("leaves out attributes that are undefined", () =>
    expect(element("rect", { x: 1.234, fill: undefined })).toBe('<rect x="1.23"/>'))
})

it("ticks are round numbers", () => {
  expect(roundTicks(0, 2000, 8)).toEqual([0, 500, 1000, 1500, 2000])
  expect(roundTicks(7, 37, 12)).toEqual([10, 15, 20, 25, 30, 35])
  expect(roundTicks(0, 5, 12)).toEqual([0, 1, 2, 3, 4, 5])
})

it("blocks", () => {
  expect([-1, 0, 4, 8, 99].map(block).join("")).toBe("  ▄██")
  expect(columnMeans([1, 3, 5, 7], 2)).toEqual([2, 6])
  expect(columnMeans([1, 3], 9)).toEqual([1, 3])
})

describe("thermographs of characters", () => {
  it("puts high values on the left and the mast above the walls", () => {
    const rows = thermographText({
      title: "",
      note: "",
      leftWall: [
        [-1, 3],
        [2, 0],
      ],
      rightWall: [
        [-1, 0],
        [2, 0],
      ],
    })
    const at = (label: string): string => rows.find((row) => row.trimStart().startsWith(`${label} `))!
    expect(at("3")).toMatch(/^ +3 +\|$/)
    expect(at("1")).toMatch(/^ +1 +\/ +\|$/)
    expect(at("0")).toMatch(/\/·+\|/)
    expect(rows.at(-1)).toMatch(/^ +4 .* 0 .*−1$/)
  })

  it.each([0.25, 3, 40, 1e6])("stays small for a temperature of %d", (temperature) => {
    const leftWall = [
      [-1, temperature + 1],
      [temperature, 0],
    ] as const
    const rows = thermographText({ title: "", note: "", leftWall, rightWall: leftWall })
    expect(rows.length).toBeLessThan(20)
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(80)
  })
})
