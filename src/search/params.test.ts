import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { KNOBS, switchesOf, type KnobName } from "../kernel/index.ts"
import {
  DEFAULTS,
  knobsOf,
  makeValue,
  PARAM_NAMES,
  PARAMS,
  parseParams,
  PRESET_NAMES,
  presetParams,
  type ParamName,
} from "./params.ts"

interface Limits {
  readonly words?: readonly string[]
  readonly range?: readonly [number, number]
}
const limitsOf = (name: ParamName): Limits => PARAMS[name]

/** All values of a choice; the ends of a range, the default, and something between. */
function values(name: ParamName): number[] {
  const { words, range } = limitsOf(name)
  if (words) return [...words.keys()]
  const [least, most] = range!
  return [least, most, DEFAULTS[name], least + Math.min(1, most - least) / 3]
}

function isAllowed(name: ParamName, value: number): boolean {
  const { words, range } = limitsOf(name)
  return words ? words[value] !== undefined : value >= range![0] && value <= range![1]
}

const parse = (name: string, text: string) => parseParams(DEFAULTS, [[name, text]])

describe("parameters of the search", () => {
  it.each(PARAM_NAMES)("%s is read as it is written", (name) => {
    expect(isAllowed(name, DEFAULTS[name])).toBe(true)
    for (const value of values(name)) {
      const params = unwrap(parse(name, makeValue(name, value)))
      expect(params).toEqual({ ...DEFAULTS, [name]: value })
    }
  })

  it.each(PARAM_NAMES)("%s says what it means and where it comes from", (name) => {
    const { meaning, source } = PARAMS[name]
    expect(meaning.length).toBeGreaterThan(10)
    expect(source).not.toBe("")
  })

  it.each([
    ["speed", "1", /no option "speed".*exploration, tuned/],
    ["toString", "1", /no option "toString"/],
    ["rave", "yes", /rave is one of off, on, not "yes"/],
    ["rave", "1", /rave is one of off, on, not "1"/],
    ["backup", "", /backup is one of mean, max, mix, not ""/],
    ["exploration", "-0.1", /exploration is a number from 0 to 10, not "-0.1"/],
    ["exploration", "11", /exploration is a number from 0 to 10/],
    ["exploration", "", /exploration is a number from 0 to 10, not ""/],
    ["exploration", "much", /exploration is a number from 0 to 10, not "much"/],
    ["exploration", "infinity", /exploration is a number from 0 to 10/],
    ["tree-mb", "NaN", /tree-mb is a number from 1 to 200/],
    ["parallel", "leaf", /parallel is one of tree, root, not "leaf"/],
    ["symmetry", "on", /symmetry is one of off, root, not "on"/],
  ])("%s=%s is refused with a sentence", (name, text, sentence) => {
    const result = parse(name, text)
    expect(result.ok ? "accepted" : result.error).toMatch(sentence)
  })

  it("the last of several settings of one name counts, and the base stays as it was", () => {
    const base = { ...DEFAULTS }
    const params = unwrap(
      parseParams(base, [
        ["rave", "on"],
        ["exploration", "1"],
        ["exploration", "0"],
        ["fpu", "infinity"],
      ]),
    )
    expect([params.rave, params.exploration, params.fpu]).toEqual([1, 0, Infinity])
    expect(base).toEqual(DEFAULTS)
  })

  it.each(PRESET_NAMES)("preset %s has a value that is allowed for every parameter", (preset) => {
    const params = presetParams(preset)
    expect(Object.keys(params).toSorted()).toEqual([...PARAM_NAMES].toSorted())
    for (const name of PARAM_NAMES)
      expect({ name, isAllowed: isAllowed(name, params[name]) }).toEqual({ name, isAllowed: true })
  })
})

describe("knobs of the kernel", () => {
  /** These come from the game, or are for tests. */
  const SET_ELSEWHERE: readonly KnobName[] = [
    "komi",
    "gameKomi",
    "superko",
    "captureGoal",
    "territory",
    "toyDepth",
    "toyWidth",
    "toySeed",
  ]

  it("are all set by the parameters, but for those of the game", () => {
    const set = Object.keys(knobsOf(DEFAULTS, 1))
    expect([...set, ...SET_ELSEWHERE].toSorted()).toEqual(Object.keys(KNOBS).toSorted())
  })

  it("are finite numbers, but for the urgency", () => {
    for (const preset of PRESET_NAMES) {
      const { fpu: _, ...knobs } = knobsOf(presetParams(preset), 2)
      expect(Object.values(knobs).every((value) => Number.isFinite(value))).toBe(true)
    }
  })

  it("virtual loss is for several threads on one tree (TREE-13)", () => {
    const params = { ...DEFAULTS, "virtual-loss": 3 }
    expect([knobsOf(params, 1).virtualLoss, knobsOf(params, 2).virtualLoss]).toEqual([0, 3])
    expect(knobsOf({ ...params, parallel: 1 }, 2).virtualLoss).toBe(0)
  })

  it.each<[string, Partial<Record<ParamName, number>>, Parameters<typeof switchesOf>[0]]>([
    ["as they are", {}, {}],
    ["none", { capture: 0, escape: 0, pattern: 0 }, { capture: false, escape: false, pattern: false }],
    ["the whole board", { scope: 1 }, { scope: "board" }],
    [
      "no self-atari",
      { "self-atari": 0, "self-atari-chance": 0.25 },
      { noSelfAtari: true, selfAtariChance: 0.25 },
    ],
    [
      "nakade, ladders, two liberties",
      { nakade: 1, ladder: 1, low: 1 },
      { nakade: true, ladder: true, low: true },
    ],
    ["randomness", { randomness: 0.1 }, { randomness: 0.1 }],
  ])("switches of the playouts by rules: %s (SIM-6)", (_, changed, rules) => {
    expect(knobsOf({ ...DEFAULTS, ...changed }, 1).switches).toBe(switchesOf(rules))
  })

  it("key positions are on or off in the kernel, whichever map", () => {
    expect([0, 1, 2].map((keys) => knobsOf({ ...DEFAULTS, keys }, 1).keyOrder)).toEqual([0, 1, 1])
  })
})
