// Other engines as players (ARE-1, GTP-2): kept in step, told the time, and their faults typed. What the engine is told
// in every case is in src/gtp/controller/seat.test.ts.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { itNeeding } from "../../../test/support/needs.ts"
import { program } from "../../../test/support/programs.ts"
import { unwrap } from "../../base/result.ts"
import type { Budget } from "../../player/index.ts"
import { EngineFault } from "../../player/index.ts"
import { Black, Game, makeVertex, parseVertex, PASS, White } from "../../rules/index.ts"
import type { Color, Point, Position } from "../../rules/index.ts"
import { makeGtpPlayer, type GtpPlayer, type GtpPlayerOptions } from "./gtp.ts"

const script = fileURLToPath(new URL("../../../test/arena/engine.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "montego-gtp-player-"))
const started: GtpPlayer[] = []
afterEach(async () => void (await Promise.all(started.splice(0).map((player) => player.close()))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let logs = 0

/** An engine, and what it was told since the last look. */
function start(options: string, more: GtpPlayerOptions = {}): { player: GtpPlayer; told: () => string[] } {
  const log = join(folder, `${++logs}.log`)
  const command = `gtp:"${process.execPath}" "${script}" --log "${log}" ${options}`
  const player = unwrap(makeGtpPlayer(command, more))
  started.push(player)
  let seen = 0
  const told = (): string[] => {
    const lines = readFileSync(log, "utf8").split("\n").slice(0, -1)
    return lines.slice(seen, (seen = lines.length))
  }
  return { player, told }
}

function positionOf(moves: string, komi = 7.5): Position {
  const game = unwrap(Game.create({ size: 9, komi }))
  for (const vertex of moves.split(" ").filter((word) => word !== ""))
    unwrap(game.play(parseVertex(vertex, 9)!))
  return game.position()
}

async function choose(
  player: GtpPlayer,
  moves: string,
  color: Color = Black,
  budget: Budget = {},
): Promise<string> {
  const { move } = await player.choose({ position: positionOf(moves), color, budget, seed: 1 })
  return move === "resign" ? move : makeVertex(move, 9)
}

describe("an engine in step (GTP-2)", () => {
  const NEW = ["boardsize 9", "clear_board", "komi 7.5"]
  const START = ["name", "version", "list_commands"]

  it("is told only what is new, and everything again where that does not follow", async () => {
    const { player, told } = start("--moves E5,C3,G7,D4")
    expect(await choose(player, "")).toBe("E5")
    expect(told()).toEqual([...START, ...NEW, "genmove b"])
    expect(await choose(player, "E5 G3")).toBe("C3")
    expect(told()).toEqual(["play w G3", "genmove b"])
    expect(await choose(player, "E5 G3 C3 pass C7 C6")).toBe("G7")
    expect(told()).toEqual(["play w pass", "play b C7", "play w C6", "genmove b"])
    // Its own last move was taken back.
    expect(await choose(player, "E5 G3 C3 pass")).toBe("D4")
    expect(told()).toEqual([...NEW, "play b E5", "play w G3", "play b C3", "play w pass", "genmove b"])
  })

  it("is set up before the clock runs, when it is asked to prepare", async () => {
    const { player, told } = start("--moves E5")
    await player.prepare(positionOf("C3"))
    expect(told()).toEqual([...START, ...NEW, "play b C3"])
    await choose(player, "C3", White)
    expect(told()).toEqual(["genmove w"])
  })

  it("gets stones that were set up", async () => {
    const { player, told } = start("--moves E5")
    const setup = [
      [Black, parseVertex("C3", 9) as Point] as const,
      [White, parseVertex("G7", 9) as Point] as const,
    ]
    await player.prepare(unwrap(Game.create({ size: 9, komi: 7.5, setup })).position())
    expect(told()).toEqual([...START, ...NEW, "play b C3", "play w G7"])
  })

  it("resigns, and gets its seed", async () => {
    const { player } = start("--moves resign --seed {seed}", { seed: 4711 })
    expect(await player.identify()).toBe("Tester 1 seed=4711")
    expect(await choose(player, "")).toBe("resign")
  })
})

describe("an engine's time (GTP-2)", () => {
  const times = (lines: readonly string[]): string[] => lines.filter((line) => /time/.test(line))
  it.each<[string, Budget, string[]]>([
    ["seconds a move", { seconds: 2 }, ["time_settings 0 2 1", "time_left b 2 1"]],
    [
      "a clock",
      { seconds: 2, clock: { settings: { kind: "absolute", main: 60 }, left: { seconds: 33.7, stones: 0 } } },
      ["time_settings 60 0 0", "time_left b 33 0"],
    ],
    ["its own seconds where a request has none", {}, ["time_settings 0 9 1", "time_left b 9 1"]],
  ])("%s", async (_, budget, expected) => {
    const { player, told } = start("", { seconds: 9 })
    await choose(player, "", Black, budget)
    expect(times(told())).toEqual(expected)
  })
})

describe("an engine's end of the game (GTP-2)", () => {
  it("has its own dead stones and its own count", async () => {
    const { player, told } = start(`--dead "A1 B2" --score W+3.5`)
    const position = positionOf("E5 pass pass")
    const dead = await player.deadStones(position)
    expect(dead!.map((stone) => makeVertex(stone, 9))).toEqual(["A1", "B2"])
    expect(await player.finalScore(position)).toBe("W+3.5")
    expect(told().slice(-5)).toEqual([
      "play b E5",
      "play w pass",
      "play b pass",
      "final_status_list dead",
      "final_score",
    ])
  })

  it("an empty list is valid, nonsense and silence are not", async () => {
    const position = positionOf("E5 pass pass")
    expect(await start(`--dead ""`).player.deadStones(position)).toEqual([])
    expect(await start("--dead all-of-them").player.deadStones(position)).toBeUndefined()
    const mute = start("").player
    expect(await mute.deadStones(position)).toBeUndefined()
    expect(await mute.finalScore(position)).toBeUndefined()
  })
})

describe("an engine's faults (ARE-1)", () => {
  const faultOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  it.each([
    ["a move off the board", "--moves Z9", "illegal", /"Z9" is no move/],
    ["a crash", "--crash 1", "crash", /genmove b: .*exit code 3/],
    ["silence", "--hang 1", "stall", /genmove b: no answer/],
  ])("%s", async (_, options, kind, reason) => {
    const fault = await faultOf(choose(start(options, { deadline: 0.5 }).player, ""))
    expect(fault).toBeInstanceOf(EngineFault)
    expect(fault).toMatchObject({ kind, message: expect.stringMatching(reason) })
  })

  it("a program that is not there", async () => {
    const player = unwrap(makeGtpPlayer("gtp:/nowhere/no-such-engine --mode gtp"))
    started.push(player)
    expect(await faultOf(player.identify())).toMatchObject({
      kind: "crash",
      message: expect.stringMatching(/no-such-engine/),
    })
  })

  it.each(["gtp:", "gtp:   ", `gtp:gnugo "--mode gtp`])("%j is no engine", (text) =>
    expect(makeGtpPlayer(text).ok).toBe(false),
  )
})

describe("GNU Go (GTP-2)", () => {
  itNeeding(program("gnugo"), "plays along and counts", async (path) => {
    const player = unwrap(
      makeGtpPlayer(`gtp:${path} --mode gtp --level 1 --chinese-rules --seed {seed}`, { seed: 3 }),
    )
    started.push(player)
    expect(await player.identify()).toMatch(/^GNU Go 3/)
    expect(await choose(player, "E5", White)).toMatch(/^[A-J][1-9]$/)
    const position = positionOf("E5 A1 pass pass")
    expect((await player.deadStones(position))!.map((stone) => makeVertex(stone, 9))).toEqual(["A1"])
    expect(await player.finalScore(position)).toBe("B+73.5")
    // It compensates White for the stones, as it was told that they are a handicap.
    const setup = (["C3", "C2"] as const).map((vertex) => [Black, parseVertex(vertex, 5) as Point] as const)
    const handicap = unwrap(Game.create({ size: 5, komi: 0.5, handicap: 2, setup }))
    for (const _ of ["White", "Black"]) handicap.play(PASS)
    expect(await player.finalScore(handicap.position())).toBe("B+22.5")
  })
})
