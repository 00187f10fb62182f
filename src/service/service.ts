// The engine behind messages: it answers one question at a time, and a newer question ends the older one. Every
// question ends with exactly one `answer` or `error` of its id. The page's worker and the server use it alike; what
// differs (the transport, the players, the limits) is passed in.

import { messageOf } from "../base/failure.ts"
import { unwrap } from "../base/result.ts"
import { VERSION } from "../base/version.ts"
import {
  openDeadStoneEstimator,
  type DeadStoneEstimator,
  type Player,
  type Request,
} from "../players/index.ts"
import { Game } from "../rules/index.ts"
import type { KnowledgeSource, SearchReport } from "../search/index.ts"
import { GlassEngine } from "./glass.ts"
import { ANALYST, EngineError, REPORT_EVERY } from "./messages.ts"
import type {
  AnalysisTask,
  Answers,
  Ask,
  DeadTask,
  ErrorCode,
  FromEngine,
  MoveTask,
  Ready,
  Task,
  TaskKind,
  ToEngine,
} from "./messages.ts"
import { KeptPlayers, listOpponents, type PlayerOrder, type PlayerSource, type Role } from "./players.ts"
import { replay } from "./replay.ts"

/** Where messages go, and what the service may use. */
export interface ServiceOptions {
  readonly post: (message: FromEngine) => void
  /** Threads for analysis and timed moves, the engine's own included. */
  readonly threads: number
  /** Default: those of the registry that need no processes and no other threads. */
  readonly players?: PlayerSource
  /** Default: the players of the registry that can be made here. */
  readonly opponents?: () => Ready["opponents"]
  readonly limits?: Ready["limits"]
  /** Where searches get learned weights from; default: nowhere. */
  readonly knowledge?: KnowledgeSource
  /** Called when the last question has ended. */
  readonly onIdle?: () => void
}

/** A question that has no answer yet. */
interface Open {
  readonly ask: Ask
  readonly abort: AbortController
  isReplaced: boolean
}

type OnReport = (report: SearchReport) => void

/** Answers the messages of a client with a player of its own. */
export class EngineService {
  readonly #options: ServiceOptions
  readonly #players: PlayerSource
  readonly #glass: GlassEngine
  #estimateDead: Promise<DeadStoneEstimator> | undefined
  #running: Open | undefined
  /** Begins when the running one has ended. */
  #next: Open | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(options: ServiceOptions) {
    this.#options = options
    this.#players = options.players ?? new KeptPlayers()
    this.#glass = new GlassEngine(options.knowledge)
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  handle(message: ToEngine): void {
    switch (message.kind) {
      case "hello":
        this.#introduce()
        return
      case "stop":
        this.#stop(message.id)
        return
      case "ask":
        this.#ask(message)
    }
  }

  /** Resolves when there is nothing more to do. */
  idle(): Promise<void> {
    return this.#work
  }

