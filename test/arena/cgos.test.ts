// Whole games on a server of our own (NET-1): real sockets and clocks, an opponent that plays at random, and everything
// that goes wrong between a client and a server.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import {
  CgosClient,
  CgosRefusal,
  type CgosClientOptions,
  type FinishedGame,
} from "../../src/arena/cgos/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { main } from "../../src/cli/main.ts"
import { makePlayer, type Answer, type Player } from "../../src/players/index.ts"
import { checkRecord, mainLine, parseSgf, readGameInfo } from "../../src/record/index.ts"
import { allPoints, makeVertex } from "../../src/rules/index.ts"
import { CgosServer, type ServerOptions } from "./cgos-server.ts"

const PASSWORD = "secret123"
const folder = mkdtempSync(join(tmpdir(), "montego-cgos-"))
const servers: CgosServer[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(options: ServerOptions): Promise<CgosServer> {
  const server = await CgosServer.open(options)
  servers.push(server)
  return server
}

interface Sitting {
  readonly client: CgosClient
  readonly said: string[]
  readonly log: string[]
  readonly over: FinishedGame[]
}

function sit(server: CgosServer, options: Partial<CgosClientOptions> = {}): Sitting {
  const said: string[] = []
  const log: string[] = []
  const over: FinishedGame[] = []
  const client = new CgosClient({
    host: "127.0.0.1",
    port: server.port,
    user: "Montego",
    password: PASSWORD,
    player: unwrap(makePlayer("random")),
    seed: 1,
    firstDelay: 0.02,
    grace: 0.2,
    say: (text) => said.push(text),
    log: (line) => log.push(line),
    onOver: (game) => over.push(game),
    ...options,
  })
  return { client, said, log, over }
}

/** A player of the given answers; the first empty point where there is none. */
function scripted(choose: (index: number, signal: AbortSignal) => Promise<void>): Player {
  let index = 0
  return {
    name: "scripted",
    async choose({ position, signal }): Promise<Answer> {
      await choose(index++, signal!)
      const taken = new Set(position.moves.map(({ move }) => move))
      const move = allPoints(position.size).find((point) => !taken.has(point))!
      return { move, reason: "uniform" }
    },
    close: () => Promise.resolve(),
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 5 }).toBe(true)
}

describe("NET-1 whole games", () => {
  it("plays both colours to the end among noise, wins against chance, and quits after --games", async () => {
    const server = await open({
      games: [
        { client: "b", isNoisy: true },
        { client: "w", isNoisy: true },
      ],
    })
    const { client, over, log, said } = sit(server, {
      games: 2,
      player: unwrap(makePlayer("uct:strong,playouts=30")),
    })
    const tally = await client.run()
    expect(tally).toEqual({ games: 2, won: 2, lost: 0, drawn: 0 })
    expect(server.results.every((result) => /^[BW]\+(\d|Resign)/.test(result))).toBe(true)
    expect(over.map(({ result }) => result)).toEqual(server.results)
    expect(server.heard.slice(0, 3)).toEqual([expect.stringMatching(/^e1 Montego \d/), "Montego", PASSWORD])
    expect(server.heard.at(-1)).toBe("quit")
    expect(server.heard.filter((line) => line === "ready")).toHaveLength(1)
    expect(said.join("\n")).toContain("weather sunny")
    expect([...said, ...log].join("\n")).not.toContain(PASSWORD)
    expect(log).toContain("C> ********")
  })

  it("goes on after a connection that is lost in mid-game, also when its last move is lost with it", async () => {
    const server = await open({ games: [{ client: "w", dropAt: 7, dropAfterAnswerAt: 14 }] })
    const { client, over } = sit(server, { games: 1 })
    expect((await client.run()).games).toBe(1)
    expect(server.connections).toBe(3)
    expect(server.results[0]).toMatch(/^[BW]\+(\d|Resign)/)
    const [game] = over
    const told = server.transcript
      .filter((line) => line.startsWith("S> setup"))
      .map((line) => line.trim().split(/\s+/))
    expect(told.map((words) => (words.length - 8) / 2)).toEqual([0, 7, 15])
    // What the server has after the second loss is what our record has, move for move.
    const moves = game!.moves.slice(0, 15).map(({ move }) => makeVertex(move, 9).toLowerCase())
    expect(moves).toEqual(
      told[2]!
        .slice(8)
        .filter((_, index) => index % 2 === 0)
        .map((word) => word.toLowerCase()),
    )
    expect(game!.moves.slice(0, 15).every(({ left }) => left !== undefined)).toBe(true)
    expect(game!.moves.filter(({ note }) => note !== undefined)).toHaveLength(
      game!.moves.filter(({ color }) => color === game!.mine).length,
    )
  })

  it("does not lose a fast game on time, whatever its player would like to think", async () => {
    // With 10 000 playouts a move, which is usual, it would.
    const server = await open({ games: [{ client: "b", main: 5000 }] })
    const { client } = sit(server, { games: 1, player: unwrap(makePlayer("uct:strong")) })
    await client.run()
    expect(server.results[0]).toMatch(/^[BW]\+(\d|Resign)/)
  })
})

