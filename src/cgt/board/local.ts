// Go on a small set of points that walls of living stones surround. Points are bits of a mask, so a position is two
// numbers, and moves, captures and life are a few operations on masks.
//
// A wall is a living stone just outside. A stone next to a wall of its own colour is connected to it and lives. Walls
// are never captured. `eyes` counts, for a point, eyes that its stone has outside of the points; only the proofs of
// safety (safety.ts) use it.

import { Black, White, type Color } from "../../rules/index.ts"

/** A mask keeps its points in the bits of a number that bitwise operations don't make negative. */
export const MOST_POINTS = 30

export interface LocalBoard {
  /** The points as a mask. */
  readonly all: number
  /** By point: the mask of its neighbours. */
  readonly neighbours: readonly number[]
  /** By colour: the points that touch a living stone of the colour. */
  readonly walls: Readonly<Record<Color, number>>
  /** By point: eyes elsewhere of the stone there. */
  readonly eyes?: readonly number[]
}

export interface Stones {
  readonly [Black]: number
  readonly [White]: number
}

export function bitCount(mask: number): number {
  let bits = mask
  let count = 0
  for (; bits !== 0; count++) bits &= bits - 1
  return count
}

/** The points of a mask, lowest first. */
export function pointsIn(mask: number): number[] {
  const points: number[] = []
  for (let bits = mask; bits !== 0; bits &= bits - 1) points.push(31 - Math.clz32(bits & -bits))
  return points
}

/** All neighbours of the points of a mask. */
export function around({ neighbours }: LocalBoard, mask: number): number {
  let found = 0
  for (let bits = mask; bits !== 0; bits &= bits - 1) found |= neighbours[31 - Math.clz32(bits & -bits)]!
  return found
}

/** The points of `within` that are connected to `start`. */
export function flood(board: LocalBoard, start: number, within: number): number {
  let all = start & within
  for (let fresh = all; fresh !== 0;) {
    fresh = around(board, fresh) & within & ~all
    all |= fresh
  }
  return all
}

/** The connected parts of a mask. */
export function partsOf(board: LocalBoard, mask: number): number[] {
  const parts: number[] = []
  for (let rest = mask; rest !== 0;) {
    const part = flood(board, rest & -rest, mask)
    parts.push(part)
    rest &= ~part
  }
  return parts
}

/** The position after a move, or undefined where it is suicide. The point must be empty. */
export function playLocal(
  board: LocalBoard,
  stones: Stones,
  color: Color,
  point: number,
): Stones | undefined {
  const enemy = color === Black ? White : Black
  const own = stones[color] | (1 << point)
  let theirs = stones[enemy]
  for (let near = board.neighbours[point]! & theirs; near !== 0;) {
    const chain = flood(board, near & -near, theirs)
    near &= ~chain
    if (isCaptured(board, chain, own | theirs, enemy)) theirs &= ~chain
  }
  const free = board.neighbours[point]! & board.all & ~own & ~theirs
  if (free === 0 && isCaptured(board, flood(board, 1 << point, own), own | theirs, color)) return undefined
  return color === Black ? { [Black]: own, [White]: theirs } : { [Black]: theirs, [White]: own }
}

/**
 * The point, as a mask, that the enemy may not take back at once: a lone stone took one stone and could be taken
 * itself. 0 where there is no ko.
 */
export function koAfter(
  board: LocalBoard,
  before: Stones,
  after: Stones,
  color: Color,
  point: number,
): number {
  const enemy = color === Black ? White : Black
  const taken = before[enemy] & ~after[enemy]
  const stone = 1 << point
  if (taken === 0 || (taken & (taken - 1)) !== 0) return 0
  if (((board.neighbours[point]! & after[color]) | (stone & board.walls[color])) !== 0) return 0
  const liberties = board.neighbours[point]! & board.all & ~after[Black] & ~after[White]
  return liberties === taken ? taken : 0
}

function isCaptured(board: LocalBoard, chain: number, occupied: number, color: Color): boolean {
  return (chain & board.walls[color]) === 0 && (around(board, chain) & board.all & ~occupied) === 0
}

