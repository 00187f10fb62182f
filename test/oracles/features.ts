// The readable twin of the features (src/learn/assembly): every slot as src/learn/features.ts describes it, asked of
// the rules' board. Moves are played and taken back, so that "afterwards" is what the board says afterwards. Ladders
// are those of the kernel's twin.

import {
  isCaughtByChasing,
  isCaughtByRunning,
  isCaughtInLadder,
  ladderMove,
} from "../../src/kernel/ladder.ts"
import { swapCode } from "../../src/kernel/gammas.ts"
import { SHAPE_SLOTS, type ShapeSlotName, type SlotName } from "../../src/learn/features.ts"
import type { Turn } from "../../src/learn/reader.ts"
import {
  allPoints,
  Black,
  Border,
  Empty,
  isEye,
  isOnBoard,
  isPass,
  NEIGHBOURS,
  opponent,
  pointAt,
  SYMMETRIES,
  xOf,
  yOf,
} from "../../src/rules/index.ts"
import type { Board, Color, Move, Point } from "../../src/rules/index.ts"

/** The plain features of a move, by slot. */
export type Description = Partial<Record<SlotName, string>>

/** What a playout knows of a move, as `FeatureReader.describeForPlayout` writes it. */
export interface PlayoutDescription {
  readonly code: number
  readonly nearness: number
}

/** Every legal move with its plain features. */
export function describeMoves(board: Board, turn: Turn): Map<Point, Description> {
  const steps = stepsFrom(board, asPoint(turn.last))
  const moves = allPoints(board.size).filter((point) => board.isLegal(turn.color, point))
  return new Map(
    moves.map((point) => {
      const step = steps.get(point)
      const description: Description = {
        ...(neighboursOf(point).some((there) => isStone(board, there)) &&
          describeContact(board, turn, point)),
        last: distanceName(point, asPoint(turn.last)),
        "before-last": distanceName(point, asPoint(turn.beforeLast)),
        line: lineName(board, point),
        ...(step !== undefined && step <= 5 && { steps: `${step}` }),
      }
      return [point, description]
    }),
  )
}

/** The moves that a playout would consider. */
export function describeForPlayout(board: Board, { color, last }: Turn): Map<Point, PlayoutDescription> {
  const moves = allPoints(board.size).filter(
    (point) => board.isLegal(color, point) && !isEye(board, color, point),
  )
  return new Map(moves.map((point) => [point, describeMoveForPlayout(board, color, point, asPoint(last))]))
}

interface Chain {
  readonly stone: Point
  readonly color: Color
  readonly stones: readonly Point[]
  readonly liberties: readonly Point[]
}

/** The slots of a move beside stones. */
function describeContact(board: Board, { color, last: lastMove }: Turn, move: Point): Description {
  const last = asPoint(lastMove)
  const beside = chainsBeside(board, move)
  const own = beside.filter((chain) => chain.color === color)
  const enemy = beside.filter((chain) => chain.color !== color)
  const taken = enemy.filter(({ liberties }) => liberties.length === 1)
  const attacked = enemy.filter(({ liberties }) => liberties.length === 2)
  const endangered = own.filter(({ liberties }) => liberties.length === 1)
  const threatened = own.filter(
    ({ stone, liberties }) => liberties.length === 2 && ladderMove(board, stone) !== undefined,
  )
  const isBound = !isPass(board.ko) && board.koFor === color
  const after = lookAfter(board, color, move)

  const description: Description = {
    liberties: `enemy ${fewest(enemy)}, own ${fewest(own)}, then ${countName(after.liberties)}`,
    contact: `${["joins none", "extends one", "joins two"][own.length] ?? "joins three or more"}, touches ${
      ["none", "one", "two"][enemy.length] ?? "three or more"
    }`,
  }
  if (taken.length > 0) {
    const size = sizeName(taken.flatMap(({ stones }) => stones).length)
    description.capture = `${captureReason(board, color, taken, last)}, ${size}`
  }
  if (endangered.length > 0) {
    const isFresh =
      last !== undefined &&
      neighboursOf(last).some((there) => endangered.some(({ stones }) => stones.includes(there)))
    const isCaught =
      after.liberties === 1 || (after.liberties === 2 && isCaughtByRunning(board, endangered[0]!.stone, move))
    description.escape = `${isFresh ? "put in atari by the last move" : "in atari before"}, ${
      isCaught ? "is caught" : "gets away"
    }, ${sizeName(largest(endangered))}`
  }
  if (attacked.length > 0) {
    const whose = attacked.some(({ stones }) => last !== undefined && stones.includes(last))
      ? "stones of the last move"
      : "other stones"
    const isCaught = isCaughtByChasing(board, attacked[0]!.stone, move)
    description.atari =
      attacked.length > 1
        ? `${whose}, two chains at once`
        : `${whose}, ${isCaught ? "caught in a ladder" : "not caught"}, ${sizeName(largest(attacked))}`
  }
  if (after.liberties === 1)
    description["self-atari"] =
      `${attacked.length > 0 ? "gives atari itself" : "gives nothing"}, ${sizeName(after.stones)}`
  if (threatened.length > 0)
    description.threat = `${after.liberties >= 3 ? "three liberties or more afterwards" : "fewer"}, ${sizeName(
      largest(threatened),
    )}`
  if (after.isKo) description.ko = "takes a ko"
  else if (isBound && (taken.length > 0 || attacked.length > 0))
    description.ko = "threatens while a ko may not be taken back"
  else if (wouldBeKo(board, opponent(color), move)) description.ko = "ends a ko"
  return description
}

