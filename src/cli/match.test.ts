// `montego match` (ARE-1): what it refuses, and with which words. Matches that are played: test/arena.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Command } from "commander"
import { describe, expect, it } from "vitest"
import { expectRefusal, runMontego, type Ran } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"
import type { JournalEntry } from "../arena/index.ts"
import { makeCommandText } from "./command.ts"
import { identify } from "./venue.ts"

const { folder, file } = openScratch("match-cli")

function run(...more: string[]): Promise<Ran> {
  const journal = ["--journal", join(folder, "journal.jsonl")]
  return runMontego("match", "--a", "random", "--b", "random", "--games", "2", ...journal, ...more)
}

/** One of the engines with a fault. */
const engine = (name: string): string =>
  `gtp:"${process.execPath}" "${join(import.meta.dirname, "../../test/faults/engines", `${name}.js`)}"`

describe("montego match (ARE-1)", () => {
  it.each([
    [["--a", "nobody"], /there is no player "nobody"/],
    [["--a", "gtp:/nowhere/no-such-engine"], /no-such-engine/],
    [["--a", `gtp:gnugo "--mode`], /quote is not closed/],
    [["--b", "uct,playouts=x"], /playouts is a whole number/],
    [["--games", "0"], /It is 1 to 1000000/],
    [["--concurrency", "1025"], /It is 1 to 1024/],
    [["--sgf", import.meta.filename], /match\.test\.ts is no folder/],
    [["--a", "gtp:"], /The command is missing: a program and its arguments/],
    [["--clock", "sundial"], /a clock is absolute:60/],
    [["--clock", "absolute:5", "--seconds", "1"], /only one of --playouts, --seconds and --clock/],
    [["--sprt", "30,0"], /two numbers, such as 0,30/],
    [["--sprt", "0"], /two numbers/],
    [["--alpha", "0.1"], /--alpha and --beta need --sprt/],
    [["--sprt", "0,30", "--alpha", "2"], /a chance above 0 and below 1/],
    [["--sprt", "0,30", "--alpha", "0.6", "--beta", "0.4"], /together are below 1/],
    [["--handicap", "1"], /A handicap is 2 to 9 stones/],
    [["--handicap", "2", "--size", "5"], /a board of 5 lines has room for no fixed stones/],
    [["--handicap", "5", "--size", "8"], /a board of 8 lines has room for 4 fixed stones/],
    [["--handicap", "2", "--openings", "games.sgf"], /--openings random:N does/],
    [["--referee", "random"], /"random" is no engine: write gtp:COMMAND/],
    [["--referee", "gtp:/nowhere/no-such-engine"], /no-such-engine/],
    [["--referee", "gtp:gnugo", "--queue", "redis://host"], /leave out --queue/],
    [["--openings", "random:x"], /random:x: it is random:N/],
    [["--openings", "random:0"], /random:0: on this board it is 1 to 40/],
    [["--openings", join(folder, "missing.txt")], /missing\.txt does not exist/],
    [["--rules", "chess"], /There are no rules "chess".*: tromp-taylor/],
    [["--komi", "lots"], /Komi is a number/],
  ])("%j is refused before anything is played", async (args, reason) => {
    expectRefusal(await run(...args), reason)
    expect(readdirSync(folder)).not.toContain("journal.jsonl")
  })

  it("the journal keeps the whole command, but no password", async () => {
    const path = join(folder, "whole.jsonl")
    const { code } = await run("--journal", path, "--size", "5", "--sgf", join(folder, "it's"))
    expect(code).toBe(0)
    const [header] = readFileSync(path, "utf8").split("\n")
    const { command } = JSON.parse(header!) as { command: string }
    const kept = `--journal ${join(folder, "journal.jsonl")} --journal ${path} --size 5 --sgf '${folder}/it'\\''s'`
    expect(command).toBe(`montego match --a random --b random --games 2 ${kept}`)
    const words = ["match", "--queue", "redis://:secret@host:1/2", "--queue=redis://me:secret@host"]
    const parent = new Command("montego").addCommand(
      new Command("match").allowUnknownOption().argument("[all...]"),
    )
    parent.parse(words, { from: "user" })
    expect(makeCommandText(parent.commands[0]!)).toBe(
      "montego match --queue redis://host:1/2 --queue=redis://host",
    )
  })

  it("an engine that does not read the numbers of commands is found before the first game (GTP-2)", async () => {
    const ran = await run("--a", engine("ignores-ids"))
    expectRefusal(ran, /it answered "\? unknown command" to "4 clear_board", .* begin with a number/)
    expect(readdirSync(folder)).not.toContain("journal.jsonl")
    const { code } = await run(
      "--a",
      engine("without-ids"),
      "--size",
      "5",
      "--journal",
      join(folder, "ids.jsonl"),
    )
    expect(code).toBe(0)
  })

  it("an engine that breaks down in game after game stops the match, with the words that were exchanged", async () => {
    const words = ["--b", engine("crash-in-move"), "--games", "20", "--concurrency", "1"]
    const { code, out, err } = await run(...words, "--journal", join(folder, "crash.jsonl"))
    expect(code).toBe(2)
    expect(out).toMatch(/^all +3 +3 +0 /m)
    expect(err).toMatch(
      /stopped: B \(gtp:.*crash-in-move.*\) broke down in 3 games in a row \(--max-faults\)/,
    )
    expect(err).toMatch(/the last one: B\+F crash: genmove [bw]: /)
    expect(err).toMatch(/^ {4}> \d+ genmove [bw]$/m)
    expect(err).toMatch(/^ {4}\(.*exit code 3.*\)$/m)
    const json = await run(
      ...words,
      "--journal",
      join(folder, "crash-1.jsonl"),
      "--max-faults",
      "1",
      "--json",
    )
    expect(json.code).toBe(2)
    expect(JSON.parse(json.out)).toMatchObject({
      games: 1,
      ended: "faults",
      broken: { side: "b", faults: 1 },
    })
    const on = await run(
      ...words,
      "--games",
      "4",
      "--journal",
      join(folder, "crash-0.jsonl"),
      "--max-faults",
      "0",
    )
    expect(on.code).toBe(0)
    expect(on.out).toMatch(/^all +4 +4 +0 /m)
  })

  it("a handicap, error rates and a page go through the whole command", async () => {
    const [path, page] = [join(folder, "handicap.jsonl"), join(folder, "handicap.html")]
    const more = ["--handicap", "4", "--sprt", "0,400", "--alpha", "0.2", "--openings", "random:1"]
    const { code, out } = await run("--journal", path, "--html", page, "--size", "7", ...more)
    expect(code).toBe(0)
    expect(out).toMatch(/^7×7, A has 4 handicap stones, komi 0\.5, chinese rules/m)
    expect(out).toMatch(/^SPRT Elo 0 or 400 \(alpha 0\.2, beta 0\.05\)/m)
    expect(out).toMatch(/^as White +0 /m)
    const [header] = readFileSync(path, "utf8").split("\n")
    expect(JSON.parse(header!)).toMatchObject({ definition: { handicap: 4, alpha: 0.2, komi: 0.5 } })
    expect(header).not.toContain("beta")
    expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>.*A has 4 handicap stones/s)
    expectRefusal(await run("--journal", path, "--size", "7"), /is the journal of another match/)
  })

  it("engines that only workers have are not asked who they are (ARE-4)", async () => {
    for (const spec of ["gtp:no-such-engine", "hybrid,engine=no-such-engine"]) {
      expect(await identify(spec, { threads: 1, queue: "redis://host" })).toEqual({ ok: true, value: spec })
      expect((await identify(spec, { threads: 1 })).ok).toBe(false)
    }
    expect((await identify("nobody", { threads: 1, queue: "redis://host" })).ok).toBe(false)
  })

  it("what an engine says when it fails can't command the terminal", async () => {
    const dying = file(`process.stderr.write("\\u001b[2Jno \\u009b31m licence\\n"); process.exit(3)`, "cjs")
    const ran = await run("--a", `gtp:"${process.execPath}" "${dying}"`)
    expectRefusal(ran, /it said: �\[2Jno �31m licence/)
    expect(ran.err.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u)
  })

  it("a damaged line is told with its number, and its game is played again (ARE-3)", async () => {
    const path = join(folder, "damaged.jsonl")
    const play = (): Promise<Ran> => run("--journal", path, "--size", "5")
    expect((await play()).code).toBe(0)
    const text = readFileSync(path, "utf8")
    writeFileSync(
      path,
      text.replace(/"winner":"([ab])"/, (_, side) => `"winner":"${side === "a" ? "b" : "a"}"`),
    )
    const again = await play()
    expect(again.code).toBe(0)
    expect(again.err).toContain(
      `${path}: line 2 is damaged (its checksum differs) and not counted: what is missing is played again`,
    )
    expect(again.out).toContain("2 games in ")
    const lines = readFileSync(path, "utf8").split("\n")
    const played = ({ plays, winner, id }: JournalEntry): unknown => ({ plays, winner, id })
    const [first, repeated] = [text.split("\n")[1]!, lines[3]!].map(
      (line) => JSON.parse(line) as JournalEntry,
    )
    expect(played(repeated!)).toEqual(played(first!))
  })

  it.runIf(process.platform === "linux").each(["/proc/montego/j.jsonl", "/proc/self/status", "/dev/null"])(
    "%s takes no journal",
    async (path) => expectRefusal(await run("--journal", path), /no plain file/),
  )

  it("a file that is no journal is refused and let alone", async () => {
    const diary = file("dear diary\n", "txt")
    expectRefusal(await run("--journal", diary), /\.txt is no journal of a match/)
    expect(readFileSync(diary, "utf8")).toBe("dear diary\n")
  })
})
