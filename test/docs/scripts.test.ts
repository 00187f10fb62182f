// Every `npm run …` and every file of bench/ that a page names exists.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }

/** The log has the past. */
const PAGES = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && path !== "log.md")
  .map((path) => join("docs", path))
  .concat("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")

/** What a text names and the checkout lacks. `npm run bench:…` stands for all of them. */
function missingIn(text: string): string[] {
  const commands = [...text.matchAll(/npm\s+run\s+(?:--silent\s+)?([a-z:-]*[a-z]\b)(?!:…)/g)]
  const files = [...text.matchAll(/\b(?:bench|scripts)\/[\w-]+\.js(?:on)?\b/g)].map(([file]) => file)
  return [
    ...commands.map(([, name]) => name!).filter((name) => !(name in scripts)),
    ...files.filter((file) => !existsSync(join(root, file))),
  ]
}

it.each(PAGES)("%s names scripts that exist", (path) => expect(missingIn(read(path))).toEqual([]))

it("the scripts of package.json exist", () => {
  expect(missingIn(Object.values(scripts).join("\n"))).toEqual([])
})

it("finds what is gone", () => {
  const text = "`npm run bench:gone -- --games 2`, `npm run bench:board`, `npm run bench:…`, `bench/gone.js`"
  expect(missingIn(text)).toEqual(["bench:gone", "bench/gone.js"])
})
