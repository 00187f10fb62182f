// The parts of a late position (CGT-7): stones that live, points that are decided, and the regions between them that
// are still to be played. Regions touch living stones only, so a move in one changes nothing in another.

import {
  allPoints,
  Black,
  Border,
  Empty,
  NEIGHBOURS,
  opponent,
  POINTS,
  regionsOf,
  unconditionalLife,
  White,
  type Board,
  type Color,
  type Content,
  type Point,
  type Region,
} from "../../rules/index.ts"
import { MOST_POINTS } from "./local.ts"
import { ProofMemory } from "./memory.ts"
import type { Allowance } from "./proof.ts"
import { isSafe, openChains, sizeOf, type ClosedArea, type SafetyQuestion } from "./safety.ts"

export interface Division {
  /** Living stones by colour. */
  readonly alive: Readonly<Record<Color, ReadonlySet<Point>>>
  /** By point: whose it is, or `Empty` while it is undecided. */
  readonly owner: Uint8Array
  /** Undecided points that hang together. */
  readonly regions: readonly (readonly Point[])[]
  /** Areas that are safe as long as the owner answers there, with what the proof of it needs. */
  readonly answered: readonly SafetyQuestion[]
  /** Points that are decided by an estimate alone. */
  readonly assumed: number
}

export interface DivideOptions {
  /** For the proofs of safety; without nodes it is Benson's test alone. */
  readonly allowance: Allowance
  /**
   * By point: 1 where Black surely owns it to -1 for White, as a search estimates. Points that are not proven count as
   * decided where the estimate is near enough to either; then nothing is a proof any more.
   */
  readonly owners?: Float64Array | undefined
  /** For callers that have no use for a division with a larger region: the proofs end where one is left for sure. */
  readonly largestRegion?: number | undefined
  /** What a proof of one area may take. Larger ones are not tried, so that less is proven, and nothing wrongly. */
  readonly proofLimits?: ProofLimits | undefined
  /** Proofs of earlier positions. */
  readonly memory?: ProofMemory | undefined
}

export interface ProofLimits {
  /** Points of the areas and chains around them that don't live yet. */
  readonly size: number
  /** Positions. */
  readonly nodes: number
}

/** How sure an estimate must be. */
const SURE = 0.7

const PROOF_LIMITS: ProofLimits = { size: MOST_POINTS, nodes: 20_000 }

/** Divides a position. */
export function divide(board: Board, options: DivideOptions): Division {
  const { alive, owner } = unconditional(board)
  const { owners } = options
  // An estimate needs no proofs.
  const answered = owners ? [] : proveSafety(board, alive, owner, options)
  const assumed = owners ? assume(board, owners, alive, owner) : 0
  return { alive, owner, regions: undecided(board, owner), answered, assumed }
}

/** Tries all questions, and again those that newly living stones make easier. What is proven is marked. */
function proveSafety(
  board: Board,
  alive: Living,
  owner: Uint8Array,
  {
    allowance,
    largestRegion = Infinity,
    proofLimits: { size, nodes } = PROOF_LIMITS,
    memory = new ProofMemory(),
  }: DivideOptions,
): SafetyQuestion[] {
  const answered: SafetyQuestion[] = []
  const failed = { [Black]: new Set<string>(), [White]: new Set<string>() }
  const isOut: Excluded = (question, key) => failed[question.color].has(key) || sizeOf(question) > size
  const closed = { [Black]: closedAreas(board, Black), [White]: closedAreas(board, White) }
  /** What each colour may still own; undefined after what changes it. */
  const hoped: Record<Color, Uint8Array | undefined> = { [Black]: undefined, [White]: undefined }
  const isHopeless = (): boolean => {
    if (largestRegion === Infinity) return false
    for (const color of [Black, White] as const)
      hoped[color] ??= ownedAtBest({ board, color, closed: closed[color], alive, owner }, isOut)
    const all = owner.map((owned, point) => owned || hoped[Black]![point]! || hoped[White]![point]!)
    return undecided(board, all).some(({ length }) => length > largestRegion)
  }
  if (isHopeless()) return answered
  for (const color of [Black, White] as const)
    for (let isNew = true; isNew;) {
      isNew = false
      for (const question of questionsOf({ board, color, closed: closed[color], alive, owner })) {
        const key = keyOf(question)
        if (isOut(question, key) || question.areas.some(({ points }) => isOwned(points, color, owner)))
          continue
        const own = { nodes: Math.min(nodes, allowance.nodes) }
        const before = own.nodes
        const safe = isSafe(question, own, memory)
        allowance.nodes -= before - Math.max(0, own.nodes)
        if (safe) {
          isNew = true
          answered.push(question)
          mark(question, alive, owner)
          hoped[Black] = hoped[White] = undefined
        } else {
          failed[color].add(key)
          hoped[color] = undefined
          if (isHopeless()) return answered
        }
      }
    }
  return answered
}

