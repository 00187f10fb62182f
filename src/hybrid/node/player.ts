// The hybrid of a classical engine and the tree search (HYB-1 to HYB-4): `hybrid,engine=gnugo,seconds=1`. The engine, a
// child process, lists moves with values; the search gives each its win probability; `hybrid.ts` makes one choice of
// both.
//
// The search is a whole `uct` player: it decides how games end, and goes on alone when the engine fails.
// It ponders in slices of this thread, which is idle in the opponent's time, and pauses while the engine thinks.

import { err, ok, type Result } from "../../base/result.ts"
import { VERSION } from "../../base/version.ts"
import { findProgram, splitCommand, type CommandLine } from "../../gtp/controller/index.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import type { Answer, Player, PlayerSpec, Request } from "../../player/index.ts"
import { EngineFault } from "../../player/index.ts"
import { continuesGame, Game, isPass, makeVertex, opponent } from "../../rules/index.ts"
import type { Outcome, PlayedMove, Position } from "../../rules/index.ts"
import { allocate, makeUctPlayer, type PlayerEnvironment, type SearchReport } from "../../search/index.ts"
import { combine, EVEN_WEIGHT, parseHybridSpec, Temperature } from "../hybrid.ts"
import type { HybridSettings, ValuedMove } from "../hybrid.ts"
import { ValueEngine, type ValueEngineOptions } from "./value-engine.ts"

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

/** A classical engine's values times the tree search's win rates, as a player. */
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
    const values = await this.#engine.values(position, color, { seed, seconds, signal })
    this.#engineTook = secondsSince(since)
    if (values.ok) return { values: values.value, missing: "the engine has no candidates here" }
    return { values: [], missing: signal?.aborted ? "the engine was interrupted" : values.error }
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
    const identity = await this.#engine.identify(this.#options.engineSeconds)
    if (!identity.ok) throw new EngineFault("crash", identity.error)
    return `montego ${VERSION} with ${identity.value}`
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

function findEngine(text: string): Result<CommandLine, string> {
  const command = splitCommand(text)
  if (!command.ok) return err(`engine is the command of a GTP engine, not "${text}"`)
  const { program: name, args } = command.value
  const program = findProgram(name)
  if (program === undefined) return err(`hybrid needs the program ${name}, which is not there; ${INSTALL}`)
  return ok({ program, args: text.trim() === "gnugo" ? ["--mode", "gtp"] : args })
}
