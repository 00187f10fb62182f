// Drives one GTP engine as a child process: start, send with a deadline, close. Every command ends, with its answer or
// with a typed failure that keeps the tail of what the engine wrote to stderr.
//
// One command is under way at a time, so that its deadline counts its own time only and an engine that echoes no
// ids still can't mix up its answers. An engine that is late or out of step is killed, never waited for: its
// answer could come at any later moment and be taken for another one. `GtpSeat` starts it again.

import { err, ok, type Result } from "../../base/result.ts"
import { LONGEST_TIMER_MS } from "../../base/timer.ts"
import { makeCommand, type Response } from "../codec.ts"
import { AnswerReader, type Reading } from "./answers.ts"
import { EngineProcess, type Ending, type Surroundings } from "./engine-process.ts"
import { makeFault, type FaultDetails, type GtpFault, type GtpRefusal } from "./failure.ts"

/** How an engine is started and ended. */
export interface GtpOptions extends Surroundings {
  /** For the program to start and to say who it is; default 30. */
  readonly startSeconds?: number
  /** From `quit` to SIGTERM, for the engine to end by itself; default 2. */
  readonly quitSeconds?: number
  /** From SIGTERM to SIGKILL; default 1. */
  readonly termSeconds?: number
}

/** What an engine says of itself. */
export interface EngineInfo {
  readonly name: string
  readonly version: string
  /** Undefined when it has no `list_commands`. */
  readonly commands: ReadonlySet<string> | undefined
}

/** The text of an engine's answer to a command, or why there is none. */
export type GtpAnswer = Result<string, GtpRefusal | GtpFault>

interface Waiting {
  readonly name: string
  readonly args: readonly string[]
  readonly seconds: number
  /** What it is called when the answer does not come in time. */
  readonly lateness: "start" | "stall"
  readonly settle: (answer: GtpAnswer) => void
}

interface UnderWay extends Waiting {
  readonly id: number
  readonly timer: NodeJS.Timeout
}

const START_SECONDS = 30
const QUIT_SECONDS = 2
const TERM_SECONDS = 1
const COMMAND_SECONDS = 10

/** How much of the conversation is kept, and of each line. */
const TRANSCRIPT_LINES = 12
const TRANSCRIPT_WIDTH = 200

/** Another engine as a child process: commands go in, answers come out. */
export class GtpController {
  readonly #program: string
  readonly #options: GtpOptions
  readonly #process: EngineProcess
  readonly #reader = new AnswerReader()
  readonly #queue: Waiting[] = []
  readonly #transcript: string[] = []
  #underWay: UnderWay | undefined
  #lastId = 0
  #isReady = false
  #info: EngineInfo | undefined
  #failure: GtpFault | undefined
  #starting: Promise<Result<EngineInfo, GtpFault>> | undefined
  #closing: Promise<void> | undefined

