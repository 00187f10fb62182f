// Any GTP engine as a player: `gtp:COMMAND`. Its only use of the controller is here.
//
// The engine keeps a game of its own, and is kept in step with the positions that are asked for: where a position
// continues the last one, only the new moves are sent, otherwise the game is set up again. Everything it says is hearsay: the
// referee judges its moves, and its count is only a claim.

import { printable } from "../../base/printable.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { GtpController, splitCommand as parseCommand, type EngineInfo } from "../../gtp/controller/index.ts"
import { EngineFault } from "../../player/index.ts"
import type { Answer, Clock, Player, Request, TimeSettings } from "../../player/index.ts"
import { Black, continuesGame, isOnBoard, makeVertex, parseVertex } from "../../rules/index.ts"
import type { Color, Point, Position } from "../../rules/index.ts"

export interface GtpPlayerOptions {
  /** Takes the place of `{seed}` in the command. */
  readonly seed?: number | undefined
  /** Seconds a move, told to the engine as a clock, where a request has none of its own. */
  readonly seconds?: number | undefined
  /** Seconds that a move may take at most before the engine is killed; default: a day. */
  readonly deadline?: number
}

const PREFIX = "gtp:"
const DAY = 86_400
/** For every command that is not a move: engines load weights at the first one. */
const COMMAND_SECONDS = 60
/** Characters of name and version. */
const LONGEST_IDENTITY = 200

export function isGtpSpec(text: string): boolean {
  return text.startsWith(PREFIX)
}

/** Starts the engine of `gtp:COMMAND`, without a shell; the error says what is wrong with the command. */
export function makeGtpPlayer(text: string, options: GtpPlayerOptions = {}): Result<GtpPlayer, string> {
  if (!isGtpSpec(text)) return err(`"${text}" is no engine: it should begin with ${PREFIX}`)
  const command = parseCommand(text.slice(PREFIX.length).replaceAll("{seed}", `${options.seed ?? 0}`))
  if (!command.ok) return err(`"${text}": ${command.error}`)
  const { program, args } = command.value
  const engine = new GtpController(program, args, { startSeconds: COMMAND_SECONDS })
  return ok(new GtpPlayer(text, engine, options))
}

/** The words of a command, the program first; undefined when a quote is not closed, or there are none. */
export function splitCommand(text: string): string[] | undefined {
  const command = parseCommand(text)
  return command.ok ? [command.value.program, ...command.value.args] : undefined
}

export class GtpPlayer implements Player {
  readonly name: string
  readonly #engine: GtpController
  readonly #options: GtpPlayerOptions
  /** What the engine's board holds; undefined before the first game. */
  #shown: Position | undefined
  #timeTold = ""

  constructor(name: string, engine: GtpController, options: GtpPlayerOptions = {}) {
    this.name = name
    this.#engine = engine
    this.#options = options
  }

  /** @throws {EngineFault} */
  async choose({ position, color, budget }: Request): Promise<Answer> {
    await this.#show(position)
    await this.#tellTime(budget.clock ?? secondsClock(budget.seconds ?? this.#options.seconds), color)
    const seconds = this.#options.deadline ?? DAY
    const word = (await this.#ask("genmove", [letter(color)], seconds)).trim()
    if (/^resign$/i.test(word)) return { move: "resign", reason: "engine" }
    const move = parseVertex(word, position.size)
    if (move === undefined) throw new EngineFault("illegal", `"${word}" is no move on this board`)
    this.#shown = { ...position, moves: [...position.moves, { color, move }] }
    return { move, reason: "engine" }
  }

  /** Starts and sets up what the first move would otherwise spend its time on. @throws {EngineFault} */
  async prepare(position: Position): Promise<void> {
    await this.#start()
    await this.#show(position)
  }

  /** Name and version as the engine tells them, and whether it can be talked to. @throws {EngineFault} */
  async identify(): Promise<string> {
    const { name, version } = await this.#start()
    await this.#tryNumbered()
    return printable(`${name} ${version}`.trim(), LONGEST_IDENTITY)
  }

  /** The end of the conversation with the engine, line by line. */
  exchange(): readonly string[] {
    return this.#engine.transcript
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
    return this.#engine.close()
  }

  /** Commands are sent with numbers. An engine that takes the number for the command refuses them all, also those that every engine has. */
  async #tryNumbered(): Promise<void> {
    const answer = await this.#engine.send("clear_board", [], COMMAND_SECONDS)
    if (answer.ok) return
    const { kind, message } = answer.error
    if (kind !== "refused") throw new EngineFault(kind === "stall" ? "stall" : "crash", message)
    const sent = this.#engine.transcript.findLast((line) => line.startsWith("> "))?.slice(2)
    throw new EngineFault(
      "crash",
      `it answered "? ${message}" to "${sent}", which every engine has; GTP commands may begin with a number, does it read that?`,
    )
  }

