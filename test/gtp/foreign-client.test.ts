// Whole games that a foreign client plays with `montego gtp` as a real process (GTP-1): @sabaki/gtp, the
// controller inside of Sabaki, sends the commands; our own `Game` is the referee.

import { spawn, type ChildProcess } from "node:child_process"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { unwrap } from "../../src/base/index.ts"
import { parseResponse } from "../../src/gtp/index.ts"
import {
  Black,
  Game,
  makeOutcome,
  outcomeOfMargin,
  parseRuleset,
  parseVertex,
} from "../../src/rules/index.ts"

/** The part of @sabaki/gtp that is used here; it has no types of its own. */
interface SabakiController {
  readonly process: ChildProcess | null
  start(): void
  stop(timeoutMs?: number): Promise<void>
  kill(): Promise<void>
  sendCommand(command: { name: string; args?: string[] }): Promise<{ content: string; error: boolean }>
}
const { Controller } = createRequire(import.meta.url)("@sabaki/gtp") as {
  Controller: new (path: string, args: readonly string[]) => SabakiController
}

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))
const running: SabakiController[] = []
afterEach(() => Promise.all(running.splice(0).map((controller) => controller.kill())))

class Engine {
  readonly #controller: SabakiController
  readonly exitCode: Promise<number | null>

  constructor(...options: string[]) {
    this.#controller = new Controller(process.execPath, [bin, "gtp", "--player", "random", ...options])
    this.#controller.start()
    running.push(this.#controller)
    const child = this.#controller.process!
    this.exitCode = new Promise((resolve) => child.once("exit", (code) => resolve(code)))
  }

  async ask(name: string, ...args: string[]): Promise<string> {
    const { content, error } = await this.#controller.sendCommand({ name, args })
    if (error) throw new Error(`${name} ${args.join(" ")}: ${content}`)
    return content
  }

  async quit(): Promise<number | null> {
    await this.#controller.stop()
    return this.exitCode
  }
}

const MOST_MOVES = 500

describe("games driven by @sabaki/gtp (GTP-1)", () => {
  it.each([
    { rules: "chinese", komi: 7.5, seeds: [1, 2] },
    { rules: "cgos", komi: 7, seeds: [3, 4] },
    { rules: "japanese", komi: 6.5, seeds: [5, 6] },
    { rules: "tromp-taylor", komi: -0.5, seeds: [7, 8] },
  ])(
    "two engines play 9×9 to the end under $rules rules",
    async ({ rules, komi, seeds }) => {
      const engines = seeds.map((seed) => new Engine("--rules", rules, "--seed", String(seed)))
      for (const engine of engines) {
        expect(await engine.ask("name")).toBe("Montego")
        await engine.ask("boardsize", "9")
        await engine.ask("clear_board")
        await engine.ask("komi", String(komi))
      }
      const referee = unwrap(Game.create({ size: 9, rules: parseRuleset(rules)!, komi }))
      while (referee.phase === "playing" && referee.moves.length < MOST_MOVES) {
        const side = referee.toPlay === Black ? 0 : 1
        const color = side === 0 ? "B" : "W"
        const vertex = await engines[side]!.ask("genmove", color)
        const move = parseVertex(vertex, 9)
        expect(move, `an answer that is no move: ${vertex}`).toBeDefined()
        const number = referee.moves.length + 1
        expect(referee.play(move!), `move ${number}, ${color} ${vertex}`).toMatchObject({ ok: true })
        await engines[1 - side]!.ask("play", color, vertex)
      }
      expect(referee.moves.length).toBeGreaterThan(40)
      expect(referee.phase).not.toBe("playing")

      const scores = await Promise.all(engines.map((engine) => engine.ask("final_score")))
      expect(scores[0]).toMatch(/^([BW]\+\d+(\.5)?|0)$/)
      expect(scores[1]).toBe(scores[0])
      // Where nothing is removed the referee counts the same.
      if (referee.rules.dead === "none") {
        expect(scores[0]).toBe(makeOutcome(outcomeOfMargin(referee.score().margin)))
      }
      expect(await Promise.all(engines.map((engine) => engine.quit()))).toEqual([0, 0])
    },
    300_000,
  )

  it("the same seed plays the same game again", async () => {
    const games = await Promise.all(
      [1, 2].map(async () => {
        const engine = new Engine("--seed", "42")
        const moves: string[] = []
        await engine.ask("boardsize", "9")
        for (let i = 0; i < 20; i++) moves.push(await engine.ask("genmove", i % 2 === 0 ? "B" : "W"))
        await engine.quit()
        return moves.join(" ")
      }),
    )
    expect(games[0]).toMatch(/^[A-J]\d /)
    expect(games[1]).toBe(games[0])
  }, 300_000)

  it("refusals reach the client, and the engine goes on", async () => {
    const engine = new Engine("--seed", "1")
    await expect(engine.ask("boardsize", "99")).rejects.toThrow(/^boardsize 99: unacceptable size$/)
    await expect(engine.ask("play", "B", "Z99")).rejects.toThrow(/illegal move$/)
    await expect(engine.ask("make_tea")).rejects.toThrow(/unknown command$/)
    expect(await engine.ask("protocol_version")).toBe("2")
    expect(await engine.quit()).toBe(0)
  }, 300_000)
})

/** The process without any client: what it writes, to the byte. */
function converse(
  args: readonly string[],
  input: string,
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, "gtp", "--player", "random", ...args], {
      stdio: ["pipe", "pipe", "pipe"],
    })
    const text = { out: "", err: "" }
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.out += chunk))
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.err += chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, ...text }))
    child.stdin.end(input)
  })
}

describe("standard output (GTP-1)", () => {
  it("holds answers and nothing else, whatever is asked", async () => {
    const { code, out } = await converse(
      [],
      "list_commands\n1 boardsize 5\ngenmove b\nshowboard\nfinal_score\n9 nonsense\n",
    )
    expect(code).toBe(0)
    const answers = out.split("\n\n")
    expect(answers.pop()).toBe("")
    expect(answers.map((answer) => parseResponse(answer.split("\n"))?.ok)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  }, 300_000)

  it("the seed is told on stderr where none was given", async () => {
    expect((await converse([], "quit\n")).err).toMatch(/^montego: seed \d+\n$/)
    expect(await converse(["--seed", "5"], "quit\nname\n")).toEqual({ code: 0, out: "=\n\n", err: "" })
  }, 300_000)

  it("bad options: one line on stderr, exit code 2, no output", async () => {
    for (const args of [["--player", "alphago"], ["--rules", "chess"], ["--seed", "x"], ["--nonsense"]]) {
      const { code, out, err } = await converse(args, "name\n")
      expect([code, out]).toEqual([2, ""])
      expect(err).toMatch(/^[^\n]+\n$/)
    }
  }, 300_000)
})