  /** Stops what runs, waits for its end, and lets go of players and threads. */
  async close(): Promise<void> {
    this.#next = undefined
    this.#stop()
    await this.#work
    await Promise.all([this.#players.close(), this.#glass.close()])
  }

  #introduce(): void {
    const { post, threads, opponents = listOpponents, limits } = this.#options
    const ready = { kind: "ready", version: VERSION, threads, opponents: opponents() } as const
    post(limits ? { ...ready, limits } : ready)
  }

  #ask(ask: Ask): void {
    const open: Open = { ask, abort: new AbortController(), isReplaced: false }
    if (!this.#running) {
      this.#work = this.#run(open)
      return
    }
    if (this.#next) this.#replaced(this.#next)
    this.#next = open
    this.#running.isReplaced = true
    this.#running.abort.abort()
  }

  /**
   * A stop that comes late stops nothing. A question that waits is still asked: the player answers what it has at once.
   */
  #stop(id?: number): void {
    for (const open of [this.#running, this.#next])
      if (open && (id === undefined || id === open.ask.id)) open.abort.abort()
  }

  async #run(first: Open): Promise<void> {
    for (let open: Open | undefined = first; open; open = this.#next) {
      this.#next = undefined
      this.#running = open
      await this.#carryOut(open)
    }
    this.#running = undefined
    this.#options.onIdle?.()
  }

  /** Carries a task out; every task ends with a message. */
  async #carryOut(open: Open): Promise<void> {
    const { post, limits } = this.#options
    const { id, task } = open.ask
    const { signal } = open.abort
    const limit = limits && setTimeout(() => open.abort.abort(), limits.seconds * 1000)
    const onReport = (report: SearchReport): void => {
      if (!signal.aborted) post({ kind: "report", id, report })
    }
    try {
      const answer = await this.#answer(task, signal, onReport)
      if (open.isReplaced) this.#replaced(open)
      else post({ kind: "answer", id, answer, isStopped: signal.aborted })
    } catch (error) {
      if (open.isReplaced) this.#replaced(open)
      else if (error instanceof EngineError) this.#fail(id, error.code, error.message)
      else this.#fail(id, signal.aborted ? "stopped" : "failed", messageOf(error))
    }
    clearTimeout(limit)
  }

  #answer(task: Task, signal: AbortSignal, onReport: OnReport): Promise<Answers[TaskKind]> {
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
        return replay(task, signal, onReport, this.#options.knowledge)
    }
  }

  #move(task: MoveTask, signal: AbortSignal, onReport: OnReport): Promise<Answers["move"]> {
    const { player: name, budget, seed, mayStopEarly } = task
    // One thread where playouts are the limit: a level is the same everywhere, and a game repeats.
    const { threads = budget.playouts === undefined ? this.#options.threads : 1 } = task
    const request = { ...requestOf(task, signal), onReport }
    return this.#withPlayer("move", { name, threads, seed }, (player) =>
      player.choose(mayStopEarly === undefined ? request : { ...request, mayStopEarly }),
    )
  }

  #analysis(task: AnalysisTask, signal: AbortSignal, onReport: OnReport): Promise<Answers["analysis"]> {
    const { player: name = ANALYST, seed, threads = this.#options.threads } = task
    let last: SearchReport | undefined
    const remember = (report: SearchReport): void => {
      last = report
      onReport(report)
    }
    return this.#withPlayer("analysis", { name, threads, seed }, async (player) => {
      if (!player.analyze) throw new Error(`${player.name} has nothing to report: it can't analyse`)
      const report = (await player.analyze({ ...requestOf(task, signal), onReport: remember })) ?? last
      if (!report) throw new Error(`${player.name} had nothing to report`)
      return { report }
    })
  }

  async #dead({ position, seed }: DeadTask): Promise<Answers["dead"]> {
    const { board, toPlay } = unwrap(Game.replay(position, position.moves))
    this.#estimateDead ??= openDeadStoneEstimator()
    const estimateDead = await this.#estimateDead
    return { points: estimateDead(board, toPlay, seed) }
  }

  /** What failed once is not trusted with another question. */
  async #withPlayer<T>(role: Role, order: PlayerOrder, think: (player: Player) => Promise<T>): Promise<T> {
    const player = await this.#players.take(role, order)
    try {
      const answer = await think(player)
      this.#players.rest(role)
      return answer
    } catch (error) {
      await this.#players.drop(role)
      throw error
    }
  }

  #replaced({ ask }: Open): void {
    this.#fail(ask.id, "replaced", "a newer question took its place")
  }

  #fail(id: number, code: ErrorCode, message: string): void {
    this.#options.post({ kind: "error", id, code, message })
  }
}

function requestOf(
  { position, color, budget, seed, reportEvery = REPORT_EVERY }: MoveTask | AnalysisTask,
  signal: AbortSignal,
): Request {
  return { position, color, budget, seed, signal, reportEvery }
}
