// One move for all its images (TREE-14): which positions are symmetric, and what a search makes of it.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import type { SearchReport } from "../player/index.ts"
import {
  allPoints,
  Black,
  Empty,
  Game,
  parseAscii,
  parseRuleset,
  parseVertex,
  PASS,
  SYMMETRIES,
  transformMove,
  type Color,
  type GameOptions,
  type Move,
} from "../rules/index.ts"
import { DEFAULTS, PRESETS, type SearchParams } from "./params.ts"
import type { SearchRequest } from "./request.ts"
import { Searcher } from "./searcher.ts"
import { startOf } from "./start.ts"
import { symmetriesOf } from "./symmetry.ts"

/** Simple ko, so that only what stands there counts. */
const JAPANESE = parseRuleset("japanese")!
const SUPERKO = parseRuleset("cgos")!

function play(size: number, vertices: string, options: Partial<GameOptions> = {}): Game {
  const game = unwrap(Game.create({ size, komi: 0.5, rules: JAPANESE, ...options }))
  for (const vertex of vertices.split(" ").filter(Boolean)) unwrap(game.play(parseVertex(vertex, size)!))
  return game
}

function drawn(drawing: string): Game {
  const board = unwrap(parseAscii(drawing))
  const stones = allPoints(board.size).filter((point) => board.at(point) !== Empty)
  const setup = stones.map((point) => [board.at(point) as Color, point] as const)
  return unwrap(Game.create({ size: board.size, komi: 0.5, setup, rules: SUPERKO }))
}

const symmetries = (game: Game): number[] =>
  symmetriesOf(game.position(), startOf(game.position(), game.toPlay))

describe("symmetries of a position (TREE-14)", () => {
  it.each([
    ["the empty board", 9, "", 8],
    ["tengen", 9, "E5", 8],
    ["on a diagonal", 9, "C3", 2],
    ["on a middle line", 9, "E3", 2],
    ["anywhere else", 9, "C4", 1],
    ["two colours on one diagonal", 9, "C3 G7", 2],
    ["two colours on both diagonals", 9, "C3 G3", 1],
    ["an even board has no centre", 8, "D4", 2],
  ])("%s", (_, size, vertices, count) => {
    for (const rules of [JAPANESE, SUPERKO])
      expect(symmetries(play(size, vertices, { rules }))).toHaveLength(count)
  })

  it("colours are not exchanged", () => {
    expect(symmetries(drawn(". . .\nX . O\n. . ."))).toEqual([0, 2])
  })

  it("stones that were there before the game count as well", () => {
    expect(symmetries(drawn("X . X\n. . .\nX . X"))).toHaveLength(8)
  })

  it("the last move has to stay where it is, because playouts look around it", () => {
    expect(symmetries(play(9, "C5 pass G5"))).toEqual([0, 2])
    expect(symmetries(play(9, "C5 pass G5 pass"))).toEqual([0, 1, 2, 3])
  })

  it("so do the positions that superko forbids", () => {
    // White could come back to a black stone on the left alone, but never to one on the right alone.
    expect(symmetries(play(9, "C5 pass G5 pass", { rules: SUPERKO }))).toEqual([0, 2])
  })
})

async function search(
  game: Game,
  playouts: number,
  params: Partial<SearchParams> = {},
  more: Partial<SearchRequest> = {},
): Promise<SearchReport> {
  const searcher = await Searcher.create({
    params: { ...DEFAULTS, symmetry: 1, "tree-mb": 4, reuse: 0, ...params },
  })
  return (await searcher.search(requestFor(game, playouts, more))).report
}

function requestFor(game: Game, playouts: number, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    position: game.position(),
    color: game.toPlay,
    seed: 1,
    budget: { playouts },
    mayStopEarly: false,
    ...more,
  }
}

const visitsOf = ({ candidates }: SearchReport): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0)
const movesOf = ({ candidates }: SearchReport): Move[] => candidates.map(({ move }) => move)

describe("a search of a symmetric position (TREE-14)", () => {
  it.each([
    [9, "", 15],
    [9, "E5", 14],
    [9, "C3", 44],
    [9, "C4", 80],
    [4, "", 3],
  ])("%i lines, %s: tries one move of each class, and the pass", async (size, vertices, classes) => {
    const report = await search(play(size, vertices, { rules: SUPERKO }), 300)
    expect(movesOf(report)).toHaveLength(classes + 1)
    expect(visitsOf(report)).toBe(300)
  })

  it("no two of the moves are images of each other, and every move is the image of one", async () => {
    const game = play(7, "")
    const moves = movesOf(await search(game, 100))
    const images = moves.flatMap((move) => [
      ...new Set(SYMMETRIES.map((symmetry) => transformMove(symmetry, move, 7))),
    ])
    expect(images.toSorted((a, b) => a - b)).toEqual([PASS, ...allPoints(7)].toSorted((a, b) => a - b))
  })

  it.each<[string, Partial<SearchParams>]>([
    ["plain", {}],
    ["strong", PRESETS.strong],
    ["with the maximum backed up", { backup: 1 }],
  ])("what the first simulation found is not lost: %s", async (_, params) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const report = await search(play(9, ""), 1, params, { seed })
      const [best] = report.candidates
      expect([visitsOf(report), best!.visits, movesOf(report).length]).toEqual([1, 1, 16])
      expect(report.winRate).toBe(best!.winRate)
    }
  })

  it("is the same as without where nothing is symmetric", async () => {
    const game = play(7, "C4 E3")
    const [without, alike] = [await search(game, 300, { symmetry: 0 }), await search(game, 300)]
    expect({ ...alike, seconds: 0 }).toEqual({ ...without, seconds: 0 })
  })

  it("finds the same worth: both think alike of tengen on 3×3, which wins everything", async () => {
    const game = play(3, "", { rules: SUPERKO, komi: 8.5 })
    for (const symmetry of [0, 1]) {
      const [best] = (await search(game, 3000, { symmetry })).candidates
      expect(best!.move).toBe(parseVertex("B2", 3))
    }
  })

  it("keeps the tree, and takes the images' visits over where the game comes to a symmetric position (TREE-11)", async () => {
    const params = { ...DEFAULTS, symmetry: 1, "tree-mb": 4 }
    const searcher = await Searcher.create({ params })
    const game = play(5, "C3")
    const { best, report: first } = await searcher.search(requestFor(game, 2000))
    expect(movesOf(first)).toHaveLength(6)
    game.play(best.move)
    searcher.begin(requestFor(game, 0))
    const below = searcher.report()
    // The root has been visited once before it had children.
    expect(visitsOf(below)).toBe(best.visits - 1)
    const { report } = await searcher.search(requestFor(game, 500))
    expect([visitsOf(report), report.playouts]).toEqual([visitsOf(below) + 500, 500])
    expect(symmetries(game)).toHaveLength(2)
    // Every line of the board but the mirror's has its image: 25 points less 5, halved, and those 5; two have stones.
    expect(movesOf(report)).toHaveLength(10 + 5 - 2 + 1)
    expect(report.color).toBe(Black)
  })
})
