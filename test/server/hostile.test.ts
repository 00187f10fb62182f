// Clients that mean no good, against a server as it is (APP-5): each is refused or bounded, and the page is served on.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { Game } from "../../src/rules/index.ts"
import type { RunningServer } from "../../src/server/index.ts"
import { Live, makeSite, openLive, Raw, request, start, TOKEN } from "./site.ts"

const site = makeSite()
let server: RunningServer
beforeAll(async () => void (server = await start(site.folder, { limits: LIMITS })))
afterAll(async () => {
  await server.close()
  site.remove()
})

const LIMITS = { headerSeconds: 0.5, requestSeconds: 1, silentSeconds: 1 }
const ASK = {
  kind: "ask",
  id: 1,
  token: TOKEN,
  task: {
    kind: "move",
    position: unwrap(Game.create({ size: 9 })).position(),
    budget: { playouts: 10 },
    seed: 1,
    player: "random",
  },
}

const hostOf = ({ origin }: RunningServer): string => new URL(origin).host
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

/** The page is there, and an honest client is served. */
async function expectWell(): Promise<void> {
  const page = await fetch(`${server.origin}/app.js`)
  expect([page.status, await page.text()]).toEqual([200, "document.title = 'ready'\n"])
  const live = await openLive(server)
  live.send(ASK)
  expect(await live.end(1)).toMatchObject({ kind: "answer" })
  live.socket.close()
  await live.closed
}
afterEach(expectWell)

describe("files (APP-5)", () => {
  it.each([
    ["/", 200],
    ["/missing", 404],
    ["/leak.txt", 404],
    ["/../secret.txt", 404],
    ["/assets/../../secret.txt", 404],
    ["/%2e%2e/secret.txt", 404],
    ["/%2e%2e%2fsecret.txt", 404],
    ["/..%5csecret.txt", 404],
    ["/..\\secret.txt", 400],
    ["/assets\\..\\..\\secret.txt", 400],
    ["//secret.txt", 404],
    ["/index.html%00", 404],
    ["/%ff", 404],
    ["/live", 404],
    ["http://127.0.0.1/index.html", 404],
    ["http://evil.example/", 404],
    ["/?../../secret.txt", 200],
    ["\x01", 400],
    ["../secret.txt", 400],
  ])("GET %j is %i and tells no secret", async (target, status) => {
    const answer = await request(server, target)
    expect(answer).not.toContain("SECRET")
    expect(statusOf(answer)).toBe(status)
  })

  it("every answer has the headers that keep browsers in check", async () => {
    const answers = await Promise.all([
      fetch(server.origin),
      fetch(`${server.origin}/kernel.wasm`),
      fetch(`${server.origin}/missing`),
      fetch(server.origin, { method: "POST", body: "x" }),
      fetch(server.origin, { method: "OPTIONS", headers: { Origin: "http://evil.example" } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 405, 405])
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
      expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp")
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("permissions-policy")).toMatch(/camera=\(\)/)
      expect(headers.get("access-control-allow-origin")).toBeNull()
      expect(headers.get("x-powered-by")).toBeNull()
    }
    expect(answers[1].headers.get("content-type")).toBe("application/wasm")
    expect(answers[3].headers.get("allow")).toBe("GET, HEAD")
    // Answered before any of our own code sees it.
    expect(await request(server, "/..\\x")).toMatch(
      /^HTTP\/1\.1 400 [^]*content-security-policy: default-src/i,
    )
  })

  it("HEAD tells what GET would send; what is known is not sent again", async () => {
    const get = await fetch(server.origin, { headers: { "Accept-Encoding": "gzip" } })
    const head = await fetch(server.origin, { method: "HEAD", headers: { "Accept-Encoding": "gzip" } })
    expect([head.status, await head.text()]).toEqual([200, ""])
    for (const name of ["etag", "content-length", "content-encoding", "content-type", "cache-control"])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    expect(await get.text()).toMatch(/<title>Montego/)
    const headers = { "Accept-Encoding": "gzip", "If-None-Match": get.headers.get("etag")! }
    const again = await fetch(server.origin, { headers })
    expect([again.status, await again.text()]).toEqual([304, ""])
  })

  it.each([
    "evil.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost.evil.example:8080",
    "[::1]:8080",
    "",
    "a b",
  ])("the Host header %j is not ours (DNS rebinding)", async (host) => {
    const answer = await request(server, "/", host)
    expect([400, 403]).toContain(statusOf(answer))
    expect(answer).not.toContain("<title>")
  })

  it("without a Host there is no answer, by the other name there is", async () => {
    const old = await new Raw(server).send("GET / HTTP/1.0\r\n\r\n")
    expect([400, 403]).toContain(statusOf(old))
    const named = await request(server, "/", hostOf(server).replace("127.0.0.1", "LOCALHOST"))
    expect(statusOf(named)).toBe(200)
  })

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])(
    "%s is refused before its body is there",
    async (method) => {
      const answer = await new Raw(server).send(
        `${method} /index.html HTTP/1.1\r\nHost: ${hostOf(server)}\r\nContent-Length: 99999999999\r\n\r\nxxx`,
      )
      expect([400, 405]).toContain(statusOf(answer))
    },
  )

  it("headers without end are cut off", async () => {
    const raw = new Raw(server)
    const answer = await raw.send(`GET / HTTP/1.1\r\nHost: ${hostOf(server)}\r\nX: ${"x".repeat(50_000)}`)
    expect(statusOf(answer)).toBe(431)
  })
})

