// Engines with one fault each (test/faults/engines), as real processes: what the controller and the seat make of
// them, and that nothing of them is left running (GTP-2).

import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { build } from "vite"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { unwrap } from "../../src/base/index.ts"
import { GtpController, GtpSeat, type GtpOptions, type SeatOptions } from "../../src/gtp/controller/index.ts"
import { Black, Game, parseVertex, White } from "../../src/rules/index.ts"
import type { Move, Position } from "../../src/rules/index.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-faults-"))
const script = (name: string): string => join(import.meta.dirname, "engines", `${name}.js`)
const at = (vertex: string): Move => parseVertex(vertex, 9)!

const controllers = new Set<GtpController>()
const seats = new Set<GtpSeat>()

function start(name: string, args: readonly string[] = [], options: GtpOptions = {}): GtpController {
  const controller = new GtpController(process.execPath, [script(name), ...args], options)
  controllers.add(controller)
  return controller
}

/** A seat at the beginning of a game on 9×9. */
async function sit(fault: string, options: SeatOptions = {}): Promise<GtpSeat> {
  const [name = "", ...args] = fault.split(" ")
  const seat = new GtpSeat({ program: process.execPath, args: [script(name), ...args] }, options)
  seats.add(seat)
  unwrap(await seat.show(positionOf()))
  controllers.add(seat.controller!)
  return seat
}

/** After these moves, Black's first. */
function positionOf(...vertices: string[]): Position {
  const game = unwrap(Game.create({ size: 9, komi: 7 }))
  for (const vertex of vertices) unwrap(game.play(at(vertex)))
  return game.position()
}

const ask = async (seat: GtpSeat, position: Position, name: string): Promise<string> =>
  unwrap(await seat.ask(position, (talk) => talk.ask(name)))

/** The processes of a group: those that run, and those that ended and that we have not waited for. */
function membersOf(group: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .flatMap((name) => {
      const [state, parent, itsGroup] = statOf(name)
      const counts = state !== "Z" || Number(parent) === process.pid
      return Number(itsGroup) === group && counts ? [Number(name)] : []
    })
}

/** State, parent and group; the name before them may hold anything. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
  } catch {
    return []
  }
}

/** What a killed engine had started may need a moment more than the engine. */
async function expectGone(group: number | undefined): Promise<void> {
  if (group === undefined) return
  await expect.poll(() => membersOf(group), { interval: 20 }).toEqual([])
}

afterEach(async () => {
  for (const { controller } of seats) if (controller) controllers.add(controller)
  await Promise.all([...controllers].map((controller) => controller.close()))
  await Promise.all([...controllers].map(({ pid }) => expectGone(pid)))
  controllers.clear()
  seats.clear()
})

afterAll(() => rmSync(folder, { recursive: true }))

it("a running engine is a member of its group; when it has ended, no listeners for signals are left (GTP-2)", async () => {
  const listening = (): number => process.listenerCount("SIGINT") + process.listenerCount("exit")
  const before = listening()
  const engine = start("sound")
  expect(membersOf(engine.pid!)).toEqual([engine.pid])
  expect(listening()).toBe(before + 2)
  await engine.close()
  expect(listening()).toBe(before)
})

