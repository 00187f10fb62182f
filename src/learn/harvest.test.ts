// BT-1: the harvest counts exactly while its table has room, and says by how much it may be wrong when it hadn't.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { SHAPE_SLOTS } from "./features.ts"
import { makeShapesFile, mergeShapes, parseShapesFile, ShapeCounter } from "./harvest.ts"

const LEVELS = SHAPE_SLOTS.length

/** Plays whose keys are odd numbers, small ones far more often than large ones. */
function randomKeys(plays: number, seed: number): Uint32Array {
  const random = new Random(seed)
  return Uint32Array.from({ length: plays * LEVELS }, (_, i) =>
    i % LEVELS === 3 ? 0 : 2 * Math.floor(20_000 * random.float() ** 6) + 1,
  )
}

function trueCounts(keys: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const key of keys) if (key !== 0) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

describe("counting shapes", () => {
  const keys = randomKeys(20_000, 1)
  const truth = trueCounts(keys)

  it("is exact with enough room", () => {
    const counter = new ShapeCounter(16)
    for (let from = 0; from < keys.length; from += 100 * LEVELS)
      counter.add(keys.subarray(from, from + 100 * LEVELS))
    expect([counter.plays, counter.missed, counter.size]).toEqual([20_000, 0, truth.size])
    const { keys: found, counts } = counter.shapes(10)
    const wanted = [...truth].filter(([, count]) => count >= 10).sort(([a], [b]) => a - b)
    expect([...found].map((key, i) => [key, counts[i]])).toEqual(wanted)
  })

  it("keeps its promise when the table is too small", () => {
    const counter = new ShapeCounter(12)
    counter.add(keys)
    const { missed } = counter
    expect(missed).toBeGreaterThan(0)
    expect(counter.size).toBeLessThanOrEqual(0.8 * 4096)
    const least = 20
    const shapes = counter.shapes(least)
    const found = new Map([...shapes.keys].map((key, i) => [key, shapes.counts[i]!]))
    for (const [key, count] of found) {
      expect(count).toBeLessThanOrEqual(truth.get(key)!)
      expect(count + missed).toBeGreaterThanOrEqual(truth.get(key)!)
    }
    for (const [key, count] of truth) if (count >= least + missed) expect(found.has(key)).toBe(true)
  })
})

describe("files of shapes", () => {
  const counter = new ShapeCounter(16)
  counter.add(randomKeys(2000, 2))
  const shapes = counter.shapes(5)
  const origin = { montego: "0.0.0", size: 9, files: ["a.sgf"], games: 1, plays: 2000, least: 5, missed: 0 }
  const bytes = makeShapesFile(shapes, origin)

  it("come back, and are refused when they are damaged", () => {
    expect(unwrap(parseShapesFile(bytes))).toEqual({ shapes, origin })
    expect(parseShapesFile(bytes.with(bytes.length - 30, bytes.at(-30)! ^ 4))).toMatchObject({ ok: false })
    expect(parseShapesFile(new TextEncoder().encode("(;)"))).toEqual({
      ok: false,
      error: "not a file of the kind montego-shapes",
    })
  })

  it("are merged: each shape once, counts added", () => {
    const merged = mergeShapes([shapes, shapes])
    expect(merged.keys).toEqual(shapes.keys)
    expect(merged.levels).toEqual(shapes.levels)
    expect([...merged.counts]).toEqual([...shapes.counts].map((count) => 2 * count))
  })
})
