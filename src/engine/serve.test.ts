// A conversation over real streams: how bytes become commands, and how a conversation ends (GTP-1).

import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough, Writable } from "node:stream"
import { describe, expect, it } from "vitest"
import {
  openDeadStoneEstimator,
  RandomPlayer,
  type Answer,
  type Player,
  type Request,
} from "../players/index.ts"
import { CHINESE, pointAt, POINTS, type Color } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { serveGtp } from "./serve.ts"
import { Session } from "./session.ts"

const estimateDead = await openDeadStoneEstimator()

/** A client at the other end of the streams. */
class Client {
  readonly input = new PassThrough()
  readonly output = new PassThrough()
  readonly session: Session
  readonly served: Promise<void>
  #text = ""

  constructor(player: Player = new RandomPlayer()) {
    this.session = new Session({ player, rules: CHINESE, seed: 1, estimateDead, size: 5 })
    this.output.setEncoding("utf8").on("data", (chunk: string) => (this.#text += chunk))
    this.served = serveGtp(this.session, this.input, this.output)
  }

  get text(): string {
    return this.#text
  }

  /** Waits until `count` answers have come. */
  async answers(count: number): Promise<string> {
    await expect.poll(() => this.#text.split("\n\n").length, { interval: 5 }).toBeGreaterThan(count)
    return this.#text
  }

  /** Sends everything, ends the input, and answers all that came back. */
  async talk(...chunks: (string | Buffer)[]): Promise<string> {
    for (const chunk of chunks) {
      this.input.write(chunk)
      await pause(1)
    }
    this.input.end()
    await this.served
    await pause(1)
    return this.#text
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Thinks until it is interrupted. */
class Thinker implements Player {
  readonly name = "thinker"
  readonly requests: Request[] = []
  closed = 0

  choose(request: Request): Promise<Answer> {
    this.requests.push(request)
    return new Promise((resolve) => {
      const stop = () => resolve({ move: pointAt(0, 4), reason: "uniform" })
      if (request.signal?.aborted) stop()
      request.signal?.addEventListener("abort", stop)
    })
  }

  close(): Promise<void> {
    this.closed++
    return Promise.resolve()
  }
}

/** Reports every millisecond that it still analyses. */
class Analyst extends Thinker {
  running = 0
  reports = 0

  async analyze(request: Request & Required<Pick<Request, "onReport">>): Promise<undefined> {
    this.requests.push(request)
    this.running++
    for (let visits = 1; !request.signal?.aborted; visits++) {
      await pause(1)
      request.onReport(reportOf(request.color, visits))
      this.reports++
    }
    this.running--
  }
}

function reportOf(color: Color, visits: number): SearchReport {
  const move = pointAt(0, 4)
  return {
    color,
    playouts: visits,
    seconds: 0,
    winRate: 0.5,
    score: { mean: 0, spread: 1 },
    candidates: [{ move, visits, winRate: 0.5, pv: [move] }],
    owners: new Float64Array(POINTS),
    nodes: 1,
    capacity: 2,
    notes: [],
  }
}

describe("lines (GTP-1)", () => {
  it.each([
    ["LF", ["1 name\n2 protocol_version\n"], "=1 Montego\n\n=2 2\n\n"],
    ["CRLF", ["1 name\r\n2 protocol_version\r\n"], "=1 Montego\n\n=2 2\n\n"],
    ["blank lines and comments", ["\n  \n# a comment\n\r\nname # what?\n#name\n"], "= Montego\n\n"],
    ["a command in pieces", ["1 na", "m", "e", "\n"], "=1 Montego\n\n"],
    ["a CRLF in pieces", ["1 name\r", "\n"], "=1 Montego\n\n"],
    [
      "several commands in one piece",
      ["1 name\n2 nonsense\n3 komi 5\n"],
      "=1 Montego\n\n?2 unknown command\n\n=3\n\n",
    ],
    ["the last command without an end of line", ["name\n7 protocol_version"], "= Montego\n\n=7 2\n\n"],
    ["no input at all", [], ""],
    [
      "a character in pieces",
      [Buffer.from("1 name # \u00e9").subarray(0, -1), Buffer.from([0xa9, 0x0a])],
      "=1 Montego\n\n",
    ],
    [
      "bytes that are no text",
      [Buffer.from([0xff, 0xfe, 0x00, 0x0a]), "name\n"],
      "? unknown command\n\n= Montego\n\n",
    ],
  ])("%s", async (_, chunks, expected) => {
    expect(await new Client().talk(...chunks)).toBe(expected)
  })

  it("a line of 2 MB gets one answer, and the next command works", async () => {
    const text = await new Client().talk(`12 ${"x".repeat(2 << 20)}\n`, "13 name\n")
    expect(text).toBe("?12 line too long\n\n=13 Montego\n\n")
  })

  it("of a line that is too long nothing is carried out", async () => {
    const client = new Client()
    const sequence = `gogui-play_sequence ${"b pass w pass ".repeat(200_000)}\n`
    expect(await client.talk(sequence, "play b A1\n")).toBe("? line too long\n\n=\n\n")
    expect(client.session.game.moves.length).toBe(1)
  })

  it("a long comment is no command", async () => {
    expect(await new Client().talk(`#${"x".repeat(2 << 20)}\n`, "name\n")).toBe("= Montego\n\n")
  })
})

describe("order and interruption (GTP-1)", () => {
  it("answers in the order of the commands, a slow one first", async () => {
    const client = new Client(new Thinker())
    client.input.write("1 genmove b\n2 name\n")
    await pause(30)
    expect(client.text).toBe("")
    client.input.write("# interrupt\n")
    expect(await client.answers(2)).toBe("=1 A1\n\n=2 Montego\n\n")
    client.input.end()
    await client.served
  })

  it("an interrupt while no search runs is a comment", async () => {
    expect(await new Client().talk("# interrupt\n", "name\n", "# interrupt\n")).toBe("= Montego\n\n")
  })

  it("an interrupt reaches the command that runs, not the next one", async () => {
    const player = new Thinker()
    const client = new Client(player)
    client.input.write("1 genmove b\n")
    await expect.poll(() => player.requests.length).toBe(1)
    client.input.write("# interrupt\n")
    await client.answers(1)
    client.input.write("2 reg_genmove w\n")
    await expect.poll(() => player.requests.length).toBe(2)
    expect(player.requests.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    client.input.write("#interrupt\n")
    expect(await client.answers(2)).toBe("=1 A1\n\n=2 A1\n\n")
    client.input.end()
    await client.served
  })
})

describe("input without end (GTP-1)", () => {
  /** Sends a piece again and again until it has not been taken for a while; answers how many were. */
  async function flood(input: PassThrough, piece: string, most: number, patience: number): Promise<number> {
    for (let sent = 0; sent < most; sent++) {
      if (input.write(piece)) continue
      const taken = once(input, "drain").then(() => true)
      if (!(await Promise.race([taken, pause(patience).then(() => false)]))) return sent
    }
    return most
  }

  it("commands that wait behind a thinking player stop the reading, and are all answered", async () => {
    const client = new Client(new Thinker())
    client.input.write("genmove b\n")
    const piece = "name\n".repeat(1000)
    const sent = await flood(client.input, piece, 1000, 300)
    expect(sent).toBeLessThan(50)
    client.session.interrupt()
    expect(await client.talk("7 name\n")).toBe(
      `= A1\n\n${"= Montego\n\n".repeat(1000 * (sent + 1))}=7 Montego\n\n`,
    )
  })

  it("long commands stop it sooner", async () => {
    const client = new Client(new Thinker())
    client.input.write("genmove b\n")
    expect(await flood(client.input, `play ${"x".repeat(500_000)}\n`, 100, 300)).toBeLessThan(20)
    client.session.interrupt()
    await client.talk()
  })

  it("blank lines and comments are not kept, and an interrupt behind them arrives", async () => {
    const client = new Client(new Thinker())
    client.input.write("1 genmove b\n")
    for (const line of ["\n", "# a comment\n"])
      expect(await flood(client.input, line.repeat(10_000), 50, 10_000)).toBe(50)
    client.input.write("# interrupt\n")
    expect(await client.answers(1)).toBe("=1 A1\n\n")
    await client.talk()
  })
})

describe("analysis (GTP-1)", () => {
  const INFO = "(info move A1 visits \\d+ winrate 5000 order 0 pv A1\n)"

  it("begins its answer at once, before there is anything to tell", async () => {
    const silent = new Analyst()
    silent.analyze = ({ signal }) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve(undefined), { once: true }))
    const client = new Client(silent)
    client.input.write("4 lz-analyze b 100000\n")
    await expect.poll(() => client.text).toBe("=4\n")
    expect(await client.talk()).toBe("=4\n\n")
  })

  it("is told line by line until a command comes, which is then answered", async () => {
    const player = new Analyst()
    const client = new Client(player)
    client.input.write("1 lz-analyze w 1\n")
    await expect.poll(() => client.text).toMatch(new RegExp(`^=1\n${INFO}{2,}$`))
    client.input.write("2 name\n")
    expect(await client.answers(2)).toMatch(new RegExp(`^=1\n${INFO}{2,}\n=2 Montego\n\n$`))
    expect([player.running, player.requests[0]!.color, player.requests[0]!.reportEvery]).toEqual([0, 2, 10])
    await client.talk()
  })

  it.each([
    ["a blank line", "\n"],
    ["a comment", "# that will do\n"],
    ["an interrupt", "# interrupt\n"],
    ["a command that is unknown", "stop\n"],
    ["quit", "quit\n"],
  ])("ends by %s", async (_, line) => {
    const player = new Analyst()
    const client = new Client(player)
    client.input.write("lz-analyze 1\n")
    await expect.poll(() => client.text).toMatch(/info /)
    client.input.write(line)
    expect(await client.answers(1)).toMatch(new RegExp(`^=\n${INFO}+\n`))
    expect(player.running).toBe(0)
    await client.talk()
    expect(player.closed).toBe(1)
  })

  it("ends with the input", async () => {
    const player = new Analyst()
    const client = new Client(player)
    expect(await client.talk("lz-analyze 1\n")).toMatch(new RegExp(`^=\n${INFO}*\n$`))
    expect([player.running, player.closed]).toEqual([0, 1])
  })

  it("ends at once where the next command is already there", async () => {
    const client = new Client(new Analyst())
    const text = await client.talk("1 lz-analyze\n2 lz-analyze\n3 play b B2\n4 kata-analyze\n5 name\n")
    expect(text.replaceAll(/^info .*\n/gm, "")).toBe("=1\n\n=2\n\n=3\n\n=4\n\n=5 Montego\n\n")
    expect(client.session.game.moves.length).toBe(1)
  })

  it("two in a row, each of its own colour", async () => {
    const player = new Analyst()
    const client = new Client(player)
    for (const number of [1, 2]) {
      client.input.write(`${number} lz-analyze ${number === 1 ? "b" : "w"} 1\n`)
      await expect.poll(() => client.text).toMatch(new RegExp(`=${number}\ninfo `))
    }
    expect(await client.talk()).toMatch(new RegExp(`^=1\n${INFO}+\n=2\n${INFO}+\n$`))
    expect(player.requests.map(({ color }) => color)).toEqual([1, 2])
  })

  it.each([
    ["in its own words when it can't", new RangeError("no room"), "?7 no room\n\n=8 Montego\n\n"],
    ["as a fault when it breaks", new Error("oops"), "?7 internal error: oops\n\n=8 Montego\n\n"],
  ])("a player that fails at once is an error, %s", async (_, error, expected) => {
    const player = new Analyst()
    player.analyze = () => Promise.reject(error)
    expect(await new Client(player).talk("7 kata-analyze\n8 name\n")).toBe(expected)
  })

  it("a player that fails later is reported in the last line, and the engine goes on", async () => {
    const player = new Analyst()
    player.analyze = async ({ onReport }) => {
      onReport(reportOf(1, 3))
      await pause(20)
      throw new Error("out of memory")
    }
    const client = new Client(player)
    client.input.write("lz-analyze\n")
    await client.answers(1)
    expect(await client.talk("name\n")).toMatch(
      new RegExp(`^=\n${INFO}error internal error: out of memory\n\n= Montego\n\n$`),
    )
  })

  it("a reader that is slow gets newer reports, not all", async () => {
    const player = new Analyst()
    const session = new Session({ player, rules: CHINESE, seed: 1, estimateDead, size: 5 })
    const input = new PassThrough()
    let text = ""
    const slow = new Writable({
      highWaterMark: 1,
      // It reads the next chunk ten reports later.
      write: (chunk: Buffer, _, done) => {
        text += chunk.toString()
        const next = player.reports + 10
        const look = (): void => {
          if (player.reports >= next || input.writableEnded) done()
          else setTimeout(look, 1)
        }
        look()
      },
    })
    const visitsRead = (): number[] => [...text.matchAll(/visits (\d+)/g)].map((match) => Number(match[1]))
    const served = serveGtp(session, input, slow)
    input.write("lz-analyze 1\n")
    await expect.poll(() => visitsRead().length).toBeGreaterThan(2)
    input.end()
    await served
    await new Promise((resolve) => slow.end(resolve))
    const visits = visitsRead()
    expect(visits.at(-1)).toBeGreaterThan(visits.length + 5)
    expect(text).toMatch(/\n\n$/)
  })

  it("ends when the output breaks, though the input stays open", async () => {
    const player = new Analyst()
    const client = new Client(player)
    client.input.write("lz-analyze 1\ngenmove b\n")
    client.input.write("lz-analyze 1\n")
    await pause(20)
    client.output.destroy(Object.assign(new Error("EPIPE"), { code: "EPIPE" }))
    await client.served
    expect([player.running, player.closed]).toEqual([0, 1])
  })

  it("genmove_analyze is a genmove: only an interrupt shortens it", async () => {
    const player = new Analyst()
    const client = new Client(player)
    client.input.write("1 lz-genmove_analyze b 1\n2 name\n\n")
    await expect.poll(() => player.requests.length).toBe(1)
    await pause(20)
    expect(client.text).toBe("")
    player.requests[0]!.onReport!(reportOf(1, 9))
    await expect.poll(() => client.text).toMatch(new RegExp(`^=1\n${INFO}$`))
    client.input.write("# interrupt\n")
    expect(await client.answers(2)).toMatch(new RegExp(`^=1\n${INFO}play A1\n\n=2 Montego\n\n$`))
    expect(client.session.game.moves.length).toBe(1)
    await client.talk()
  })
})

describe("the end (GTP-1)", () => {
  it("quit ends it although more input follows and the input stays open", async () => {
    const player = new Thinker()
    const client = new Client(player)
    client.input.write("1 quit\n2 name\n3 play b A1\n")
    await client.served
    await pause(1)
    expect(client.text).toBe("=1\n\n")
    expect(player.closed).toBe(1)
    expect(client.session.game.moves.length).toBe(0)
  })

  it("the end of the input closes the player, after the last answer", async () => {
    const player = new Thinker()
    expect(await new Client(player).talk("name")).toBe("= Montego\n\n")
    expect(player.closed).toBe(1)
  })

  it("an input that breaks is an end", async () => {
    const client = new Client()
    client.input.write("name\n")
    await client.answers(1)
    client.input.destroy(new Error("the line went dead"))
    await client.served
    expect(client.text).toBe("= Montego\n\n")
  })

  it("a reader that is slow gets everything", async () => {
    const session = new Session({ player: new RandomPlayer(), rules: CHINESE, seed: 1, estimateDead })
    const input = new PassThrough()
    let text = ""
    const slow = new Writable({
      highWaterMark: 8,
      write: (chunk: Buffer, _, done) => {
        text += chunk.toString()
        setTimeout(done, 2)
      },
    })
    const served = serveGtp(session, input, slow)
    input.end("name\n".repeat(50))
    await served
    await new Promise((resolve) => slow.end(resolve))
    expect(text).toBe("= Montego\n\n".repeat(50))
  })

  it.each([
    [
      "breaks (EPIPE)",
      (output: Writable) => output.destroy(Object.assign(new Error("EPIPE"), { code: "EPIPE" })),
    ],
    ["is closed", (output: Writable) => output.destroy()],
  ])("when the output %s it is over, though the input stays open", async (_, close) => {
    const player = new Thinker()
    const client = new Client(player)
    client.input.write("name\n")
    await client.answers(1)
    close(client.output)
    client.input.write("name\nname\n")
    await client.served
    expect(player.closed).toBe(1)
  })
})

describe("a player that thinks when the output is gone (GTP-1)", () => {
  it("is interrupted, and what waits behind it is dropped", async () => {
    const player = new Thinker()
    const client = new Client(player)
    client.input.write("genmove b\ngenmove w\n")
    await expect.poll(() => player.requests.length).toBe(1)
    client.output.destroy()
    await client.served
    expect(player.requests.map(({ signal }) => signal?.aborted)).toEqual([true])
    expect(player.closed).toBe(1)
  })
})

describe("rules (GTP-1, RUL-2)", () => {
  it("a record that repeats a position is loaded with simple ko, the next game has the session's rules", async () => {
    const folder = mkdtempSync(join(tmpdir(), "montego-serve-"))
    const file = join(folder, "cycle.sgf")
    writeFileSync(file, "(;SZ[4]AB[ba][ab][cb][bc]AW[ca][db][cc];W[bb];B[];W[];B[cb])")
    const client = new Client()
    const setup = "gogui-setup b B4 b A3 b C3 b B2 w C4 w D3 w C2\nplay w B3\nplay b pass\nplay w pass\n"
    const text = await client.talk(`1 loadsgf ${file}\nclear_board\n${setup}2 play b C3\n`)
    rmSync(folder, { recursive: true })
    expect(text).toBe("=1\n\n=\n\n=\n\n=\n\n=\n\n=\n\n?2 illegal move\n\n")
  })
})
