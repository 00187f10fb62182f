// The template of docs/kgs.md starts Montego, and has what kgsGtp refuses otherwise (NET-1).

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { DEFAULT_PLAYER } from "../../src/cli/options.ts"
import { makePlayer } from "../../src/players/index.ts"
import { parseRuleset } from "../../src/rules/index.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/kgs.md"), "utf8")
const template = /```properties\n(.*?)```/s.exec(page)![1]!
const lines = template.trimEnd().split("\n")
const properties = new Map(
  lines.map((line): [string, string] => {
    const at = line.indexOf("=")
    return [line.slice(0, at), line.slice(at + 1)]
  }),
)

describe("NET-1 the template for kgsGtp", () => {
  it("is a file of ASCII lines, key=value", () => {
    for (const line of lines) expect(line).toMatch(/^[\w.]+=[\x20-\x7e]+$/)
    expect(properties.size).toBe(lines.length)
  })

  it("has every line that kgsGtp needs, and notes of at most 80 characters", () => {
    for (const key of ["name", "password", "room", "mode", "rules", "rules.boardSize", "rules.time"])
      expect(properties.get(key)).toBeDefined()
    expect(properties.get("gameNotes")!.length).toBeLessThanOrEqual(80)
  })

  it("starts a player that exists, under the same rules", async () => {
    const words = properties.get("engine")!.split(" ")
    expect(words.slice(0, 2)).toEqual(["montego", "gtp"])
    const valueOf = (option: string): string => words[words.indexOf(option) + 1]!
    expect(parseRuleset(valueOf("--rules"))!.name).toBe(properties.get("rules"))
    expect(words).not.toContain("--player")
    await unwrap(makePlayer(DEFAULT_PLAYER)).close()
  })
})
