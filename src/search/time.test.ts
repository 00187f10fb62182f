// The time of one side (TREE-11).

import { describe, expect, it } from "vitest"
import { afterMove, elapse, fullTime, type TimeLimit } from "./time.ts"

const ABSOLUTE: TimeLimit = { kind: "absolute", main: 60 }
const BYO_YOMI: TimeLimit = { kind: "byo-yomi", main: 10, period: 5, periods: 3 }
const CANADIAN: TimeLimit = { kind: "canadian", main: 5, period: 10, stones: 3 }

/** What is left after moves of these seconds. */
function after(limit: TimeLimit, moves: readonly number[]): string {
  let left = fullTime(limit)
  for (const seconds of moves) {
    const rest = elapse(limit, left, seconds)
    if (!rest) return "over"
    left = afterMove(limit, rest)
  }
  return `${Number(left.seconds.toFixed(6))}/${left.stones}`
}

describe("the time of one side (TREE-11)", () => {
  it.each([
    [ABSOLUTE, [10, 20], "30/0"],
    [ABSOLUTE, [60], "0/0"],
    [ABSOLUTE, [59, 1.5], "over"],
    [BYO_YOMI, [4], "6/0"],
    [BYO_YOMI, [12], "5/3"],
    [BYO_YOMI, [12, 5], "5/3"],
    [BYO_YOMI, [12, 5.1], "5/2"],
    [BYO_YOMI, [12, 9, 14], "over"],
    [BYO_YOMI, [25], "5/1"],
    [BYO_YOMI, [26], "over"],
    [{ ...BYO_YOMI, main: 0, periods: 1 }, [5, 5], "5/1"],
    [{ ...CANADIAN, main: 0 }, [2, 3], "5/1"],
    [{ ...CANADIAN, main: 0 }, [2, 3, 5], "10/3"],
    [{ ...CANADIAN, main: 0 }, [2, 3, 6], "over"],
    [CANADIAN, [9], "6/2"],
  ] as const)("%j after %j: %s", (limit, moves, left) => expect(after(limit, moves)).toBe(left))
})
