// TREE-10: what a search takes over from past games, and that it takes it over once.

import { afterAll, describe, expect, it } from "vitest"
import { unwrap } from "../../base/result.ts"
import type { SearchReport } from "../../player/index.ts"
import {
  allPoints,
  Black,
  captureGo,
  Game,
  makeVertex,
  openGame,
  opponent,
  parseRuleset,
  parseVertex,
  White,
} from "../../rules/index.ts"
import type { Color, GameOptions, PlayedMove } from "../../rules/index.ts"
import { DEFAULTS, presetParams, type SearchParams } from "../params.ts"
import type { SearchRequest } from "../request.ts"
import { Searcher } from "../searcher.ts"
import { makeExperience } from "./format.ts"
import { knownMoves, type Experience } from "./graft.ts"
import { LOADS_A_SEARCH } from "./loader.ts"
import { ExperienceTree } from "./tree.ts"
import { ExperienceView } from "./view.ts"

const SIZE = 7

function line(text: string, first: Color = Black): PlayedMove[] {
  let color = opponent(first)
  return text
    .split(" ")
    .filter((vertex) => vertex !== "")
    .map((vertex) => ({ color: (color = opponent(color)), move: parseVertex(vertex, SIZE)! }))
}

/** A tree of `[moves, winner, how often]`. */
function treeOf(...games: [string, Color, number][]): ExperienceTree {
  const tree = new ExperienceTree({ size: SIZE })
  for (const [moves, winner, count] of games)
    for (let game = 0; game < count; game++) unwrap(tree.add(line(moves), winner))
  return tree
}

function gameOf(moves = "", options: Partial<GameOptions> = {}): Game {
  const game = unwrap(Game.create({ size: SIZE, komi: 9, ...options }))
  for (const { move } of line(moves)) unwrap(game.play(move))
  return game
}

/** What is known in a position, `E4 3/5` for five games of which three were won; or why nothing is. */
function known(experience: Experience, game: Game, most = 1000, color = game.toPlay): string[] | string {
  const moves = knownMoves(experience, openGame(game.position()), color, most)
  if (!moves.ok) return moves.error
  return moves.value.map(
    ({ move, visits, mean }) => `${makeVertex(move, SIZE)} ${Math.round(mean * visits)}/${visits}`,
  )
}

