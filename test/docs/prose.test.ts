// The pages are listed in docs/README.md, wrap their prose, and name their subjects.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const COLUMNS = 100
const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .sort()
const PAGES = [
  ...inDocs.map((path) => join("docs", path)),
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "examples/README.md",
]
/** Subjects that leave open who is meant. */
const RIDDLES = /\b(?:whoever|nobody|somebody|anybody)\b/i

interface Line {
  readonly number: number
  readonly text: string
}

/** The lines of a page that are neither code nor tables. */
function proseOf(page: string): Line[] {
  let isCode = false
  return page
    .split("\n")
    .map((text, index) => ({ number: index + 1, text }))
    .filter(({ text }) => {
      const isFence = text.trimStart().startsWith("```")
      if (isFence) isCode = !isCode
      return !isFence && !isCode && !text.startsWith("|")
    })
}

function faultsOf(page: string): string[] {
  return proseOf(page).flatMap(({ number, text }) => [
    ...(text.length > COLUMNS ? [`line ${number} has ${text.length} characters`] : []),
    ...(RIDDLES.test(text) ? [`line ${number} names no subject: ${text.trim()}`] : []),
  ])
}

describe("the pages", () => {
  it.each(PAGES)("%s wraps and names its subjects", (path) => {
    expect(faultsOf(readFileSync(join(root, path), "utf8"))).toEqual([])
  })

  it("finds long lines and riddles, but not in code and tables", () => {
    const long = "x".repeat(COLUMNS + 1)
    expect(faultsOf(`${long}\nWhoever is done is done.\n\`\`\`sh\n${long}\n\`\`\`\n| ${long} |`)).toEqual([
      "line 1 has 101 characters",
      "line 2 names no subject: Whoever is done is done.",
    ])
  })

  it("are all listed in docs/README.md", () => {
    const index = readFileSync(join(root, "docs/README.md"), "utf8")
    const listed = [...index.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!)
    expect(inDocs.filter((path) => path !== "README.md" && !listed.includes(path))).toEqual([])
  })
})
