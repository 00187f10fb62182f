// A network as docs/net.md describes it, in plain loops: planes from the rules' board, all layers in integers, and
// chances. The module must agree to the last bit.

import {
  allPoints,
  type Board,
  Empty,
  isPass,
  NEIGHBOURS,
  opponent,
  White,
  xOf,
  yOf,
  type Point,
} from "../../src/rules/index.ts"
import { hasPool, type Net, type NetLayer, type NetLogits, type NetQuestion } from "../../src/net/index.ts"

const PLANES = 16
const LIMIT = 16_383

/** How many activations were cut off at each limit since the program began, so that tests see that they were. */
export const cutOff = { high: 0, low: 0 }

function limited(value: number): number {
  if (value > LIMIT) cutOff.high++
  if (value < -LIMIT) cutOff.low++
  return Math.max(-LIMIT, Math.min(LIMIT, value))
}

const relu = (value: number): number => Math.max(0, value)
const activation = (value: number): number => relu(limited(value))

function chainAt(board: Board, point: Point): { liberties: number } {
  const color = board.at(point)
  const stones = new Set<Point>([point])
  const liberties = new Set<Point>()
  for (const stone of stones)
    for (const step of NEIGHBOURS) {
      const there = (stone + step) as Point
      if (board.at(there) === color) stones.add(there)
      if (board.at(there) === Empty) liberties.add(there)
    }
  return { liberties: liberties.size }
}

/** 0 or 1, all planes of one point, row by row from the top. */
export function planesOf(board: Board, { color, moves = [] }: NetQuestion): Uint8Array {
  const { size } = board
  const planes = new Uint8Array(size * size * PLANES)
  const set = (point: Point, plane: number): void => {
    planes[(yOf(point) * size + xOf(point)) * PLANES + plane] = 1
  }
  for (const point of allPoints(size)) {
    set(point, 0)
    const stone = board.at(point)
    if (stone === Empty) {
      if (board.isLegal(color, point)) set(point, 15)
      continue
    }
    const isEnemy = stone === opponent(color)
    set(point, isEnemy ? 2 : 1)
    const { liberties } = chainAt(board, point)
    if (liberties <= 3) set(point, (isEnemy ? 6 : 3) + liberties - 1)
  }
  if (!isPass(board.ko) && board.koFor === color) set(board.ko as Point, 9)
  for (let index = 0; index < 5; index++) {
    const move = moves.at(-1 - index)?.move
    if (move !== undefined && !isPass(move)) set(move as Point, 10 + index)
  }
  return planes
}

/** In units of 2^-bits. */
export function globalsOf(
  { color, komi, territory = false, moves = [] }: NetQuestion,
  bits: number,
): number[] {
  const unit = 2 ** bits
  const halves = Math.max(-80, Math.min(80, Math.floor(2 * komi + 0.5)))
  const last = moves.at(-1)
  return [
    ((color === White ? halves : -halves) * unit) / 32,
    last && isPass(last.move) ? unit : 0,
    territory ? unit : 0,
  ]
}

function weightAt(layer: NetLayer, output: number, tap: number, input: number): number {
  const { taps, inputs, weights, multipliers } = layer
  return weights[(output * taps + tap) * inputs + input]! * multipliers[output]!
}

function shifted({ shift, biases }: NetLayer, output: number, sum: number): number {
  const all = sum + biases[output]! + (shift === 0 ? 0 : 2 ** (shift - 1))
  if (Math.abs(all) >= 2 ** 31) throw new Error(`a sum overflows: ${all}`)
  return Math.floor(all / 2 ** shift)
}

/** By point and channel. */
type Activations = number[][]

function convolve(layer: NetLayer, size: number, input: Activations): Activations {
  return input.map((_, point) => {
    const [x, y] = [point % size, Math.floor(point / size)]
    return Array.from({ length: layer.outputs }, (_unused, output) => {
      let sum = 0
      for (let tap = 0; tap < layer.taps; tap++) {
        const [dx, dy] = layer.taps === 9 ? [(tap % 3) - 1, Math.floor(tap / 3) - 1] : [0, 0]
        if (x + dx < 0 || x + dx >= size || y + dy < 0 || y + dy >= size) continue
        const there = input[(y + dy) * size + x + dx]!
        for (let i = 0; i < layer.inputs; i++) sum += weightAt(layer, output, tap, i) * there[i]!
      }
      return shifted(layer, output, sum)
    })
  })
}

function dense(layer: NetLayer, input: readonly number[]): number[] {
  return Array.from({ length: layer.outputs }, (_, output) =>
    shifted(
      layer,
      output,
      input.reduce((sum, value, index) => sum + weightAt(layer, output, 0, index) * value, 0),
    ),
  )
}

