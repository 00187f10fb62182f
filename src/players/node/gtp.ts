// Any GTP engine as a player: `gtp:COMMAND`. A `GtpSeat` keeps the engine in step with the positions that are asked
// for. The referee judges the engine's moves, and its dead stones and its score are claims only.

import { err, ok, type Result } from "../../base/result.ts"
import { GtpSeat, splitCommand, type GtpFailure } from "../../gtp/controller/index.ts"
import { EngineFault } from "../../player/index.ts"
import type { Answer, Clock, Player, Request } from "../../player/index.ts"
import { isOnBoard, parseVertex } from "../../rules/index.ts"
import type { Point, Position } from "../../rules/index.ts"

/** Seed and limits of another engine. */
export interface GtpPlayerOptions {
  /** Takes the place of `{seed}` in the command. */
  readonly seed?: number | undefined
  /** Seconds a move, told to the engine as a clock, where a request has none of its own. */
  readonly seconds?: number | undefined
  /** Seconds that a move may take at most before the engine is killed; default: a day. */
  readonly deadline?: number
  /** What the player is called; default: as it was written, with the whole command. */
  readonly name?: string
}

const PREFIX = "gtp:"
const DAY = 86_400
/** For every command that is not a move: engines load weights at the first one. */
const COMMAND_SECONDS = 60

/** Whether a player's name stands for a GTP engine: `gtp:COMMAND`. */
export function isGtpSpec(text: string): boolean {
  return text.startsWith(PREFIX)
}

/**
 * Makes the player of `gtp:COMMAND`; the error says what is wrong with the command. The engine starts when it is first
 * used.
 */
export function makeGtpPlayer(text: string, options: GtpPlayerOptions = {}): Result<GtpPlayer, string> {
  if (!isGtpSpec(text)) return err(`"${text}" is no engine: it should begin with ${PREFIX}`)
  const { seed = 0, seconds, deadline = DAY, name = text } = options
  const command = splitCommand(text.slice(PREFIX.length).replaceAll("{seed}", `${seed}`))
  if (!command.ok) return err(`"${text}": ${command.error}`)
  const limits = { startSeconds: COMMAND_SECONDS, commandSeconds: COMMAND_SECONDS, moveSeconds: deadline }
  return ok(new GtpPlayer(name, new GtpSeat(command.value, limits), seconds))
}

/** Another GTP engine as a player. */
export class GtpPlayer implements Player {
  readonly name: string
  readonly #seat: GtpSeat
  readonly #seconds: number | undefined

  /** `seconds` a move where a request has no budget of time. */
  constructor(name: string, seat: GtpSeat, seconds?: number) {
    this.name = name
    this.#seat = seat
    this.#seconds = seconds
  }

  /** @throws {EngineFault}, also when the signal stops the engine */
  async choose({ position, color, budget, signal }: Request): Promise<Answer> {
    const clock = budget.clock ?? secondsClock(budget.seconds ?? this.#seconds)
    const move = valueOf(await this.#seat.genmove(position, color, { clock, signal }))
    return { move, reason: "engine" }
  }

  /** Starts and sets up what the first move would otherwise spend its time on. @throws {EngineFault} */
  async prepare(position: Position): Promise<void> {
    valueOf(await this.#seat.show(position))
  }

  /** Name and version as the engine tells them, and whether it can be talked to. @throws {EngineFault} */
  async identify(): Promise<string> {
    return valueOf(await this.#seat.identify())
  }

  /** The end of the conversation with the engine, line by line. */
  exchange(): readonly string[] {
    return this.#seat.controller?.transcript ?? []
  }

  /** The stones that the engine takes for dead; undefined when it does not tell. */
  async deadStones(position: Position): Promise<readonly Point[] | undefined> {
    const text = await this.#claim(position, "final_status_list", "dead")
    const moves = text
      ?.split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => parseVertex(word, position.size))
    const points = moves?.filter(
      (move): move is Point => move !== undefined && isOnBoard(position.size, move),
    )
    return points?.length === moves?.length ? points : undefined
  }

  /** The result by the engine's own count, as it writes it; undefined when it does not tell. */
  finalScore(position: Position): Promise<string | undefined> {
    return this.#claim(position, "final_score")
  }

  close(): Promise<void> {
    return this.#seat.close()
  }

  /** The game can be counted without a claim, so an engine that fails here makes none. */
  async #claim(position: Position, name: string, ...args: string[]): Promise<string | undefined> {
    const claim = await this.#seat.ask(position, (talk) =>
      talk.knows(name) ? talk.ask(name, ...args) : Promise.resolve(undefined),
    )
    return claim.ok ? claim.value : undefined
  }
}

/** Seconds a move are Canadian overtime of one stone, as every engine understands it. */
function secondsClock(seconds: number | undefined): Clock | undefined {
  return seconds === undefined
    ? undefined
    : { settings: { kind: "canadian", main: 0, period: seconds, stones: 1 }, left: { seconds, stones: 1 } }
}

/** @throws {EngineFault} */
function valueOf<T>(result: Result<T, GtpFailure>): T {
  if (result.ok) return result.value
  const { kind, message } = result.error
  throw new EngineFault(kind === "stall" ? "stall" : kind === "nonsense" ? "illegal" : "crash", message)
}
