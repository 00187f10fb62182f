// Messages as text (APP-3).

import { describe, expect, it } from "vitest"
import { allPoints, Black, PASS, pointAt, POINTS } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import type { FromEngine } from "./messages.ts"
import { decodeMessage, encodeMessage } from "./wire.ts"

describe("reports as text (APP-3)", () => {
  const report: SearchReport = {
    color: Black,
    playouts: 100,
    seconds: 0.1,
    winRate: 0.5,
    score: { mean: 1 / 3, spread: 2 },
    candidates: Array.from({ length: 30 }, (_, i) => ({
      move: pointAt(i % 9, i % 7),
      visits: 30 - i,
      winRate: 1 / 3,
      pv: [PASS],
    })),
    owners: new Float64Array([0, 1 / 3, -1]),
    nodes: 10,
    capacity: 20,
    notes: [],
  }

  const send = (message: FromEngine) => decodeMessage(encodeMessage(message))
  const owners = new Float64Array([0, 0.333, -1])

  const short = { ...report, owners, candidates: report.candidates.slice(0, 12) }

  it("have the best candidates only, on the way and at the end", () => {
    expect(send({ kind: "report", id: 1, report })).toEqual({ kind: "report", id: 1, report: short })
    const message = { kind: "answer", id: 1, answer: { move: PASS, report }, isStopped: false } as const
    expect(send(message)).toEqual({ ...message, answer: { move: PASS, report: short } })
  })

  it("are short on a large board, however many moves there are", () => {
    const candidates = allPoints(19).map((move, index) => ({
      move,
      visits: Math.max(0, 40 - index),
      winRate: 1 / 3,
      chance: 1 / 361,
      pv: Array.from({ length: 8 }, () => move),
    }))
    const text = encodeMessage({
      kind: "report",
      id: 1,
      report: { ...report, candidates, owners: Float64Array.from({ length: POINTS }, (_, i) => 1 / (i + 1)) },
    })
    expect(text.length).toBeLessThan(8000)
  })

  it("other messages cross as they are", () => {
    const messages = [
      { kind: "answer", id: 1, answer: { move: "resign" }, isStopped: true },
      { kind: "error", code: "busy", message: "later" },
    ] as const
    expect(messages.map(send)).toEqual(messages)
  })

  it.each(["", "{", "null", `{"kind":"report","id":1}`, `{"kind":"answer","id":1}`])(
    "%s is no message",
    (text) => expect(decodeMessage(text)).toBeUndefined(),
  )
})
