import { describe, expect, it } from "vitest"
import { MAX_LINE } from "../codec.ts"
import { AnswerReader, MAX_ANSWER, MAX_SKIPPED, type Reading } from "./answers.ts"

/** Texts of answers, messages of faults. */
function read(reader: AnswerReader, ...chunks: string[]): string[] {
  const told = (reading: Reading): string =>
    reading.kind === "answer"
      ? `${reading.response.ok ? "=" : "?"}${reading.response.id ?? ""} ${reading.response.text}`
      : `fault: ${reading.message}`
  return chunks.flatMap((chunk) => reader.push(chunk)).map(told)
}

describe("answers in a stream (GTP-2)", () => {
  it.each([
    { name: "one after the other", stream: "=1 a\n\n=2\n\n?3 no\n\n", answers: ["=1 a", "=2 ", "?3 no"] },
    { name: "several lines", stream: "=1 a\n b\nc = d\n\n", answers: ["=1 a\n b\nc = d"] },
    { name: "a line that begins like an answer inside of one", stream: "= a\n=b\n\n", answers: ["= a\n=b"] },
    { name: "carriage returns", stream: "=1 a\r\nb\r\n\r\n", answers: ["=1 a\nb"] },
    {
      name: "blank lines before and between",
      stream: "\n\n=1 a\n\n\n \n=2 b\n\n",
      answers: ["=1 a", "=2 b"],
    },
    { name: "a greeting", stream: "Go 1.0\n======\n\n? hm\n\n", answers: ["? hm"] },
    { name: "no blank between sign and text", stream: "=D4\n\n", answers: ["= D4"] },
    { name: "half an answer", stream: "=1 a\n", answers: [] },
  ])("$name, in one piece and letter by letter", ({ stream, answers }) => {
    expect(read(new AnswerReader(), stream)).toEqual(answers)
    expect(read(new AnswerReader(), ...stream)).toEqual(answers)
  })

  it("a line between answers that belongs to none is a fault, with the line", () => {
    const reader = new AnswerReader()
    expect(read(reader, "=1 a\n\n")).toEqual(["=1 a"])
    expect(reader.push("\nnodes: 12\n=2 b\n\n")).toEqual([
      { kind: "fault", message: "a line between two answers", raw: "nodes: 12" },
    ])
  })

  it("a greeting and blank lines have a bound", () => {
    expect(read(new AnswerReader(), "x".repeat(MAX_SKIPPED - 1), "\n=1 a\n\n")).toEqual(["=1 a"])
    expect(read(new AnswerReader(), "x".repeat(MAX_SKIPPED), "\n=1 a\n\n")).toEqual([
      `fault: more than ${MAX_SKIPPED} characters before an answer`,
    ])
    expect(read(new AnswerReader(), "\n".repeat(MAX_SKIPPED + 1))).toHaveLength(1)
  })

  it("the bound is for each answer, not for all of them", () => {
    const reader = new AnswerReader()
    for (let i = 0; i < 3; i++) {
      expect(read(reader, "\n".repeat(MAX_SKIPPED), "=1 a\n\n")).toEqual(["=1 a"])
      expect(read(reader, "=1 a\n", `${"b".repeat(999)}\n`.repeat(4000), "\n")).toHaveLength(1)
    }
  })

  it("an answer has a bound, line by line and as a whole", () => {
    const long = "a".repeat(MAX_LINE - 10)
    expect(read(new AnswerReader(), `= ${long}\n\n`)).toEqual([`= ${long}`])
    expect(read(new AnswerReader(), `= ${long}${long}\n\n`)).toEqual([
      `fault: a line of more than ${MAX_LINE} characters`,
    ])
    const lines = `= ${`${long}\n`.repeat(MAX_ANSWER / MAX_LINE + 1)}`
    expect(read(new AnswerReader(), lines)).toEqual([
      `fault: more than ${MAX_ANSWER} characters and no end of an answer`,
    ])
    expect(read(new AnswerReader(), "z".repeat(MAX_ANSWER + 1))).toHaveLength(1)
  })
})
