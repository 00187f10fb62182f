import { expect, it } from "vitest"
import { chartShape, ticks } from "./chart.ts"

const room = { left: 10, right: 10, top: 10, bottom: 10 }

it.each([
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0.93, 1.07, 3, [0.95, 1, 1.05]],
  [-7, 12, 4, [-5, 0, 5, 10]],
  [3, 3, 4, [3]],
])("round numbers from %d to %d", (low, high, most, expected) => {
  expect(ticks(low, high, most)).toEqual(expected)
})

it("lines lie in the box, with the lowest value at its lower edge", () => {
  const series = [
    {
      label: "a",
      points: [
        [0, 0],
        [10, 5],
      ],
    },
  ] as const
  const { paths, xTicks, yTicks } = chartShape({ series, width: 220, height: 120, room })
  expect(paths).toEqual(["M10 110L210 10"])
  expect(xTicks.map(({ value, at }) => [value, at])).toEqual([
    [0, 10],
    [5, 110],
    [10, 210],
  ])
  expect(yTicks[0]).toEqual({ value: 0, at: 110 })
})

it("a logarithmic axis has powers of ten", () => {
  const points = [
    [1, 1],
    [100, 2],
  ] as const
  const { xTicks } = chartShape({
    series: [{ label: "", points }],
    width: 220,
    height: 120,
    room,
    isLog: true,
  })
  expect(xTicks.map(({ value, at }) => [value, at])).toEqual([
    [1, 10],
    [10, 110],
    [100, 210],
  ])
})

it("nothing makes nothing", () => {
  expect(chartShape({ series: [], width: 100, height: 100, room })).toEqual({
    paths: [],
    xTicks: [],
    yTicks: [],
  })
})
