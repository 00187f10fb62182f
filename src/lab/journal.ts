// The finished units of a run: one file that is only added to. The first line says which run it is, each further one is
// a unit with its finding. A killed run loses the units that were in work and counts none twice.

import { rmSync } from "node:fs"
import { err, ok, type Result } from "../base/result.ts"
import { LineFile, linesOf, makeLine, readLine } from "../base/node/index.ts"
import type { RunDefinition } from "./definition.ts"

/** A line of the journal. */
export interface FinishedUnit {
  readonly unit: string
  readonly finding: unknown
  readonly seconds: number
  /** The worker of a queue that did it. */
  readonly worker?: string
  /** When it was finished, in UTC. */
  readonly at: string
}

interface Header {
  readonly journal: "montego lab"
  readonly version: 1
  readonly definition: RunDefinition
}

/** What a process does that holds the journal's lock. */
const WORK = "runs this experiment"

export class UnitJournal {
  readonly #file: LineFile
  readonly #units: Map<string, FinishedUnit>
  /** Numbers of the lines that are damaged; their units run again. */
  readonly damaged: readonly number[]

  private constructor(file: LineFile, units: Map<string, FinishedUnit>, damaged: readonly number[]) {
    this.#file = file
    this.#units = units
    this.damaged = damaged
  }

  static open(path: string, definition: RunDefinition): Result<UnitJournal, string> {
    const opened = LineFile.open(path, {
      read: (bytes, file) => readUnits(bytes, file, definition),
      work: WORK,
    })
    if (!opened.ok) return opened
    const { file, content } = opened.value
    if (content.isNew)
      file.append(makeLine({ journal: "montego lab", version: 1, definition } satisfies Header))
    return ok(new UnitJournal(file, content.units, content.damaged))
  }

  /** Removes the journal, unless a process is adding to it: the error says which. */
  static forget(path: string): Result<void, string> {
    const opened = LineFile.open(path, { read: () => ok(undefined), work: WORK })
    if (!opened.ok) return opened
    const { file } = opened.value
    rmSync(file.path, { force: true })
    file.close()
    return ok(undefined)
  }

  get path(): string {
    return this.#file.path
  }

  get(unit: string): FinishedUnit | undefined {
    return this.#units.get(unit)
  }

  /** A unit that is there already stays as it is. @throws {Error} when the disk does not take it. */
  add(finished: FinishedUnit): void {
    if (this.#units.has(finished.unit)) return
    this.#file.append(makeLine(finished))
    this.#units.set(finished.unit, finished)
  }

  close(): void {
    this.#file.close()
  }
}

interface Content {
  readonly isNew: boolean
  readonly units: Map<string, FinishedUnit>
  readonly damaged: readonly number[]
}

function readUnits(bytes: Buffer, file: string, definition: RunDefinition): Result<Content, string> {
  const units = new Map<string, FinishedUnit>()
  const [first, ...rest] = linesOf(bytes)
  if (!first) return ok({ isNew: true, units, damaged: [] })
  const header = readLine(first)
  const value = header.kind === "damaged" ? undefined : (header.value as Partial<Header>)
  if (value?.journal !== "montego lab" || JSON.stringify(value.definition) !== JSON.stringify(definition))
    return err(`${file} is not the journal of this run: move it away, or use another --folder`)
  const damaged: number[] = []
  for (const [index, line] of rest.entries()) {
    const read = readLine(line)
    const unit = read.kind === "checked" ? (read.value as FinishedUnit) : undefined
    if (!unit) damaged.push(index + 2)
    else if (!units.has(unit.unit)) units.set(unit.unit, unit)
  }
  return ok({ isNew: false, units, damaged })
}
