// The examples of the documentation run, and print what the page says (APP-6).

import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")

/** Each block of code with the block of text that follows it. */
function examples(page: string): { title: string; code: string; output: string }[] {
  const text = readFileSync(join(root, page), "utf8")
  return text
    .split(/^##? /m)
    .slice(1)
    .flatMap((section) => {
      const match = /```js\n(.*?)```\s+```text\n(.*?)```/s.exec(section)
      return match ? [{ title: section.split("\n")[0]!, code: match[1]!, output: match[2]! }] : []
    })
}

describe.each([
  ["docs/library.md", 5],
  ["docs/kernel.md", 1],
  ["docs/search.md", 1],
])("%s", (page, count) => {
  const found = examples(page)

  it("has examples", () => expect(found.length).toBeGreaterThanOrEqual(count))

  it.each(found)("$title", ({ code, output }) => {
    // Inside the checkout, because the package imports itself by its name there.
    const file = join(root, `.example-${process.pid}.mjs`)
    writeFileSync(file, code)
    try {
      expect(execFileSync(process.execPath, [file], { cwd: root, encoding: "utf8" })).toBe(output)
    } finally {
      rmSync(file)
    }
  })
})
