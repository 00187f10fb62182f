// Who gets no more games (ARE-4).

import { describe, expect, it } from "vitest"
import { Conduct } from "./conduct.ts"
import { LEASE_MS } from "./job.ts"

function conductOf(games: Record<string, readonly [good: number, crashed: number]>): Conduct {
  const conduct = new Conduct("game")
  for (const [worker, [good, crashed]] of Object.entries(games)) {
    for (let i = 0; i < good; i++) conduct.addJob(worker, false)
    for (let i = 0; i < crashed; i++) conduct.addJob(worker, true)
  }
  return conduct
}

describe("ARE-4 the conduct of workers", () => {
  it("complains where games fail that don't elsewhere", () => {
    const conduct = conductOf({ one: [30, 0], two: [30, 0], bad: [2, 3] })
    expect(conduct.complaint("bad")).toBe("3 of its 5 games crashed or stalled, as they did not with others")
    expect(conduct.complaint("one")).toBeUndefined()
  })

  it("blames no machine for an engine that crashes everywhere", () => {
    const conduct = conductOf({ one: [5, 5], two: [6, 4], three: [3, 7] })
    for (const worker of ["one", "two", "three"]) expect(conduct.complaint(worker)).toBeUndefined()
  })

  it("judges neither from a few games nor without other workers to compare with", () => {
    expect(conductOf({ one: [30, 0], bad: [0, 2] }).complaint("bad")).toBeUndefined()
    expect(conductOf({ alone: [0, 20] }).complaint("alone")).toBeUndefined()
    expect(conductOf({ one: [2, 0], bad: [0, 3] }).complaint("bad")).toBeUndefined()
  })

  it("complains of the third invalid result", () => {
    const conduct = conductOf({ liar: [10, 0] })
    for (let i = 0; i < 2; i++) conduct.addRefusal("liar")
    expect(conduct.complaint("liar")).toBeUndefined()
    conduct.addRefusal("liar")
    expect(conduct.complaint("liar")).toBe("3 of its results were invalid")
  })

  it("complains of the third time that games are lost, and takes those of one moment for one", () => {
    const conduct = new Conduct("game")
    for (const at of [0, 1, 2, 3]) conduct.addLoss("away", at)
    expect(conduct.recordOf("away").losses).toBe(1)
    conduct.addLoss("away", 2 * LEASE_MS)
    expect(conduct.complaint("away")).toBeUndefined()
    conduct.addLoss("away", 4 * LEASE_MS)
    expect(conduct.complaint("away")).toBe("it lost its games 3 times")
  })
})
