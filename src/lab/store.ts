// The folder of the lab: for each experiment a folder with the journals of its runs and the latest result of each size.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder, replaceFile } from "../base/node/index.ts"
import { err, ok, type Result } from "../base/result.ts"
import { messageOf } from "../base/failure.ts"
import { runName, type RunDefinition } from "./definition.ts"
import { UnitJournal } from "./journal.ts"
import type { LabResult } from "./result.ts"
import type { SizeName } from "./experiment.ts"

export class LabStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  journalPath(definition: RunDefinition): string {
    return join(this.folder, definition.id, `${runName(definition)}.jsonl`)
  }

  /** So that the run begins from nothing; the error says which process is at it. */
  forget(definition: RunDefinition): Result<void, string> {
    return UnitJournal.forget(this.journalPath(definition))
  }

  /** Where the result of an experiment's latest run of a size is. */
  resultPath(id: string, size: SizeName): string {
    return join(this.folder, id, `${size}.json`)
  }

  write(result: LabResult): void {
    makeFolder(join(this.folder, result.id))
    replaceFile(this.resultPath(result.id, result.size), `${JSON.stringify(result)}\n`)
  }

  /** Undefined where the experiment has no result of this size. */
  read(id: string, size: SizeName): Result<LabResult | undefined, string> {
    const file = this.resultPath(id, size)
    if (!existsSync(file)) return ok(undefined)
    try {
      const value = JSON.parse(readFileSync(file, "utf8")) as Partial<LabResult>
      if (value.lab === "montego lab" && value.version === 1 && value.id === id) return ok(value as LabResult)
      return err(`${file} is not a result of this lab: remove it, and run the experiment again`)
    } catch (error) {
      return err(`${file} can't be read (${messageOf(error)}): remove it, and run the experiment again`)
    }
  }

  /** The full result where there is one, else the quick one. */
  best(id: string): Result<LabResult | undefined, string> {
    const full = this.read(id, "full")
    return full.ok && full.value === undefined ? this.read(id, "quick") : full
  }
}
