// Does the check of the layers bite? A copy of the tree passes; the same copy with one offence of each kind
// planted in it is reported offence by offence. The count of modules guards against a parser that reads
// no TypeScript: such a check passes for the wrong reason.

import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Report {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
}

/** One file of each offence, and the rule that must name it. */
const offences = [
  {
    what: "a lower folder imports a higher one",
    rule: "layer-rules",
    files: {
      "src/rules/planted-up.ts": `import "../record/planted.ts"`,
      "src/record/planted.ts": "export {}",
    },
  },
  {
    what: "it does so for a type only",
    rule: "layer-base",
    files: {
      "src/base/planted-type.ts": `import type { A } from "../gtp/planted.ts"\nexport type B = A`,
      "src/gtp/planted.ts": "export type A = 1",
    },
  },
  {
    what: "a folder imports one that its row doesn't list",
    rule: "layer-engine",
    files: { "src/engine/planted.ts": `import "../learn/planted.ts"`, "src/learn/planted.ts": "export {}" },
  },
  {
    what: "an idea imports another one",
    rule: "layer-gobble",
    files: {
      "src/gobble/planted-beside.ts": `import "../flat/planted.ts"`,
      "src/flat/planted.ts": "export {}",
    },
  },
  {
    what: "the contract of players imports the search",
    rule: "layer-player",
    files: {
      "src/player/planted.ts": `import type { C } from "../search/planted.ts"\nexport type D = C`,
      "src/search/planted.ts": "export type C = 1",
    },
  },
  {
    what: "a part of the kernel that is not the module's entry imports an idea",
    rule: "layer-kernel",
    files: {
      "src/kernel/assembly/planted.ts": `import "../../gobble/assembly/planted"`,
      "src/gobble/assembly/planted.ts": "export {}",
    },
  },
  {
    what: "the module's entry imports what is no AssemblyScript",
    rule: "module-entry",
    files: {
      "src/kernel/assembly/index.ts": `import "../../gobble/planted"`,
      "src/gobble/planted.ts": "export {}",
    },
  },
  {
    what: "the module's search imports another part of Go than game.ts",
    rule: "search-knows-game",
    files: {
      "src/kernel/assembly/search.ts": `import "./game"\nimport "./grid"`,
      "src/kernel/assembly/game.ts": "export {}",
      "src/kernel/assembly/grid.ts": "export {}",
    },
  },
  {
    what: "two modules need each other's types",
    rule: "no-circle",
    files: {
      "src/rules/planted-one.ts": `import type { Two } from "./planted-two.ts"\nexport type One = Two | 1`,
      "src/rules/planted-two.ts": `import type { One } from "./planted-one.ts"\nexport type Two = One | 2`,
    },
  },
  {
    what: "a Node module in a folder that also runs in a browser",
    rule: "node-built-in",
    files: { "src/rules/planted-node.ts": `import { readFileSync } from "node:fs"\nexport { readFileSync }` },
  },
  {
    what: "the type of a Node module there",
    rule: "node-built-in",
    files: { "src/rules/planted-node-type.ts": `import type { Stats } from "fs"\nexport type S = Stats` },
  },
  {
    what: "a Node-only part imported by the part for the browser",
    rule: "node-only-module",
    files: {
      "src/record/planted-mixed.ts": `export * from "./node/planted.ts"`,
      "src/record/node/planted.ts": `import "node:fs"`,
    },
  },
  {
    what: "a devDependency outside tests",
    rule: "undeclared-package",
    files: { "src/rules/planted-dev.ts": `import fc from "fast-check"\nexport { fc }` },
  },
  {
    what: "a package in a folder below the arena",
    rule: "needs-no-package",
    files: { "src/players/planted-package.ts": `import * as v from "valibot"\nexport { v }` },
  },
  {
    what: "an import that leads nowhere",
    rule: "unresolved",
    files: { "src/rules/planted-nowhere.ts": `import "./no-such-file.ts"` },
  },
  {
    what: "a folder without a row",
    rule: "unknown-folder",
    files: { "src/helpers/planted.ts": `import "../base/planted.ts"`, "src/base/planted.ts": "export {}" },
  },
  {
    what: "a source that imports from outside src",
    rule: "outside-src",
    files: { "src/base/planted-out.ts": `import "../../test/planted.ts"`, "test/planted.ts": "export {}" },
  },
  {
    what: "a source that imports a test",
    rule: "imports-a-test",
    files: {
      "src/base/planted-use.ts": `import "./planted.test.ts"`,
      "src/base/planted.test.ts": "export {}",
    },
  },
  {
    what: "the app reaches into the sources",
    rule: "web-public-only",
    files: { "web/planted.ts": `import "../src/base/planted.ts"` },
  },
  {
    what: "the app reaches into the build",
    rule: "web-public-only",
    files: { "web/planted-deep.ts": `import "../dist/base/planted.js"`, "dist/base/planted.js": "export {}" },
  },
  {
    what: "the page's engine imports its state",
    rule: "page-engine",
    files: {
      "web/engine/planted-up.ts": `import "../state/planted.ts"`,
      "web/state/planted.ts": "export {}",
    },
  },
  {
    what: "the page's state imports a view, for a type only",
    rule: "page-state",
    files: {
      "web/state/planted-type.ts": `import type { A } from "../view/planted.ts"\nexport type B = A`,
      "web/view/planted.ts": "export type A = 1",
    },
  },
  {
    what: "the page's state imports its words",
    rule: "page-state",
    files: { "web/state/planted-words.ts": `import "../texts.ts"`, "web/texts.ts": "export {}" },
  },
  {
    what: "what works offline imports the page's engine",
    rule: "page-pwa",
    files: { "web/pwa/planted.ts": `import "../engine/planted.ts"`, "web/engine/planted.ts": "export {}" },
  },
  {
    what: "a view imports what puts the parts together",
    rule: "page-view",
    files: { "web/view/planted-main.ts": `import "../main.ts"`, "web/main.ts": "export {}" },
  },
] satisfies readonly { what: string; rule: string; files: Record<string, string> }[]

