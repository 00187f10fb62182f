// SIM-7: the pattern classes of playouts.

import { describe, expect, it } from "vitest"
import { drawPattern, expandPlayoutGammas, patternClasses, playoutNumbers } from "./playout-features.ts"

/** The code of a drawing as `drawPattern` makes it. */
function codeOf(...rows: string[]): number {
  const signs = [...rows.join("")].filter((_, place) => place !== 4)
  return signs.reduce((code, sign, index) => code | (".XO#".indexOf(sign) << (2 * index)), 0)
}

describe("pattern classes", () => {
  const { numbers, codes } = patternClasses()

  it("are as many as there are under the eight symmetries (Burnside)", () => {
    // Squares of eight points in three states: (3^8 + 2·3^2 + 3^4 + 4·3^5)/8. Sides: 3^5 points with a mirror that
    // keeps 3^3, four of them turned into each other: (3^5 + 3^3)/2. Corners: (3^3 + 3^2)/2.
    const open = (3 ** 8 + 2 * 3 ** 2 + 3 ** 4 + 4 * 3 ** 5) / 8
    const side = (3 ** 5 + 3 ** 3) / 2
    const corner = (3 ** 3 + 3 ** 2) / 2
    expect(codes.length - 1).toBe(open + side + corner)
  })

  it("turned and mirrored patterns are one, swapped colours are not", () => {
    const pattern = numbers[codeOf("XO.", "..#", "..#".replaceAll(".", "X"))]!
    expect(pattern).toBe(0)
    const one = numbers[codeOf("XO#", "..#", ".X#")]!
    expect(one).toBeGreaterThan(0)
    expect(numbers[codeOf("###", "O..", "X..".replace("..", ".X"))]).toBeGreaterThan(0)
    const turned = [codeOf(".X#", "..#", "XO#"), codeOf("###", "O.X", "X.."), codeOf("#OX", "#..", "#X.")]
    expect(turned.map((code) => numbers[code])).toEqual([one, one, one])
    expect(numbers[codeOf("OX#", "..#", ".O#")]).not.toBe(one)
  })

  it("a code is drawn as it reads", () => {
    expect(drawPattern(codeOf("XO#", ".*#", ".X#"))).toEqual(["XO#", ".*#", ".X#"])
  })
})

it("gammas by feature become gammas by code and nearness", () => {
  const { patterns, near, features } = playoutNumbers()
  const gammas = Float64Array.from({ length: features + 1 }, (_, i) => (i === 0 ? 1 : 1 + i))
  const expanded = expandPlayoutGammas(gammas)
  const { codes, numbers } = patternClasses()
  expect(expanded.patterns[codes[5]!]).toBe(6)
  expect(expanded.patterns.filter((_, code) => numbers[code] === 0).every((gamma) => gamma === 1)).toBe(true)
  expect(expanded.near).toEqual([1, near + 2, near + 3])
  expect([patterns, near]).toEqual([codes.length - 1, codes.length - 1])
})
