// The commands of the README and of the tutorials work as they are written: each is run, with a smaller budget where it
// takes long. So do the files under examples/, which they use, and those that a tutorial writes.

import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { splitCommand } from "../../src/gtp/controller/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"
import {
  blocksOf,
  commandsOf as commandsOfBlock,
  fileNameOf,
  ownArguments,
  readPage,
  ROOT as root,
} from "./blocks.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-readme-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true })
// The player of examples/ imports the package, as in a project that has it installed.
mkdirSync(join(folder, "node_modules"))
symlinkSync(root, join(folder, "node_modules/montego"), "dir")

// Four players with 20 games for each pair take minutes.
const tournament = join(folder, "examples/tournament.json")
const settings = JSON.parse(readFileSync(tournament, "utf8")) as object
const small = { gamesPerPair: 2, size: 5, budget: { playouts: 10 } }
writeFileSync(tournament, JSON.stringify({ ...settings, ...small }))

/** What makes a command quick; an option that is given twice has its last value. */
const QUICKLY: readonly (readonly [command: RegExp, options: string])[] = [
  [/^analyze .*--game\b/, "--playouts 10"],
  [/^analyze (?!.*--step)/, "--playouts 50"],
  [/^owner/, "--playouts 100"],
  [/^bench (kernel|search)/, "--seconds 0.02 --size 9"],
  [/^bench simulate/, "--size 9 --runs 2 --seconds 0.01 --bias-games 0"],
  [/^gobble map/, "--games 50"],
  [/^bandits/, "--trials 2"],
  [/^lab run bandits/, "--set trials=2"],
  [/^evolve run/, "--steps 2000 --threads 1"],
  [/^match .*--seconds/, "--games 2 --size 5 --seconds 0.01"],
  [/^match .*--sprt/, "--games 2 --size 5 --playouts 10"],
  [/^match/, "--games 2 --size 5"],
  [/^tune/, "--iterations 2 --size 5 --playouts 10"],
]

interface Ended {
  readonly code: unknown
  readonly output: string
}

function run(words: readonly string[], input: string): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, XDG_STATE_HOME: join(folder, "state"), HOME: folder }
    const args = [join(root, "bin/montego.js"), ...words]
    const child = execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: stdout + stderr }),
    )
    child.stdin?.end(input)
  })
}

/** Of the blocks of shell and of tables. */
function commandsOf(page: string): string[] {
  const blocks = blocksOf(page).filter(({ language }) => language === "sh")
  const inTables = [...readPage(page).matchAll(/\| `(npx montego [^`]*)` \|/g)].map((match) => match[1]!)
  const all = [...blocks.flatMap(commandsOfBlock), ...inTables].map(ownArguments)
  return [...new Set(all.filter((words) => words !== undefined))]
}

const seen = new Set<string>()

describe.each([
  ["README.md", 25],
  ["examples/README.md", 6],
  ["docs/tutorial-player.md", 4],
  ["docs/tutorial-researcher.md", 8],
  ["docs/tutorial-developer.md", 4],
])("the commands of %s", (page, fewest) => {
  const commands = commandsOf(page)
  // The README and a tutorial may have the same one.
  const fresh = commands.filter((command) => !seen.has(command))
  for (const command of fresh) seen.add(command)
  for (const block of blocksOf(page)) {
    const name = fileNameOf(block)
    if (name !== undefined) writeFileSync(join(folder, name), block.code)
  }

  it("are found", () => expect(commands.length).toBeGreaterThanOrEqual(fewest))

  for (const command of fresh) {
    const quickly = QUICKLY.find(([pattern]) => pattern.test(command))?.[1] ?? ""
    const test = async (): Promise<void> => {
      const parsed = unwrap(splitCommand(`montego ${command} ${quickly}`))
      // A game in the terminal is left at once.
      const { code, output } = await run(parsed.args, "quit\n")
      expect(output).not.toMatch(/NaN|undefined/)
      expect([code, code === 0 ? "" : output]).toEqual([0, ""])
    }
    const need = command.includes("gnugo") ? program("gnugo") : { path: root }
    itNeeding(need, command, test, 60_000)
  }
})
