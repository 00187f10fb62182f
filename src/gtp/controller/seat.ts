// Keeps a GTP engine in step with the positions that it is asked about. All code that uses another engine goes through
// a seat: `gtp:` players (the arena's and the server's, too) and the hybrid.
//
// Where a position continues the last one, the seat sends the new moves only; where moves were taken back, it sends
// `undo`; otherwise it sets up a new game. The first call starts the engine. A call that fails because the engine
// crashed, was late or was stopped leaves it ended, and the next call starts another. The seat judges no moves: it
// hands on what the engine said. One call at a time.

import { printable } from "../../base/printable.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { Black, makeVertex, parseVertex, sharedMoves } from "../../rules/index.ts"
import type { Color, Move, Position } from "../../rules/index.ts"
import type { CommandLine } from "./command-line.ts"
import { GtpController, type EngineInfo, type GtpOptions } from "./controller.ts"
import { RAW_LENGTH, type GtpFailure, type GtpFault } from "./failure.ts"
import { Broken, Talk, type CommandWords } from "./talk.ts"
import { hasFractions, makeTimeWords, type GtpClock } from "./time.ts"

/** The engine of a seat, and how long it may take. */
export interface SeatOptions extends GtpOptions {
  /** For each command but `genmove`; default 10. */
  readonly commandSeconds?: number
  /** For `genmove`; default 60. */
  readonly moveSeconds?: number
  /** Further commands that every new game begins with, such as `level 5`. The engine must take them. */
  readonly setUp?: readonly CommandWords[]
}

/** How long a call may take, and the signal that ends it. */
export interface CallLimits {
  /** For all commands of the call together, in place of the seat's limits. */
  readonly seconds?: number | undefined
  /** Ends the engine: GTP has no other way to stop one that thinks. */
  readonly signal?: AbortSignal | undefined
}

/** Limits of a question for a move, with the clock. */
export interface GenmoveOptions extends CallLimits {
  /** The clock of the side that moves. */
  readonly clock?: GtpClock | undefined
}

const COMMAND_SECONDS = 10
const MOVE_SECONDS = 60
/** Characters of name and version. */
const LONGEST_IDENTITY = 200
const NO_CLOCK: GtpClock = { settings: { kind: "none" } }
/** In place of the clock that was told in the game before: an engine may have forgotten it. */
const EARLIER_GAME = "earlier game"

/** An engine at a board: keeps it in step with a position, and asks it for moves. */
export class GtpSeat {
  readonly #command: CommandLine
  readonly #options: SeatOptions
  #controller: GtpController | undefined
  /** Whether the next call starts an engine. A loss between two calls is reported first, as that of the next one. */
  #isLost = true
  #isClosed = false
  /** What the engine's board holds; undefined when that is not known. */
  #shown: Position | undefined
  /** The time settings that the engine was told; empty when it was told none. */
  #timeTold = ""
  /** Whether the engine refused fractions of seconds. */
  #needsWholeSeconds = false

  constructor(command: CommandLine, options: SeatOptions = {}) {
    this.#command = command
    this.#options = options
  }

  /** The engine that runs, or the last one that ran; undefined before the first call. */
  get controller(): GtpController | undefined {
    return this.#controller
  }

