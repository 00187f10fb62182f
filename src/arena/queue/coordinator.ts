// The coordinator's side of many machines (ARE-4): puts a job on a queue in Redis and waits until some worker has
// brought it back.
//
// Redis only carries messages. The journal decides which jobs are done: a task's id is its job's id, so that it is
// never twice on a queue; a job that Redis lost is queued again; a second result of a job is ignored.

import { setTimeout as sleep } from "node:timers/promises"
import { Job, Queue, QueueEvents } from "bullmq"
import type { Redis } from "ioredis"
import { printable } from "../../base/printable.ts"
import { Conduct } from "./conduct.ts"
import { messageOf } from "../../base/failure.ts"
import { disconnect } from "./connection.ts"
import { holderOf, KEEP_SECONDS, LEASE_MS, type JobKind } from "./job.ts"
import { BEAT_MS, PREFIX, Roster, type QueueCard, type WorkerCard } from "./roster.ts"

export interface CoordinatorOptions<Task, Value> {
  /** Its own from now on. */
  readonly redis: Redis
  readonly kind: JobKind<Task, Value>
  readonly signature: string
  readonly say: (line: string) => void
}

export type WorkerState = "working" | "gone" | "refused" | "quarantined" | "unable"

/** A worker as the table shows it. */
export interface WorkerStatus {
  readonly name: string
  readonly state: WorkerState
  /** Why it gets no jobs, or not all of them. */
  readonly reason?: string
  readonly cores: number
  readonly concurrency: number
  /** Jobs that it has brought back, of these with a fault, and times that it lost its jobs. */
  readonly done: number
  readonly faults: number
  readonly losses: number
  /** Invalid results. */
  readonly refused: number
  /** Jobs that it has now. */
  readonly inFlight: number
}

export interface QueueStatus {
  readonly inFlight: number
  readonly workers: readonly WorkerStatus[]
}

interface Pending<Task, Value> {
  readonly id: string
  readonly task: Task
  readonly line: Line
  readonly promise: Promise<Value | undefined>
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (error: Error) => void
  worker?: string
  /** How many invalid results came for it. */
  refusals: number
  /** The last of them is being taken out of Redis; the job is put there again when it is gone. */
  isWithdrawn: boolean
}

/** A queue and what happens in it. */
interface Line {
  readonly card: QueueCard
  readonly queue: Queue<object>
  readonly events: QueueEvents
  /** How many jobs are on it, and may be. */
  queued: number
  room: number
}

/** Jobs queued for each that is being done: the next one is there when a worker is free. */
const AHEAD = 2
/** Jobs queued before the first worker is there. */
const FEWEST = 2
/** Redis keeps the last ones; each has a whole result in it. */
const EVENTS = 500
/** How long a Redis that does not answer may keep us from ending. */
const CLOSE_MS = 2000
/** After Redis was away, leases that ran out meanwhile do not count against the workers for this time. */
const FORGIVEN_MS = 3 * LEASE_MS
/** A job whose result was refused this often is not queued again. */
const MOST_REFUSALS = 10
const LONGEST_LINE = 1000

export class Coordinator<Task, Value> {
  readonly #options: CoordinatorOptions<Task, Value>
  readonly #roster: Roster
  readonly #conduct: Conduct
  readonly #lines = new Map<string, Line>()
  /** By the job's id. */
  readonly #pending = new Map<string, Pending<Task, Value>>()
  /** Jobs that wait until workers have room. */
  readonly #waiting: (() => void)[] = []
  /** All workers that were ever seen. */
  readonly #cards = new Map<string, WorkerCard>()
  readonly #here = new Set<string>()
  readonly #quarantined = new Map<string, string>()
  readonly #complaints = new Set<string>()
  readonly #beats: Promise<void>
  readonly #closing = new AbortController()
  readonly #toldLacks = new Set<string>()
  #forgiveUntil = 0