/** Whether a question with this key has failed, or is too large to be tried. */
type Excluded = (question: SafetyQuestion, key: string) => boolean

/** Makes the areas their owner's, the stones around them living, and claims what these decide. */
function mark({ board, color, areas }: SafetyQuestion, alive: Living, owner: Uint8Array): void {
  for (const { points, boundary } of areas) {
    for (const point of points) owner[point] = color
    for (const point of boundary) for (const stone of board.chain(point)) alive[color].add(stone)
  }
  claim(board, color, alive[color], owner)
}

/**
 * What a colour owns if every proof of it succeeds that has not failed yet. The other colour's proofs, which could only
 * forbid claims and questions, are left out.
 */
function ownedAtBest({ board, color, closed, alive, owner }: Situation, isOut: Excluded): Uint8Array {
  const hoped = { alive: { ...alive, [color]: new Set(alive[color]) }, owner: Uint8Array.from(owner) }
  for (let isNew = true; isNew;) {
    isNew = false
    // By the true owners, so that an area still helps another after it is hoped for.
    for (const question of questionsOf({ board, color, closed, alive: hoped.alive, owner })) {
      if (question.areas.every(({ points }) => isOwned(points, color, hoped.owner))) continue
      if (isOut(question, keyOf(question))) continue
      isNew = true
      mark(question, hoped.alive, hoped.owner)
    }
  }
  return hoped.owner
}

function isOwned(points: readonly Point[], color: Color, owner: Uint8Array): boolean {
  return points.every((point) => owner[point] === color)
}

/** The areas, and the stones around them that don't live yet. */
function keyOf(question: SafetyQuestion): string {
  const open = openChains(question).sort((a, b) => a - b)
  return `${question.areas.map(({ points }) => points[0]).join()} ${open.join()}`
}

/** Decides what an estimate is sure of: whole chains, and empty points. Answers how many points that were. */
function assume(board: Board, owners: Float64Array, alive: Living, owner: Uint8Array): number {
  let assumed = 0
  for (const point of allPoints(board.size)) {
    if (owner[point] !== Empty) continue
    const chain = board.at(point) === Empty ? [point] : board.chain(point)
    const mean = chain.reduce((sum, stone) => sum + owners[stone]!, 0) / chain.length
    if (Math.abs(mean) < SURE) continue
    const color = mean > 0 ? Black : White
    for (const stone of chain) {
      owner[stone] = color
      if (board.at(stone) === color) alive[color].add(stone)
      assumed++
    }
  }
  return assumed
}

type Living = Readonly<Record<Color, Set<Point>>>

/**
 * Benson's stones whose eyes are decided areas. Stones that need an undecided area as an eye don't count: to play there
 * could fill it.
 */
function unconditional(board: Board): { alive: Living; owner: Uint8Array } {
  let alive: Living = {
    [Black]: new Set(unconditionalLife(board, Black).stones),
    [White]: new Set(unconditionalLife(board, White).stones),
  }
  for (;;) {
    const owner = new Uint8Array(POINTS)
    for (const color of [Black, White]) claim(board, color, alive[color], owner)
    const firm: Living = {
      [Black]: firmStones(board, Black, alive[Black], owner),
      [White]: firmStones(board, White, alive[White], owner),
    }
    if (firm[Black].size === alive[Black].size && firm[White].size === alive[White].size)
      return { alive, owner }
    alive = firm
  }
}

/** The living stones with two eyes in decided areas that living stones alone surround. */
function firmStones(board: Board, color: Color, alive: ReadonlySet<Point>, owner: Uint8Array): Set<Point> {
  const areas = regionsOf(board, (content) => content !== color).filter(
    ({ points, boundary }) =>
      points.every((point) => owner[point] === color) && boundary.every((point) => alive.has(point)),
  )
  const firm = new Set<Point>()
  for (const head of new Set([...alive].map((stone) => board.chainHead(stone)))) {
    const chain = board.chain(head)
    const stones = new Set(chain)
    const eyes = areas.filter(({ points }) =>
      points.every((point) => board.at(point) !== Empty || touches(point, stones)),
    )
    if (eyes.length >= 2) for (const stone of chain) firm.add(stone)
  }
  return firm
}

/** Marks living stones and the areas between them in which the enemy has no room for two eyes. */
function claim(board: Board, color: Color, alive: ReadonlySet<Point>, owner: Uint8Array): void {
  for (const stone of alive) owner[stone] = color
  for (const { points } of areasBetween(board, alive)) {
    if (points.some((point) => owner[point] === opponent(color))) continue
    const inner = points.filter((point) => !touches(point, alive))
    if (!hasTwoEyes(inner)) for (const point of points) owner[point] = color
  }
}

/** Connected points without living stones of one colour. */
function areasBetween(board: Board, alive: ReadonlySet<Point>): Region[] {
  const marked = new Uint8Array(POINTS)
  for (const stone of alive) marked[stone] = 1
  return areasOf(board, (point) => marked[point] === 0)
}

