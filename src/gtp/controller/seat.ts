// An engine in a game: keeps it in step with what was played. The seat remembers the game, so that an engine can be
// brought to the same position again: after a crash, after `undo` where it has none, after an answer without sense.
//
// It is no referee: a move that the rules forbid is handed on as the engine said it. One call at a time.

import { err, ok, type Result } from "../../base/result.ts"
import { Black, freeHandicap, isPass, makeVertex, parseOutcome, parseVertex } from "../../rules/index.ts"
import type { Color, Move, Outcome, PlayedMove, Point, Ruleset } from "../../rules/index.ts"
import type { CommandLine } from "./command-line.ts"
import { GtpController, type EngineInfo, type GtpAnswer, type GtpOptions } from "./controller.ts"
import { makeFault, type GtpFailure } from "./failure.ts"
import { makeTimeLeft, makeTimeSettings, type GtpTime, type TimeLeft } from "./time.ts"

/** The engine of a seat, and how long it may take. */
export interface SeatOptions extends GtpOptions {
  /** For every command but those that think; default 10. */
  readonly commandSeconds?: number
  /** For `genmove`, `place_free_handicap` and `final_score`; default 60. */
  readonly moveSeconds?: number
}

/** What an engine is told before the first move. */
export interface SeatGame {
  readonly size: number
  readonly komi: number
  /** Told to engines with `kgs-rules`; the others must be started with the right ones. */
  readonly rules?: Ruleset
  readonly time?: GtpTime
  /** Black's stones before the first move. */
  readonly handicap?: readonly Point[]
}

export interface SetUp {
  /** Commands that the engine does not know or refused, and that a game can do without: rules and time. */
  readonly untold: readonly string[]
}

export interface GenmoveOptions {
  /** Instead of the seat's `moveSeconds`. */
  readonly seconds?: number
  /** What is left to the colour that moves. */
  readonly timeLeft?: TimeLeft
}

/** Carries a failure out of the middle of a conversation, to `attempt`. */
class Broken extends Error {
  readonly failure: GtpFailure

  constructor(failure: GtpFailure) {
    super(failure.message)
    this.failure = failure
  }
}

const COMMAND_SECONDS = 10
const MOVE_SECONDS = 60

export class GtpSeat {
  readonly #command: CommandLine
  readonly #options: SeatOptions
  #controller: GtpController
  #game: SeatGame | undefined
  #moves: PlayedMove[] = []
  /** Whether the engine's position is ours, as far as we know. */
  #isInStep = false

  /** Starts the engine. */
  constructor(command: CommandLine, options: SeatOptions = {}) {
    this.#command = command
    this.#options = options
    this.#controller = this.#launch()
  }

  /** The engine as it runs now; another one after `restart`. */
  get controller(): GtpController {
    return this.#controller
  }

