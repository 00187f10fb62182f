// The same app in several tabs: a game belongs to one of them at a time, and all hear what changes. Web Locks say who
// has it, and free it when a tab dies; where a browser has none, the store's revisions still keep tabs from writing
// over each other.

import type { Entry } from "./entry.ts"

export type News =
  | { readonly kind: "changed"; readonly entry: Entry }
  | { readonly kind: "removed"; readonly id: string }
  /** Asks the tab that has this game to hand it over. */
  | { readonly kind: "give"; readonly id: string }

export interface Tabs {
  /** False when another tab has it. `onLost` is called if it is taken away later. */
  claim(id: string, onLost: () => void): Promise<boolean>
  /** Whether it has become this tab's, because the other one let go of it; `take` and `release` end the waiting. */
  wait(id: string, onLost: () => void): Promise<boolean>
  /** Takes it from the tab that has it. */
  take(id: string, onLost: () => void): Promise<void>
  release(id: string): void
  tell(news: News): void
  listen(listener: (news: News) => void): void
}

/** Without other tabs. */
export const ONE_TAB: Tabs = {
  claim: () => Promise.resolve(true),
  wait: () => Promise.resolve(false),
  take: () => Promise.resolve(),
  release: () => undefined,
  tell: () => undefined,
  listen: () => undefined,
}

/** Time that a tab has to write its game and release it. */
const PATIENCE_MS = 1500
const RELOAD_MS = 150
/** Time that a tab has to come back from a reload before another one takes its game. */
const GRACE_MS = 2000

/** The parts of the browser that are used; either may be missing. */
export interface TabsHost {
  readonly locks: LockManager | undefined
  readonly channel: BroadcastChannel | undefined
  readonly patienceMs?: number
  readonly graceMs?: number
}

export class BrowserTabs implements Tabs {
  readonly #host: TabsHost
  readonly #held = new Map<string, () => void>()
  readonly #waiting = new Map<string, AbortController>()

  constructor(host: TabsHost) {
    this.#host = host
  }

  async claim(id: string, onLost: () => void): Promise<boolean> {
    if (await this.#request(id, { ifAvailable: true }, onLost)) return true
    // After a reload, the page that was here before may still be letting go.
    await pause(RELOAD_MS)
    return this.#request(id, { ifAvailable: true }, onLost)
  }

  async wait(id: string, onLost: () => void): Promise<boolean> {
    const { locks, graceMs = GRACE_MS } = this.#host
    if (!locks) return false
    this.#endWaiting(id)
    const waiting = new AbortController()
    const { signal } = waiting
    this.#waiting.set(id, waiting)
    while (!signal.aborted) {
      await locks.request(lockName(id), { signal }, () => undefined).catch(() => undefined)
      await pause(graceMs)
      if (signal.aborted || !(await this.#request(id, { ifAvailable: true }, onLost))) continue
      if (!signal.aborted) return true
      this.release(id)
    }
    return false
  }

  #endWaiting(id: string): void {
    this.#waiting.get(id)?.abort()
    this.#waiting.delete(id)
  }

  async take(id: string, onLost: () => void): Promise<void> {
    this.#endWaiting(id)
    this.tell({ kind: "give", id })
    const { patienceMs = PATIENCE_MS } = this.#host
    const isGiven = await this.#request(id, { signal: AbortSignal.timeout(patienceMs) }, onLost)
    // A tab that is frozen in the background does not answer.
    if (!isGiven) await this.#request(id, { steal: true }, onLost)
  }

  release(id: string): void {
    this.#endWaiting(id)
    this.#held.get(id)?.()
    this.#held.delete(id)
  }

  tell(news: News): void {
    this.#host.channel?.postMessage(news)
  }

  listen(listener: (news: News) => void): void {
    this.#host.channel?.addEventListener("message", ({ data }: MessageEvent<News>) => listener(data))
  }

  #request(id: string, options: LockOptions, onLost: () => void): Promise<boolean> {
    const { locks } = this.#host
    if (!locks) return Promise.resolve(true)
    return new Promise((resolve) => {
      let isHeld = false
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        isHeld = lock !== null
        resolve(isHeld)
        return isHeld ? new Promise((release) => this.#held.set(id, release)) : undefined
      }
      locks.request(lockName(id), options, hold).catch(() => {
        if (isHeld) {
          this.#held.delete(id)
          onLost()
        } else resolve(false)
      })
    })
  }
}

const lockName = (id: string): string => `montego.game.${id}`
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
