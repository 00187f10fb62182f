// How values and win rates become one choice (HYB-2, HYB-3), and what a hybrid's name may say.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { parsePlayerSpec } from "../player/index.ts"
import { Black, makeVertex, parseVertex, PASS } from "../rules/index.ts"
import type { Candidate, SearchReport } from "../search/index.ts"
import { combine, parseHybridSpec, parseValues, Temperature, type ValuedMove } from "./hybrid.ts"

const SIZE = 9
const MANY = 1_000_000

const read = (text: string, size = SIZE): [string, number][] =>
  parseValues(text, size).map(({ move, value }) => [makeVertex(move, size), value])

describe("values as engines list them (HYB-1)", () => {
  it.each([
    [
      "top_moves of GNU Go",
      "E5 75.00 E7 74.01 C5 5.0 ",
      [
        ["E5", 75],
        ["E7", 74.01],
        ["C5", 5],
      ],
    ],
    [
      "all_move_values of GNU Go",
      "C7  74.01\nD7  -3.50\nE7  0.00",
      [
        ["C7", 74.01],
        ["D7", -3.5],
        ["E7", 0],
      ],
    ],
    [
      "whole numbers, small letters",
      "c3 12\nd4 7",
      [
        ["C3", 12],
        ["D4", 7],
      ],
    ],
    ["nothing", "", []],
    ["blanks", " \n ", []],
    ["a pass and points off the board", "PASS 3.00 K10 9.00 A1 1.00", [["A1", 1]]],
    [
      "words in between",
      "best: E5 75.00 (sure) C3 nan D4 1.5",
      [
        ["E5", 75],
        ["D4", 1.5],
      ],
    ],
    ["half a line", "E5 75.00 C3", [["E5", 75]]],
  ] as const)("%s", (_, text, expected) => expect(read(text)).toEqual(expected))

  it("points of a larger board", () =>
    expect(read("T19 2.00 K10 1.00", 19)).toEqual([
      ["T19", 2],
      ["K10", 1],
    ]))
})

const at = (vertex: string): Candidate["move"] => parseVertex(vertex, SIZE)!

/** A report of these win rates, with enough visits to make them exact, unless others are given. */
function reportOf(rates: Record<string, number | Partial<Candidate>>, winRate = 0.5): SearchReport {
  const candidates = Object.entries(rates).map(([vertex, rate]): Candidate => {
    const given = typeof rate === "number" ? { winRate: rate } : rate
    return { move: at(vertex), visits: MANY, winRate: 0, pv: [at(vertex)], ...given }
  })
  return {
    color: Black,
    playouts: MANY,
    seconds: 1,
    winRate,
    score: { mean: 0, spread: 1 },
    candidates,
    owners: new Float64Array(),
    nodes: 1,
    capacity: 2,
    notes: [],
  }
}

const valued = (values: Record<string, number>): ValuedMove[] =>
  Object.entries(values).map(([vertex, value]) => ({ move: at(vertex), value }))

function order(values: Record<string, number>, report: SearchReport, weight?: number): string[] {
  return combine(valued(values), report, weight).map(({ move }) => makeVertex(move, SIZE))
}

describe("the product (HYB-2)", () => {
  it("is value × win probability", () => {
    const [best, second] = combine(valued({ E5: 20, C3: 30 }), reportOf({ E5: 0.6, C3: 0.3 }))
    expect(best).toMatchObject({ move: at("E5"), value: 20 })
    expect(best!.score).toBeCloseTo(12, 2)
    expect(second!.score).toBeCloseTo(9, 2)
  })

  it("a much larger value outweighs a smaller probability", () => {
    expect(order({ E5: 20, C3: 50 }, reportOf({ E5: 0.6, C3: 0.3 }))).toEqual(["C3", "E5"])
  })

  it("only positive values count, and only moves that the search has", () => {
    const report = reportOf({ E5: 0.1, C3: 0.9, D4: 0.9, pass: 0.9 })
    expect(order({ E5: 1, C3: 0, D4: -5, G7: 80, pass: 99 }, report)).toEqual(["E5"])
    expect(order({ C3: 0, D4: -5 }, report)).toEqual([])
    expect(order({}, report)).toEqual([])
  })

  it("where every game is lost, the larger value wins", () => {
    expect(order({ E5: 5, C3: 9, D4: 7 }, reportOf({ E5: 0, C3: 0, D4: 0 }, 0))).toEqual(["C3", "D4", "E5"])
  })

  it("one lucky visit proves nothing", () => {
    const report = reportOf({ E5: 0.55, C3: { visits: 1, winRate: 1 } }, 0.5)
    expect(order({ E5: 75, C3: 74 }, report)).toEqual(["E5", "C3"])
  })

  it("a move without visits has the rate of whenever it was played, or the average", () => {
    const untried = { visits: 0, winRate: 0 }
    const report = reportOf(
      { E5: untried, C3: { ...untried, rave: { visits: 50, winRate: 0.2 } }, D4: 0.3 },
      0.5,
    )
    const rates = combine(valued({ E5: 1, C3: 1, D4: 1 }), report).map(({ winRate }) => winRate)
    expect(rates.map((rate) => rate.toFixed(2))).toEqual(["0.50", "0.30", "0.20"])
  })
})

