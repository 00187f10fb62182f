import { unwrap } from "../base/index.ts"
import { Black, Game, parseVertex, type Move } from "../rules/index.ts"
import { presetParams, Searcher } from "../search/index.ts"
import { afterEach, describe, expect, it } from "vitest"
import { GlassEngine } from "./glass.ts"
import type { GlassView } from "./glass-view.ts"
import type { GlassTask } from "./messages.ts"
import { searchParamsOf } from "./params.ts"
import { replay } from "./replay.ts"

const game = unwrap(Game.create({ size: 7, komi: 7.5 }))
const TASK: GlassTask = {
  kind: "glass",
  position: game.position(),
  color: Black,
  player: "uct:strong",
  seed: 5,
  simulations: 0,
  line: [],
}
const NEVER = new AbortController().signal
const quiet = (): void => undefined

const engines: GlassEngine[] = []
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.close())))

function open() {
  const engine = new GlassEngine()
  engines.push(engine)
  return (change: Partial<GlassTask>): Promise<GlassView> => engine.look({ ...TASK, ...change }, NEVER, quiet)
}

describe("the engine of the glass box (TREE-15)", () => {
  it("shows exactly what a search of the library has after this number of simulations", async () => {
    const look = open()
    const searcher = await Searcher.create({ params: presetParams("strong") })
    searcher.begin({ position: TASK.position, color: Black, seed: 5 })
    searcher.step(200)
    const expected = (line: Move[]) =>
      searcher.explain(line).map(({ node, terms }) => ({
        move: node.move,
        visits: node.visits,
        mean: node.mean,
        raveMean: node.raveMean,
        priorVisits: node.priorVisits,
        estimate: terms.estimate,
        exploration: terms.exploration,
        value: terms.value,
      }))
    const view = await look({ simulations: 200 })
    expect(view.rows).toMatchObject(expected([]))
    expect(view.last).toMatchObject(searcher.lastSimulation())
    const best = searcher.report().candidates[0]!.move
    expect((await look({ simulations: 200, line: [best] })).rows).toMatchObject(expected([best]))
    await searcher.close()
  })

  it("shows the same however one came there: in steps, at once, back and forth, by another engine", async () => {
    const [stepwise, direct] = [open(), open()]
    for (const simulations of [1, 2, 12, 112]) await stepwise({ simulations })
    const view = await direct({ simulations: 112 })
    expect(await stepwise({ simulations: 112 })).toEqual(view)
    expect((await stepwise({ simulations: 3 })).simulations).toBe(3)
    expect(await stepwise({ simulations: 112 })).toEqual(view)
    expect(await direct({ simulations: 112, seed: 6 })).not.toEqual(view)
  })

  it("hands out the last simulation with its result, and no rows before the first", async () => {
    const look = open()
    const none = await look({})
    expect([none.rows, none.last, none.timeline.at]).toEqual([[], undefined, []])
    const { last } = await look({ simulations: 30 })
    expect(last!.moves.length).toBeGreaterThan(20)
    expect(last!.descent).toBeGreaterThan(0)
    expect(Math.abs(last!.lead % 1)).toBe(0.5)
  })

  it("tells how the visits were shared out, and when the choice changed", async () => {
    const { timeline, rows } = await open()({ simulations: 300 })
    const visits = rows.reduce((sum, row) => sum + row.visits, 0)
    const shares = timeline.series.map(({ shares: all }) => all.at(-1))
    const expected = rows
      .map((row) => row.visits / visits)
      .sort((a, b) => b - a)
      .slice(0, 6)
    expect(shares).toEqual(expected)
    expect(timeline.at.slice(0, 4)).toEqual([1, 2, 3, 4])
    expect(timeline.at.at(-1)).toBe(300)
    expect(timeline.choices[0]?.since).toBe(1)
    expect(timeline.choices.at(-1)?.move).toBe(timeline.series[0]?.move)
  })

  it("ends at once when it is stopped", async () => {
    const engine = new GlassEngine()
    engines.push(engine)
    const stopping = new AbortController()
    const looking = engine.look({ ...TASK, simulations: 1e6 }, stopping.signal, () => stopping.abort())
    expect((await looking).simulations).toBeLessThan(1e6)
  })

  it("knows the parameters of a tree search by its name, and that others have none", () => {
    expect(unwrap(searchParamsOf("uct:brady"))).toEqual(presetParams("brady"))
    expect(unwrap(searchParamsOf("uct:strong,playouts=10,bias=2")).bias).toBe(2)
    expect(searchParamsOf("random")).toMatchObject({ ok: false, error: "random has no tree to look into" })
    expect(searchParamsOf("uct:weird").ok).toBe(false)
    expect(searchParamsOf("uct,rave=perhaps").ok).toBe(false)
  })
})

describe("the engine of a replay link (APP-2)", () => {
  const task = { ...TASK, kind: "replay", playouts: 200 } as const

  it("makes the same move with the same numbers every time", async () => {
    const first = await replay(task, NEVER, quiet)
    const second = await replay(task, NEVER, quiet)
    const timeless = ({ move, report }: typeof first) => ({ move, report: { ...report, seconds: 0 } })
    expect(timeless(second)).toEqual(timeless(first))
    expect(first.report!.playouts).toBeLessThanOrEqual(200)
  })

  it("says which player there is not", async () => {
    await expect(replay({ ...task, player: "hybrid" }, NEVER, quiet)).rejects.toThrow("browser has none")
    await expect(replay({ ...task, player: "alpha" }, NEVER, quiet)).rejects.toThrow('no player "alpha"')
  })

  it("plays a position that is nearly over", async () => {
    const small = unwrap(Game.create({ size: 5 }))
    for (const vertex of ["C3", "pass", "pass"]) small.play(parseVertex(vertex, 5)!)
    const answer = await replay({ ...task, position: small.position(), color: small.toPlay }, NEVER, quiet)
    expect(answer.move).toBeDefined()
  })
})
