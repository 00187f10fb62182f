// The process of an engine: started without a shell, always read (so that it never blocks on a full pipe), and
// ended with everything that it started. It knows nothing of GTP.

import { spawn, type ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { HAS_GROUPS, holdGroup, releaseGroup, signalGroup } from "./process-groups.ts"
import { enginePath, findProgram } from "./programs.ts"

/** Where and how a program is started. */
export interface Surroundings {
  /** Working directory; default: ours. */
  readonly cwd?: string
  /** Variables beside ours, or instead of them. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Ending {
  readonly message: string
  readonly exitCode?: number
  readonly signal?: string
}

interface Listener {
  readonly onText: (chunk: string) => void
  /** Once, when the process is gone and all that it wrote was read. */
  readonly onEnd: (ending: Ending) => void
}

/** How much of stderr is kept. */
const STDERR_LENGTH = 1 << 16

/** How long a process may outlive its pipes, and pipes their process. */
const DRAIN_MS = 500

export class EngineProcess {
  /** Settled when the process is gone. */
  readonly ended: Promise<void>
  readonly #program: string
  readonly #child: ChildProcess | undefined
  #stderr = ""
  #isRunning = false
  #isStopping = false
  #drain: NodeJS.Timeout | undefined
  /** Why we killed it, where that was not asked for. */
  #loss: string | undefined

  constructor(program: string, args: readonly string[], surroundings: Surroundings, listener: Listener) {
    this.#program = program
    const child = launch(program, args, surroundings)
    if (child instanceof Error) {
      this.ended = Promise.resolve().then(() =>
        listener.onEnd({ message: explain(program, child, surroundings) }),
      )
      return
    }
    this.#child = child
    this.#isRunning = child.pid !== undefined
    if (child.pid !== undefined) holdGroup(child.pid)
    this.ended = new Promise((resolve) => {
      // A program that can't be started has an error and then, perhaps, a close.
      let hasEnded = false
      const end = (ending: Ending): void => {
        clearTimeout(this.#drain)
        if (!hasEnded) listener.onEnd(ending)
        hasEnded = true
        resolve()
      }
      child.on("error", (error) => end({ message: explain(program, error, surroundings) }))
      child.on("exit", () => this.#bury(child))
      child.on("close", (code, signal) => end(this.#ending(code, signal)))
    })
    child.stdout?.setEncoding("utf8").on("data", listener.onText)
    child.stdout?.on("end", () => this.#lose("closed its output"))
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-STDERR_LENGTH)
    })
    child.stdin?.on("error", () => this.#lose("closed its input"))
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The last part of what it wrote there. */
  get stderr(): string {
    return this.#stderr
  }

  write(text: string): void {
    this.#child?.stdin?.write(text)
  }

  /** Says farewell and closes the engine's input; asks it to end after `quitMs`, and `termMs` later kills it. */
  async stop(farewell: string, quitMs: number, termMs: number): Promise<void> {
    this.#isStopping = true
    this.write(farewell)
    this.#child?.stdin?.end()
    if (await this.#endsWithin(quitMs)) return
    this.#signal("SIGTERM")
    if (await this.#endsWithin(termMs)) return
    await this.kill()
  }

  async kill(): Promise<void> {
    this.#isStopping = true
    this.#signal("SIGKILL")
    await this.ended
  }

  /** Only to a group whose leader was not waited for: the system has not given its number to another process. */
  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    if (this.#isRunning && this.pid !== undefined) signalGroup(this.pid, signal)
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
    const hasEnded = await Promise.race([this.ended.then(() => true), patience])
    clearTimeout(timer)
    return hasEnded
  }

  /**
   * The engine has ended: ends its child processes. Does not wait for its pipes, which another process may hold open.
   */
  #bury(child: ChildProcess): void {
    this.#signal("SIGKILL")
    this.#isRunning = false
    if (child.pid !== undefined) releaseGroup(child.pid)
    clearTimeout(this.#drain)
    this.#drain = setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, DRAIN_MS)
  }

  /** A pipe that closes is mostly the beginning of an exit, whose code says more. */
  #lose(what: string): void {
    if (!this.#isRunning || this.#isStopping || this.#drain) return
    this.#drain = setTimeout(() => {
      this.#loss = what
      this.#signal("SIGKILL")
    }, DRAIN_MS)
  }

  #ending(code: number | null, signal: string | null): Ending {
    const how = { ...(code === null ? {} : { exitCode: code }), ...(signal === null ? {} : { signal }) }
    if (this.#loss) return { message: `${this.#program} ${this.#loss} and was killed`, ...how }
    return { message: `${this.#program} ended (${signal ?? `exit code ${code}`})`, ...how }
  }
}

function launch(program: string, args: readonly string[], { cwd, env }: Surroundings): ChildProcess | Error {
  const variables = { ...process.env, ...env }
  variables["PATH"] = enginePath(variables["PATH"])
  try {
    return spawn(program, args, {
      stdio: ["pipe", "pipe", "pipe"],
      detached: HAS_GROUPS,
      env: variables,
      ...(cwd === undefined ? {} : { cwd }),
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The system says of a missing working directory that the program is missing. */
function explain(program: string, error: Error, { cwd }: Surroundings): string {
  return `${program} could not be started: ${reason()}`

  function reason(): string {
    if (cwd !== undefined && !existsSync(cwd)) return `there is no directory ${cwd}`
    const isThere = !("code" in error) || error.code !== "ENOENT" || findProgram(program) !== undefined
    if (isThere) return error.message
    return /[/\\]/.test(program) ? "there is no such program" : "there is no such program on the PATH"
  }
}
