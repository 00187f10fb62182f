// The side that plays (ARE-4): takes games from the queues that it can serve, plays several at once, and brings them
// back.
//
// A game is on lease: as long as the worker renews it, it is its own; from one that was killed or cut off it goes back
// to the queue by itself. BullMQ keeps the leases. Its own loop, however, serves one queue only and holds games that it
// can't begin yet, so games are fetched here one by one, whenever a lane is free.

import { randomUUID } from "node:crypto"
import { availableParallelism, hostname } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { Job, UnrecoverableError, Worker } from "bullmq"
import type { Redis } from "ioredis"
import { printable } from "../../base/printable.ts"
import { VERSION } from "../../base/version.ts"
import { PLAYER_NAMES } from "../../players/index.ts"
import { Abilities } from "./abilities.ts"
import { messageOf } from "../../base/failure.ts"
import { disconnect } from "./connection.ts"
import {
  KEEP_SECONDS,
  LEASE_MS,
  MOST_LOSSES,
  readGameOrder,
  RENEW_MS,
  STALLED_MS,
  type GameOrder,
  type GameReturn,
  type Holder,
} from "./game-queue.ts"
import { BEAT_MS, PREFIX, Roster, type QueueCard, type WorkerCard } from "./roster.ts"
import type { GameTask } from "../definition.ts"
import type { Played } from "../played.ts"

export interface QueueWorkerOptions {
  /** Its own from now on. */
  readonly redis: Redis
  readonly name: string
  /** Games at once. */
  readonly concurrency: number
  readonly signature: string
  /** Programs that may be started as engines, by name or path; default: none. */
  readonly engines?: readonly string[]
  /** Plays one game; undefined when it was dropped. */
  readonly play: (task: GameTask, stallSeconds: number) => Promise<Played | undefined>
  readonly say: (line: string) => void
}

export interface WorkerEnd {
  readonly games: number
  /** Why it had to leave; undefined when it was asked to. */
  readonly refusal?: string
}

type GameJob = Job<GameOrder, GameReturn, string, Holder>
type GameWorker = Worker<GameOrder, GameReturn>

/** How long a free lane waits before it looks again. */
const IDLE_MS = 50
/** A name whose worker was killed is free again after a while. */
const JOIN_MS = 8000
/** Ctrl-C reaches the engines too: this long after a crash we look whether it was the cause. */
const INTERRUPT_MS = 200
const LONGEST_LINE = 1000
/** Different messages that are told once each; a queue that causes more is full of nonsense. */
const MOST_SAID = 1000

export class QueueWorker {
  readonly #options: QueueWorkerOptions
  readonly #roster: Roster
  readonly #queues = new Map<string, GameWorker>()
  readonly #lacks = new Map<string, string>()
  readonly #abilities: Abilities
  /** Games that are being played, by the token of their lease. */
  readonly #held = new Map<string, GameJob>()
  readonly #said = new Set<string>()
  /** All lanes have ended. */
  readonly #over = new AbortController()
  #isFinishing = false
  #refusal: string | undefined
  #games = 0

  constructor(options: QueueWorkerOptions) {
    // Most of what it tells comes from Redis, or from engines.
    this.#options = { ...options, say: (line) => options.say(printable(line, LONGEST_LINE)) }
    this.#roster = new Roster(options.redis, this.#options.say)
    this.#abilities = new Abilities(options.engines)
  }

