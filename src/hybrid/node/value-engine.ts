// The classical engine of a hybrid (HYB-1): it lists the moves of a position with their values.

import { err, ok, type Result } from "../../base/result.ts"
import { GtpSeat, type CommandLine, type Talk } from "../../gtp/controller/index.ts"
import { Black, type Color, type Position } from "../../rules/index.ts"
import { parseValues, type ValuedMove, type ValueSettings } from "../hybrid.ts"

export interface ValueEngineOptions extends ValueSettings {
  readonly command: CommandLine
}

interface Question {
  readonly seed: number
  /** For the whole answer, with the start of the engine where it does not run. */
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
}

/** What makes the engine think, and what lists the values it found, if that is another command. */
interface ValueCommands {
  readonly think: readonly [string, ...string[]]
  readonly list?: string
}

export class ValueEngine {
  readonly #seat: GtpSeat
  readonly #wanted: ValueSettings["values"]

  constructor({ command, level, values }: ValueEngineOptions) {
    this.#seat = new GtpSeat(command, level === undefined ? {} : { setUp: [["level", `${level}`]] })
    this.#wanted = values
  }

  /**
   * What moves are worth; the same seed gives the same values where the engine takes one. The error says what failed.
   */
  async values(
    position: Position,
    color: Color,
    { seed, ...limits }: Question,
  ): Promise<Result<ValuedMove[], string>> {
    const work = (talk: Talk): Promise<Result<string, string>> => this.#list(talk, color, seed)
    const listed = await this.#seat.ask(position, work, limits)
    if (!listed.ok) return err(listed.error.message)
    return listed.value.ok ? ok(parseValues(listed.value.value, position.size)) : listed.value
  }

  /** Name and version; the error says why the engine can't be used. */
  async identify(seconds: number): Promise<Result<string, string>> {
    const identity = await this.#seat.identify({ seconds })
    if (!identity.ok) return err(identity.error.message)
    const commands = this.#commands((command) => this.#seat.controller!.knows(command), Black)
    return commands.ok ? identity : commands
  }

  close(): Promise<void> {
    return this.#seat.close()
  }

  async #list(talk: Talk, color: Color, seed: number): Promise<Result<string, string>> {
    const commands = this.#commands((command) => talk.knows(command), color)
    if (!commands.ok) return commands
    const { think, list } = commands.value
    await talk.tell("set_random_seed", `${seed & 0x7fffffff}`)
    const found = await talk.ask(...think)
    // GNU Go 3.8 does not end an empty answer to all_move_values, so it is not asked for one.
    if (list === undefined || /^(pass|resign)?$/i.test(found.trim())) return ok(found)
    return ok(await talk.ask(list))
  }

  #commands(knows: (command: string) => boolean, color: Color): Result<ValueCommands, string> {
    const [wanted, all] = [this.#wanted, "all_move_values"]
    const top = color === Black ? "top_moves_black" : "top_moves_white"
    if (knows(all) && wanted !== "top_moves")
      return ok({ think: knows(top) ? [top] : ["reg_genmove", color === Black ? "b" : "w"], list: all })
    if (knows(top) && wanted !== all) return ok({ think: [top] })
    return err(`the engine has no command ${wanted === all ? all : top}`)
  }
}
