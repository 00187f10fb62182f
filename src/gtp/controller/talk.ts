// The commands of one call to a seat. The deadline of the call holds for all of them together, and the first failure
// ends the call: it is thrown as `Broken`, which the seat turns into a result.

import type { GtpController } from "./controller.ts"
import type { GtpFailure } from "./failure.ts"

/** A command and its arguments. */
export type CommandWords = readonly [name: string, ...args: string[]]

/** Carries a failure out of the middle of a call. */
export class Broken extends Error {
  readonly failure: GtpFailure

  constructor(failure: GtpFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The commands of one call to a seat, under one deadline. */
export class Talk {
  readonly #engine: GtpController
  readonly #commandSeconds: number
  /** By `performance.now()`; undefined where each command has a deadline of its own. */
  readonly #until: number | undefined

  constructor(engine: GtpController, commandSeconds: number, seconds: number | undefined) {
    this.#engine = engine
    this.#commandSeconds = commandSeconds
    this.#until = seconds === undefined ? undefined : performance.now() + 1000 * seconds
  }

  /** Whether the engine lists the command. One that lists none may know any of them. */
  knows(command: string): boolean {
    return this.#engine.knows(command)
  }

  /** The engine's answer to a command that it must take. */
  ask(...words: CommandWords): Promise<string> {
    return this.think(this.#commandSeconds, ...words)
  }

  /** As `ask`, for a command that may take `usual` seconds where the call has no deadline. */
  async think(usual: number, ...[name, ...args]: CommandWords): Promise<string> {
    const answer = await this.#engine.send(name, args, this.left ?? usual)
    if (answer.ok) return answer.value
    throw new Broken({ ...answer.error, message: `${[name, ...args].join(" ")}: ${answer.error.message}` })
  }

  /** Whether the engine knows the command and took it; for commands that a game can do without. */
  async tell(...words: CommandWords): Promise<boolean> {
    if (!this.knows(words[0])) return false
    try {
      await this.ask(...words)
      return true
    } catch (error) {
      if (error instanceof Broken && error.failure.kind === "refused") return false
      throw error
    }
  }

  /** Seconds that are left to the call. */
  get left(): number | undefined {
    return this.#until === undefined
      ? undefined
      : Math.max(1, Math.round(this.#until - performance.now())) / 1000
  }
}
