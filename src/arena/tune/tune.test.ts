// Tuning (docs/tune.md): the optimiser on functions with a known optimum, the knobs, and a course that goes on after
// anything.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openScratch } from "../../../test/support/scratch.ts"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { expectedScore } from "../../base/statistics.ts"
import { parsePlayerSpec } from "../../players/index.ts"
import { NO_OPENINGS } from "../openings.ts"
import { coordinateOf, makeKnob, parseKnob, specAt, startOf, valueAt } from "./knobs.ts"
import { TuneJournal, type TuneDefinition } from "./journal.ts"
import { Spsa } from "./spsa.ts"
import { runTune, type Course, type TuneOptions } from "./tune.ts"
import type { GameTask } from "../definition.ts"
import type { Played } from "../played.ts"

const { folder } = openScratch("tune")

describe("SPSA on functions with a known optimum", () => {
  /** Pairs of games between players whose Elo is told by `elo`. */
  function optimize(
    elo: (point: readonly number[]) => number,
    dimensions: number,
    steps: number,
    seed: number,
  ) {
    const random = new Random(seed)
    const spsa = new Spsa(new Array<number>(dimensions).fill(0), steps)
    for (let step = 1; step <= steps; step++) {
      const { signs, plus, minus } = spsa.perturb(step, random)
      const chance = expectedScore(elo(plus) - elo(minus))
      const game = (): number => (random.float() < chance ? 1 : -1)
      spsa.update([{ step, signs, lead: game() + game() }])
    }
    return spsa
  }
  const bowl =
    (optimum: readonly number[], fall: number) =>
    (point: readonly number[]): number =>
      -point.reduce((sum, x, axis) => sum + fall * (x - optimum[axis]!) ** 2, 0)

  it.each([
    [1, 400, 5],
    [2, 400, 6],
    [4, 1000, 8],
  ])("%i knobs, %i pairs of games: the mean of ten runs is within %i Elo", (dimensions, steps, most) => {
    const optimum = [0.5, -0.4, 0.3, 0].slice(0, dimensions)
    const elo = bowl(optimum, 200)
    const losses = Array.from(
      { length: 10 },
      (_, i) => -elo(optimize(elo, dimensions, steps, 7 + i).estimate().point),
    )
    const start = -elo(new Array<number>(dimensions).fill(0))
    expect(losses.reduce((sum, loss) => sum + loss, 0) / 10).toBeLessThan(most)
    expect(Math.max(...losses)).toBeLessThan(start / 2)
  })

  it("a knob that does nothing stays where it is, on average, and inside its range", () => {
    const runs = Array.from({ length: 20 }, (_, i) => optimize(() => 0, 1, 300, i))
    const ends = runs.map((run) => run.estimate().point[0]!)
    expect(Math.abs(ends.reduce((sum, x) => sum + x, 0) / 20)).toBeLessThan(0.15)
    for (const run of runs) for (const [x] of run.path) expect(Math.abs(x!)).toBeLessThanOrEqual(1)
  })

  it("an optimum at the end of the range is approached and not passed", () => {
    const end = optimize(([x]) => 300 * x!, 1, 400, 3).estimate().point[0]!
    expect(end).toBeGreaterThan(0.6)
    expect(end).toBeLessThanOrEqual(1)
  })

  it("the same seed takes the same way, another one another", () => {
    const elo = bowl([0.5], 200)
    expect(optimize(elo, 1, 50, 1).path).toEqual(optimize(elo, 1, 50, 1).path)
    expect(optimize(elo, 1, 50, 1).path).not.toEqual(optimize(elo, 1, 50, 2).path)
  })

  it("steps are bounded: no lead of a pair moves a knob by more than a twentieth of its range", () => {
    for (const steps of [10, 400, 20_000]) {
      const spsa = new Spsa([0], steps)
      const { signs } = spsa.perturb(1, new Random(1))
      spsa.update([{ step: 1, signs, lead: 2 }])
      expect(Math.abs(spsa.point[0]!)).toBeGreaterThan(0)
      expect(Math.abs(spsa.point[0]!)).toBeLessThan(0.1)
    }
  })
})

