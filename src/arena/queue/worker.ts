// The side that works (ARE-4): takes jobs from the queues that it can serve, does several at once, and brings them
// back.
//
// A job is on lease: as long as the worker renews it, it is its own; from one that was killed or cut off it goes back
// to the queue by itself. BullMQ keeps the leases. Its own loop, however, serves one queue only and holds jobs that it
// can't begin yet, so jobs are fetched here one by one, whenever a lane is free.

import { randomUUID } from "node:crypto"
import { availableParallelism, hostname } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { Job, UnrecoverableError, Worker } from "bullmq"
import type { Redis } from "ioredis"
import { printable } from "../../base/printable.ts"
import { VERSION } from "../../base/version.ts"
import { PLAYER_NAMES } from "../../players/index.ts"
import type { Abilities } from "./abilities.ts"
import { messageOf } from "../../base/failure.ts"
import { disconnect } from "./connection.ts"
import {
  KEEP_SECONDS,
  LEASE_MS,
  MOST_LOSSES,
  RENEW_MS,
  STALLED_MS,
  type Holder,
  type JobEnd,
  type Trade,
} from "./job.ts"
import { BEAT_MS, PREFIX, Roster, type QueueCard, type WorkerCard } from "./roster.ts"

export interface QueueWorkerOptions {
  /** Its own from now on. */
  readonly redis: Redis
  readonly name: string
  /** Jobs at once. */
  readonly concurrency: number
  readonly signature: string
  readonly abilities: Abilities
  /** The kinds of jobs that it does. */
  readonly trades: readonly Trade[]
  readonly say: (line: string) => void
}

export interface WorkerEnd {
  /** How many jobs it brought back. */
  readonly done: number
  /** Why it had to leave; undefined when it was asked to. */
  readonly refusal?: string
}

