import { describe, expect, it } from "vitest"
import { Kernel, makeKernelMemory, ROOT_UNIT } from "../kernel/index.ts"
import { unwrap } from "../base/result.ts"
import { allPoints, Black, Board, Game, pointAt, type Point } from "../rules/index.ts"
import { DEFAULT_CURVE, keyCategories, keyEnds, keyPoints, type KeyMap } from "./keys.ts"
import { DEFAULTS, keyCurveOf, type SearchParams } from "./params.ts"
import { Searcher } from "./searcher.ts"

/** The categories as a board of digits, without blanks. */
function rows(size: number, map: KeyMap): string[] {
  const categories = keyCategories(size, map)
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => categories.get(pointAt(x, y))).join(""),
  )
}

/** The other half of a board that is its own mirror image. */
const mirrored = (upper: readonly string[]): string[] => [...upper, ...upper.slice(0, -1).toReversed()]

describe("key positions (TREE-9)", () => {
  it.each<[number, KeyMap, string[]]>([
    [9, "stars", ["456545654", "567656765", "678767876", "567676765", "456787654"]],
    [9, "printed", ["456565654", "567676765", "678787876", "567676765", "678787876"]],
    [
      13,
      "stars",
      [
        "2345445445432",
        "3456556556543",
        "4567667667654",
        "5678778778765",
        "4567667667654",
        "4567667667654",
        "5678778778765",
      ],
    ],
    [
      19,
      "stars",
      [
        "2345432345432345432",
        "3456543456543456543",
        "4567654567654567654",
        "5678765678765678765",
        "4567654567654567654",
        "3456543456543456543",
        "2345432345432345432",
        "3456543456543456543",
        "4567654567654567654",
        "5678765678765678765",
      ],
    ],
    [
      19,
      "printed",
      [
        "0123432234322343210",
        "1234543345433454321",
        "2345654456544565432",
        "3456765567655676543",
        "4567876678766787654",
        "3456765567655676543",
        "2345654456544565432",
        "2345654456544565432",
        "3456765567655676543",
        "4567876678766787654",
      ],
    ],
  ])("categories of %i×%i, %s", (size, map, upper) => {
    expect(rows(size, map)).toEqual(mirrored(upper))
  })

  it("are 8 on the key points, and nowhere else", () => {
    for (let size = 7; size <= 19; size++) {
      const best = [...keyCategories(size, "stars")].filter(([, category]) => category === 8)
      expect(best.map(([point]) => point)).toEqual(keyPoints(size, "stars").toSorted((a, b) => a - b))
    }
    expect(new Set(keyCategories(2, "stars").values())).toEqual(new Set([0]))
  })

  it("a curve's ends rise to 1, and the default favours high categories", () => {
    const straight = keyCurveOf({
      ...DEFAULTS,
      "keys-x1": 1 / 3,
      "keys-y1": 3,
      "keys-x2": 2 / 3,
      "keys-y2": 6,
    })
    for (const [category, end] of keyEnds(straight).entries()) expect(end).toBeCloseTo((category + 1) / 9, 9)
    const ends = keyEnds()
    expect(keyCurveOf(DEFAULTS)).toEqual(DEFAULT_CURVE)
    expect(ends.at(-1)).toBe(1)
    const shares = ends.map((end, category) => end - (ends[category - 1] ?? 0))
    expect(shares.every((share, category) => share > (shares[category - 1] ?? 0))).toBe(true)
  })

  it.each([
    [0, 0, 0, 0],
    [1, 0, 0, 9],
    [1, 9, 0, 0],
    [0, 9, 1, 0],
  ])("a curve with any inner points rises: %d %d %d %d", (x1, y1, x2, y2) => {
    const ends = keyEnds(
      keyCurveOf({ ...DEFAULTS, "keys-x1": x1, "keys-y1": y1, "keys-x2": x2, "keys-y2": y2 }),
    )
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    expect([ends[0]! >= 0, ends.at(-1)]).toEqual([true, 1])
  })

  it("a player's options set the curve", async () => {
    const board = { position: unwrap(Game.create({ size: 9 })).position(), color: Black, seed: 1 } as const
    const first = async (more: Partial<SearchParams>): Promise<string> => {
      const searcher = await Searcher.create({ params: { ...DEFAULTS, keys: 1, ...more } })
      searcher.begin(board)
      searcher.step()
      return searcher
        .explain()
        .map(({ node }) => node.move)
        .join()
    }
    const plain = await first({})
    expect(await first({ "keys-x1": 0.1, "keys-y2": 8 })).toBe(plain)
    for (const name of ["keys-x1", "keys-y1", "keys-x2", "keys-y2"] as const)
      expect({ name, order: await first({ [name]: 0.5 }) }).not.toEqual({ name, order: plain })
  })

  it("the search tries them first, by these shares; an empty category falls to the next lower", async () => {
    const kernel = await Kernel.create({ memory: makeKernelMemory(1, 65_536) })
    const tree = kernel.openTree()
    const categories = keyCategories(9, "stars")
    const ends = keyEnds()
    kernel.load(new Board(9))
    tree.set({ fpu: Infinity, exploration: 1, expandAt: 1, keyOrder: 1 })
    tree.setKeys(categories, ends)
    const counts = Array.from({ length: 9 }, () => 0)
    const orders = 2000
    for (let seed = 0; seed < orders; seed++) {
      tree.clear()
      tree.begin({ color: Black, seed })
      tree.run(1)
      const moves = tree.children(ROOT_UNIT).map(({ move }) => move)
      expect(moves.slice(0, -1).toSorted((a, b) => a - b)).toEqual(allPoints(9))
      counts[categories.get(moves[0] as Point)!]!++
    }
    // Nothing on this board is of a category below 4: these fall to the lowest, and from there to the highest.
    const share = (category: number): number => ends[category]! - (ends[category - 1] ?? 0)
    const expected = [0, 0, 0, 0, share(4), share(5), share(6), share(7), share(8) + ends[3]!]
    for (const [category, count] of counts.entries())
      expect(Math.abs(count / orders - expected[category]!)).toBeLessThan(0.04)
  })
})