describe("slow clients (APP-5)", () => {
  /** Sends a byte now and then; answers how many it got rid of before it was cut off. */
  async function dribble(head: string): Promise<number> {
    const raw = new Raw(server)
    let bytes = 0
    raw.socket.write(head)
    const timer = setInterval(() => {
      bytes++
      raw.socket.write("x")
    }, 50)
    await raw.closed
    clearInterval(timer)
    return bytes
  }

  it("headers and bodies byte by byte are cut off, one and a hundred at once", async () => {
    const host = `Host: ${hostOf(server)}\r\n`
    const many = Array.from({ length: 100 }, () => dribble(`GET / HTTP/1.1\r\n${host}X: `))
    await expectWell()
    const counts = await Promise.all([
      dribble("G"),
      dribble(`GET / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`),
      ...many,
    ])
    // What Node allows by itself would be 1200.
    expect(Math.max(...counts)).toBeLessThan(100)
  })

  it("who connects and says nothing, too", async () => {
    const silent = Array.from({ length: 200 }, () => new Raw(server))
    await expectWell()
    await Promise.all(silent.map(({ closed }) => closed))
  })
})

describe("live connections (APP-3)", () => {
  it.each<[string, ConstructorParameters<typeof Live>[1], number]>([
    ["another site", { origin: "http://evil.example" }, 403],
    ["another port", { origin: "http://127.0.0.1:1" }, 403],
    ["a page without origin", { origin: "null" }, 403],
    ["no page at all", { origin: "" }, 403],
    ["a foreign name that leads here", { origin: "http://evil.example", host: "evil.example" }, 403],
    ["another path", { path: "/other" }, 404],
    ["a path with tricks", { path: "/x/../live?x" }, 404],
  ])("%s is refused", async (_, options, status) => {
    expect(await new Live(server, options).opened).toBe(status)
  })

  it("a malformed handshake", async () => {
    const head = `GET /live HTTP/1.1\r\nHost: ${hostOf(server)}\r\nOrigin: ${server.origin}\r\n`
    const answer = await new Raw(server).send(`${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    expect(statusOf(answer)).toBe(400)
    const other = await new Raw(server).send(`${head}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)
    expect(statusOf(other)).toBe(400)
  })

  it.each<[string, object]>([
    ["a wrong one", { token: "wrong" }],
    ["nearly the right one", { token: TOKEN.slice(0, -1) }],
    ["an object", { token: { length: TOKEN.length } }],
    ["none", { token: undefined }],
  ])("token: %s ends the connection, and nothing is begun", async (_, change) => {
    for (const kind of ["ask", "hello"]) {
      const live = await openLive(server)
      live.send({ ...ASK, ...change, kind })
      live.send(ASK)
      expect(await live.closed).toBe(1008)
      expect(live.said).toMatchObject([{ kind: "error", code: "unauthorized", id: 1 }])
    }
  })

  it("a message that is too large", async () => {
    const live = await openLive(server)
    live.send(" ".repeat(65_537))
    expect(await live.closed).toBe(1009)
    const honest = await openLive(server)
    honest.send(JSON.stringify(ASK).padEnd(65_536, " "))
    expect(await honest.end(1)).toMatchObject({ kind: "answer" })
    honest.socket.close()
  })

  it("broken JSON, unknown kinds, bytes, deep nests: an error each, and the connection goes on", async () => {
    const live = await openLive(server)
    const messages = ["{", "[]", `{"kind":"shell","id":9}`, `{"kind":"__proto__"}`, "[".repeat(60_000)]
    for (const message of messages) live.send(message)
    live.socket.send(Buffer.from(JSON.stringify(ASK)))
    live.send({ kind: "stop", id: 12 })
    live.send({ ...ASK, id: 2, task: { ...ASK.task, position: { size: 1e9 } } })
    live.send({ ...ASK, id: 3 })
    expect(await live.end(3)).toMatchObject({ kind: "answer" })
    expect(live.said.slice(0, -1).map(({ code }) => code)).toEqual(new Array(7).fill("bad-message"))
    live.socket.close()
  })

  it.each<[string, (live: Live) => void]>([
    ["messages", (live) => live.send("{}")],
    ["searches", (live) => live.send(ASK)],
    ["pings", (live) => live.socket.ping()],
  ])("too many %s", async (_, send) => {
    const live = await openLive(server)
    for (let i = 0; i < 500; i++) send(live)
    expect(await live.closed).toBe(1008)
    expect(live.said.length).toBeLessThan(150)
  })

  it("200 strangers at once: fifty stay, and a client with the token is let in and not put out", async () => {
    const honest = await openLive(server)
    honest.send({ kind: "hello", token: TOKEN })
    await honest.hear(({ kind }) => kind === "ready")
    const lives = Array.from({ length: 200 }, () => new Live(server))
    let left = 0
    for (const { closed } of lives) void closed.then(() => left++)
    expect(await Promise.all(lives.map(({ opened }) => opened))).toEqual(new Array(200).fill(101))
    // All strangers are still there that may be.
    await expect.poll(() => left).toBe(150)
    await expectWell()
    honest.send(ASK)
    expect(await honest.end(1)).toMatchObject({ kind: "answer" })
    for (const { socket } of [...lives, honest]) socket.terminate()
    await Promise.all(lives.map(({ closed }) => closed))
  })

  it("a client with the token waits only for others that have it; one that leaves makes room", async () => {
    const small = await start(site.folder, { limits: { ...LIMITS, connections: 2, strangers: 3 } })
    const enter = async (): Promise<Live> => {
      const live = await openLive(small)
      live.send({ ...ASK, id: 7 })
      await live.end(7)
      return live
    }
    const [first, second] = [await enter(), await enter()]
    const third = await enter()
    expect(third.said).toMatchObject([{ kind: "error", code: "busy", id: 7 }])
    expect(await third.closed).toBe(1013)
    first.socket.close()
    await first.closed
    expect((await enter()).said).toMatchObject([{ kind: "answer", id: 7 }])
    second.socket.close()
    await small.close()
  })
})

