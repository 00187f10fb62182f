// Time control (TREE-11): whole games against a referee's clock, and the end of a running search.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import type { Clock, TimeSettings } from "../player/index.ts"
import { allocate, assumedLag, reasonToStop, STOPPING } from "./clock.ts"
import type { Allocation, Progress, Situation } from "./clock.ts"

type Limited = Exclude<TimeSettings, { kind: "none" }>

/** A side's clock as a referee keeps it, written without a look at how the player plans. */
class Referee {
  readonly #settings: Limited
  #main: number
  #period: number
  #stones: number
  #periods: number
  lost = false

  constructor(settings: Limited) {
    this.#settings = settings
    this.#main = settings.main
    this.#period = settings.kind === "absolute" ? 0 : settings.period
    this.#stones = settings.kind === "canadian" ? settings.stones : 0
    this.#periods = settings.kind === "byo-yomi" ? settings.periods : 0
  }

  get periods(): number {
    return this.#periods
  }

  get main(): number {
    return this.#main
  }

  get left(): NonNullable<Clock["left"]> {
    if (this.#main > 0 || this.#settings.kind === "absolute") return { seconds: this.#main, stones: 0 }
    const stones = this.#settings.kind === "canadian" ? this.#stones : this.#periods
    return { seconds: this.#period, stones }
  }

  move(seconds: number): void {
    const over = seconds - this.#main
    this.#main = Math.max(0, -over)
    if (over < 0) return
    if (this.#settings.kind === "absolute") this.lost = true
    else if (this.#settings.kind === "byo-yomi") {
      this.#periods -= Math.floor(over / this.#settings.period)
      this.lost ||= this.#periods <= 0
    } else {
      this.#period -= over
      this.lost ||= this.#period <= 0
      if (--this.#stones === 0) {
        this.#stones = this.#settings.stones
        this.#period = this.#settings.period
      }
    }
  }
}

interface Match {
  readonly settings: Limited
  readonly size: number
  readonly ownMoves: number
  readonly use: "target" | "limit"
  /** Seconds that every move costs beyond its search, or the bound of a random number of them. */
  readonly lag: number
  readonly randomLag?: boolean
  readonly hideClock?: boolean
  readonly seed?: number
}

/** One side's moves; the board fills up to a random share and stays so, as captures and passes may have it. */
function playMatch(match: Match): { referee: Referee; allocations: Allocation[]; mainLeft: number[] } {
  const { settings, size, ownMoves, use, lag, randomLag = false, hideClock = false, seed = 1 } = match
  const random = new Random(seed)
  const referee = new Referee(settings)
  const fewestEmpty = random.below(Math.ceil(size ** 2 * 0.4))
  const isWhite = random.below(2)
  const allocations: Allocation[] = []
  const mainLeft: number[] = []
  for (let own = 0; own < ownMoves && !referee.lost; own++) {
    const moveNumber = 2 * own + isWhite
    const emptyPoints = Math.max(fewestEmpty, size ** 2 - moveNumber)
    const clock = hideClock ? { settings } : { settings, left: referee.left }
    const allocation = allocate(clock, { size, moveNumber, emptyPoints })
    allocations.push(allocation)
    referee.move(allocation[use] + (randomLag ? random.float() : 1) * lag)
    mainLeft.push(referee.main)
  }
  return { referee, allocations, mainLeft }
}

const seconds = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const mainTime = fc.oneof(fc.constant(0), seconds(0.01, 10), seconds(10, 7200))
const sanePeriod = fc.oneof(seconds(0.1, 2), seconds(2, 120))

/** The least main time of absolute clocks that a whole game must survive, and the own moves of such a game. */
const BOARDS = [
  { size: 9, leastMain: 1, ownMoves: 80 },
  { size: 13, leastMain: 3, ownMoves: 130 },
  { size: 19, leastMain: 10, ownMoves: 200 },
] as const

const saneGames = fc.constantFrom(...BOARDS).chain(({ size, leastMain, ownMoves }) =>
  fc.record({
    size: fc.constant(size),
    ownMoves: fc.constant(ownMoves),
    settings: fc.oneof(
      fc.record({
        kind: fc.constant("absolute" as const),
        main: fc.oneof(seconds(leastMain, 20 * leastMain), seconds(leastMain, 7200)),
      }),
      fc.record({
        kind: fc.constant("byo-yomi" as const),
        main: mainTime,
        period: sanePeriod,
        periods: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({
        kind: fc.constant("canadian" as const),
        main: mainTime,
        period: seconds(1, 600),
        stones: fc.integer({ min: 1, max: 30 }),
      }),
    ),
    use: fc.constantFrom("target" as const, "limit" as const),
    randomLag: fc.boolean(),
    hideClock: fc.boolean(),
    seed: fc.nat(),
  }),
)

const situations: fc.Arbitrary<Situation> = fc
  .record({
    size: fc.constantFrom(2, 5, 9, 13, 19),
    moveNumber: fc.nat(500),
    emptyShare: seconds(0, 1),
    threads: fc.integer({ min: 1, max: 64 }),
  })
  .map(({ emptyShare, ...rest }) => ({ ...rest, emptyPoints: Math.floor(emptyShare * rest.size ** 2) }))

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, -1, -0, NaN, Infinity, -Infinity, 1e-9, 1, 60))
const anySettings: fc.Arbitrary<Limited> = fc.oneof(
  fc.record({ kind: fc.constant("absolute" as const), main: anyNumber }),
  fc.record({
    kind: fc.constant("byo-yomi" as const),
    main: anyNumber,
    period: anyNumber,
    periods: anyNumber,
  }),
  fc.record({
    kind: fc.constant("canadian" as const),
    main: anyNumber,
    period: anyNumber,
    stones: anyNumber,
  }),
)

describe("no game is lost on time (TREE-11)", () => {
  it("on any sane clock, with lag just within what is assumed, also when the controller does not tell the time", () => {
    fc.assert(
      fc.property(saneGames, (game) => {
        const { referee } = playMatch({ ...game, lag: 0.999 * assumedLag(game.settings, game) })
        expect(referee.lost).toBe(false)
        if (game.settings.kind === "byo-yomi") expect(referee.periods).toBe(game.settings.periods)
      }),
      { numRuns: 400, seed: 11 },
    )
  })

  it.each<[string, Limited, size: number, ownMoves: number, lag: number]>([
    ["1 s for a whole 9×9 game", { kind: "absolute", main: 1 }, 9, 80, 0.0025],
    ["1 s, and the opponent doesn't pass", { kind: "absolute", main: 1 }, 9, 120, 0.001],
    ["10 s for a whole 19×19 game", { kind: "absolute", main: 10 }, 19, 200, 0.009],
    ["a minute for a whole 9×9 game", { kind: "absolute", main: 60 }, 9, 80, 0.05],
    ["half an hour for a whole 19×19 game", { kind: "absolute", main: 1800 }, 19, 200, 0.06],
    ["five periods of 1 s", { kind: "byo-yomi", main: 0, period: 1, periods: 5 }, 9, 80, 0.049],
    ["one last period of 1 s", { kind: "byo-yomi", main: 3, period: 1, periods: 1 }, 19, 200, 0.049],
    ["ten moves in 5 s", { kind: "canadian", main: 0, period: 5, stones: 10 }, 9, 80, 0.049],
    ["10 s, then ten moves in 5 s", { kind: "canadian", main: 10, period: 5, stones: 10 }, 19, 200, 0.049],
  ])("%s", (_, settings, size, ownMoves, lag) => {
    for (const use of ["target", "limit"] as const)
      for (const hideClock of [false, true])
        for (let seed = 0; seed < 10; seed++)
          expect(playMatch({ settings, size, ownMoves, use, lag, hideClock, seed }).referee.lost).toBe(false)
  })

  it("is not for want of thinking: every move of the fastest games has some time", () => {
    const game = { size: 9, ownMoves: 50, use: "target", lag: 0.0025 } as const
    const { allocations } = playMatch({ ...game, settings: { kind: "absolute", main: 1 } })
    expect(Math.min(...allocations.map(({ target }) => target))).toBeGreaterThan(0.001)
  })

  it("the referee of these games does see a loss", () => {
    const late = (settings: Limited, lag: number) =>
      playMatch({ settings, size: 9, ownMoves: 80, use: "limit", lag }).referee.lost
    expect(late({ kind: "absolute", main: 1 }, 0.02)).toBe(true)
    expect(late({ kind: "byo-yomi", main: 0, period: 1, periods: 5 }, 0.051)).toBe(true)
    expect(late({ kind: "canadian", main: 0, period: 5, stones: 10 }, 0.1)).toBe(true)
  })
})

describe("what is left is used (TREE-11)", () => {
  it.each([
    [19, 60, 0.4, 0.6],
    [19, 100, 0.65, 0.85],
    [19, 130, 0.8, 0.95],
    [9, 15, 0.45, 0.65],
    [9, 28, 0.75, 0.9],
  ])("absolute on %i: at target, own move %i comes with %d to %d used", (size, ownMoves, least, most) => {
    for (const main of [60, 600, 3600]) {
      const game = { settings: { kind: "absolute", main }, size, ownMoves, use: "target", lag: 0.01 } as const
      const used = 1 - playMatch(game).mainLeft.at(-1)! / main
      expect(used).toBeGreaterThan(least)
      expect(used).toBeLessThan(most)
    }
  })

  it("the middle game gets most", () => {
    const settings = { kind: "absolute", main: 1800 } as const
    const { allocations } = playMatch({ settings, size: 19, ownMoves: 120, use: "target", lag: 0.01 })
    const mean = (from: number, to: number) =>
      allocations.slice(from, to).reduce((total, { target }) => total + target, 0) / (to - from)
    expect(mean(40, 70)).toBeGreaterThan(1.3 * mean(0, 20))
    expect(mean(40, 70)).toBeGreaterThan(1.5 * mean(75, 110))
  })

  it("main time before overtime is gone when the endgame has begun", () => {
    const overtimes: Limited[] = [
      { kind: "byo-yomi", main: 1800, period: 12, periods: 5 },
      { kind: "canadian", main: 1800, period: 300, stones: 25 },
    ]
    for (const settings of overtimes) {
      const { mainLeft, allocations } = playMatch({
        settings,
        size: 19,
        ownMoves: 120,
        use: "target",
        lag: 0.05,
      })
      expect(mainLeft[40]).toBeGreaterThan(600)
      expect(mainLeft[90]).toBe(0)
      // No move is cheaper than those of the overtime.
      expect(Math.min(...allocations.map(({ target }) => target))).toBeGreaterThan(11.8)
    }
  })

  it("the end of the main time needs no reserve before overtime, and a move takes a quarter of it at most", () => {
    const settings = { kind: "byo-yomi", main: 60, period: 1, periods: 5 } as const
    const situation = { size: 9, moveNumber: 40, emptyPoints: 0 }
    const { target, limit } = allocate({ settings, left: { seconds: 4, stones: 0 } }, situation)
    expect(target).toBeCloseTo(4 / 10 + 0.95, 6)
    expect(limit).toBeCloseTo(4 / 4 + 0.95, 6)
  })

  it("overtime gives each move its whole share, less the lag", () => {
    const situation = { size: 9, moveNumber: 40, emptyPoints: 41 }
    const inPeriod = (settings: Limited, left: NonNullable<Clock["left"]>) =>
      allocate({ settings, left }, situation)
    const byoYomi = { kind: "byo-yomi", main: 60, period: 1, periods: 5 } as const
    expect(inPeriod(byoYomi, { seconds: 1, stones: 5 })).toEqual({ target: 0.95, limit: 0.95 })
    expect(inPeriod(byoYomi, { seconds: 0.5, stones: 1 })).toEqual({ target: 0.45, limit: 0.45 })
    // Main time has just run out, and the overtime is not yet told.
    expect(inPeriod(byoYomi, { seconds: 0, stones: 0 })).toEqual({ target: 0.95, limit: 0.95 })
    // Some clients tell the sum of all periods.
    expect(inPeriod(byoYomi, { seconds: 5, stones: 5 })).toEqual({ target: 0.95, limit: 0.95 })
    const canadian = { kind: "canadian", main: 60, period: 5, stones: 10 } as const
    expect(inPeriod(canadian, { seconds: 5, stones: 10 })).toEqual({ target: 0.45, limit: 0.9 })
    expect(inPeriod(canadian, { seconds: 2, stones: 1 })).toEqual({ target: 1.95, limit: 1.95 })
  })
})

describe("an allocation (TREE-11)", () => {
  it("is without bounds without a clock", () => {
    const situation = { size: 9, moveNumber: 0, emptyPoints: 81 }
    const settings = { kind: "none" } as const
    expect(allocate({ settings }, situation)).toEqual({ target: Infinity, limit: Infinity })
    expect(allocate({ settings, left: { seconds: 5, stones: 0 } }, situation).limit).toBe(Infinity)
  })

  it("is 0 ≤ target ≤ limit ≤ what is left, whatever comes in", () => {
    fc.assert(
      fc.property(anySettings, anyNumber, anyNumber, situations, (settings, time, stones, situation) => {
        const known = allocate({ settings, left: { seconds: time, stones } }, situation)
        for (const { target, limit } of [known, allocate({ settings }, situation)]) {
          expect(target).toBeGreaterThanOrEqual(0)
          expect(limit).toBeGreaterThanOrEqual(target)
          expect(limit).toBeLessThan(Infinity)
        }
        const period = settings.kind === "absolute" ? 0 : settings.period
        expect(known.limit).toBeLessThanOrEqual(Math.max(0, time || 0) + Math.max(0, period || 0))
      }),
      { numRuns: 1000, seed: 11 },
    )
  })

  it("grows with what is left", () => {
    fc.assert(
      fc.property(
        saneGames,
        seconds(0, 100),
        seconds(0, 100),
        fc.nat(30),
        situations,
        (game, a, b, n, at) => {
          const given = (time: number) =>
            allocate({ settings: game.settings, left: { seconds: time, stones: n } }, at)
          const [less, more] = [given(Math.min(a, b)), given(Math.max(a, b))]
          expect(more.target).toBeGreaterThanOrEqual(less.target)
          expect(more.limit).toBeGreaterThanOrEqual(less.limit)
        },
      ),
      { numRuns: 500, seed: 11 },
    )
  })

  it("takes no move's time when none is left", () => {
    const situation = { size: 19, moveNumber: 100, emptyPoints: 261 }
    for (const time of [0, -3, NaN])
      expect(
        allocate({ settings: { kind: "absolute", main: 60 }, left: { seconds: time, stones: 0 } }, situation),
      ).toEqual({ target: 0, limit: 0 })
  })

  it("leaves more room for many threads, and in slow games", () => {
    const settings = { kind: "byo-yomi", main: 0, period: 1, periods: 5 } as const
    expect(assumedLag(settings, { size: 9, threads: 11 })).toBeCloseTo(0.07)
    expect(assumedLag({ ...settings, period: 30 }, { size: 9 })).toBeCloseTo(0.3)
    expect(assumedLag({ ...settings, period: 3600 }, { size: 9 })).toBe(1)
    expect(assumedLag({ ...settings, period: 0.01 }, { size: 9 })).toBeCloseTo(0.0025, 6)
  })
})

describe("a search ends (TREE-11)", () => {
  const allocation = { target: 10, limit: 20 }
  /** Clear enough to end at the target, not so clear as to end before it: 1000 playouts a second. */
  const at = (elapsed: number, changes: Partial<Progress> = {}): Progress => ({
    elapsed,
    playouts: 1000 * elapsed,
    bestVisits: 600 * elapsed,
    secondVisits: 200 * elapsed,
    bestValue: 0.55,
    isBestByValue: true,
    replyValue: 0.56,
    ...changes,
  })

  it.each<[string, Progress, ReturnType<typeof reasonToStop>]>([
    ["not at its beginning", at(0), undefined],
    ["not before the target", at(6), undefined],
    ["at the target", at(10), "target"],
    ["later when the second is near", at(10, { secondVisits: 2500 }), undefined],
    ["later when the best by visits is not the best by value", at(10, { isBestByValue: false }), undefined],
    ["later when the best reply changes the value", at(10, { replyValue: 0.5 }), undefined],
    ["at the target when no reply was searched", at(10, { replyValue: undefined }), "target"],
    ["stretched less when it is winning", at(15, { secondVisits: 8000, bestValue: 0.76 }), "target"],
    ["stretched more when it is losing", at(19, { secondVisits: 11000, bestValue: 0.3 }), undefined],
    ["at the limit, however open", at(20, { isBestByValue: false }), "limit"],
    ["when the time makes no sense", at(NaN), "limit"],
    ["when the second can't catch up", at(6, { bestVisits: 5900, secondVisits: 50 }), "decided"],
    ["not when it could just", at(6, { bestVisits: 5000, secondVisits: 100 }), undefined],
    ["not on few playouts", at(1, { bestVisits: 90_000, secondVisits: 0 }), undefined],
    ["with the tree of earlier moves", at(3, { bestVisits: 30_000, secondVisits: 500 }), "decided"],
    [
      "open, only when the limit would not help",
      at(6, { bestVisits: 15_000, secondVisits: 500, isBestByValue: false }),
      undefined,
    ],
    [
      "open, when the limit would not help",
      at(6, { bestVisits: 16_000, secondVisits: 500, isBestByValue: false }),
      "decided",
    ],
    ["early when it has won", at(2, { bestValue: 0.96, replyValue: 0.96 }), "winning"],
    ["at a third when it is winning", at(3.4, { bestValue: 0.82, replyValue: 0.82 }), "winning"],
    ["not sooner", at(3, { bestValue: 0.82, replyValue: 0.82 }), undefined],
    ["not when the win hangs on the choice", at(3.4, { bestValue: 0.96, isBestByValue: false }), undefined],
  ])("%s", (_, progress, reason) => expect(reasonToStop(progress, allocation)).toBe(reason))

  it("at once when there is no time", () => {
    expect(reasonToStop(at(0), { target: 0, limit: 0 })).toBe("limit")
  })

  it("not because it is winning, where saved time is lost time", () => {
    const won = at(5, { bestValue: 0.99, replyValue: 0.99 })
    expect(reasonToStop(won, { target: 10, limit: 10 })).toBeUndefined()
    expect(reasonToStop(won, { target: 10, limit: 10.1 })).toBe("winning")
  })

  it("never of itself without a clock", () => {
    const unlimited = { target: Infinity, limit: Infinity }
    for (const elapsed of [0, 1, 1e6])
      expect(reasonToStop(at(elapsed, { bestValue: 1, replyValue: 1 }), unlimited)).toBeUndefined()
  })

  it("as its parameters say", () => {
    const patient = { ...STOPPING, winning: [] }
    expect(reasonToStop(at(5, { bestValue: 0.99, replyValue: 0.99 }), allocation, patient)).toBeUndefined()
  })

  it("decided only if no later playout could change the most visited move", () => {
    const shares = fc.record({ elapsed: seconds(0.1, 19), best: seconds(0, 1), extra: seconds(0, 50_000) })
    fc.assert(
      fc.property(shares, fc.boolean(), ({ elapsed, best, extra }, isBestByValue) => {
        const playouts = 1000 * elapsed
        const visits = { bestVisits: best * playouts + extra, secondVisits: (1 - best) * playouts }
        const progress = at(elapsed, { ...visits, isBestByValue })
        if (reasonToStop(progress, allocation) !== "decided") return
        const end = isBestByValue ? allocation.target : allocation.limit
        expect(visits.secondVisits + 1000 * (end - elapsed)).toBeLessThan(visits.bestVisits)
      }),
      { numRuns: 500, seed: 11 },
    )
  })
})