  /**
   * Starts `program` with its arguments, without a shell. A program that can't be started shows at the first command.
   */
  constructor(program: string, args: readonly string[] = [], options: GtpOptions = {}) {
    this.#program = program
    this.#options = options
    this.#process = new EngineProcess(program, args, options, {
      onText: (chunk) => this.#read(chunk),
      onEnd: (ending) => this.#mourn(ending),
    })
  }

  /** The process, which leads a group with the same number; undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /** The last 64 k characters that the engine wrote to stderr. */
  get stderr(): string {
    return this.#process.stderr
  }

  /** Known after `start`. */
  get info(): EngineInfo | undefined {
    return this.#info
  }

  /** Why the engine is lost; undefined as long as it takes commands. */
  get failure(): GtpFault | undefined {
    return this.#failure
  }

  /**
   * The end of the conversation, to be shown to people: `> 4 komi 7.5` is ours, `< =4` the engine's, `(…)` what
   * happened.
   */
  get transcript(): readonly string[] {
    return [...this.#transcript]
  }

  /** An engine that does not list its commands may know any of them. */
  knows(command: string): boolean {
    return this.#info?.commands?.has(command) ?? true
  }

  /** Asks the engine for its name, version and commands, within `seconds` in all. Commands may be sent without it. */
  start(seconds = this.#options.startSeconds ?? START_SECONDS): Promise<Result<EngineInfo, GtpFault>> {
    return (this.#starting ??= this.#introduce(seconds))
  }

  /**
   * Sends a command and waits for its answer, at most `seconds` from when it is its turn. After that the engine is
   * killed.
   */
  send(name: string, args: readonly string[] = [], seconds = COMMAND_SECONDS): Promise<GtpAnswer> {
    return this.#enqueue(name, args, seconds, "stall")
  }

  /**
   * Asks the engine to quit, `quitSeconds` later sends SIGTERM, then kills it with all that it started. Commands that
   * wait for an answer fail at once. An engine that thinks does not read `quit`: 0 seconds stop it soon.
   */
  close(quitSeconds = this.#options.quitSeconds ?? QUIT_SECONDS): Promise<void> {
    return (this.#closing ??= this.#leave(quitSeconds))
  }

  /** Kills the engine with all that it started, and waits until it is gone. */
  kill(): Promise<void> {
    this.#fail("closed", `${this.#program} was killed`)
    return this.#process.kill()
  }

  async #introduce(seconds: number): Promise<Result<EngineInfo, GtpFault>> {
    const end = performance.now() + 1000 * seconds
    const told: (string | undefined)[] = []
    for (const question of ["name", "version", "list_commands"]) {
      const answer = await this.#enqueue(question, [], Math.max(0, end - performance.now()) / 1000, "start")
      if (!answer.ok && answer.error.kind !== "refused") return err(answer.error)
      told.push(answer.ok ? answer.value.trim() : undefined)
    }
    const [name, version, commands] = told
    this.#isReady = true
    this.#info = {
      name: name || this.#program,
      version: version ?? "",
      commands: commands === undefined ? undefined : new Set(commands.split(/\s+/)),
    }
    return ok(this.#info)
  }

  async #leave(quitSeconds: number): Promise<void> {
    this.#fail("closed", `${this.#program} was closed`)
    const { termSeconds = TERM_SECONDS } = this.#options
    const farewell = makeCommand({ id: ++this.#lastId, name: "quit", args: [] })
    await this.#process.stop(farewell, 1000 * quitSeconds, 1000 * termSeconds)
  }

  #enqueue(
    name: string,
    args: readonly string[],
    seconds: number,
    lateness: Waiting["lateness"],
  ): Promise<GtpAnswer> {
    if (this.#failure) return Promise.resolve(err(this.#failure))
    if ([name, ...args].some((word) => /[\s#]/.test(word) || word === "")) {
      const message = `"${name}" and its arguments must be single words`
      return Promise.resolve(err({ kind: "protocol", message, stderr: "" }))
    }
    return new Promise((settle) => {
      this.#queue.push({ name, args, seconds, lateness, settle })
      this.#next()
    })
  }

  #next(): void {
    if (this.#underWay) return
    const waiting = this.#queue.shift()
    if (!waiting) return
    const id = ++this.#lastId
    // Where we ourselves were busy, the answer may lie in the pipe: it is read before the deadline counts.
    const onTimer = (): NodeJS.Immediate => setImmediate(() => this.#expire(id))
    const timer = setTimeout(onTimer, Math.min(1000 * waiting.seconds, LONGEST_TIMER_MS))
    this.#underWay = { ...waiting, id, timer }
    const command = makeCommand({ id, name: waiting.name, args: waiting.args })
    this.#note(`> ${command.trimEnd()}`)
    this.#process.write(command)
  }

  #note(text: string): void {
    this.#transcript.push(...text.split("\n").map((line) => line.slice(0, TRANSCRIPT_WIDTH)))
    this.#transcript.splice(0, this.#transcript.length - TRANSCRIPT_LINES)
  }

  #expire(id: number): void {
    if (this.#underWay?.id !== id) return
    const { name, args, seconds, lateness } = this.#underWay
    const raw = this.#reader.unfinished
    const what = raw === "" ? "no answer" : "no end of the answer"
    const message = `${what} to ${[name, ...args].join(" ")} within ${Number(seconds.toFixed(3))} s`
    this.#giveUp(lateness, message, raw === "" ? {} : { raw })
  }

  #read(chunk: string): void {
    if (this.#failure) return
    for (const reading of this.#reader.push(chunk)) this.#take(reading)
    // Only now: a second answer in the same chunk can't be that of a command which was not yet sent.
    if (!this.#failure) this.#next()
  }

  #take(reading: Reading): void {
    if (this.#failure) return
    if (reading.kind === "fault") {
      this.#note(`< ${firstLine(reading.raw)}`)
      this.#giveUp("protocol", `${this.#program} wrote ${reading.message}`, { raw: reading.raw })
    } else this.#match(reading.response)
  }

  #match(response: Response): void {
    const asked = this.#underWay
    const raw = `${response.ok ? "=" : "?"}${response.id ?? ""} ${response.text}`.trimEnd()
    this.#note(`< ${firstLine(raw)}`)
    if (!asked || (response.id ?? asked.id) !== asked.id) {
      const whose = asked ? `to ${response.id} when ${asked.id} was asked` : "to no command"
      this.#giveUp("protocol", `${this.#program} wrote an answer ${whose}`, { raw })
      return
    }
    this.#underWay = undefined
    clearTimeout(asked.timer)
    this.#isReady ||= asked.lateness === "stall"
    asked.settle(response.ok ? ok(response.text) : err({ kind: "refused", message: response.text }))
  }

  #mourn({ message, ...how }: Ending): void {
    this.#fail(this.#isReady ? "crash" : "start", message, how)
  }

  #giveUp(kind: GtpFault["kind"], message: string, details: FaultDetails): void {
    this.#fail(kind, message, details)
    void this.#process.kill()
  }

  /** All commands that wait fail with the first reason why the engine is lost. */
  #fail(kind: GtpFault["kind"], message: string, details: FaultDetails = {}): void {
    if (!this.#failure && kind !== "closed") this.#note(`(${message})`)
    const failure = (this.#failure ??= makeFault(kind, message, this.stderr, details))
    clearTimeout(this.#underWay?.timer)
    this.#underWay?.settle(err(failure))
    this.#underWay = undefined
    for (const { settle } of this.#queue.splice(0)) settle(err(failure))
  }
}

/** Lists of commands and boards have many. */
function firstLine(text: string): string {
  const [first = "", ...more] = text.split("\n")
  return more.length > 0 ? `${first} …` : first
}
