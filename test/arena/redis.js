// A Redis of the tests' own: on a free loopback port, in a folder of its own, and gone when the test is over. Plain
// JavaScript: survive-queue.js is a program, too.

import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redis } from "ioredis"

export class RedisServer {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child
  #folder = mkdtempSync(join(tmpdir(), "montego-redis-"))
  #program
  #options

  /** @param {string} program @param {number} port @param {readonly string[]} options */
  constructor(program, port, options) {
    this.#program = program
    this.port = port
    this.#options = options
  }

  /** @param {string} program @param {readonly string[]} [options] */
  static async open(program, options = []) {
    const server = new RedisServer(program, await freePort(), options)
    await server.start()
    return server
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`
  }

  async start() {
    const place = ["--bind", "127.0.0.1", "--port", `${this.port}`, "--dir", this.#folder]
    this.#child = spawn(this.#program, [...place, "--save", "", ...this.#options], { stdio: "ignore" })
    const client = new Redis(this.port, "127.0.0.1", { maxRetriesPerRequest: 200, retryStrategy: () => 50 })
    client.on("error", () => undefined)
    // One that wants a password answers, too.
    await client.ping().catch(() => undefined)
    client.disconnect()
  }

  /** Kills it: what it did not write is lost. */
  async stop() {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await once(child, "exit")
  }

  async close() {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}
