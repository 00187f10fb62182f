// What the glass box shows beyond its table (TREE-15): the drawn tree, the formula in numbers, switches, and links.

import { unwrap } from "montego/base"
import { Black, Game, parseVertex, type Move } from "montego/rules"
import { makePlayer } from "montego/players"
import { presetParams } from "montego/search"
import { EngineService, KeptPlayers, searchParamsOf, type FromEngine, type GlassView } from "montego/service"
import { describe, expect, it } from "vitest"
import { FakeEngine } from "../../engine/fake-engine.ts"
import { makeLink, parseLink } from "../link/link.ts"
import { writeOut } from "./formula.ts"
import { GlassBox } from "./glass.ts"
import { flipped, isOn, SWITCH_NAMES } from "./switches.ts"
import { drawTree, neighbour } from "./tree.ts"

const at = (vertex: string): Move => parseVertex(vertex, 9)!
const position = unwrap(Game.create({ size: 9 })).position()

/** A view of a real search. */
async function look(player: string, simulations: number, line: readonly Move[] = []): Promise<GlassView> {
  const task = { kind: "glass", position, color: Black, player, seed: 1, simulations, line } as const
  return new Promise((resolve, reject) => {
    const post = (message: FromEngine): void => {
      if (message.kind === "answer") resolve(message.answer as GlassView)
      else if (message.kind === "error") reject(new Error(message.message))
    }
    const players = new KeptPlayers(({ name, threads }) => makePlayer(name, { threads }))
    new EngineService({ post, players, threads: 1 }).handle({ kind: "ask", id: 1, task })
  })
}

describe("the drawn tree", () => {
  it("is bounded, has parents before children, and the node that is looked at", async () => {
    const { tree } = await look("uct:mogo", 3000)
    expect(tree.length).toBe(40)
    for (const [index, { parent, visits }] of tree.entries()) {
      expect(parent).toBeLessThan(index)
      if (parent >= 0) expect(visits).toBeLessThan(tree[parent]!.visits)
    }
    const rare = (await look("uct:mogo", 3000)).rows.findLast(({ visits }) => visits > 0)!.move
    const below = await look("uct:mogo", 3000, [rare])
    const nodes = drawTree(below, [rare], 9).nodes
    expect(nodes.filter(({ isHere }) => isHere).map(({ line }) => line)).toEqual([[rare]])
  })

  it("gives every leaf a row, the most visited first, and arrows walk it", () => {
    const tree = [
      { move: at("C3"), visits: 10, mean: 0.4, parent: -1 },
      { move: at("D4"), visits: 60, mean: 0.6, parent: -1 },
      { move: at("E5"), visits: 20, mean: 0.5, parent: 1 },
      { move: at("F6"), visits: 30, mean: 0.5, parent: 1 },
    ]
    const drawn = drawTree({ tree, simulations: 100 }, [at("D4"), at("F6")], 9)
    expect(drawn.nodes.map(({ name, column, row, isOnLine }) => [name, column, row, isOnLine])).toEqual([
      ["D4", 1, 0, true],
      ["F6", 2, 0, true],
      ["E5", 2, 1, false],
      ["C3", 1, 2, false],
    ])
    expect([drawn.rows, drawn.columns, drawn.nodes[0]!.share]).toEqual([3, 2, 0.6])
    const from = (index: number, ...keys: string[]): number | undefined =>
      keys.reduce<number | undefined>(
        (here, key) => (here === undefined ? undefined : neighbour(drawn.nodes, here, key)),
        index,
      )
    expect(from(-1, "ArrowRight")).toBe(0)
    expect(from(-1, "ArrowRight", "ArrowRight", "ArrowDown")).toBe(2)
    expect(from(0, "ArrowDown")).toBe(3)
    expect(from(3, "ArrowDown")).toBeUndefined()
    expect(from(2, "ArrowLeft", "ArrowLeft")).toBe(-1)
  })
})

/** The numbers of a written formula, computed. */
function computed(numbers: string): number {
  const script = numbers
    .replaceAll("·", "*")
    .replaceAll("−", "-")
    .replace(/ln ([\d.]+)/g, "Math.log($1)")
    .replaceAll("√", "Math.sqrt")
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is this file's own formula
  return new Function(`return ${script}`)() as number
}

describe("the formula in numbers", () => {
  it.each(["uct:plain", "uct:brady", "uct:mogo", "uct:2026"])("gives the values of %s", async (player) => {
    const { rows, visits } = await look(player, 400)
    const params = unwrap(searchParamsOf(player))
    const known = rows.filter(({ visits: count }) => count > 0)
    expect(known.length).toBeGreaterThan(5)
    for (const row of known)
      for (const { term, numbers, result } of writeOut(row, params, visits))
        if (numbers !== "")
          expect([term, Math.abs(computed(numbers) - Number(result)) < 0.002]).toEqual([term, true])
  })
})

describe("switches", () => {
  it("turn one thing of a player, and back", () => {
    expect(flipped("uct:strong", presetParams("strong"), "rave")).toBe("uct:strong,rave=off")
    for (const player of ["uct:strong", "uct:plain", "uct"])
      for (const name of SWITCH_NAMES) {
        const params = unwrap(searchParamsOf(player))
        const other = flipped(player, params, name)
        const turned = unwrap(searchParamsOf(other))
        expect(isOn(name, turned)).toBe(!isOn(name, params))
        expect(isOn(name, unwrap(searchParamsOf(flipped(other, turned, name))))).toBe(isOn(name, params))
      }
  })

  it("run as many simulations again, and keep what was found before", async () => {
    const engine = new FakeEngine()
    const box = new GlassBox(position, engine)
    box.run(100)
    const view = await look("uct:plain", 100)
    await engine.last.answer(view)
    box.flip("rave")
    expect(engine.last.task).toMatchObject({ player: "uct:strong,rave=off", simulations: 100, line: [] })
    expect(box.before).toEqual({ turned: "rave", rows: view.rows })
    await engine.last.answer(view)
    expect(box.written!.move).toBe([...view.rows].sort((a, b) => b.value - a.value)[0]!.move)
    box.pointAt(view.rows[3]!.move)
    expect(box.written!.move).toBe(view.rows[3]!.move)
  })
})

describe("links", () => {
  it("name the search and the node", () => {
    const draft = { position, color: Black, player: "uct:strong", playouts: 500, seed: 3 } as const
    for (const line of [[], [at("E5"), at("C3")]]) {
      const link = makeLink({ ...draft, look: line })
      expect(parseLink(link)).toMatchObject({ ok: true, value: { ...draft, look: line } })
    }
    const broken = makeLink({ ...draft, look: [] }).replace("look=", "look=q9")
    expect(parseLink(broken)).toMatchObject({ ok: false, error: expect.stringContaining("look") })
  })
})
