import { parseVertex } from "montego/rules"
import { expect, it } from "vitest"
import { timelineShape } from "./timeline.ts"

const [C3, D4] = [parseVertex("C3", 9)!, parseVertex("D4", 9)!]

it("draws shares over simulations, tenfold steps equally wide, up to a round share (TREE-15)", () => {
  const { lines, top, ticks } = timelineShape({
    at: [1, 10, 100],
    series: [
      { move: C3, shares: [0, 0.25, 0.45] },
      { move: D4, shares: [0.5, 0.1, 0] },
    ],
    choices: [],
  })
  expect(top).toBe(0.5)
  expect(lines.map(({ path }) => path)).toEqual(["M0 98L50 50L100 11.6", "M0 2L50 78.8L100 98"])
  expect(lines[0]).toMatchObject({ move: C3, share: 0.45 })
  expect(ticks).toEqual([
    { at: 1, x: 0 },
    { at: 10, x: 50 },
    { at: 100, x: 100 },
  ])
})

it("draws nothing from one simulation", () => {
  const series = [{ move: C3, shares: [1] }]
  expect(timelineShape({ at: [1], series, choices: [] })).toEqual({ lines: [], top: 1, ticks: [] })
  expect(timelineShape({ at: [], series: [], choices: [] }).lines).toEqual([])
})
