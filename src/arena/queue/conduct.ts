// How workers behave, and which of them should get no more jobs. An engine that crashes everywhere is a bad engine;
// one that crashes on a single machine tells of the machine.

import { LEASE_MS } from "./job.ts"

export interface WorkerRecord {
  /** Jobs that it brought back. */
  done: number
  /** Of these, with a crash or a stall. */
  faults: number
  /** Times that it lost its jobs. */
  losses: number
  /** Invalid results. */
  refused: number
}

/** From this number of faults, lost leases or refused results on, they are no accident. */
const SUSPICIOUS = 3
/** How many times more often than with others a fault-prone worker's jobs fail. */
const WORSE = 4

export class Conduct {
  readonly #records = new Map<string, WorkerRecord>()
  readonly #lostAt = new Map<string, number>()
  readonly #word: string

  /** `word` is what a job is called. */
  constructor(word: string) {
    this.#word = word
  }

  addJob(worker: string, isFault: boolean): void {
    const record = this.recordOf(worker)
    record.done++
    if (isFault) record.faults++
  }

  /** A lease was lost at this time, in milliseconds. All jobs that a killed worker had are lost once. */
  addLoss(worker: string, at: number): void {
    const last = this.#lostAt.get(worker) ?? -Infinity
    if (at - last <= LEASE_MS) return
    this.#lostAt.set(worker, at)
    this.recordOf(worker).losses++
  }

  /** It brought back what is no result. */
  addRefusal(worker: string): void {
    this.recordOf(worker).refused++
  }

  recordOf(worker: string): WorkerRecord {
    const record = this.#records.get(worker) ?? { done: 0, faults: 0, losses: 0, refused: 0 }
    this.#records.set(worker, record)
    return record
  }

  /** Why this worker should be quarantined; undefined when it should not. */
  complaint(worker: string): string | undefined {
    const { done, faults, losses, refused } = this.recordOf(worker)
    if (refused >= SUSPICIOUS) return `${refused} of its results were invalid`
    if (losses >= SUSPICIOUS) return `it lost its ${this.#word}s ${losses} times`
    if (faults < SUSPICIOUS) return undefined
    const others = [...this.#records].filter(([name]) => name !== worker).map(([, record]) => record)
    const sum = (of: (record: WorkerRecord) => number): number =>
      others.reduce((all, one) => all + of(one), 0)
    // One fault more than they have: from a few jobs nothing can be said.
    const otherRate = (sum((one) => one.faults) + 1) / (sum((one) => one.done) + 1)
    if (faults / done <= WORSE * otherRate) return undefined
    return `${faults} of its ${done} ${this.#word}s crashed or stalled, as they did not with others`
  }
}
