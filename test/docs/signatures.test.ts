// A table of results carries the signature of the program that made it, in the paragraph above it: "signature `…`" for
// today's program, "older program, signature `…`" or "older program, no signature" for another.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { SIGNATURE } from "../../src/search/index.ts"

const root = join(import.meta.dirname, "../..")
/** The log has the past, each entry under its date. */
const PAGES = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && path !== "log.md")
  .map((path) => join("docs", path))
  .concat("README.md", "ARCHITECTURE.md")

const MENTION = /(older\s+program,\s+)?signature\s+`([0-9a-f]{16})`/g
const UNSIGNED = /older\s+program,\s+no\s+signature/
/** What measures something. */
const MEASURING =
  /`(?:npm run bench:|node bench\/|npx montego (?:bench|match|bandits|evolve|gobble|tournament))/

interface Table {
  readonly caption: string
  readonly head: string
  readonly rows: readonly string[]
}

/** The tables of a page, each with the paragraph before it. */
function tablesOf(page: string): Table[] {
  const blocks = page.split(/\n{2,}/)
  return blocks.flatMap((block, index) => {
    const [head = "", rule = "", ...rows] = block.trim().split("\n")
    return /^\|[-|]+\|$/.test(rule) ? [{ caption: blocks[index - 1] ?? "", head, rows }] : []
  })
}

/** More than half of its cells behind the first column are numbers. */
function isNumeric({ rows }: Table): boolean {
  const cells = rows.flatMap((row) => row.split("|").slice(2, -1)).map((cell) => cell.trim())
  return cells.filter((cell) => /^[*+−–-]*\d/.test(cell)).length > cells.length / 2
}

/** What is wrong with a page, when this is today's program. */
function faultsOf(page: string, today: string): string[] {
  const mentions = [...page.matchAll(MENTION)].flatMap(([, older, digits]) => {
    if (older === undefined && digits !== today) return [`${digits} is an older program: say so`]
    return older !== undefined && digits === today ? [`${digits} is today's program`] : []
  })
  const unsigned = tablesOf(page)
    .filter((table) => isNumeric(table) && MEASURING.test(table.caption))
    .filter(({ caption }) => caption.match(MENTION) === null && !UNSIGNED.test(caption))
    .map(({ head }) => `no signature above ${head}`)
  return [...mentions, ...unsigned]
}

describe("signatures in docs/", () => {
  const today = SIGNATURE

  it.each(PAGES)("%s", (path) => {
    expect(faultsOf(readFileSync(join(root, path), "utf8"), today)).toEqual([])
  })

  it("finds what is wrong", () => {
    const older = "0123456789abcdef"
    const table = "| player | won |\n|---|---|\n| a | 12 |"
    expect(faultsOf(`By \`npx montego match\` (signature \`${today}\`):\n\n${table}`, today)).toEqual([])
    expect(faultsOf(`(older\nprogram, signature\n\`${older}\`):\n\n${table}`, today)).toEqual([])
    expect(faultsOf(`signature \`${older}\``, today)).toEqual([`${older} is an older program: say so`])
    expect(faultsOf(`older program, signature \`${today}\``, today)).toEqual([`${today} is today's program`])
    expect(faultsOf(`By \`npx montego match\`:\n\n${table}`, today)).toEqual([
      "no signature above | player | won |",
    ])
  })
})
