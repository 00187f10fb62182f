import { describe, expect, it } from "vitest"
import { parseVertex, PASS } from "../../rules/index.ts"
import { COMMAND_WORDS, exampleVertex, HELP, parseAction } from "./commands.ts"

describe("parseAction", () => {
  it.each([
    ["d4", { kind: "play", move: parseVertex("D4", 9) }],
    ["  J9 ", { kind: "play", move: parseVertex("J9", 9) }],
    ["pass", { kind: "play", move: PASS }],
    ["PASS", { kind: "play", move: PASS }],
    ["resign", { kind: "resign" }],
    ["Undo", { kind: "undo" }],
    ["hint", { kind: "hint" }],
    ["score", { kind: "score" }],
    ["board", { kind: "board" }],
    ["?", { kind: "help" }],
    ["help", { kind: "help" }],
    ["quit", { kind: "quit" }],
    ["exit", { kind: "quit" }],
    ["done", { kind: "done" }],
    ["resume", { kind: "resume" }],
    ["y", { kind: "yes" }],
    ["no", { kind: "no" }],
    ["", { kind: "nothing" }],
    ["   ", { kind: "nothing" }],
    ["save", { kind: "save", file: undefined }],
    ["SAVE My Games/One.sgf ", { kind: "save", file: "My Games/One.sgf" }],
  ])("%j", (line, action) => expect(parseAction(line, 9)).toEqual(action))

  it.each([
    ["i5", 9, "no column I"],
    ["k10", 9, "K10 is not on this board: it has columns A to J (without I) and rows 1 to 9."],
    ["e6", 5, "columns A to E and rows 1 to 5"],
    ["a0", 9, "A0 is not on this board"],
    ["hello", 9, '"hello" is not a move or a command. Type a point such as e5, or help.'],
    ["d4 d5", 9, '"d4 d5" is not a move'],
    ["\u001B[2Jx", 9, '"\ufffd[2Jx" is not a move'],
    ["x".repeat(1000), 9, "…"],
    ["d4", 2, "columns A to B"],
  ])("%j on %i is unclear", (line, size, reason) => {
    const action = parseAction(line, size)
    expect(action.kind).toBe("unclear")
    expect(action).toHaveProperty("reason", expect.stringContaining(reason))
  })

  it("reads every word that help and completion name", () => {
    for (const word of COMMAND_WORDS) expect(parseAction(word, 9).kind).not.toBe("unclear")
    expect(HELP.every((line) => line.length <= 80)).toBe(true)
  })

  it.each([2, 5, 9, 19, 25])("the example of size %i is on the board", (size) => {
    expect(parseAction(exampleVertex(size), size).kind).toBe("play")
  })
})
