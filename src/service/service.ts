// The engine's side of the talk, without a worker around it: it answers one question after the other, and a new one ends
// the search for the one before. Games are played by one thread where playouts are the limit, so that a level is the same
// everywhere and a game repeats; analysis and timed moves use all threads there are.

import { unwrap } from "../base/index.ts"
import {
  makePlayer,
  openDeadStoneEstimator,
  PLAYERS,
  type DeadStoneEstimator,
  type Player,
} from "../players/index.ts"
import { Game } from "../rules/index.ts"
import { PRESET_NAMES, presetParams, Searcher, type HelperPool, type SearchReport } from "../search/index.ts"
import { GlassEngine } from "./glass.ts"
import { replay } from "./replay.ts"
import type { Answers, FromEngine, Opponent, Task, TaskKind, ToEngine } from "./messages.ts"
import { shortened } from "./shortened.ts"

export interface ServiceOptions {
  readonly post: (message: FromEngine) => void
  /** Threads for analysis and timed moves, the engine's own included. */
  readonly threads: number
  readonly openHelpers?: (count: number) => HelperPool
}

/** Milliseconds between reports. */
const REPORT_EVERY = 120

export class EngineService {
  readonly #options: ServiceOptions
  readonly #thinking = new Map<number, AbortController>()
  #work: Promise<void> = Promise.resolve()
  #player: { readonly name: string; readonly player: Player } | undefined
  #analyst: Promise<Searcher> | undefined
  #estimateDead: Promise<DeadStoneEstimator> | undefined
  readonly #glass = new GlassEngine()

  constructor(options: ServiceOptions) {
    this.#options = options
    options.post({ kind: "ready", threads: options.threads, opponents: opponents() })
  }

  handle(message: ToEngine): void {
    if (message.kind === "stop") {
      this.#thinking.get(message.id)?.abort()
      return
    }
    const { id, task } = message
    for (const earlier of this.#thinking.values()) earlier.abort()
    const thinking = new AbortController()
    this.#thinking.set(id, thinking)
    this.#work = this.#work.then(() => this.#carryOut(id, task, thinking.signal))
  }

  /** Resolves when there is nothing more to do. */
  idle(): Promise<void> {
    return this.#work
  }

  async close(): Promise<void> {
    await this.#player?.player.close()
    await (await this.#analyst)?.close()
    await this.#glass.close()
  }

  async #carryOut(id: number, task: Task, signal: AbortSignal): Promise<void> {
    const { post } = this.#options
    const onReport = (report: SearchReport): void => {
      if (!signal.aborted) post({ kind: "report", id, report: shortened(report) })
    }
    try {
      post({ kind: "answer", id, answer: await this.#answer(task, signal, onReport) })
    } catch (error) {
      // What could not be opened is opened anew for the next question.
      this.#player = undefined
      this.#analyst = undefined
      post({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) })
    } finally {
      this.#thinking.delete(id)
    }
  }

  #answer(
    task: Task,
    signal: AbortSignal,
    onReport: (report: SearchReport) => void,
  ): Promise<Answers[TaskKind]> {
    switch (task.kind) {
      case "move":
        return this.#move(task, signal, onReport)
      case "analysis":
        return this.#analysis(task, signal, onReport)
      case "dead":
        return this.#dead(task)
      case "glass":
        return this.#glass.look(task, signal, onReport)
      case "replay":
        return replay(task, signal, onReport)
    }
  }

  async #move(
    { position, color, player: name, budget, seed }: Extract<Task, { kind: "move" }>,
    signal: AbortSignal,
    onReport: (report: SearchReport) => void,
  ): Promise<Answers["move"]> {
    const player = await this.#playerFor(name, budget.playouts === undefined ? this.#options.threads : 1)
    const request = { position, color, seed, signal, onReport, reportEvery: REPORT_EVERY }
    const { move, report } = await player.choose({ ...request, budget })
    return report ? { move, report: shortened(report) } : { move }
  }

  async #analysis(
    { position, color, playouts, seed }: Extract<Task, { kind: "analysis" }>,
    signal: AbortSignal,
    onReport: (report: SearchReport) => void,
  ): Promise<Answers["analysis"]> {
    const helpers = this.#helpers(this.#options.threads)
    this.#analyst ??= Searcher.create({ params: presetParams("strong"), ...helpers })
    const searcher = await this.#analyst
    const { report } = await searcher.search({
      position,
      color,
      seed,
      signal,
      onReport,
      reportEvery: REPORT_EVERY,
      budget: { playouts },
      mayStopEarly: false,
    })
    return { report: shortened(report) }
  }

  async #dead({ position, seed }: Extract<Task, { kind: "dead" }>): Promise<Answers["dead"]> {
    const { board, toPlay } = unwrap(Game.replay(position, position.moves))
    this.#estimateDead ??= openDeadStoneEstimator()
    const estimateDead = await this.#estimateDead
    return { points: estimateDead(board, toPlay, seed) }
  }

  /** The tree goes on from move to move as long as the same player is asked for. */
  async #playerFor(text: string, threads: number): Promise<Player> {
    const name = `${text} ${threads}`
    if (this.#player?.name === name) return this.#player.player
    await this.#player?.player.close()
    this.#player = undefined
    const { openHelpers } = this.#options
    const made = makePlayer(text, { threads }, openHelpers ? { openHelpers } : {})
    if (!made.ok) throw new Error(made.error)
    this.#player = { name, player: made.value }
    return made.value
  }

  #helpers(threads: number): { helpers?: HelperPool } {
    const { openHelpers } = this.#options
    return openHelpers && threads > 1 ? { helpers: openHelpers(threads - 1) } : {}
  }
}

/** Whoever is in the registry and can be made here; the tree search once for each of its presets. */
function opponents(): Opponent[] {
  return PLAYERS.filter(({ name }) => makePlayer(name).ok).flatMap(({ name, summary, isBudgeted }) =>
    name === "uct"
      ? PRESET_NAMES.map((preset) => ({ player: `${name}:${preset}`, isBudgeted }))
      : { player: name, summary, isBudgeted },
  )
}