  /** The engine's name and version. Also finds out whether it takes commands at all. */
  identify(limits: CallLimits = {}): Promise<Result<string, GtpFailure>> {
    return this.#call(limits, async (talk, { name, version }) => {
      this.#shown = undefined
      await this.#checkNumbers(talk)
      return printable(`${name} ${version}`.trim(), LONGEST_IDENTITY)
    })
  }

  /** Brings the engine's board to this position. */
  show(position: Position, limits: CallLimits = {}): Promise<Result<void, GtpFailure>> {
    return this.#call(limits, (talk) => this.#bring(position, talk))
  }

  /** Asks the engine about this position. A command that changes its board puts it out of step. */
  ask<T>(
    position: Position,
    work: (talk: Talk) => Promise<T>,
    limits: CallLimits = {},
  ): Promise<Result<T, GtpFailure>> {
    return this.#call(limits, async (talk) => {
      await this.#bring(position, talk)
      return work(talk)
    })
  }

  /** The engine's move at this position. */
  genmove(
    position: Position,
    color: Color,
    { clock, ...limits }: GenmoveOptions = {},
  ): Promise<Result<Move | "resign", GtpFailure>> {
    return this.#call(limits, async (talk) => {
      await this.#bring(position, talk)
      await this.#tellTime(color, clock ?? NO_CLOCK, talk)
      this.#shown = undefined
      const { moveSeconds = MOVE_SECONDS } = this.#options
      const text = (await talk.think(moveSeconds, "genmove", letter(color))).trim()
      const move = /^resign$/i.test(text) ? "resign" : parseVertex(text, position.size)
      if (move === undefined) throw nonsense(text)
      const played = move === "resign" ? [] : [{ color, move }]
      this.#shown = { ...position, moves: [...position.moves, ...played] }
      return move
    })
  }

  /** Ends the engine for good: later calls fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#controller?.close()
  }

  async #call<T>(
    { seconds, signal }: CallLimits,
    work: (talk: Talk, info: EngineInfo) => Promise<T>,
  ): Promise<Result<T, GtpFailure>> {
    if (signal?.aborted) return err(closed("the engine was stopped"))
    if (this.#isClosed) return err(closed("the engine was closed"))
    const engine = this.#running()
    const stop = (): void => {
      this.#isLost = true
      void engine.close(0)
    }
    signal?.addEventListener("abort", stop)
    try {
      const talk = new Talk(engine, this.#options.commandSeconds ?? COMMAND_SECONDS, seconds)
      const started = await engine.start(talk.left)
      if (!started.ok) throw new Broken(started.error)
      return ok(await work(talk, started.value))
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      this.#isLost ||= engine.failure !== undefined
      // The call ends after the engine, which then uses no more of the processor.
      if (engine.failure) await (engine.failure.kind === "closed" ? engine.close() : engine.kill())
      return err(signal?.aborted ? closed("the engine was stopped") : error.failure)
    } finally {
      signal?.removeEventListener("abort", stop)
    }
  }

  #running(): GtpController {
    if (this.#controller && !this.#isLost) return this.#controller
    this.#isLost = false
    this.#shown = undefined
    this.#timeTold = ""
    const { program, args } = this.#command
    return (this.#controller = new GtpController(program, args, this.#options))
  }

  /** Commands have numbers. An engine that takes the number for the command refuses all of them. */
  async #checkNumbers(talk: Talk): Promise<void> {
    try {
      await talk.ask("clear_board")
    } catch (error) {
      if (!(error instanceof Broken) || error.failure.kind !== "refused") throw error
      const [sent, said] = (this.#controller?.transcript.slice(-2) ?? []).map((line) => line.slice(2))
      const message = `it answered "${said}" to "${sent}", which every engine has; GTP commands may begin with a number, does it read that?`
      throw new Broken({ kind: "refused", message })
    }
  }

  async #bring(position: Position, talk: Talk): Promise<void> {
    const shown = this.#shown
    this.#shown = undefined
    const shared = shown && sharedMoves(position, shown)
    const isKept = shared !== undefined && (await this.#takeBack(shown!.moves.length - shared, shared, talk))
    if (!isKept) await this.#setUp(position, talk)
    for (const { color, move } of position.moves.slice(isKept ? shared : 0))
      await talk.ask("play", letter(color), makeVertex(move, position.size))
    this.#shown = position
  }

  /** Whether the engine took back the moves that are not shared. Many of them are slower than a new game. */
  async #takeBack(count: number, shared: number, talk: Talk): Promise<boolean> {
    if (count > shared) return false
    for (let taken = 0; taken < count; taken++) if (!(await talk.tell("undo"))) return false
    return true
  }

  async #setUp(position: Position, talk: Talk): Promise<void> {
    const { size, komi, rules } = position
    await talk.ask("boardsize", `${size}`)
    await talk.ask("clear_board")
    // Rules before komi: some engines take their rules' own komi with them. One that refuses plays by its own rules.
    await talk.tell("kgs-rules", rules.name.replaceAll("-", "_"))
    await talk.ask("komi", `${komi}`)
    for (const words of this.#options.setUp ?? []) await talk.ask(...words)
    await placeStones(position, talk)
    this.#timeTold &&= EARLIER_GAME
  }

  /** The settings once in a game, what is left before every move. An engine without clocks is told nothing. */
  async #tellTime(color: Color, clock: GtpClock, talk: Talk): Promise<void> {
    if (clock.settings.kind === "none" && this.#timeTold === "") return
    const isWhole = this.#needsWholeSeconds || !hasFractions(clock.settings)
    const { settings, left } = makeTimeWords(clock, (command) => talk.knows(command), isWhole)
    const text = settings.join(" ")
    if (text !== this.#timeTold) {
      if (!(await talk.tell(...settings)) && !isWhole) {
        this.#needsWholeSeconds = true
        return this.#tellTime(color, clock, talk)
      }
      this.#timeTold = text
    }
    if (left) await talk.tell("time_left", letter(color), ...left)
  }
}

/**
 * As a handicap where the engine takes it, so that it counts White's compensation; the draft has none of one stone.
 * Otherwise as moves: GTP lets a colour move twice in a row. The order is free: on the way to a lawful position no
 * stone is captured.
 */
async function placeStones({ size, setup, handicap }: Position, talk: Talk): Promise<void> {
  const vertices = setup.map(([, point]) => makeVertex(point, size))
  const isHandicap = handicap === setup.length && setup.every(([color]) => color === Black)
  if (isHandicap && handicap >= 2 && (await talk.tell("set_free_handicap", ...vertices))) return
  for (const [color, point] of setup) await talk.ask("play", letter(color), makeVertex(point, size))
}

function nonsense(text: string): Broken {
  const message = `"${printable(text, 100)}" is no move on this board`
  return new Broken({ kind: "nonsense", message, raw: text.slice(0, RAW_LENGTH) })
}

function closed(message: string): GtpFault {
  return { kind: "closed", message, stderr: "" }
}

function letter(color: Color): "b" | "w" {
  return color === Black ? "b" : "w"
}