describe("at the start (GTP-2)", () => {
  it("an engine says who it is and what it can", async () => {
    const engine = start("sound")
    const info = unwrap(await engine.start())
    expect(info).toMatchObject({ name: "Sound", version: "1.0" })
    expect([engine.knows("genmove"), engine.knows("loadsgf")]).toEqual([true, false])
  })

  it("crash: with exit code and stderr, also when it is asked again", async () => {
    const engine = start("crash-at-start")
    const failure = {
      kind: "start",
      message: expect.stringMatching(/ended \(exit code 5\); it said: no licence found$/),
      exitCode: 5,
      stderr: "loading weights\nno licence found\n",
    }
    expect(await engine.start()).toEqual({ ok: false, error: failure })
    expect(await engine.send("name")).toEqual({ ok: false, error: failure })
    expect(engine.failure).toEqual(failure)
  })

  it("silence: the start has a deadline of its own", async () => {
    const engine = start("silence", ["always"], { startSeconds: 0.4 })
    expect(await engine.start()).toMatchObject({
      ok: false,
      error: { kind: "start", message: expect.stringMatching(/^no answer to name within 0\.4 s/) },
    })
  })

  it("a program or directory that is not there", async () => {
    const missing = new GtpController("montego-no-such-engine")
    expect(await missing.start()).toMatchObject({
      ok: false,
      error: { kind: "start", message: expect.stringContaining("could not be started") },
    })
    const lost = start("sound", [], { cwd: join(folder, "nowhere") })
    expect(await lost.start()).toMatchObject({
      ok: false,
      error: { kind: "start", message: expect.stringMatching(/there is no directory .*nowhere$/) },
    })
    const impossible = start("sound", ["\0"])
    expect(await impossible.start()).toMatchObject({ ok: false, error: { kind: "start" } })
  })

  it("directory, variables and the folder of games are the engine's", async () => {
    const program = "console.log(`= ${process.cwd()} ${process.env.KOMI} ${process.env.PATH}\\n`)"
    const options = { cwd: folder, env: { KOMI: "7" } }
    const engine = new GtpController(process.execPath, ["-e", program], options)
    controllers.add(engine)
    expect(unwrap(await engine.send("name"))).toMatch(new RegExp(`^${folder} 7 .*:/usr/games$`))
  })
})

describe("what is no fault (GTP-2)", () => {
  it.each([
    { engine: "banner 1000", move: "A1", what: "a greeting before the first answer" },
    { engine: "without-ids", move: "A1", what: "no ids" },
    { engine: "crlf", move: "A1", what: "lines that end as on Windows" },
    { engine: "loud-stderr", move: "D4", what: "megabytes on stderr" },
    { engine: "late 300", move: "D4", what: "a late answer within the deadline" },
  ])("$what", async ({ engine, move }) => {
    const seat = await sit(engine)
    expect(unwrap(await seat.genmove(positionOf("C3"), White))).toBe(at(move))
    const position = positionOf("C3", move)
    expect(await ask(seat, position, "protocol_version")).toBe("2")
    expect((await ask(seat, position, "list_commands")).split("\n")).toContain("genmove")
    const { stderr } = seat.controller!
    expect(stderr.length).toBeLessThanOrEqual(65_536)
    if (engine === "loud-stderr") expect(stderr).toMatch(/thought of D4\n$/)
  })

  it("an answer of a megabyte", async () => {
    const answer = unwrap(await start("long-answer").send("long", ["1000", "1000"]))
    expect(answer).toHaveLength(1000 * 1001 - 1)
  })

  it("many commands at once, without ids", async () => {
    const engine = start("without-ids")
    const sent = Array.from({ length: 30 }, (_, i) => {
      void engine.send("komi", [`${i}`])
      return engine.send("position")
    })
    const komis = (await Promise.all(sent)).map((answer) => Number(unwrap(answer).split(" ")[1]))
    expect(komis).toEqual([...sent.keys()])
    const refused = await Promise.all([engine.send("nonsense"), engine.send("name")])
    expect(refused).toEqual([
      { ok: false, error: { kind: "refused", message: "unknown command" } },
      { ok: true, value: "Sound" },
    ])
  })
})

