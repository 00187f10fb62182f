// The 3×3 patterns of MoGo (Gelly, Wang, Munos and Teytaud 2006): hane, cut 1, cut 2 and edge. Their drawings are in
// that paper; cut 1 with its two exceptions is written as the pair that later engines use. The table has a byte for
// every code of the eight points around a move (assembly/layout.ts: CODE).

/** X and O are the two colours, * the move, `.` empty, ? anything, x anything but X, o anything but O, # the edge. */
interface Pattern {
  readonly name: string
  readonly rows: readonly [string, string, string]
  /** Only X may play it. */
  readonly onlyX?: boolean
}

const PATTERNS: readonly Pattern[] = [
  { name: "hane, enclosing", rows: ["XOX", ".*.", "???"] },
  { name: "hane, not cutting", rows: ["XO.", ".*.", "?.?"] },
  { name: "hane, turning", rows: ["XO?", "X*.", "x.?"] },
  { name: "hane, thin", rows: ["XOO", ".*.", "?.?"], onlyX: true },
  { name: "cut 1, unprotected", rows: ["XO?", "O*o", "?o?"] },
  { name: "cut 1, peeped", rows: ["XO?", "O*X", "???"] },
  { name: "cut 2", rows: ["?X?", "O*O", "ooo"] },
  { name: "edge, chase", rows: ["X.?", "O*?", "###"] },
  { name: "edge, block a cut", rows: ["OX?", "X*O", "###"] },
  { name: "edge, block a connection", rows: ["?X?", "x*O", "###"] },
  { name: "edge, descent", rows: ["?XO", "x*x", "###"] },
  { name: "edge, cut", rows: ["?OX", "X*O", "###"] },
]

const [EMPTY, BLACK, WHITE, BORDER] = [0, 1, 2, 3] as const

/** Bits of the table. */
export const INVITES_BLACK = 1
export const INVITES_WHITE = 2

let known: Uint8Array | undefined

/** By code: bit 0 when some pattern invites Black to play in the middle, bit 1 for White. Made when first asked for. */
export function patternTable(): Uint8Array {
  return (known ??= makePatternTable())
}

function makePatternTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  for (const { rows, onlyX } of PATTERNS) {
    for (const drawing of symmetries(rows.join(""))) {
      for (const [x, o, own] of [
        [BLACK, WHITE, INVITES_BLACK],
        [WHITE, BLACK, INVITES_WHITE],
      ] as const) {
        const bits = onlyX ? own : INVITES_BLACK | INVITES_WHITE
        for (const code of codes(drawing, x, o)) table[code]! |= bits
      }
    }
  }
  return table
}

/** The eight images of a square of nine signs. */
function symmetries(drawing: string): string[] {
  const turn = (square: string): string => [6, 3, 0, 7, 4, 1, 8, 5, 2].map((i) => square[i]).join("")
  const mirror = (square: string): string => [2, 1, 0, 5, 4, 3, 8, 7, 6].map((i) => square[i]).join("")
  const images: string[] = []
  for (let image = drawing, turns = 0; turns < 4; turns++, image = turn(image))
    images.push(image, mirror(image))
  return images
}

/** All codes that a drawing stands for. */
function codes(drawing: string, x: number, o: number): number[] {
  const choices: Readonly<Record<string, readonly number[]>> = {
    X: [x],
    O: [o],
    ".": [EMPTY],
    "?": [EMPTY, BLACK, WHITE, BORDER],
    x: [EMPTY, o, BORDER],
    o: [EMPTY, x, BORDER],
    "#": [BORDER],
  }
  let found = [0]
  const around = [...drawing].filter((_, index) => index !== 4)
  for (const [index, sign] of around.entries()) {
    found = found.flatMap((code) => choices[sign]!.map((value) => code | (value << (2 * index))))
  }
  return found
}
