// A Redis of the tests' own: on a free loopback port, in a folder of its own, and gone when the test is over.

import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redis } from "ioredis"

export class RedisServer {
  readonly port: number
  readonly #program: string
  readonly #options: readonly string[]
  readonly #folder = mkdtempSync(join(tmpdir(), "montego-redis-"))
  #child: ChildProcess | undefined

  private constructor(program: string, port: number, options: readonly string[]) {
    this.#program = program
    this.port = port
    this.#options = options
  }

  static async open(program: string, options: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(program, await freePort(), options)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const place = ["--bind", "127.0.0.1", "--port", `${this.port}`, "--dir", this.#folder]
    this.#child = spawn(this.#program, [...place, "--save", "", ...this.#options], { stdio: "ignore" })
    const client = new Redis(this.port, "127.0.0.1", { maxRetriesPerRequest: 200, retryStrategy: () => 50 })
    client.on("error", () => undefined)
    // One that wants a password answers, too.
    await client.ping().catch(() => undefined)
    client.disconnect()
  }

  /** Kills it: what it did not write is lost. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await once(child, "exit")
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}
