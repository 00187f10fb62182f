// Who is there: cards that workers and coordinators leave in Redis and renew every second. A card that is not renewed goes by
// itself, by Redis' own clock: those of different machines need not agree.

import type { Redis } from "ioredis"

export interface WorkerCard {
  readonly name: string
  readonly host: string
  readonly cores: number
  /** Games at once. */
  readonly concurrency: number
  readonly version: string
  /** What its search plays: `montego bench --signature`. */
  readonly signature: string
  /** The players of its registry. */
  readonly players: readonly string[]
  /** Other engines' programs that it has, and may start. */
  readonly programs: readonly string[]
  /** Why it takes no games of a queue, by the queue's name. */
  readonly lacks: Readonly<Record<string, string>>
}

/** A queue that somebody waits at. All of its games are between the same two players. */
export interface QueueCard {
  readonly name: string
  readonly signature: string
  readonly version: string
  readonly players: readonly [a: string, b: string]
}

export const BEAT_MS = 1000
const CARD_MS = 5000
const QUARANTINE_SECONDS = 3600

/** All keys in Redis begin with it. */
export const PREFIX = "montego"

export class Roster {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Claims a worker's name; false while another one has it. */
  async join(card: WorkerCard): Promise<boolean> {
    const claimed = await this.#redis.set(
      keyOf("workers", card.name),
      JSON.stringify(card),
      "PX",
      CARD_MS,
      "NX",
    )
    if (claimed === null) return false
    await this.announceWorker(card)
    return true
  }

  announceWorker(card: WorkerCard): Promise<void> {
    return this.#announce("workers", card)
  }

  announceQueue(card: QueueCard): Promise<void> {
    return this.#announce("queues", card)
  }

  workers(): Promise<WorkerCard[]> {
    return this.#list<WorkerCard>("workers")
  }

  queues(): Promise<QueueCard[]> {
    return this.#list<QueueCard>("queues")
  }

  async removeWorker(name: string): Promise<void> {
    await this.#redis.del(keyOf("workers", name))
  }

  async removeQueue(name: string): Promise<void> {
    await this.#redis.del(keyOf("queues", name))
  }

  /** It gets no games for an hour. */
  async quarantine(name: string, reason: string): Promise<void> {
    await this.#redis.set(keyOf("quarantine", name), reason, "EX", QUARANTINE_SECONDS)
  }

  /** Why a worker is in quarantine; undefined when it is not. */
  async quarantineOf(name: string): Promise<string | undefined> {
    return (await this.#redis.get(keyOf("quarantine", name))) ?? undefined
  }

  async #announce(kind: "workers" | "queues", card: WorkerCard | QueueCard): Promise<void> {
    await this.#redis.set(keyOf(kind, card.name), JSON.stringify(card), "PX", CARD_MS)
    await this.#redis.sadd(`${PREFIX}:${kind}`, card.name)
  }

  async #list<T>(kind: "workers" | "queues"): Promise<T[]> {
    const names = await this.#redis.smembers(`${PREFIX}:${kind}`)
    if (names.length === 0) return []
    const cards = await this.#redis.mget(names.map((name) => keyOf(kind, name)))
    const gone = names.filter((_, index) => cards[index] === null)
    // One that comes back this very moment is on the list again with its next beat.
    if (gone.length > 0) await this.#redis.srem(`${PREFIX}:${kind}`, gone)
    return cards.filter((card) => card !== null).map((card) => JSON.parse(card) as T)
  }
}

function keyOf(kind: string, name: string): string {
  return `${PREFIX}:${kind}:${name}`
}