describe("faults in a game (GTP-2)", () => {
  const D4 = /^=\d+ D4$/
  it.each([
    { fault: "crash-in-move", kind: "crash", message: /exit code 3.*; it said: assertion/, exitCode: 3 },
    { fault: "crash-in-move signal", kind: "crash", message: /ended \(SIGSEGV\)/, signal: "SIGSEGV" },
    { fault: "forks crash", kind: "crash", message: /exit code 9/, exitCode: 9 },
    { fault: "closes-output", kind: "crash", message: /closed its output/ },
    { fault: "silence", kind: "stall", message: /^genmove b: no answer to genmove b within 2 s$/ },
    { fault: "no-end", kind: "stall", message: /no end of the answer to genmove b/, raw: D4 },
    {
      fault: "babble",
      kind: "protocol",
      message: /between two answers/,
      raw: /^nodes 1000, win rate 51.2 %$/,
    },
    { fault: "babble endless", kind: "protocol", message: /between two answers/, raw: /^nodes/ },
    { fault: "flood", kind: "protocol", message: /no end of an answer/, raw: D4 },
    { fault: "wrong-ids", kind: "protocol", message: /answer to \d+ when \d+ was asked/, raw: D4 },
  ])("$fault: $kind, and the engine is lost", async ({ fault, kind, message, raw, ...how }) => {
    const seat = await sit(fault, { moveSeconds: kind === "stall" ? 2 : 100 })
    const answer = await seat.genmove(positionOf(), Black)
    if (answer.ok) throw new Error("it answered")
    expect(answer.error).toMatchObject({ kind, message: expect.stringMatching(message), ...how })
    if (raw) expect(answer.error).toMatchObject({ raw: expect.stringMatching(raw) })
    const { pid } = seat.controller!
    await expectGone(pid)
    // The next call has another engine, at the position.
    expect(await ask(seat, positionOf("C3"), "position")).toMatch(/^9 7 .* b C3$/)
    expect(seat.controller!.pid).not.toBe(pid)
  })

  it.each(["Z99", "I5", "D0", "J10", "", "b D4"])('genmove "%s": no vertex, told raw', async (raw) => {
    const seat = new GtpSeat({ program: process.execPath, args: [script("wrong-coordinates"), raw] })
    seats.add(seat)
    const error = { kind: "nonsense", message: `"${raw}" is no move on this board`, raw }
    expect(await seat.genmove(positionOf(), Black)).toEqual({ ok: false, error })
    // The engine lives, and is brought to the next position from the start.
    expect(await ask(seat, positionOf("A1"), "position")).toBe("9 7 [chinese] [] [] b A1")
  })

  it("too many blank lines before the first command", async () => {
    const engine = start("flood", ["blank"])
    expect(await engine.send("name")).toMatchObject({
      ok: false,
      error: { kind: "protocol", message: expect.stringContaining("characters before an answer") },
    })
  })

  it("a greeting without end", async () => {
    expect(await start("banner", ["10000"]).start()).toMatchObject({
      ok: false,
      error: { kind: "protocol", raw: "(c) 1987, all rights reserved" },
    })
  })

  it.each([
    { lines: "1", length: "2000000", message: /a line of more than/ },
    { lines: "9000", length: "1000", message: /no end of an answer/ },
  ])("an answer of $lines × $length letters", async ({ lines, length, message }) => {
    const answer = await start("long-answer").send("long", [lines, length])
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: "protocol", message: expect.stringMatching(message) },
    })
    expect(!answer.ok && "raw" in answer.error && answer.error.raw).toMatch(/^=1 a{100,500}$/)
  })

  it("a late answer is never that of the next command, nor of the next engine", async () => {
    const engine = start("late", ["350"])
    const [late, next] = await Promise.all([engine.send("genmove", ["b"], 0.2), engine.send("name")])
    expect(late).toMatchObject({ ok: false, error: { kind: "stall" } })
    expect(next).toEqual(late)
    const seat = await sit("late 350")
    const lost = await seat.genmove(positionOf(), Black, { seconds: 0.2 })
    expect(lost).toMatchObject({ ok: false, error: { kind: "stall" } })
    unwrap(await seat.show(positionOf()))
    await sleep(300)
    expect(await ask(seat, positionOf(), "name")).toBe("Sound")
    expect(unwrap(await seat.genmove(positionOf(), Black))).toBe(at("D4"))
  })
})

describe("moves that a referee must judge (GTP-2)", () => {
  it("an illegal one is handed on as it was said", async () => {
    const seat = await sit("illegal-move")
    const game = unwrap(Game.create({ size: 9 }))
    for (const color of [Black, White]) {
      const move = unwrap(await seat.genmove(game.position(), color))
      if (move === "resign") throw new Error("it resigned")
      const played = game.play(move, color)
      if (color === White) expect(played).toEqual({ ok: false, error: { reason: "occupied" } })
    }
  })

  it.each(["other", "two"])("out of turn, said in one answer (%s): no move", async (how) => {
    const seat = await sit(`out-of-turn ${how}`)
    const raw = how === "other" ? "W D4" : "D4 E5"
    const answer = await seat.genmove(positionOf(), Black)
    expect(answer).toMatchObject({ ok: false, error: { kind: "nonsense", raw } })
  })

  it("out of turn, as a second answer: a protocol fault at the next command", async () => {
    const seat = await sit("out-of-turn twice")
    expect(await seat.genmove(positionOf(), Black)).toEqual({ ok: true, value: at("D4") })
    expect(await seat.show(positionOf("D4", "C3"))).toMatchObject({
      ok: false,
      error: { kind: "protocol", raw: expect.stringMatching(/^=\d+ E5$/) },
    })
  })

  it("out of turn, in secret: it refuses the lawful answer, and a new start sets it right", async () => {
    const seat = await sit("out-of-turn secret")
    unwrap(await seat.genmove(positionOf(), Black))
    const refused = { kind: "refused", message: "play w E5: illegal move" }
    expect(await seat.show(positionOf("D4", "E5"))).toEqual({ ok: false, error: refused })
    expect(await ask(seat, positionOf("D4", "E5"), "position")).toBe("9 7 [chinese] [] [] b D4, w E5")
  })

  it("resigning plays nothing", async () => {
    const seat = await sit("resigns")
    expect(await seat.genmove(positionOf(), Black)).toEqual({ ok: true, value: "resign" })
    expect(await ask(seat, positionOf("C3"), "position")).toBe("9 7 [chinese] [] [] b C3")
  })
})

