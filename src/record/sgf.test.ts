// REC-1: trees from text and back, and every repair with its place.

import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import {
  MAX_ISSUES,
  allNodes,
  mainLine,
  makeNode,
  makeSgf,
  parseSgf,
  sameTree,
  type SgfNode,
} from "./index.ts"

/** A tree as nested arrays, for tables: properties, then children. */
type Shape = [properties: Record<string, string[]>, ...children: Shape[]]

function shape(node: SgfNode): Shape {
  return [node.properties, ...node.children.map(shape)]
}

function read(text: string): { games: Shape[]; issues: string[] } {
  const { games, issues } = unwrap(parseSgf(text))
  return {
    games: games.map(shape),
    issues: issues.map(({ line, column, reason }) => `${line}:${column} ${reason}`),
  }
}

describe("REC-1 well-formed SGF", () => {
  const cases: [name: string, text: string, games: Shape[]][] = [
    ["a single empty node", "(;)", [[{}]]],
    ["a line of moves", "(;GM[1];B[aa];W[])", [[{ GM: ["1"] }, [{ B: ["aa"] }, [{ W: [""] }]]]]],
    [
      "variations in order",
      "(;C[r](;B[aa])(;B[bb];W[cc]))",
      [[{ C: ["r"] }, [{ B: ["aa"] }], [{ B: ["bb"] }, [{ W: ["cc"] }]]]],
    ],
    ["several values", "(;AB[aa][bb] [cc]\n[dd])", [[{ AB: ["aa", "bb", "cc", "dd"] }]]],
    ["a move with two values and more", "(;B[aa][bb]C[x])", [[{ B: ["aa", "bb"], C: ["x"] }]]],
    ["escapes stay raw", "(;C[a\\]b\\\\];B[aa])", [[{ C: ["a\\]b\\\\"] }, [{ B: ["aa"] }]]]],
    ["parentheses and semicolons in values", "(;C[(;)([\\])])", [[{ C: ["(;)([\\])"] }]]],
    ["unknown properties", "(;KGSDE[aa]X1[2])", [[{ KGSDE: ["aa"], X1: ["2"] }]]],
    ["white space everywhere", " \n( ; B \t[aa]\r\n; W[bb] ) \n", [[{ B: ["aa"] }, [{ W: ["bb"] }]]]],
    ["a byte order mark", "\uFEFF(;B[aa])", [[{ B: ["aa"] }]]],
    ["a collection", "(;C[1])\n(;C[2])(;C[3])", [[{ C: ["1"] }], [{ C: ["2"] }], [{ C: ["3"] }]]],
  ]
  it.each(cases)("reads %s", (_, text, games) => {
    expect(read(text)).toEqual({ games, issues: [] })
  })

  it("keeps the order of properties", () => {
    const [game] = unwrap(parseSgf("(;ZZ[1]B[aa]AA[2]KM[0])")).games
    expect(Object.keys(game!.properties)).toEqual(["ZZ", "B", "AA", "KM"])
  })

  it("knows where nodes begin", () => {
    const text = "(;GM[1] ;B[aa]\n(;W[bb]))"
    const [game] = unwrap(parseSgf(text)).games
    expect([...allNodes(game!)].map((node) => text.slice(node.offset, node.offset + 3))).toEqual([
      ";GM",
      ";B[",
      ";W[",
    ])
  })
})

