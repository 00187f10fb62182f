// docs/sources.md explains every id that sources, tests and pages cite, and names only files that exist.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const MAP = "docs/sources.md"
const ID = /\b(?:RUL|REC|GTP|NET|SIM|BAN|TREE|SA|BT|CGT|EVO|HYB|ARE|LAB|APP)-\d+\b/g
const FOLDERS = ["src", "web", "test", "docs", "bench", "scripts", "examples"]
const TEXTS = /\.(?:ts|tsx|js|md|json|css|html)$/

interface Row {
  readonly id: string
  readonly cells: readonly string[]
}

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const idsIn = (path: string): Set<string> => new Set([...read(path).matchAll(ID)].map(([id]) => id))

/** The files that may cite an id, by their path from the root. */
function citingFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  const beside = readdirSync(root).filter((path) => path.endsWith(".md"))
  return [...inFolders, ...beside].filter(
    (path) => TEXTS.test(path) && path !== MAP && !path.includes("node_modules"),
  )
}

/** The first file that cites each id. */
function citations(): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of citingFiles()) for (const id of idsIn(path)) if (!found.has(id)) found.set(id, path)
  return found
}

/** Rows of the map: | id | what | text | code | tests | page |. */
function rowsOf(page: string): Row[] {
  return page
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, id = ""]) => id !== "" && id.replace(ID, "") === "")
    .map((cells) => ({ id: cells[1]!, cells: cells.slice(2, -1) }))
}

const pathsOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

/** What is wrong with a row; empty when it is right. */
function faultsOf({ id, cells }: Row): string[] {
  if (cells.length !== 5 || cells.includes("")) return [`${id}: a row has six filled columns`]
  const [, , code, tests, pages] = cells as [string, string, string, string, string]
  const missing = [code, tests, pages].flatMap((cell) => {
    const paths = pathsOf(cell)
    if (paths.length === 0) return [`${id}: a column names no file`]
    return paths.filter((path) => !existsSync(join(root, path))).map((path) => `${id}: ${path} is gone`)
  })
  const silent = pathsOf(tests)
    .filter((path) => existsSync(join(root, path)) && !idsIn(path).has(id))
    .map((path) => `${id}: ${path} does not cite it`)
  return [...missing, ...silent]
}

describe("docs/sources.md", () => {
  const rows = rowsOf(read(MAP))
  const cited = citations()

  it("explains every id that is cited, once", () => {
    const ids = rows.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(50)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const unknown = [...cited].filter(([id]) => !ids.includes(id)).map(([id, path]) => `${id} in ${path}`)
    expect(unknown).toEqual([])
  })

  it("has no row for an id that nothing cites", () => {
    expect(rows.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([])
  })

  it("names files that exist, and tests that cite the id", () => {
    expect(rows.flatMap(faultsOf)).toEqual([])
  })

  it("a row that is wrong is found", () => {
    const row = (line: string): string[] => rowsOf(line).flatMap(faultsOf)
    const good = "| TREE-6 | RAVE | Lew | `src/search` | `src/kernel/search.test.ts` | `docs/search.md` |"
    expect(row(good)).toEqual([])
    expect(row(good.replace("docs/search.md", "docs/gone.md"))).toEqual(["TREE-6: docs/gone.md is gone"])
    // Put together, because this file counts as one that cites.
    const uncited = ["TREE", 60].join("-")
    expect(row(good.replace("TREE-6", uncited))).toEqual([
      `${uncited}: src/kernel/search.test.ts does not cite it`,
    ])
    expect(row(good.replace("`docs/search.md`", ""))).toEqual(["TREE-6: a row has six filled columns"])
  })
})