describe("the temperature (HYB-3)", () => {
  const disagreeing = reportOf({ E5: 0.6, C3: 0.4 })
  const values = { E5: 10, C3: 20 }

  it("a small weight follows the search, a large one the engine", () => {
    expect(order(values, disagreeing, 0)).toEqual(["E5", "C3"])
    expect(order(values, disagreeing, 0.25)).toEqual(["E5", "C3"])
    expect(order(values, disagreeing, 0.5)).toEqual(["C3", "E5"])
    expect(order({ E5: 10, C3: 11 }, disagreeing, 0.5)).toEqual(["E5", "C3"])
    expect(order({ E5: 10, C3: 11 }, disagreeing, 1)).toEqual(["C3", "E5"])
  })

  const weights = (...rates: number[]): number[] => {
    const temperature = new Temperature()
    return rates.map((rate) => {
      temperature.note(rate)
      return Number(temperature.weight.toFixed(3))
    })
  }

  it("starts with the search, and stays there while the game goes well", () => {
    expect(new Temperature().weight).toBe(0.25)
    expect(weights(0.5, 0.52, 0.6, 0.75)).toEqual([0.25, 0.25, 0.25, 0.25])
  })

  it("a fall of the win rate moves it to the engine at once, and it comes back slowly", () => {
    const [, fallen, next, later] = weights(0.8, 0.6, 0.8, 0.8)
    expect(fallen).toBe(0.75)
    expect(next).toBe(0.625)
    expect(later).toBeCloseTo(0.531)
  })

  it("a small fall moves it a little", () => {
    const [, small] = weights(0.8, 0.75)
    expect(small).toBeCloseTo(0.25 + 0.5 / 3, 3)
  })

  it("in a lost game it is the engine's, although nothing falls any more", () => {
    expect(weights(...Array.from({ length: 20 }, () => 0.1)).at(-1)).toBe(0.75)
  })

  it("a fall of long ago is forgotten", () => {
    expect(weights(0.8, ...Array.from({ length: 40 }, () => 0.6)).at(-1)).toBeCloseTo(0.25, 2)
  })
})

describe("the name (HYB-1)", () => {
  const parse = (text: string) => parseHybridSpec(unwrap(parsePlayerSpec(text)))

  it("says what it leaves open: GNU Go, pondering, the whole time, no temperature", () => {
    const { search, ...rest } = unwrap(parse("hybrid,seconds=1"))
    expect(rest).toEqual({
      name: "hybrid",
      engine: { command: "gnugo" },
      seconds: 1,
      engineSeconds: 60,
      ponders: true,
      isTempered: false,
    })
    expect([search.name, search.preset, Object.fromEntries(search.options)]).toEqual([
      "uct",
      undefined,
      { seconds: "1", ponder: "off", "early-stop": "off" },
    ])
  })

  it("options of both halves", () => {
    const text = `hybrid:strong,engine="other --fast, yes",values=top_moves,level=7,engine-seconds=2.5,temperature=on,ponder=off,playouts=9,early-stop=on`
    const { search, ...rest } = unwrap(parse(text))
    expect(rest).toEqual({
      name: "hybrid:strong",
      engine: { command: "other --fast, yes", values: "top_moves", level: 7 },
      engineSeconds: 2.5,
      ponders: false,
      isTempered: true,
    })
    expect(search.preset).toBe("strong")
    expect(Object.fromEntries(search.options)).toEqual({ playouts: "9", ponder: "off", "early-stop": "on" })
  })

  it.each([
    ["hybrid,temperature=warm", 'temperature is one of off, on, not "warm"'],
    ["hybrid,ponder=yes", 'ponder is one of off, on, not "yes"'],
    ["hybrid,values=best", 'values is one of top_moves, all_move_values, not "best"'],
    ["hybrid,level=high", 'level is a whole number from 0 to 999, not "high"'],
    ["hybrid,engine-seconds=0", 'engine-seconds is a positive number up to 86400, not "0"'],
    ["hybrid,engine-seconds=soon", 'engine-seconds is a positive number up to 86400, not "soon"'],
  ])("%s is refused: %s", (text, error) => expect(parse(text)).toEqual({ ok: false, error }))
})

it("a pass is never a candidate", () => {
  expect(combine([{ move: PASS, value: 5 }], reportOf({ pass: 1 }))).toEqual([])
})
