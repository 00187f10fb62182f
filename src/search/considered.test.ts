import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { Black, Game, type Move } from "../rules/index.ts"
import { ConsideredMoves, MOST_CONSIDERED } from "./considered.ts"
import { DEFAULTS } from "./params.ts"
import { Searcher } from "./searcher.ts"

const lead = (playouts: number, move: number) => ({
  playouts,
  move: move as Move,
  visits: playouts,
  winRate: 0.5,
})

describe("the moves that a search considered (TREE-15)", () => {
  it("has a bounded length, and drops those that led for the shortest time", () => {
    const log = new ConsideredMoves()
    for (let i = 0; i < MOST_CONSIDERED; i++) log.note(lead(100 * i, 1 + (i % 3)))
    log.note(lead(100 * (MOST_CONSIDERED - 1) + 5, 9))
    expect(log.leads.length).toBeLessThanOrEqual(MOST_CONSIDERED)
    expect(log.leads.at(-1)).toEqual(lead(100 * (MOST_CONSIDERED - 1) + 5, 9))
    expect(log.leads[0]).toEqual(lead(0, 1))
    for (const [index, { move }] of log.leads.entries()) expect(move).not.toBe(log.leads[index - 1]?.move)
    expect(log.leads.some(({ playouts }) => playouts === 100 * (MOST_CONSIDERED - 1))).toBe(false)
  })

  it("makes one of two leads of the same move when the one between goes", () => {
    const log = new ConsideredMoves()
    for (let i = 0; i < MOST_CONSIDERED - 2; i++) log.note(lead(100 * i, i % 2))
    log.note(lead(5000, 7))
    log.note(lead(5999, 8))
    log.note(lead(6000, 7))
    expect(log.leads.slice(-2).map(({ playouts }) => playouts)).toEqual([100 * (MOST_CONSIDERED - 3), 5000])
  })

  it("a report tells them: changes in order, the last one the best move", async () => {
    const position = unwrap(Game.create({ size: 9 })).position()
    const ask = { position, color: Black, seed: 3, budget: { playouts: 3000 } } as const
    const searcher = await Searcher.create({ params: { ...DEFAULTS, "early-stop": 0 } })
    const { report, best } = await searcher.search(ask)
    const considered = report.considered!
    expect(considered.length).toBeGreaterThan(1)
    expect(considered.at(-1)!.move).toBe(best.move)
    const playouts = considered.map((each) => each.playouts)
    expect(playouts).toEqual([...new Set(playouts)].toSorted((a, b) => a - b))
    for (const each of considered) expect(each.visits).toBeLessThanOrEqual(each.playouts)
    // The next search begins with the tree of this one, and with a log of its own.
    expect((await searcher.search(ask)).report.considered![0]).toMatchObject({
      playouts: 0,
      move: best.move,
      visits: best.visits,
    })
  })
})
