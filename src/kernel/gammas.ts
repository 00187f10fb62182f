// Weights for the gamma playout until learned ones exist. PROVISIONAL: written by hand, not learned and not tuned. They
// only say what every player knows: answer contact, don't play on the empty first line, never fill an eye. A weight
// is a whole number; an ordinary move has `UNIT`.

import { INVITES_BLACK, patternTable } from "./patterns.ts"

export const UNIT = 64

/** A point that a MoGo pattern invites to. */
const PATTERN_WEIGHT = 6 * UNIT
/** The first line with nothing near. */
const EMPTY_EDGE_WEIGHT = UNIT / 4

const [BLACK, WHITE, BORDER] = [1, 2, 3] as const
/** Places of the eight points in a code: the four neighbours, then the four diagonals. */
const SIDES = [1, 3, 4, 6]
const CORNERS = [0, 2, 5, 7]

let table: Uint32Array | undefined

/** By code: the weight of a point for Black. For White the colours are swapped. Made when first asked for. */
export function provisionalGammas(): Uint32Array {
  return (table ??= makeProvisionalGammas())
}

function makeProvisionalGammas(): Uint32Array {
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