describe("REC-1 repairs", () => {
  const cases: [name: string, text: string, games: Shape[], issues: string[]][] = [
    [
      "junk before the game",
      "hello\n world (;B[aa])",
      [[{ B: ["aa"] }]],
      ["1:1 text outside of a game skipped"],
    ],
    [
      "a parenthesis in the junk",
      "see (below):\n(;B[aa])",
      [[{ B: ["aa"] }]],
      ["1:1 text outside of a game skipped"],
    ],
    [
      "junk between games",
      "(;C[1])\n,(;C[2])",
      [[{ C: ["1"] }], [{ C: ["2"] }]],
      ["2:1 text outside of a game skipped"],
    ],
    [
      "junk after the last game",
      "(;C[1])\n\n  end",
      [[{ C: ["1"] }]],
      ["3:3 text outside of a game skipped"],
    ],
    [
      "no semicolon in the root",
      "(B[aa];W[bb])",
      [[{ B: ["aa"] }, [{ W: ["bb"] }]]],
      ["1:2 missing semicolon before the first property of a variation added"],
    ],
    [
      "no semicolon in a variation",
      "(;C[]\n(B[aa]))",
      [[{ C: [""] }, [{ B: ["aa"] }]]],
      ["2:2 missing semicolon before the first property of a variation added"],
    ],
    [
      "one parenthesis missing at the end",
      "(;B[aa]\n;W[bb]\n",
      [[{ B: ["aa"] }, [{ W: ["bb"] }]]],
      ["3:1 missing closing parenthesis added at the end of the game"],
    ],
    [
      "two parentheses missing",
      "(;B[aa](;W[bb]",
      [[{ B: ["aa"] }, [{ W: ["bb"] }]]],
      ["1:15 missing 2 closing parentheses added at the end of the game"],
    ],
    [
      "a stray closing parenthesis",
      "(;B[aa]))\n(;C[2])",
      [[{ B: ["aa"] }], [{ C: ["2"] }]],
      ["1:9 closing parenthesis without a game dropped"],
    ],
    [
      "a value without an end",
      "(;B[aa];C[abc",
      [[{ B: ["aa"] }, [{ C: ["abc"] }]]],
      [
        "1:10 value without a closing bracket: it ends with the text",
        "1:14 missing closing parenthesis added at the end of the game",
      ],
    ],
    [
      "a value that ends in half an escape",
      "(;C[abc\\",
      [[{ C: ["abc"] }]],
      [
        "1:4 value without a closing bracket: it ends with the text",
        "1:9 missing closing parenthesis added at the end of the game",
      ],
    ],
    [
      "a property without a value",
      "(;DO;B[aa])",
      [[{ DO: [""] }, [{ B: ["aa"] }]]],
      ["1:3 property DO without a value: read as an empty one"],
    ],
    [
      "a property twice",
      "(;AB[aa]C[x]\nAB[bb][cc])",
      [[{ AB: ["aa", "bb", "cc"], C: ["x"] }]],
      ["2:1 property AB twice in one node: the values are joined"],
    ],
    [
      "names of FF[3]",
      "(;GaMe[1]SiZe[9];Black[aa])",
      [[{ GM: ["1"], SZ: ["9"] }, [{ B: ["aa"] }]]],
      [
        "1:3 property GaMe with lower-case letters read as GM",
        "1:10 property SiZe with lower-case letters read as SZ",
        "1:18 property Black with lower-case letters read as B",
      ],
    ],
    [
      "names without a capital",
      "(;b[aa])",
      [[{ B: ["aa"] }]],
      ["1:3 property b with lower-case letters read as B"],
    ],
    ["an empty game tree", "()\n(;B[aa])", [[{ B: ["aa"] }]], ["1:1 empty game tree dropped"]],
    [
      "an empty variation",
      "(;B[aa]()(;W[bb]))",
      [[{ B: ["aa"] }, [{ W: ["bb"] }]]],
      ["1:9 empty variation dropped"],
    ],
    [
      "a variation in a variation",
      "(;C[]((;B[aa])(;B[bb])))",
      [[{ C: [""] }, [{ B: ["aa"] }], [{ B: ["bb"] }]]],
      ["1:7 variation that begins with another one: the empty level is dropped"],
    ],
    [
      "games in one more pair of parentheses",
      "((;C[1])(;C[2]))",
      [[{ C: ["1"] }], [{ C: ["2"] }]],
      ["1:1 text outside of a game skipped", "1:16 closing parenthesis without a game dropped"],
    ],
    [
      "a node after a variation",
      "(;C[](;B[aa]);W[bb])",
      [[{ C: [""] }, [{ B: ["aa"] }], [{ W: ["bb"] }]]],
      ["1:14 node after a variation: read as a variation of its own"],
    ],
    [
      "a property after a variation",
      "(;C[](;B[aa])N[x])",
      [[{ C: [""], N: ["x"] }, [{ B: ["aa"] }]]],
      ["1:14 property after a variation: added to the node before the variation"],
    ],
    [
      "a value without a property",
      "(;[x]B[aa])",
      [[{ B: ["aa"] }]],
      ["1:3 value without a property dropped"],
    ],
    [
      "stray characters",
      "(;B[aa]];W[bb] =*\n)",
      [[{ B: ["aa"] }, [{ W: ["bb"] }]]],
      ['1:8 unexpected "]" skipped', '1:16 unexpected "=*" skipped'],
    ],
    [
      "a game that begins inside an unfinished one",
      "(;GM[1];B[aa]\n(;GM[1];W[bb])",
      [
        [{ GM: ["1"] }, [{ B: ["aa"] }]],
        [{ GM: ["1"] }, [{ W: ["bb"] }]],
      ],
      ["2:1 missing closing parenthesis added at the end of the game"],
    ],
    [
      "a game in old spelling inside an unfinished one",
      "(;GM[1](;B[aa]\r\n( ;\n FiletypeF[3])",
      [[{ GM: ["1"] }, [{ B: ["aa"] }]], [{ FF: ["3"] }]],
      [
        "2:1 missing 2 closing parentheses added at the end of the game",
        "3:2 property FiletypeF with lower-case letters read as FF",
      ],
    ],
  ]
  it.each(cases)("%s", (_, text, games, issues) => {
    expect(read(text)).toEqual({ games, issues })
  })

  it("counts lines of every kind of line break", () => {
    for (const end of ["\n", "\r", "\r\n", "\n\r"]) {
      expect(read(`(;C[1]${end}${end}  N;B[aa])`).issues).toEqual([
        "3:3 property N without a value: read as an empty one",
      ])
    }
  })

  it("lists at most a hundred repairs of a game, and says that there are more", () => {
    const { issues, games } = unwrap(parseSgf(`(;${"N;".repeat(5000)})(;C)`))
    expect(games).toHaveLength(2)
    expect(issues).toHaveLength(MAX_ISSUES + 1)
    expect(issues[MAX_ISSUES - 1]).toMatchObject({ line: 1, column: 201 })
    expect(issues[MAX_ISSUES - 1]!.reason).toMatch(/further repairs in this game are not listed$/)
    expect(issues[MAX_ISSUES]).toMatchObject({ line: 1, column: 10_006 })
  })

  it("repairs the broken record under test/records", () => {
    const { games, issues } = read(
      readFileSync(new URL("../../test/records/broken.sgf", import.meta.url), "utf8"),
    )
    expect(games).toHaveLength(3)
    const places = issues.map((issue) => issue.split(" ")[0])
    const expected = "1:1 2:3 2:35 3:7 3:23 3:23 4:2 4:23 5:2 5:25 6:1"
    expect(places.join(" ")).toBe(expected)
  })
})

