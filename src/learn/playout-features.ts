// The features that playouts can afford (SIM-7): the 3×3 pattern and nearness to the last move. The patterns are
// classes of codes under the eight symmetries; codes as the side to move sees them, which is Black there.

const CODES = 65_536
/** Where the eight points of a code stand in the 3×3 square, whose places are 0 to 8 with the move at 4. */
const PLACES = [0, 1, 2, 3, 5, 6, 7, 8] as const
const BORDER = 3
const SIDES = [
  [0, 1, 2],
  [6, 7, 8],
  [0, 3, 6],
  [2, 5, 8],
] as const

interface Classes {
  /** By code: the number of its class, from 1; 0 for codes that no board has. */
  readonly numbers: Uint16Array
  /** By number: the smallest code of the class. */
  readonly codes: readonly number[]
}

let known: Classes | undefined

/** The pattern codes that mean the same to a playout, made when first asked for. */
export function patternClasses(): Classes {
  return (known ??= makeClasses())
}

function makeClasses(): Classes {
  const numbers = new Uint16Array(CODES)
  const codes = [0]
  for (let code = 0; code < CODES; code++) {
    if (numbers[code] !== 0 || !hasPlace(code)) continue
    for (const image of images(code)) numbers[image] = codes.length
    codes.push(code)
  }
  return { numbers, codes }
}

function contentAt(code: number, place: number): number {
  const index = PLACES.indexOf(place as (typeof PLACES)[number])
  return index < 0 ? 0 : (code >> (2 * index)) & 3
}

/** Whether points beyond the edge form whole sides, as they do on boards of 2×2 and more. */
function hasPlace(code: number): boolean {
  const outside = PLACES.filter((place) => contentAt(code, place) === BORDER)
  const isOutside = ([a, b, c]: readonly [number, number, number]): boolean =>
    [a, b, c].every((place) => contentAt(code, place) === BORDER)
  const [top, bottom, left, right] = SIDES.map(isOutside) as [boolean, boolean, boolean, boolean]
  if ((top && bottom) || (left && right)) return false
  const explained = new Set<number>(SIDES.flatMap((side) => (isOutside(side) ? side : [])))
  return outside.every((place) => explained.has(place))
}

const TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]
const MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]

/** The eight images of a code. */
function images(code: number): number[] {
  const through = (from: number, map: readonly number[]): number =>
    PLACES.reduce<number>((image, place, index) => image | (contentAt(from, map[place]!) << (2 * index)), 0)
  const found: number[] = []
  for (let image = code, turns = 0; turns < 4; turns++, image = through(image, TURN))
    found.push(image, through(image, MIRROR))
  return found
}

const NEARNESS = ["beside the last move", "diagonal to the last move"]

/** A slot of playout features, with its values in words. */
export interface PlayoutSlot {
  readonly name: "pattern" | "near"
  readonly about: string
  readonly values: readonly string[]
}

/**
 * The slots of playout features, in the order of a team. Patterns have the first numbers; their values are
 * drawings.
 */
export const PLAYOUT_SLOTS: readonly PlayoutSlot[] = [
  { name: "pattern", about: "The eight points around.", values: [] },
  { name: "near", about: "Whether the last move is beside or diagonal.", values: NEARNESS },
]

/** Where each kind of playout feature begins. */
export interface PlayoutNumbers {
  /** How many pattern classes there are: numbers 1 to this. */
  readonly patterns: number
  /** Number of the first nearness, less one. */
  readonly near: number
  readonly features: number
}

/** Where patterns and nearness begin among the numbers of playout features. */
export function playoutNumbers(): PlayoutNumbers {
  const patterns = patternClasses().codes.length - 1
  return { patterns, near: patterns, features: patterns + NEARNESS.length }
}

/** Learned gammas in the form that playouts look them up. */
export interface PlayoutGammas {
  /** By pattern code as Black sees it; codes that no board has are 1. */
  readonly patterns: Float64Array
  /** By nearness: none, beside the last move, diagonal to it. */
  readonly near: readonly number[]
}

/**
 * Learned gammas in the form that playouts look them up. `gammas` is by feature number, as weights of the kind
 * `playout` have them.
 */
export function expandPlayoutGammas(gammas: Float64Array): PlayoutGammas {
  const { numbers } = patternClasses()
  const { near } = playoutNumbers()
  return {
    patterns: Float64Array.from(numbers, (number) => gammas[number]!),
    near: [1, ...gammas.subarray(near + 1, near + 1 + NEARNESS.length)],
  }
}

/** Draws the 3×3 square of a pattern code: X own, O enemy, # beyond the edge, * the move. */
export function drawPattern(code: number): string[] {
  const signs = Array.from({ length: 9 }, (_, place) => (place === 4 ? "*" : ".XO#"[contentAt(code, place)]!))
  return [0, 3, 6].map((from) => signs.slice(from, from + 3).join(""))
}
