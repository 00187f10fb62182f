// A late position as a sum of regions (CGT-7): what each is worth, how hot it is, and what to play in all of them.

import {
  Black,
  Empty,
  NEIGHBOURS,
  opponent,
  White,
  type Board,
  type Color,
  type Point,
} from "../../rules/index.ts"
import { Random } from "../../base/random.ts"
import type { ScoringGame } from "../game.ts"
import { thermographOf, type Thermograph } from "../thermograph.ts"
import { approximate, type Approximation } from "./approximate.ts"
import { divide, type Division, type ProofLimits } from "./divide.ts"
import { enumerate, Refused, type LocalNode, type RefusalKind } from "./enumerate.ts"
import { koAfter, MOST_POINTS, playLocal, pointsIn, type LocalBoard, type Stones } from "./local.ts"
import type { ProofMemory } from "./memory.ts"
import type { Allowance } from "./proof.ts"
import { Values } from "./values.ts"

export type Scoring = "area" | "territory"

export interface EndgameOptions {
  readonly scoring: Scoring
  /** Positions that may be searched: in the proofs of safety, in each region, in the sum. */
  readonly nodes?: number
  /** Estimated owners by point, see `DivideOptions`; without them only what is proven is decided. */
  readonly owners?: Float64Array | undefined
  /**
   * Whether one refused region ends the work: the rest is refused unseen, and the proofs of safety end where they will
   * leave too large a region. For callers that need all regions.
   */
  readonly isAllOrNothing?: boolean
  /** See `DivideOptions`. */
  readonly proofLimits?: ProofLimits | undefined
  /** Proofs of earlier positions. */
  readonly memory?: ProofMemory | undefined
  /** Seed of the playouts in regions that are too large; without it these have no values at all. */
  readonly approximateSeed?: number | undefined
  /** Told before each region how many of them are done. */
  readonly onRegion?: (done: number, count: number) => void
}

/** As many as take about a second for each region of the largest size. */
export const DEFAULT_NODES = 10_000

/** The proofs of safety look at far smaller positions than a region's game, so they may look at more of them. */
const SAFETY_SHARE = 10

/** A region with more points has too many positions to be worth a try. */
const MOST_UNDECIDED = 13

export interface EvaluatedRegion {
  readonly kind: "evaluated"
  readonly points: readonly Point[]
  readonly root: LocalNode
  /** By the rules asked for: Black is Left. Its scores are those of the region's points. */
  readonly game: ScoringGame
  /** What the game adds to the scores of `root`: 0 by area, by territory the stones that stand in the region. */
  readonly offset: number
  /** Whether no ko can matter here. Else the value assumes that there are no ko threats. */
  readonly isKoFree: boolean
  readonly thermograph: Thermograph
  /** Local positions. */
  readonly nodes: number
}

export interface RefusedRegion {
  readonly kind: "refused"
  readonly points: readonly Point[]
  readonly reason: RefusalKind
  /** What playouts say of a region that is too large, where the caller asks for it. */
  readonly about?: Approximation | undefined
}

export type EndgameRegion = EvaluatedRegion | RefusedRegion

export interface Endgame {
  readonly board: Board
  readonly scoring: Scoring
  readonly division: Division
  readonly regions: readonly EndgameRegion[]
  /** The score of all decided points, Black's less White's, by the rules asked for; prisoners are not counted. */
  readonly decided: number
  /** Whether every undecided point lies in an evaluated region. */
  readonly isComplete: boolean
  /** Whether that is so by proof, and no ko can matter in any region: then an exact search of the sum is a proof. */
  readonly isProven: boolean
  /** Makes the games of the regions. */
  readonly values: Values
  /** Positions that all of it took. */
  readonly nodes: number
}

/** Finds the regions of a position and evaluates each. */
export function analyzeEndgame(
  board: Board,
  {
    scoring,
    nodes = DEFAULT_NODES,
    owners,
    isAllOrNothing = false,
    proofLimits,
    memory,
    approximateSeed,
    onRegion,
  }: EndgameOptions,
): Endgame {
  const safety = { nodes: SAFETY_SHARE * nodes }
  const division = divide(board, {
    allowance: safety,
    owners,
    largestRegion: isAllOrNothing ? MOST_UNDECIDED : undefined,
    proofLimits,
    memory,
  })
  const values = new Values()
  let used = SAFETY_SHARE * nodes - Math.max(0, safety.nodes)
  const places = division.regions.map((points) => placeOf(board, division, points))
  // An estimate proves nothing, so a region that assumes something about kos does no harm there.
  const isKoRefused = isAllOrNothing && owners === undefined
  let isOver = isAllOrNothing && places.some((place) => "kind" in place)
  const regions = places.map((place, index): EndgameRegion => {
    const { points } = place
    if (isOver) return "kind" in place ? place : { kind: "refused", points, reason: "large" }
    onRegion?.(index, division.regions.length)
    const allowance = { nodes }
    const region =
      "kind" in place ? place : evaluate({ board, place, values, scoring, allowance, isKoRefused })
    used += nodes - Math.max(0, allowance.nodes)
    isOver = isAllOrNothing && region.kind === "refused"
    if (approximateSeed === undefined || region.kind === "evaluated" || region.reason !== "large")
      return region
    if (points.length > MOST_POINTS) return region
    const { local, stones } = localOf(board, division, points)
    return { ...region, about: approximate(local, stones, new Random(approximateSeed)) }
  })
  return {
    board,
    scoring,
    division,
    regions,
    decided: decidedScore(board, division, scoring),
    isComplete: regions.every(({ kind }) => kind === "evaluated"),
    isProven:
      division.assumed === 0 && regions.every((region) => region.kind === "evaluated" && region.isKoFree),
    values,
    nodes: used,
  }
}

