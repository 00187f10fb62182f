// Runs experiments: the units of all of them that no journal has yet, several at once. Experiments that measure time
// come last, one unit at a time.

import { MOST_ASKED } from "../arena/queue/job.ts"
import { messageOf } from "../base/failure.ts"
import { thisMachine } from "../base/node/index.ts"
import type { PreparedRun } from "./definition.ts"
import type { Conclusion, Found, Unit } from "./experiment.ts"
import { UnitJournal, type FinishedUnit } from "./journal.ts"
import { OwnThread, UnitPool, type UnitPlace } from "./pool.ts"
import { makeResult, type LabResult } from "./result.ts"
import type { LabStore } from "./store.ts"

/** How an experiment of a run ended. */
export type RunEnd =
  | { readonly kind: "done"; readonly result: LabResult; readonly conclusion: Conclusion }
  /** A unit threw: the others of this experiment were not begun any more. */
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "stopped"; readonly units: number; readonly of: number }

export interface RunOptions {
  readonly runs: readonly PreparedRun[]
  readonly store: LabStore
  /** Units at once; 0: in this thread. */
  readonly threads: number
  /** Where units run that don't measure time, such as a queue; closed in the end. Default: threads of this process. */
  readonly elsewhere?: UnitPlace | undefined
  readonly signal: AbortSignal
  /** How much of all is done, 0 to 1. */
  readonly onProgress?: (share: number, experiment: string) => void
  readonly onEnd?: (run: PreparedRun, end: RunEnd) => void
  /** Told of lines of journals that are damaged. */
  readonly warn?: (message: string) => void
}

/** Answers one end for each run, in their order. @throws {Error} when a journal can't be used. */
export async function runExperiments(options: RunOptions): Promise<RunEnd[]> {
  const { runs, store, threads, signal } = options
  const courses: Course[] = []
  const place: UnitPlace = threads === 0 ? new OwnThread() : new UnitPool()
  const elsewhere = options.elsewhere
  let closing: Promise<unknown> | undefined
  const stop = (): void => void (closing ??= Promise.all([place.close(), elsewhere?.close()]))
  signal.addEventListener("abort", stop, { once: true })
  if (signal.aborted) stop()
  try {
    for (const run of runs) courses.push(new Course(run, store, options))
    const overall = (): number => {
      const [done, all] = courses.reduce(([a, b], course) => [a + course.done, b + course.all], [0, 0])
      return all === 0 ? 1 : done / all
    }
    for (const course of courses) course.tell = () => options.onProgress?.(overall(), course.id)
    for (const course of courses) if (course.isComplete) course.end()
    const [alone, together] = [
      courses.filter((each) => each.isAlone),
      courses.filter((each) => !each.isAlone),
    ]
    await drain(together, elsewhere ?? place, elsewhere ? MOST_ASKED : Math.max(1, threads), signal)
    await drain(alone, place, 1, signal)
    return courses.map((course) => course.finish())
  } finally {
    signal.removeEventListener("abort", stop)
    for (const course of courses) course.close()
    stop()
    await closing
  }
}

/** Runs the open units of the courses in their order, `lanes` at once. */
async function drain(
  courses: readonly Course[],
  place: UnitPlace,
  lanes: number,
  signal: AbortSignal,
): Promise<void> {
  const next = (): (() => Promise<void>) | undefined => {
    for (const course of courses) {
      const unit = course.take()
      if (unit) return () => course.run(unit, place)
    }
    return undefined
  }
  const lane = async (): Promise<void> => {
    for (let work = next(); work && !signal.aborted; work = next()) await work()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** One experiment on its way. */
class Course {
  readonly #run: PreparedRun
  readonly #options: RunOptions
  readonly #journal: UnitJournal
  readonly #open: Unit[]
  /** Shares of the units in work. */
  readonly #shares = new Map<string, number>()
  #end: RunEnd | undefined
  tell: () => void = () => undefined

  constructor(run: PreparedRun, store: LabStore, options: RunOptions) {
    this.#run = run
    this.#options = options
    const journal = UnitJournal.open(store.journalPath(run.definition), run.definition)
    if (!journal.ok) throw new Error(journal.error)
    this.#journal = journal.value
    for (const line of this.#journal.damaged)
      options.warn?.(
        `${this.#journal.path}: line ${line} is damaged and does not count; its unit is run again`,
      )
    this.#open = run.units.filter(({ id }) => !journal.value.get(id))
  }

  get id(): string {
    return this.#run.experiment.id
  }

  get isAlone(): boolean {
    return this.#run.experiment.isAlone ?? false
  }

  get isComplete(): boolean {
    return this.#run.units.every(({ id }) => this.#journal.get(id))
  }

  get all(): number {
    return this.#run.units.reduce((sum, unit) => sum + weightOf(unit), 0)
  }

  get done(): number {
    return this.#run.units.reduce((sum, unit) => {
      const share = this.#journal.get(unit.id) ? 1 : (this.#shares.get(unit.id) ?? 0)
      return sum + weightOf(unit) * share
    }, 0)
  }

  /** The next unit to run; none after a failure. */
  take(): Unit | undefined {
    return this.#end ? undefined : this.#open.shift()
  }

  async run(unit: Unit, place: UnitPlace): Promise<void> {
    try {
      const worked = await place.run({ ...this.#run, unit }, (share) => {
        this.#shares.set(unit.id, share)
        this.tell()
      })
      if (!worked || this.#options.signal.aborted) return
      this.#journal.add({ unit: unit.id, ...worked, at: new Date().toISOString() })
      this.tell()
      if (this.isComplete) this.end()
    } catch (error) {
      this.#conclude({ kind: "failed", reason: `${unit.id}: ${messageOf(error)}` })
    }
  }

  /** All units are there: concludes, and writes the result. */
  end(): void {
    const { experiment, definition, units } = this.#run
    const finished = units.map(({ id }): FinishedUnit => this.#journal.get(id)!)
    const found = units.map(({ id, task }, i): Found => ({ id, task, finding: finished[i]!.finding }))
    const conclusion = experiment.conclude(found, definition.sizes)
    const machine = thisMachine()
    const result = makeResult({ experiment, definition, found, finished, conclusion, machine })
    this.#options.store.write(result)
    this.#conclude({ kind: "done", result, conclusion })
  }

  /** How it ended; stopped where it did not. */
  finish(): RunEnd {
    if (!this.#end) {
      const { units } = this.#run
      const there = units.filter(({ id }) => this.#journal.get(id)).length
      this.#conclude({ kind: "stopped", units: there, of: units.length })
    }
    return this.#end!
  }

  close(): void {
    this.#journal.close()
  }

  #conclude(end: RunEnd): void {
    if (this.#end) return
    this.#end = end
    this.#options.onEnd?.(this.#run, end)
  }
}

function weightOf({ weight = 1 }: Unit): number {
  return weight
}
