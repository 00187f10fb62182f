// Every sample of code in the README and in docs/ is run, or at least read by what it is written for (APP-6).
//
// - Programs (ts, js) are run; examples.test.ts does that.
// - The commands of the README, of examples/ and of the tutorials are run with small budgets; readme.test.ts does that.
// - All other commands of ours are parsed by the command line itself here: subcommand, options, values and the names of
//   players. To run them all would take hours: many play hundreds of games.
// - `npm run …` must be a script of package.json.
// - What is left is listed below with its reason. A block that fits nothing of this fails.

import type { Command } from "commander"
import { CommanderError } from "commander"
import { describe, expect, it } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { makeProgram } from "../../src/cli/main.ts"
import { splitCommand } from "../../src/gtp/controller/index.ts"
import { makePlayer } from "../../src/players/index.ts"
import { NODE_ENVIRONMENT } from "../../src/players/node/index.ts"
import { blocksOf, commandsOf, isProgram, ownArguments, PAGES, readPage, type Block } from "./blocks.ts"

/** Languages of which nothing is run. */
const DATA: Readonly<Record<string, string>> = {
  text: "what a program prints, and boards",
  jsonc: "messages with parts left out; src/server/message.test.ts reads whole ones",
  properties: "kgs.test.ts reads it",
  python: "pandas need not be installed",
}

/** Commands that no test runs or parses. */
const OTHERS: readonly (readonly [command: RegExp, reason: string])[] = [
  [
    /^npm (start|test|init|install)\b/,
    "npm itself; test/packaging installs the package, and this is a test run",
  ],
  [/^redis-server /, "needs an address of the reader's; test/arena starts one"],
  [/^tail .*\| jq /, "jq need not be installed"],
  [/^\(umask 077; (echo|touch) /, "the shell's own"],
  [/^(for \w+ in |done$)/, "the shell's own; the command inside is parsed"],
]

/** What pages write where the reader has something of his own. */
const PLACEHOLDERS: readonly (readonly [placeholder: RegExp, example: string])[] = [
  [/ \[--[^\]]*\]/g, ""],
  [/ \$clock\b/, " absolute:1"],
  [/\bHOST:PORT\b/, "localhost:6867"],
  [/ --player NAME$/, " --player random"],
]

const scripts = ["package.json", "examples/vite-worker/package.json"].flatMap((file) =>
  Object.keys((JSON.parse(readPage(file)) as { scripts: object }).scripts),
)

/** The program with commands that parse and do nothing; answers the options of the one that was named. */
async function parse(words: string): Promise<{ options: Record<string, unknown> } | { error: string }> {
  const program = await makeProgram()
  let options: Record<string, unknown> = {}
  let error = ""
  const quiet = (command: Command): void => {
    command.configureOutput({ writeOut: () => undefined, writeErr: (text) => void (error += text) })
    if (command.commands.length === 0) command.action(() => void (options = command.opts()))
    for (const part of command.commands) quiet(part)
  }
  quiet(program)
  try {
    program.parse(unwrap(splitCommand(`montego ${words}`)).args, { from: "user" })
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return { options: {} }
    return { error: error || String(thrown) }
  }
  return { options }
}

const PLAYER_OPTIONS = ["a", "b", "player"]

async function faultOfPlayer(name: unknown): Promise<string | undefined> {
  if (typeof name !== "string" || /^(gtp|module):/.test(name)) return undefined
  // The file is the reader's.
  const player = makePlayer(name.replace(/,experience=[^,]+(,learn=on)?/, ""), {}, NODE_ENVIRONMENT)
  if (!player.ok) return player.error
  await player.value.close()
  return undefined
}

/** What is wrong with a command line; undefined when it is right. */
async function faultOf(written: string): Promise<string | undefined> {
  const command = PLACEHOLDERS.reduce((text, [pattern, example]) => text.replace(pattern, example), written)
  const words = ownArguments(command)
  if (words !== undefined) {
    const parsed = await parse(words)
    if ("error" in parsed) return parsed.error.trim()
    const faults = await Promise.all(PLAYER_OPTIONS.map((option) => faultOfPlayer(parsed.options[option])))
    return faults.find((fault) => fault !== undefined)
  }
  const [, script] = /^npm run ([\w:-]+)/.exec(command) ?? []
  if (script !== undefined) return scripts.includes(script) ? undefined : `there is no script ${script}`
  return OTHERS.some(([pattern]) => pattern.test(command)) ? undefined : "a command that no test knows"
}

async function faultsOf(block: Block): Promise<string[]> {
  const { page, line, language } = block
  if (isProgram(language) || language in DATA) return []
  if (language !== "sh") return [`${page}:${line}: no rule for ${language}`]
  const faults = await Promise.all(
    commandsOf(block).map(async (command) => {
      const fault = await faultOf(command)
      return fault === undefined ? [] : [`${page}:${line}: ${command}: ${fault}`]
    }),
  )
  return faults.flat()
}

/** Commands in running text and in tables; those with a part left out stand for several. */
const inText = (page: string): string[] =>
  [
    ...readPage(page)
      .replace(/^```.*?^```$/gms, "")
      .matchAll(/`(npx montego [^`]*)`/g),
  ]
    .map(([, command]) => command!.replaceAll(/\s+/g, " "))
    .filter((command) => !command.includes("…"))

describe("the samples of the pages", () => {
  it.each(PAGES)("%s", async (page) => {
    const faults = await Promise.all(blocksOf(page).map(faultsOf))
    expect(faults.flat()).toEqual([])
  })

  it("commands in running text parse, too", async () => {
    // docs/log.md has commands of the past.
    const pages = PAGES.filter((page) => page !== "docs/log.md")
    const commands = pages.flatMap((page) => inText(page).map((command) => ({ page, command })))
    expect(commands.length).toBeGreaterThan(50)
    const faults: string[] = []
    for (const { page, command } of commands) {
      const fault = await faultOf(command)
      if (fault !== undefined) faults.push(`${page}: ${command}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  it("finds what is wrong", async () => {
    const text = [
      "npx montego gone",
      "npx montego match --a uct:strong --b random --gone 3   # a comment",
      "npx montego match --a uct:strong,gone=1 --b random",
      'X="uct:gone"',
      'npx montego gtp --player "$X"',
      "npm run gone",
      "curl example",
      "npx montego match --a uct:strong \\",
      "  --b random --games 2",
    ].join("\n")
    const [block] = blocksOf("x.md", `\`\`\`sh\n${text}\n\`\`\`\n`)
    const faults = await faultsOf(block!)
    expect(faults).toHaveLength(6)
    for (const [index, reason] of ["gone", "--gone", "gone", "gone", "no script gone", "no test"].entries())
      expect(faults[index]).toContain(reason)
    expect(await faultsOf(blocksOf("x.md", "```rust\n```\n")[0]!)).toEqual(["x.md:2: no rule for rust"])
  })
})
