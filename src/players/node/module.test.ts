// Players of others' making (`module:FILE`): how they are named, made and adopted, and what is said when they can't be.

import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { openScratch } from "../../../test/support/scratch.ts"
import { unwrap } from "../../base/result.ts"
import type { Answer, Player, Request } from "../../player/index.ts"
import { Black, Game, parseVertex, PASS } from "../../rules/index.ts"
import { adoptPlayer, isModuleSpec, moduleFile, openPlayer, resolveModuleSpec } from "./module.ts"

const { folder, file } = openScratch("module")
const example = fileURLToPath(new URL("../../../examples/my-player.js", import.meta.url))

const request: Request = {
  position: unwrap(Game.create({ size: 9 })).position(),
  color: Black,
  budget: {},
  seed: 1,
}

/** A module with this default export. */
const moduleOf = (expression: string): string => `module:${file(`export default ${expression}\n`, "mjs")}`

const PASSES = `{ name: "passes", async choose() { return { move: ${PASS}, reason: "engine" } }, async close() {} }`

describe("the name of a module", () => {
  it("gets an absolute path, and keeps its options", () => {
    expect(resolveModuleSpec("module:./a.js", "/home/me")).toBe("module:/home/me/a.js")
    expect(resolveModuleSpec("module:a.js,depth=3", "/home/me")).toBe("module:/home/me/a.js,depth=3")
    expect(resolveModuleSpec("module:a,b.js", "/home/me")).toBe("module:/home/me/a,b.js")
    expect(resolveModuleSpec("uct:strong", "/home/me")).toBe("uct:strong")
    expect(moduleFile("module:/home/me/a.js,depth=3")).toBe("/home/me/a.js")
    expect([isModuleSpec("module:x"), isModuleSpec("uct")]).toEqual([true, false])
  })
})

describe("a module's player", () => {
  it.each([
    ["an object", PASSES],
    ["a function", `() => (${PASSES})`],
    ["a function that takes a while", `async () => (${PASSES})`],
  ])("may be %s", async (_, expression) => {
    const player = unwrap(await openPlayer(moduleOf(expression)))
    expect(player.name).toBe("passes")
    expect((await player.choose(request)).move).toBe(PASS)
    await player.close()
  })

  it("gets the options of its name", async () => {
    const text = moduleOf(`(options) => ({ ...(${PASSES}), name: JSON.stringify(options) })`)
    const { name } = unwrap(await openPlayer(`${text},depth=3,book="a, b"`))
    expect(JSON.parse(name)).toEqual({ depth: "3", book: "a, b" })
  })

  it("is the example's, which captures", async () => {
    const game = unwrap(Game.create({ size: 5 }))
    const choose = async (options: string): Promise<Answer> =>
      unwrap(await openPlayer(`module:${example}${options}`)).choose({
        ...request,
        position: game.position(),
      })
    expect(await choose("")).toMatchObject({ reason: "uniform" })
    for (const vertex of ["A2", "A1"]) unwrap(game.play(parseVertex(vertex, 5)!))
    expect(await choose("")).toEqual({ move: parseVertex("B1", 5), reason: "best-value" })
    expect(await choose(",least=2")).toMatchObject({ reason: "uniform" })
  })

  it("leaves other names to the registry", async () => {
    expect(unwrap(await openPlayer("random")).name).toBe("random")
    expect(await openPlayer("missing")).toMatchObject({ ok: false, error: /there is no player/ })
  })

  it.each<[string, string, RegExp]>([
    ["no file", "module:", /names no file: it is module:FILE/],
    ["a file that is not there", `module:${join(folder, "none.js")}`, /none\.js: there is no such file$/],
    ["a folder", `module:${folder}`, /is a directory, and no plain file$/],
    ["malformed options", `${moduleOf(PASSES)},a=1,b`, /"b" should be key=value/],
    [
      "no default export",
      `module:${file("export const a = 1", "mjs")}`,
      /it has no default export, a Player/,
    ],
    ["another default export", moduleOf("7"), /its default export must be a Player, or a function/],
    ["half a player", moduleOf(`{ name: "half" }`), /its default export must be a Player/],
    [
      "a function of half a player",
      moduleOf(`() => ({ name: "half" })`),
      /needs a name, choose\(\) and close\(\)/,
    ],
    [
      "a function that throws",
      moduleOf(`() => { throw new Error("no weights\\nat all") }`),
      /failed: no weights$/,
    ],
    [
      "a module that throws",
      `module:${file(`throw new Error("no luck")`, "mjs")}`,
      /can't be loaded: no luck$/,
    ],
    ["no JavaScript", `module:${file("export default (", "mjs")}`, /can't be loaded: \S/],
    [
      "an import that is not installed",
      `module:${file(`import "montego-not-installed"`, "mjs")}`,
      /can't be loaded: .*montego-not-installed/,
    ],
  ])("%s is refused with a sentence", async (_, text, reason) => {
    const opened = await openPlayer(text)
    expect(opened).toEqual({ ok: false, error: expect.stringMatching(reason) })
    expect(opened).toEqual({ ok: false, error: expect.not.stringContaining("\n") })
  })
})

describe("an adopted player", () => {
  class Counting implements Player {
    readonly name = "counting"
    #closed = 0
    answer: unknown = { move: PASS, reason: "engine" } satisfies Answer
    budgets: unknown[] = []
    choose({ budget }: Request): Promise<Answer> {
      this.budgets.push(budget)
      return Promise.resolve(this.answer as Answer)
    }
    gameOver(): void {
      this.#closed += 100
    }
    close(): Promise<void> {
      this.#closed++
      return Promise.resolve()
    }
    get closed(): number {
      return this.#closed
    }
  }

  it("gets the default budget where a request has none, and keeps its methods", async () => {
    const player = new Counting()
    const adopted = adoptPlayer(player, { playouts: 50 })
    await adopted.choose(request)
    await adopted.choose({ ...request, budget: { playouts: 7, seconds: 1 } })
    expect(player.budgets).toEqual([{ playouts: 50 }, { playouts: 7, seconds: 1 }])
    adopted.gameOver()
    await adopted.close()
    expect(adopted.closed).toBe(101)
  })

  it("is not closed when it is shared", async () => {
    const player = new Counting()
    await adoptPlayer(player, {}, { isShared: true }).close()
    expect(player.closed).toBe(0)
  })

  it.each([
    undefined,
    null,
    5,
    {},
    { move: "E5" },
    { move: 3 },
    { move: 1.5 },
    { move: Number.NaN },
    { move: 9999 },
  ])("is at fault when it answers %j", async (answer) => {
    const player = new Counting()
    player.answer = answer
    const choosing = adoptPlayer(player).choose(request)
    await expect(choosing).rejects.toMatchObject({ kind: "illegal", message: /its answer has no move/ })
  })
})
