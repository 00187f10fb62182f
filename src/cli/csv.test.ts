// CSV beside JSON (RFC 4180): the writer, and every command that prints rows.

import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { expectComplaint, runMontego } from "../../test/support/montego.ts"
import { NINE, openScratch } from "../../test/support/scratch.ts"
import { makeCsv } from "../base/csv.ts"

const { folder, file } = openScratch("csv")

/** A reader of RFC 4180 that knows nothing of the writer: cells of rows. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2]!)
    if (match[3] === "\r\n") rows.push([])
  }
  expect(rows.pop()).toEqual([])
  return rows
}

describe("the writer", () => {
  it("quotes what has commas, quotes and line ends, and nothing else", () => {
    const rows = [
      { name: 'say "yes", please', lines: "two\r\nlines", plain: "a b;c", number: -1.5 },
      { name: "", lines: null, plain: undefined, number: NaN, more: true },
    ]
    const text = makeCsv(rows)
    expect(text).toBe(
      'name,lines,plain,number,more\r\n"say ""yes"", please","two\r\nlines",a b;c,-1.5,\r\n,,,,true\r\n',
    )
    expect(parseCsv(text)).toEqual([
      ["name", "lines", "plain", "number", "more"],
      ['say "yes", please', "two\r\nlines", "a b;c", "-1.5", ""],
      ["", "", "", "", "true"],
    ])
  })

  it("has a header without rows, where the columns are named", () => {
    expect(makeCsv([], ["a", "b"])).toBe("a,b\r\n")
  })
})

describe("--csv", () => {
  const BAD = file("(;GM[1]SZ[9];B[ee];W[ee])")
  it.each<[string, string[], string, number]>([
    [
      "params",
      ["params"],
      "name,kind,default,least,most,words,uct:2026,uct:plain,uct:brady,uct:mogo,uct:strong,uct:net,meaning,source",
      40,
    ],
    ["sgf stats", ["sgf", "stats", NINE], "table,value,games", 4],
    ["bandits", ["bandits", "--trials", "3", "--rounds", "10,20"], "policy,trials,rounds,reward", 8],
    ["gobble map", ["gobble", "map", "--size", "5", "--games", "20"], "point,value,games", 25],
    ["analyze", ["analyze", NINE, "--playouts", "30"], "move,visits,winRate", 2],
    ["analyze --game", ["analyze", NINE, "--game", "--playouts", "2"], "number,color,move,blackWins", 10],
    [
      "match",
      ["match", "--a", "random", "--b", "random", "--games", "2", "--size", "5"],
      "number,id,a,b,black",
      2,
    ],
  ])("%s prints rows of one width", async (name, argv, header, least) => {
    const journal = name === "match" ? ["--journal", join(folder, "match.jsonl")] : []
    const { code, out } = await runMontego(...argv, ...journal, "--csv")
    expect(code).toBe(0)
    expect(out.startsWith(header)).toBe(true)
    const [head, ...rows] = parseCsv(out)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect(rows.filter((row) => row.length !== head!.length)).toEqual([])
  })

  it("sgf check has a row for each finding, and its total on stderr", async () => {
    const { code, out, err } = await runMontego("sgf", "check", BAD, "--csv")
    expect([code, err]).toEqual([2, "1 games, 2 moves, 1 illegal\n"])
    const [head, row, ...more] = parseCsv(out)
    expect([head, more]).toEqual([["kind", "finding"], []])
    expect(row).toEqual(["illegal", expect.stringMatching(/move 2, W\[ee\]: there is already a stone/)])
  })

  it("is one of two: not with --json", async () => {
    expectComplaint(
      await runMontego("params", "--csv", "--json"),
      /'--csv' cannot be used with option '--json'/,
    )
  })
})