  constructor(options: CoordinatorOptions<Task, Value>) {
    // Most of what it tells comes from workers, by Redis.
    this.#options = { ...options, say: (line) => options.say(printable(line, LONGEST_LINE)) }
    this.#conduct = new Conduct(options.kind.word)
    this.#roster = new Roster(options.redis, this.#options.say)
    options.redis.on("ready", () => (this.#forgiveUntil = Date.now() + FORGIVEN_MS))
    this.#beats = this.#beat()
  }

  /** Has the task done by some worker; undefined when this was closed meanwhile. */
  async run(task: Task): Promise<Value | undefined> {
    if (this.#isClosing) return undefined
    const line = this.#lineOf(task)
    // Each queue has room of its own: jobs that no worker here can do must not hold up the others.
    while (!this.#isClosing && line.queued >= line.room)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#isClosing) return undefined
    return this.#order(task, line).promise
  }

  get status(): QueueStatus {
    const workers = [...this.#cards.values()].map((card) => this.#statusOf(card))
    return { inFlight: this.#inFlight().length, workers }
  }

  /**
   * Takes back what no worker has begun, and waits for nothing more. Jobs that are being done stay in Redis for a
   * while.
   */
  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#closing.abort()
    const orders = [...this.#pending.values()]
    this.#pending.clear()
    for (const { resolve } of orders) resolve(undefined)
    this.#letIn()
    await Promise.race([this.#takeBack(orders), sleep(CLOSE_MS)])
    disconnect(this.#options.redis)
  }

  async #takeBack(orders: readonly Pending<Task, Value>[]): Promise<void> {
    await this.#beats
    // One that is being done can't be taken back: it refuses.
    await Promise.allSettled(orders.map(({ line, id }) => line.queue.remove(id)))
    const lines = [...this.#lines.values()]
    await Promise.allSettled(lines.map(({ card }) => this.#roster.removeQueue(card.name)))
    await Promise.allSettled(lines.flatMap(({ queue, events }) => [queue.close(), events.close()]))
  }

  #order(task: Task, line: Line): Pending<Task, Value> {
    const id = this.#options.kind.jobIdOf(task)
    const known = this.#pending.get(id)
    if (known) return known
    let resolve: Pending<Task, Value>["resolve"] = () => undefined
    let reject: Pending<Task, Value>["reject"] = () => undefined
    const promise = new Promise<Value | undefined>((...settlers) => ([resolve, reject] = settlers))
    const order = { id, task, line, promise, resolve, reject, refusals: 0, isWithdrawn: false }
    this.#pending.set(id, order)
    line.queued++
    void this.#send(order)
    return order
  }

  /** If it fails, the next beat finds that Redis does not have the job. */
  async #send({ id, task, line }: Pending<Task, Value>): Promise<void> {
    const { kind } = this.#options
    const keep = { age: KEEP_SECONDS }
    const options = { jobId: id, removeOnComplete: keep, removeOnFail: keep }
    await line.queue
      .add(kind.word, kind.orderOf(task), options)
      .catch((error: unknown) => this.#complain(error))
  }

  #lineOf(task: Task): Line {
    const card = this.#options.kind.cardOf(task, this.#options.signature)
    const known = this.#lines.get(card.name)
    if (known) return known
    const settings = { connection: this.#options.redis, prefix: PREFIX }
    const streams = { events: { maxLen: EVENTS } }
    const queue = new Queue<object>(card.name, { ...settings, streams })
    const events = new QueueEvents(card.name, settings)
    // The connection has told it already.
    queue.on("error", () => undefined)
    events.on("error", () => undefined)
    events.on("completed", ({ jobId, returnvalue }) => this.#settle(jobId, returnvalue))
    events.on("failed", ({ jobId, failedReason }) => this.#fail(jobId, failedReason))
    events.on("progress", ({ jobId, data }) => this.#setHolder(jobId, holderOf(data)))
    events.on("stalled", ({ jobId }) => this.#lose(jobId))
    const line = { card, queue, events, queued: 0, room: FEWEST }
    this.#lines.set(card.name, line)
    void this.#roster.announceQueue(card).catch(() => undefined)
    return line
  }

  #settle(id: string, value: unknown): void {
    const order = this.#pending.get(id)
    if (!order || order.isWithdrawn) return
    const { kind } = this.#options
    const read = kind.readReturn(value, order.task)
    if (!read.ok) return this.#refuse(order, order.worker ?? holderOf(value) ?? "without a name", read.error)
    const { worker, value: result } = read.value
    this.#drop(order)
    this.#conduct.addJob(worker, kind.isFault(result))
    order.resolve(result)
  }

  /** An invalid result goes into no journal. The next beats put the job on the queue again. */
  #refuse(order: Pending<Task, Value>, worker: string, reason: string): void {
    const what = `worker ${worker} returned an invalid ${this.#options.kind.nameOf(order.task)}: ${reason}`
    this.#conduct.addRefusal(worker)
    order.refusals++
    if (order.refusals >= MOST_REFUSALS) return this.#fail(order.id, what)
    this.#options.say(what)
    delete order.worker
    this.#withdraw(order)
  }

  #withdraw(order: Pending<Task, Value>): void {
    order.isWithdrawn = true
    void order.line.queue.remove(order.id).catch(() => undefined)
  }

  #fail(id: string, reason: string): void {
    const order = this.#pending.get(id)
    if (!order) return
    this.#drop(order)
    const why = printable(reason, LONGEST_LINE)
    order.reject(new Error(`${this.#options.kind.nameOf(order.task)} can't be done by the workers: ${why}`))
  }

  /** Removes a job whose result is in the journal, or that has failed. */
  #drop({ id, line }: Pending<Task, Value>): void {
    this.#pending.delete(id)
    line.queued--
    void line.queue.remove(id).catch(() => undefined)
    this.#letIn()
  }

  #setHolder(id: string, worker: string | undefined): void {
    const order = this.#pending.get(id)
    if (order && worker !== undefined) order.worker = worker
  }

  #lose(id: string): void {
    const order = this.#pending.get(id)
    if (order?.worker === undefined) return
    if (Date.now() > this.#forgiveUntil) this.#conduct.addLoss(order.worker, Date.now())
    delete order.worker
  }

  async #beat(): Promise<void> {
    while (!this.#isClosing) {
      try {
        for (const { card } of this.#lines.values()) await this.#roster.announceQueue(card)
        await this.#callRoll()
        await Promise.all([...this.#pending.values()].map((order) => this.#check(order)))
        this.#letIn()
      } catch (error) {
        if (this.#options.redis.status === "end") return
        this.#complain(error)
      }
      await sleep(BEAT_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined)
    }
  }

  async #callRoll(): Promise<void> {
    const cards = await this.#roster.workers()
    this.#here.clear()
    for (const card of cards) {
      this.#here.add(card.name)
      const isNew = !this.#cards.has(card.name)
      this.#cards.set(card.name, card)
      await this.#judge(card.name)
      if (isNew) this.#introduce(this.#statusOf(card))
    }
    const working = cards.filter((card) => this.#stateOf(card).state === "working")
    for (const card of cards) this.#tellLacks(card)
    for (const line of this.#lines.values()) {
      const able = working.filter(({ lacks }) => lacks[line.card.name] === undefined)
      line.room = Math.max(FEWEST, AHEAD * able.reduce((sum, { concurrency }) => sum + concurrency, 0))
    }
  }

  /** Once for each worker and queue: tells why jobs are left. */
  #tellLacks({ name, lacks }: WorkerCard): void {
    for (const [line, lack] of Object.entries(lacks)) {
      const card = this.#lines.get(line)?.card
      const text = `worker ${name} takes no ${card?.title}: ${lack}`
      if (!card || this.#toldLacks.has(text)) continue
      this.#toldLacks.add(text)
      this.#options.say(text)
    }
  }

  async #judge(name: string): Promise<void> {
    if (this.#quarantined.has(name)) return
    const complaint = this.#conduct.complaint(name)
    const reason = (await this.#roster.quarantineOf(name)) ?? complaint
    if (reason === undefined) return
    this.#quarantined.set(name, reason)
    await this.#roster.quarantine(name, reason)
    this.#options.say(`worker ${name} is quarantined: ${reason}`)
  }

  #introduce({ name, state, reason, concurrency }: WorkerStatus): void {
    // These states are reported with their reason elsewhere.
    if (state === "quarantined" || state === "unable") return
    const what =
      state === "working"
        ? `joined, ${this.#options.kind.word}s at once: ${concurrency}`
        : `is ${state}: ${reason}`
    this.#options.say(`worker ${name} ${what}`)
  }

  /** For events that were lost on the way, and for jobs that were: Redis may have been restarted without its data. */
  async #check(order: Pending<Task, Value>): Promise<void> {
    const { id } = order
    const job = await this.#jobOf(order)
    if (this.#pending.get(id) !== order) return
    if (job === "unreadable") this.#withdraw(order)
    else if (!job) {
      order.isWithdrawn = false
      await this.#send(order)
    } else if (order.isWithdrawn) this.#withdraw(order)
    else if (job.finishedOn === undefined) this.#setHolder(id, holderOf(job.progress))
    else if (job.failedReason) this.#fail(id, job.failedReason)
    else this.#settle(id, job.returnvalue)
  }

  async #jobOf({ id, line }: Pending<Task, Value>): Promise<Job<object> | "unreadable" | undefined> {
    try {
      return await Job.fromId<object>(line.queue, id)
    } catch (error) {
      // Another program overwrote it with something that is no JSON.
      if (error instanceof SyntaxError) return "unreadable"
      throw error
    }
  }

  /** Reports the same trouble only once: it comes again with every beat. */
  #complain(error: unknown): void {
    const line = `trouble with Redis: ${messageOf(error)}`
    if (this.#isClosing || this.#complaints.has(line)) return
    this.#complaints.add(line)
    this.#options.say(line)
  }

  #letIn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted
  }

  #inFlight(): Pending<Task, Value>[] {
    return [...this.#pending.values()].filter(({ worker }) => worker !== undefined)
  }

  #statusOf(card: WorkerCard): WorkerStatus {
    const { name, cores, concurrency } = card
    const inFlight = this.#inFlight().filter(({ worker }) => worker === name).length
    return { name, ...this.#stateOf(card), cores, concurrency, ...this.#conduct.recordOf(name), inFlight }
  }

  #stateOf({ name, signature, lacks }: WorkerCard): Pick<WorkerStatus, "state" | "reason"> {
    const quarantine = this.#quarantined.get(name)
    if (quarantine !== undefined) return { state: "quarantined", reason: quarantine }
    if (signature !== this.#options.signature)
      return {
        state: "refused",
        reason: `its signature ${signature} is not ours, ${this.#options.signature}`,
      }
    if (!this.#here.has(name)) return { state: "gone" }
    const names = [...this.#lines.keys()]
    const lack = names.map((line) => lacks[line]).find((text) => text !== undefined)
    if (lack === undefined) return { state: "working" }
    const isUnable = names.every((line) => lacks[line] !== undefined)
    return { state: isUnable ? "unable" : "working", reason: lack }
  }
}
