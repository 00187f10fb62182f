import { expect, it } from "vitest"
import { counted, percent, signed } from "./format.ts"

it("percent of a share", () => {
  expect([percent(0.1234), percent(1), percent(0.125, 0), percent(0.5, 2)]).toEqual([
    "12.3",
    "100.0",
    "13",
    "50.00",
  ])
})

it("numbers of things", () => {
  expect([counted(0, "game"), counted(1, "game"), counted(2, "game")]).toEqual([
    "0 games",
    "1 game",
    "2 games",
  ])
})

it("numbers with a sign", () => {
  expect([signed(3.4), signed(-3.6), signed(0), signed(-1.25, 1), signed(-2, 0, "-")]).toEqual([
    "+3",
    "−4",
    "+0",
    "−1.3",
    "-2",
  ])
  expect([signed(Infinity), signed(-Infinity, 0, "-")]).toEqual(["+∞", "-∞"])
})