function pool(input: Activations): number[] {
  const channels = input[0]!.map((_, channel) => input.map((point) => relu(point[channel]!)))
  const means = channels.map((values) =>
    Math.floor(values.reduce((sum, value) => sum + value, 0) / values.length),
  )
  return [...means, ...channels.map((values) => Math.max(...values))]
}

function map(
  input: Activations,
  change: (value: number, point: number, channel: number) => number,
): Activations {
  return input.map((values, point) => values.map((value, channel) => change(value, point, channel)))
}

/** The place that a place of the network's board shows, both counted by rows from the top. */
export function turned(symmetry: number, index: number, size: number): number {
  const [column, row] = [index % size, Math.floor(index / size)]
  const x = (symmetry & 1) !== 0 ? size - 1 - column : column
  const y = (symmetry & 2) !== 0 ? size - 1 - row : row
  return (symmetry & 4) !== 0 ? x * size + y : y * size + x
}

/** All logits of a position. */
export function evaluateNet(net: Net, board: Board, question: NetQuestion, symmetry = 0): NetLogits {
  const { size } = board
  const unit = 2 ** net.bits
  const layers = net.layers.values()
  const next = (): NetLayer => layers.next().value!
  const planes = planesOf(board, question)
  const input = Array.from({ length: size * size }, (_, index) => {
    const point = turned(symmetry, index, size)
    return Array.from(planes.subarray(point * PLANES, (point + 1) * PLANES), (value) => value * unit)
  })
  const first = convolve(next(), size, input)
  const globals = dense(next(), globalsOf(question, net.bits))
  let x = map(first, (value, _, channel) => activation(value + globals[channel]!))
  for (let block = 0; block < net.blocks; block++) {
    let t = map(convolve(next(), size, x), limited)
    if (hasPool(block)) {
      const added = dense(next(), pool(t))
      t = map(t, (value, _, channel) => limited(value + added[channel]!))
    }
    const residual = convolve(next(), size, map(t, relu))
    x = map(x, (value, point, channel) => activation(value + residual[point]![channel]!))
  }
  const z = map(convolve(next(), size, x), limited)
  const f = dense(next(), pool(z)).map(activation)
  const o = dense(next(), f)
  const [pw, ow] = [next(), next()]
  const policy = z.map(
    (values) =>
      dense(
        pw,
        values.slice(0, 32).map((value, i) => activation(value + o[i]!)),
      )[0]!,
  )
  const owners = z.map((values) => dense(ow, values.slice(32).map(relu))[0]!)
  return {
    policy: Int32Array.from([...policy, o[32]!]),
    outcome: Int32Array.from(o.slice(33, 36)),
    score: o[36]!,
    owners: Int32Array.from(owners),
  }
}

const words = new DataView(new ArrayBuffer(8))

/** e^x for x up to 0, by the same additions and multiplications as in the module. */
export function exponential(x: number): number {
  if (!(x >= -700)) return 0
  const turns = Math.floor(x * Math.LOG2E + 0.5)
  const r = x - turns * 0.69314718036912381649 - turns * 1.90821492927058770002e-10
  let sum = 1
  for (let n = 13; n >= 1; n--) sum = 1 + (r * sum) / n
  words.setUint32(0, (1023 + turns) << 20)
  return sum * words.getFloat64(0)
}

/** By row from the top, the pass last; 0 for moves that are not legal. */
export function chancesOf(
  { policy }: NetLogits,
  bits: number,
  legal: (index: number) => boolean,
  heat = 1,
): Float32Array {
  const pass = policy.length - 1
  const isListed = (index: number): boolean => index === pass || legal(index)
  const top = Math.max(...policy.filter((_, index) => isListed(index)))
  const strengths = Array.from(policy, (logit, index) =>
    isListed(index) ? exponential((logit - top) / 2 ** bits / heat) : 0,
  )
  // The pass comes first in the sum.
  let sum = strengths[pass]!
  for (let index = 0; index < pass; index++) sum += strengths[index]!
  return Float32Array.from(strengths, (strength) => strength / sum)
}

/** The chance to win mixed with the score. */
export function worthOf(logits: NetLogits, bits: number, weight: number): number {
  const score = (10 * logits.score) / 2 ** bits
  return weight === 0
    ? valueOf(logits, bits)
    : (valueOf(logits, bits) + weight * logistic(score / 5)) / (1 + weight)
}

/** The chance to win, a draw counting half. */
export function valueOf({ outcome }: NetLogits, bits: number): number {
  const units = Array.from(outcome, (logit) => logit / 2 ** bits)
  const best = Math.max(...units)
  const [win, draw, loss] = units.map((value) => exponential(value - best)) as [number, number, number]
  return (win + 0.5 * draw) / (win + draw + loss)
}

/** The chance that a point becomes the side's to move. */
export function ownerOf(logit: number, bits: number): number {
  return logistic(logit / 2 ** bits)
}

function logistic(x: number): number {
  const e = exponential(-Math.abs(x))
  return (x >= 0 ? 1 : e) / (1 + e)
}
