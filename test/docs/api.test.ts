// The API reference (APP-6): every public subpath has its page, every export says what it is, and signatures link to
// the types that they name.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { apiPages, firstSentence } from "../../scripts/site/api-pages.js"
import { readApi } from "../../scripts/site/api.js"
import { readPage, ROOT } from "./blocks.ts"

const modules = readApi(ROOT, join(ROOT, "dist"))

describe("the API reference", () => {
  it("has a page for every public subpath, with a text at its head", () => {
    const { exports } = JSON.parse(readPage("package.json")) as { exports: Record<string, unknown> }
    const wanted = Object.keys(exports).filter((subpath) => subpath !== "./package.json")
    expect(modules.map(({ name }) => name)).toEqual(wanted.map((subpath) => subpath.replace(".", "montego")))
    expect(modules.filter(({ comment }) => comment === "").map(({ name }) => name)).toEqual([])
    expect(apiPages(modules)).toHaveLength(wanted.length + 1)
  })

  it("says of every export what it is", () => {
    const all = modules.flatMap(({ name, exports }) => exports.map((entry) => ({ module: name, ...entry })))
    expect(all.length).toBeGreaterThan(1000)
    const silent = all.filter(({ comment, home }) => comment === "" && home === undefined)
    expect(silent.map(({ module, name }) => `${module}: ${name} has no doc comment`)).toEqual([])
  })

  it("knows one name for each subpath that is another's twin", () => {
    expect(modules.find(({ name }) => name === "montego/sgf")).toMatchObject({ sameAs: "montego/record" })
  })
})

describe("declarations become entries", () => {
  const folder = mkdtempSync(join(tmpdir(), "montego-api-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, "dist"))
  const exports = { "./a": { types: "./dist/a.d.ts" }, "./b": { types: "./dist/b.d.ts" } }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ exports }))
  writeFileSync(
    join(folder, "dist/a.d.ts"),
    `/** The head. More. */
export interface Stone {
    /** Which. */
    readonly color: number;
}
/**
 * Puts a stone. And more.
 * @param stone which one
 * @throws {RangeError} when it can't
 */
export declare function put(stone: Stone, options: Readonly<Record<string, number>>, done: (at: number, x: Stone) => void): Stone[];
/** A bowl. */
export declare class Bowl<T extends Stone> {
    #private;
    private hidden;
    /** How full. */
    get size(): number;
    take(count: number): T[];
    take(all: true): T[];
}
export declare const LIMIT = 3;
`,
  )
  writeFileSync(join(folder, "dist/b.d.ts"), `/** Other. */\nexport { put as place } from "./a.ts";\n`)
  const [a, b] = readApi(folder, join(folder, "dist"))
  const entry = (name: string) => a!.exports.find((each) => each.name === name)!

  it("with a long signature in lines, links, and what tags say", () => {
    const { signatures, tags, comment } = entry("put")
    expect(signatures[0]!.text.split("\n")).toEqual([
      "function put(",
      "  stone: Stone,",
      "  options: Readonly<Record<string, number>>,",
      "  done: (at: number, x: Stone) => void,",
      "): Stone[]",
    ])
    const names = signatures[0]!.links.map(({ from, to }) => signatures[0]!.text.slice(from, to))
    expect(names).toEqual(["Stone", "Stone", "Stone"])
    expect(signatures[0]!.links[0]!.href).toBe("api/a.html#Stone")
    expect(firstSentence(comment)).toBe("Puts a stone.")
    expect(tags).toEqual([
      { name: "param stone", text: "which one" },
      { name: "throws", text: "`RangeError` when it can't" },
    ])
  })

  it("with the public members of a class", () => {
    const { signatures, members, kind } = entry("Bowl")
    expect(kind).toBe("class")
    expect(signatures[0]!.text).toBe("class Bowl<T extends Stone>")
    expect(members.map(({ name, comment }) => [name, comment])).toEqual([
      ["size", "How full."],
      ["take", ""],
    ])
    expect(members[1]!.signatures.map(({ text }) => text)).toEqual([
      "take(count: number): T[]",
      "take(all: true): T[]",
    ])
  })

  it("once: other subpaths point to the first", () => {
    expect(b!.exports).toMatchObject([{ name: "place", home: "api/a.html#put", signatures: [] }])
    expect(entry("LIMIT")).toMatchObject({ kind: "constant", comment: "" })
  })
})
