// The examples of the documentation run, and print what the page says (APP-6). Those of library.md are strict
// TypeScript, and there is one for every public subpath.

import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-oldest"
import { afterAll, describe, expect, it } from "vitest"
import { compile } from "../support/typescript.ts"

const root = join(import.meta.dirname, "../..")

interface Example {
  readonly title: string
  readonly language: string
  readonly code: string
  readonly output: string
}

/** Each block of code with the block of text that follows it. */
function examples(page: string): Example[] {
  const text = readFileSync(join(root, page), "utf8")
  return text
    .split(/^##? /m)
    .slice(1)
    .flatMap((section) => {
      const match = /```(js|ts)\n(.*?)```\s+```text\n(.*?)```/s.exec(section)
      if (!match) return []
      const [, language, code, output] = match as unknown as [string, string, string, string]
      return [{ title: section.split("\n")[0]!, language, code, output }]
    })
}

/** As Node runs it: what TypeScript adds is taken out. */
function asJavaScript({ language, code }: Example): string {
  if (language === "js") return code
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  return ts.transpileModule(code, { compilerOptions }).outputText
}

describe.each([
  ["docs/library.md", 15],
  ["docs/kernel.md", 1],
  ["docs/search.md", 1],
])("%s", (page, count) => {
  const found = examples(page)

  it("has examples", () => expect(found.length).toBeGreaterThanOrEqual(count))

  it.each(found)("$title", (example) => {
    // Inside the checkout, because the package imports itself by its name there.
    const file = join(root, `.example-${process.pid}.mjs`)
    writeFileSync(file, asJavaScript(example))
    try {
      expect(execFileSync(process.execPath, [file], { cwd: root, encoding: "utf8" })).toBe(example.output)
    } finally {
      rmSync(file)
    }
  })
})

const blocksOf = (text: string): string[] => [...text.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!)

describe("docs/library.md as TypeScript", () => {
  const text = readFileSync(join(root, "docs/library.md"), "utf8")
  const blocks = blocksOf(text)
  // Inside the checkout for the same reason.
  const folder = mkdtempSync(join(root, ".example-types-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("has a block for every public subpath", () => {
    const manifest = readFileSync(join(root, "package.json"), "utf8")
    const subpaths = Object.keys((JSON.parse(manifest) as { exports: object }).exports)
    const wanted = subpaths.map((subpath) => subpath.replace(".", "montego"))
    const imported = new Set(
      blocks.flatMap((block) => [...block.matchAll(/from "(montego[^"]*)"/g)].map((m) => m[1])),
    )
    expect(wanted.filter((name) => name !== "montego/package.json" && !imported.has(name))).toEqual([])
  })

  it("has no block of JavaScript that escapes the check", () => {
    expect(text).not.toContain("```js")
  })

  it.each(["typescript", "typescript-oldest"] as const)("is strict for %s", async (compiler) => {
    const cwd = join(folder, compiler)
    mkdirSync(cwd)
    const ofReadme = blocksOf(readFileSync(join(root, "README.md"), "utf8"))
    const files = [...blocks, ...ofReadme].map((block, index) => {
      writeFileSync(join(cwd, `${index}.mts`), block)
      return `${index}.mts`
    })
    expect(files.length).toBeGreaterThanOrEqual(16)
    expect(await compile({ compiler, user: "Node", files, cwd })).toBe("")
  })

  it("states the oldest TypeScript that is tested", () => {
    const [major, minor] = ts.version.split(".")
    for (const page of ["docs/library.md", "README.md"])
      expect(readFileSync(join(root, page), "utf8")).toContain(`TypeScript ${major}.${minor} or newer`)
  })
})
