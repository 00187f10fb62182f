import { describe, expect, it } from "vitest"
import type { TimeSettings } from "../players/index.ts"
import { afterOwnMove } from "./clock.ts"

const ABSOLUTE: TimeSettings = { kind: "absolute", main: 600 }
const BYO_YOMI: TimeSettings = { kind: "byo-yomi", main: 600, period: 30, periods: 5 }
const CANADIAN: TimeSettings = { kind: "canadian", main: 600, period: 300, stones: 10 }

describe("what is left after a move (TREE-11)", () => {
  it.each<[what: string, TimeSettings, before: [number, number], used: number, after: [number, number]]>([
    ["absolute time runs down", ABSOLUTE, [100, 0], 8, [92, 0]],
    ["and ends", ABSOLUTE, [3, 0], 8, [0, 0]],
    ["main time before byo-yomi runs down", BYO_YOMI, [100, 0], 8, [92, 0]],
    ["the move that ends it is made in the first period", BYO_YOMI, [3, 0], 8, [30, 5]],
    ["or in a later one", BYO_YOMI, [3, 0], 40, [30, 4]],
    ["a period that is not used up is whole again", BYO_YOMI, [30, 5], 29, [30, 5]],
    ["to the last moment", BYO_YOMI, [30, 2], 30, [30, 2]],
    ["one that is used up is gone", BYO_YOMI, [30, 5], 31, [30, 4]],
    ["several, too", BYO_YOMI, [20, 5], 75, [30, 3]],
    ["the last is all that is left to hope for", BYO_YOMI, [30, 1], 99, [30, 1]],
    ["main time before Canadian overtime runs down", CANADIAN, [100, 0], 8, [92, 0]],
    ["the move that ends it is a stone of the overtime", CANADIAN, [3, 0], 8, [295, 9]],
    ["a stone of the overtime takes its time", CANADIAN, [200, 4], 50, [150, 3]],
    ["the last stone begins a new period", CANADIAN, [20, 1], 10, [300, 10]],
    ["a period can't have less than no time", CANADIAN, [20, 3], 30, [0, 2]],
    ["overtime without length is none", { ...BYO_YOMI, period: 0 }, [3, 0], 8, [0, 0]],
    ["overtime without periods is none", { ...BYO_YOMI, periods: 0 }, [3, 0], 8, [0, 0]],
  ])("%s", (_, settings, [seconds, stones], used, after) => {
    const left = afterOwnMove(settings, { seconds, stones }, used)
    expect([left.seconds, left.stones]).toEqual(after)
  })
})
