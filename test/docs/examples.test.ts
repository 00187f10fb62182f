// The programs of the documentation run, and print what the page says (APP-6). Those of library.md are strict
// TypeScript, and there is one for every public subpath.

import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-oldest"
import { afterAll, describe, expect, it } from "vitest"
import { readApi } from "../../scripts/site/api.js"
import { compile } from "../support/typescript.ts"
import { blocksOf, fileNameOf, isProgram, PAGES, readPage, ROOT as root, type Block } from "./blocks.ts"

/** As Node runs it: what TypeScript adds is taken out. */
function asJavaScript({ language, code }: Block): string {
  if (language === "js") return code
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  return ts.transpileModule(code, { compilerOptions }).outputText
}

/** A part of the public types, shown as it is. */
const isExcerpt = ({ code }: Block): boolean => code.startsWith("interface ")

const programs = PAGES.flatMap((page) => blocksOf(page).filter(({ language }) => isProgram(language)))

describe("the programs of the pages", () => {
  // The commands of the page run those that have a file's name: readme.test.ts.
  const toRun = programs.filter((block) => fileNameOf(block) === undefined && !isExcerpt(block))

  it("are found", () => expect(toRun.length).toBeGreaterThanOrEqual(28))

  it.each(toRun)("$page, line $line", (block) => {
    // Inside the checkout, because the package imports itself by its name there.
    const file = join(root, `.example-${process.pid}.mjs`)
    writeFileSync(file, asJavaScript(block))
    try {
      const printed = execFileSync(process.execPath, [file], { cwd: root, encoding: "utf8" })
      if (block.output !== undefined) expect(printed).toBe(block.output)
    } finally {
      rmSync(file)
    }
  })

  it.each(programs.filter(isExcerpt))("$page, line $line, is what the types say", ({ code }) => {
    const plain = (text: string): string =>
      text
        .replaceAll(/\/\*\*.*?\*\//gs, "")
        .replaceAll(/[;\s]+/g, " ")
        .trim()
    const [name] = /(?<=^interface )\w+/.exec(code)!
    const [subpath] = readApi(root, join(root, "dist")).flatMap(({ exports }) =>
      exports.filter((each) => each.name === name && each.home === undefined),
    )
    expect(plain(subpath!.signatures[0]!.text)).toBe(plain(code))
  })
})

describe("docs/library.md as TypeScript", () => {
  const text = readPage("docs/library.md")
  const typescriptOf = (page: string): string[] =>
    blocksOf(page)
      .filter(({ language }) => language === "ts")
      .map(({ code }) => code)
  const blocks = typescriptOf("docs/library.md")
  // Inside the checkout for the same reason.
  const folder = mkdtempSync(join(root, ".example-types-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("has a block for every public subpath", () => {
    const manifest = readPage("package.json")
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
    const others = ["README.md", "docs/tutorial-developer.md"].flatMap(typescriptOf)
    const files = [...blocks, ...others].map((block, index) => {
      writeFileSync(join(cwd, `${index}.mts`), block)
      return `${index}.mts`
    })
    expect(files.length).toBeGreaterThanOrEqual(16)
    expect(await compile({ compiler, user: "Node", files, cwd })).toBe("")
  })

  it("states the oldest TypeScript that is tested", () => {
    const [major, minor] = ts.version.split(".")
    for (const page of ["docs/library.md", "README.md"])
      expect(readPage(page)).toContain(`TypeScript ${major}.${minor} or newer`)
  })
})