describe("REC-1 refusals", () => {
  it.each(["", "   \n", "no game", "((((", ";B[aa]", "[(", "(see this)"])("finds no game in %j", (text) => {
    expect(parseSgf(text)).toEqual({
      ok: false,
      error: { line: 1, column: 1, reason: "no game found: nothing begins with (;", severity: "refused" },
    })
  })

  it("names the limit of nodes and where the game begins", () => {
    const text = `(;C[small])\n (;${";B[aa]".repeat(10)})`
    expect(parseSgf(text, { maxNodes: 12 }).ok).toBe(true)
    expect(parseSgf(text, { maxNodes: 10 })).toMatchObject({ ok: false, error: { line: 2, column: 2 } })
    expect(parseSgf(`(;${";".repeat(10)})`, { maxNodes: 10 })).toMatchObject({
      ok: false,
      error: {
        line: 1,
        column: 1,
        reason: "the game tree has 11 nodes, the limit is 10",
        severity: "refused",
      },
    })
  })

  it("counts variations and values too", () => {
    expect(parseSgf(`(;${"(".repeat(20)}`, { maxNodes: 10 })).toMatchObject({
      error: { reason: "the game tree has 21 variations, the limit is 10" },
    })
    expect(parseSgf(`(;AB${"[]".repeat(50)})`, { maxNodes: 10 })).toMatchObject({
      error: { reason: "the game tree has 50 property values, the limit is 40" },
    })
  })
})

