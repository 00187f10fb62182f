// An engine that tells all it was told (test/faults/engines/sound.js), one that lacks what the draft does not require
// (bare.js), and GNU Go: the seat keeps each of them at the position that was played (GTP-2). What happens to
// engines that misbehave is in test/faults.

import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { itNeeding } from "../../../test/support/needs.ts"
import { program } from "../../../test/support/programs.ts"
import { unwrap } from "../../base/index.ts"
import { Black, CHINESE, makeVertex, parseRuleset, parseVertex, PASS, White } from "../../rules/index.ts"
import type { Color, Move, Point } from "../../rules/index.ts"
import { GtpSeat } from "./seat.ts"
import { makeTimeSettings, type GtpTime } from "./time.ts"

const seats: GtpSeat[] = []
afterEach(() => Promise.all(seats.splice(0).map((seat) => seat.close())))

function sit(engine: string, ...args: string[]): GtpSeat {
  const file = fileURLToPath(new URL(`../../../test/faults/engines/${engine}.js`, import.meta.url))
  const seat = new GtpSeat({ program: process.execPath, args: [file, ...args] })
  seats.push(seat)
  return seat
}

const at = (vertex: string): Move => parseVertex(vertex, 9)!
const points = (...vertices: string[]): Point[] => vertices.map((vertex) => at(vertex) as Point)
const vertices = (moves: readonly Move[]): string[] => moves.map((move) => makeVertex(move, 9))
const positionOf = async (seat: GtpSeat): Promise<string> => unwrap(await seat.ask("position"))

async function playAll(seat: GtpSeat, text: string): Promise<void> {
  let color: Color = Black
  for (const vertex of text.split(" ")) {
    unwrap(await seat.play(color, at(vertex)))
    color = color === Black ? White : Black
  }
}

describe("set-up (GTP-2)", () => {
  it("tells size, rules, komi, time and handicap", async () => {
    const seat = sit("sound")
    const time: GtpTime = { kind: "canadian", main: 60.9, period: 30, stones: 5 }
    const told = await seat.setUp({
      size: 9,
      komi: 0.5,
      rules: CHINESE,
      time,
      handicap: points("C3", "G7"),
    })
    expect(told).toEqual({ ok: true, value: { untold: [] } })
    expect(await positionOf(seat)).toBe("9 0.5 [chinese] [60 30 5] [C3 G7]")
  })

  it("an engine that knows less is told less, and the seat says what", async () => {
    const seat = sit("bare")
    const handicap = points("C3", "G7")
    const told = await seat.setUp({ size: 9, komi: 7, rules: CHINESE, time: { kind: "none" }, handicap })
    expect(told).toEqual({ ok: true, value: { untold: ["kgs-rules chinese", "time_settings 0 1 0"] } })
    expect(await positionOf(seat)).toBe("9 7 [] [] [] b C3, b G7")
  })

  it("rules that the engine refuses are told as untold; a size that it refuses is a failure", async () => {
    const seat = sit("sound")
    const told = await seat.setUp({ size: 9, komi: 7, rules: parseRuleset("tromp-taylor")! })
    expect(told).toEqual({ ok: true, value: { untold: ["kgs-rules tromp_taylor"] } })
    expect(await seat.setUp({ size: 25, komi: 7 })).toEqual({
      ok: false,
      error: { kind: "refused", message: "boardsize 25: unacceptable size" },
    })
  })

  it("a second game begins empty", async () => {
    const seat = sit("sound")
    unwrap(await seat.setUp({ size: 9, komi: 7, handicap: points("C3", "G7") }))
    await playAll(seat, "A1 A2")
    unwrap(await seat.setUp({ size: 9, komi: 5 }))
    expect(await positionOf(seat)).toBe("9 5 [] [] []")
    expect([seat.moves, seat.handicap]).toEqual([[], []])
  })

  it("comes before everything else", async () => {
    await expect(sit("sound").play(Black, PASS)).rejects.toThrow("`setUp` comes before everything else")
  })

  const all = (): boolean => true
  const draft = (command: string): boolean => command === "time_settings"
  it.each<[GtpTime, (command: string) => boolean, string]>([
    [{ kind: "none" }, all, "time_settings 0 1 0"],
    [{ kind: "absolute", main: 300 }, all, "time_settings 300 0 0"],
    [{ kind: "absolute", main: 0.4 }, all, "time_settings 1 0 0"],
    [{ kind: "canadian", main: 0, period: 30, stones: 25 }, all, "time_settings 0 30 25"],
    [{ kind: "byo-yomi", main: 60, period: 10, periods: 3 }, all, "kgs-time_settings byoyomi 60 10 3"],
    [{ kind: "byo-yomi", main: 60, period: 10, periods: 3 }, draft, "time_settings 60 10 1"],
  ])("time %o", (time, knows, command) => {
    expect(makeTimeSettings(time, knows).join(" ")).toBe(command)
  })
})

