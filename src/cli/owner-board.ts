// An owner map as lines of text: with colours every point is a square between black and white; without, the digit of
// Black's share. Stones stand in front. They have hues of their own on the shades, because a black stone on its
// own ground would not be seen.

import { Black, COLUMNS, Empty, pointAt, type Board } from "../rules/index.ts"

/** `owners` is by point: 1 for Black's to -1 for White's. A low one leaves out the letters below and the legend. */
export function drawOwners(
  board: Board,
  owners: Float64Array,
  hasColors: boolean,
  { isLow = false }: { readonly isLow?: boolean } = {},
): string[] {
  const { size } = board
  const letters = `    ${[...COLUMNS.slice(0, size)].join("  ")}`
  const rows = Array.from({ length: size }, (_, y) => {
    const cells = Array.from({ length: size }, (_cell, x) => {
      const point = pointAt(x, y)
      const stone = board.at(point)
      const sign = stone === Empty ? undefined : stone === Black ? "black" : "white"
      return hasColors ? shade(owners[point]!, sign) : digit(owners[point]!, sign)
    })
    const number = String(size - y)
    return `${number.padStart(2)} ${cells.join("")} ${number}`
  })
  if (isLow) return [letters, ...rows]
  return [letters, ...rows, letters, hasColors ? COLOR_LEGEND : DIGIT_LEGEND]
}

/** How many columns the drawing takes. */
export function ownersWidth(size: number): number {
  return 3 * size + 6
}

type Sign = "black" | "white" | undefined

const DIGIT_LEGEND = "digits: tenths of the chance to be Black's, 0 to 9; X, O: Black, White"
const COLOR_LEGEND = "dark: Black's, light: White's; ●, ○: stones of Black, White"

/** Three columns, the stone before the digit. */
function digit(owner: number, sign: Sign): string {
  const tenths = Math.max(0, Math.min(9, Math.floor(5 * (owner + 1))))
  return `${sign === undefined ? " " : sign === "black" ? "X" : "O"}${tenths} `
}

// The greys of the 256-colour palette, dark to light.
const DARKEST = 232
const GREYS = 24
const STONES = { black: "\u001B[1;38;5;33m●", white: "\u001B[1;38;5;208m○" }

function shade(owner: number, sign: Sign): string {
  const step = Math.max(0, Math.min(GREYS - 1, Math.floor((GREYS * (1 - owner)) / 2)))
  return `\u001B[48;5;${DARKEST + step}m ${sign === undefined ? " " : STONES[sign]} \u001B[0m`
}
