import { Black, parseVertex, PASS, POINTS, White, type Move, type Point } from "montego/rules"
import type { SearchReport } from "montego/search"
import { describe, expect, it } from "vitest"
import { packReport, unpackReport } from "./findings.ts"

const at = (vertex: string): Move => parseVertex(vertex, 9)!

const owners = new Float64Array(POINTS)
owners[at("A9") as Point] = 1
owners[at("J1") as Point] = -0.5

const REPORT: SearchReport = {
  color: White,
  playouts: 50,
  seconds: 0,
  winRate: 0.4321,
  score: { mean: -3.5, spread: 12.3 },
  candidates: [
    { move: at("C3"), visits: 30, winRate: 0.45, chance: 0.25, pv: [at("C3"), PASS, at("D4")] },
    { move: PASS, visits: 0, winRate: 0, chance: 0.05, pv: [PASS] },
  ],
  owners,
  nodes: 0,
  capacity: 0,
  notes: [],
  judge: "network",
}

describe("what was found in a position, packed (APP-2)", () => {
  it("comes back as it was, in less than 300 bytes on 9×9", () => {
    const text = packReport(REPORT, 9)
    expect(text.length).toBeLessThan(300)
    expect(unpackReport(text, 9)).toEqual(REPORT)
  })

  it("keeps the best candidates only, and none that was neither tried nor likely", () => {
    const candidates = Array.from({ length: 30 }, (_, index) => ({
      move: at("C3"),
      visits: index < 3 ? 5 : 0,
      winRate: 0.5,
      pv: [at("C3")],
    }))
    expect(unpackReport(packReport({ ...REPORT, candidates }, 9), 9)?.candidates).toHaveLength(3)
  })

  it.each([undefined, 7, "", "1|n", "1|n|x|0|0|1||", `3|n|0.5|0|0|1||${"A".repeat(81)}`])(
    "%j is nothing",
    (text) => expect(unpackReport(text, 9)).toBeUndefined(),
  )

  it("is nothing on another board", () => {
    expect(unpackReport(packReport({ ...REPORT, color: Black }, 9), 13)).toBeUndefined()
  })
})