describe("what past games know of a position (TREE-10)", () => {
  const tree = treeOf(["D4 C5 E5", Black, 3], ["D4 C5 E3", White, 2], ["D4 D6", White, 1])

  it("the moves that were played there, in our orientation, for the side that plays them", () => {
    expect(known(tree, gameOf("D4 C5"))).toEqual(["E5 3/3", "C3 3/3", "E3 0/2"])
    expect(known(tree, gameOf("D4 E3"))).toEqual(["C3 3/3", "E5 3/3", "C5 0/2"])
    expect(known(tree, gameOf("D4 A1"))).toEqual([])
    expect(known(tree, gameOf("C5"))).toEqual([])
  })

  it("all images of a move where the position is symmetric, and only there", () => {
    expect(known(tree, gameOf())).toEqual(["D4 3/6"])
    const afterCentre = ["C5 2/5", "E5 2/5", "C3 2/5", "E3 2/5", "D6 1/1", "D2 1/1", "B4 1/1", "F4 1/1"]
    expect((known(tree, gameOf("D4")) as string[]).toSorted()).toEqual(afterCentre.toSorted())
    const asPlayed = new ExperienceTree({ size: SIZE, symmetric: false })
    unwrap(asPlayed.add(line("D4 C5"), White))
    expect(known(asPlayed, gameOf("D4"))).toEqual(["C5 1/1"])
  })

  it("as many visits as it may count at most", () => {
    expect(known(tree, gameOf(), 2)).toEqual(["D4 1/2"])
    expect(known(tree, gameOf(), 1.9)).toEqual(["D4 1/1"])
  })

  it("no more visits of a move that did worse than UCB1 would have given it", () => {
    const bad = treeOf(
      ["D4", White, 500],
      ["C4", White, 40],
      ["C4", Black, 60],
      ["E5", Black, 1],
      ["E5", White, 1],
    )
    expect(known(bad, gameOf(), 200)).toEqual([
      "D4 0/8",
      ...["D5", "D3", "C4", "E4"].map((vertex) => `${vertex} 60/100`),
      ...["C5", "E5", "C3", "E3"].map((vertex) => `${vertex} 1/2`),
    ])
    // Without a better one in sight, an unknown move might be even.
    expect(known(treeOf(["D4", White, 500]), gameOf(), 200)).toEqual(["D4 0/12"])
  })

  it("only what may be played: no occupied points, no ko, nothing of the other colour", () => {
    // Black takes at D4; White may not take back at C4 at once.
    const ko = "C5 D5 B4 E4 C3 D3 D4 C4"
    const taken = treeOf([`${ko} D4`, Black, 4], [`${ko} D5`, Black, 3], [`${ko} G7`, Black, 1])
    expect(known(taken, gameOf(ko))).toEqual(["G7 1/1"])
    expect(known(tree, gameOf("D4 C5", { turns: "free" }), 9, White)).toEqual([])
  })

  it("no repetition that superko forbids", () => {
    // Black takes the ko at D4, White takes back at C4 after a move elsewhere: then Black's D4 repeats the position.
    const round = "C5 D5 B4 E4 C3 D3 D4 G1 G7 C4 pass pass"
    const again = treeOf([`${round} D4`, Black, 2], [`${round} A1`, Black, 1])
    const under = (rules: string): unknown => {
      const game = gameOf("", { rules: parseRuleset(rules)! })
      for (const { move } of line(round)) {
        if (game.phase !== "playing") game.resume()
        unwrap(game.play(move))
      }
      return known(again, game)
    }
    expect(under("japanese")).toEqual(["D4 2/2", "A1 1/1"])
    expect(under("cgos")).toEqual(["A1 1/1"])
  })

  it("nothing in games that can't be compared, with the reason", () => {
    const withKomi = treeOf()
    unwrap(withKomi.add(line("D4"), Black, { conditions: { komi: 9, rules: "cgos" } }))
    expect(known(withKomi, gameOf())).toEqual(["D4 1/1"])
    expect(known(withKomi, gameOf("", { komi: 5.5 }))).toBe("it is of games with komi 9, not 5.5")
    expect(known(tree, unwrap(Game.create({ size: 9 })))).toBe("it is of games on 7×7")
    const setup = [[Black, parseVertex("D4", SIZE)!]] as GameOptions["setup"]
    expect(known(tree, gameOf("", { setup: setup! }))).toBe("the game did not begin on the empty board")
    expect(known(tree, gameOf("", { rules: captureGo(1) }))).toBe("this is Capture Go")
  })

  it("the same from a file's bytes; a fault in them is told", () => {
    const view = unwrap(ExperienceView.open(makeExperience(tree)))
    for (const moves of ["", "D4", "D4 C5"])
      expect(known(view, gameOf(moves))).toEqual(known(tree, gameOf(moves)))
    const broken: Experience = {
      size: SIZE,
      symmetric: true,
      conditions: tree.conditions,
      children: () => ({ ok: false, error: { kind: "node", reason: "node 7: it was never visited" } }),
    }
    expect(known(broken, gameOf())).toBe("node 7: it was never visited")
  })
})

const open: Searcher[] = []
afterAll(() => Promise.all(open.map((searcher) => searcher.close())))

async function make(experience?: Experience, params: Partial<SearchParams> = {}): Promise<Searcher> {
  const searcher = await Searcher.create({ params: { ...DEFAULTS, "tree-mb": 4, ...params }, experience })
  open.push(searcher)
  return searcher
}

const request = (game: Game, playouts: number, more: Partial<SearchRequest> = {}): SearchRequest => ({
  position: game.position(),
  color: game.toPlay,
  seed: 1,
  budget: { playouts },
  mayStopEarly: false,
  ...more,
})

const visitsOf = ({ candidates }: SearchReport): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0)
const visitsAt = ({ candidates }: SearchReport, vertex: string): number =>
  candidates.find(({ move }) => move === parseVertex(vertex, SIZE))!.visits
const untimed = ({ seconds: _, ...report }: SearchReport): unknown => report

