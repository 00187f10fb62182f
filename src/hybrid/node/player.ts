// The hybrid of a classical engine and the tree search (HYB-1 to HYB-4): `hybrid,engine=gnugo,seconds=1`. The engine, a child
// process, lists moves with values; the search gives each its win probability; `hybrid.ts` makes one choice of both.
//
// The search is a whole `uct` player: how games end is its business, and whatever is wrong with the engine, it goes on alone.
// It ponders in slices of this thread, which is idle in the opponent's time, and pauses while the engine thinks.

import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { err, ok, type Result } from "../../base/result.ts"
import { VERSION } from "../../base/version.ts"
import { GtpController, splitCommand } from "../../gtp/controller/index.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import type { Answer, Player, PlayerSpec, Request } from "../../player/index.ts"
import { EngineFault } from "../../player/index.ts"
import { Black, continuesGame, Game, isPass, makeVertex, opponent } from "../../rules/index.ts"
import type { Color, Move, Outcome, PlayedMove, Position } from "../../rules/index.ts"
import { allocate, makeUctPlayer, type PlayerEnvironment, type SearchReport } from "../../search/index.ts"
import { combine, EVEN_WEIGHT, parseHybridSpec, parseValues, Temperature } from "../hybrid.ts"
import type { HybridSettings, ValuedMove, ValueSettings } from "../hybrid.ts"

export interface ValueEngineOptions extends ValueSettings {
  /** The program and its arguments. */
  readonly command: readonly [program: string, ...args: string[]]
}

export interface HybridOptions extends HybridSettings {
  /** Searches and decides about passes and resignation; it must not ponder by itself. */
  readonly search: Player
  readonly engine: ValueEngineOptions
}

/** With a clock, the engine gets no more of a move's time. */
const ENGINE_SHARE = 0.5
/** As for `uct`: a game that is forgotten doesn't keep a processor busy for ever, and no number is drawn twice. */
const MOST_PONDERING = 10_000_000
const PONDER_SEED = 500_000

interface Advice {
  readonly values: readonly ValuedMove[]
  /** Why there are none. */
  readonly missing: string
}

export class HybridPlayer implements Player {
  readonly name: string
  readonly gameOver?: (position: Position, outcome: Outcome) => void
  readonly #options: HybridOptions
  readonly #engine: ValueEngine
  #pondering: { readonly thinking: AbortController; readonly done: Promise<unknown> } | undefined
  #temperature = new Temperature()
  /** The position that was asked for last. */
  #last: Position | undefined
  /** What the engine took for its last answer. */
  #engineTook = 0

  constructor(options: HybridOptions) {
    this.#options = options
    this.#engine = new ValueEngine(options.engine)
    this.name = options.name
    const { search } = options
    if (search.gameOver) this.gameOver = (position, outcome) => search.gameOver?.(position, outcome)
  }

