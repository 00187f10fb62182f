// What coordinator and worker must agree on, whatever a job is: how long a lease lasts, who holds a job, and what each
// side must know of a kind of job. `game-queue.ts` has games; the lab has units of experiments.

import * as v from "valibot"
import type { Result } from "../../base/result.ts"
import type { Fields } from "../schema.ts"
import { LONGEST_NAME, type QueueCard } from "./roster.ts"

/** A worker that does not renew its lease for this long has lost the job. */
export const LEASE_MS = 4000
export const RENEW_MS = 1000
/** How often leases are looked at. */
export const STALLED_MS = 1000
/** How long results wait for a coordinator that was stopped. */
export const KEEP_SECONDS = 3600
/** A job that this number of workers lost one after another is itself the cause. */
export const MOST_LOSSES = 20

/** Jobs that a coordinator is asked for at once: it knows itself how many its workers can take. */
export const MOST_ASKED = 1000

/** A kind of job on the side that asks for it. */
export interface JobKind<Task, Value> {
  /** In messages, such as "game"; its plural has an s. */
  readonly word: string
  /** In messages, such as "game 3". */
  nameOf(task: Task): string
  /** The queue of the task: a worker serves all jobs of a queue, or none. */
  cardOf(task: Task, signature: string): QueueCard
  /** One for each task, whatever its queue: a task is never twice on a queue. BullMQ takes no ids that are numbers. */
  jobIdOf(task: Task): string
  /** What the worker gets, as plain JSON. */
  orderOf(task: Task): object
  /** Redis is not trusted: a malformed return, or one of another task, is refused. */
  readReturn(value: unknown, task: Task): Result<Returned<Value>, string>
  /** Whether the machine may be the cause of what came back. */
  isFault(value: Value): boolean
}

export interface Returned<Value> {
  readonly value: Value
  readonly worker: string
}

/** A kind of job on the side that does it. */
export interface Trade {
  readonly word: string
  /** Why this machine takes no jobs of a queue; undefined when it does. */
  lackOf(card: QueueCard): Promise<string | undefined>
  /** Reads an order, which may be another than the card of its queue promised. The error refuses it for good. */
  accept(order: unknown): Promise<Result<() => Promise<JobEnd | undefined>, string>>
}

/** How a job ended. */
export type JobEnd =
  /** `value` and the worker's name go back. After a crash the worker waits to see whether Ctrl-C was the cause. */
  | { readonly kind: "done"; readonly value: object; readonly isCrash: boolean }
  /** It would fail everywhere. */
  | { readonly kind: "failed"; readonly reason: string }

/** A job's progress: the worker that has it. */
export interface Holder {
  readonly worker: string
}

/** A worker's name as it comes out of Redis. */
export const workerName = v.pipe(v.string(), v.maxLength(LONGEST_NAME))

const HolderSchema = v.object({
  worker: workerName,
} satisfies Fields<Holder>)

/** The worker that has a job, as far as its progress tells. */
export function holderOf(progress: unknown): string | undefined {
  return v.is(HolderSchema, progress) ? progress.worker : undefined
}