  /** Takes and plays games until it is to finish, or is refused. */
  async run(): Promise<WorkerEnd> {
    let beats: Promise<void> | undefined
    try {
      await this.#join()
      beats = this.#beat()
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#playOn()))
    } catch (error) {
      // A connection that was cut by `leave` is no fault.
      if (!this.#isFinishing) throw error
    } finally {
      this.#over.abort()
      await beats
      await this.#close()
    }
    return { games: this.#games, ...(this.#refusal === undefined ? {} : { refusal: this.#refusal }) }
  }

  /** Takes no more games; `run` ends when those that are being played are over. Answers how many they are. */
  finish(): number {
    this.#isFinishing = true
    return this.#held.size
  }

  /** Gives the games back that are being played, so that others begin them at once; `run` ends. */
  async leave(): Promise<void> {
    this.#isFinishing = true
    const { name, redis } = this.#options
    const held = [...this.#held].map(([token, job]) => job.moveToWait(token))
    const given = Promise.allSettled([...held, this.#roster.removeWorker(name)])
    // Without Redis the leases run out by themselves.
    await Promise.race([given, sleep(BEAT_MS)])
    disconnect(redis)
  }

  async #join(): Promise<void> {
    const { name } = this.#options
    await this.#heedQuarantine()
    const deadline = Date.now() + JOIN_MS
    while (!this.#isFinishing && !(await this.#roster.join(this.#card()))) {
      if (Date.now() > deadline) return this.#refuse(`a worker named ${name} is there already`)
      await sleep(IDLE_MS)
    }
  }

  async #beat(): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      try {
        await this.#look()
      } catch (error) {
        // Such as a Redis that is still reading its files.
        if (this.#options.redis.status === "end") return
        this.#sayOnce(`trouble with Redis: ${messageOf(error)}`)
      }
      await sleep(BEAT_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Announces itself, and sees who waits for games. */
  async #look(): Promise<void> {
    const { signature } = this.#options
    await this.#heedQuarantine()
    const cards = await this.#roster.queues()
    const own = cards.filter((card) => card.signature === signature)
    if (cards.length > 0 && own.length === 0 && this.#games === 0)
      this.#refuse(
        `refused: this Montego (${VERSION}) plays otherwise than the coordinator's (${cards[0]!.version}): ` +
          `its signature is ${signature}, the coordinator's ${cards[0]!.signature}. Install the same version`,
      )
    if (!this.#isFinishing) await this.#serve(own)
    await this.#roster.announceWorker(this.#card())
  }

  async #heedQuarantine(): Promise<void> {
    const { name } = this.#options
    const reason = await this.#roster.quarantineOf(name)
    if (reason !== undefined) this.#refuse(`worker ${name} is in quarantine for an hour: ${reason}`)
  }

  async #serve(cards: readonly QueueCard[]): Promise<void> {
    for (const name of [...this.#queues.keys(), ...this.#lacks.keys()])
      if (!cards.some((card) => card.name === name) && !this.#holdsOf(name)) await this.#drop(name)
    for (const card of cards) {
      if (this.#queues.has(card.name) || this.#lacks.has(card.name)) continue
      const lack = await this.#serveOne(card)
      if (lack !== undefined) {
        this.#lacks.set(card.name, lack)
        this.#options.say(`no games of ${card.players.join(" and ")} for this worker: ${lack}`)
      }
    }
  }

  /** Why it takes no games of this queue. One that can't be opened is tried again later, and keeps it from no other. */
  async #serveOne({ name, players }: QueueCard): Promise<string | undefined> {
    try {
      const lack = await this.#lackOf(players)
      if (lack === undefined) this.#queues.set(name, await this.#open(name))
      return lack
    } catch (error) {
      if (this.#options.redis.status === "end") throw error
      this.#sayOnce(`queue ${name} can't be served: ${messageOf(error)}`)
      return undefined
    }
  }

  async #lackOf(players: readonly string[]): Promise<string | undefined> {
    for (const player of players) {
      const lack = await this.#abilities.lackOf(player)
      if (lack !== undefined) return lack
    }
    return undefined
  }

  async #open(name: string): Promise<GameWorker> {
    const worker: GameWorker = new Worker(name, null, {
      connection: this.#options.redis,
      prefix: PREFIX,
      name: this.#options.name,
      lockDuration: LEASE_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MOST_LOSSES,
    })
    // The connection has told it already.
    worker.on("error", () => undefined)
    await worker.startStalledCheckTimer()
    return worker
  }

  #holdsOf(name: string): boolean {
    return [...this.#held.values()].some((job) => job.queueName === name)
  }

  /** Leaves a queue whose coordinator is gone. */
  async #drop(name: string): Promise<void> {
    this.#lacks.delete(name)
    const worker = this.#queues.get(name)
    this.#queues.delete(name)
    await worker?.close(true)
  }

  async #playOn(): Promise<void> {
    while (!this.#isFinishing) {
      const token = randomUUID()
      const job = await this.#take(token)
      if (job) await this.#hold(job, token)
      else await sleep(IDLE_MS)
    }
  }

  async #take(token: string): Promise<GameJob | undefined> {
    for (const [name, worker] of this.#queues) {
      try {
        const job = (await worker.getNextJob(token, { block: false })) as GameJob | undefined
        if (!job) continue
        // The next one to ask begins with another queue.
        if (this.#queues.delete(name)) this.#queues.set(name, worker)
        return job
      } catch (error) {
        if (this.#options.redis.status === "end") throw error
        // A job that is no JSON is ours all the same.
        if (error instanceof SyntaxError) await this.#failUnreadable(worker, token)
        else this.#sayOnce(`trouble with Redis: ${messageOf(error)}`)
      }
    }
    return undefined
  }

  /** BullMQ has leased us a job that it could not read, and did not say which. */
  async #failUnreadable(worker: GameWorker, token: string): Promise<void> {
    const { redis } = this.#options
    const queue = `${PREFIX}:${worker.name}`
    for (const id of await redis.lrange(`${queue}:active`, 0, -1)) {
      if ((await redis.get(`${queue}:${id}:lock`)) !== token) continue
      const job = new Job(worker, "game", {} as GameOrder, { removeOnFail: { age: KEEP_SECONDS } }, id)
      await this.#refuseJob(job as GameJob, token, "it is no game: it is no JSON")
    }
  }

  async #hold(job: GameJob, token: string): Promise<void> {
    this.#held.set(token, job)
    const renewal = setInterval(() => void job.extendLock(token, LEASE_MS).catch(() => undefined), RENEW_MS)
    try {
      await this.#bringBack(job, token)
    } catch (error) {
      if (!this.#isFinishing)
        this.#options.say(`game ${job.id} was no longer this worker's: ${messageOf(error)}`)
    } finally {
      clearInterval(renewal)
      this.#held.delete(token)
    }
  }

  async #bringBack(job: GameJob, token: string): Promise<void> {
    const { name } = this.#options
    if (job.deferredFailure) {
      await job.moveToFailed(
        new UnrecoverableError(`${MOST_LOSSES} workers lost it one after another`),
        token,
      )
      return
    }
    const order = readGameOrder(job.data)
    if (!order.ok) return this.#refuseJob(job, token, `it is no game: ${order.error}`)
    // The card of a queue may say one thing, and a game in it another.
    const lack = await this.#lackOf(specsOf(order.value.task))
    if (lack !== undefined) return this.#refuseJob(job, token, lack)
    await job.updateProgress({ worker: name })
    const played = this.#isFinishing ? undefined : await this.#play(order.value)
    if (played) {
      await job.moveToCompleted({ played, worker: name }, token, false)
      this.#games++
    } else await job.moveToWait(token)
  }

  /** For good: the job would be as bad for every other worker, however often it asks to be tried. */
  async #refuseJob(job: GameJob, token: string, reason: string): Promise<void> {
    this.#sayOnce(`a game of ${job.queueName} is refused: ${reason}`)
    const text = printable(`worker ${this.#options.name} refused it: ${reason}`, LONGEST_LINE)
    await job.moveToFailed(new UnrecoverableError(text), token)
  }

  /** Undefined where the game says nothing about its players. */
  async #play({ task, stallSeconds }: GameOrder): Promise<Played | undefined> {
    try {
      const played = await this.#options.play(task, stallSeconds)
      if (played?.verdict.kind !== "crash") return played
      await sleep(INTERRUPT_MS)
      return this.#isFinishing ? undefined : played
    } catch (error) {
      this.#refuse(`no game can be played here: ${messageOf(error)}`)
      return undefined
    }
  }

  #refuse(reason: string): void {
    this.#refusal ??= reason
    this.#isFinishing = true
  }

  #sayOnce(line: string): void {
    if (this.#said.has(line) || this.#said.size >= MOST_SAID) return
    this.#said.add(line)
    this.#options.say(line)
  }

  #card(): WorkerCard {
    const { name, concurrency, signature } = this.#options
    return {
      name,
      host: hostname(),
      cores: availableParallelism(),
      concurrency,
      version: VERSION,
      signature,
      players: PLAYER_NAMES,
      programs: this.#abilities.programs,
      lacks: Object.fromEntries(this.#lacks),
    }
  }

  async #close(): Promise<void> {
    const { redis, name } = this.#options
    await Promise.allSettled([...this.#queues.values()].map((worker) => worker.close(true)))
    // A refused worker's card stays for a moment, so that the coordinator sees which one it refused.
    if (this.#refusal === undefined && redis.status === "ready")
      await this.#roster.removeWorker(name).catch(() => undefined)
    disconnect(redis)
  }
}

/** Everything that the game may start: a referee is an engine, too. */
function specsOf({ match: { a, b, referee } }: GameTask): string[] {
  return referee === undefined ? [a, b] : [a, b, referee]
}
