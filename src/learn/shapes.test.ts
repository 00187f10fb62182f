// Keys of shapes (BT-1): equal for what is drawn alike and only for that, nested, and numbered by a dictionary.

import { describe, expect, it } from "vitest"
import { drawShape, NESTED_SHAPES, offsetsOf } from "../../test/oracles/features.ts"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import {
  allPoints,
  Black,
  Board,
  Empty,
  isOnBoard,
  opponent,
  parseAscii,
  pointAt,
  SYMMETRIES,
  transform,
  White,
  xOf,
  yOf,
} from "../rules/index.ts"
import type { Color, Point } from "../rules/index.ts"
import { PLAIN_FEATURES, SHAPE_SLOTS, SLOTS, type ShapeSlotName } from "./features.ts"
import type { WasmMemory } from "../kernel/index.ts"
import { dictionaryBytes, writeDictionary } from "../kernel/move-weights.ts"
import { FeatureReader, pointOf, type Turn } from "./reader.ts"

const reader = await FeatureReader.create()

/**
 * Keys have 31 bits, so some of many shapes share one by chance: this is the expected number of pairs and four standard
 * deviations more (the count is nearly Poisson distributed).
 */
function mostCollisions(shapes: number): number {
  const expected = (shapes * (shapes - 1)) / 2 / 2 ** 31
  return expected + 4 * Math.sqrt(expected)
}

type Stone = readonly [Color, Point]

/** A position with a legal last move, and the side to move. */
interface Position {
  readonly board: Board
  readonly turn: Turn & { readonly last: Point }
}

function drawn<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)]!
}

function stonesOn(board: Board): Stone[] {
  return allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point) => [board.at(point) as Color, point])
}

/** Random stones on a board; the last of them is the last move. */
function randomPosition(size: number, random: Random): Position {
  const board = new Board(size)
  const count = 1 + random.below(Math.ceil(0.7 * size * size))
  let [color, last]: [Color, Point] = [Black, pointAt(0, 0)]
  for (let i = 0; i < count; i++) {
    const point = drawn(allPoints(size), random)
    if (board.play(color, point) !== undefined) continue
    last = point
    color = opponent(color)
  }
  return { board, turn: { color, last } }
}

function emptyPoints(board: Board): Point[] {
  return allPoints(board.size).filter((point) => board.at(point) === Empty)
}

function keysAt({ board, turn }: Position, point: Point): number[] {
  reader.load(board)
  return [...reader.shapeKeys(point, turn)]
}

/** The position seen through a symmetry, with the colours swapped or not. */
function imageOf(
  { board, turn }: Position,
  symmetry: (typeof SYMMETRIES)[number],
  isSwapped: boolean,
): Position {
  const { size } = board
  const colored = (color: Color): Color => (isSwapped ? opponent(color) : color)
  const stones = stonesOn(board).map(([color, point]): Stone => [
    colored(color),
    transform(symmetry, point, size),
  ])
  return {
    board: unwrap(Board.fromStones(size, stones)),
    turn: { color: colored(turn.color), last: transform(symmetry, turn.last, size) },
  }
}

