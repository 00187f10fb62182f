// One game of the arena (ARE-1): whatever the players do, it ends with the right verdict and a record.

import { describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../../test/support/match.ts"
import { Random } from "../base/random.ts"
import { err, ok, unwrap } from "../base/result.ts"
import { openDeadStoneEstimator, type Answer, type Request } from "../players/index.ts"
import { EngineFault } from "../players/index.ts"
import { mainLine, parseSgf, readText, replayRecord } from "../record/index.ts"
import { allPoints, Game, parseVertex, PASS, type Point } from "../rules/index.ts"
import { parseClock } from "./clock.ts"
import type { Contestant } from "./contestant.ts"
import { playGame, type Referee } from "./game.ts"
import { NO_OPENINGS, listOpenings } from "./openings.ts"
import { makeTask } from "./schedule.ts"
import type { GameTask, MatchDefinition } from "./definition.ts"

const estimateDead = await openDeadStoneEstimator()

const taskOf = (change: Partial<MatchDefinition> = {}, opening: readonly string[] = []): GameTask =>
  makeTask({ ...SMALL_MATCH, ...change }, opening.length > 0 ? listOpenings([opening]) : NO_OPENINGS, 0)

const answer = (vertex: string, size = 5): Answer => ({
  move: vertex === "resign" ? "resign" : parseVertex(vertex, size)!,
  reason: "uniform",
})

/** A player that plays these moves and passes then; other answers are as they are given. */
function scripted(
  moves: readonly (string | (() => Promise<Answer>))[],
  more: Partial<Contestant> = {},
): Contestant {
  let next = 0
  return {
    name: "scripted",
    choose: () => {
      const move = moves[next++] ?? "pass"
      return typeof move === "string" ? Promise.resolve(answer(move)) : move()
    },
    close: () => Promise.resolve(),
    ...more,
  }
}

/** The game of Black (player A) and White. */
function play(black: Contestant, white: Contestant, task = taskOf(), more: Partial<Referee> = {}) {
  const seats = [black, white]
  return playGame(task, {
    estimateDead,
    stallSeconds: 0.2,
    makeContestant: () => ok(seats.shift()!),
    ...more,
  })
}

const later = (seconds: number, vertex: string) => (): Promise<Answer> =>
  new Promise((resolve) => setTimeout(() => resolve(answer(vertex)), seconds * 1000))

const DEAD_C3 = ["C3", "B2", "D4", "B4", "D2"]

describe("verdicts of a game (ARE-1)", () => {
  it("a count", async () => {
    const played = await play(scripted(["C3"]), scripted([]))
    expect(played).toMatchObject({
      verdict: { kind: "score", winner: "black", margin: 24.5 },
      plays: ["C3", "pass", "pass"],
    })
  })

  it("a count of a game that ended unsettled says how many points were open", async () => {
    const open = [parseVertex("A1", 5) as Point, parseVertex("B1", 5) as Point]
    const unsettled = await play(scripted(["C3"]), scripted([]), taskOf(), { openPoints: () => open })
    expect(unsettled).toMatchObject({ verdict: { kind: "score" }, unsettled: 2 })
    const settled = await play(scripted(["C3"]), scripted([]), taskOf(), { openPoints: () => [] })
    expect(settled).not.toHaveProperty("unsettled")
    const resigned = await play(scripted(["resign"]), scripted([]), taskOf(), { openPoints: () => open })
    expect(resigned).not.toHaveProperty("unsettled")
  })

  it("a resignation", async () => {
    const played = await play(scripted(["C3", "resign"]), scripted(["C2"]))
    expect(played!.verdict).toEqual({ kind: "resign", winner: "white" })
  })

  it("an unlawful move, with the reason; it is not in the record", async () => {
    const played = await play(scripted(["C3"]), scripted(["C3"]))
    expect(played!.verdict).toEqual({
      kind: "illegal",
      winner: "black",
      reason: "C3: there is already a stone on that point",
    })
    expect(played!.plays).toEqual(["C3"])
  })

  it.each([
    [
      "throws at once",
      () => {
        throw new Error("out of cheese")
      },
    ],
    ["rejects", () => Promise.reject(new Error("out of cheese"))],
  ] as const)("a player that %s has crashed", async (_, crash) => {
    const played = await play(scripted(["C3", crash]), scripted([]))
    expect(played!.verdict).toEqual({ kind: "crash", winner: "white", reason: "out of cheese" })
  })

  it("a player that never tells its score is not waited for, nor asked again", async () => {
    const asked: string[] = []
    const mute = (name: string) => (): Promise<never> => {
      asked.push(name)
      return new Promise(() => undefined)
    }
    const played = await play(
      scripted(["C3"], { deadStones: mute("dead"), finalScore: mute("score") }),
      scripted([], { finalScore: () => Promise.resolve("B+24.5") }),
    )
    expect(played).toMatchObject({
      verdict: { kind: "score", winner: "black", margin: 24.5 },
      claims: { b: "B+24.5" },
      dead: { by: "playouts" },
    })
    expect(asked).toEqual(["dead"])
  })

  it("a player that fails when it is asked for its score has no opinion", async () => {
    const fails = (): Promise<never> => Promise.reject(new Error("no idea"))
    const played = await play(scripted(["C3"], { deadStones: fails, finalScore: fails }), scripted([]))
    expect(played).toMatchObject({ verdict: { kind: "score", margin: 24.5 }, claims: {} })
  })

  it("what an engine says is kept in bounds, and on one line", async () => {
    const claim = `B+1\u001b[2J\n${"x".repeat(1e6)}`
    const played = await play(scripted(["C3"], { finalScore: () => Promise.resolve(claim) }), scripted([]))
    expect(played!.claims.a).toMatch(/^B\+1�\[2J x+…$/)
    expect(played!.claims.a).toHaveLength(100)
    expect(played!.sgf.length).toBeLessThan(2000)
    const crash = (): Promise<Answer> => Promise.reject(new Error(`\u001b[31m\n${"y".repeat(1e6)}`))
    const crashed = await play(scripted([crash]), scripted([]))
    expect(crashed!.verdict).toMatchObject({ kind: "crash", reason: expect.stringMatching(/^�\[31m y+…$/) })
    expect(crashed!.sgf.length).toBeLessThan(2000)
  })

  it("an engine says itself what its fault is", async () => {
    const fault = (): Promise<Answer> => Promise.reject(new EngineFault("illegal", `"Z9" is no move`))
    const played = await play(scripted([fault]), scripted([]))
    expect(played!.verdict).toEqual({ kind: "illegal", winner: "white", reason: `"Z9" is no move` })
  })

  it("a player that can't be made has crashed", async () => {
    const makeContestant = (): ReturnType<NonNullable<Referee["makeContestant"]>> => err("no weights")
    const played = await playGame(taskOf(), { estimateDead, stallSeconds: 1, makeContestant })
    expect(played!.verdict).toEqual({ kind: "crash", winner: "white", reason: "no weights" })
  })

  it("a player that is silent has stalled, and is told to stop", async () => {
    let stopped: AbortSignal | undefined
    const silent = scripted([], {
      choose: ({ signal }: Request) => {
        stopped = signal
        return new Promise<Answer>(() => undefined)
      },
    })
    const played = await play(silent, scripted([]))
    expect(played!.verdict).toEqual({ kind: "stall", winner: "white", reason: "no answer within 0.2 s" })
    expect(stopped!.aborted).toBe(true)
  })

  it("a player that does not get ready has stalled", async () => {
    const played = await play(scripted([]), scripted([], { prepare: () => new Promise(() => undefined) }))
    expect(played!.verdict).toMatchObject({ kind: "stall", winner: "black" })
  })

  it("a game that does not end is void", async () => {
    // Who fills its own eyes goes on until its stones are captured, and begins again.
    const fills = (): Contestant =>
      scripted([], {
        choose: ({ position, seed }: Request) => {
          const game = unwrap(Game.replay(position, position.moves))
          const lawful = allPoints(7).filter((point) => game.refusal(point) === undefined)
          const move = lawful[new Random(seed).below(lawful.length)] ?? PASS
          return Promise.resolve({ move, reason: "uniform" })
        },
      })
    const played = await play(fills(), fills(), taskOf({ rules: "tromp-taylor", size: 7, seed: 2 }))
    expect(played!.verdict).toEqual({
      kind: "void",
      winner: null,
      reason: "the game is longer than 296 moves",
    })
  })

  it("what is interrupted has no verdict", async () => {
    const stopping = new AbortController()
    const silent = scripted([], { choose: () => new Promise<Answer>(() => stopping.abort()) })
    expect(
      await play(silent, scripted([]), taskOf(), { stallSeconds: 60, signal: stopping.signal }),
    ).toBeUndefined()
  })
})

describe("clocks of a game (ARE-1)", () => {
  const on = (clock: string): GameTask =>
    taskOf({ budget: { kind: "clock", settings: unwrap(parseClock(clock)) } })

  it.each(["absolute:0.1", "byoyomi:0+0.05x2", "canadian:0+0.1/3"])("%s runs out", async (clock) => {
    const played = await play(scripted([later(0.25, "C3")]), scripted([]), on(clock))
    const { verdict } = played!
    expect(verdict).toMatchObject({ kind: "time", winner: "white" })
    expect(verdict.kind === "time" && verdict.overrun).toBeGreaterThan(0.1)
    expect(played!.plays).toEqual([])
  })

  it("players see their own clock, and the record has it", async () => {
    const seen: unknown[] = []
    const watching = scripted([], {
      choose: ({ budget, position }: Request) => {
        seen.push(budget.clock!.left!.stones)
        return Promise.resolve(answer(["C3", "C2", "pass"][position.moves.length / 2]!))
      },
    })
    const played = await play(watching, scripted(["B3"]), on("canadian:0+20/5"))
    expect(seen).toEqual([5, 4, 3])
    expect(played!.sgf).toMatch(/B\[cc\]C\[[^\]]*\]BL\[(1\d|20)[.\d]*\]OB\[4\]/)
    expect(played!.sgf).toMatch(/OT\[5\/20 Canadian\]/)
  })
})

describe("the count (ARE-1)", () => {
  /** White's stone on A1 stands in Black's area. */
  const black = (more: Partial<Contestant> = {}): Contestant => scripted(["C3", "C2", "C4", "C1", "C5"], more)
  const white = (more: Partial<Contestant> = {}): Contestant =>
    scripted(["A1", "D3", "D2", "D4", "D1", "D5"], more)
  const says = (...stones: string[]): Partial<Contestant> => ({
    deadStones: () => Promise.resolve(stones.map((stone) => parseVertex(stone, 5) as Point)),
  })

  it("is by what both players take for dead, if they agree", async () => {
    const played = await play(black(says("A1")), white(says("A1")))
    expect(played!.dead).toEqual({ by: "engines", stones: ["A1"] })
    expect(played!.verdict).toMatchObject({ kind: "score", winner: "black", margin: 4.5 })
  })

  it("agreement that we would not share counts", async () => {
    const played = await play(black(says()), white(says()))
    expect(played!.dead).toEqual({ by: "engines", stones: [] })
  })

  it.each([
    ["disagree", says("A1"), says()],
    ["are silent", {}, {}],
    ["are silent on one side", says("A1"), {}],
    ["fail", says("A1"), { deadStones: () => Promise.resolve(undefined) }],
  ])("is by our own playouts where they %s", async (_, one, other) => {
    const played = await play(black(one), white(other))
    expect(played!.dead).toEqual({ by: "playouts", stones: ["A1"] })
    expect(played!.verdict).toMatchObject({ kind: "score", winner: "black" })
  })

  it("is void where neither helps", async () => {
    const broken = (): never => {
      throw new Error("no memory")
    }
    const played = await play(black(), white(), taskOf(), { estimateDead: broken })
    expect(played!.verdict).toMatchObject({
      kind: "void",
      winner: null,
      reason: expect.stringMatching(/no memory/),
    })
  })

  it.each(["cgos", "tromp-taylor"])("under %s rules every stone lives", async (rules) => {
    const played = await play(black(says("A1")), white(says("A1")), taskOf({ rules }))
    expect(played!.dead).toBeUndefined()
    expect(played!.verdict).toMatchObject({ kind: "score", winner: "white" })
  })

  it("has the players' own results beside it", async () => {
    const claim = (text: string): Partial<Contestant> => ({ finalScore: () => Promise.resolve(text) })
    const played = await play(black(claim("B+9")), white(claim("W+1.5")))
    expect(played!.claims).toEqual({ a: "B+9", b: "W+1.5" })
    expect(played!.sgf).toMatch(/A counts B\+9\nB counts W\+1\.5/)
  })
})

describe("a referee engine of the match (ARE-1)", () => {
  /** White's stone on A1 stands in Black's area; both players take it for dead. */
  const says = (...stones: string[]): Partial<Contestant> => ({
    deadStones: () => Promise.resolve(stones.map((stone) => parseVertex(stone, 5) as Point)),
  })
  const REFEREE = "gtp:referee"

  /** The game with players that agree on A1, and a referee that may not. */
  function judged(referee: Contestant | undefined, change: Partial<MatchDefinition> = {}) {
    const black = scripted(["C3", "C2", "C4", "C1", "C5"], says("A1"))
    const white = scripted(["A1", "D3", "D2", "D4", "D1", "D5"], says("A1"))
    const seats = [black, white]
    return playGame(taskOf({ referee: REFEREE, ...change }), {
      estimateDead,
      stallSeconds: 0.2,
      makeContestant: (spec) =>
        spec !== REFEREE ? ok(seats.shift()!) : referee ? ok(referee) : err("there is no such engine"),
    })
  }
  const claims = (claim: string): Partial<Contestant> => ({ finalScore: () => Promise.resolve(claim) })

  it("decides the dead stones, against both players; its claim is recorded", async () => {
    const played = (await judged(scripted([], { ...says(), ...claims("W+3.5") })))!
    expect(played.dead).toEqual({ by: "referee", stones: [] })
    expect(played.verdict).toMatchObject({ kind: "score", winner: "white" })
    expect(played.referee).toEqual({ engine: REFEREE, decided: "dead", claim: "W+3.5" })
    expect(played.sgf).toMatch(/referee gtp:referee: named the dead stones, counts W\+3\.5/)
  })

  it("decides the score where it lists no dead stones", async () => {
    const played = (await judged(scripted([], claims("W+7.5"))))!
    expect(played.verdict).toEqual({ kind: "score", winner: "white", margin: 7.5 })
    expect(played.referee).toEqual({ engine: REFEREE, decided: "score", claim: "W+7.5" })
    expect(played.dead).toBeUndefined()
  })

  it.each<[string, Contestant | undefined, RegExp]>([
    ["can't be had", undefined, /no such engine/],
    ["says nothing", scripted([]), /neither dead stones nor a score/],
    ["talks nonsense", scripted([], claims("who knows")), /neither dead stones nor a score/],
    ["crashes", scripted([], { prepare: () => Promise.reject(new Error("segfault")) }), /segfault/],
    ["is silent", scripted([], { prepare: () => new Promise(() => undefined) }), /no answer within 0\.2 s/],
  ])("one that %s leaves the count to us, and the game records it", async (_, referee, failure) => {
    const played = (await judged(referee))!
    expect(played.dead).toEqual({ by: "engines", stones: ["A1"] })
    expect(played.verdict).toMatchObject({ kind: "score", winner: "black", margin: 4.5 })
    expect(played.referee).toMatchObject({ decided: "nothing", failure: expect.stringMatching(failure) })
    expect(played.sgf).toMatch(/referee gtp:referee: decided nothing/)
  })

  it("has nothing to decide where every stone lives", async () => {
    const played = (await judged(scripted([], { ...says("C3"), ...claims("B+1") }), { rules: "cgos" }))!
    expect(played.verdict).toMatchObject({ kind: "score", winner: "white" })
    expect(played.referee).toMatchObject({ decided: "nothing", claim: "B+1" })
  })
})

describe("a handicap (ARE-1, RUL-3)", () => {
  const HANDICAP = { size: 9, handicap: 4, rules: "chinese" } as const

  it("stands on the fixed points, A is Black in every game, and White begins", async () => {
    const tasks = [0, 1].map((number) => makeTask({ ...SMALL_MATCH, ...HANDICAP }, NO_OPENINGS, number))
    expect(tasks.map(({ black }) => black)).toEqual(["a", "a"])
    const seen: number[] = []
    const watching = scripted([], {
      choose: ({ position }: Request) => {
        seen.push(position.handicap, position.setup.length)
        return Promise.resolve(answer("pass", 9))
      },
    })
    const played = (await play(scripted([]), watching, tasks[0]))!
    expect(seen).toEqual([4, 4])
    const { games } = unwrap(parseSgf(played.sgf))
    const { game, info } = unwrap(replayRecord(games[0]!))
    expect(info).toMatchObject({ handicap: 4 })
    expect(game.board.at(parseVertex("C3", 9) as Point)).toBe(1)
    expect(played.sgf).toMatch(/HA\[4\].*AB(\[[a-i]{2}\]){4}/s)
    // 81 points, less komi and a point for each stone, as Chinese rules have it.
    expect(played.verdict).toEqual({ kind: "score", winner: "black", margin: 81 - 0.5 - 4 })
  })

  it("is part of what defines a game, and its absence of nothing", () => {
    const id = (change: Partial<MatchDefinition>): string =>
      makeTask({ ...SMALL_MATCH, size: 9, ...change }, NO_OPENINGS, 0).id
    const ids = [{}, { handicap: 2 }, { handicap: 3 }, { referee: "gtp:gnugo" }].map(id)
    expect(new Set(ids).size).toBe(4)
    // The error rates of the test change no game.
    expect(id({ alpha: 0.01 })).toBe(ids[0])
  })
})

describe("the record (ARE-1)", () => {
  it("has the opening, times, reasons, and the same game", async () => {
    const task = taskOf({}, DEAD_C3)
    const played = (await playGame(task, { estimateDead, stallSeconds: 5 }))!
    const { games } = unwrap(parseSgf(played.sgf))
    const { game, info } = unwrap(replayRecord(games[0]!))
    expect(game.moves).toHaveLength(played.plays.length)
    expect(played.plays.slice(0, 5)).toEqual(DEAD_C3)
    expect(info).toMatchObject({ komi: 0.5, rules: "chinese", round: "1", black: { name: "random" } })
    const comments = mainLine(games[0]!).map((node) => readText(node))
    expect(comments[1]).toBe("opening")
    expect(comments[6]).toMatch(/^\d\.\d{3} s; (uniform|only-eyes-left)$/)
    expect(info.comment).toContain(task.id)
  })

  it("is the same when the game is played again, and another with another seed", async () => {
    const referee = { estimateDead, stallSeconds: 5 }
    const plays = async (number: number) =>
      (await playGame(
        makeTask({ ...SMALL_MATCH, a: "uct,playouts=20" }, NO_OPENINGS, number),
        referee,
      ))!.plays.join(" ")
    expect(await plays(0)).toBe(await plays(0))
    expect(await plays(0)).not.toBe(await plays(2))
  })
})
