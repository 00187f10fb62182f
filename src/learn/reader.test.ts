// The features that the kernel finds against their readable twin (BT-1), over random games and records, for both
// colours.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { replayRecord } from "../record/index.ts"
import { readGames } from "../record/node/index.ts"
import { allPoints, Black, Board, isEye, isPass, opponent, PASS, White } from "../rules/index.ts"
import type { Color, Move, PlayedMove, Point } from "../rules/index.ts"
import { describeForPlayout, describeMoves } from "../../test/oracles/features.ts"
import { dataFile } from "../../test/support/data.ts"
import { itNeeding } from "../../test/support/needs.ts"
import { PLAIN_FEATURES, SLOTS } from "./features.ts"
import { FeatureReader, pointOf, type Turn } from "./reader.ts"
import { plainFeatures } from "../../test/support/features.ts"

const reader = await FeatureReader.create()

/** Where two descriptions of the moves of a position differ. */
function differences<T>(found: ReadonlyMap<Point, T>, expected: ReadonlyMap<Point, T>): string[] {
  const points = [...new Set([...found.keys(), ...expected.keys()])]
  const text = (moves: ReadonlyMap<Point, T>, point: Point): string => {
    const entries = Object.entries(moves.get(point) ?? {})
    return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  return points
    .filter((point) => text(found, point) !== text(expected, point))
    .map((point) => `${point}: kernel ${text(found, point)}, twin ${text(expected, point)}`)
}

function kernelForPlayout(turn: Turn): ReturnType<typeof describeForPlayout> {
  const { count, points, teams } = reader.describeForPlayout(turn)
  return new Map(
    Array.from({ length: count }, (_, move) => {
      const [code, nearness] = teams.subarray(2 * move, 2 * move + 2)
      return [pointOf(points[move]!), { code: code!, nearness: nearness! }]
    }),
  )
}

/** What a test has seen: positions, values by slot, and positions in which a ko binds the side that is described. */
class Tally {
  positions = 0
  kos = 0
  passes = 0
  readonly values = new Set<string>()
}

function compare(board: Board, turn: Turn, tally: Tally): void {
  const expected = describeMoves(board, turn)
  expect(differences(plainFeatures(reader, turn), expected)).toEqual([])
  expect(differences(kernelForPlayout(turn), describeForPlayout(board, turn))).toEqual([])
  tally.positions++
  if (!isPass(board.ko) && board.koFor === turn.color) tally.kos++
  if (turn.last !== undefined && isPass(turn.last)) tally.passes++
  for (const description of expected.values())
    for (const [slot, value] of Object.entries(description)) tally.values.add(`${slot}: ${value}`)
}

/** Plays the moves on both boards and compares where `isAsked` says so. */
function follow(
  size: number,
  moves: Iterable<PlayedMove>,
  isAsked: (index: number, board: Board) => boolean,
  tally: Tally,
): void {
  const board = new Board(size)
  reader.reset(size)
  let index = 0
  let turn: { last?: Move; beforeLast?: Move } = {}
  for (const { color, move } of moves) {
    if (isAsked(index++, board))
      for (const side of [Black, White] as const) compare(board, { color: side, ...turn }, tally)
    expect(reader.play(color, move)).toBe(board.play(color, move) === undefined)
    turn = turn.last === undefined ? { last: move } : { last: move, beforeLast: turn.last }
  }
}

/** Random moves with passes; captures are preferred, so that there are kos, and own eyes are filled seldom. */
function* randomGame(size: number, random: Random): Generator<PlayedMove> {
  const board = new Board(size)
  let color: Color = Black
  for (let moves = 0; moves < 2 * size * size; moves++) {
    const points = allPoints(size).filter(
      (point) => board.isLegal(color, point) && (random.below(50) === 0 || !isEye(board, color, point)),
    )
    const captures = points.filter((point) => takesStones(board, color, point))
    const among = captures.length > 0 && random.below(3) > 0 ? captures : points
    const move = among.length === 0 || random.below(40) === 0 ? PASS : among[random.below(among.length)]!
    yield { color, move }
    board.play(color, move)
    color = opponent(color)
  }
}

function takesStones(board: Board, color: Color, point: Point): boolean {
  const before = board.prisoners(color)
  board.play(color, point)
  const after = board.prisoners(color)
  board.undo()
  return after > before
}

const valuesOf = (slot: string): string[] =>
  SLOTS.filter(({ name }) => name === slot).flatMap(({ values }) =>
    values.map((value) => `${slot}: ${value}`),
  )

describe("the kernel's features and their twin (BT-1, SIM-7)", () => {
  it("agree in random games, with passes and kos", () => {
    const tally = new Tally()
    for (const [size, games, every] of [
      [2, 20, 1],
      [3, 20, 1],
      [5, 20, 1],
      [7, 25, 3],
      [9, 15, 3],
      [13, 3, 11],
      [19, 2, 41],
    ] as const) {
      const random = new Random(size)
      // A ko is seldom, so every position with one is looked at.
      const isAsked = (index: number, board: Board): boolean =>
        index % every === 0 || (size < 13 && !isPass(board.ko))
      for (let game = 0; game < games; game++) follow(size, randomGame(size, random), isAsked, tally)
    }
    expect(tally.positions).toBeGreaterThan(3000)
    expect(tally.kos).toBeGreaterThan(100)
    expect(tally.passes).toBeGreaterThan(50)
    const tactics = ["capture", "escape", "atari", "self-atari", "threat", "ko", "contact", "last", "steps"]
    // A point has four neighbours, and a move beside no stone has no contact.
    expect(tactics.flatMap(valuesOf).filter((value) => !tally.values.has(value))).toEqual([
      "contact: joins none, touches none",
      "contact: joins two, touches three or more",
      "contact: joins three or more, touches two",
      "contact: joins three or more, touches three or more",
    ])
    expect(tally.values.size).toBeGreaterThan(0.8 * PLAIN_FEATURES)
  }, 300_000)

  it("agree on boards that were set up", () => {
    const random = new Random(7)
    const tally = new Tally()
    for (let i = 0; i < 100; i++) {
      const board = new Board(9)
      for (const { color, move } of [...randomGame(9, random)].slice(0, random.below(120)))
        board.play(color, move)
      // Set up anew, so that chains have the kernel's order; the ko is lost.
      const stones = allPoints(9)
        .filter((point) => board.at(point) === Black || board.at(point) === White)
        .map((point) => [board.at(point) as Color, point] as const)
      const fresh = Board.fromStones(9, stones)
      if (!fresh.ok) throw new Error("a played position has no chain without liberties")
      reader.load(fresh.value)
      compare(fresh.value, { color: i % 2 === 0 ? Black : White }, tally)
    }
    expect(tally.positions).toBe(100)
  })

  for (const [file, size, games, every] of [
    ["bot9.valid.sgf.gz", 9, 20, 3],
    ["pro13.valid.sgf.gz", 13, 8, 3],
    ["pro19.valid.sgf.gz", 19, 5, 8],
  ] as const) {
    itNeeding(
      dataFile(file),
      `agree in records on ${size}×${size}`,
      async (path) => {
        const tally = new Tally()
        let played = 0
        for await (const item of readGames(path)) {
          const replayed = item.ok ? replayRecord(item.value.game) : item
          if (!replayed.ok || replayed.value.game.board.size !== size) continue
          const { moves } = replayed.value.game
          // Set-up stones are not played; such records are left out.
          if (replayed.value.game.position().setup?.length) continue
          follow(size, moves, (index) => index % every === played % every, tally)
          if (++played === games) break
        }
        expect(tally.positions).toBeGreaterThan(200)
      },
      300_000,
    )
  }
})
