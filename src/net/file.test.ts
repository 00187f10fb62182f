// Files of networks: what is written is read, and what can't be computed is refused with its reason.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import * as KERNEL from "../kernel/assembly/layout.ts"
import * as LAYOUT from "./assembly/layout.ts"
import { countWeights, layerShapes, makeNet, parseNet, type Net, type NetLayer } from "./file.ts"
import { makeRandomNet } from "./made.ts"

const NET = makeRandomNet({ blocks: 2, channels: 16, seed: 1 })

/** The network with one layer changed. */
function withLayer(net: Net, name: string, change: (layer: NetLayer) => Partial<NetLayer>): Net {
  return {
    ...net,
    layers: net.layers.map((layer) => (layer.name === name ? { ...layer, ...change(layer) } : layer)),
  }
}

describe("files of networks", () => {
  it.each([
    { blocks: 1, channels: 16 },
    { blocks: 4, channels: 32 },
    { blocks: 6, channels: 64, gain: 50 },
  ])("$blocks×$channels is read as it was written", (shape) => {
    const net: Net = {
      ...makeRandomNet({ ...shape, seed: 3 }),
      size: 9,
      origin: { seed: 3 },
      scores: { top1: 0.4 },
    }
    const bytes = makeNet(net)
    const { layers, ...read } = unwrap(parseNet(bytes))
    expect(net).toMatchObject(read)
    // Comparing millions of numbers one by one takes seconds.
    expect(Buffer.compare(makeNet({ ...read, layers }), bytes)).toBe(0)
    const weights = net.layers.reduce((sum, layer) => sum + layer.weights.length, 0)
    expect(weights).toBe(countWeights(net))
  })

  it("has the layers in the order of docs/net.md", () => {
    expect(
      layerShapes({ blocks: 2, channels: 16 }).map(({ name, outputs, taps, inputs }) => [
        name,
        outputs,
        taps,
        inputs,
      ]),
    ).toEqual([
      ["input", 16, 9, 16],
      ["globals", 16, 1, 3],
      ["block 0 conv 1", 16, 9, 16],
      ["block 0 conv 2", 16, 9, 16],
      ["block 1 conv 1", 16, 9, 16],
      ["block 1 pool", 16, 1, 32],
      ["block 1 conv 2", 16, 9, 16],
      ["z", 64, 1, 16],
      ["f1", 64, 1, 128],
      ["f2", 37, 1, 64],
      ["pw", 1, 1, 32],
      ["ow", 1, 1, 32],
    ])
  })

  it("a layer is shift, multipliers, biases and weights without gaps", () => {
    const net = withLayer(NET, "input", () => ({
      shift: 7,
      multipliers: Uint16Array.from({ length: 16 }, (_, o) => o + 1),
      biases: Int32Array.from({ length: 16 }, (_, o) => -o),
    }))
    const bytes = makeNet(net)
    const text = new TextDecoder().decode(bytes)
    const start = new TextEncoder().encode(text.split("\n").slice(0, 2).join("\n")).length + 1
    const view = new DataView(bytes.buffer, start)
    expect(text.startsWith("montego-net 1\n")).toBe(true)
    expect(view.getUint8(0)).toBe(7)
    expect(view.getUint16(1 + 2 * 15, true)).toBe(16)
    expect(view.getInt32(1 + 2 * 16 + 4 * 15, true)).toBe(-15)
    expect(view.getInt8(1 + 6 * 16)).toBe(net.layers[0]!.weights[0])
  })
})

