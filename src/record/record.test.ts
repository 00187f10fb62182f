// REC-1: what trees say about Go, and trees from moves.

import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { makeSgfMove } from "../rules/coordinates.ts"
import { Black, PASS, White, pointAt } from "../rules/types.ts"
import {
  allNodes,
  appendNode,
  appendPlay,
  mainLine,
  makeGameInfo,
  makeNode,
  makeRecord,
  makeSgf,
  parseSgf,
  placeIssue,
  readGameInfo,
  readPlays,
  readSetup,
  readText,
  setProperty,
  setSetup,
  setText,
  type GameInfo,
  type SgfNode,
} from "./index.ts"

function game(text: string): SgfNode {
  return unwrap(parseSgf(text)).games[0]!
}

function record(name: string): SgfNode {
  return game(readFileSync(new URL(`../../test/records/${name}`, import.meta.url), "utf8"))
}

describe("REC-1 game info", () => {
  it("reads the root", () => {
    const { info, issues } = unwrap(readGameInfo(record("nine.sgf")))
    expect(issues).toEqual([])
    expect(info).toEqual({
      size: 9,
      komi: 7,
      rules: "Chinese",
      result: "B+R",
      date: "2026-11-15",
      application: "Montego",
      black: { name: "Aki", rank: "3k" },
      white: { name: "Müller", rank: "2k" },
    })
  })

  it("assumes 19×19 without a size, and knows nothing else", () => {
    expect(unwrap(readGameInfo(game("(;)")))).toEqual({
      info: { size: 19, black: {}, white: {} },
      issues: [],
    })
  })

  it("decodes texts", () => {
    const { info } = unwrap(
      readGameInfo(game("(;PB[a\\]b\nc]GC[two\nlines]EV[]TM[1800.5]OT[5x30 byo-yomi])")),
    )
    expect(info).toMatchObject({
      black: { name: "a]b c" },
      comment: "two\nlines",
      seconds: 1800.5,
      overtime: "5x30 byo-yomi",
    })
    expect(info).not.toHaveProperty("event")
  })

  const wrong: [text: string, field: keyof GameInfo, value: unknown, reason: string][] = [
    ["KM[6,5]", "komi", 6.5, 'KM: "6,5" has a comma for the decimal point: read as 6.5'],
    ["KM[375]", "komi", undefined, 'KM: "375" can\'t be the komi on a 19×19 board: left out'],
    ["KM[x]", "komi", undefined, 'KM: "x" is not a number'],
    ["HA[-2]", "handicap", undefined, 'HA: "-2" can\'t be a number of handicap stones: left out'],
    ["HA[two]", "handicap", undefined, 'HA: "two" is not a whole number'],
    ["TM[-1]", "seconds", undefined, 'TM: "-1" can\'t be a time: left out'],
    [
      "RE[Black wins]",
      "result",
      "Black wins",
      'RE: "Black wins" is not a result like B+3.5, W+R, 0, Void or ?',
    ],
    ["SZ[9][13]", "size", 9, "SZ has 2 values: the first one counts"],
    ["GM[go]", "size", 19, 'GM: "go" is not a whole number'],
  ]
  it.each(wrong)("reports %s", (text, field, value, reason) => {
    const { info, issues } = unwrap(readGameInfo(game(`(;${text})`)))
    expect(info[field]).toBe(value)
    expect(issues.map((issue) => issue.reason)).toEqual([reason])
  })

  it.each(["B+3.5", "W+R", "B+Resign", "W+T", "B+F", "W+", "0", "Draw", "Void", "?", "B+.5", ""])(
    "knows the result %j",
    (result) => {
      expect(unwrap(readGameInfo(game(`(;RE[${result}])`))).issues).toEqual([])
    },
  )

  it.each([
    ["SZ[9:13]", "SZ: the board is 9×13, and only square boards are supported"],
    ["SZ[37]", "SZ: the board is 37×37, and only sizes 1 to 25 are supported"],
    ["SZ[big]", 'SZ: "big" is not a board size'],
    ["SZ[]", 'SZ: "" is not a board size'],
    ["GM[4]", "GM[4] is not a game of Go, which is GM[1]"],
  ])("refuses %s", (text, reason) => {
    expect(readGameInfo(game(`(;${text})`))).toMatchObject({ ok: false, error: { reason } })
  })

  it("gives issues their place in the source", () => {
    const text = "\n (;C[KM[\\]0] KiloMetre[6]\n [x];B[aa]\n;W[bb]AB[aa][zz])"
    const start = text.indexOf("(")
    const source = text.slice(start)
    const origin = { line: 2, column: 2 }
    const root = game(text)
    const node = mainLine(root)[2]!
    const at = (target: SgfNode, property: string, index: number) => {
      const { line, column } = placeIssue({ node: target, property, index, reason: "" }, source, origin)
      return `${line}:${column}`
    }
    expect(at(root, "KM", 0)).toBe("2:23")
    expect(at(root, "KM", 1)).toBe("3:2")
    expect(at(node, "AB", 1)).toBe("4:13")
    expect(at(node, "KM", 0)).toBe("4:1")
  })

  it("writes what it reads", () => {
    const info: GameInfo = {
      size: 13,
      komi: -3.5,
      handicap: 4,
      rules: "AGA",
      result: "W+2.5",
      date: "2026-01-02",
      event: "a [b] \\c",
      round: "1",
      place: "here",
      name: "n",
      comment: "two\nlines",
      source: "s",
      annotator: "an",
      user: "u",
      copyright: "c",
      application: "Montego:1",
      seconds: 600,
      overtime: "none",
      black: { name: "b", rank: "1d", team: "x" },
      white: { name: "w", rank: "2d", team: "y" },
    }
    const again = game(makeSgf([makeNode(makeGameInfo(info))]))
    expect(unwrap(readGameInfo(again))).toEqual({ info, issues: [] })
  })
})

