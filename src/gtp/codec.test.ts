import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  isInterrupt,
  LineSplitter,
  makeCommand,
  makeResponse,
  MAX_LINE,
  parseCommand,
  parseResponse,
} from "./codec.ts"

describe("commands (GTP-1)", () => {
  it.each([
    ["name", { name: "name", args: [] }],
    ["  12 play  black\tD4  ", { id: 12, name: "play", args: ["black", "D4"] }],
    ["0 quit", { id: 0, name: "quit", args: [] }],
    ["play b c3 # a comment", { name: "play", args: ["b", "c3"] }],
    ["na\u0007me\r", { name: "name", args: [] }],
    ["komi 6.5", { name: "komi", args: ["6.5"] }],
    ["7", { id: 7, name: "", args: [] }],
    ["99999999999 name", { name: "99999999999", args: ["name"] }],
  ])("%j", (line, command) => expect(parseCommand(line)).toEqual(command))

  it.each(["", "   ", "# only a comment", "\t", "\u0001"])("%j holds none", (line) => {
    expect(parseCommand(line)).toBeUndefined()
  })

  it("are read as they are written", () => {
    expect(makeCommand({ id: 3, name: "play", args: ["w", "A1"] })).toBe("3 play w A1\n")
    expect(parseCommand("3 play w A1")).toEqual({ id: 3, name: "play", args: ["w", "A1"] })
  })

  it("knows GoGui's interrupt from other comments", () => {
    expect(isInterrupt("# interrupt")).toBe(true)
    expect(isInterrupt("#interrupt")).toBe(true)
    expect(isInterrupt("# interrupted")).toBe(false)
    expect(isInterrupt("interrupt")).toBe(false)
  })
})

describe("answers", () => {
  it.each([
    [{ ok: true, text: "" }, "=\n\n"],
    [{ ok: true, text: "D4" }, "= D4\n\n"],
    [{ id: 5, ok: true, text: "D4" }, "=5 D4\n\n"],
    [{ ok: false, text: "illegal move" }, "? illegal move\n\n"],
    [{ id: 5, ok: false, text: "unknown command" }, "?5 unknown command\n\n"],
    [{ ok: true, text: "\n a\n b" }, "= \n a\n b\n\n"],
    [{ ok: true, text: "a\n\n\nb\n\n" }, "= a\nb\n\n"],
  ])("%j", (response, text) => expect(makeResponse(response)).toBe(text))

  it("always end with exactly one blank line, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, ok) => {
        const written = makeResponse({ ok, text })
        expect(written.endsWith("\n\n")).toBe(true)
        expect(written.slice(0, -2)).not.toContain("\n\n")
        expect(parseResponse(written.slice(0, -2).split("\n"))?.ok).toBe(ok)
      }),
    )
  })

  it("are read with their id and all their lines", () => {
    expect(parseResponse(["=12 a", "b"])).toEqual({ id: 12, ok: true, text: "a\nb" })
    expect(parseResponse(["? no"])).toEqual({ ok: false, text: "no" })
    expect(parseResponse(["= "])).toEqual({ ok: true, text: "" })
    expect(parseResponse(["hello"])).toBeUndefined()
  })
})

describe("lines", () => {
  it("come out whole however the stream is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ]{0,8}$/)), fc.array(fc.nat(5)), (lines, cuts) => {
        const text = lines.map((line) => `${line}\r\n`).join("")
        const splitter = new LineSplitter()
        const found: string[] = []
        let at = 0
        for (const cut of cuts) {
          found.push(...splitter.push(text.slice(at, at + cut)))
          at += cut
        }
        found.push(...splitter.push(text.slice(at)), ...splitter.end())
        expect(found).toEqual(lines)
      }),
    )
  })

  it("have a limit, and the next line is read again", () => {
    const splitter = new LineSplitter()
    for (let i = 0; i < 5; i++) expect(splitter.push("x".repeat(MAX_LINE / 2))).toEqual([])
    const [long, next] = splitter.push("yyy\nname\n")
    expect(long!.length).toBe(MAX_LINE)
    expect(next).toBe("name")
  })
})