/** A region before its game is made. */
interface Place {
  readonly points: readonly Point[]
  readonly local: LocalBoard
  readonly stones: Stones
}

/** The region as a board of its own, or why it has no game. */
function placeOf(board: Board, division: Division, points: readonly Point[]): Place | RefusedRegion {
  if (points.length > MOST_UNDECIDED) return { kind: "refused", points, reason: "large" }
  const { local, stones } = localOf(board, division, points)
  return hasKo(local, stones) ? { kind: "refused", points, reason: "ko" } : { points, local, stones }
}

interface RegionQuestion {
  readonly board: Board
  readonly place: Place
  readonly values: Values
  readonly scoring: Scoring
  readonly allowance: Allowance
  /** Whether a region in which a ko may matter is refused. */
  readonly isKoRefused: boolean
}

function evaluate({
  board,
  place: { points, local, stones },
  values,
  scoring,
  allowance,
  isKoRefused,
}: RegionQuestion): EndgameRegion {
  const before = allowance.nodes
  try {
    let root = enumerate(local, stones, { values, allowance, ko: "open" })
    const isKoFree = isDetermined(root, scoring, values)
    if (!isKoFree && isKoRefused) return { kind: "refused", points, reason: "ko" }
    if (!isKoFree) {
      root = enumerate(local, stones, { values, allowance, ko: "no-threats" })
      if (!isDetermined(root, scoring, values))
        return { kind: "refused", points, reason: root.seki === "no" ? "ko" : "seki" }
    }
    if (root.seki === "yes") return { kind: "refused", points, reason: "seki" }
    const offset = scoring === "area" ? 0 : -stoneDifference(board, points)
    const game = values.shifted(root[scoring].low, offset)
    const nodes = before - allowance.nodes
    return {
      kind: "evaluated",
      points,
      root,
      game,
      offset,
      isKoFree,
      thermograph: thermographOf(game),
      nodes,
    }
  } catch (error) {
    if (error instanceof Refused) return { kind: "refused", points, reason: error.kind }
    throw error
  }
}

function isDetermined(root: LocalNode, scoring: Scoring, values: Values): boolean {
  const { low, high } = root[scoring]
  return low === high || values.isEqual(low, high)
}

/** The region as a board of its own. */
export function localOf(
  board: Board,
  { owner }: Pick<Division, "owner">,
  points: readonly Point[],
): { local: LocalBoard; stones: Record<Color, number> } {
  const indices = new Map<Point, number>(points.map((point, index) => [point, index]))
  const walls = { [Black]: 0, [White]: 0 }
  const stones = { [Black]: 0, [White]: 0 }
  const neighbours = points.map((point, index) => {
    const content = board.at(point)
    if (content !== Empty) stones[content as Color] |= 1 << index
    let mask = 0
    for (const step of NEIGHBOURS) {
      const near = (point + step) as Point
      const other = indices.get(near)
      if (other !== undefined) mask |= 1 << other
      // A decided neighbour is a living stone; only an estimate leaves empty points there.
      else if (owner[near] !== Empty) walls[owner[near] as Color] |= 1 << index
    }
    return mask
  })
  return { local: { all: 2 ** points.length - 1, neighbours, walls }, stones }
}

/** Whether a side can take a ko now. */
function hasKo(local: LocalBoard, stones: Stones): boolean {
  return [Black, White].some((color) =>
    pointsIn(local.all & ~stones[Black] & ~stones[White]).some((point) => {
      const next = playLocal(local, stones, color, point)
      return next !== undefined && koAfter(local, stones, next, color, point) !== 0
    }),
  )
}

/** Black's stones less White's. */
function stoneDifference(board: Board, points: readonly Point[]): number {
  return points.reduce((sum, point) => {
    const content = board.at(point)
    return content === Empty ? sum : sum + (content === Black ? 1 : -1)
  }, 0)
}

function decidedScore(board: Board, { owner }: Division, scoring: Scoring): number {
  let score = 0
  for (const [point, color] of owner.entries()) {
    if (color === Empty) continue
    const sign = color === Black ? 1 : -1
    const content = board.at(point as Point)
    if (scoring === "area") score += sign
    else if (content === Empty) score += sign
    else if (content === opponent(color as Color)) score += 2 * sign
  }
  return score
}
