// Weights for the gamma playout (SIM-7): a move's weight is the product of the gammas of its pattern and of its
// nearness to the last move. Players hand in learned ones (src/learn). A kernel without these has PROVISIONAL ones:
// written by hand, not learned and not tuned. They only say what every player knows: answer contact, don't play on the
// empty first line, never fill an eye. They leave nearness alone.

import { FEATURE_UNIT } from "./assembly/policies.ts"
import { INVITES_BLACK, patternTable } from "./patterns.ts"

/** Weights of moves in gamma playouts. */
export interface Gammas {
  /** By pattern code: 65 536 whole numbers, for Black; for White the colours are swapped. Own eyes must weigh 0. */
  readonly patterns: Uint32Array
  /** Of the points beside the last move and diagonal to it, at least 1; default 1. */
  readonly beside?: number
  readonly diagonal?: number
}

/** Sums of weights must fit into 31 bits. */
const HEAVIEST = 2 ** 31 / 361

/** Nearness in `FEATURE_UNIT`s. */
interface GammaFeatures {
  readonly beside: number
  readonly diagonal: number
}

/** The features' gammas as whole numbers. */
export function featuresOf({ beside = 1, diagonal = 1 }: Gammas): GammaFeatures {
  return { beside: Math.round(beside * FEATURE_UNIT), diagonal: Math.round(diagonal * FEATURE_UNIT) }
}

/** Throws when a playout could not be drawn by these. */
export function checkGammas({ patterns, beside = 1, diagonal = 1 }: Gammas): void {
  if (patterns.length !== 65_536) throw new RangeError("gammas are 65 536 numbers, one for each pattern code")
  for (const gamma of [beside, diagonal])
    if (!(gamma >= 1)) throw new RangeError("gammas of points near the last move are numbers of 1 and more")
  const most = patterns.reduce((heaviest, weight) => Math.max(heaviest, weight), 0)
  // Eight points are near the last move: a quarter of the board is far more than enough.
  if (most * Math.max(4, beside, diagonal) > 4 * HEAVIEST)
    throw new RangeError("these gammas are too large: their sums would not fit")
}

const UNIT = 64

/** A point that a MoGo pattern invites to. */
const PATTERN_WEIGHT = 6 * UNIT
/** The first line with nothing near. */
const EMPTY_EDGE_WEIGHT = UNIT / 4

const [BLACK, WHITE, BORDER] = [1, 2, 3] as const
/** Places of the eight points in a code: the four neighbours, then the four diagonals. */
const SIDES = [1, 3, 4, 6]
const CORNERS = [0, 2, 5, 7]

let provisional: Gammas | undefined

/** Made when first asked for. */
export function provisionalGammas(): Gammas {
  return (provisional ??= { patterns: makeProvisionalPatterns() })
}

function makeProvisionalPatterns(): Uint32Array {
  const patterns = patternTable()
  return Uint32Array.from({ length: 65_536 }, (_, code) => {
    if (isEyeCode(code)) return 0
    if ((patterns[code]! & INVITES_BLACK) !== 0) return PATTERN_WEIGHT
    const around = at(code, [...SIDES, ...CORNERS])
    const isEmptyEdge = around.includes(BORDER) && around.every((value) => value === 0 || value === BORDER)
    return isEmptyEdge ? EMPTY_EDGE_WEIGHT : UNIT
  })
}

/** An eye of Black's by the rule of simulations (SIM-5), which the code tells completely. */
export function isEyeCode(code: number): boolean {
  const corners = at(code, CORNERS)
  const enemies = corners.filter((value) => value === WHITE).length
  const atEdge = corners.includes(BORDER) ? 1 : 0
  return at(code, SIDES).every((value) => value === BLACK || value === BORDER) && enemies + atEdge < 2
}

function at(code: number, places: readonly number[]): number[] {
  return places.map((place) => (code >> (2 * place)) & 3)
}

/** The code with the colours swapped. */
export function swapCode(code: number): number {
  return ((code & 0x5555) << 1) | ((code & 0xaaaa) >> 1)
}
