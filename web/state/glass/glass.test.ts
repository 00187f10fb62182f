import { unwrap } from "montego/base"
import { Black, Game, makeVertex, parseVertex, PASS, White, type Move, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import type { GlassRow, GlassView } from "montego/service"
import { FakeEngine } from "../../engine/fake-engine.ts"
import { GlassBox } from "./glass.ts"
import { cellsOf } from "./rows.ts"

const at = (vertex: string): Move => parseVertex(vertex, 9)!

function rowOf(vertex: string, change: Partial<GlassRow> = {}): GlassRow {
  return {
    move: at(vertex),
    visits: 0,
    mean: 0,
    raveVisits: 0,
    raveMean: 0,
    priorVisits: 0,
    priorMean: 0,
    weight: 0,
    wins: 0,
    estimate: 0,
    exploration: 0,
    bias: 0,
    value: 0,
    ...change,
  }
}

const SIMULATION = {
  moves: [
    { color: White, move: at("D4") },
    { color: Black, move: at("E4") },
    { color: White, move: at("F4") },
    { color: Black, move: PASS },
    { color: White, move: PASS },
  ],
  descent: 2,
  lead: -3.5,
} as const

function viewOf(simulations: number, rows: readonly GlassRow[] = []): GlassView {
  const timeline = { at: [], series: [], choices: [] }
  return {
    simulations,
    visits: simulations,
    tree: [],
    rows,
    timeline,
    last: SIMULATION,
    nodes: 1,
    capacity: 100,
  }
}

function open() {
  const game = unwrap(Game.create({ size: 9 }))
  game.play(at("E5"))
  const engine = new FakeEngine()
  return { engine, box: new GlassBox(game.position(), engine) }
}

const ROWS = [
  rowOf("C3", { visits: 3, mean: 0.5, estimate: 0.4, exploration: 0.25, value: 0.65 }),
  rowOf("D4", { visits: 9, mean: 0.25, estimate: 0.3, exploration: 0.35, value: 0.65 }),
  rowOf("E4", { raveVisits: 2.5, raveMean: 0.75, priorVisits: 10, priorMean: 0.5, value: 0.1 }),
]

describe("the glass box (TREE-15)", () => {
  it("asks for a number of simulations since the start, and for the node", async () => {
    const { engine, box } = open()
    box.run(10)
    box.run(1)
    expect(engine.asked[0]!.task).toMatchObject({ kind: "glass", simulations: 10, color: White, seed: 1 })
    expect(engine.last.task).toMatchObject({ simulations: 11, line: [], player: "uct:strong" })
    expect(box.isRunning).toBe(true)
    await engine.last.answer(viewOf(11, ROWS))
    expect([box.isRunning, box.simulations, box.visits]).toEqual([false, 11, 12])
    box.enter(at("D4"))
    expect(engine.last.task).toMatchObject({ simulations: 11, line: [at("D4")] })
    await engine.last.answer(viewOf(11))
    expect([box.toPlay, box.board.at(at("D4") as Point)]).toEqual([Black, White])
    box.goUp(0)
    expect(engine.last.task).toMatchObject({ line: [] })
  })

  it("goes to no child that was never visited", async () => {
    const { engine, box } = open()
    box.run(1)
    await engine.last.answer(viewOf(1, ROWS))
    box.enter(at("E4"))
    box.enter(at("A1"))
    expect(engine.asked).toHaveLength(1)
  })

  it("sorts by every column both ways, and marks where the next descent goes: the first of equals", async () => {
    const { engine, box } = open()
    box.run(1)
    await engine.last.answer(viewOf(1, ROWS))
    const order = () => box.rows.map(({ row }) => makeVertex(row.move, 9)).join(" ")
    expect(order()).toBe("C3 D4 E4")
    expect(box.rows.map(({ isNext }) => isNext)).toEqual([true, false, false])
    box.sortBy("visits")
    expect(order()).toBe("D4 C3 E4")
    box.sortBy("visits")
    expect(order()).toBe("E4 C3 D4")
    box.sortBy("rave")
    expect(order()).toBe("E4 C3 D4")
    box.sortBy("mean")
    expect(order()).toBe("C3 D4 E4")
    expect(box.rows[0]!.isNext).toBe(true)
  })

  it("writes what there is nothing of as a dash, and no end as such", () => {
    expect(cellsOf(rowOf("A1", { value: Infinity }), 9)).toMatchObject({
      move: "A1",
      visits: "0",
      mean: "–",
      rave: "–",
      prior: "–",
      value: "∞",
    })
    expect(cellsOf(ROWS[2]!, 9)).toMatchObject({ rave: "0.7500 ×2.5", prior: "0.5000 ×10" })
  })

  it("plays a simulation on the board: by itself, by steps, paused, from the start again", async () => {
    const { engine, box } = open()
    box.watchNext()
    await engine.last.answer(viewOf(1, ROWS))
    expect(box.playback).toMatchObject({ at: 0, isPlaying: true })
    box.tick()
    box.tick()
    box.tick()
    expect(box.board.at(at("F4") as Point)).toBe(White)
    expect([...box.numbers]).toEqual([
      [at("D4"), 1],
      [at("E4"), 2],
    ])
    expect(box.last).toBe(at("F4"))
    box.stepPlay(-1)
    expect(box.playback).toMatchObject({ at: 2, isPlaying: false })
    box.tick()
    expect(box.playback!.at).toBe(2)
    box.togglePlay()
    for (let ticks = 0; ticks < 9; ticks++) box.tick()
    expect(box.playback).toMatchObject({ at: 5, isPlaying: false })
    box.togglePlay()
    expect(box.playback).toMatchObject({ at: 0, isPlaying: true })
    box.endPlay()
    expect([box.playback, box.board.at(at("D4") as Point)]).toEqual([undefined, 0])
    box.watchLast()
    expect(box.playback).toMatchObject({ at: 0 })
  })

  it("begins anew with another search, and refuses one that has no tree", async () => {
    const { engine, box } = open()
    box.run(100)
    await engine.last.answer(viewOf(100, ROWS))
    expect(box.choose({ player: "uct:plain", seed: 9 }).ok).toBe(true)
    expect([box.simulations, box.view, box.params.rave]).toEqual([0, undefined, 0])
    box.run(1)
    expect(engine.last.task).toMatchObject({ player: "uct:plain", seed: 9, simulations: 1 })
    expect(box.choose({ player: "random" }).ok).toBe(false)
    expect(box.player).toBe("uct:plain")
  })

  it("shows how far a long run is, and what the last answer had when it is stopped or goes wrong", async () => {
    const { engine, box } = open()
    box.run(10)
    await engine.last.answer(viewOf(10, ROWS))
    box.run(1000)
    box.close()
    expect([engine.last.isStopped, box.simulations, box.isRunning]).toEqual([true, 10, false])
    box.run(1)
    await engine.last.fail("out of memory")
    expect([box.trouble, box.simulations]).toEqual(["out of memory", 10])
    box.run(1)
    expect(box.trouble).toBeUndefined()
  })
})
