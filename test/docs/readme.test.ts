// The commands of the README work as they are written: each is run, with a smaller budget where it takes long. So do
// the files under examples/, which they use.

import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { splitCommand } from "../../src/gtp/controller/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"

const root = join(import.meta.dirname, "../..")
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
  [/^evolve run/, "--steps 2000 --threads 1"],
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

function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8")
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap((match) =>
    match[1]!.replaceAll("\\\n", " ").split("\n"),
  )
  const inTables = [...text.matchAll(/\| `(npx montego [^`]*)` \|/g)].map((match) => match[1]!)
  return [...new Set([...blocks, ...inTables])]
    .filter((line) => line.startsWith("npx montego "))
    .map((line) => line.replace(/ +#.*$/, "").slice("npx montego ".length))
}

describe.each([
  ["README.md", 25],
  ["examples/README.md", 6],
])("the commands of %s", (page, fewest) => {
  const commands = commandsOf(page)

  it("are found", () => expect(commands.length).toBeGreaterThanOrEqual(fewest))

  for (const command of commands) {
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