function areasOf(board: Board, isInside: (point: Point) => boolean): Region[] {
  const seen = new Uint8Array(POINTS)
  const areas: Region[] = []
  for (const start of allPoints(board.size)) {
    if (seen[start] || !isInside(start)) continue
    const points = [start]
    const boundary = new Set<Point>()
    seen[start] = 1
    for (const point of points)
      for (const step of NEIGHBOURS) {
        const next = (point + step) as Point
        if (board.at(next) === Border || seen[next]) continue
        if (!isInside(next)) {
          boundary.add(next)
          continue
        }
        seen[next] = 1
        points.push(next)
      }
    areas.push({ points, boundary: [...boundary] })
  }
  return areas
}

function touches(point: Point, stones: ReadonlySet<Point>): boolean {
  return NEIGHBOURS.some((step) => stones.has((point + step) as Point))
}

/** Whether two of the points are not neighbours: room for two eyes. */
function hasTwoEyes(inner: readonly Point[]): boolean {
  if (inner.length < 2) return false
  return inner.length > 2 || !NEIGHBOURS.includes(inner[1]! - inner[0]!)
}

function closedAreas(board: Board, color: Color): ClosedArea[] {
  return regionsOf(board, (content: Content) => content !== color).map((region) => ({
    ...region,
    heads: [...new Set(region.boundary.map((point) => board.chainHead(point)))],
  }))
}

/** What is known of the areas of one colour. */
interface Situation {
  readonly board: Board
  readonly color: Color
  readonly closed: readonly ClosedArea[]
  readonly alive: Living
  readonly owner: Uint8Array
}

/** An area with more points is no help to another; to keep both in one proof would be too much. */
const LARGEST_HELP = 8

/**
 * What a proof may show to be safe: closed areas of a colour with something undecided, the small ones first. Each is
 * asked about alone, and together with small areas that it shares stones with, because a group may need an eye in each.
 */
function questionsOf({ board, color, closed, alive, owner }: Situation): SafetyQuestion[] {
  const areas = closed
    .filter(({ points }) => points.some((point) => owner[point] === Empty))
    .filter(({ points }) => !points.some((point) => alive[opponent(color)].has(point)))
    .sort((a, b) => a.points.length - b.points.length)
  const openHeads = (area: ClosedArea): Point[] => openChains({ areas: [area], alive: alive[color] })
  const ask = (together: readonly ClosedArea[]): SafetyQuestion => ({
    board,
    color,
    areas: together,
    alive: alive[color],
    eyesOf: (chain) =>
      closed.filter((area) => !together.includes(area) && isEyeOf(board, area, chain)).length,
  })
  return areas.flatMap((area) => {
    const helpers = areas.filter((other) => other !== area && other.points.length <= LARGEST_HELP)
    const own = new Set(openHeads(area))
    const inner = helpers.filter((other) => openHeads(other).every((head) => own.has(head)))
    const linked = linkedTo(area, helpers, openHeads)
    const sets = [[area], [area, ...inner], [area, ...linked]]
    return sets.filter((set, index) => set.length > (sets[index - 1]?.length ?? 0)).map(ask)
  })
}

/** The areas that hang together with the first one by stones that don't live yet. */
function linkedTo(
  area: ClosedArea,
  others: readonly ClosedArea[],
  headsOf: (area: ClosedArea) => readonly Point[],
): ClosedArea[] {
  const heads = new Set(headsOf(area))
  const found = new Set<ClosedArea>()
  for (let isNew = true; isNew;) {
    isNew = false
    for (const other of others) {
      const theirs = headsOf(other)
      if (found.has(other) || !theirs.some((head) => heads.has(head))) continue
      found.add(other)
      for (const head of theirs) heads.add(head)
      isNew = true
    }
  }
  return [...found]
}

/** What proofs of safety need for the closed area around a point; none where the point is in no such area. */
export function questionsAt(board: Board, color: Color, point: Point): SafetyQuestion[] {
  const { alive, owner } = unconditional(board)
  const closed = closedAreas(board, color)
  return questionsOf({ board, color, closed, alive, owner }).filter(({ areas }) =>
    areas.some(({ points }) => points.includes(point)),
  )
}

/** Whether the area is an eye of this chain alone, which no enemy move can take and in which no enemy can live. */
function isEyeOf(board: Board, { points, boundary, heads }: ClosedArea, chain: Point): boolean {
  if (heads.length !== 1 || heads[0] !== board.chainHead(chain)) return false
  const stones = new Set(boundary)
  if (points.some((point) => board.at(point) === Empty && !touches(point, stones))) return false
  return !hasTwoEyes(points.filter((point) => !touches(point, stones)))
}

function undecided(board: Board, owner: Uint8Array): Point[][] {
  return areasOf(board, (point) => owner[point] === Empty).map(({ points }) => [...points])
}
