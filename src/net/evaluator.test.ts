// The network in the module against its readable twin: planes over many positions, and whole evaluations to the last
// bit, for many shapes, boards and sizes of numbers.

import { describe, expect, it } from "vitest"
import {
  chancesOf,
  cutOff,
  evaluateNet,
  exponential,
  globalsOf,
  ownerOf,
  planesOf,
  valueOf,
} from "../../test/oracles/net.ts"
import { Random } from "../base/random.ts"
import { compileKernel, makeKernelMemory } from "../kernel/kernel.ts"
import { wasm } from "../kernel/webassembly.ts"
import { allPoints, Black, Board, opponent, PASS, type Color, type PlayedMove } from "../rules/index.ts"
import { DIRECT, TILED } from "./assembly/layout.ts"
import { NetEvaluator, type NetQuestion } from "./evaluator.ts"
import type { Net } from "./file.ts"
import { makeImage, quickestWay } from "./image.ts"
import { makeRandomNet } from "./made.ts"

const TINY = makeRandomNet({ blocks: 1, channels: 16, seed: 1 })

/** Random moves, one in ten a pass, and sometimes the same side again; `visit` sees every position. */
function playRandomly(
  size: number,
  length: number,
  random: Random,
  visit: (board: Board, color: Color, moves: readonly PlayedMove[]) => void,
): void {
  const board = new Board(size)
  const moves: PlayedMove[] = []
  let color: Color = Black
  const points = allPoints(size)
  for (let number = 0; number < length; number++) {
    visit(board, color, moves)
    // Takes what the ko offers, where there is one to take.
    const drawn = random.below(10) === 0 ? PASS : points[random.below(points.length)]!
    const move = board.isLegal(color, drawn)
      ? drawn
      : (points.find((point) => board.isLegal(color, point)) ?? PASS)
    board.play(color, move)
    moves.push({ color, move })
    if (random.below(20) > 0) color = opponent(color)
  }
}

describe("planes", () => {
  it.each([
    [2, 40, 12],
    [3, 60, 8],
    [5, 150, 6],
    [9, 200, 6],
    [13, 250, 3],
    [19, 400, 3],
  ])("board of %d: those of the rules' board, over %d moves, %d games", async (size, length, games) => {
    const evaluator = await NetEvaluator.create(TINY)
    const random = new Random(size)
    let withKo = 0
    for (let game = 0; game < games; game++)
      playRandomly(size, length, random, (board, color, moves) => {
        const question: NetQuestion = { color, komi: 6.5, moves }
        evaluator.load(board)
        evaluator.evaluate(question)
        const expected = planesOf(board, question)
        const found = evaluator.planes.map((value) => value / 2 ** TINY.bits)
        if (found.some((value, index) => value !== expected[index]))
          expect(Array.from(found)).toEqual(Array.from(expected))
        if (board.ko !== PASS) withKo++
      })
    if (size >= 5) expect(withKo).toBeGreaterThan(0)
  })

  it("are the same when the module plays the moves itself", async () => {
    const evaluator = await NetEvaluator.create(TINY)
    const other = await NetEvaluator.create(TINY)
    other.reset(7)
    let played = 0
    playRandomly(7, 200, new Random(3), (board, color, moves) => {
      for (const { color: mover, move } of moves.slice(played)) expect(other.play(mover, move)).toBe(true)
      played = moves.length
      evaluator.load(board)
      for (const one of [evaluator, other]) one.evaluate({ color, komi: 0, moves })
      expect(other.planes).toEqual(evaluator.planes)
    })
  })
})

describe("globals", () => {
  it("komi is seen by the side to move, in half points up to 80", () => {
    const at = (komi: number, color: Color) => globalsOf({ color, komi }, 9)[0]
    expect([at(7.5, 2), at(7.5, 1), at(-3, 2), at(1000, 2), at(-1000, 2)]).toEqual([
      240, -240, -96, 1280, -1280,
    ])
  })
})

/** Compares all results of both for one position. */
function expectAgreement(evaluator: NetEvaluator, net: Net, board: Board, question: NetQuestion): void {
  evaluator.load(board)
  evaluator.evaluate(question)
  const expected = evaluateNet(net, board, question)
  expect(evaluator.logits).toEqual(expected)
  const points = allPoints(board.size)
  const chances = chancesOf(expected, net.bits, (index) => board.isLegal(question.color, points[index]!))
  expect([...points, PASS].map((move) => evaluator.chanceOf(move))).toEqual(Array.from(chances))
  expect(evaluator.value).toBe(valueOf(expected, net.bits))
  expect(evaluator.score).toBe((10 * expected.score) / 2 ** net.bits)
  for (const [index, point] of points.entries())
    expect(evaluator.ownerOf(point)).toBe(ownerOf(expected.owners[index]!, net.bits))
}

