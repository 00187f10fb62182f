// Help that teaches (APP-5): every command explains itself, and its defaults are words and not objects.

import { describe, expect, it } from "vitest"
import { runMontego } from "../../test/support/montego.ts"

/** The commands that a help lists. */
async function commandsOf(...path: string[]): Promise<string[]> {
  const { out } = await runMontego(...path, "--help")
  const [, list = ""] = /^Commands:\n((?: .*\n)+)/m.exec(out) ?? []
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== "help")
}

const paths: string[] = []
for (const name of await commandsOf())
  paths.push(name, ...(await commandsOf(name)).map((part) => `${name} ${part}`))

describe("montego COMMAND --help (APP-5)", () => {
  it("there are commands, and some have their own", () => {
    expect(paths).toEqual(expect.arrayContaining(["match", "worker", "sgf convert", "bench kernel"]))
  })

  it.each(paths)("%s shows defaults that can be typed", async (path) => {
    const help = await runMontego(...path.split(" "), "--help")
    expect(help.code).toBe(0)
    const defaults = help.out.match(/\(default[^)]*\)/g) ?? []
    expect(defaults.filter((text) => /[{}[\]]|undefined|NaN/.test(text))).toEqual([])
  })

  it("match, gtp and worker name theirs", async () => {
    expect((await runMontego("match", "--help")).out).toMatch(/--rules <name> [^(]*\(default:\s+chinese\)/)
    expect((await runMontego("gtp", "--help")).out).toMatch(/--rules <name> [^(]*\(default:\s+chinese\)/)
    expect((await runMontego("worker", "--help")).out).toMatch(
      /--allow-engine <program> [^(]*\(default:\s+none\)/,
    )
  })
})