function captureReason(board: Board, color: Color, taken: readonly Chain[], last: Point | undefined): string {
  if (taken.some(({ stones }) => last !== undefined && stones.includes(last))) return "takes the last move"
  const besideTaken = taken.flatMap(({ stones }) => stones.flatMap(neighboursOf))
  if (besideTaken.some((there) => board.at(there) === color && board.liberties(there).length === 1))
    return "saves own stones in atari"
  return taken.every(({ stone }) => isCaughtInLadder(board, stone))
    ? "they could not escape"
    : "they could escape"
}

/** What the board says of the move's chain once it is played. */
function lookAfter(
  board: Board,
  color: Color,
  move: Point,
): { readonly liberties: number; readonly stones: number; readonly isKo: boolean } {
  board.play(color, move)
  const after = {
    liberties: board.liberties(move).length,
    stones: board.chainSize(move),
    isKo: !isPass(board.ko),
  }
  board.undo()
  return after
}

/**
 * Would this side take a ko here, if nothing kept it from doing so now? The point is empty among the other side's
 * stones.
 */
function wouldBeKo(board: Board, color: Color, point: Point): boolean {
  if (neighboursOf(point).some((there) => board.at(there) === Empty || board.at(there) === color))
    return false
  const taken = chainsBeside(board, point).filter(({ liberties }) => liberties.length === 1)
  return taken.length === 1 && taken[0]!.stones.length === 1
}

/** Steps from the last move's chain, by points; chains are entered whole. */
function stepsFrom(board: Board, last: Point | undefined): Map<Point, number> {
  const steps = new Map<Point, number>()
  if (last === undefined) return steps
  const vertexAt = (point: Point): Point[] => (isStone(board, point) ? board.chain(point) : [point])
  let front = vertexAt(last)
  for (let step = 0; front.length > 0; step++) {
    for (const point of front) steps.set(point, step)
    const beyond = new Set(front.flatMap(neighboursOf))
    const next = [...beyond].filter((there) => isOnBoard(board.size, there) && !steps.has(there))
    front = [...new Set(next.flatMap(vertexAt))]
  }
  return steps
}

function distanceName(point: Point, from: Point | undefined): string {
  if (from === undefined) return "no such move"
  const dx = Math.abs(xOf(point) - xOf(from))
  const dy = Math.abs(yOf(point) - yOf(from))
  const distance = Math.max(2, dx + dy + Math.max(dx, dy))
  return distance >= 17 ? "distance 17 or more" : `distance ${distance}`
}

function lineName(board: Board, point: Point): string {
  const points = allPoints(board.size)
  const full = points.filter((there) => isStone(board, there)).length / points.length
  const phases: [string, number][] = [
    ["under 1/12 full", 1 / 12],
    ["under 1/4 full", 1 / 4],
    ["under 1/2 full", 1 / 2],
  ]
  const phase = phases.find(([, bound]) => full < bound)?.[0] ?? "half full or more"
  const edges = [xOf(point), yOf(point), board.size - 1 - xOf(point), board.size - 1 - yOf(point)]
  const line = Math.min(...edges) + 1
  return `${phase}, ${line >= 10 ? "line 10 or more" : `line ${line}`}`
}

function describeMoveForPlayout(
  board: Board,
  color: Color,
  move: Point,
  last: Point | undefined,
): PlayoutDescription {
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const))
  const code = around
    .filter(([dx, dy]) => dx !== 0 || dy !== 0)
    .reduce((sum, [dx, dy], place) => sum | (contentAt(board, move, dx, dy) << (2 * place)), 0)
  const distance = distanceName(move, last)
  return {
    code: color === Black ? code : swapCode(code),
    nearness: distance === "distance 2" ? 1 : distance === "distance 3" ? 2 : 0,
  }
}

