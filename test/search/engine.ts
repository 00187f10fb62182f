// `montego gtp` as a process that tests talk to and hurt.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process"
import { fileURLToPath } from "node:url"
import { cpuMsOf } from "../support/time.ts"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))

export class Engine {
  readonly child: ChildProcessWithoutNullStreams
  /** Everything that it wrote. */
  out = ""
  err = ""
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  #changed: () => void = () => {}

  constructor(player: string, ...options: string[]) {
    const words = [bin, "gtp", "--player", player, "--seed", "1", ...options]
    this.child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "pipe"] })
    this.child.stdin.on("error", () => {})
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.out += text
      this.#changed()
    })
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (this.err += text))
    this.ended = new Promise((resolve) => {
      this.child.once("close", (code, signal) => {
        resolve({ code, signal })
        this.#changed()
      })
    })
  }

  write(line: string): void {
    this.child.stdin.write(`${line}\n`)
  }

  /** Sends a line and waits until what came since then looks so. */
  async ask(line: string, sign = /\n\n$/): Promise<void> {
    const from = this.out.length
    this.write(line)
    while (!sign.test(this.out.slice(from))) {
      if (this.child.exitCode !== null) throw new Error(`${line}: the engine has ended; ${this.err}`)
      await new Promise<void>((resolve) => (this.#changed = resolve))
    }
  }

  /** As `ask`; answers the milliseconds that the engine worked until then. */
  async workFor(line: string, sign?: RegExp): Promise<number> {
    const begun = cpuMsOf(this.child.pid!)
    await this.ask(line, sign)
    return cpuMsOf(this.child.pid!) - begun
  }

  kill(): void {
    this.child.kill("SIGKILL")
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