describe("NET-1 clocks", () => {
  it("takes the server's verdict when the clock has run out, and drops the move that comes after it", async () => {
    const server = await open({ games: [{ client: "b", main: 50 }, { client: "w" }] })
    // Deaf to the signal, once.
    const player = scripted((index) => (index === 0 ? pause(600) : Promise.resolve()))
    const { client, over, said } = sit(server, { player })
    const run = client.run()
    await until(() => server.transcript.some((line) => line.startsWith("S> setup 2")))
    await until(() => server.heard.filter((line) => /^[a-j]\d$/.test(line)).length > 0)
    client.leave()
    await run
    expect(server.results).toEqual(["W+Time"])
    expect(over[0]!.outcome.kind).toBe("time")
    expect(server.heard.slice(3, 4)).toEqual(["ready"])
    expect(said).toContain("a move came too late and was dropped")
  })

  it("asks a player that forgets the clock for what it has, before the clock runs out", async () => {
    const server = await open({ games: [{ client: "b", main: 2500 }] })
    const asked: number[] = []
    const player = scripted((_, signal) => {
      const began = performance.now()
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          asked.push(performance.now() - began)
          resolve()
        })
      })
    })
    const { client } = sit(server, { player })
    const run = client.run()
    await until(() => server.heard.length > 3)
    client.leave()
    await run
    expect(asked[0]).toBeGreaterThan(300)
    expect(server.heard[3]).toMatch(/^[a-j]\d$/)
  })
})

describe("NET-1 leaving", () => {
  it("finishes the game first; a second wish leaves at once", async () => {
    const server = await open({ games: [{ client: "b" }, { client: "b" }] })
    const first = sit(server)
    const run = first.client.run()
    await until(() => server.heard.length > 5)
    expect(first.client.finish()).toBe(true)
    expect((await run).games).toBe(1)
    expect(server.results).toHaveLength(1)
    expect(server.heard.at(-1)).toBe("quit")

    const second = sit(server, { player: scripted(() => pause(20)) })
    const again = second.client.run()
    const before = server.heard.length
    await until(() => server.heard.length > before + 5)
    second.client.leave()
    expect((await again).games).toBe(1)
    expect(second.over[0]!.outcome.kind).toBe("unknown")
    expect(server.heard.at(-1)).toBe("quit")
    expect(server.results).toHaveLength(1)
  })

  it("while waiting for a game, it leaves at once, also between two attempts to connect", async () => {
    const server = await open({ games: [] })
    const waiting = sit(server)
    const run = waiting.client.run()
    await until(() => server.heard.length === 3)
    expect(waiting.client.finish()).toBe(false)
    expect((await run).games).toBe(0)
    expect(server.heard.at(-1)).toBe("quit")

    const offline = sit(server, { port: 1, firstDelay: 30 })
    const attempt = offline.client.run()
    await until(() => offline.said.some((text) => text.includes("trying again in 30 s")))
    offline.client.finish()
    expect((await attempt).games).toBe(0)
  })

  it("a game that ended while we were away is over and counts, its end unheard", async () => {
    const server = await open({ games: [{ client: "b" }] })
    const { client, over } = sit(server, { games: 1, player: scripted(() => pause(20)) })
    const run = client.run()
    await until(() => server.heard.length > 5)
    server.forget()
    server.cut()
    expect(await run).toEqual({ games: 1, won: 0, lost: 0, drawn: 0 })
    expect(over[0]!.result).toBe("")
    expect(over[0]!.moves.length).toBeGreaterThan(2)
    expect(server.heard.slice(-4)).toEqual([expect.stringMatching(/^e1/), "Montego", PASSWORD, "quit"])
  })
})

