import { Black, Game } from "../rules/index.ts"
import { describe, expect, it } from "vitest"
import type { FromEngine } from "./messages.ts"
import { EngineService } from "./service.ts"

describe("reports of the engine (TREE-15)", () => {
  it("have lines for the best moves, and RAVE values for all", async () => {
    const created = Game.create({ size: 7 })
    if (!created.ok) throw new Error(created.error)
    const said: FromEngine[] = []
    const service = new EngineService({ post: (message) => said.push(message), threads: 1 })
    const position = created.value.position()
    service.handle({
      kind: "ask",
      id: 1,
      task: { kind: "analysis", position, color: Black, budget: { playouts: 400 }, seed: 1 },
    })
    await service.idle()
    await service.close()
    const answer = said.findLast(({ kind }) => kind === "answer")
    const report = answer?.kind === "answer" && "report" in answer.answer ? answer.answer.report : undefined
    const known = report!.candidates.filter(({ rave }) => rave)
    expect(known.length).toBeGreaterThan(40)
    expect(report!.candidates[0]!.pv.length).toBeGreaterThan(1)
    const visits = report!.candidates.slice(0, 12).map((candidate) => candidate.visits)
    expect(visits).toEqual([...visits].sort((one, other) => other - one))
  })
})