describe("the end (GTP-2)", () => {
  it("an engine that ignores quit and SIGTERM is killed, in time", async () => {
    const engine = start("deaf", [], { quitSeconds: 0.2, termSeconds: 0.2 })
    unwrap(await engine.start())
    const began = performance.now()
    await engine.close()
    expect(performance.now() - began).toBeGreaterThan(390)
    expect(await engine.send("name")).toMatchObject({ ok: false, error: { kind: "closed" } })
    expect(membersOf(engine.pid!)).toEqual([])
  })

  it("what an engine has started ends with it", async () => {
    // A controller that waited for `quit` or for the child would take longer than a test may.
    const engine = start("forks", [], { quitSeconds: 600 })
    const child = Number(unwrap(await engine.send("child")))
    expect(new Set(membersOf(engine.pid!))).toEqual(new Set([engine.pid!, child]))
    await engine.close()
    await expectGone(engine.pid)
  })

  it("a command under way when we close fails as closed", async () => {
    const engine = start("silence")
    unwrap(await engine.start())
    const waiting = [engine.send("genmove", ["b"]), engine.send("name")]
    await engine.close()
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ ok: false, error: { kind: "closed" } })
    }
  })
})

describe("the end of our own process (GTP-2)", () => {
  beforeAll(async () => {
    const entry = join(import.meta.dirname, "../../src/gtp/controller/index.ts")
    const output = { entryFileNames: "controller.mjs" }
    await build({
      configFile: false,
      logLevel: "silent",
      build: { ssr: entry, outDir: folder, emptyOutDir: false, rolldownOptions: { output } },
    })
    const lines = [
      `import { GtpController } from "./controller.mjs"`,
      `const engine = new GtpController(process.execPath, [${JSON.stringify(script("deaf"))}])`,
      `await engine.start()`,
      // As often as it hears the signal: more than once would mean that it was sent on although there is a listener.
      `let heard = 6`,
      `const hear = () => void (heard++, setTimeout(() => process.exit(heard), 50))`,
      `if (process.argv[2] === "listens") process.on("SIGINT", hear)`,
      `console.log(engine.pid)`,
      `if (process.argv[2] === "exits") process.exit(4)`,
      `if (process.argv[2] === "throws") setTimeout(() => { throw new Error("ours") })`,
    ]
    writeFileSync(join(folder, "parent.mjs"), lines.join("\n"))
  })

  it.each([
    { how: "exits", code: 4 },
    { how: "throws", code: 1 },
    { how: "listens", send: "SIGINT" as const, code: 7 },
    { how: "is interrupted", send: "SIGINT" as const, signal: "SIGINT" },
    { how: "is terminated", send: "SIGTERM" as const, signal: "SIGTERM" },
    { how: "is hung up", send: "SIGHUP" as const, signal: "SIGHUP" },
  ])("$how: its engines are gone", async ({ how, send, code = null, signal = null }) => {
    const parent = spawn(process.execPath, [join(folder, "parent.mjs"), how], {
      stdio: ["ignore", "pipe", "ignore"],
    })
    const exited = once(parent, "exit")
    const [chunk] = (await once(parent.stdout, "data")) as [Buffer]
    const group = Number(chunk.toString())
    if (send) {
      expect(membersOf(group)).toEqual([group])
      parent.kill(send)
    }
    expect(await exited).toEqual([code, signal])
    await expectGone(group)
  })
})
