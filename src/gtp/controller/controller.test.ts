// Real child processes, most of them an engine that misbehaves on request (test/faults/engine.js): whatever it
// does, a command ends with an answer or a typed failure, and no process is left behind (GTP-2).

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { itNeeding } from "../../../test/support/needs.ts"
import { program } from "../../../test/support/programs.ts"
import { unwrap } from "../../base/result.ts"
import { GtpController, type GtpOptions } from "./controller.ts"

const script = fileURLToPath(new URL("../../../test/faults/engine.js", import.meta.url))
const started: GtpController[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((controller) => controller.kill()))
})

function start(...options: string[]): GtpController {
  return startProgram(process.execPath, [script, ...options])
}

function startProgram(path: string, args: readonly string[], options: GtpOptions = {}): GtpController {
  const controller = new GtpController(path, args, options)
  started.push(controller)
  return controller
}

const pidOf = async (controller: GtpController): Promise<number> =>
  Number(unwrap(await controller.send("pid")))

/** A zombie would still be there: its number is free only when it was waited for. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe("answers (GTP-2)", () => {
  it.each([
    { command: "echo", args: ["b", "D4"], text: "b D4" },
    { command: "lines", args: [], text: "one\ntwo\n  three" },
    { command: "empty", args: [], text: "" },
    { command: "crlf", args: [], text: "a\nb" },
    { command: "without-id", args: [], text: "fine" },
    { command: "in-pieces", args: [], text: "once" },
  ])("$command", async ({ command, args, text }) => {
    const engine = start()
    expect(await engine.send(command, args)).toEqual({ ok: true, value: text })
  })

  it("belong to their commands when several are sent at once", async () => {
    const engine = start()
    const sent = Array.from({ length: 50 }, (_, i) => engine.send("echo", [`n${i}`]))
    const answers = (await Promise.all(sent)).map(unwrap)
    expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => `n${i}`))
  })

  it("a refusal is typed, and the engine goes on", async () => {
    const engine = start()
    expect(await engine.send("refuse")).toEqual({
      ok: false,
      error: { kind: "refused", message: "not today" },
    })
    expect(await engine.send("echo", ["on"])).toEqual({ ok: true, value: "on" })
  })
})

describe("what is sent (GTP-2)", () => {
  it.each([
    ["a blank", "b D4"],
    ["a line feed", "b\nquit"],
    ["a carriage return", "b\rquit"],
    ["a tab", "b\tD4"],
    ["a comment", "#b"],
    ["nothing", ""],
  ])("%s inside of an argument is refused, nothing is written", async (_, argument) => {
    const engine = start()
    const refused = await engine.send("echo", [argument])
    expect(refused).toMatchObject({ ok: false, error: { kind: "protocol" } })
    const name = await engine.send(`echo ${argument}`)
    expect(name).toMatchObject({ ok: false, error: { kind: "protocol" } })
    // The next answer is the next command's: had anything been written, its answer would come first.
    expect(await engine.send("echo", ["next"])).toEqual({ ok: true, value: "next" })
  })
})

describe("faults (GTP-2)", () => {
  it("no answer in time: typed, told with what the engine said, and the process is gone", async () => {
    const engine = start()
    const pid = await pidOf(engine)
    unwrap(await engine.send("think"))
    await expect.poll(() => engine.stderr).toContain("thinking hard")
    const late = await engine.send("hang", [], 0.3)
    expect(late).toMatchObject({ ok: false, error: { kind: "stall" } })
    if (!late.ok)
      expect(late.error.message).toMatch(/no answer to hang within 0\.3 s; it said: thinking hard/)
    await engine.kill()
    expect(isRunning(pid)).toBe(false)
    expect(await engine.send("echo", ["x"])).toEqual(late)
  })

  it("a timeout fails everything that waits behind it", async () => {
    const engine = start()
    const answers = await Promise.all([engine.send("hang", [], 0.2), engine.send("hang", [], 30)])
    expect(answers.map((answer) => !answer.ok && answer.error.kind)).toEqual(["stall", "stall"])
  })

  it("a crash in mid-command: typed, with the exit code and the end of stderr", async () => {
    const engine = start()
    unwrap(await engine.send("empty"))
    const crashed = await engine.send("crash")
    expect(crashed).toMatchObject({ ok: false, error: { kind: "crash", exitCode: 3 } })
    if (!crashed.ok) expect(crashed.error.message).toMatch(/ended \(exit code 3\); it said: out of cheese$/)
    expect(engine.stderr).toBe("loading weights\nout of cheese\n")
  })

  it("a crash in the middle of an answer is no answer", async () => {
    const crashed = await start().send("crash-in-answer")
    expect(crashed).toMatchObject({ ok: false, error: { kind: "start", exitCode: 4 } })
  })

  it.each([
    { command: "garbage", why: "is no answer" },
    { command: "wrong-id", why: "belongs to another command" },
    { command: "flood", why: "is megabytes of nothing" },
  ])("output that $why: typed, and the process is gone", async ({ command }) => {
    const engine = start()
    const pid = await pidOf(engine)
    expect(await engine.send(command)).toMatchObject({ ok: false, error: { kind: "protocol" } })
    await engine.kill()
    expect(isRunning(pid)).toBe(false)
    expect(engine.stderr.length).toBeLessThanOrEqual(65_536)
  })

  it("a program that is not there", async () => {
    const engine = startProgram("/nowhere/montego-no-such-engine", [])
    const missing = await engine.send("name")
    expect(missing).toMatchObject({ ok: false, error: { kind: "start" } })
    if (!missing.ok)
      expect(missing.error.message).toMatch(/no-such-engine could not be started: there is no such program$/)
    await engine.close()
    await engine.kill()
    const unknown = startProgram("montego-no-such-engine", [])
    const answer = await unknown.send("name")
    if (!answer.ok) expect(answer.error.message).toMatch(/started: there is no such program on the PATH$/)
    await unknown.close()
  })

  it("a program that ends at once", async () => {
    const engine = startProgram(process.execPath, ["-e", "console.error('no licence'); process.exit(5)"])
    const gone = await engine.send("name")
    if (gone.ok) throw new Error("it answered")
    expect(gone.error).toEqual({
      kind: "start",
      message: expect.stringMatching(/exit code 5\); it said: no licence$/),
      exitCode: 5,
      stderr: "no licence\n",
    })
  })
})

describe("the end (GTP-2)", () => {
  it("close: the engine quits by itself and has the time for it", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "montego-controller-")), "farewell")
    const engine = startProgram(process.execPath, [script, "--farewell", file], { quitSeconds: 60 })
    const pid = await pidOf(engine)
    await engine.close()
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(file) && readFileSync(file, "utf8")).toBe("good bye")
    rmSync(join(file, ".."), { recursive: true })
    expect(await engine.send("echo", ["x"])).toMatchObject({ ok: false, error: { kind: "closed" } })
  })

  it("close: an engine that won't quit is killed, signals ignored or not", async () => {
    const engine = start("--deaf")
    const pid = await pidOf(engine)
    await engine.close()
    expect(isRunning(pid)).toBe(false)
  })

  it("close and kill may come twice, and while a command waits", async () => {
    const engine = start()
    const pid = await pidOf(engine)
    const waiting = engine.send("hang", [], 30)
    await Promise.all([engine.kill(), engine.kill()])
    expect(await waiting).toMatchObject({ ok: false, error: { kind: "closed" } })
    await engine.close()
    await engine.close()
    expect(isRunning(pid)).toBe(false)
  })

  it("kill ends although a child of the engine holds its pipes", async () => {
    const engine = start()
    unwrap(await engine.send("orphan"))
    await engine.kill()
    expect(engine.failure).toMatchObject({ kind: "closed" })
  })
})

describe("GNU Go (GTP-2)", () => {
  itNeeding(program("gnugo"), "answers, refuses, plays and quits", async (path) => {
    const engine = startProgram(path, ["--mode", "gtp", "--level", "1"])
    expect(await engine.send("name")).toEqual({ ok: true, value: "GNU Go" })
    expect(await engine.send("protocol_version")).toEqual({ ok: true, value: "2" })
    unwrap(await engine.send("boardsize", ["5"]))
    expect(unwrap(await engine.send("genmove", ["b"]))).toMatch(/^([A-E][1-5]|PASS)$/)
    expect(unwrap(await engine.send("showboard")).split("\n").length).toBeGreaterThan(5)
    expect(await engine.send("boardsize", ["99"])).toEqual({
      ok: false,
      error: { kind: "refused", message: "unacceptable size" },
    })
    await engine.close()
    expect(await engine.send("name")).toMatchObject({ ok: false, error: { kind: "closed" } })
  })
})