describe("REC-1 moves and setup", () => {
  it("reads the moves of a main line", () => {
    const plays = mainLine(record("nine.sgf")).flatMap((node) => readPlays(node, 9).plays)
    expect(plays).toHaveLength(29)
    expect(plays[0]).toEqual({ color: Black, move: pointAt(4, 4) })
    expect(plays[27]).toEqual({ color: White, move: PASS })
  })

  it("keeps the order of two colours in one node, and reports it", () => {
    const { plays, issues } = readPlays(game("(;W[aa]B[bb])"), 9)
    expect(plays).toEqual([
      { color: White, move: pointAt(0, 0) },
      { color: Black, move: pointAt(1, 1) },
    ])
    expect(issues).toMatchObject([{ property: "B", reason: "moves of both colours in one node" }])
  })

  it("reports moves off the board and moves too many", () => {
    expect(readPlays(game("(;B[ss])"), 9)).toMatchObject({
      plays: [],
      issues: [{ property: "B", index: 0, reason: 'point "ss" lies outside of the 9×9 board' }],
    })
    expect(readPlays(game("(;B[aa][bb])"), 9)).toMatchObject({
      plays: [{ color: Black }],
      issues: [{ property: "B", index: 1, reason: "B has 2 values: the first one counts" }],
    })
  })

  it("reads setup stones, rectangles and the turn", () => {
    const { setup, issues } = readSetup(record("variations.sgf"), 9)!
    expect(issues).toEqual([])
    expect(setup.black.map(makeSgfMove)).toEqual(["gc", "cg"])
    expect(setup.white.map(makeSgfMove)).toEqual(["ec", "ed", "ee"])
    expect(setup.empty).toEqual([])
    expect(setup.turn).toBe(White)
    expect(readSetup(game("(;B[aa])"), 9)).toBeUndefined()
  })

  it("reports points that are set up twice, and a wrong turn", () => {
    const { setup, issues } = readSetup(game("(;AB[aa:ba]AW[ba][ca]AE[zz]PL[x])"), 9)!
    expect(setup.white.map(makeSgfMove)).toEqual(["ca"])
    expect(setup).not.toHaveProperty("turn")
    expect(issues.map(({ property }) => property)).toEqual(["AW", "AE", "PL"])
  })
})

describe("REC-1 making records", () => {
  it("makes a game from info, moves and handicap stones", () => {
    const root = makeRecord(
      { size: 9, komi: 0.5, handicap: 2, black: { name: "A]" } },
      [
        { color: White, move: pointAt(2, 2) },
        { color: Black, move: PASS },
      ],
      { black: [pointAt(6, 2), pointAt(2, 6)], turn: White },
    )
    const text = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[0.5]HA[2]PB[A\\]]AB[gc][cg]PL[W]\n;W[cc];B[])\n"
    expect(makeSgf([root])).toBe(text)
  })

  it("edits nodes", () => {
    const root = makeRecord({ size: 9 }, [])
    const move = appendPlay(root, { color: Black, move: pointAt(0, 0) })
    setText(move, "good ]\\")
    const variation = appendNode(root, { N: ["other"] })
    setSetup(variation, { white: [pointAt(1, 1)] })
    setProperty(variation, "N", [])
    expect(readText(move)).toBe("good ]\\")
    setText(root, "")
    expect(readText(root)).toBeUndefined()
    expect(makeSgf([root])).toBe("(;GM[1]FF[4]CA[UTF-8]SZ[9]\n(;B[aa]C[good \\]\\\\])\n(;AW[bb]))\n")
    expect([...allNodes(root)]).toHaveLength(3)
  })
})
