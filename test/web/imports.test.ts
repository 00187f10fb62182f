// The app lives on the package's public subpaths, as any other user. dependency-cruiser's parser reads no JSX, so that
// this holds its rules `web-public-only` and `page-…` for the app's files; and nothing that needs Node may come along.

import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { describe, expect, it } from "vitest"
import { PAGE_LAYERS } from "../../.dependency-cruiser.js"

const root = join(import.meta.dirname, "../..")
const web = join(root, "web")

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, unknown>
}
const PACKAGES = new Set([
  "preact",
  "preact/hooks",
  "idb",
  "@sabaki/shudan",
  "@sabaki/shudan/css/goban.css",
  "uplot",
  "uplot/dist/uPlot.min.css",
])
const SUBPATHS = new Set(
  Object.keys(exports)
    .filter((path) => !path.endsWith("/node"))
    .map((path) => path.replace("./", "montego/")),
)

/** What a file imports, types included. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport|new URL\()\s*\(?"([^"\n]+)"/g)].map(([, name]) => name!)
}

/** Learned weights lie beside the app: the engine fetches them. */
const WEIGHTS = /^\.\.\/\.\.\/weights\/\w+\.bin$/

function isAllowed(file: string, name: string): boolean {
  if (WEIGHTS.test(name)) return partOf(file) === "engine"
  if (!name.startsWith(".")) return PACKAGES.has(name) || SUBPATHS.has(name)
  return !relative(web, resolve(dirname(file), name)).startsWith("..")
}

function strangers(file: string, text: string): string[] {
  return importsOf(text).filter((name) => !isAllowed(file, name))
}

/** The part of the app that a file belongs to: a folder of it, or a file that lies beside them. */
const partOf = (file: string): string => relative(web, file).split(sep)[0]!

/** What a file imports of parts that it may not. Whatever lies beside the folders puts them together. */
function higher(file: string, text: string): string[] {
  const part = partOf(file)
  const layer = PAGE_LAYERS.find(([folder]) => folder === part)
  if (!layer) return []
  return importsOf(text)
    .filter((name) => name.startsWith(".") && !WEIGHTS.test(name))
    .map((name) => partOf(resolve(dirname(file), name)))
    .filter((other) => other !== part && !layer[1].includes(other))
}

describe("the web app's imports", () => {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => join(web, name))

  it("lead down: every folder has its row of layers, and imports what that allows", () => {
    const folders = readdirSync(web, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(PAGE_LAYERS.map(([folder]) => folder).sort())
    const found = files.map((file) => [file, higher(file, readFileSync(file, "utf8"))] as const)
    expect(found.filter(([, parts]) => parts.length > 0)).toEqual([])
  })

  it.each([
    ["engine/planted.ts", `import type { App } from "../state/app.ts"`, "state"],
    ["state/planted.ts", `export * from "../view/names.ts"`, "view"],
    ["state/planted.ts", `import { TEXTS } from "../texts.ts"`, "texts.ts"],
    ["view/planted.tsx", `import "../main.tsx"`, "main.tsx"],
    ["view/planted.tsx", `const Glass = await import("../../web/main.tsx")`, "main.tsx"],
  ])("would be seen if they led up: %s %s", (file, line, part) => {
    expect(higher(join(web, file), line)).toEqual([part])
  })

  it("are public subpaths, its own files, and the packages that it is made with", () => {
    expect(files.length).toBeGreaterThan(20)
    const found = files.map((file) => [file, strangers(file, readFileSync(file, "utf8"))] as const)
    expect(found.filter(([, names]) => names.length > 0)).toEqual([])
  })

  it.each([
    `import { Game } from "../../src/rules/index.ts"`,
    `import type { Game } from "../../dist/rules/index.js"`,
    `import { openHelpers } from "montego/search/node"`,
    `import fs from "node:fs"`,
    `await import("left-pad")`,
  ])("would be seen if they were others: %s", (line) => {
    expect(strangers(join(web, "view", "planted.ts"), line)).toHaveLength(1)
  })
})
