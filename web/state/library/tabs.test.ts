import { describe, expect, it } from "vitest"
import { BrowserTabs, type News, type TabsHost } from "./tabs.ts"

interface Held {
  readonly end: (reason: Error) => void
}

/** Locks as browsers have them: one holder, a queue, and stealing. */
class FakeLocks {
  readonly #held = new Map<string, Held>()
  readonly #queue = new Map<string, (() => void)[]>()

  request = async (
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<void> | undefined,
  ): Promise<void> => {
    if (options.ifAvailable === true && this.#held.has(name)) {
      await work(null)
      return
    }
    if (options.steal === true) this.#held.get(name)?.end(new Error("stolen"))
    else if (this.#held.has(name)) await this.#wait(name, options.signal)
    await this.#hold(name, work)
  }

  #wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.set(name, [...(this.#queue.get(name) ?? []), resolve])
      signal?.addEventListener("abort", () => reject(new Error("too long")))
    })
  }

  async #hold(name: string, work: (lock: Lock) => Promise<void> | undefined): Promise<void> {
    const stolen = new Promise<void>((_, end) => this.#held.set(name, { end }))
    const mine = this.#held.get(name)
    await Promise.race([stolen, work({ name, mode: "exclusive" })])
    if (this.#held.get(name) === mine) this.#held.delete(name)
    this.#queue.get(name)?.shift()?.()
  }
}

/** Two tabs; the second hears the first through a channel unless it is frozen. */
function twoTabs(isFrozen = false) {
  const locks = new FakeLocks() as unknown as LockManager
  const listeners: ((event: { data: News }) => void)[] = []
  const channel = {
    postMessage: (data: News) => {
      if (!isFrozen) for (const listener of listeners) listener({ data })
    },
    addEventListener: (_: string, listener: (event: { data: News }) => void) => listeners.push(listener),
  } as unknown as BroadcastChannel
  const host: TabsHost = { locks, channel, patienceMs: 30, graceMs: 5 }
  return [new BrowserTabs(host), new BrowserTabs(host)] as const
}

const nothing = (): void => undefined

describe("tabs (APP-1)", () => {
  it("have a game one at a time; it is free when it is released", async () => {
    const [one, two] = twoTabs()
    expect(await one.claim("a", nothing)).toBe(true)
    expect(await two.claim("a", nothing)).toBe(false)
    expect(await two.claim("b", nothing)).toBe(true)
    one.release("a")
    expect(await two.claim("a", nothing)).toBe(true)
  })

  it("hand a game over when they are asked", async () => {
    const [one, two] = twoTabs()
    await one.claim("a", nothing)
    const heard: News[] = []
    one.listen((news) => {
      heard.push(news)
      if (news.kind === "give") one.release(news.id)
    })
    await two.take("a", nothing)
    expect(heard).toEqual([{ kind: "give", id: "a" }])
    expect(await one.claim("a", nothing)).toBe(false)
  })

  it("lose it when they don't answer, and hear of that", async () => {
    const [one, two] = twoTabs(true)
    let lost = 0
    await one.claim("a", () => lost++)
    await two.take("a", nothing)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(lost).toBe(1)
    expect(await one.claim("a", nothing)).toBe(false)
  })

  it("wait for a game, and get it when the other lets go and does not come back", async () => {
    const [one, two] = twoTabs()
    await one.claim("a", nothing)
    const waiting = two.wait("a", nothing)
    one.release("a")
    expect(await waiting).toBe(true)
    expect(await one.claim("a", nothing)).toBe(false)
    // The waiting of one who takes it, or leaves it, is over.
    const ended = one.wait("a", nothing)
    one.release("a")
    expect(await ended).toBe(false)
    const taken = one.wait("a", nothing)
    await one.take("a", nothing)
    expect(await taken).toBe(false)
    expect(await two.claim("a", nothing)).toBe(false)
  })

  it("without locks, trust the store's revisions", async () => {
    const tabs = new BrowserTabs({ locks: undefined, channel: undefined })
    expect(await tabs.claim("a", nothing)).toBe(true)
    await tabs.take("a", nothing)
    expect(await tabs.wait("a", nothing)).toBe(false)
    tabs.release("a")
  })
})
