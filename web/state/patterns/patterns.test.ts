import { describe, expect, it } from "vitest"
import { FakeEngine } from "../../engine/fake-engine.ts"
import { LearnError, type Learner, type Progress } from "../../engine/learn-port.ts"
import type { LearnedPatterns, PatternStore } from "../../engine/patterns.ts"
import { App } from "../app.ts"
import { Keep } from "../shared/storage.ts"

const LEARNED: LearnedPatterns = {
  format: 1,
  size: 9,
  isFromExamples: false,
  learned: 5,
  games: 11,
  moves: 300,
  skipped: [],
  held: { games: 1, moves: 30, top1: 0.2, chance: 0.02 },
  best: [],
  worst: [],
  plain: [],
  bytes: new Uint8Array(0),
}

class MapStore implements PatternStore {
  readonly kept = new Map<number, LearnedPatterns>()
  isBroken = false
  read = (size: number) => this.#answer(this.kept.get(size))
  sizes = () => this.#answer([...this.kept.keys()])
  write = (patterns: LearnedPatterns) => this.#answer(void this.kept.set(patterns.size, patterns))

  #answer<T>(value: T): Promise<T> {
    return this.isBroken ? Promise.reject(new Error("no storage")) : Promise.resolve(value)
  }
}

interface Run {
  readonly task: Parameters<Learner>[0]
  readonly report: (progress: Progress) => void
  readonly end: (learned: LearnedPatterns | undefined) => void
  readonly fail: (error: Error) => void
}

/** Games of two moves, each with another second one. */
const makeGames = (count: number): string =>
  Array.from(
    "abcdefghi".repeat(2).slice(0, count),
    (x, index) => `(;SZ[9];B[ee];W[${x}${index < 9 ? "a" : "i"}])`,
  ).join("")

/** With this number of games on 9×9 in the library. */
async function open(games: number, store = new MapStore()) {
  const runs: Run[] = []
  const learn: Learner = (task, report) => {
    let end!: Run["end"]
    let fail!: Run["fail"]
    const done = new Promise<LearnedPatterns | undefined>((resolve, reject) => {
      end = resolve
      fail = reject
    })
    runs.push({ task, report, end, fail })
    return { done, stop: () => end(undefined) }
  }
  const app = new App({
    engine: new FakeEngine(),
    keep: new Keep(undefined),
    patterns: { learn, store },
    newSeed: () => 42,
    today: () => "2026-01-01",
    names: { machine: () => "Montego", person: "Person" },
  })
  if (games > 0) {
    app.goTo("library")
    app.open(makeGames(games))
    await settle(() => app.desk.arrived !== undefined)
  }
  const patterns = app.patterns!
  await patterns.load()
  return { app, patterns, runs, store }
}

async function settle(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 0))
}

describe("patterns of the library", () => {
  it("are learned from the records of the chosen size, kept, and found again", async () => {
    const { patterns, runs, store } = await open(12)
    expect(patterns.counts).toEqual(new Map([[9, 12]]))
    expect(patterns.hasEnough).toBe(true)
    const learning = patterns.learn("library")
    expect(patterns.progress).toEqual({ phase: "reading", share: 0 })
    await settle(() => runs.length > 0)
    const { task, report, end } = runs[0]!
    expect([task.size, task.records?.length]).toEqual([9, 12])
    expect(task.records![0]).toContain("SZ[9]")
    report({ kind: "progress", phase: "learning", share: 0.5 })
    expect(patterns.progress).toEqual({ phase: "learning", share: 0.5 })
    // Another size must wait: the result belongs to this one.
    await patterns.choose(13)
    expect(patterns.size).toBe(9)
    end(LEARNED)
    await learning
    expect(patterns).toMatchObject({ progress: undefined, learned: LEARNED, isKept: true })
    const again = await open(0, store)
    expect(again.patterns).toMatchObject({ size: 9, learned: LEARNED, isKept: true })
  })

  it("need enough games; the example games are always there, on 9×9", async () => {
    const { patterns, runs } = await open(2)
    expect(patterns.hasEnough).toBe(false)
    await patterns.choose(13)
    const learning = patterns.learn("examples")
    await settle(() => runs.length > 0)
    expect(runs[0]!.task).toEqual({ size: 9, records: undefined })
    runs[0]!.end(LEARNED)
    await learning
    expect(patterns.size).toBe(9)
  })

  it("are learned once where the person asks twice", async () => {
    const { patterns, runs } = await open(0)
    const asked = [patterns.learn("examples"), patterns.learn("examples")]
    await settle(() => runs.length > 0)
    await asked[0]
    expect(runs).toHaveLength(1)
    runs[0]!.end(LEARNED)
    await asked[1]
    expect(patterns).toMatchObject({ progress: undefined, learned: LEARNED })
  })

  it("stop at once: what was learned before stays, and a later run is not disturbed", async () => {
    const { patterns, runs } = await open(12)
    const first = patterns.learn("library")
    patterns.stop()
    expect(patterns.progress).toBeUndefined()
    const second = patterns.learn("library")
    await first
    await settle(() => runs.length > 0)
    expect(patterns.progress).toBeDefined()
    patterns.stop()
    await second
    expect(runs).toHaveLength(1)
    expect(patterns).toMatchObject({ progress: undefined, learned: undefined, fault: undefined })
  })

  it("say why nothing was learned, and when nothing can be kept", async () => {
    const { patterns, runs, store } = await open(12)
    for (const [error, fault] of [
      [new LearnError("too few", 3), { kind: "few", found: 3 }],
      [new LearnError("no worker"), { kind: "failed", reason: "no worker" }],
    ] as const) {
      const learning = patterns.learn("library")
      const before = runs.length
      await settle(() => runs.length > before)
      runs.at(-1)!.fail(error)
      await learning
      expect(patterns).toMatchObject({ fault, progress: undefined })
    }
    store.isBroken = true
    const learning = patterns.learn("library")
    await settle(() => runs.length > 2)
    runs.at(-1)!.end(LEARNED)
    await learning
    expect(patterns).toMatchObject({ learned: LEARNED, isKept: false })
  })

  it("can be played against, on their board", async () => {
    const { app, patterns, runs } = await open(0)
    app.choose({ size: 13, color: 2 })
    app.playPatterns()
    expect(app.play).toBeUndefined()
    const learning = patterns.learn("examples")
    await settle(() => runs.length > 0)
    runs[0]!.end(LEARNED)
    await learning
    app.playPatterns()
    expect(app.screen).toBe("play")
    expect(app.play?.settings).toMatchObject({ size: 9, opponent: "custom", player: "patterns" })
  })
})