describe("moves (GTP-2)", () => {
  it("play, pass and genmove with the time that is left", async () => {
    const seat = sit("sound")
    unwrap(await seat.setUp({ size: 9, komi: 7, time: { kind: "absolute", main: 60 } }))
    unwrap(await seat.play(Black, at("A1")))
    unwrap(await seat.play(White, PASS))
    const timeLeft = { seconds: 12.7, stones: 0 }
    expect(unwrap(await seat.genmove(Black, { timeLeft }))).toBe(at("B1"))
    expect(await positionOf(seat)).toBe("9 7 [] [left b 12 0] [] b A1, w pass, b B1")
    expect(seat.moves.map(({ move }) => makeVertex(move, 9))).toEqual(["A1", "pass", "B1"])
  })

  it("a move that the engine refuses is not remembered", async () => {
    const seat = sit("sound")
    unwrap(await seat.setUp({ size: 9, komi: 7 }))
    await playAll(seat, "A1 A2")
    expect(await seat.play(Black, at("A2"))).toEqual({
      ok: false,
      error: { kind: "refused", message: "play b A2: illegal move" },
    })
    expect(seat.moves).toHaveLength(2)
  })

  it.each(["sound", "bare", "bare unlisted"])("undo, with handicap stones: %s", async (engine) => {
    const seat = sit(...(engine.split(" ") as [string]))
    unwrap(await seat.setUp({ size: 9, komi: 7, handicap: points("C3", "G7") }))
    await playAll(seat, "A1 A2")
    unwrap(await seat.genmove(Black))
    unwrap(await seat.undo())
    unwrap(await seat.undo())
    const stones = engine === "sound" ? "[C3 G7] b A1" : "[] b C3, b G7, b A1"
    expect(await positionOf(seat)).toBe(`9 7 [] [] ${stones}`)
    unwrap(await seat.undo())
    expect(await seat.undo()).toMatchObject({ ok: false, error: { kind: "refused" } })
  })

  it("handicap stones by the engine's choice, or ours where it has none", async () => {
    const [sound, bare] = [sit("sound"), sit("bare")]
    for (const seat of [sound, bare]) unwrap(await seat.setUp({ size: 9, komi: 0.5 }))
    expect(vertices(unwrap(await sound.placeHandicap(3)))).toEqual(["C3", "G7", "C7"])
    const ours = vertices(unwrap(await bare.placeHandicap(2)))
    expect(await positionOf(bare)).toBe(`9 0.5 [] [] [] ${ours.map((vertex) => `b ${vertex}`).join(", ")}`)
    expect(await bare.placeHandicap(81)).toMatchObject({ ok: false, error: { kind: "refused" } })
    // What the engine chose is put back where it was.
    unwrap(await sound.restart())
    expect(await positionOf(sound)).toBe("9 0.5 [] [] [C3 G7 C7]")
  })
})

describe("restart (GTP-2)", () => {
  it("after a crash another process has the same position, and the game goes on", async () => {
    const memory = join(mkdtempSync(join(tmpdir(), "montego-seat-")), "crashed")
    const seat = sit("crash-in-move", "exit", memory)
    const game = { size: 9, komi: 6.5, rules: CHINESE, handicap: points("C3", "G7") }
    unwrap(await seat.setUp(game))
    await playAll(seat, "A1 A2 A3")
    unwrap(await seat.undo())
    const before = await positionOf(seat)
    const first = seat.controller.pid
    expect(await seat.genmove(White)).toMatchObject({ ok: false, error: { kind: "crash" } })
    expect(existsSync(memory)).toBe(true)
    expect(await seat.restart()).toEqual({ ok: true, value: { untold: [] } })
    expect(seat.controller.pid).not.toBe(first)
    expect(await positionOf(seat)).toBe(before)
    expect(before).toBe("9 6.5 [chinese] [] [C3 G7] b A1, w A2")
    expect(unwrap(await seat.genmove(White))).toBe(at("B1"))
    rmSync(join(memory, ".."), { recursive: true })
  })

  it("an undo that comes to a dead engine is remembered for the next", async () => {
    const seat = sit("sound")
    unwrap(await seat.setUp({ size: 9, komi: 7 }))
    await playAll(seat, "A1 A2")
    await seat.kill()
    expect(await seat.undo()).toMatchObject({ ok: false, error: { kind: "closed" } })
    unwrap(await seat.restart())
    expect(await positionOf(seat)).toBe("9 7 [] [] [] b A1")
  })
})

describe("GNU Go (GTP-2)", () => {
  itNeeding(program("gnugo"), "plays with handicap, takes back and is brought back", async () => {
    // By its name alone: the folder of games is on the path.
    const seat = new GtpSeat({ program: "gnugo", args: ["--mode", "gtp", "--level", "1"] })
    seats.push(seat)
    unwrap(await seat.setUp({ size: 9, komi: 0.5, time: { kind: "absolute", main: 60 } }))
    expect(seat.controller.info).toMatchObject({ name: "GNU Go", version: expect.stringMatching(/^3\./) })
    expect(unwrap(await seat.placeHandicap(2))).toHaveLength(2)
    for (const color of [White, Black, White, Black] as const) {
      unwrap(await seat.genmove(color, { timeLeft: { seconds: 30, stones: 0 } }))
    }
    unwrap(await seat.undo())
    const board = unwrap(await seat.ask("list_stones", "white"))
    unwrap(await seat.restart())
    expect(unwrap(await seat.ask("list_stones", "white"))).toBe(board)
    expect(unwrap(await seat.finalScore()).kind).toBe("score")
  })
})
