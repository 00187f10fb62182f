// A player of one's own on the command line: `module:FILE` wherever a player is named.

import { readdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { expectComplaint, expectRefusal, runJson, runMontego } from "../../test/support/montego.ts"
import { NINE, openScratch } from "../../test/support/scratch.ts"
import { readJournal } from "../arena/index.ts"

const { folder, file } = openScratch("own-player")
const example = fileURLToPath(new URL("../../examples/my-player.js", import.meta.url))
const relativeExample = relative(process.cwd(), example)
const players = pathToFileURL(fileURLToPath(new URL("../../dist/players/index.js", import.meta.url))).href

/** The search under another name, with reports. */
const SEARCHER = `import { makePlayer } from ${JSON.stringify(players)}
export default () => makePlayer("uct,playouts=20").value`

describe("a player of one's own", () => {
  it("plays a match in threads; the journal has its whole path", async () => {
    const journal = join(folder, "match.jsonl")
    const own = `module:${relativeExample},least=2`
    const words = "match --size 5 --b random --games 2 --journal".split(" ")
    expect(await runMontego(...words, journal, "--a", own)).toMatchObject({ code: 0 })
    const read = readJournal(journal)
    if (!read.ok) expect.fail(read.error)
    const { header, entries } = read.value
    expect(header.definition.a).toBe(`module:${example},least=2`)
    expect(header.names.a).toBe("my-player")
    expect(entries.map(({ verdict }) => verdict.kind)).toEqual(["score", "score"])
  })

  it("plays in a tournament, named from the folder of its file", async () => {
    const own = file(`export { default } from ${JSON.stringify(pathToFileURL(example).href)}`, "mjs")
    const tournament = join(folder, "own.json")
    writeFileSync(
      tournament,
      JSON.stringify({
        name: "Own",
        players: [
          { name: "own", spec: `module:./${relative(folder, own)}` },
          { name: "random", spec: "random" },
        ],
        gamesPerPair: 2,
        size: 5,
      }),
    )
    const ran = await runMontego("tournament", tournament, "--journal", join(folder, "own"))
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/2 games in/) })
    const [journal] = readdirSync(join(folder, "own")).filter((name) => name.endsWith(".jsonl"))
    const read = readJournal(join(folder, "own", journal!))
    expect(read.ok && read.value.header.definition.a).toBe(`module:${own}`)
  })

  it("analyzes when its answers have a report", async () => {
    const spec = `module:${file(SEARCHER, "mjs")}`
    const report = await runJson<{ playouts: number }>("analyze", NINE, "--player", spec, "--playouts", "50")
    expect(report.playouts).toBe(50)
    expectComplaint(
      await runMontego("analyze", NINE, "--player", `module:${example}`),
      /my-player gives no report with its move: there is nothing to show/,
    )
    expectRefusal(
      await runMontego("analyze", NINE, "--player", spec, "--step", "1"),
      /--step looks inside the tree search: leave out --player module:…/,
    )
  })

  it.each([
    [["gtp", "--player"]],
    [["play", "--player"]],
    [["match", "--b", "random", "--games", "2", "--a"]],
    [["match", "--a", "random", "--games", "2", "--b"]],
    [["analyze", NINE, "--player"]],
  ])("%j refuses a module that can't be used", async (words) => {
    expectRefusal(await runMontego(...words, "module:./none.js"), /none\.js: there is no such file/)
    expectRefusal(
      await runMontego(...words, `module:${file("export const a = 1", "mjs")}`),
      /it has no default export, a Player, or a function that makes one/,
    )
    expectRefusal(
      await runMontego(...words, `module:${file(`export default () => { throw new Error("bang") }`, "mjs")}`),
      /its function failed: bang/,
    )
  })
})