describe("keys of shapes (BT-1)", () => {
  it("are the same for the eight symmetric images and when the colours are swapped", () => {
    const random = new Random(1)
    for (let i = 0; i < 300; i++) {
      const position = randomPosition(drawn([5, 9, 19], random), random)
      const point = drawn(emptyPoints(position.board), random)
      const keys = keysAt(position, point)
      for (const symmetry of SYMMETRIES)
        for (const isSwapped of [false, true]) {
          const image = imageOf(position, symmetry, isSwapped)
          expect(keysAt(image, transform(symmetry, point, position.board.size))).toEqual(keys)
        }
    }
  })

  it("are equal exactly for what the twin draws alike, so they are nested as the drawings are", () => {
    const random = new Random(2)
    const keyOf = new Map<string, number>()
    const drawingOf = new Map<number, string>()
    const shared = new Set<number>()
    let repeated = 0
    for (let i = 0; i < 120; i++) {
      const position = randomPosition(drawn([4, 7, 9], random), random)
      for (const point of emptyPoints(position.board)) {
        for (const [index, key] of keysAt(position, point).entries()) {
          const slot = SHAPE_SLOTS[index]!
          const drawing = drawShape(position.board, slot, point, position.turn)
          expect(key === 0).toBe(drawing === undefined)
          if (drawing === undefined) continue
          const name = `${slot} ${drawing}`
          if (keyOf.has(name)) repeated++
          expect(keyOf.get(name) ?? key).toBe(key)
          if ((drawingOf.get(key) ?? name) !== name) shared.add(key)
          keyOf.set(name, key)
          drawingOf.set(key, name)
        }
      }
    }
    expect(keyOf.size).toBeGreaterThan(20_000)
    expect(repeated).toBeGreaterThan(5000)
    expect(shared.size).toBeLessThanOrEqual(mostCollisions(keyOf.size))
  })

  it("differ when one stone of the shape is moved or changes colour", () => {
    const random = new Random(3)
    const changed = new Map<ShapeSlotName, number>()
    for (let i = 0; i < 2000; i++) {
      const position = randomPosition(drawn([9, 13, 19], random), random)
      const { board, turn } = position
      const point = drawn(emptyPoints(board), random)
      const slot = drawn(SHAPE_SLOTS, random)
      const there = drawn(offsetsOf(slot), random)
      const at = pointAt(xOf(point) + there[0], yOf(point) + there[1])
      if (!isOnBoard(board.size, at) || at === turn.last) continue
      const others = stonesOn(board).filter(([, stone]) => stone !== at)
      const color = ([Empty, Black, White] as const).filter((content) => content !== board.at(at))
      const content = drawn(color, random)
      const moved = Board.fromStones(board.size, content === Empty ? others : [...others, [content, at]])
      if (!moved.ok) continue
      const other: Position = { board: moved.value, turn }
      const isAlike = drawShape(board, slot, point, turn) === drawShape(other.board, slot, point, turn)
      const index = SHAPE_SLOTS.indexOf(slot)
      const [before, after] = [keysAt(position, point)[index], keysAt(other, point)[index]]
      expect(before === after).toBe(isAlike)
      if (!isAlike) changed.set(slot, (changed.get(slot) ?? 0) + 1)
    }
    for (const slot of SHAPE_SLOTS) expect(changed.get(slot) ?? 0).toBeGreaterThan(15)
  })

  it("a larger shape's key tells the smaller ones", () => {
    const random = new Random(4)
    const within = new Map<number, number>()
    const shared = new Set<number>()
    let repeated = 0
    for (let i = 0; i < 400; i++) {
      const position = randomPosition(drawn([3, 4, 5, 19], random), random)
      for (const point of emptyPoints(position.board)) {
        const keys = keysAt(position, point)
        for (const slots of NESTED_SHAPES)
          for (const [index, slot] of slots.entries()) {
            const larger = keys[SHAPE_SLOTS.indexOf(slot)]!
            const smaller = keys[SHAPE_SLOTS.indexOf(slots[index - 1]!)]
            if (smaller === undefined || larger === 0) continue
            if (within.has(larger)) repeated++
            if ((within.get(larger) ?? smaller) !== smaller) shared.add(larger)
            within.set(larger, smaller)
          }
      }
    }
    expect(repeated).toBeGreaterThan(1000)
    expect(shared.size).toBeLessThanOrEqual(mostCollisions(within.size))
  })

  it("know the atari of neighbours, and the edge", () => {
    const board = unwrap(
      parseAscii(`
        . . . . . . . . .
        . X . . . . . X .
        X O . . . . . O .
        . X . . . . . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .`),
    )
    const keys = (x: number, y: number): number[] =>
      keysAt({ board, turn: { color: Black, last: pointAt(8, 8) } }, pointAt(x, y))
    // Beside C7 the white stone is in atari, beside G7 it is not; what stands in the 3×3 is the same.
    expect(keys(2, 2)[0]).not.toBe(keys(6, 2)[0])
    // In the middle of nothing: at the edge, one line above it, and far from it.
    const [edge, second, middle] = [keys(4, 8), keys(4, 7), keys(4, 6)]
    expect(edge[0]).not.toBe(second[0])
    expect(second[0]).toBe(middle[0])
    expect(second[1]).not.toBe(middle[1])
  })
})

