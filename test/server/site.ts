// A small page, a server for it, and clients that need not be polite.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { WebSocket } from "ws"
import { startServer, type RunningServer, type ServerOptions } from "../../src/server/index.ts"

export const TOKEN = "the-token-of-the-tests"

/** A folder with a page, beside a secret that must not be reached. */
export function makeSite(): { readonly folder: string; remove(): void } {
  const outside = mkdtempSync(join(tmpdir(), "montego-site-"))
  const folder = join(outside, "web")
  mkdirSync(join(folder, "assets"), { recursive: true })
  writeFileSync(join(outside, "secret.txt"), "SECRET")
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>Montego</title>${" ".repeat(2000)}`)
  writeFileSync(join(folder, "app.js"), "document.title = 'ready'\n")
  writeFileSync(join(folder, "kernel.wasm"), Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]))
  symlinkSync(join(outside, "secret.txt"), join(folder, "leak.txt"))
  return { folder, remove: () => rmSync(outside, { recursive: true, force: true }) }
}

export function start(folder: string, options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  return startServer({ folder, port: 0, token: TOKEN, ...options })
}

const portOf = ({ origin }: RunningServer): number => Number(new URL(origin).port)

/** A bare connection: whatever is written, and all that comes back until the other side hangs up. */
export class Raw {
  readonly socket: Socket
  readonly closed: Promise<string>
  text = ""

  constructor(server: RunningServer) {
    this.socket = connect(portOf(server), "127.0.0.1")
    this.socket.setEncoding("latin1").on("data", (chunk: string) => void (this.text += chunk))
    this.socket.on("error", () => undefined)
    this.closed = new Promise((resolve) => this.socket.on("close", () => resolve(this.text)))
  }

  /** Writes a request and waits for the end of the connection. */
  send(text: string): Promise<string> {
    this.socket.write(text, "latin1")
    return this.closed
  }
}

/** One request with these very bytes as its target. */
export function request(
  server: RunningServer,
  target: string,
  host = new URL(server.origin).host,
): Promise<string> {
  return new Raw(server).send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
}

// oxlint-disable-next-line typescript/no-explicit-any -- what a server says is looked at by the tests
export type Said = Record<string, any>

/** A live connection that keeps everything it is told. */
export class Live {
  readonly socket: WebSocket
  readonly opened: Promise<number>
  readonly closed: Promise<number>
  readonly said: Said[] = []
  #wake: () => void = () => undefined

  constructor(server: RunningServer, { origin = server.origin, path = "/live", host = "" } = {}) {
    const headers = host === "" ? {} : { Host: host }
    this.socket = new WebSocket(`${server.origin.replace("http", "ws")}${path}`, {
      headers,
      ...(origin === "" ? {} : { origin }),
    })
    this.closed = new Promise((resolve) => this.socket.on("close", resolve))
    // 101 when it was opened, else why it was not.
    this.opened = new Promise((resolve) => {
      this.socket.on("open", () => resolve(101))
      this.socket.on("unexpected-response", (attempt, response) => {
        resolve(response.statusCode ?? 0)
        attempt.destroy()
      })
      this.socket.on("error", () => resolve(0))
    })
    this.socket.on("message", (data: Buffer) => {
      this.said.push(JSON.parse(data.toString("utf8")) as Said)
      this.#wake()
    })
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message))
  }

  /** The first message, now or later, that fits. */
  async hear(fits: (message: Said) => boolean): Promise<Said> {
    const deadline = Date.now() + 60_000
    for (;;) {
      const found = this.said.find(fits)
      if (found) return found
      if (Date.now() > deadline)
        throw new Error(`not heard; said was ${JSON.stringify(this.said).slice(0, 500)}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, 100)
      })
    }
  }

  /** How the search of this id ended. */
  end(id: number): Promise<Said> {
    return this.hear((message) => message["id"] === id && message["kind"] !== "report")
  }
}

export async function openLive(server: RunningServer): Promise<Live> {
  const live = new Live(server)
  await live.opened
  return live
}