  /** Since `setUp`, handicap stones not among them. */
  get moves(): readonly PlayedMove[] {
    return [...this.#moves]
  }

  get handicap(): readonly Point[] {
    return this.#game?.handicap ?? []
  }

  /** Waits until the engine has said who it is. The other calls do so by themselves. */
  start(): Promise<Result<EngineInfo, GtpFailure>> {
    return this.#controller.start()
  }

  /** A new game. */
  setUp(game: SeatGame): Promise<Result<SetUp, GtpFailure>> {
    this.#game = game
    this.#moves = []
    return this.resync()
  }

  /** The engine chooses where Black's handicap stones stand, or we do if it can't. Only before the first move. */
  placeHandicap(stones: number): Promise<Result<readonly Point[], GtpFailure>> {
    return attempt(async () => {
      const game = await this.#inStep()
      const chosen = await this.#choosePoints(stones, game.size)
      const points = chosen ?? freeHandicap(game.size, stones)
      if (!points) throw refused(`no handicap of ${stones} stones on ${game.size} lines`)
      this.#game = { ...game, handicap: points }
      if (!chosen) await this.#bring()
      return points
    })
  }

  /** Tells the engine a move, which is remembered if it takes it. */
  play(color: Color, move: Move): Promise<Result<void, GtpFailure>> {
    return attempt(async () => {
      const { size } = await this.#inStep()
      await this.#must("play", letter(color), makeVertex(move, size))
      this.#moves.push({ color, move })
    })
  }

  /** The engine's move, which it has played and we remember; resigning plays nothing. */
  genmove(color: Color, options: GenmoveOptions = {}): Promise<Result<Move | "resign", GtpFailure>> {
    return attempt(async () => {
      const { size } = await this.#inStep()
      if (options.timeLeft) await this.#tell("time_left", letter(color), ...makeTimeLeft(options.timeLeft))
      const text = (await this.#think(options.seconds, "genmove", letter(color))).trim()
      if (/^resign$/i.test(text)) return "resign"
      const move = parseVertex(text, size)
      if (move === undefined) throw this.#senseless(`genmove ${letter(color)}`, text)
      this.#moves.push({ color, move })
      return move
    })
  }

  /** Takes the last move back; an engine that can't is brought to the position before it. */
  undo(): Promise<Result<void, GtpFailure>> {
    return attempt(async () => {
      if (this.#moves.length === 0) throw refused("there is no move to undo")
      this.#moves.pop()
      const isUndone = this.#isInStep && (await this.#tell("undo"))
      if (!isUndone) await this.#bring()
    })
  }

  /** Sets the engine up from the beginning and replays all moves. */
  resync(): Promise<Result<SetUp, GtpFailure>> {
    return attempt(() => this.#bring())
  }

  /** A new process at the same position, whatever became of the old one. */
  async restart(): Promise<Result<SetUp, GtpFailure>> {
    await this.#controller.close()
    this.#controller = this.#launch()
    return this.resync()
  }

  /** What the engine takes for the score of the position; a result without a score is a protocol fault. */
  finalScore(): Promise<Result<Outcome, GtpFailure>> {
    return attempt(async () => {
      await this.#inStep()
      const text = await this.#think(undefined, "final_score")
      const outcome = parseOutcome(text)
      if (outcome?.kind === "score" || outcome?.kind === "draw") return outcome
      throw this.#senseless("final_score", text)
    })
  }

  /** Any other command. One that changes the position puts the engine out of step. */
  ask(name: string, ...args: string[]): Promise<GtpAnswer> {
    return this.#controller.send(name, args, this.#options.commandSeconds ?? COMMAND_SECONDS)
  }

  close(): Promise<void> {
    return this.#controller.close()
  }

  kill(): Promise<void> {
    return this.#controller.kill()
  }

  #launch(): GtpController {
    this.#isInStep = false
    return new GtpController(this.#command.program, this.#command.args, this.#options)
  }

  #knownGame(): SeatGame {
    if (!this.#game) throw new Error("GtpSeat: `setUp` comes before everything else")
    return this.#game
  }

  async #inStep(): Promise<SeatGame> {
    const game = this.#knownGame()
    if (!this.#isInStep) await this.#bring()
    return game
  }

  async #bring(): Promise<SetUp> {
    const game = this.#knownGame()
    this.#isInStep = false
    const started = await this.#controller.start()
    if (!started.ok) throw new Broken(started.error)
    await this.#must("boardsize", String(game.size))
    await this.#must("clear_board")
    const untold: string[] = []
    const told = async (...words: [string, ...string[]]): Promise<void> => {
      if (!(await this.#tell(...words))) untold.push(words.join(" "))
    }
    // Rules before komi: some engines take their rules' own komi with them.
    if (game.rules) await told("kgs-rules", game.rules.name.replaceAll("-", "_"))
    await this.#must("komi", String(game.komi))
    if (game.time) await told(...makeTimeSettings(game.time, (command) => this.#controller.knows(command)))
    await this.#placeStones(this.handicap, game.size)
    for (const { color, move } of this.#moves) {
      await this.#must("play", letter(color), makeVertex(move, game.size))
    }
    this.#isInStep = true
    return { untold }
  }

  /** The draft has no handicap of one stone. */
  async #placeStones(points: readonly Point[], size: number): Promise<void> {
    const vertices = points.map((point) => makeVertex(point, size))
    if (vertices.length >= 2 && (await this.#tell("set_free_handicap", ...vertices))) return
    for (const vertex of vertices) await this.#must("play", "b", vertex)
  }

  /** The engine's own points for a handicap; it may choose fewer, but not none or the same twice. */
  async #choosePoints(stones: number, size: number): Promise<readonly Point[] | undefined> {
    if (!this.#controller.knows("place_free_handicap")) return undefined
    const answer = await this.#controller.send("place_free_handicap", [String(stones)], this.#moveSeconds)
    if (!answer.ok && answer.error.kind === "refused") return undefined
    const text = valueOf(answer)
    const words = text.split(/\s+/).filter((word) => word !== "")
    const moves = new Set(words.map((word) => parseVertex(word, size)))
    const points = [...moves].filter((move): move is Point => move !== undefined && !isPass(move))
    const isSound = points.length === words.length && points.length >= 2 && points.length <= stones
    if (!isSound) throw this.#senseless(`place_free_handicap ${stones}`, text)
    return points
  }

  get #moveSeconds(): number {
    return this.#options.moveSeconds ?? MOVE_SECONDS
  }

  async #think(seconds: number | undefined, name: string, ...args: string[]): Promise<string> {
    return valueOf(await this.#controller.send(name, args, seconds ?? this.#moveSeconds))
  }

  async #must(name: string, ...args: string[]): Promise<string> {
    const answer = await this.ask(name, ...args)
    if (answer.ok || answer.error.kind !== "refused") return valueOf(answer)
    throw refused(`${[name, ...args].join(" ")}: ${answer.error.message}`)
  }

  /** Whether the engine knows the command and took it. */
  async #tell(name: string, ...args: string[]): Promise<boolean> {
    if (!this.#controller.knows(name)) return false
    const answer = await this.ask(name, ...args)
    if (!answer.ok && answer.error.kind !== "refused") throw new Broken(answer.error)
    return answer.ok
  }

  /** Nobody knows what the engine has on its board now. */
  #senseless(command: string, raw: string): Broken {
    this.#isInStep = false
    const message = `${JSON.stringify(raw.slice(0, 100))} is no answer to ${command}`
    return new Broken(makeFault("protocol", message, this.#controller.stderr, { raw }))
  }
}

async function attempt<T>(run: () => Promise<T>): Promise<Result<T, GtpFailure>> {
  try {
    return ok(await run())
  } catch (error) {
    if (error instanceof Broken) return err(error.failure)
    throw error
  }
}

function valueOf(answer: GtpAnswer): string {
  if (answer.ok) return answer.value
  throw new Broken(answer.error)
}

function refused(message: string): Broken {
  return new Broken({ kind: "refused", message })
}

function letter(color: Color): "b" | "w" {
  return color === Black ? "b" : "w"
}
