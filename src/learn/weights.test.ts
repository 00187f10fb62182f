// Weight files come back as they were, up to the rounding; anything else is refused with the reason.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { PLAIN_FEATURES } from "./features.ts"
import { playoutNumbers } from "./playout-features.ts"
import { featureSetOf, fingerprintOf, makeWeights, parseWeights, type Weights } from "./weights.ts"

const ORIGIN = {
  montego: "0.0.0",
  size: 19,
  files: [{ name: "games.sgf", sha256: "00" }],
  games: 1,
  positions: 10,
  method: "sgd",
  prior: 1,
  sample: 1,
  seed: 1,
  passes: 1,
}

function randomWeights(kind: Weights["kind"], shapes: number): Weights {
  const random = new Random(1)
  const keys = new Set<number>()
  while (keys.size < shapes) keys.add((random.below(2 ** 31) * 2 + 1) >>> 0)
  const plain = kind === "moves" ? PLAIN_FEATURES : playoutNumbers().features
  return {
    kind,
    origin: ORIGIN,
    keys: Uint32Array.from(keys).sort(),
    gammas: Float64Array.from({ length: plain + shapes + 1 }, (_, i) =>
      i === 0 ? 1 : Math.exp(6 * (random.float() - 0.5)),
    ),
    errors: Float64Array.from({ length: plain + 1 }, (_, i) => (i === 0 ? 0 : 0.25)),
    examples: [{ feature: plain + 1, slot: "3x3", rows: ["...", ".*.", "..."], error: 0.1 }],
  }
}

const reasonOf = (bytes: Uint8Array): string => {
  const parsed = parseWeights(bytes)
  return parsed.ok ? "" : parsed.error
}

describe("weight files", () => {
  it.each<[Weights["kind"], number]>([
    ["moves", 3000],
    ["moves", 0],
    ["playout", 0],
  ])("%s with %i shapes come back", (kind, shapes) => {
    const weights = randomWeights(kind, shapes)
    const read = unwrap(parseWeights(makeWeights(weights)))
    expect([read.kind, read.origin, read.examples]).toEqual([kind, ORIGIN, weights.examples])
    expect(read.keys).toEqual(weights.keys)
    expect(read.errors).toEqual(weights.errors)
    expect(read.gammas).toHaveLength(weights.gammas.length)
    // A byte for log gammas up to 3 has steps of 3/127.
    for (const [i, gamma] of read.gammas.entries())
      expect(Math.abs(Math.log(gamma / weights.gammas[i]!))).toBeLessThan(1.5 / 127 + 1e-9)
    expect(read.gammas[0]).toBe(1)
    expect(featureSetOf(read).kind).toBe(kind)
  })

  it("keys at both ends of their range come back", () => {
    const weights = { ...randomWeights("moves", 3), keys: Uint32Array.of(1, 3, 0xffffffff) }
    expect(unwrap(parseWeights(makeWeights(weights))).keys).toEqual(weights.keys)
  })

  it("a quarter of a million shapes take less than 900 kB", () => {
    expect(makeWeights(randomWeights("moves", 250_000)).length).toBeLessThan(900_000)
  })

  it("are read from a buffer that is part of a larger one", () => {
    const bytes = makeWeights(randomWeights("moves", 10))
    const larger = Buffer.alloc(bytes.length + 7)
    larger.set(bytes, 3)
    expect(parseWeights(larger.subarray(3, 3 + bytes.length)).ok).toBe(true)
  })

  it("are refused when they are truncated, edited, longer, foreign or of another version", () => {
    const bytes = makeWeights(randomWeights("moves", 100))
    const text = new TextDecoder("latin1").decode(bytes)
    const edit = (from: string, to: string): Uint8Array =>
      Uint8Array.from(text.replace(from, to), (sign) => sign.charCodeAt(0))
    expect(reasonOf(bytes.slice(0, -1))).toBe(
      `truncated: it has ${bytes.length - 1} of ${bytes.length} bytes`,
    )
    expect(reasonOf(bytes.slice(0, 60))).toMatch(/header can't be read/)
    expect(reasonOf(Uint8Array.of(...bytes, 0))).toMatch(/^damaged: it has/)
    for (const place of [200, bytes.length - 50, bytes.length - 1])
      expect(reasonOf(bytes.with(place, bytes[place]! ^ 1))).not.toBe("")
    expect(reasonOf(bytes.with(bytes.length - 50, bytes.at(-50)! ^ 1))).toBe(
      "damaged or edited: the checksum is wrong",
    )
    expect(reasonOf(edit("montego-weights 1", "montego-weights 2"))).toBe(
      "of version 2; this program reads version 1",
    )
    for (const foreign of [
      new Uint8Array(0),
      new TextEncoder().encode("(;GM[1])"),
      edit("montego-weights", "montego-shapes"),
    ])
      expect(reasonOf(foreign)).toBe("not a file of the kind montego-weights")
  })

  it("are refused when the list of features has changed", async () => {
    const { makeContainer, parseContainer } = await import("../base/container.ts")
    const kind = { name: "montego-weights", version: 1 }
    const { header, parts } = unwrap(parseContainer(makeWeights(randomWeights("moves", 5)), kind))
    const changed = makeContainer(kind, { header: { ...(header as object), fingerprint: "12345678" }, parts })
    expect(reasonOf(changed)).toBe(
      `made for another list of features (12345678, this program has ${fingerprintOf("moves")})`,
    )
  })
})
