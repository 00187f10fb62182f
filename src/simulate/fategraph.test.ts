import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Black, type Board, Empty, parseAscii, parseVertex, PASS, POINTS, White } from "../rules/index.ts"
import type { Point } from "../rules/index.ts"
import { FateGraphPosition, FateGraphSimulation, Taken } from "./fategraph.ts"

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

describe("fate graph (SIM-2)", () => {
  const board = draw(`
    . X . . .
    X O X . .
    X O X . .
    . . X . .
    . . . . .`)
  const at = (vertex: string): Point => parseVertex(vertex, 5) as Point

  it("leaves a captured chain as the enemy's territory: one liberty, and closed to both sides", () => {
    const graph = new FateGraphPosition("uniform")
    graph.load(board)
    graph.play(Black, at("B2"))
    expect([graph.labelAt(at("B4")), graph.labelAt(at("B3"))]).toEqual([Taken, Taken])
    // C5, D4, D3, D2, C1, B1, A2, and the taken chain once; a real board has nine.
    expect(graph.libertiesOf(at("C4"))).toBe(8)
    const stones = new Uint8Array(POINTS)
    graph.copyStones(stones)
    expect([stones[at("B4")], stones[at("B3")]]).toEqual([Empty, Empty])

    const random = new Random(1)
    const played = new Set<number>()
    for (let i = 0; graph.rebuilds === 0 && i < 100; i++) {
      const move = graph.takeTurn(i % 2 === 0 ? White : Black, random)
      if (graph.rebuilds === 0) played.add(move)
    }
    expect(graph.rebuilds).toBe(1)
    expect(played.has(at("B4")) || played.has(at("B3"))).toBe(false)
  })

  it("is made anew when the side to play has nothing else, and the game goes on inside", () => {
    // White's stones are taken at A5; then White has no move outside, for all the rest are eyes or suicide.
    const full = draw(`
      . O X X X
      O O X . X
      X X X X X
      X . X . X
      X X X X X`)
    const graph = new FateGraphPosition("uniform")
    graph.load(full)
    graph.play(Black, at("A5"))
    expect(graph.labelAt(at("B5"))).toBe(Taken)
    const move = graph.takeTurn(White, new Random(2))
    expect(graph.rebuilds).toBe(1)
    expect(["A4", "B4", "B5"].map(at)).toContain(move)
    expect(graph.labelAt(move as Point)).toBe(White)
  })

  it("passes without making it anew when nothing was captured", () => {
    const graph = new FateGraphPosition("uniform")
    graph.load(
      draw(`
      . X .
      X X X
      . X .`),
    )
    expect(graph.takeTurn(White, new Random(1))).toBe(PASS)
    expect(graph.rebuilds).toBe(0)
  })

  it("remembers the ko when it is made anew", () => {
    // Black takes B5 from A5. All else White could play are own eyes and suicide at D5.
    const ko = draw(`
      . O X . X
      O X X X X
      O O O O X
      . O . O X
      O O O O X`)
    const graph = new FateGraphPosition("uniform")
    graph.load(ko)
    graph.play(Black, at("A5"))
    expect(graph.labelAt(at("B5"))).toBe(Taken)
    expect(graph.takeTurn(White, new Random(1))).toBe(PASS)
    expect(graph.rebuilds).toBe(1)
    expect(graph.isPlayable(White, at("B5"))).toBe(true) // the pass lifted it
  })

  it("no longer sees an enemy at the corner of an eye when he was taken", () => {
    const graph = new FateGraphPosition("uniform")
    graph.load(
      draw(`
      . . . . .
      . O X . .
      . X . X .
      . . X O X
      . . . . .`),
    )
    expect(graph.isPlayable(Black, at("C3"))).toBe(true)
    graph.play(Black, at("D1"))
    expect(graph.labelAt(at("D2"))).toBe(Taken)
    expect(graph.isPlayable(Black, at("C3"))).toBe(false)
  })

  it("names itself after its choice", () => {
    expect(new FateGraphSimulation().name).toBe("fate-graph")
    expect(new FateGraphSimulation({ choice: "uniform" }).name).toBe("fate-graph,choice=uniform")
  })
})
