// What an engine does that is hurt while it thinks, with real processes and threads (TREE-11, TREE-13, GTP-1): it ends,
// answers what can be answered, and leaves nothing behind that goes on.

import { existsSync } from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { Engine, sleep } from "./engine.ts"

/** Longer than a test may take: a search that ends sooner was ended. */
const LONG = "uct:strong,seconds=600,early-stop=off,threads=2"
const PONDERING = "uct:strong,playouts=200,ponder=on,threads=2"
/** What the input's silence before its end must exceed to be a sign that the client is gone. */
const SILENCE = 700

const HAS_PROC = existsSync("/proc/self/stat")

const running: Engine[] = []
afterEach(() => {
  for (const engine of running.splice(0)) engine.kill()
})

async function start(player: string): Promise<Engine> {
  const engine = new Engine(player)
  running.push(engine)
  await engine.ask("boardsize 9")
  // Where the sources have changed, set-up says that it builds.
  engine.err = ""
  return engine
}

async function startThinking(): Promise<Engine> {
  const engine = await start(LONG)
  // Its first line says that the search runs.
  await engine.ask("lz-genmove_analyze b 1", /info /)
  return engine
}

async function startPondering(player = PONDERING): Promise<Engine> {
  const engine = await start(player)
  await engine.ask("genmove b")
  await sleep(100)
  return engine
}

describe.each([
  ["thinks", startThinking],
  ["ponders", () => startPondering()],
])("an engine that %s", (_, begin) => {
  it.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)("ends by %s", async (signal) => {
    const engine = await begin()
    engine.child.kill(signal)
    expect((await engine.ended).signal).toBe(signal)
    expect(engine.err).toBe("")
  })

  it("ends when its input does", async () => {
    const engine = await begin()
    await sleep(SILENCE)
    engine.child.stdin.end()
    expect([await engine.ended, engine.err]).toEqual([{ code: 0, signal: null }, ""])
    // What was asked is answered all the same.
    expect(engine.out).toMatch(/(= |play )[A-J]\d\n\n$/)
  })

  it("ends when its output is closed", async () => {
    const engine = await begin()
    await sleep(SILENCE)
    engine.child.stdout.destroy()
    engine.child.stdin.end()
    expect((await engine.ended).signal).toBeNull()
  })
})

describe("a script (GTP-1)", () => {
  it("has its searches in full, although its end was there before they began", async () => {
    const engine = new Engine("uct:strong,playouts=12000,early-stop=off")
    running.push(engine)
    engine.child.stdin.end("boardsize 9\ngenmove b\nmontego-win_rate\ngenmove w\nmontego-win_rate\n")
    expect((await engine.ended).code).toBe(0)
    expect(engine.out.match(/\b12000 simulations/g)).toHaveLength(2)
  })
})

describe("an engine that ponders", () => {
  it.runIf(HAS_PROC)("answers other commands without delay", async () => {
    const engine = await startPondering("uct:strong,playouts=200,ponder=on")
    const times: number[] = []
    for (let i = 0; i < 9; i++) times.push(await engine.workFor(i % 2 === 0 ? "name" : "showboard"))
    // It has not pondered on for long before it answered.
    expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(100)
  })

  it("answers quit and ends", async () => {
    const engine = await startPondering()
    engine.write("7 quit")
    expect([await engine.ended, engine.err]).toEqual([{ code: 0, signal: null }, ""])
    expect(engine.out).toMatch(/\n\n=7\n\n$/)
  })
})

describe("the first report (TREE-15)", () => {
  it.runIf(HAS_PROC)("of a search in an engine that has searched before comes soon", async () => {
    const engine = new Engine("uct:strong,seconds=0.3,early-stop=off")
    running.push(engine)
    await engine.ask("genmove b")
    const times: number[] = []
    for (const command of ["lz-genmove_analyze w 10", "lz-analyze b 10", "lz-genmove_analyze b 10"]) {
      times.push(await engine.workFor(command, /info /))
      await engine.ask("name", /Montego\n\n$/)
    }
    // It searches for 100 of them before it reports, as asked for.
    expect(Math.min(...times)).toBeLessThan(250)
  })
})
