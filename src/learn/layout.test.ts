// The numbers of the features in the module against the list with names (BT-1), and the parts of its memory.

import { describe, expect, it } from "vitest"
import * as KERNEL from "../kernel/assembly/layout.ts"
import { KERNEL_MAX_SIZE } from "../kernel/points.ts"
import * as NUMBERS from "./assembly/feature-numbers.ts"
import * as LAYOUT from "./assembly/layout.ts"
import { nameFeature, featureNumber, PLAIN_FEATURES, SHAPE_SLOTS, SLOTS } from "./features.ts"

const plain = SLOTS.slice(SHAPE_SLOTS.length)

/** The name that a slot has among the module's constants. */
const constantName = (slot: string): string => slot.toUpperCase().replaceAll("-", "_")

describe("numbers of features (BT-1)", () => {
  const numbers: Readonly<Record<string, number>> = NUMBERS

  it.each(plain.map(({ name, values }, index) => ({ name, values, index })))(
    "$name has its place in a team and its first number",
    ({ name, values, index }) => {
      expect(numbers[`${constantName(name)}_SLOT`]).toBe(index)
      expect(numbers[constantName(name)]).toBe(featureNumber(name, values[0]!))
    },
  )

  it("the module knows no other slot", () => {
    const slots = Object.keys(numbers).filter((name) => name.endsWith("_SLOT"))
    expect(slots).toEqual(plain.map(({ name }) => `${constantName(name)}_SLOT`))
  })

  it("counts slots and features alike", () => {
    expect(NUMBERS.SLOTS).toBe(SLOTS.length)
    expect(NUMBERS.SHAPES).toBe(SHAPE_SLOTS.length)
    expect(NUMBERS.ANSWERS).toBe(SHAPE_SLOTS.filter((name) => name.startsWith("answer")).length)
    expect(NUMBERS.PLAIN_FEATURES).toBe(PLAIN_FEATURES)
  })

  it("every number has one name, and every name its number", () => {
    for (let number = 1; number <= PLAIN_FEATURES; number++) {
      const named = nameFeature(number)!
      expect(featureNumber(named.slot, named.value)).toBe(number)
    }
    expect([0, -1, PLAIN_FEATURES + 1].map(nameFeature)).toEqual([undefined, undefined, undefined])
    expect(featureNumber("ko", "no such value")).toBeUndefined()
    expect(featureNumber("3x3", "takes a ko")).toBeUndefined()
  })
})

describe("parts of the memory don't overlap", () => {
  const points = KERNEL_MAX_SIZE ** 2
  const { INDICES } = KERNEL

  it.each([
    [
      "tables of all workers",
      [
        [KERNEL.FEATURES, 4 * 2],
        [LAYOUT.SHAPE_WORDS, LAYOUT.OFFSETS * LAYOUT.KINDS],
        [LAYOUT.ATARI_WORDS, 4 * 2 * LAYOUT.WORDS],
        [LAYOUT.LAST_WORDS, LAYOUT.OFFSETS * LAYOUT.WORDS],
        [LAYOUT.SHAPE_OFFSETS, 2 * LAYOUT.OFFSETS],
        [KERNEL.PATTERNS, 0],
      ],
    ],
    [
      "a worker's region",
      [
        [LAYOUT.MAP, LAYOUT.MAP_ROW * (KERNEL_MAX_SIZE + 2 * LAYOUT.MARGIN)],
        [LAYOUT.LIBERTY_COUNTS, INDICES],
        [LAYOUT.CAUGHT, INDICES],
        [LAYOUT.STAMPS, 2 * INDICES],
        [LAYOUT.STEPS_FROM_LAST, INDICES],
        [LAYOUT.STEP_QUEUE, 2 * points],
        [LAYOUT.CHAINS_BESIDE, 2 * 4],
        [LAYOUT.LEGAL, 2 * points],
        [LAYOUT.TEAMS, 4 * NUMBERS.SLOTS * points],
        [LAYOUT.CHANCES, 4 * INDICES],
        [KERNEL.NET_ROOM, 0],
      ],
    ],
  ] as const)("%s", (_, parts) => {
    const ends = parts.map(([begin, length]) => begin + length)
    for (const [index, [begin]] of parts.entries()) expect(begin).toBeGreaterThanOrEqual(ends[index - 1] ?? 0)
  })

  it("numbers lie where they can be read as whole words", () => {
    for (const table of [LAYOUT.SHAPE_WORDS, LAYOUT.ATARI_WORDS, LAYOUT.LAST_WORDS])
      expect(table % 16).toBe(0)
    expect(LAYOUT.TEAMS % 4).toBe(0)
    expect(LAYOUT.LEGAL % 2).toBe(0)
  })

  it("a row of the map is wide enough that no two offsets have the same distance", () => {
    expect(LAYOUT.MAP_ROW).toBeGreaterThanOrEqual(KERNEL_MAX_SIZE + 2 * LAYOUT.MARGIN)
  })
})