describe("evaluations agree with the twin to the last bit", () => {
  it.each([
    { blocks: 1, channels: 16, size: 2 },
    { blocks: 2, channels: 16, size: 5 },
    { blocks: 3, channels: 48, size: 7 },
    { blocks: 4, channels: 32, size: 9 },
    { blocks: 6, channels: 64, size: 9 },
    { blocks: 2, channels: 16, size: 13 },
    { blocks: 2, channels: 16, size: 19 },
    { blocks: 2, channels: 16, size: 9, bits: 7 },
  ])("$blocks×$channels on $size×$size", async ({ blocks, channels, size, bits = 9 }) => {
    const net = makeRandomNet({ blocks, channels, seed: size, bits })
    const evaluator = await NetEvaluator.create(net)
    const every = blocks * channels > 100 ? 60 : 20
    let number = 0
    playRandomly(size, 100, new Random(size), (board, color, moves) => {
      if (number++ % every !== every - 1) return
      const komi = number - 30.5
      expectAgreement(evaluator, net, board, { color, komi, moves, territory: number % 3 === 0 })
    })
  })

  it("one evaluator on boards of changing sizes", async () => {
    const net = makeRandomNet({ blocks: 2, channels: 16, seed: 4 })
    const evaluator = await NetEvaluator.create(net)
    const random = new Random(5)
    for (const size of [9, 5, 19, 2, 9]) {
      let count = 0
      playRandomly(size, 12, random, (board, color, moves) => {
        if (count++ === 11) expectAgreement(evaluator, net, board, { color, komi: 7.5, moves })
      })
    }
  })

  it.each([8, 40])("where activations reach their limits (gain %d)", async (gain) => {
    const net = makeRandomNet({ blocks: 3, channels: 16, seed: gain, gain })
    const evaluator = await NetEvaluator.create(net)
    let count = 0
    const before = { ...cutOff }
    playRandomly(6, 60, new Random(gain), (board, color, moves) => {
      if (count++ % 10 === 9) expectAgreement(evaluator, net, board, { color, komi: 40, moves })
    })
    expect(cutOff.high - before.high).toBeGreaterThan(100)
    expect(cutOff.low - before.low).toBeGreaterThan(100)
  })
})

/** All weights of 3×3 windows as large as they can be, so that four times a sum is beyond 32 bits. */
function makeLargest(net: Net): Net {
  const layers = net.layers.map((layer) =>
    layer.taps === 9
      ? { ...layer, multipliers: layer.multipliers.map(() => 1), weights: layer.weights.map(() => 127) }
      : layer,
  )
  return { ...net, layers }
}

describe("both ways of a 3×3 convolution have the same results", () => {
  it.each([2, 3, 6, 9, 13, 18, 19])("board of %d", async (size) => {
    const net = makeRandomNet({ blocks: 2, channels: 32, seed: size, gain: 3 })
    const [direct, tiled] = await Promise.all(
      [DIRECT, TILED].map((way) => NetEvaluator.ofImage(makeImage(net, () => way))),
    )
    let number = 0
    playRandomly(size, 120, new Random(size), (board, color, moves) => {
      if (number++ % 12 !== 11) return
      for (const evaluator of [direct!, tiled!]) {
        evaluator.load(board)
        evaluator.evaluate({ color, komi: 7.5, moves })
      }
      expect(tiled!.logits).toEqual(direct!.logits)
    })
  })

  it("tiles are taken where four times a result fits in 32 bits", async () => {
    const net = makeRandomNet({ blocks: 1, channels: 64, seed: 1 })
    const windows = (of: Net): number[] => of.layers.filter(({ taps }) => taps === 9).map(quickestWay)
    expect(windows(net)).toEqual([TILED, TILED, TILED])
    const largest = makeLargest(net)
    // The first convolution has 16 inputs, the others 64.
    expect(windows(largest)).toEqual([TILED, DIRECT, DIRECT])
    const evaluator = await NetEvaluator.create(largest)
    expectAgreement(evaluator, largest, new Board(7), { color: Black, komi: 0, moves: [] })
  })
})

describe("the exponential", () => {
  it("is that of the twin in the module, and that of mathematics to fifteen digits", async () => {
    const instance = await wasm!.instantiate(await compileKernel(), { env: { memory: makeKernelMemory() } })
    const { exponential: inModule } = instance.exports as unknown as { exponential(x: number): number }
    const random = new Random(1)
    for (let index = 0; index < 2000; index++) {
      const x = -40 * random.float() ** 3
      expect(inModule(x)).toBe(exponential(x))
      expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-14)
    }
    expect([inModule(0), inModule(-800), inModule(-Infinity), inModule(NaN)]).toEqual([1, 0, 0, 0])
  })
})

it("chances of a judgement add up to one, and only legal moves have one", async () => {
  const net = makeRandomNet({ blocks: 2, channels: 16, seed: 7 })
  const evaluator = await NetEvaluator.create(net)
  playRandomly(9, 50, new Random(8), (board, color, moves) => {
    evaluator.load(board)
    const { chances, passChance, value, owners } = evaluator.judge({ color, komi: 7.5, moves })
    expect([...chances.values()].reduce((sum, chance) => sum + chance, passChance)).toBeCloseTo(1, 5)
    for (const point of chances.keys()) expect(board.isLegal(color, point)).toBe(true)
    expect(value > 0 && value < 1).toBe(true)
    expect(owners.size).toBe(81)
  })
})