describe("NET-1 servers that don't want us", () => {
  it("a wrong password is told once and not tried again", async () => {
    const server = await open({ games: [], password: "another" })
    const { client, said } = sit(server)
    await expect(client.run()).rejects.toThrow("the server refuses: Sorry, password doesn't match")
    expect(server.connections).toBe(1)
    expect(said.join("\n")).not.toContain(PASSWORD)
  })

  it("connections that are closed at once are tried again, with longer and longer pauses", async () => {
    const server = await open({ games: [{ client: "b" }], rejections: 3 })
    const { client, said } = sit(server, { games: 1 })
    expect((await client.run()).games).toBe(1)
    const pauses = said.flatMap((text) => /trying again in ([\d.]+) s/.exec(text)?.[1] ?? [])
    expect(pauses).toEqual(["0.02", "0.04", "0.08"])
  })

  it("does not fight with another program of the same name", async () => {
    const server = await open({ games: [] })
    const { client } = sit(server)
    const run = client.run()
    await until(() => server.heard.length === 3)
    server.say("info another login is being attempted using this user name")
    await pause(30)
    server.cut()
    await expect(run).rejects.toThrow("another program has logged in as Montego")
    expect(server.connections).toBe(1)
  })

  it("a host that does not exist is an error at once", async () => {
    const server = await open({ games: [] })
    const { client } = sit(server, { host: "no-such-host.invalid" })
    await expect(client.run()).rejects.toThrow(CgosRefusal)
  })

  it("a player that fails resigns, and its fault is not hidden", async () => {
    const server = await open({ games: [{ client: "b" }, { client: "b" }] })
    const player = scripted(() => Promise.reject(new Error("out of memory")))
    const { client } = sit(server, { player })
    await expect(client.run()).rejects.toThrow("out of memory")
    expect(server.results).toEqual(["W+Resign"])
    expect(server.heard.slice(3)).toEqual(["resign", "quit"])
  })
})