describe("a search that begins with past games (TREE-10)", () => {
  const corners = treeOf(["A1", Black, 1000])

  it.each(["plain", "strong"] as const)(
    "%s chooses what always won, which it would not otherwise",
    async (preset) => {
      const params = { ...presetParams(preset), "tree-mb": 4 }
      const game = gameOf()
      const without = await (await make(undefined, params)).search(request(game, 60))
      expect(makeVertex(without.best.move, SIZE)).not.toMatch(/^[AG][17]$/)
      const { best, report } = await (await make(corners, params)).search(request(game, 60))
      expect(makeVertex(best.move, SIZE)).toMatch(/^[AG][17]$/)
      expect(report.playouts).toBe(60)
      expect(visitsOf(report)).toBe(4 * 200 + 60)
      expect(report.notes).toEqual(["experience: moves that past games know: 4, visits: 800"])
    },
  )

  it("turns away from what always lost", async () => {
    const game = gameOf()
    const { best } = await (await make()).search(request(game, 300))
    const lost = treeOf([makeVertex(best.move, SIZE), White, 200])
    const informed = await (await make(lost)).search(request(game, 300))
    expect(informed.best.move).not.toBe(best.move)
    expect(informed.best.winRate).toBeGreaterThan(0.2)
  })

  it("the root has the visits of its children, and their results", async () => {
    const mixed = treeOf(["D4", Black, 60], ["D4", White, 40])
    const searcher = await make(mixed)
    searcher.begin(request(gameOf(), 0))
    const { winRate, playouts, candidates } = searcher.report()
    expect([playouts, visitsAt(searcher.report(), "D4")]).toEqual([1, 100 + (candidates[0]!.visits - 100)])
    const wins = candidates.reduce((sum, each) => sum + each.visits * each.winRate, 0)
    expect(winRate).toBeCloseTo(wins / 101, 6)
    expect(wins).toBeGreaterThanOrEqual(60)
    expect(wins).toBeLessThanOrEqual(61)
  })

  it("repeats exactly, whether it asks a tree or a file's bytes", async () => {
    const tree = treeOf(["D4 C5", Black, 30], ["D4 E5", White, 20], ["C4", White, 9])
    const view = unwrap(ExperienceView.open(makeExperience(tree)))
    const game = gameOf()
    const first = untimed((await (await make(tree)).search(request(game, 150))).report)
    const again = await make(view)
    expect(untimed((await again.search(request(game, 150))).report)).toEqual(first)
    again.clear()
    expect(untimed((await again.search(request(game, 150))).report)).toEqual(first)
  })

  it("counts nothing twice: not when it goes on, and not when the tree is kept", async () => {
    const tree = treeOf(["D4 C5 E3", Black, 50], ["D4 C5 E3", White, 50])
    const searcher = await make(tree)
    const game = gameOf()
    expect(visitsOf((await searcher.search(request(game, 50))).report)).toBe(100 + 50)
    const { report, best } = await searcher.search(request(game, 50))
    expect(visitsOf(report)).toBe(100 + 100)
    expect(report.notes).toHaveLength(1)
    expect(makeVertex(best.move, SIZE)).toBe("D4")
    game.play(best.move)
    // Below the move that was played its own visits are found, and what is known of White's: four images.
    searcher.begin(request(game, 0))
    const kept = visitsOf(searcher.report()) - 4 * 100
    expect(kept).toBeGreaterThanOrEqual(0)
    // One simulation more where the node had no children yet.
    expect(kept).toBeLessThanOrEqual(best.visits - 100 + 1)
    const next = await searcher.search(request(game, 30))
    expect(visitsOf(next.report)).toBe(4 * 100 + kept + 30)
    expect(visitsAt(next.report, "C5")).toBeGreaterThanOrEqual(100)
  })

  it("knows the sons of a node as soon as the search has expanded it", async () => {
    const tree = new ExperienceTree({ size: SIZE, symmetric: false })
    for (let game = 0; game < 100; game++) unwrap(tree.add(line("D4 C5 E3 F2"), game % 2 ? Black : White))
    // Moves that nothing is known of are worth less than any known one: the search follows past games.
    const searcher = await make(tree, { fpu: 0, exploration: 0.1 })
    const { report } = await searcher.search(request(gameOf(), 200))
    expect(report.notes[1]).toBe("experience below the root: nodes: 3, visits: 300")
    const visits = (moves: string): Map<string, number> =>
      new Map(
        searcher
          .explain(line(moves).map(({ move }) => move))
          .map(({ node }) => [makeVertex(node.move, SIZE), node.visits]),
      )
    for (const [moves, next] of [
      ["D4", "C5"],
      ["D4 C5", "E3"],
      ["D4 C5 E3", "F2"],
    ] as const)
      expect(visits(moves).get(next)).toBeGreaterThanOrEqual(100)
    // A loaded node that becomes the root has these games already, and its sons wait as before.
    const game = gameOf("D4")
    const before = visits("D4").get("C5")
    searcher.begin(request(game, 0))
    expect(visits("").get("C5")).toBe(before)
    const next = await searcher.search(request(game, 200))
    expect(next.report.notes).toEqual(["experience: moves that past games know: 1, visits: 100"])
  })

  it("is bounded: nodes that wait, and nodes that are loaded in one search", async () => {
    // Every opening of two moves was played: 49·48 nodes are known.
    const tree = new ExperienceTree({ size: SIZE, symmetric: false })
    const points = allPoints(SIZE)
    for (const one of points)
      for (const other of points)
        if (one !== other)
          unwrap(
            tree.add(
              [
                { color: Black, move: one },
                { color: White, move: other },
                { color: Black, move: points.find((point) => point !== one && point !== other)! },
              ],
              Black,
            ),
          )
    const searcher = await make(tree, { exploration: 3 })
    let asked = 0
    const children = tree.children.bind(tree)
    tree.children = (path) => {
      asked++
      return children(path)
    }
    await searcher.search(request(gameOf(), 3000))
    expect(asked).toBeGreaterThan(40)
    expect(asked).toBeLessThanOrEqual(1 + LOADS_A_SEARCH)
  })

  it("goes on after the tree was full and moved its nodes", async () => {
    const tree = treeOf(["D4 C5 E3 F2", Black, 60], ["C4 D5", White, 40])
    const searcher = await make(tree, { "tree-mb": 1 })
    const { report } = await searcher.search(request(gameOf(), 6000))
    expect(visitsOf(report)).toBeGreaterThan(6000)
    expect(report.nodes).toBeLessThanOrEqual(report.capacity)
  })

  it("grafts again onto a tree that was dropped", async () => {
    const searcher = await make(corners, { reuse: 0 })
    const game = gameOf()
    for (let search = 0; search < 3; search++)
      expect(visitsOf((await searcher.search(request(game, 40))).report)).toBe(800 + 40)
  })

  it("goes into a node that only past games have visited", async () => {
    const searcher = await make(corners)
    const game = gameOf()
    searcher.begin(request(game, 0))
    game.play(parseVertex("G7", SIZE)!)
    const { report } = await searcher.search(request(game, 20))
    expect(report.notes).toEqual([])
    expect(visitsOf(report)).toBeGreaterThanOrEqual(20)
  })

  it("can be capped, switched off, and exchanged for the next game", async () => {
    const game = gameOf()
    const capped = await make(corners, { "experience-visits": 7 })
    expect(visitsOf((await capped.search(request(game, 20))).report)).toBe(4 * 7 + 20)
    const off = await make(corners, { "experience-visits": 0 })
    const plain = await make()
    const { report } = await off.search(request(game, 20))
    expect(untimed(report)).toEqual(untimed((await plain.search(request(game, 20))).report))
    plain.experience = corners
    plain.clear()
    expect(visitsOf((await plain.search(request(game, 20))).report)).toBe(800 + 20)
  })

  it("says in the report why it is not used", async () => {
    const other = await make(corners)
    const { report } = await other.search(request(unwrap(Game.create({ size: 5 })), 10))
    expect([visitsOf(report), report.notes]).toEqual([10, ["experience is not used: it is of games on 7×7"]])
    const best = await make(corners, { backup: 1 })
    const { notes } = (await best.search(request(gameOf(), 10))).report
    expect(notes).toEqual(["experience is not used: it goes with backup=mean only"])
  })
})