describe("a dictionary of shapes (BT-1)", () => {
  const board = unwrap(
    parseAscii(`
      . . . . . . . . .
      . . . . . . . . .
      . . X . . . O . .
      . . . . . . . . .
      . . . . X . . . .
      . . . . . . . . .
      . . O . . . . . .
      . . . . . . . . .
      . . . . . . . . .`),
  )
  const turn: Turn = { color: White, last: pointAt(4, 4) }
  const point = pointAt(4, 3)
  reader.load(board)
  const keys = [...reader.shapeKeys(point, turn)]

  /** The numbers of the shapes of the point, and of all moves together. */
  async function describeWith(known: readonly number[]): Promise<{ shapes: number[]; others: number[] }> {
    const numbered = await FeatureReader.create(Uint32Array.from(known))
    numbered.load(board)
    const { count, points, teams } = numbered.describe(turn)
    const shapesOf = (move: number): number[] => [
      ...teams.subarray(move * SLOTS.length, move * SLOTS.length + SHAPE_SLOTS.length),
    ]
    const moves = Array.from({ length: count }, (_, move) => move)
    const here = moves.find((move) => pointOf(points[move]!) === point)!
    return {
      shapes: shapesOf(here),
      others: moves.filter((move) => move !== here).flatMap((move) => shapesOf(move)),
    }
  }

  it("gives numbers in the order of its keys, behind the plain features", async () => {
    expect(keys).not.toContain(0)
    const { shapes } = await describeWith(keys)
    expect(shapes).toEqual(keys.map((_, index) => PLAIN_FEATURES + 1 + index))
    expect((await describeWith(keys.toReversed())).shapes).toEqual(shapes.toReversed())
  })

  it("an unknown shape ends the walk: larger ones have no number even if they are known", async () => {
    const unknown = SHAPE_SLOTS.indexOf("diamond-3")
    const { shapes } = await describeWith(keys.toSpliced(unknown, 1))
    expect(shapes.slice(0, unknown)).toEqual([PLAIN_FEATURES + 1, PLAIN_FEATURES + 2])
    expect(shapes.slice(unknown, SHAPE_SLOTS.indexOf("answer-3x3"))).toEqual([0, 0, 0, 0, 0])
    // Answers are a walk of their own.
    const answers = shapes.slice(SHAPE_SLOTS.indexOf("answer-3x3"))
    expect(answers).toEqual(answers.map((_, index) => PLAIN_FEATURES + SHAPE_SLOTS.length - 4 + index))
    const answer = SHAPE_SLOTS.indexOf("answer-2")
    expect((await describeWith(keys.toSpliced(answer, 1))).shapes.slice(answer)).toEqual([0, 0, 0])
  })

  it("knows only what it was given", async () => {
    const { shapes, others } = await describeWith([2_147_483_649])
    expect(new Set([...shapes, ...others])).toEqual(new Set([0]))
    expect((await describeWith([keys[0]!])).others.every((number) => number <= PLAIN_FEATURES + 1)).toBe(true)
  })

  it("is at most half full, and finds keys whose places are taken", () => {
    expect([1, 2, 3, 4, 5, 1000].map((shapes) => dictionaryBytes(shapes) / 8)).toEqual([2, 4, 8, 8, 16, 2048])
    const memory = { buffer: new ArrayBuffer(dictionaryBytes(3)) } as unknown as WasmMemory
    writeDictionary(memory, 0, Uint32Array.of(7, 15, 23), PLAIN_FEATURES + 1)
    const table = new Uint32Array(memory.buffer)
    const entries = [0, 1, 2, 3, 4, 5, 6, 7].map((place) => [table[2 * place], table[2 * place + 1]])
    const first = PLAIN_FEATURES + 1
    expect(entries[7]).toEqual([7, first])
    expect(entries[0]).toEqual([15, first + 1])
    expect(entries[1]).toEqual([23, first + 2])
  })
})