describe("montego cgos", () => {
  async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    const text = { out: "", err: "" }
    vi.spyOn(console, "log").mockImplementation((line: string) => void (text.out += `${line}\n`))
    for (const [stream, to] of [
      [process.stdout, "out"],
      [process.stderr, "err"],
    ] as const)
      vi.spyOn(stream, "write").mockImplementation((chunk) => {
        text[to] += String(chunk)
        return true
      })
    try {
      return { code: await main(["cgos", ...argv]), ...text }
    } finally {
      vi.restoreAllMocks()
    }
  }
  function passwordFile(content: string): string {
    const file = join(folder, `password-${content.length}`)
    writeFileSync(file, content)
    return file
  }

  function common(server: CgosServer): string[] {
    const file = passwordFile(`${PASSWORD}\n`)
    return [
      "--server",
      `127.0.0.1:${server.port}`,
      "--user",
      "Montego",
      "--password-file",
      file,
      "--seed",
      "3",
    ]
  }

  it("NET-1 plays, keeps a lawful record with clocks, and a log without the password", async () => {
    const server = await open({ games: [{ client: "w" }] })
    const [sgf, log] = [join(folder, "games"), join(folder, "cgos.log")]
    const options = ["--games", "1", "--player", "uct:strong,playouts=20", "--sgf", sgf, "--log", log]
    const { code, out } = await run(...common(server), ...options)
    expect(code).toBe(0)
    expect(out).toMatch(/1 game: \d won/)
    const [name] = readdirSync(sgf)
    expect(name).toBe("2026-11-15_1_sparring_Montego.sgf")
    const record = unwrap(parseSgf(readFileSync(join(sgf, name!), "utf8"))).games[0]!
    expect(unwrap(checkRecord(record)).illegal).toEqual([])
    const { info } = unwrap(readGameInfo(record))
    expect(info).toMatchObject({ size: 9, komi: 7, rules: "cgos", seconds: 60, event: "CGOS" })
    expect(info.white).toEqual({ name: "Montego", rank: "1800?" })
    expect(mainLine(record)[1]!.properties["BL"]).toEqual(["60"])
    const conversation = readFileSync(log, "utf8")
    expect(conversation).toContain("S> genmove w")
    expect(conversation + out).not.toContain(PASSWORD)
  })

  it("NET-1 Ctrl-C finishes the game; two that npm made of one are one", async () => {
    const server = await open({ games: [{ client: "b" }, { client: "b" }] })
    const running = run(...common(server), "--player", "uct:strong,playouts=20")
    await until(() => server.heard.length > 5)
    process.emit("SIGINT")
    process.emit("SIGINT")
    const { code, out } = await running
    expect(code).toBe(0)
    expect(out).toContain("leaves after this game")
    expect(out).toMatch(/1 game: /)
    expect(server.results).toHaveLength(1)
    expect(server.heard.at(-1)).toBe("quit")
  })

  it("NET-1 a second Ctrl-C leaves in the middle of a thought", async () => {
    const server = await open({ games: [{ client: "b" }] })
    const running = run(...common(server), "--player", "uct:strong")
    // It has answered, so it is in the game.
    await until(() => server.heard.length > 5)
    process.emit("SIGINT")
    await pause(600)
    process.emit("SIGINT")
    const { code, out } = await running
    expect(code).toBe(130)
    expect(out).toContain("1 without a result")
    expect(server.results).toEqual([])
    expect(server.heard.at(-1)).toBe("quit")
  })

  it.each([
    ["is missing", undefined, /there is no password file .*nothing-here/],
    ["is empty", "\n", /is empty: its first line is the password/],
    ["has two lines", "secret\nother\n", /more than one line/],
    ["holds no password", "äöü secret", /3 to 16 letters/],
  ])("NET-1 a password file that %s is a precise error", async (_, content, reason) => {
    const file = content === undefined ? join(folder, "nothing-here") : passwordFile(content)
    const { code, err } = await run("--server", "127.0.0.1:1", "--user", "Montego", "--password-file", file)
    expect(code).toBe(2)
    expect(err).toMatch(reason)
    expect(err).not.toContain("secret")
  })

  it.each([
    ["--server", "localhost", /HOST:PORT/],
    ["--server", "localhost:99999", /HOST:PORT/],
    ["--user", "9lives", /does not begin with a digit/],
    ["--user", "administrator", /not for players/],
    ["--games", "0", /At least one/],
    ["--player", "missing", /there is no player "missing"/],
  ])("NET-1 refuses %s %s", async (option, value, reason) => {
    const options = new Map([
      ["--server", "127.0.0.1:1"],
      ["--user", "Montego"],
      ["--password-file", passwordFile(PASSWORD)],
      [option, value],
    ])
    const { code, err } = await run(...[...options].flat())
    expect(code).toBe(2)
    expect(err).toMatch(reason)
  })
})