describe("refused", () => {
  const bytes = makeNet(NET)
  const reason = (file: Uint8Array): string => {
    const read = parseNet(file)
    return read.ok ? "read" : read.error
  }

  it("truncated, edited and foreign files, and other versions", () => {
    expect(reason(bytes.subarray(0, bytes.length - 100))).toMatch(/truncated/)
    expect(reason(bytes.map((byte, index) => (index === 2000 ? byte ^ 1 : byte)))).toMatch(
      /checksum is wrong/,
    )
    expect(reason(new TextEncoder().encode("montego-weights 1\n{}\n"))).toMatch(
      /not a file of the kind montego-net/,
    )
    expect(reason(new TextEncoder().encode("montego-net 2\n{}\n"))).toMatch(/of version 2/)
    expect(reason(new Uint8Array(0))).toMatch(/not a file/)
  })

  it.each([
    [{ blocks: 0 }, "0 blocks"],
    [{ channels: 24 }, "24 channels"],
    [{ bits: 13 }, "13 bits"],
    [{ size: 99 }, "size 99"],
    [{ blocks: 3 }, "its layers have"],
  ])("a header with %o: %s", (change, expected) => {
    expect(reason(makeNet({ ...NET, ...change }))).toContain(expected)
  })

  it("sums that could overflow", () => {
    const large = withLayer(NET, "block 1 conv 2", ({ biases }) => ({
      biases: biases.map((_, o) => (o === 5 ? 2 ** 31 - 1 : 0)),
    }))
    expect(reason(makeNet(large))).toBe("layer block 1 conv 2, output 5 could overflow 32 bits")
    const heavy = withLayer(NET, "f1", ({ multipliers }) => ({ multipliers: multipliers.map(() => 60) }))
    expect(reason(makeNet(heavy))).toMatch(/^layer f1, output \d+ could overflow/)
  })

  it("weights that don't fit 16 bits, and shifts beyond 30", () => {
    const wide = withLayer(NET, "globals", ({ multipliers, weights }) => ({
      multipliers: multipliers.map(() => 300),
      weights: weights.map((_, index) => (index === 0 ? 127 : 0)),
    }))
    expect(reason(makeNet(wide))).toBe("layer globals, output 0: a weight of 38100 does not fit 16 bits")
    expect(reason(makeNet(withLayer(NET, "z", () => ({ shift: 31 }))))).toMatch(/shift of 31/)
  })

  it("an input and globals that overflow together", () => {
    const still = (layer: NetLayer): Partial<NetLayer> => ({
      shift: 0,
      weights: layer.weights.map(() => 0),
      biases: layer.biases.map(() => 2 ** 30 + 2 ** 29),
    })
    const net = withLayer(withLayer(NET, "input", still), "globals", still)
    expect(reason(makeNet(net))).toMatch(/input and globals, output 0 together/)
  })
})

it("parts of a worker's region don't overlap", () => {
  const { INDICES } = KERNEL
  const [points, channels] = [361, 256]
  const parts = [
    [KERNEL.NET_ROOM, 0],
    [LAYOUT.HISTORY, 2 * KERNEL.LAST_MOVES],
    [LAYOUT.NODE_HISTORY, 2 * KERNEL.LAST_MOVES],
    [LAYOUT.GLOBAL_INPUTS, 2 * LAYOUT.DENSE_STEP],
    [LAYOUT.OUTPUT_LOGITS, 4 * LAYOUT.OUTPUTS],
    [LAYOUT.POLICY_LOGITS, 4 * INDICES],
    [LAYOUT.OWNER_LOGITS, 4 * INDICES],
    [LAYOUT.NET_CHANCES, 4 * INDICES],
    [LAYOUT.POINT_CELLS, 4 * (points + 2)],
    [LAYOUT.ADDED, 4 * channels],
    [LAYOUT.POOLED, 4 * channels],
    [LAYOUT.HIDDEN_VALUES, 2 * LAYOUT.HIDDEN],
    [LAYOUT.NET_LIBERTIES, 448],
    [LAYOUT.NET_STAMPS, 1024],
    [LAYOUT.NET_POINTS, 2 * points],
    [LAYOUT.TAPS, 4 * 9],
    [LAYOUT.TILE_NUMBERS, 4 * LAYOUT.TILES],
    [LAYOUT.WIDE_TILES, 4 * LAYOUT.TILES],
    [LAYOUT.NO_SUMS, LAYOUT.SUMS_BYTES],
    [LAYOUT.NET_END, 0],
    [KERNEL.REGION_SIZE, 0],
  ] as const
  const ends = parts.map(([begin, length]) => begin + length)
  for (const [index, [begin]] of parts.entries()) expect(begin).toBeGreaterThanOrEqual(ends[index - 1] ?? 0)
  // 16 bytes at a time are written at these.
  for (const begin of [
    LAYOUT.GLOBAL_INPUTS,
    LAYOUT.ADDED,
    LAYOUT.POOLED,
    LAYOUT.OUTPUT_LOGITS,
    LAYOUT.NO_SUMS,
  ])
    expect(begin % 16).toBe(0)
})
