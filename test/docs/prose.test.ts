// The pages are listed in docs/README.md, wrap their prose, and name their subjects. So do the comments of the sources.

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
/** Words that leave open who or how much is meant. */
const RIDDLES = /\b(?:whoever|nobody|somebody|anybody|so many)\b/i

const COMMENT_COLUMNS = 120
const SOURCES = ["src", "web", "scripts", "bench", "test"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(?:ts|tsx|js|css)$/.test(path))
  // This file has examples of what it refuses.
  .filter((path) => path !== join("test/docs/prose.test.ts"))
  .sort()

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

/** The lines of a source that are comments, and comments behind code. The types of JSDoc are code. */
function commentsOf(source: string): Line[] {
  return source.split("\n").flatMap((text, index) => {
    const number = index + 1
    if (/^\s*(?:\/\/|\/?\*)/.test(text)) return /@\w+ \{/.test(text) ? [] : [{ number, text }]
    const [behind] = /(?<=\s)(?:\/\/|\/\*) .*$/.exec(text) ?? []
    return behind === undefined ? [] : [{ number, text: behind }]
  })
}

function faultsOf(lines: readonly Line[], columns: number): string[] {
  return lines.flatMap(({ number, text }) => [
    ...(text.length > columns ? [`line ${number} has ${text.length} characters`] : []),
    ...(RIDDLES.test(text) ? [`line ${number} names no subject: ${text.trim()}`] : []),
  ])
}

describe("the pages", () => {
  it.each(PAGES)("%s wraps and names its subjects", (path) => {
    expect(faultsOf(proseOf(readFileSync(join(root, path), "utf8")), COLUMNS)).toEqual([])
  })

  it("finds long lines and riddles, but not in code and tables", () => {
    const long = "x".repeat(COLUMNS + 1)
    const page = `${long}\nWhoever is done is done.\n\`\`\`sh\n${long}\n\`\`\`\n| ${long} |`
    expect(faultsOf(proseOf(page), COLUMNS)).toEqual([
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

describe("the comments of the sources", () => {
  it("wrap and name their subjects", () => {
    expect(SOURCES.length).toBeGreaterThan(400)
    const faults = SOURCES.flatMap((path) =>
      faultsOf(commentsOf(readFileSync(join(root, path), "utf8")), COMMENT_COLUMNS).map(
        (fault) => `${path}: ${fault}`,
      ),
    )
    expect(faults).toEqual([])
  })

  it("are found wherever they stand, and code is not", () => {
    const long = "x".repeat(COMMENT_COLUMNS)
    const source = [
      "// Nobody is told.",
      'const name = "nobody"',
      "/**",
      " * Runs so many steps.",
      " */",
      "  /** For whoever asks. */",
      "step() // somebody waits",
      `// ${long}`,
      `/** @typedef {{ ${long} }} Table */`,
      `const text = "${long}"`,
    ].join("\n")
    expect(faultsOf(commentsOf(source), COMMENT_COLUMNS)).toEqual([
      "line 1 names no subject: // Nobody is told.",
      "line 4 names no subject: * Runs so many steps.",
      "line 6 names no subject: /** For whoever asks. */",
      "line 7 names no subject: // somebody waits",
      "line 8 has 123 characters",
    ])
  })
})
