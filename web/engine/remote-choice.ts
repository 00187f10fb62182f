// Where the thinking is done: in this page, or on the computer that `montego serve` runs on. The rest of the page asks
// here and doesn't know the difference: what the server can't answer, the page's own engine answers, with a notice.

import type { SearchReport } from "montego/search"
import { EngineError, installedName, needsServer } from "montego/service"
import type { Answers, Opponent, SearchTask, Task, TaskKind } from "montego/service"
import { PATTERNS_PLAYER } from "./patterns.ts"
import type { Asking, ClientState, Engine, EngineClient } from "./client.ts"

export type Place = "page" | "computer"

/** The page's own engine. */
type PageEngine = Engine & Pick<EngineClient, "ready" | "restarts" | "missing">

/** Why the page thinks although the server should. */
export interface Notice {
  readonly why: "lost" | "refused" | "busy" | "failed"
  /** The server's own words. */
  readonly message?: string
  /** The program that Montego plays for now. */
  readonly standsInFor?: string
}

/** What is remembered as long as the tab is open. */
export interface Memo {
  read(): string | null
  write(text: string): void
}

/** Takes the place of another program that can't be reached. */
const STAND_IN = { player: "uct:strong", budget: { playouts: 1500 } } as const

export class EngineChoice implements Engine {
  notice: Notice | undefined
  readonly #page: PageEngine
  readonly #remote: EngineClient | undefined
  readonly #memo: Memo
  readonly #listeners = new Set<() => void>()
  #wanted: Place
  /** The state of the connection when it was last looked at. */
  #state: ClientState | undefined
  /** What the person has read. */
  #read: Notice | undefined
  #stop: () => void = () => undefined

  /**
   * `usual` is where the thinking is done until the person chooses: the page is the faster one (docs/web.md has the
   * figures) where it has workers.
   */
  constructor(page: PageEngine, remote: EngineClient | undefined, memo: Memo, usual: Place) {
    this.#page = page
    this.#remote = remote
    this.#memo = memo
    const chosen = memo.read()
    this.#wanted = chosen === "page" || chosen === "computer" ? chosen : usual
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For both engines: something about them is other than it was. */
  changed(): void {
    const state = this.#remote?.state
    if (state !== this.#state) {
      this.#state = state
      if (state === "ready") this.#forgetAll()
      if (state === "lost" && this.#wanted === "computer") this.#tell({ why: "lost" })
      if (state === "refused") this.#tell({ why: "refused" })
    }
    for (const listener of this.#listeners) listener()
  }

  /** The person has read it: the same is not told again before something else has happened. */
  forgetNotice(): void {
    this.#read = this.notice
    this.notice = undefined
    this.changed()
  }

  /** Threads of the page's own engine; undefined until it is there. */
  get threads(): number | undefined {
    return this.#page.ready?.threads
  }

  get restarts(): number {
    return this.#page.restarts
  }

  /** What the engine that is asked next went on without. */
  get missing(): string | undefined {
    return (this.place === "computer" ? this.#remote : this.#page)?.missing
  }

  /** Whom one can play against: the page's own players, and those of the programs that the server was started with. */
  get opponents(): readonly Opponent[] {
    const remote = this.#isThere ? (this.#remote?.ready?.opponents ?? []) : []
    return [...(this.#page.ready?.opponents ?? []), ...remote.filter(({ player }) => needsServer(player))]
  }

  /** Where the next question goes. */
  get place(): Place {
    return this.#wanted === "computer" && this.#isThere ? "computer" : "page"
  }

  /** Threads of the server's computer; undefined where it is not to be had. */
  get computerThreads(): number | undefined {
    return this.#isThere ? this.#remote?.ready?.threads : undefined
  }

  /** Whether this page comes from a server that would do more, if its whole address were known. */
  get isLocked(): boolean {
    return this.#remote?.state === "closed"
  }

  get isLost(): boolean {
    return this.#remote?.state === "lost"
  }

  choose(place: Place): void {
    this.#wanted = place
    this.#forgetAll()
    this.#memo.write(place)
    this.changed()
  }

  /** After the connection was lost. */
  reconnect(): void {
    this.#forgetAll()
    this.#remote?.connect()
  }

  ask<T extends Task>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]> {
    // The two engines don't know of each other's open question.
    this.#stop()
    const asking = this.#goesOut(task) ? this.#askOut(task, onReport) : this.#page.ask(task, onReport)
    this.#stop = () => asking.stop()
    return asking
  }

  get #isThere(): boolean {
    const state = this.#remote?.state
    return state === "ready" || (state === "connecting" && this.#remote?.ready !== undefined)
  }

  #goesOut(task: Task): task is SearchTask {
    if (!this.#remote || (task.kind !== "move" && task.kind !== "analysis")) return false
    if (outsider(task) !== undefined) return true
    if (task.kind === "move" && task.player === PATTERNS_PLAYER) return false
    // The first question may come before the server has answered.
    return this.#wanted === "computer" && ["ready", "connecting"].includes(this.#remote.state)
  }

  #askOut<T extends SearchTask>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]> {
    let current: Asking<TaskKind> = this.#remote!.ask(task, onReport)
    let isStopped = false
    let isHurried = false
    const goOn = async (error: unknown): Promise<Answers[TaskKind] | undefined> => {
      if (isStopped) return undefined
      if (!(error instanceof EngineError) || !this.#takesOver(task, error)) throw error
      current = this.#page.ask(insteadOf(task), onReport)
      if (isHurried) current.hurry()
      return current.answer
    }
    return {
      answer: current.answer.catch(goOn) as Promise<Answers[T["kind"]] | undefined>,
      stop: () => {
        isStopped = true
        current.stop()
      },
      hurry: () => {
        isHurried = true
        current.hurry()
      },
    }
  }

  /** Whether the page answers in the server's place. A program's own failure is told to the person instead. */
  #takesOver(task: SearchTask, { code, message }: EngineError): boolean {
    const isUnreachable = code === "lost" || code === "unauthorized"
    const player = outsider(task)
    if (player !== undefined && !isUnreachable) return false
    const why =
      code === "unauthorized" ? "refused" : code === "lost" || code === "busy" ? code : ("failed" as const)
    this.#tell({
      why,
      ...(why === "failed" ? { message } : {}),
      ...(player === undefined ? {} : { standsInFor: installedName(player) ?? player }),
    })
    this.changed()
    return true
  }

  #tell(notice: Notice): void {
    if (this.#read?.why !== notice.why || this.#read.standsInFor !== notice.standsInFor) this.notice = notice
  }

  #forgetAll(): void {
    this.notice = undefined
    this.#read = undefined
  }
}

/** The player that only the server has, where one is asked for. */
function outsider(task: Task): string | undefined {
  return task.kind === "move" && needsServer(task.player) ? task.player : undefined
}

function insteadOf(task: SearchTask): Task {
  return outsider(task) === undefined ? task : { ...task, ...STAND_IN }
}