  async choose(request: Request): Promise<Answer> {
    const { position, color } = request
    const hasPondered = await this.#stopPondering()
    if (!this.#last || !continuesGame(position, this.#last)) this.#temperature = new Temperature()
    this.#last = position
    const since = performance.now()
    const limit = moveLimit(request)
    const advice = await this.#consult(request, limit)
    const budget = this.#budget(request, limit - secondsSince(since))
    const answer = this.#decide(await this.#options.search.choose({ ...request, budget }), advice, position)
    const { move } = answer
    if (this.#options.ponders && move !== "resign") this.#ponder(request, { color, move })
    return hasPondered ? withNote(answer, "pondered: the search does not repeat exactly") : answer
  }

  /** Asks the engine, and tells what was wrong when it gives nothing. */
  async #consult({ position, color, seed, signal }: Request, limit: number): Promise<Advice> {
    const seconds = Math.min(this.#options.engineSeconds, ENGINE_SHARE * limit)
    if (signal?.aborted) return { values: [], missing: "there was no time to ask the engine" }
    if (limit < Infinity && this.#engineTook > seconds)
      return { values: [], missing: "the clock leaves the engine too little time" }
    const since = performance.now()
    try {
      const values = await this.#engine.values(position, color, { seed, seconds, signal })
      return { values, missing: "the engine has no candidates here" }
    } catch (error) {
      if (!(error instanceof EngineFault)) throw error
      return { values: [], missing: signal?.aborted ? "the engine was interrupted" : error.message }
    } finally {
      this.#engineTook = secondsSince(since)
    }
  }

  /** Of a clock, what the engine has left. */
  #budget({ budget }: Request, left: number): Request["budget"] {
    if (!budget.clock) return budget
    const seconds = Math.min(budget.seconds ?? this.#options.seconds ?? Infinity, Math.max(0, left))
    return { ...budget, seconds }
  }

  #decide(answer: Answer, { values, missing }: Advice, { size }: Position): Answer {
    const { report, reason, move } = answer
    if (!report) return answer
    this.#temperature.note(report.winRate)
    // Passes and resignation are settled by the rules of the game's end.
    if (reason !== "most-visits" || move === "resign" || isPass(move)) return answer
    if (values.length === 0) return withNote(answer, `the search alone: ${missing}`)
    const weight = this.#options.isTempered ? this.#temperature.weight : EVEN_WEIGHT
    const candidates = combine(values, report, weight)
    const [best] = candidates
    if (!best) return withNote(answer, "the search alone: the engine has no candidate of positive value")
    const vertex = makeVertex(best.move, size)
    const note = `${vertex} has value ${best.value} and win rate ${best.winRate.toFixed(3)}, the best of ${candidates.length} candidates`
    const weighted = this.#options.isTempered ? `; the engine's weight is ${weight.toFixed(2)}` : ""
    return withNote({ ...answer, move: best.move, reason: "hybrid" }, note + weighted)
  }

  /** Searches the position after our move until the next request; that one finds the tree of it. */
  #ponder({ position, seed }: Request, played: PlayedMove): void {
    const after = { ...position, moves: [...position.moves, played] }
    const game = Game.replay(after, after.moves)
    if (!game.ok || game.value.phase !== "playing" || after.size > KERNEL_MAX_SIZE) return
    const thinking = new AbortController()
    const ponder = async (): Promise<void> => {
      // The answer goes out first: until then it is our own time.
      await new Promise((resolve) => setImmediate(resolve))
      if (thinking.signal.aborted) return
      await this.#options.search.analyze?.({
        position: after,
        color: opponent(played.color),
        budget: {},
        seed: seed + PONDER_SEED,
        signal: thinking.signal,
        reportEvery: 1000,
        onReport: ({ playouts }) => {
          if (playouts >= MOST_PONDERING) thinking.abort()
        },
      })
    }
    // What fails here fails again when a move is asked for, and is told then.
    this.#pondering = { thinking, done: ponder().catch(() => undefined) }
  }

  /** Tells whether there was anything to stop. */
  async #stopPondering(): Promise<boolean> {
    const pondering = this.#pondering
    this.#pondering = undefined
    pondering?.thinking.abort()
    await pondering?.done
    return pondering !== undefined
  }

  /** The search's view alone: engines value moves, not lines. */
  async analyze(request: Parameters<NonNullable<Player["analyze"]>>[0]): Promise<SearchReport | undefined> {
    await this.#stopPondering()
    return this.#options.search.analyze?.(request)
  }

  /** What the two halves are. @throws {EngineFault} when the engine can't be used */
  async identify(): Promise<string> {
    return `montego ${VERSION} with ${await this.#engine.identify(this.#options.engineSeconds)}`
  }

  async close(): Promise<void> {
    await this.#stopPondering()
    await Promise.all([this.#engine.close(), this.#options.search.close()])
  }
}

/** Seconds that the clock allows for this move. */
function moveLimit({ budget, position: { size, moves } }: Request): number {
  if (!budget.clock) return Infinity
  const emptyPoints = Math.max(0, size * size - moves.length)
  return allocate(budget.clock, { size, moveNumber: moves.length, emptyPoints }).limit
}

function secondsSince(milliseconds: number): number {
  return (performance.now() - milliseconds) / 1000
}

function withNote(answer: Answer, note: string): Answer {
  const { report } = answer
  return report ? { ...answer, report: { ...report, notes: [...report.notes, `hybrid: ${note}`] } } : answer
}

interface Question {
  readonly seed: number
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
}

type CommandWords = readonly [name: string, ...args: string[]]

/** An engine that lists values. A process that fails is let go of; the next question starts another. */
export class ValueEngine {
  readonly #options: ValueEngineOptions
  #process: EngineProcess | undefined

  constructor(options: ValueEngineOptions) {
    this.#options = options
  }

  /** What it thinks moves are worth; the same seed gives the same values where it takes one. @throws {EngineFault} */
  async values(position: Position, color: Color, { seed, seconds, signal }: Question): Promise<ValuedMove[]> {
    const text = await this.#use(seconds, signal, async (engine) => {
      await engine.show(position)
      return engine.listValues(color, seed, this.#options.values)
    })
    return parseValues(text, position.size)
  }

  /** Its name and version. @throws {EngineFault} */
  identify(seconds: number): Promise<string> {
    return this.#use(seconds, undefined, async (engine) => {
      await engine.valueCommands(Black, this.#options.values)
      return `${await engine.ask("name")} ${await engine.ask("version")}`.trim()
    })
  }

  async #use(
    seconds: number,
    signal: AbortSignal | undefined,
    work: (engine: EngineProcess) => Promise<string>,
  ): Promise<string> {
    const engine = (this.#process ??= new EngineProcess(this.#options))
    engine.until = performance.now() + seconds * 1000
    // GTP has no other way to stop an engine that thinks.
    const stop = (): void => void engine.kill()
    signal?.addEventListener("abort", stop)
    try {
      return await work(engine)
    } finally {
      signal?.removeEventListener("abort", stop)
      if (engine.isLost) {
        if (this.#process === engine) this.#process = undefined
        await engine.kill()
      }
    }
  }

  async close(): Promise<void> {
    const engine = this.#process
    this.#process = undefined
    await engine?.close()
  }
}

/** One life of an engine, its board kept in step with the positions asked for. The only use of the controller. */
class EngineProcess {
  readonly #controller: GtpController
  readonly #level: number | undefined
  #commands: Promise<ReadonlySet<string>> | undefined
  /** What its board holds; undefined when that is not known. */
  #shown: Position | undefined
  /** Whether it can't be asked any more. */
  isLost = false
  /** When answers come too late, by `performance.now()`. */
  until = Infinity

  constructor({ command: [program, ...args], level }: ValueEngineOptions) {
    this.#controller = new GtpController(program, args)
    this.#level = level
  }

  /** @throws {EngineFault} */
  async ask(name: string, ...args: string[]): Promise<string> {
    const seconds = Math.max(1, Math.round(this.until - performance.now())) / 1000
    const answer = await this.#controller.send(name, args, seconds)
    if (answer.ok) return answer.value
    const { kind, message } = answer.error
    if (kind !== "refused") this.isLost = true
    throw new EngineFault(kind === "stall" ? "stall" : "crash", `${[name, ...args].join(" ")}: ${message}`)
  }

  /** Brings its board to this position: by the new moves alone where it is the same game, otherwise from the start. */
  async show(position: Position): Promise<void> {
    const shown = this.#shown
    this.#shown = undefined
    const isLater = shown !== undefined && continuesGame(position, shown)
    if (!isLater) await this.#setUp(position)
    for (const { color, move } of position.moves.slice(isLater ? shown.moves.length : 0))
      await this.#play(color, move, position.size)
    this.#shown = position
  }

  async #setUp({ size, komi, setup }: Position): Promise<void> {
    await this.ask("boardsize", `${size}`)
    await this.ask("clear_board")
    await this.ask("komi", `${komi}`)
    if (this.#level !== undefined) await this.ask("level", `${this.#level}`)
    // GTP lets a colour move twice in a row; there is no command for stones of both colours.
    for (const [color, point] of setup) await this.#play(color, point, size)
  }

  async #play(color: Color, move: Move, size: number): Promise<void> {
    await this.ask("play", letter(color), makeVertex(move, size))
  }

  /** Its values for this colour as text. */
  async listValues(color: Color, seed: number, wanted: ValueSettings["values"]): Promise<string> {
    const { think, list } = await this.valueCommands(color, wanted)
    if (await this.#knows("set_random_seed")) await this.ask("set_random_seed", `${seed & 0x7fffffff}`)
    const found = await this.ask(...think)
    // GNU Go 3.8 leaves out the end of an empty answer to all_move_values: it would be waited for in vain.
    if (!list || /^(pass|resign)?$/i.test(found.trim())) return found
    return this.ask(...list)
  }

  /** What makes it think, and what lists the values it found, if that is another command. @throws {EngineFault} */
  async valueCommands(
    color: Color,
    wanted: ValueSettings["values"],
  ): Promise<{ readonly think: CommandWords; readonly list?: CommandWords }> {
    const top = color === Black ? "top_moves_black" : "top_moves_white"
    const [hasTop, hasAll] = [await this.#knows(top), await this.#knows("all_move_values")]
    if (hasAll && wanted !== "top_moves")
      return { think: hasTop ? [top] : ["reg_genmove", letter(color)], list: ["all_move_values"] }
    if (hasTop && wanted !== "all_move_values") return { think: [top] }
    throw new EngineFault("crash", `the engine has no command ${wanted === "all_move_values" ? wanted : top}`)
  }

  async #knows(command: string): Promise<boolean> {
    this.#commands ??= this.ask("list_commands").then((text) => new Set(text.split(/\s+/)))
    return (await this.#commands).has(command)
  }

  kill(): Promise<void> {
    this.isLost = true
    return this.#controller.kill()
  }

  close(): Promise<void> {
    return this.#controller.close()
  }
}

function letter(color: Color): "b" | "w" {
  return color === Black ? "b" : "w"
}

/** Debian puts games here, which is often not on the PATH. */
const GAMES = "/usr/games"
const INSTALL =
  "GNU Go is Debian's and Ubuntu's package gnugo (apt install gnugo), Homebrew's is gnu-go; " +
  'another engine is named by engine="COMMAND"'

/** Reads a name as `parseHybridSpec` does; the error says what to install where the engine is missing (HYB-4). */
export function makeHybridPlayer(
  spec: PlayerSpec,
  environment: PlayerEnvironment = {},
): Result<HybridPlayer, string> {
  const parsed = parseHybridSpec(spec)
  if (!parsed.ok) return parsed
  const { engine, search: searchSpec, ...rest } = parsed.value
  const command = findEngine(engine.command)
  if (!command.ok) return command
  const search = makeUctPlayer(searchSpec, environment)
  if (!search.ok) return search
  return ok(
    new HybridPlayer({ ...rest, engine: { ...engine, command: command.value }, search: search.value }),
  )
}

function findEngine(text: string): Result<readonly [string, ...string[]], string> {
  const command = splitCommand(text)
  if (!command.ok) return err(`engine is the command of a GTP engine, not "${text}"`)
  const { program: name, args } = command.value
  const program = findProgram(name)
  if (program === undefined) return err(`hybrid needs the program ${name}, which is not there; ${INSTALL}`)
  return ok(text.trim() === "gnugo" ? [program, "--mode", "gtp"] : [program, ...args])
}

/** Where a program lies: as it is named where that is a path, else in the folders for programs. */
function findProgram(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""), GAMES]
  const places = /[/\\]/.test(name) ? [name] : folders.map((folder) => join(folder, name))
  return places.flatMap((place) => [place, `${place}.exe`]).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