describe("knobs", () => {
  it.each(["exploration=0..1", "rave-bias=0.0001..0.01,log", "fpu=0.5..2"])(
    "%s is read and written",
    (text) => {
      expect(makeKnob(unwrap(parseKnob(text)))).toBe(text)
    },
  )

  it.each([
    ["exploration", /a knob is NAME=LOW\.\.HIGH/],
    ["exploration=1..0", /from a lower to a higher number, within 0 to 10/],
    ["exploration=0..11", /within 0 to 10/],
    ["exploration=x..1", /from a lower to a higher/],
    ["fpu=0..Infinity", /from a lower to a higher/],
    ["policy=0..1", /there is no knob "policy" that is a number; there are: exploration, fpu/],
    ["rave-k=0..1", /there is no knob "rave-k"/],
    ["rave-bias=0..0.1,log", /begins above 0/],
  ])("%s is refused", (text, reason) => {
    expect(parseKnob(text)).toEqual({ ok: false, error: expect.stringMatching(reason) })
  })

  it("coordinates and values are each other's inverse, on both scales", () => {
    for (const text of ["exploration=0..1", "rave-bias=0.0001..0.01,log"]) {
      const knob = unwrap(parseKnob(text))
      expect([valueAt(knob, -1), valueAt(knob, 1)]).toEqual([knob.low, knob.high])
      for (const x of [-0.7, 0, 0.33]) expect(coordinateOf(knob, valueAt(knob, x))).toBeCloseTo(x, 2)
    }
    expect(valueAt(unwrap(parseKnob("rave-bias=0.0001..0.01,log")), 0)).toBe(0.001)
  })

  it("a point becomes a player's name, and the player's own values the start", () => {
    const knobs = ["exploration=0..1", "rave-bias=0.0001..0.01,log"].map((text) => unwrap(parseKnob(text)))
    expect(specAt("uct:strong,playouts=9", knobs, [0, 1])).toBe(
      "uct:strong,playouts=9,exploration=0.5,rave-bias=0.01",
    )
    expect(unwrap(startOf("uct:strong", knobs))).toEqual([-1, expect.closeTo(0, 10)])
    expect(unwrap(startOf("uct:strong,exploration=0.75", knobs))[0]).toBe(0.5)
    expect(startOf("uct:strong", [unwrap(parseKnob("exploration=0.2..1"))])).toEqual({
      ok: false,
      error: expect.stringMatching(
        /exploration is 0 in uct:strong, which is outside 0\.2\.\.1.*uct:strong,exploration=0\.6/,
      ),
    })
    expect(startOf("random", knobs)).toEqual({ ok: false, error: expect.stringMatching(/only uct has/) })
  })
})

