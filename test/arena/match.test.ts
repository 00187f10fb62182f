// Matches as processes (ARE-1, ARE-3): killed and taken up again, two on one journal, interrupted, with engines that
// fail. The full size of the first: node test/arena/survive.js --games 200 --kills 5

import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { readJournal } from "../../src/arena/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { survive } from "./survive.js"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))
const engine = fileURLToPath(new URL("engine.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "montego-matches-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let journals = 0
const place = (): string => join(folder, `${++journals}`, "journal.jsonl")

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `montego match`; `onError` gets what it has written to stderr so far, and the process. */
function match(args: readonly string[], onError?: (text: string, kill: () => void) => void): Promise<Ran> {
  return run(process.execPath, [bin, "match", ...args], onError)
}

function run(
  program: string,
  args: readonly string[],
  onError?: (text: string, kill: () => void) => void,
): Promise<Ran> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] })
  let [out, errors] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text
    onError?.(errors, () => child.kill("SIGINT"))
  })
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err: errors })))
}

const report = ({ out }: Ran): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>

describe("killed and taken up again (ARE-3)", () => {
  it("ends with every game once, all pairs complete, and the games of an undisturbed match", async () => {
    // Games that take a while: each kill has to come before the last one.
    const options = {
      a: "uct,playouts=60",
      b: "uct,playouts=40",
      games: 24,
      kills: 3,
      size: 5,
      openings: "random:2",
    }
    const killed = await survive(options, place())
    expect(killed.killedAt).toHaveLength(3)
    expect(killed).toMatchObject({ games: 24, distinct: 24, completePairs: 12 })
    const whole = await survive({ ...options, kills: 0 }, place())
    const texts = ({ lines }: typeof whole): string[] =>
      lines.map(({ number, id, result, plays }) => `${number} ${id} ${result} ${plays}`).sort()
    expect(texts(killed)).toEqual(texts(whole))
  })
})

describe("one coordinator at a time (ARE-3)", () => {
  it("of two on one journal one plays, and the other is refused", async () => {
    const journal = place()
    const args = ["--a", "random", "--b", "random", "--games", "150", "--journal", journal, "--json"]
    const ran = await Promise.all([match(args), match(args)])
    const [winner, loser] = ran[0].code === 0 ? ran : [ran[1], ran[0]]
    expect(winner.code).toBe(0)
    expect(report(winner)).toMatchObject({ games: 150, playedNow: 150, faults: 0, ended: "complete" })
    expect(loser).toMatchObject({
      code: 2,
      err: expect.stringMatching(/process \d+ plays this match already/),
    })
    expect(unwrap(readJournal(journal)).entries).toHaveLength(150)
    expect(readdirSync(join(journal, ".."))).toEqual(["journal.jsonl"])
  })
})

/** Whether this system lets us make a disk of our own, so small that it is full soon. */
const hasDisks = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", folder]).status === 0

/** Plays into a journal on a full disk, gives the disk more room and plays on; copies the journal at both ends. */
const FULL_DISK = `
mount -t tmpfs -o size=16k tmpfs "$1" || exit 99
"$2" "$3" match --a random --b random --size 5 --games 60 --journal "$1/journal.jsonl"
echo "code $?"
cp "$1/journal.jsonl" "$1.full"
mount -o remount,size=4m "$1"
"$2" "$3" match --a random --b random --size 5 --games 60 --journal "$1/journal.jsonl"
echo "code $?"
cp "$1/journal.jsonl" "$1.whole"`

describe("a full disk (ARE-3)", () => {
  it.runIf(hasDisks)(
    "stops the match with the reason; with room again, nothing is missing or twice",
    async () => {
      const disk = join(folder, "disk")
      mkdirSync(disk)
      const { out, err } = await run("unshare", [
        "-rm",
        "sh",
        "-c",
        FULL_DISK,
        "sh",
        disk,
        process.execPath,
        bin,
      ])
      expect(out.match(/^code \d+$/gm)).toEqual(["code 2", "code 0"])
      expect(err).toMatch(
        /journal\.jsonl can't be written: the disk is full; what is in it stays good\. The same command goes on from there\./,
      )
      const kept = unwrap(readJournal(`${disk}.full`)).entries.map(({ id }) => id)
      const whole = unwrap(readJournal(`${disk}.whole`)).entries.map(({ id }) => id)
      expect(kept.length).toBeGreaterThan(5)
      expect(kept.length).toBeLessThan(60)
      expect(whole.slice(0, kept.length)).toEqual(kept)
      expect([whole.length, new Set(whole).size]).toEqual([60, 60])
    },
  )

  it.runIf(hasDisks)(
    "that has no room for the journal itself is told, and no lock is left behind",
    async () => {
      const disk = join(folder, "no-room")
      mkdirSync(disk)
      // The folder, the lock and its owner's file: one more does not fit.
      const script = `
mount -t tmpfs -o nr_inodes=3 tmpfs "$1" || exit 99
"$2" "$3" match --a random --b random --size 5 --games 2 --journal "$1/journal.jsonl"
echo "code $?, left: $(ls -A "$1")"`
      const { out, err } = await run("unshare", [
        "-rm",
        "sh",
        "-c",
        script,
        "sh",
        disk,
        process.execPath,
        bin,
      ])
      expect(out).toBe("code 2, left: \n")
      expect(err).toMatch(/journal\.jsonl: the disk is full/)
    },
  )

  it.runIf(existsSync("/dev/full"))(
    "a journal that is no file is refused before anything is played",
    async () => {
      const args = ["--a", "random", "--b", "random", "--games", "2", "--journal", "/dev/full"]
      expect(await match(args)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/\/dev\/full is a device, and no plain file/) as unknown,
      })
    },
  )
})

