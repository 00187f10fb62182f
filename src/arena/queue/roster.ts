// Which workers and coordinators are there: each leaves a card in Redis and renews it every second. Redis drops a card
// that is not renewed, by its own clock, so that the clocks of the machines need not agree.

import type { Redis } from "ioredis"
import * as v from "valibot"
import { err, type Result } from "../../base/result.ts"
import { check, type Fields } from "../schema.ts"

export interface WorkerCard {
  readonly name: string
  readonly host: string
  readonly cores: number
  /** Jobs at once. */
  readonly concurrency: number
  readonly version: string
  /** What its search plays: `montego bench --signature`. */
  readonly signature: string
  /** The players of its registry. */
  readonly players: readonly string[]
  /** Other engines' programs that it has, and may start. */
  readonly programs: readonly string[]
  /** Why it takes no jobs of a queue, by the queue's name. */
  readonly lacks: Readonly<Record<string, string>>
}

/** A queue that a coordinator waits at. What a worker needs for one of its jobs, it needs for all of them. */
export interface QueueCard {
  readonly name: string
  readonly signature: string
  readonly version: string
  /** The word of its kind of job. */
  readonly kind: string
  /** For messages, such as "games of uct and random". */
  readonly title: string
  /** What a worker must have or know for its jobs, as plain JSON: the kind of job reads it. */
  readonly subject: unknown
}

export const BEAT_MS = 1000
const CARD_MS = 5000
const QUARANTINE_SECONDS = 3600

/** All keys in Redis begin with it. */
export const PREFIX = "montego"

export const LONGEST_NAME = 100
const LONGEST_TEXT = 10_000
const MOST_JOBS = 100_000

/** Parts of keys in Redis, where colons stand between parts. */
const cardName = v.pipe(
  v.string(),
  v.maxLength(LONGEST_NAME),
  v.regex(/^[\w.-]+$/, "a name has no such characters"),
)
const text = v.pipe(v.string(), v.maxLength(LONGEST_TEXT))
const amount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_JOBS))

const QueueCardSchema = v.object({
  name: cardName,
  signature: text,
  version: text,
  kind: text,
  title: text,
  subject: v.unknown(),
} satisfies Fields<QueueCard>)

const WorkerCardSchema = v.object({
  name: cardName,
  host: text,
  cores: amount,
  concurrency: amount,
  version: text,
  signature: text,
  players: v.array(text),
  programs: v.array(text),
  lacks: v.record(v.string(), text),
} satisfies Fields<WorkerCard>)

export class Roster {
  readonly #redis: Redis
  readonly #say: (line: string) => void
  /** Malformed cards that were reported. */
  readonly #told = new Set<string>()

  /** `say` hears, once each, of malformed cards. */
  constructor(redis: Redis, say: (line: string) => void = () => undefined) {
    this.#redis = redis
    this.#say = say
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
    return this.#list("workers", WorkerCardSchema)
  }

  queues(): Promise<QueueCard[]> {
    return this.#list("queues", QueueCardSchema)
  }

  async removeWorker(name: string): Promise<void> {
    await this.#redis.del(keyOf("workers", name))
  }

  async removeQueue(name: string): Promise<void> {
    await this.#redis.del(keyOf("queues", name))
  }

  /** It gets no jobs for an hour. */
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

  async #list<Card extends { readonly name: string }>(
    kind: "workers" | "queues",
    schema: v.GenericSchema<unknown, Card>,
  ): Promise<Card[]> {
    const names = await this.#redis.smembers(`${PREFIX}:${kind}`)
    if (names.length === 0) return []
    const texts = await this.#redis.mget(names.map((name) => keyOf(kind, name)))
    const gone = names.filter((_, index) => texts[index] === null)
    // One that comes back this very moment is on the list again with its next beat.
    if (gone.length > 0) await this.#redis.srem(`${PREFIX}:${kind}`, gone)
    return names.flatMap((name, index) => {
      const written = texts[index]
      if (written === null || written === undefined) return []
      const card = readCard(schema, written, name)
      if (!card.ok) this.#skip(kind, name, card.error)
      return card.ok ? [card.value] : []
    })
  }

  /** Reports a malformed card, once; the others are still read. */
  #skip(kind: "workers" | "queues", name: string, reason: string): void {
    const line = `the card of ${kind === "queues" ? "queue" : "worker"} ${name} is skipped: ${reason}`
    if (this.#told.has(line) || this.#told.size >= MOST_TOLD) return
    this.#told.add(line)
    this.#say(line)
  }
}

/** Malformed cards beyond this number are not reported. */
const MOST_TOLD = 100

function readCard<Card extends { readonly name: string }>(
  schema: v.GenericSchema<unknown, Card>,
  written: string,
  name: string,
): Result<Card, string> {
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch {
    return err("it is no JSON")
  }
  const card = check(schema, value)
  return card.ok && card.value.name !== name ? err("it has the name of another") : card
}

function keyOf(kind: string, name: string): string {
  return `${PREFIX}:${kind}:${name}`
}