describe("sockets without a request (APP-5)", () => {
  /** Nothing is cut off by a clock here: only numbers count. */
  const NEVER = { firstByteSeconds: 600, headerSeconds: 600, requestSeconds: 600, silentSeconds: 600 }
  const connected = ({ socket }: Raw): Promise<void> =>
    new Promise((resolve) => {
      if (!socket.connecting) resolve()
      else for (const event of ["connect", "close"]) socket.once(event, () => resolve())
    })

  it("however many say nothing, the page is served", async () => {
    const small = await start(site.folder, { limits: { ...NEVER, sockets: 100, waiting: 20 } })
    const silent = Array.from({ length: 300 }, () => new Raw(small))
    await Promise.all(silent.map(connected))
    await expect.poll(async () => (await fetch(small.origin).catch(() => undefined))?.status).toBe(200)
    let open = 300
    for (const { closed } of silent) void closed.then(() => open--)
    await expect.poll(() => open).toBeLessThanOrEqual(20)
    await small.close()
  })

  it("however many ask and don't read, the page is served", async () => {
    writeFileSync(join(site.folder, "large.bin"), Buffer.alloc(16_000_000))
    const small = await start(site.folder, { limits: { ...NEVER, sockets: 40, waiting: 10, answered: 10 } })
    const deaf = Array.from({ length: 60 }, () => new Raw(small))
    for (const { socket } of deaf) {
      socket.pause()
      socket.write(`GET /large.bin HTTP/1.1\r\nHost: ${hostOf(small)}\r\n\r\n`)
    }
    await Promise.all(deaf.map(connected))
    await expect.poll(async () => (await fetch(small.origin).catch(() => undefined))?.status).toBe(200)
    for (const { socket } of deaf) socket.destroy()
    await small.close()
  })

  it("a silent client is cut off soon, one that has sent something has more time", async () => {
    const small = await start(site.folder, { limits: { ...NEVER, firstByteSeconds: 0.2 } })
    const [silent, slow] = [new Raw(small), new Raw(small)]
    slow.socket.write("GET / HTTP/1.1\r\n")
    await silent.closed
    expect(await slow.send(`Host: ${hostOf(small)}\r\nConnection: close\r\n\r\n`)).toContain("<title>Montego")
    await small.close()
  })
})
