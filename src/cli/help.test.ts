// Help that teaches (APP-5): every command explains itself, and its defaults are words and not objects.

import { describe, expect, it } from "vitest"
import type { Command } from "commander"
import { runMontego } from "../../test/support/montego.ts"
import { splitCommand } from "../gtp/controller/index.ts"
import { unwrap } from "../base/result.ts"
import { makeProgram } from "./main.ts"

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

/** The calls of montego below `Examples:`, without what a shell does with them and what is said about them. */
function examplesIn(help: string): string[] {
  const [, text = ""] = /^Examples:\n((?: {2}.*\n?)+)/m.exec(help) ?? []
  return text
    .replaceAll(/ \\\n */g, " ")
    .split(/\n| \| /)
    .map((line) => line.trim().replace(/(?: {2,}| > ).*/, ""))
    .filter((line) => line.startsWith("montego "))
}

/** Which command takes these words, options and all; nothing is done. Undefined where none does. */
async function parsedBy(example: string): Promise<string | undefined> {
  const program = await makeProgram()
  let taken: string | undefined
  const disarm = (command: Command): void => {
    for (const part of command.commands) disarm(part)
    if (command.commands.length === 0) command.action(() => void (taken = command.name()))
  }
  disarm(program)
  await program.parseAsync(unwrap(splitCommand(example)).args, { from: "user" })
  return taken
}

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

  it("one word has one meaning in all commands", async () => {
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
    const options = all(await makeProgram()).flatMap(({ options: own }) => own)
    const meaningsOf = (flag: string): string[] => [
      ...new Set(options.filter(({ long }) => long === flag).map(({ description }) => description)),
    ]
    expect(meaningsOf("--move")).toEqual(["the board before this move (default: at the end)"])
    for (const meaning of meaningsOf("--number")) expect(meaning).toMatch(/which game of a collection/)
    expect(meaningsOf("--game")).toEqual(["every position of the game, and its worst moves"])
    const empty = options.filter(
      ({ long, description }) => long === "--size" && /default: \d+\)/.test(description),
    )
    expect(empty.length).toBeGreaterThan(3)
    for (const { description } of empty) expect(description).toContain("(default: 9)")
  })

  it.each(paths)("%s says what it does, and how it is called", async (path) => {
    const { out } = await runMontego(...path.split(" "), "--help")
    const [usage, empty, what] = out.split("\n")
    expect(usage).toMatch(new RegExp(`^Usage: montego ${path} `))
    expect([empty, what]).toEqual(["", expect.stringMatching(/^[A-Z].{20}/)])
    expect(out).toMatch(/\.\n\n(Arguments|Options):|\?\n\n(Arguments|Options):/)
    expect(examplesIn(out).length).toBeGreaterThan(0)
  })

  it.each(["", ...paths])("%s has examples that can be typed", async (path) => {
    const { out } = await runMontego(...path.split(" ").filter(Boolean), "--help")
    for (const example of examplesIn(out)) {
      const taken = await parsedBy(example)
      expect([example, taken]).toEqual([example, expect.any(String)])
    }
  })

  it("match, gtp and worker name theirs", async () => {
    expect((await runMontego("match", "--help")).out).toMatch(/--rules <name> [^(]*\(default:\s+chinese\)/)
    expect((await runMontego("gtp", "--help")).out).toMatch(/--rules <name> [^(]*\(default:\s+chinese\)/)
    expect((await runMontego("worker", "--help")).out).toMatch(
      /--allow-engine <program> [^(]*\(default:\s+none\)/,
    )
  })
})