/**
 * The points that surely end as this colour's, without another move of it there: stones that live unconditionally
 * (Benson 1976, walls count as alive), and areas between them in which the enemy can't make two eyes. An eye of the
 * enemy is a point without a living neighbour of this colour, and two eyes are not neighbours; an area with no such
 * pair has no room for life.
 */
export function decidedFor(
  board: LocalBoard,
  stones: Stones,
  color: Color,
  alive: number = livingStones(board, stones, color),
): number {
  const enemy = color === Black ? White : Black
  let decided = alive
  const reach = around(board, alive) | board.walls[color]
  for (const area of partsOf(board, board.all & ~alive))
    if ((area & board.walls[enemy]) === 0 && !hasTwoEyes(board, area & ~reach)) decided |= area
  return decided
}

/** Whether two of the points are not neighbours. Of three points on a grid, two never are. */
function hasTwoEyes(board: LocalBoard, inner: number): boolean {
  const first = inner & -inner
  const rest = inner & ~first
  if (rest === 0) return false
  return (rest & (rest - 1)) !== 0 || (around(board, first) & rest) === 0
}

/**
 * The stones that live unconditionally, by Benson's algorithm. A chain at a wall lives; any other needs two vital
 * regions. Sets of chains are masks, too.
 */
export function livingStones(board: LocalBoard, stones: Stones, color: Color): number {
  const own = stones[color]
  const chains = partsOf(board, own)
  let walled = 0
  for (let i = 0; i < chains.length; i++) if ((chains[i]! & board.walls[color]) !== 0) walled |= 1 << i
  let alive = 2 ** chains.length - 1
  if (walled === alive) return own
  const { near, vital } = enclosedRegions(board, stones, color, chains)
  for (;;) {
    let next = walled
    for (let i = 0; i < chains.length; i++) {
      if ((alive & ~walled & (1 << i)) === 0) continue
      let eyes = eyesOf(board, chains[i]!)
      for (let r = 0; r < near.length; r++)
        if ((near[r]! & ~alive) === 0 && (vital[r]! & (1 << i)) !== 0) eyes++
      if (eyes >= 2) next |= 1 << i
    }
    if (next === alive) break
    alive = next
  }
  let living = 0
  for (let i = 0; i < chains.length; i++) if ((alive & (1 << i)) !== 0) living |= chains[i]!
  return living
}

function eyesOf({ eyes }: LocalBoard, chain: number): number {
  if (!eyes) return 0
  let sum = 0
  for (let bits = chain; bits !== 0; bits &= bits - 1) sum += eyes[31 - Math.clz32(bits & -bits)]!
  return sum
}

/** By region: the chains around it, and those that every empty point of it touches. */
function enclosedRegions(
  board: LocalBoard,
  stones: Stones,
  color: Color,
  chains: readonly number[],
): { near: number[]; vital: number[] } {
  const enemyWalls = board.walls[color === Black ? White : Black]
  const empty = board.all & ~stones[Black] & ~stones[White]
  const reaches = chains.map((chain) => around(board, chain))
  const near: number[] = []
  const vital: number[] = []
  for (const points of partsOf(board, board.all & ~stones[color])) {
    if ((points & enemyWalls) !== 0) continue
    let nearby = 0
    let vitalFor = 0
    for (let i = 0; i < chains.length; i++) {
      if ((reaches[i]! & points) === 0) continue
      nearby |= 1 << i
      if ((points & empty & ~reaches[i]!) === 0) vitalFor |= 1 << i
    }
    near.push(nearby)
    vital.push(vitalFor)
  }
  return { near, vital }
}

/** Stones, and empty points that stones and walls of one colour alone surround: Black's less White's. */
export function standingScore(board: LocalBoard, stones: Stones): number {
  let score = bitCount(stones[Black]) - bitCount(stones[White])
  for (const space of partsOf(board, board.all & ~stones[Black] & ~stones[White])) {
    const near = around(board, space)
    const isBlack = (near & stones[Black]) !== 0 || (space & board.walls[Black]) !== 0
    const isWhite = (near & stones[White]) !== 0 || (space & board.walls[White]) !== 0
    if (isBlack !== isWhite) score += isBlack ? bitCount(space) : -bitCount(space)
  }
  return score
}
