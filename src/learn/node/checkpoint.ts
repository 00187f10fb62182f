// A training that was stopped, as a file: the learner, how far it came, and what it was told to do, so that it goes
// on with the same data and settings only. The file is replaced as a whole.

import { existsSync, rmSync } from "node:fs"
import { replaceFile } from "../../base/node/index.ts"
import { fileFailure } from "../../base/failure.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { readWholeFile } from "../../record/node/files.ts"
import { makeContainer, parseContainer } from "../../base/container.ts"
import type { Learner } from "../learner.ts"
import { restoreLearner, type Method } from "../learners.ts"

const KIND = { name: "montego-checkpoint", version: 1 }

/** How far a training is. */
export interface Progressed {
  /** Blocks of the present pass that the learner has had. */
  readonly blocks: number
  /** Choices in these. */
  readonly choices: number
  /** Choices in a whole pass; 0 before the end of the first. */
  readonly total: number
  /** Passes in a row that changed little. */
  readonly quiet: number
  /** Whether it learns from the first choices only, for now. */
  readonly isPartial: boolean
}

interface Header extends Progressed {
  readonly method: Method
  /** Everything that must not change on the way. */
  readonly task: string
}

/** A training that was stopped, as a file. */
export class CheckpointFile {
  readonly path: string
  readonly #method: Method
  readonly #task: string

  constructor(path: string, method: Method, task: string) {
    this.path = path
    this.#method = method
    this.#task = task
  }

  /** @throws {Error} when the disk does not take it. */
  save(learner: Learner, progressed: Progressed): void {
    const header: Header = { ...progressed, method: this.#method, task: this.#task }
    try {
      replaceFile(this.path, makeContainer(KIND, { header, parts: { learner: learner.save() } }))
    } catch (error) {
      throw new Error(`${this.path} can't be written: ${fileFailure(error)}`, { cause: error })
    }
  }

  /** Undefined where there is none; the reason says why it does not fit. */
  load(): Result<{ readonly learner: Learner; readonly progressed: Progressed } | undefined, string> {
    if (!existsSync(this.path)) return ok(undefined)
    const bytes = readWholeFile(this.path)
    if (!bytes.ok) return bytes
    const container = parseContainer(bytes.value, KIND)
    if (!container.ok) return err(`${this.path}: ${container.error}`)
    const { method, task, ...progressed } = container.value.header as Header
    if (method !== this.#method || task !== this.#task)
      return err(
        `${this.path} belongs to a training with other files or settings; remove it, or name another --checkpoint`,
      )
    const learner = restoreLearner(method, container.value.parts["learner"]!)
    return learner.ok ? ok({ learner: learner.value, progressed }) : err(`${this.path}: ${learner.error}`)
  }

  remove(): void {
    rmSync(this.path, { force: true })
  }
}
