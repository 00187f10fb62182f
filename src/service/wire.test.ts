// Messages as text (APP-3).

import { describe, expect, it } from "vitest"
import { Black, PASS, pointAt } from "../rules/index.ts"
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

  it("on the way: all candidates, the lines of the first", () => {
    const sent = send({ kind: "report", id: 1, report })
    const candidates = report.candidates.map((candidate, index) =>
      index < 20 ? candidate : { ...candidate, pv: [candidate.move] },
    )
    expect(sent).toEqual({ kind: "report", id: 1, report: { ...report, owners, candidates } })
  })

  it("at the end: everything", () => {
    const message = { kind: "answer", id: 1, answer: { move: PASS, report }, isStopped: false } as const
    expect(send(message)).toEqual({ ...message, answer: { move: PASS, report: { ...report, owners } } })
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