describe("Ctrl-C (ARE-3)", () => {
  it("keeps what is finished, says how to go on, and answers 130", async () => {
    const journal = place()
    const args = [
      "--a",
      "uct,playouts=300",
      "--b",
      "uct,playouts=300",
      "--games",
      "1000",
      "--journal",
      journal,
    ]
    let isSent = false
    const ran = await match(args, (text, kill) => {
      if (isSent || !/are kept in/.test(text)) return
      isSent = true
      const look = setInterval(() => {
        if (readFileSync(journal, "utf8").split("\n").length < 4) return
        clearInterval(look)
        kill()
      }, 20)
    })
    expect(ran.code).toBe(130)
    expect(ran.err).toMatch(
      /interrupted; nothing half-done is kept\. \d+ games are left: the same command goes on/,
    )
    expect(ran.out).toMatch(/^all +\d+/m)
    const text = readFileSync(journal, "utf8")
    expect(text.endsWith("\n")).toBe(true)
    expect(unwrap(readJournal(journal)).entries.length).toBeLessThan(1000)
    expect(readdirSync(join(journal, ".."))).toEqual(["journal.jsonl"])
  })
})

describe("engines (ARE-1)", () => {
  const tester = (options: string): string => `gtp:"${process.execPath}" "${engine}" ${options}`

  it.each([
    ["crash", "--crash 2"],
    ["illegal", "--moves A9"],
    ["stall", "--hang 1"],
  ])("a %s is a result with a reason, and a fault of the player that caused it", async (kind, options) => {
    const journal = place()
    const b = tester(`${options} --seed {seed}`)
    const args = [
      "--a",
      tester("--moves A9,E5,E4"),
      "--b",
      b,
      "--games",
      "1",
      "--stall",
      "1",
      "--journal",
      journal,
      "--json",
    ]
    const ran = await match(args)
    expect(report(ran)).toMatchObject({
      games: 1,
      winsA: 1,
      winsB: 0,
      faults: 1,
      faultsByKind: { [kind]: { a: 0, b: 1 } },
    })
    const [entry] = unwrap(readJournal(journal)).entries
    expect(entry).toMatchObject({ b, verdict: { kind, winner: "black", reason: expect.stringMatching(/./) } })
  })

  it("agree about the dead, and their claims are kept", async () => {
    const journal = place()
    const player = tester(`--dead "" --score B+1.5`)
    const args = [
      "--a",
      player,
      "--b",
      player,
      "--games",
      "2",
      "--komi",
      "0.5",
      "--journal",
      journal,
      "--json",
    ]
    const ran = await match(args)
    expect(report(ran)).toMatchObject({ games: 2, faults: 0 })
    for (const { dead, claims, verdict } of unwrap(readJournal(journal)).entries) {
      expect(dead).toEqual({ by: "engines", stones: [] })
      expect(claims).toEqual({ a: "B+1.5", b: "B+1.5" })
      expect(verdict.kind).toBe("score")
    }
  })
})

describe("overhead", () => {
  it("two random players on 9×9: 500 games a minute on two cores, by CPU time", async () => {
    const args = [
      "--a",
      "random",
      "--b",
      "random",
      "--games",
      "120",
      "--concurrency",
      "2",
      "--journal",
      place(),
      "--json",
    ]
    const timed = ["-c", `TIMEFORMAT="cpu %U %S"; time "$@"`, "bash", process.execPath, bin, "match"]
    const ran = await run("bash", [...timed, ...args])
    expect(report(ran)).toMatchObject({ playedNow: 120 })
    const [, user, system] = /^cpu (\S+) (\S+)$/m.exec(ran.err)!
    expect(Number(user) + Number(system)).toBeLessThan(120 / (500 / 60 / 2))
  })
})
