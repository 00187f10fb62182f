import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Black, Game, parseVertex, White } from "../rules/index.ts"
import type { FromEngine, Task } from "./messages.ts"
import { EngineService } from "./service.ts"

const created = Game.create({ size: 5 })
if (!created.ok) throw new Error(created.error)
const position = created.value.position()
const MOVE: Task = {
  kind: "move",
  position,
  color: Black,
  player: "uct:strong",
  budget: { playouts: 50 },
  seed: 1,
}
const LOOK: Task = { kind: "analysis", position, color: Black, playouts: 1e9, seed: 1 }

describe("the engine itself (APP-3)", () => {
  function serve() {
    const said: FromEngine[] = []
    const service = new EngineService({ post: (message) => said.push(message), threads: 1 })
    return { said, service }
  }

  it("chooses a move, the same from the same seed", async () => {
    const answers: unknown[] = []
    for (let round = 0; round < 2; round++) {
      const { said, service } = serve()
      service.handle({ kind: "ask", id: 1, task: MOVE })
      await service.idle()
      expect(said[0]).toMatchObject({ kind: "ready", threads: 1 })
      // On a busy machine reports come before it.
      const answer = said.at(-1)
      expect(answer).toMatchObject({ kind: "answer", id: 1 })
      answers.push((answer as unknown as { answer: { move: number } }).answer.move)
      await service.close()
    }
    expect(answers[0]).toBe(answers[1])
  })

  it("names whom it can play as: the registry without what needs processes", async () => {
    const { said, service } = serve()
    const opponents = said[0]?.kind === "ready" ? (said[0].opponents ?? []) : []
    const names = opponents.map(({ player }) => player)
    expect(names).toEqual(expect.arrayContaining(["random", "uct:plain", "uct:strong", "vanilla", "amaf"]))
    expect(names).not.toContain("hybrid")
    for (const [index, { player, isBudgeted }] of opponents.entries()) {
      const budget = isBudgeted ? { playouts: 30 } : {}
      service.handle({ kind: "ask", id: index + 1, task: { ...MOVE, player, budget } as Task })
      await service.idle()
      expect(said.at(-1)).toMatchObject({
        kind: "answer",
        id: index + 1,
        answer: { move: expect.anything() },
      })
    }
    await service.close()
  })

  it("plays within its clock", async () => {
    const { said, service } = serve()
    const clock = { settings: { kind: "absolute", main: 3 }, left: { seconds: 3, stones: 0 } } as const
    // A millisecond goes by whenever somebody looks, however busy the machine is.
    let now = 0
    const looks = vi.spyOn(performance, "now").mockImplementation(() => ++now)
    onTestFinished(() => looks.mockRestore())
    service.handle({ kind: "ask", id: 1, task: { ...MOVE, budget: { playouts: 1e9, clock } } as Task })
    await service.idle()
    expect(said.at(-1)).toMatchObject({ kind: "answer" })
    expect(now).toBeLessThan(2000)
    await service.close()
  })

  it("stops at once, and a new question ends the one before", async () => {
    const { said, service } = serve()
    service.handle({ kind: "ask", id: 1, task: LOOK })
    await expect.poll(() => said.some(({ kind }) => kind === "report")).toBe(true)
    service.handle({ kind: "ask", id: 2, task: LOOK })
    service.handle({ kind: "stop", id: 2 })
    await service.idle()
    const ends = said.filter(({ kind }) => kind === "answer")
    expect(ends.map((message) => "id" in message && message.id)).toEqual([1, 2])
    await service.close()
  })

  it("finds dead stones", async () => {
    const { said, service } = serve()
    const vertices = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 pass pass".split(" ")
    const moves = vertices.map((vertex, index) => {
      return { color: index % 2 === 0 ? Black : White, move: parseVertex(vertex, 5)! }
    })
    service.handle({ kind: "ask", id: 1, task: { kind: "dead", position: { ...position, moves }, seed: 1 } })
    await service.idle()
    const dead = parseVertex("E3", 5)
    expect(said.at(-1)).toEqual({ kind: "answer", id: 1, answer: { points: [dead] } })
    await service.close()
  })

  it("says what it can't do", async () => {
    const { said, service } = serve()
    service.handle({ kind: "ask", id: 1, task: { ...LOOK, position: { ...position, size: 21 } } as Task })
    await service.idle()
    expect(said.at(-1)).toMatchObject({ kind: "failed", message: expect.stringContaining("19×19") })
  })
})
