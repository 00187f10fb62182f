// Drives one GTP engine as a child process: start, send with a deadline, kill. Whatever the engine does, a
// command ends: with its answer, or with a typed failure that keeps the tail of what it wrote to stderr.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process"
import { err, ok, type Result } from "../../base/result.ts"
import { LineSplitter, makeCommand, parseResponse } from "../codec.ts"

export type GtpFailure =
  /** The engine answered `? message`: it is well, the command was not. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "timeout"; readonly message: string }
  /** The process could not be started, or it ended. */
  | { readonly kind: "gone"; readonly message: string }
  | { readonly kind: "protocol"; readonly message: string }

interface Waiting {
  readonly id: number
  readonly settle: (result: Result<string, GtpFailure>) => void
}

/** How much of the engine's stderr is kept for messages. */
const STDERR_TAIL = 4000

/** How long an engine may take to end after it answered `quit`. */
const QUIT_MS = 1000

export class GtpController {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #waiting: Waiting[] = []
  readonly #splitter = new LineSplitter()
  readonly #exited: Promise<void>
  #answer: string[] = []
  #lastId = 0
  #stderr = ""
  #gone: GtpFailure | undefined

  /** Starts `program` with its arguments, without a shell. A program that can't be started shows at the first `send`. */
  constructor(program: string, args: readonly string[]) {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] })
    this.#process = child
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      for (const line of this.#splitter.push(chunk)) this.#receive(line)
    })
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-STDERR_TAIL)
    })
    // Writing to a dead engine is reported by its exit, not by the broken pipe.
    child.stdin.on("error", () => {})
    this.#exited = new Promise((resolve) => {
      child.on("error", (error) => {
        this.#end(`${program} could not be started: ${error.message}`)
        resolve()
      })
      child.on("close", (code, signal) => {
        this.#end(`${program} ended (${signal ?? `exit code ${code}`})`)
        resolve()
      })
    })
  }

  /** The last part of what the engine wrote to stderr. */
  get stderr(): string {
    return this.#stderr
  }

  /** Sends a command and waits for its answer, at most `seconds`. After a timeout the engine is killed. */
  send(name: string, args: readonly string[] = [], seconds = 10): Promise<Result<string, GtpFailure>> {
    if (this.#gone) return Promise.resolve(err(this.#gone))
    if ([name, ...args].some((word) => /[\s#]/.test(word) || word === "")) {
      return Promise.resolve(
        err({ kind: "protocol", message: `"${name}" and its arguments must be single words` }),
      )
    }
    return new Promise((resolve) => {
      const id = ++this.#lastId
      const timer = setTimeout(() => {
        this.#end(`no answer to ${name} within ${seconds} s`, "timeout")
        void this.kill()
      }, seconds * 1000)
      const settle = (result: Result<string, GtpFailure>): void => {
        clearTimeout(timer)
        resolve(result)
      }
      this.#waiting.push({ id, settle })
      this.#process.stdin.write(makeCommand({ id, name, args }))
    })
  }

  /** Asks the engine to quit, and kills it when it has not ended a second after its answer. */
  async close(): Promise<void> {
    if (!this.#gone) await this.send("quit", [], 1)
    this.#process.stdin.end()
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, QUIT_MS)))
    await Promise.race([this.#exited, patience])
    clearTimeout(timer)
    await this.kill()
  }

  /** Ends the process and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) this.#process.kill("SIGKILL")
    // A child of the engine may hold its pipes open; we don't wait for that one.
    this.#process.stdout.destroy()
    this.#process.stderr.destroy()
    await this.#exited
  }

  #receive(line: string): void {
    if (line.trim() !== "") {
      this.#answer.push(line)
      return
    }
    if (this.#answer.length === 0) return
    const response = parseResponse(this.#answer)
    this.#answer = []
    const waiting = this.#waiting.shift()
    if (!waiting) return
    if (!response || (response.id ?? waiting.id) !== waiting.id) {
      this.#waiting.unshift(waiting)
      this.#end(`an answer that belongs to no command: ${JSON.stringify(response?.text ?? "")}`, "protocol")
      void this.kill()
      return
    }
    waiting.settle(response.ok ? ok(response.text) : err({ kind: "refused", message: response.text }))
  }

  /** The first reason why the engine is lost is the one that everybody waiting gets. */
  #end(message: string, kind: "gone" | "timeout" | "protocol" = "gone"): void {
    const tail = this.#stderr.trim().split("\n").at(-1)
    const gone = (this.#gone ??= { kind, message: tail ? `${message}; it said: ${tail}` : message })
    for (const { settle } of this.#waiting.splice(0)) settle(err(gone))
  }
}
