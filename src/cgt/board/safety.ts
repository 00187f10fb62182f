// Which closed areas of a position are safe, by a proof (proof.ts): the owner keeps all of the areas and the stones
// around them. These stones have no liberty elsewhere in the proof, so what happens elsewhere can't break it.

import { Black, Empty, NEIGHBOURS, White } from "../../rules/index.ts"
import type { Board, Color, Point, Region } from "../../rules/index.ts"
import { MOST_POINTS, pointsIn, type LocalBoard } from "./local.ts"
import type { ProofMemory } from "./memory.ts"
import { Proof, type Allowance, type Claim } from "./proof.ts"

/** What stones of one colour alone surround. */
export interface ClosedArea extends Region {
  /** The chains around it, by their heads. */
  readonly heads: readonly Point[]
}

export interface SafetyQuestion {
  readonly board: Board
  readonly color: Color
  readonly areas: readonly ClosedArea[]
  /** Stones of the colour that live already. */
  readonly alive: ReadonlySet<Point>
  /** How many eyes the chain at this point has elsewhere that no enemy move can take. */
  readonly eyesOf: (chain: Point) => number
}

/** Whether the owner keeps all of the areas and the stones around them when the enemy moves first there. */
export function isSafe(question: SafetyQuestion, allowance: Allowance, memory: ProofMemory): boolean {
  const claim = claimOf(question)
  return claim !== undefined && memory.isProven(claim, allowance)
}

/** The owner's move after which the areas are safe; undefined where there is none, or the proof is too long. */
export function savingMove(question: SafetyQuestion, allowance: Allowance): Point | undefined {
  const claim = claimOf(question)
  const index = claim && new Proof(claim, allowance).saving()
  return index === undefined ? undefined : question.areas.flatMap(({ points }) => points)[index]
}

/** The stones around the areas that don't live yet, as heads of chains. */
export function openChains({ areas, alive }: Pick<SafetyQuestion, "areas" | "alive">): Point[] {
  const heads = new Set<Point>()
  for (const area of areas) for (const head of area.heads) if (!alive.has(head)) heads.add(head)
  return [...heads]
}

/** How many points a proof has: those of the areas, and one for each chain around them that doesn't live yet. */
export function sizeOf(question: SafetyQuestion): number {
  const count = question.areas.reduce((sum, { points }) => sum + points.length, 0)
  return count + openChains(question).length
}

function claimOf(question: SafetyQuestion): Claim | undefined {
  if (sizeOf(question) > MOST_POINTS) return undefined
  const { board, color, areas, alive, eyesOf } = question
  const points = areas.flatMap((area) => area.points)
  const chains = openChains(question)
  const count = points.length
  const indices = new Map<Point, number>(points.map((point, index) => [point, index]))
  for (const [index, head] of chains.entries())
    for (const stone of board.chain(head)) indices.set(stone, count + index)
  const neighbours = Array.from({ length: count + chains.length }, () => 0)
  let walls = 0
  for (const [index, point] of points.entries()) {
    for (const step of NEIGHBOURS) {
      const near = (point + step) as Point
      const other = indices.get(near)
      if (alive.has(near)) walls |= 1 << index
      if (other === undefined) continue
      neighbours[index]! |= 1 << other
      neighbours[other]! |= 1 << index
    }
  }
  const local: LocalBoard = {
    all: 2 ** (count + chains.length) - 1,
    neighbours,
    walls: color === Black ? { [Black]: walls, [White]: 0 } : { [Black]: 0, [White]: walls },
    eyes: [...points.map(() => 0), ...chains.map(eyesOf)],
  }
  const chainMask = 2 ** (count + chains.length) - 2 ** count
  const stones = { [Black]: 0, [White]: 0 }
  stones[color] = chainMask
  for (const [index, point] of points.entries()) {
    const content = board.at(point)
    if (content !== Empty) stones[content as Color] |= 1 << index
  }
  // A wall stone whose only liberties are outside could be taken there.
  const empty = local.all & ~stones[Black] & ~stones[White]
  if (pointsIn(chainMask).some((chain) => (neighbours[chain]! & empty) === 0)) return undefined
  return { board: local, color, stones, keep: chainMask }
}