describe("a tuning", () => {
  const KNOBS = ["exploration=0..1", "prior-even=2..40"].map((text) => unwrap(parseKnob(text)))
  const DEFINITION: TuneDefinition = {
    player: "uct:strong",
    knobs: KNOBS,
    iterations: 30,
    pairs: 3,
    size: 5,
    komi: 7.5,
    rules: "chinese",
    budget: { kind: "playouts", playouts: 1 },
    threads: 1,
    openings: { kind: "none" },
    seed: 1,
  }
  const START = unwrap(startOf(DEFINITION.player, KNOBS))
  const COMMAND = "montego tune"

  /** Exploration near 0.6 wins; the game's own seed is the chance. */
  const strength = (spec: string): number =>
    -800 * (Number(unwrap(parsePlayerSpec(spec)).options.get("exploration")) - 0.6) ** 2
  function play({ match, seed, black }: GameTask): Promise<Played | undefined> {
    const isA = new Random(seed).float() < expectedScore(strength(match.a) - strength(match.b))
    const time = { moves: 1, seconds: 0, longest: 0 }
    const winner = isA === (black === "a") ? "black" : "white"
    return Promise.resolve({
      verdict: { kind: "resign", winner },
      plays: [],
      times: { a: time, b: time },
      claims: {},
      sgf: "",
    })
  }

  let files = 0
  async function run(
    more: Partial<TuneOptions> & { path?: string } = {},
  ): Promise<Course & { path2: string }> {
    const { path = join(folder, `${++files}.jsonl`), definition = DEFINITION, ...options } = more
    const journal = unwrap(TuneJournal.open(path, definition, COMMAND))
    try {
      const course = await runTune({
        definition,
        start: START,
        openings: NO_OPENINGS,
        journal,
        concurrency: 2,
        play,
        ...options,
      })
      return { ...course, path2: path }
    } finally {
      journal.close()
    }
  }

  it("plays pairs with both colours between opposite settings, and finds the better value", async () => {
    const tasks: GameTask[] = []
    const definition = { ...DEFINITION, iterations: 150 }
    const course = await run({
      definition,
      play: (task) => {
        tasks.push(task)
        return play(task)
      },
    })
    expect(course).toMatchObject({ iterations: 150, pairs: 450, played: 450, faults: 0 })
    expect(course.path).toHaveLength(151)
    expect(course.tuned[0]!.start).toBe(0)
    expect(Math.abs(course.tuned[0]!.value - 0.6)).toBeLessThan(0.15)
    expect(course.spec).toMatch(/^uct:strong,exploration=0\.\d+,prior-even=\d/)
    const [one, other] = tasks.filter(({ number }) => number < 2).sort((a, b) => a.number - b.number)
    expect([one!.black, other!.black]).toEqual(["a", "b"])
    expect([one!.match.a, one!.match.b]).toEqual([other!.match.a, other!.match.b])
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(900)
  })

  it("takes the same way however many games run at once, and in whatever order they end", async () => {
    const one = await run({ concurrency: 1 })
    const many = await run({
      concurrency: 6,
      play: async (task) => {
        await new Promise((resolve) => setTimeout(resolve, task.seed % 3))
        return play(task)
      },
    })
    expect(many.path).toEqual(one.path)
    expect((await run({ definition: { ...DEFINITION, seed: 2 } })).path).not.toEqual(one.path)
  })

  it("goes on where it was stopped, on the same way, and plays no pair twice", async () => {
    const whole = await run()
    const path = join(folder, "stopped.jsonl")
    const stopping = new AbortController()
    let games = 0
    const stopped = await run({
      path,
      signal: stopping.signal,
      play: (task) => {
        if (++games > 41) stopping.abort()
        return stopping.signal.aborted ? Promise.resolve(undefined) : play(task)
      },
    })
    expect(stopped.iterations).toBe(6)
    const rest = await run({ path })
    expect(rest.path).toEqual(whole.path)
    expect(rest.played).toBe(90 - stopped.pairs)
  })

  it("what a kill cut off, and a line that is damaged, is played again; the line is told", async () => {
    const whole = await run()
    const path = join(folder, "killed.jsonl")
    const lines = readFileSync(whole.path2, "utf8").split("\n")
    const flipped = lines[5]!.replace(/"lead":(-?\d)/, (_, lead: string) => `"lead":${-Number(lead) || 1}`)
    expect(flipped).not.toBe(lines[5])
    writeFileSync(
      path,
      [...lines.slice(0, 5), flipped, ...lines.slice(6, 20), lines[20]!.slice(0, 40)].join("\n"),
    )
    const journal = unwrap(TuneJournal.open(path, DEFINITION, COMMAND))
    expect(journal.damaged).toEqual([6])
    expect(journal.entries).toHaveLength(18)
    journal.close()
    const rest = await run({ path })
    expect(rest.path).toEqual(whole.path)
    expect(rest.played).toBe(90 - 18)
  })

  it("the journal of another tuning, and another program's file, are refused and left unchanged", async () => {
    const { path2 } = await run()
    const before = readFileSync(path2, "utf8")
    const opened = (path: string, definition = DEFINITION): string => {
      const journal = TuneJournal.open(path, definition, COMMAND)
      if (journal.ok) journal.value.close()
      return journal.ok ? "" : journal.error
    }
    expect(opened(path2, { ...DEFINITION, seed: 3 })).toMatch(
      /journal of another tuning: seed is 1 there and 3 here/,
    )
    expect(readFileSync(path2, "utf8")).toBe(before)
    const diary = join(folder, "diary.txt")
    writeFileSync(diary, "dear diary")
    expect(opened(diary)).toMatch(/diary\.txt is no journal of a tuning/)
    expect(readFileSync(diary, "utf8")).toBe("dear diary")
    expect(opened(folder)).toMatch(/is a directory, and no plain file/)
  })

  it("only one process is at it", () => {
    const path = join(folder, "locked.jsonl")
    const journal = unwrap(TuneJournal.open(path, DEFINITION, COMMAND))
    expect(TuneJournal.open(path, DEFINITION, COMMAND).ok).toBe(false)
    journal.close()
    unwrap(TuneJournal.open(path, DEFINITION, COMMAND)).close()
  })

  it("void games count for nothing, and faults are counted", async () => {
    const course = await run({
      definition: { ...DEFINITION, iterations: 2 },
      play: async (task) => ({
        ...(await play(task))!,
        verdict: { kind: "void", winner: null, reason: "too long" },
      }),
    })
    expect(course.faults).toBe(12)
    expect(course.path[2]).toEqual(course.path[0])
  })
})