/** Allowed code that looks like an offence. */
const permitted = {
  "src/record/planted-lawful.ts": `import "../rules/planted-leaf.ts"`,
  "src/rules/planted-leaf.ts": "export {}",
  "src/rules/planted-lawful.test.ts": `import "node:fs"\nimport "fast-check"`,
  "src/record/node/planted-lawful.ts": `import "node:fs"`,
  "web/planted-lawful.ts": `import "montego/base"`,
  "web/state/planted-lawful.ts": `import "../engine/planted.ts"`,
  "web/view/planted-lawful.ts": `import "../engine/planted.ts"\nimport "../state/planted.ts"\nimport "../texts.ts"`,
  "dist/base/index.js": "export {}",
  "src/server/planted-optional.ts": `export const load = () => import("hono")`,
  "src/cli/planted-lawful.ts": `import "commander"\nimport "node:process"\nimport "../rules/planted-leaf.ts"`,
}

let copy: string
let clean: Report
let planted: Report

async function plant(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(copy, dirname(path)), { recursive: true })
    await writeFile(join(copy, path), `${content}\n`)
  }
}

async function cruise(): Promise<Report> {
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
  const args = [program, "--config", ".dependency-cruiser.js", "--output-type", "json", "src", "web"]
  const output = await new Promise<string>((resolve, reject) => {
    // Its exit code counts the violations; a report that isn't JSON is the failure here.
    execFile(process.execPath, args, { cwd: copy, maxBuffer: 1 << 28 }, (_error, stdout, stderr) => {
      if (stdout.startsWith("{")) resolve(stdout)
      else reject(new Error(`dependency-cruiser made no report: ${stderr}`))
    })
  })
  return JSON.parse(output) as Report
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "montego-layers-"))
  for (const name of [
    "src",
    "bench",
    "test/fuzz",
    "test/support",
    "test/oracles",
    "package.json",
    "tsconfig.json",
    ".dependency-cruiser.js",
  ]) {
    await cp(join(root, name), join(copy, name), { recursive: true })
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"))
  await mkdir(join(copy, "web"))
  clean = await cruise()
  await plant(permitted)
  for (const { files } of offences) await plant(files)
  planted = await cruise()
})

afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
})

describe("the check of the layers", () => {
  it("finds nothing in the tree as it is", () => {
    expect(clean.summary.violations).toEqual([])
  })

  it("has read every source", async () => {
    const files = await readdir(join(root, "src"), { recursive: true })
    const sources = files.filter((name) => name.endsWith(".ts")).map((name) => `src/${name}`)
    const read = new Set(clean.modules.map((module) => module.source))
    expect(sources.filter((source) => !read.has(source))).toEqual([])
    expect(sources.length).toBeGreaterThan(0)
  })

  it.each(offences)("reports $rule: $what", ({ rule, files }) => {
    const found = planted.summary.violations.filter((violation) => violation.rule.name === rule)
    expect(found.map((violation) => violation.from)).toContain(Object.keys(files)[0])
  })

  it("reports nothing that is permitted", () => {
    const wrong = planted.summary.violations.filter((violation) => violation.from in permitted)
    expect(wrong).toEqual([])
  })

  it("has the same table as ARCHITECTURE.md", async () => {
    const text = await readFile(join(root, "ARCHITECTURE.md"), "utf8")
    const rows = [...text.matchAll(/^\| `src\/(\w+)`.*\|([^|]*)\|$/gm)].map(([, folder, column]) => {
      const words = column!.replaceAll("`", "").trim()
      const listed = words === "–" ? [] : words === "all above" ? "above" : words.split(/,\s*/)
      return [folder, listed]
    })
    const { LAYERS } = await import("../../.dependency-cruiser.js")
    expect(rows).toEqual(LAYERS)
  })
})