describe("REC-1 writing", () => {
  it("writes the root on its own line and ten moves on each after it", () => {
    const text = makeSgf(unwrap(parseSgf(`(;GM[1]FF[4]SZ[9]${";B[aa];W[bb]".repeat(6)})`)).games)
    expect(text).toBe(`(;GM[1]FF[4]SZ[9]\n${";B[aa];W[bb]".repeat(5)}\n;B[aa];W[bb])\n`)
  })

  it("begins each variation on a line of its own", () => {
    const text = makeSgf(unwrap(parseSgf("(;C[x];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))")).games)
    expect(text).toBe("(;C[x]\n;B[aa]\n(;W[bb]\n(;B[cc])\n(;B[dd]))\n(;W[ee]))\n")
  })

  it("escapes what would break a value made by hand, and leaves right ones alone", () => {
    const node = makeNode({ C: ["a]b", "c\\", "d\\]e\\\\"], N: [] })
    expect(makeSgf([node])).toBe("(;C[a\\]b][c\\\\][d\\]e\\\\]\n)\n")
  })

  it("writes the charset of the bytes in place of the old one", () => {
    const [game] = unwrap(parseSgf("(;FF[4]CA[gb2312]C[x];B[aa])")).games
    expect(makeSgf([game!], { charset: "UTF-8" })).toBe("(;FF[4]CA[UTF-8]C[x]\n;B[aa])\n")
    expect(game!.properties["CA"]).toEqual(["gb2312"])
  })

  it.each(["nine.sgf", "variations.sgf"])("%s survives a round trip without repairs", (name) => {
    const { games, issues } = unwrap(
      parseSgf(readFileSync(new URL(`../../test/records/${name}`, import.meta.url), "utf8")),
    )
    expect(issues).toEqual([])
    const again = unwrap(parseSgf(makeSgf(games)))
    expect(again.issues).toEqual([])
    expect(sameTree(again.games[0]!, games[0]!)).toBe(true)
  })

  it("keeps a variation that looks like a game of its own", () => {
    const [game] = unwrap(parseSgf("(;C[x](;B[aa]);GM[1]C[y])")).games
    const again = unwrap(parseSgf(makeSgf([game!])))
    expect(again).toMatchObject({ issues: [], games: [{ children: [{}, { properties: { GM: ["1"] } }] }] })
  })

  it("tells different trees apart", () => {
    const tree = (text: string) => unwrap(parseSgf(text)).games[0]!
    const one = tree("(;B[aa](;W[bb])(;W[cc]))")
    for (const other of [
      "(;B[aa](;W[bb]))",
      "(;B[aa](;W[bb])(;W[dd]))",
      "(;B[aa]C[](;W[bb])(;W[cc]))",
      "(;B[aa][](;W[bb])(;W[cc]))",
    ]) {
      expect(sameTree(one, tree(other))).toBe(false)
    }
    expect(mainLine(one)).toHaveLength(2)
  })
})

const identifier = fc.oneof(fc.stringMatching(/^[A-Z]{1,3}$/), fc.constantFrom("B", "GM", "FF", "SZ"))
/** Any text, with the characters that matter more often, escaped as a source would have it. */
const rawValue = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom("\\", "]", "[", "(", ")", ";", ":", "\n", "\r", "a", " "),
      fc.string({ minLength: 1, maxLength: 1, unit: "binary" }),
    ),
  })
  .map((text) => text.replace(/[\\\]]/g, "\\$&"))
const properties = fc.dictionary(identifier, fc.array(rawValue, { minLength: 1, maxLength: 3 }), {
  maxKeys: 4,
  noNullPrototype: true,
})
const { tree } = fc.letrec<{ tree: SgfNode; leaf: SgfNode; branch: SgfNode }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6 }, tie("leaf"), tie("branch")),
  leaf: properties.map((own) => makeNode(own)),
  branch: fc
    .tuple(properties, fc.array(tie("tree"), { maxLength: 3 }))
    .map(([own, children]) => ({ ...makeNode(own), children })),
}))

describe("REC-1 properties", () => {
  it("reads back every tree that it writes", () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), (games) => {
        const { games: again, issues } = unwrap(parseSgf(makeSgf(games)))
        expect(issues).toEqual([])
        expect(again.length).toBe(games.length)
        expect(again.every((game, index) => sameTree(game, games[index]!))).toBe(true)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  const hostile = fc.string({
    unit: fc.constantFrom(
      ..."()[];;\\:",
      "(;",
      "GM[1]",
      "B[aa]",
      "AB",
      "a",
      "Z",
      " ",
      "\n",
      "\r",
      "é",
      "棋",
      "\uFEFF",
      "\0",
      "0",
    ),
    maxLength: 60,
  })

  it("never throws, and what it repaired needs no second repair", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), (text) => {
        const parsed = parseSgf(text)
        if (!parsed.ok) return
        const again = unwrap(parseSgf(makeSgf(parsed.value.games)))
        expect(again.issues).toEqual([])
        expect(again.games.length).toBe(parsed.value.games.length)
        expect(again.games.every((game, index) => sameTree(game, parsed.value.games[index]!))).toBe(true)
      }),
      { numRuns: 3000, seed: 2 },
    )
  })
})