type LeasedJob = Job<unknown, object, string, Holder>
type LineWorker = Worker<unknown, object>

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
  readonly #queues = new Map<string, LineWorker>()
  readonly #lacks = new Map<string, string>()
  /** The trade of each queue that it served: a job may outlive its queue's card. */
  readonly #trades = new Map<string, Trade>()
  /** Jobs that are being done, by the token of their lease. */
  readonly #held = new Map<string, LeasedJob>()
  readonly #said = new Set<string>()
  /** All lanes have ended. */
  readonly #over = new AbortController()
  #isFinishing = false
  #refusal: string | undefined
  #done = 0

  constructor(options: QueueWorkerOptions) {
    // Most of what it tells comes from Redis, or from engines.
    this.#options = { ...options, say: (line) => options.say(printable(line, LONGEST_LINE)) }
    this.#roster = new Roster(options.redis, this.#options.say)
  }

  /** Takes and does jobs until it is to finish, or is refused. */
  async run(): Promise<WorkerEnd> {
    let beats: Promise<void> | undefined
    try {
      await this.#join()
      beats = this.#beat()
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#workOn()))
    } catch (error) {
      // A connection that was cut by `leave` is no fault.
      if (!this.#isFinishing) throw error
    } finally {
      this.#over.abort()
      await beats
      await this.#close()
    }
    return { done: this.#done, ...(this.#refusal === undefined ? {} : { refusal: this.#refusal }) }
  }

  /** Takes no more jobs; `run` ends when those that are being done are over. Answers how many they are. */
  finish(): number {
    this.#isFinishing = true
    return this.#held.size
  }

  /** Gives the jobs back that are being done, so that others begin them at once; `run` ends. */
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

  /** Announces itself, and sees who waits for work. */
  async #look(): Promise<void> {
    const { signature } = this.#options
    await this.#heedQuarantine()
    const cards = await this.#roster.queues()
    const own = cards.filter((card) => card.signature === signature)
    if (cards.length > 0 && own.length === 0 && this.#done === 0)
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
        this.#options.say(`no ${card.title} for this worker: ${lack}`)
      }
    }
  }

  /** Why it takes no jobs of this queue. One that can't be opened is tried again later, and keeps it from no other. */
  async #serveOne(card: QueueCard): Promise<string | undefined> {
    const { name, kind } = card
    const trade = this.#options.trades.find(({ word }) => word === kind)
    if (!trade) return `it does no jobs of the kind ${kind}`
    try {
      const lack = await trade.lackOf(card)
      if (lack !== undefined) return lack
      this.#queues.set(name, await this.#open(name))
      this.#trades.set(name, trade)
      return undefined
    } catch (error) {
      if (this.#options.redis.status === "end") throw error
      this.#sayOnce(`queue ${name} can't be served: ${messageOf(error)}`)
      return undefined
    }
  }

  async #open(name: string): Promise<LineWorker> {
    const worker: LineWorker = new Worker(name, null, {
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

  async #workOn(): Promise<void> {
    while (!this.#isFinishing) {
      const token = randomUUID()
      const job = await this.#take(token)
      if (job) await this.#hold(job, token)
      else await sleep(IDLE_MS)
    }
  }

  async #take(token: string): Promise<LeasedJob | undefined> {
    for (const [name, worker] of this.#queues) {
      try {
        const job = (await worker.getNextJob(token, { block: false })) as LeasedJob | undefined
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
  async #failUnreadable(worker: LineWorker, token: string): Promise<void> {
    const { redis } = this.#options
    const queue = `${PREFIX}:${worker.name}`
    for (const id of await redis.lrange(`${queue}:active`, 0, -1)) {
      if ((await redis.get(`${queue}:${id}:lock`)) !== token) continue
      const job = new Job<unknown, object>(worker, "job", {}, { removeOnFail: { age: KEEP_SECONDS } }, id)
      await this.#refuseJob(job as LeasedJob, token, `it is no ${this.#wordOf(worker.name)}: it is no JSON`)
    }
  }

  async #hold(job: LeasedJob, token: string): Promise<void> {
    this.#held.set(token, job)
    const renewal = setInterval(() => void job.extendLock(token, LEASE_MS).catch(() => undefined), RENEW_MS)
    try {
      await this.#bringBack(job, token)
    } catch (error) {
      if (!this.#isFinishing)
        this.#options.say(`job ${job.id} was no longer this worker's: ${messageOf(error)}`)
    } finally {
      clearInterval(renewal)
      this.#held.delete(token)
    }
  }

  async #bringBack(job: LeasedJob, token: string): Promise<void> {
    const { name } = this.#options
    if (job.deferredFailure) {
      await job.moveToFailed(
        new UnrecoverableError(`${MOST_LOSSES} workers lost it one after another`),
        token,
      )
      return
    }
    const accepted = await this.#trades.get(job.queueName)!.accept(job.data)
    if (!accepted.ok) return this.#refuseJob(job, token, accepted.error)
    await job.updateProgress({ worker: name })
    const end = this.#isFinishing ? undefined : await this.#do(accepted.value)
    if (end?.kind === "done") {
      await job.moveToCompleted({ ...end.value, worker: name }, token, false)
      this.#done++
    } else if (end) await this.#failJob(job, token, `worker ${name}: ${end.reason}`)
    else await job.moveToWait(token)
  }

  /** For good: the job would be as bad for every other worker, however often it asks to be tried. */
  async #refuseJob(job: LeasedJob, token: string, reason: string): Promise<void> {
    this.#sayOnce(`a ${this.#wordOf(job.queueName)} of ${job.queueName} is refused: ${reason}`)
    await this.#failJob(job, token, `worker ${this.#options.name} refused it: ${reason}`)
  }

  async #failJob(job: LeasedJob, token: string, reason: string): Promise<void> {
    await job.moveToFailed(new UnrecoverableError(printable(reason, LONGEST_LINE)), token)
  }

  #wordOf(queue: string): string {
    return this.#trades.get(queue)?.word ?? "job"
  }

  /** Undefined where the end says nothing about the job. */
  async #do(work: () => Promise<JobEnd | undefined>): Promise<JobEnd | undefined> {
    try {
      const end = await work()
      if (!end || (end.kind === "done" && !end.isCrash)) return end
      await sleep(INTERRUPT_MS)
      return this.#isFinishing ? undefined : end
    } catch (error) {
      this.#refuse(`nothing can be done here: ${messageOf(error)}`)
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
    const { name, concurrency, signature, abilities } = this.#options
    return {
      name,
      host: hostname(),
      cores: availableParallelism(),
      concurrency,
      version: VERSION,
      signature,
      players: PLAYER_NAMES,
      programs: abilities.programs,
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