/**
 * The smallest drawing of the shape among its eight images, as the side to move sees it; undefined where there is
 * none.
 */
export function drawShape(board: Board, slot: ShapeSlotName, point: Point, turn: Turn): string | undefined {
  const last = asPoint(turn.last)
  if (slot.startsWith("answer")) {
    if (last === undefined || last === point) return undefined
    if (Math.abs(xOf(last) - xOf(point)) + Math.abs(yOf(last) - yOf(point)) > 7) return undefined
  }
  const drawings = SYMMETRIES.map((symmetry) => {
    /** Where the symmetry takes an offset. */
    const image = (x: number, y: number): [number, number] => {
      const [u, v] = [symmetry & 1 ? -x : x, symmetry & 2 ? -y : y]
      return symmetry & 4 ? [v, u] : [u, v]
    }
    const signs = offsetsOf(slot).map(([x, y]) => signAt(board, turn.color, point, ...image(x, y)))
    if (!slot.startsWith("answer")) return signs.join("")
    // The last move is taken to where the shape is drawn.
    const where = offsetsWithin(7).find(([x, y]) => {
      const [u, v] = image(x, y)
      return u === xOf(last!) - xOf(point) && v === yOf(last!) - yOf(point)
    })
    return `${signs.join("")} after ${where?.join()}`
  })
  return drawings.toSorted()[0]
}

/** Offsets of the points that a shape covers. */
export function offsetsOf(slot: ShapeSlotName): [number, number][] {
  if (slot.endsWith("3x3"))
    return offsetsWithin(2).filter(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) === 1)
  return offsetsWithin(Number(slot.at(-1)))
}

/** The slots of shapes alone and those of answers, each from small to large. */
export const NESTED_SHAPES: readonly (readonly ShapeSlotName[])[] = [
  SHAPE_SLOTS.filter((name) => !name.startsWith("answer")),
  SHAPE_SLOTS.filter((name) => name.startsWith("answer")),
]

function offsetsWithin(radius: number): [number, number][] {
  const offsets: [number, number][] = []
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++)
      if ((x !== 0 || y !== 0) && Math.abs(x) + Math.abs(y) <= radius) offsets.push([x, y])
  return offsets
}

/** `.` empty, `#` beyond the edge, `x` own, `o` enemy; capitals for neighbours in atari. */
function signAt(board: Board, color: Color, middle: Point, dx: number, dy: number): string {
  const content = contentAt(board, middle, dx, dy)
  if (content === Empty) return "."
  if (content === Border) return "#"
  const sign = content === color ? "x" : "o"
  const there = pointAt(xOf(middle) + dx, yOf(middle) + dy)
  const isNeighbour = Math.abs(dx) + Math.abs(dy) === 1
  return isNeighbour && board.liberties(there).length === 1 ? sign.toUpperCase() : sign
}

function contentAt(board: Board, middle: Point, dx: number, dy: number): number {
  const [x, y] = [xOf(middle) + dx, yOf(middle) + dy]
  const isOff = x < 0 || y < 0 || x >= board.size || y >= board.size
  return isOff ? Border : board.at(pointAt(x, y))
}

function chainsBeside(board: Board, point: Point): Chain[] {
  const stones = neighboursOf(point).filter((there) => isStone(board, there))
  const heads = new Set(stones.map((stone) => board.chainHead(stone)))
  return [...heads].map((stone) => ({
    stone,
    color: board.at(stone) as Color,
    stones: board.chain(stone),
    liberties: board.liberties(stone),
  }))
}

function neighboursOf(point: Point): Point[] {
  return NEIGHBOURS.map((step) => (point + step) as Point)
}

function isStone(board: Board, point: Point): boolean {
  return board.at(point) !== Empty && board.at(point) !== Border
}

function asPoint(move: Move | undefined): Point | undefined {
  return move === undefined || isPass(move) ? undefined : (move as Point)
}

function largest(chains: readonly Chain[]): number {
  return Math.max(...chains.map(({ stones }) => stones.length))
}

function fewest(chains: readonly Chain[]): string {
  return chains.length === 0
    ? "none"
    : countName(Math.min(...chains.map(({ liberties }) => liberties.length)))
}

function countName(count: number): string {
  return count >= 4 ? "4 or more" : `${count}`
}

function sizeName(stones: number): string {
  return ["one stone", "two stones"][stones - 1] ?? "three stones or more"
}
