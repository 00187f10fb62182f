// What the seat tells an engine, and in which order (GTP-2): an engine that writes down its commands
// (test/arena/engine.js), and GNU Go. What becomes of engines that misbehave is in test/faults.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { itNeeding } from "../../../test/support/needs.ts"
import { program } from "../../../test/support/programs.ts"
import { unwrap } from "../../base/index.ts"
import { Black, Game, makeVertex, parseRuleset, parseVertex, White } from "../../rules/index.ts"
import type { Color, GameOptions, Point, Position } from "../../rules/index.ts"
import { GtpSeat, type SeatOptions } from "./seat.ts"
import type { GtpClock } from "./time.ts"

const script = fileURLToPath(new URL("../../../test/arena/engine.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "montego-seat-"))
const seats: GtpSeat[] = []
afterEach(() => Promise.all(seats.splice(0).map((seat) => seat.close())))
afterAll(() => rmSync(folder, { recursive: true }))

function sit(command: string, args: readonly string[], options: SeatOptions = {}): GtpSeat {
  const seat = new GtpSeat({ program: command, args }, options)
  seats.push(seat)
  return seat
}

let logs = 0
/** A seat with the engine, and what the engine was told since the last look. */
function sitLogged(args: readonly string[], options: SeatOptions = {}) {
  const log = join(folder, `${++logs}.log`)
  const seat = sit(process.execPath, [script, "--log", log, ...args], options)
  let seen = 0
  const told = (): string[] => {
    const lines = readFileSync(log, "utf8").split("\n").slice(0, -1)
    return lines.slice(seen, (seen = lines.length))
  }
  return { seat, told }
}

function positionOf(moves = "", options: Partial<GameOptions> = {}): Position {
  const game = unwrap(Game.create({ size: 9, komi: 7, ...options }))
  for (const vertex of moves.split(" ").filter((word) => word !== ""))
    unwrap(game.play(parseVertex(vertex, 9)!))
  return game.position()
}

const stones = (color: Color, ...vertices: string[]): (readonly [Color, Point])[] =>
  vertices.map((vertex) => [color, parseVertex(vertex, 9) as Point])

const START = ["name", "version", "list_commands"]
const NEW = ["boardsize 9", "clear_board", "komi 7"]

describe("a new game (GTP-2)", () => {
  const handicap = (...vertices: string[]) => ({
    setup: stones(Black, ...vertices),
    handicap: vertices.length,
  })

  it("size, rules before komi, the seat's own commands, handicap, moves", async () => {
    const { seat, told } = sitLogged(["--also", "kgs-rules,set_free_handicap"], { setUp: [["level", "3"]] })
    const refused = { kind: "refused", message: "level 3: unknown command" }
    expect(await seat.show(positionOf())).toEqual({ ok: false, error: refused })
    const able = sitLogged(["--also", "kgs-rules,set_free_handicap,level"], { setUp: [["level", "3"]] })
    const rules = parseRuleset("new-zealand")!
    unwrap(await able.seat.show(positionOf("E5", { rules, komi: 0.5, ...handicap("C3", "G7") })))
    const begin = [...START, "boardsize 9", "clear_board"]
    const rest = ["kgs-rules new_zealand", "komi 0.5", "level 3", "set_free_handicap C3 G7", "play w E5"]
    expect(able.told()).toEqual([...begin, ...rest])
    expect(told()).toEqual([...begin, "kgs-rules chinese", "komi 7", "level 3"])
  })

  it.each([
    ["an engine that lacks them", [], NEW],
    ["that refuses them", ["--also", "kgs-rules,set_free_handicap", "--refuse", "kgs|free"], undefined],
    ["that lists no commands", ["--unlisted"], undefined],
  ])("rules and handicap are not forced on %s", async (_, args, begin) => {
    const { seat, told } = sitLogged(args)
    const tried = ["boardsize 9", "clear_board", "kgs-rules chinese", "komi 7", "set_free_handicap C3 G7"]
    unwrap(await seat.show(positionOf("", handicap("C3", "G7"))))
    expect(told()).toEqual([...START, ...(begin ?? tried), "play b C3", "play b G7"])
  })

  it("other stones are moves, as is a handicap of one stone", async () => {
    const { seat, told } = sitLogged(["--also", "set_free_handicap"])
    const setup = [...stones(White, "A1"), ...stones(Black, "C3", "G7")]
    unwrap(await seat.show(positionOf("E5", { setup, firstToPlay: White })))
    expect(told()).toEqual([...START, ...NEW, "play w A1", "play b C3", "play b G7", "play w E5"])
    unwrap(await seat.show(positionOf("", handicap("C3"))))
    expect(told()).toEqual([...NEW, "play b C3"])
  })

  it("a size that the engine refuses is a failure", async () => {
    const { seat } = sitLogged(["--refuse", "boardsize 25"])
    const refused = { kind: "refused", message: "boardsize 25: unknown command" }
    expect(await seat.show(positionOf("", { size: 25 }))).toEqual({ ok: false, error: refused })
  })
})

describe("in step (GTP-2)", () => {
  it("new moves alone; a resignation and a question change nothing", async () => {
    const { seat, told } = sitLogged(["--moves", "E5,resign", "--also", "final_score"])
    expect(unwrap(await seat.genmove(positionOf(), Black))).toBe(parseVertex("E5", 9))
    expect(told()).toEqual([...START, ...NEW, "genmove b"])
    expect(unwrap(await seat.genmove(positionOf("E5 G3"), Black))).toBe("resign")
    expect(told()).toEqual(["play w G3", "genmove b"])
    unwrap(await seat.ask(positionOf("E5 G3 pass"), (talk) => talk.ask("final_score")))
    expect(told()).toEqual(["play b pass", "final_score"])
    unwrap(await seat.show(positionOf("E5 G3 pass")))
    expect(told()).toEqual([])
    unwrap(await seat.show(positionOf("E5 G3 pass", { komi: 6.5 })))
    expect(told()[2]).toBe("komi 6.5")
  })

  it("moves that were taken back are undone; many of them, or another game, are set up", async () => {
    const { seat, told } = sitLogged(["--also", "undo"])
    unwrap(await seat.show(positionOf("E5 G3 C3 G7 C7")))
    told()
    unwrap(await seat.show(positionOf("E5 G3 C3 C6")))
    expect(told()).toEqual(["undo", "undo", "play w C6"])
    unwrap(await seat.show(positionOf("E5")))
    expect(told()).toEqual([...NEW, "play b E5"])
    unwrap(await seat.show(positionOf("G7")))
    expect(told()).toEqual([...NEW, "play b G7"])
  })

  it.each([
    ["refuses", ["--also", "undo", "--refuse", "undo"], ["undo"]],
    ["lacks", [], []],
  ])("an engine that %s undo is set up again", async (_, args, tried) => {
    const { seat, told } = sitLogged(args)
    unwrap(await seat.show(positionOf("E5 G3")))
    told()
    unwrap(await seat.show(positionOf("E5")))
    expect(told()).toEqual([...tried, ...NEW, "play b E5"])
  })

  it("an engine that refused a move, or answered nonsense, is set up again", async () => {
    const { seat, told } = sitLogged(["--moves", "Z9", "--refuse", "play w A1"])
    const nonsense = { kind: "nonsense", message: '"Z9" is no move on this board', raw: "Z9" }
    expect(await seat.genmove(positionOf("E5"), White)).toEqual({ ok: false, error: nonsense })
    const refused = { kind: "refused", message: "play w A1: unknown command" }
    expect(await seat.show(positionOf("E5 A1"))).toEqual({ ok: false, error: refused })
    told()
    unwrap(await seat.show(positionOf("E5 B1")))
    expect(told()).toEqual([...NEW, "play b E5", "play w B1"])
  })
})

describe("time (GTP-2)", () => {
  const times = (lines: readonly string[]): string[] => lines.filter((line) => /time/.test(line))
  const byoYomi = { kind: "byo-yomi", main: 60, period: 10, periods: 3 } as const
  const absolute = (main: number, seconds = main): GtpClock => ({
    settings: { kind: "absolute", main },
    left: { seconds, stones: 0 },
  })
  const canadian: GtpClock = {
    settings: { kind: "canadian", main: 0, period: 0.5, stones: 2 },
    left: { seconds: 0.25, stones: 1 },
  }
  const NONE = { settings: { kind: "none" } } as const

  it.each<[string, string[], GtpClock, string[]]>([
    ["absolute", [], absolute(60, 33.7), ["time_settings 60 0 0", "time_left b 33 0"]],
    ["of less than a second", [], absolute(0.4), ["time_settings 0.4 0 0", "time_left b 0.4 0"]],
    ["that is over, which is no freedom", [], absolute(0), ["time_settings 1 0 0", "time_left b 0 0"]],
    ["with fractions", [], canadian, ["time_settings 0 0.5 2", "time_left b 0.25 1"]],
    [
      "with fractions, which the engine refuses",
      ["--refuse", "time.*\\."],
      canadian,
      ["time_settings 0 0.5 2", "time_settings 0 1 2", "time_left b 0 1"],
    ],
    [
      "byo-yomi, as overtime of one stone",
      [],
      { settings: byoYomi, left: { seconds: 10, stones: 3 } },
      ["time_settings 60 10 1", "time_left b 10 1"],
    ],
    [
      "byo-yomi, as KGS tells it",
      ["--kgs"],
      { settings: byoYomi, left: { seconds: 10, stones: 3 } },
      ["kgs-time_settings byoyomi 60 10 3", "time_left b 10 3"],
    ],
    ["without what is left", [], { settings: byoYomi }, ["time_settings 60 10 1"]],
    [
      "that the engine refuses",
      ["--refuse", "time"],
      absolute(9),
      ["time_settings 9 0 0", "time_left b 9 0"],
    ],
    ["no limit", [], NONE, []],
  ])("a clock %s", async (_, args, clock, expected) => {
    const { seat, told } = sitLogged(args)
    const first = unwrap(await seat.genmove(positionOf(), Black, { clock }))
    expect(times(told())).toEqual(expected)
    // The settings once, what is left before every move.
    if (first === "resign") throw new Error("it resigned")
    unwrap(await seat.genmove(positionOf(`${makeVertex(first, 9)} G3`), Black, { clock }))
    expect(times(told())).toEqual(expected.filter((line) => line.startsWith("time_left")))
  })

  it("is told again in a new game, and when there is no clock any more", async () => {
    const { seat, told } = sitLogged(["--moves", "E5,E5,E5,E5"])
    const timesOf = async (komi: number, clock?: GtpClock): Promise<string[]> => {
      unwrap(await seat.genmove(positionOf("", { komi }), Black, { clock }))
      return times(told())
    }
    const settings = { kind: "absolute", main: 60 } as const
    expect(await timesOf(1, { settings })).toEqual(["time_settings 60 0 0"])
    expect(await timesOf(2, { settings })).toEqual(["time_settings 60 0 0"])
    expect(await timesOf(3)).toEqual(["time_settings 0 1 0"])
    expect(await timesOf(4, NONE)).toEqual(["time_settings 0 1 0"])
  })
})

describe("stop and start (GTP-2)", () => {
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it("the first call starts the engine, and a signal that has fired does not", async () => {
    const seat = sit(process.execPath, [script])
    const stopped = { ok: false, error: { kind: "closed", message: "the engine was stopped", stderr: "" } }
    expect(await seat.show(positionOf(), { signal: AbortSignal.abort() })).toEqual(stopped)
    expect(seat.controller).toBeUndefined()
    expect(unwrap(await seat.identify())).toBe("Tester 1 seed=")
    expect(seat.controller?.pid).toBeGreaterThan(0)
  })

  it("a signal ends an engine that thinks; the next call has another at the position", async () => {
    const { seat, told } = sitLogged(["--hang", "1"])
    unwrap(await seat.show(positionOf("E5")))
    const pid = seat.controller!.pid!
    const abort = new AbortController()
    const choosing = seat.genmove(positionOf("E5"), White, { signal: abort.signal })
    await expect.poll(() => told().includes("genmove w"), { interval: 20, timeout: 60_000 }).toBe(true)
    abort.abort()
    expect(await choosing).toMatchObject({ ok: false, error: { kind: "closed" } })
    expect(isRunning(pid)).toBe(false)
    unwrap(await seat.show(positionOf("E5")))
    expect(seat.controller!.pid).not.toBe(pid)
    expect(told().slice(-7)).toEqual([...START, ...NEW, "play b E5"])
  })

  it("a signal that fires later changes nothing", async () => {
    const { seat } = sitLogged([])
    const abort = new AbortController()
    unwrap(await seat.show(positionOf(), { signal: abort.signal }))
    abort.abort()
    unwrap(await seat.show(positionOf("E5")))
    expect(seat.controller!.failure).toBeUndefined()
  })

  it("after a crash the next call starts another engine", async () => {
    const { seat, told } = sitLogged(["--crash", "1"])
    const crashed = {
      kind: "crash",
      exitCode: 3,
      message: expect.stringMatching(/^genmove b: .*exit code 3/),
    }
    expect(await seat.genmove(positionOf("E5 G3"), Black)).toMatchObject({ ok: false, error: crashed })
    told()
    unwrap(await seat.show(positionOf("E5 G3")))
    expect(told()).toEqual([...START, ...NEW, "play b E5", "play w G3"])
  })

  it("an engine that ends between two calls is a failure of the next one", async () => {
    const { seat } = sitLogged([])
    unwrap(await seat.show(positionOf()))
    process.kill(seat.controller!.pid!, "SIGKILL")
    await expect.poll(() => seat.controller!.failure, { interval: 20, timeout: 60_000 }).toBeDefined()
    expect(await seat.genmove(positionOf(), Black)).toMatchObject({
      error: { kind: "crash", signal: "SIGKILL" },
    })
    unwrap(await seat.genmove(positionOf(), Black))
  })

  it("the seconds of a call hold for all its commands, the start too", async () => {
    const { seat } = sitLogged(["--hang", "1"])
    expect(await seat.show(positionOf(), { seconds: 0 })).toMatchObject({ error: { kind: "start" } })
    unwrap(await seat.show(positionOf()))
    const pid = seat.controller!.pid!
    const late = { kind: "stall", message: expect.stringMatching(/^genmove b: no answer/) }
    expect(await seat.genmove(positionOf(), Black, { seconds: 0.2 })).toMatchObject({ error: late })
    expect(isRunning(pid)).toBe(false)
  })

  it("a seat that was closed starts nothing any more", async () => {
    const seat = sit(process.execPath, [script])
    unwrap(await seat.show(positionOf()))
    await seat.close()
    const { pid } = seat.controller!
    expect(await seat.show(positionOf())).toMatchObject({ ok: false, error: { kind: "closed" } })
    expect(seat.controller!.pid).toBe(pid)
  })

  it("an engine that takes a command's number for the command is told so", async () => {
    const ignores = fileURLToPath(new URL("../../../test/faults/engines/ignores-ids.js", import.meta.url))
    const message = expect.stringMatching(
      /^it answered "\? unknown command" to "\d+ clear_board", which every/,
    )
    expect(await sit(process.execPath, [ignores]).identify()).toEqual({
      ok: false,
      error: { kind: "refused", message },
    })
  })
})

describe("GNU Go (GTP-2)", () => {
  itNeeding(program("gnugo"), "plays with handicap and takes back", async () => {
    // By its name alone: the folder of games is on the path.
    const gnugo = (): GtpSeat => sit("gnugo", ["--mode", "gtp", "--level", "1"])
    const seat = gnugo()
    expect(unwrap(await seat.identify())).toMatch(/^GNU Go 3\./)
    const game = unwrap(Game.create({ size: 9, komi: 0.5, setup: stones(Black, "C3", "G7"), handicap: 2 }))
    const clock: GtpClock = { settings: { kind: "absolute", main: 60 }, left: { seconds: 30, stones: 0 } }
    for (let number = 0; number < 6; number++) {
      const move = unwrap(await seat.genmove(game.position(), game.toPlay, { clock }))
      if (move === "resign") throw new Error("it resigned")
      unwrap(game.play(move))
    }
    for (let count = 0; count < 3; count++) game.undo()
    const boardIn = async (engine: GtpSeat): Promise<string[]> => {
      const texts = await engine.ask(game.position(), async (talk) => [
        await talk.ask("list_stones", "black"),
        await talk.ask("list_stones", "white"),
      ])
      return unwrap(texts)
    }
    expect(await boardIn(seat)).toEqual(await boardIn(gnugo()))
    expect(seat.controller!.transcript.filter((line) => /^> \d+ undo$/.test(line))).toHaveLength(3)
  })
})
