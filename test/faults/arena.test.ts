// The same engines with one fault each, in games of the arena (ARE-1): every fault ends as a verdict with a reason, is
// counted as that of the one who did it, and leaves no process behind. controller.test.ts has what is below.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../support/match.ts"
import {
  Journal,
  makeContestant,
  type MakeContestant,
  makeReport,
  NO_OPENINGS,
  parseClock,
  playGame,
  runMatch,
  type Contestant,
  type MatchDefinition,
} from "../../src/arena/index.ts"
import { ok, unwrap } from "../../src/base/result.ts"
import { openDeadStoneEstimator } from "../../src/players/index.ts"
import { PASS } from "../../src/rules/index.ts"

const estimateDead = await openDeadStoneEstimator()
const folder = mkdtempSync(join(tmpdir(), "montego-arena-faults-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whatever is started from here inherits it, children of engines too: so survivors are found. */
const mark = `MONTEGO_FAULTS=${process.pid}`
process.env["MONTEGO_FAULTS"] = `${process.pid}`

const specOf = (fault: string): string => {
  const [name = "", ...args] = fault.split(" ")
  const words = [process.execPath, join(import.meta.dirname, "engines", `${name}.js`), ...args]
  return `gtp:${words.map((word) => `"${word}"`).join(" ")}`
}

function survivors(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark)
    } catch {
      return false
    }
  })
}

const MATCH: MatchDefinition = { ...SMALL_MATCH, a: "", size: 9, komi: 7.5 }

/** The other side: it passes, and resigns when it is told to. */
const polite = (resigns: boolean): Contestant => ({
  name: "polite",
  choose: () => Promise.resolve({ move: resigns ? "resign" : PASS, reason: "uniform" }),
  close: () => Promise.resolve(),
})

let journals = 0

interface Course {
  readonly resigns?: boolean
  readonly clock?: string
}

/** One game of the engine, as A and Black: what the journal has of it, and the report. */
async function playOne(fault: string, { resigns = false, clock }: Course = {}) {
  const budget = clock === undefined ? MATCH.budget : { kind: "clock", settings: unwrap(parseClock(clock)) }
  const match = { ...MATCH, a: specOf(fault), budget } as MatchDefinition
  const header = { journal: "montego match", version: 1, definition: match, names: { a: "", b: "" } } as const
  const journal = unwrap(Journal.open(join(folder, `${++journals}.jsonl`), header))
  // Engines that answer may take their time on a busy machine.
  const stallSeconds = fault.startsWith("silence") ? 2 : 20
  const seat: MakeContestant = (text, defaults, seed) =>
    text === match.a ? makeContestant(text, defaults, seed) : ok(polite(resigns))
  const { standing } = await runMatch({
    match,
    openings: NO_OPENINGS,
    games: 1,
    concurrency: 1,
    journal,
    play: (task) => playGame(task, { estimateDead, stallSeconds, makeContestant: seat }),
  })
  journal.close()
  const [entry] = journal.entries
  return {
    entry: entry!,
    standing,
    report: makeReport(match, standing, { wanted: 1, played: 1, seconds: 1 }),
  }
}

describe.concurrent("faults in a match (ARE-1)", () => {
  it.each([
    ["crash-at-start", "crash", /no licence found/],
    ["crash-in-move", "crash", /exit code 3.*liberties > 0/],
    ["crash-in-move signal", "crash", /SIGSEGV/],
    ["silence", "stall", /^no answer within 2 s$/],
    ["silence always", "stall", /not ready within 2 s/],
    ["babble", "crash", /between two answers/],
    ["babble endless", "crash", /between two answers/],
    ["flood", "crash", /no end of an answer/],
    ["illegal-move", "illegal", /^E5: there is already a stone/],
    ["out-of-turn other", "illegal", /"W D4" is no move/],
    ["out-of-turn two", "illegal", /"D4 E5" is no move/],
    ["out-of-turn twice", "crash", /genmove|play/],
    ["wrong-coordinates Z99", "illegal", /"Z99" is no move/],
    ["forks crash", "crash", /exit code 9/],
    ["closes-output", "crash", /closed its output/],
  ])("%s: %s", async (fault, kind, reason) => {
    const { entry, report } = await playOne(fault)
    expect(entry.verdict).toEqual({ kind, winner: "white", reason: expect.stringMatching(reason) as unknown })
    expect(entry).toMatchObject({ black: "a", winner: "b", result: "W+F", a: specOf(fault) })
    expect(report).toMatchObject({
      games: 1,
      winsA: 0,
      winsB: 1,
      faults: 1,
      faultsByKind: { [kind]: { a: 1, b: 0 } },
    })
  })

  it("late 600: lost on time, with the overrun, where a clock runs; no fault where none does", async () => {
    const { entry, report } = await playOne("late 600", { clock: "absolute:0.3" })
    expect(entry.verdict).toMatchObject({ kind: "time", winner: "white" })
    expect(entry.verdict.kind === "time" && entry.verdict.overrun).toBeGreaterThan(0.2)
    expect(report).toMatchObject({ faults: 1, faultsByKind: { time: { a: 1, b: 0 } } })
    const patient = await playOne("late 100", { resigns: true })
    expect(patient.entry).toMatchObject({ verdict: { kind: "resign", winner: "black" }, plays: "D4" })
  })

  it.each(["loud-stderr", "forks", "deaf"])("%s: wins its game all the same", async (fault) => {
    const { entry, report } = await playOne(fault, { resigns: true })
    expect(entry.verdict).toEqual({ kind: "resign", winner: "black" })
    expect(report).toMatchObject({ winsA: 1, faults: 0 })
  })

  it("resigns: a loss like any other", async () => {
    const { entry, report } = await playOne("resigns")
    expect(entry).toMatchObject({ verdict: { kind: "resign", winner: "white" }, moves: 0 })
    expect(report).toMatchObject({ winsB: 1, faults: 0 })
  })

  it("wrong-score: its count is written down beside ours, and decides nothing", async () => {
    const { entry, standing } = await playOne("wrong-score B+99.5")
    expect(entry.verdict).toEqual({ kind: "score", winner: "white", margin: 7.5 })
    expect(entry.claims).toEqual({ a: "B+99.5" })
    expect(standing.disputes).toBe(1)
    expect(standing.faultCount).toBe(0)
  })
})

it.runIf(existsSync("/proc"))(
  "engines of the arena are gone when their games are over (ARE-1, GTP-2)",
  async () => {
    const polling = playOne("silence")
    await expect.poll(survivors, { interval: 20 }).toHaveLength(1)
    await polling
    await expect.poll(survivors, { interval: 20 }).toEqual([])
  },
)