  /** Nobody depends on a claim: an engine that fails here makes none. */
  async #claim(position: Position, name: string, ...args: string[]): Promise<string | undefined> {
    try {
      if (!(await this.#knows(name))) return undefined
      await this.#show(position)
      return await this.#ask(name, args)
    } catch (error) {
      if (error instanceof EngineFault) return undefined
      throw error
    }
  }

  /** Brings the engine's board to this position. */
  async #show(position: Position): Promise<void> {
    const shown = this.#shown
    this.#shown = undefined
    let known = 0
    if (shown && continuesGame(position, shown)) known = shown.moves.length
    else await this.#clear(position)
    for (const { color, move } of position.moves.slice(known))
      await this.#ask("play", [letter(color), makeVertex(move, position.size)])
    this.#shown = position
  }

  async #clear({ size, komi, rules, setup, handicap }: Position): Promise<void> {
    if (setup.length !== handicap || setup.some(([color]) => color !== Black))
      throw new EngineFault("crash", "GTP has no command for stones that are set up")
    await this.#ask("boardsize", [`${size}`])
    await this.#ask("clear_board")
    await this.#ask("komi", [`${komi}`])
    // Of the rule sets that this command knows; an engine that refuses plays by its own.
    if (await this.#knows("kgs-rules")) await this.#engine.send("kgs-rules", [rules.name], COMMAND_SECONDS)
    if (handicap > 0) await this.#placeHandicap(setup.map(([, point]) => makeVertex(point, size)))
  }

  /** As handicap where the engine has a command for that, so that it counts White's compensation; else as moves. */
  async #placeHandicap(vertices: readonly string[]): Promise<void> {
    if (await this.#knows("set_free_handicap")) await this.#ask("set_free_handicap", vertices)
    else for (const vertex of vertices) await this.#ask("play", ["b", vertex])
  }

  /** The settings once, what is left before every move. */
  async #tellTime(clock: Clock | undefined, color: Color): Promise<void> {
    if (!clock || clock.settings.kind === "none") return
    const { settings, left } = clock
    const isKgs = settings.kind === "byo-yomi" && (await this.#knows("kgs-time_settings"))
    const text = isKgs ? kgsSettings(settings) : draftSettings(settings)
    if (text !== this.#timeTold) {
      await this.#ask(isKgs ? "kgs-time_settings" : "time_settings", text.split(" "))
      this.#timeTold = text
    }
    if (!left || !(await this.#knows("time_left"))) return
    // GTP has whole seconds. Only a clock that itself has fractions is told with them.
    const isWhole = Object.values(settings).every(
      (part) => typeof part === "string" || Number.isInteger(part),
    )
    const seconds = isWhole ? Math.floor(left.seconds) : Number(left.seconds.toFixed(3))
    const stones = settings.kind === "byo-yomi" && !isKgs ? Math.min(1, left.stones) : left.stones
    await this.#ask("time_left", [letter(color), `${seconds}`, `${stones}`])
  }

  async #start(): Promise<EngineInfo> {
    const started = await this.#engine.start()
    if (started.ok) return started.value
    throw new EngineFault("crash", started.error.message)
  }

  /** One that does not list its commands is asked for nothing beyond the usual. */
  async #knows(command: string): Promise<boolean> {
    return (await this.#start()).commands?.has(command) ?? false
  }

  async #ask(name: string, args: readonly string[] = [], seconds = COMMAND_SECONDS): Promise<string> {
    const answer = await this.#engine.send(name, args, seconds)
    if (answer.ok) return answer.value
    const { kind, message } = answer.error
    throw new EngineFault(kind === "stall" ? "stall" : "crash", `${[name, ...args].join(" ")}: ${message}`)
  }
}

/** Seconds a move are Canadian overtime of one stone, as every engine understands it. */
function secondsClock(seconds: number | undefined): Clock | undefined {
  return seconds === undefined
    ? undefined
    : { settings: { kind: "canadian", main: 0, period: seconds, stones: 1 }, left: { seconds, stones: 1 } }
}

function kgsSettings({ main, period, periods }: Extract<TimeSettings, { kind: "byo-yomi" }>): string {
  return `byoyomi ${main} ${period} ${periods}`
}

/** Byo-yomi is told as one period: the engine then never counts on more than it has. */
function draftSettings(settings: Exclude<TimeSettings, { kind: "none" }>): string {
  switch (settings.kind) {
    case "absolute":
      return `${settings.main} 0 0`
    case "byo-yomi":
      return `${settings.main} ${settings.period} 1`
    case "canadian":
      return `${settings.main} ${settings.period} ${settings.stones}`
  }
}

function letter(color: Color): "b" | "w" {
  return color === Black ? "b" : "w"
}
