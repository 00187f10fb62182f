// How workers behave, and which of them should get no more games. An engine that crashes everywhere is a bad engine;
// one that crashes on a single machine tells of the machine.

import type { Verdict } from "../verdict.ts"
import { LEASE_MS } from "./game-queue.ts"

export interface WorkerRecord {
  games: number
  /** Games with a crash or a stall. */
  faults: number
  /** Times that it lost its games. */
  losses: number
  /** Invalid results. */
  refused: number
}

/** From this number of faults, lost leases or refused results on, they are no accident. */
const SUSPICIOUS = 3
/** How many times more often than with others a fault-prone worker's games fail. */
const WORSE = 4

export class Conduct {
  readonly #records = new Map<string, WorkerRecord>()
  readonly #lostAt = new Map<string, number>()

  addGame(worker: string, { kind }: Verdict): void {
    const record = this.recordOf(worker)
    record.games++
    if (kind === "crash" || kind === "stall") record.faults++
  }

  /** A lease was lost at this time, in milliseconds. All games that a killed worker had are lost once. */
  addLoss(worker: string, at: number): void {
    const last = this.#lostAt.get(worker) ?? -Infinity
    if (at - last <= LEASE_MS) return
    this.#lostAt.set(worker, at)
    this.recordOf(worker).losses++
  }

  /** It brought back what is no game. */
  addRefusal(worker: string): void {
    this.recordOf(worker).refused++
  }

  recordOf(worker: string): WorkerRecord {
    const record = this.#records.get(worker) ?? { games: 0, faults: 0, losses: 0, refused: 0 }
    this.#records.set(worker, record)
    return record
  }

  /** Why this worker should be quarantined; undefined when it should not. */
  complaint(worker: string): string | undefined {
    const { games, faults, losses, refused } = this.recordOf(worker)
    if (refused >= SUSPICIOUS) return `${refused} of its results were invalid`
    if (losses >= SUSPICIOUS) return `it lost its games ${losses} times`
    if (faults < SUSPICIOUS) return undefined
    const others = [...this.#records].filter(([name]) => name !== worker).map(([, record]) => record)
    const sum = (of: (record: WorkerRecord) => number): number =>
      others.reduce((all, one) => all + of(one), 0)
    // One fault more than they have: from a few games nothing can be said.
    const otherRate = (sum((one) => one.faults) + 1) / (sum((one) => one.games) + 1)
    if (faults / games <= WORSE * otherRate) return undefined
    return `${faults} of its ${games} games crashed or stalled, as they did not with others`
  }
}
