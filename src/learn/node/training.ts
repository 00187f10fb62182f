// Training from files, pass by pass, with checkpoints: a training that was killed goes on where its last checkpoint
// was made, with the same numbers as if nothing had happened. No game is counted twice: what the learner had after
// the checkpoint is gone with the process.

import { crc32 } from "../../base/crc32.ts"
import { ok, type Result } from "../../base/result.ts"
import type { ChoiceBlock, ChoiceSource } from "../choices.ts"
import { bytesOf } from "../../base/container.ts"
import { shapeOf, type FeatureSet } from "../dataset.ts"
import type { Sampling } from "../games.ts"
import type { Learner, PassReport } from "../learner.ts"
import { makeLearner, type Method } from "../learners.ts"
import type { DataFile } from "../weights.ts"
import { CheckpointFile, type Progressed } from "./checkpoint.ts"
import type { BlockSource } from "./game-source.ts"

/** What a training learns from, and how. */
export interface TrainingTask {
  readonly data: readonly DataFile[]
  readonly size?: number | undefined
  readonly features: FeatureSet
  readonly sampling: Sampling
  readonly method: Method
  readonly prior: number
  /** Of SGD. */
  readonly rate?: number
  /**
   * LMP first converges on this many choices, and then takes in the others: few passes read all. Default: all at once.
   */
  readonly first?: number
}

/** How long a training goes on. */
export interface TrainingOptions {
  /** At most this many passes in all. */
  readonly passes: number
  /** MM and LMP end when a whole sweep changed no gamma by more than this share. */
  readonly tolerance: number
  readonly checkpoint?: string
  /** Blocks between checkpoints in a pass; MM and LMP make them between passes only. */
  readonly every?: number
  readonly signal?: AbortSignal
  /** How far it is: the share of the present pass, and what the learner had in it. */
  readonly onProgress?: (share: number, passes: number, choices: number) => void
  readonly onPass?: (report: PassReport, passes: number) => void
  readonly onResume?: (passes: number, choices: number) => void
}

/** A learner after its training. */
export interface Trained {
  readonly learner: Learner
  /** Choices in a pass. */
  readonly choices: number
  readonly isInterrupted: boolean
}

const DEFAULT_EVERY = 64

class Interruption extends Error {}

/** Trains, or goes on with what the checkpoint has. The reason says why the checkpoint can't be used. */
export async function trainFromFiles(
  source: BlockSource,
  task: TrainingTask,
  options: TrainingOptions,
): Promise<Result<Trained, string>> {
  const file =
    options.checkpoint === undefined
      ? undefined
      : new CheckpointFile(options.checkpoint, task.method, describeTask(task))
  const found = file?.load() ?? ok(undefined)
  if (!found.ok) return found
  const training = new Training(source, task, options, file)
  if (found.value) {
    training.restore(found.value.learner, found.value.progressed)
    options.onResume?.(found.value.learner.passes, found.value.progressed.choices)
  }
  try {
    await training.run()
    return ok({ learner: training.learner, choices: training.choices, isInterrupted: false })
  } catch (error) {
    if (!(error instanceof Interruption)) throw error
    return ok({ learner: training.learner, choices: training.choices, isInterrupted: true })
  }
}

/** Everything that decides about the numbers; threads and file names do not. */
function describeTask({ data, features, ...task }: TrainingTask): string {
  return JSON.stringify({
    ...task,
    data: data.map(({ sha256 }) => sha256),
    kind: features.kind,
    keys: features.kind === "moves" ? crc32(bytesOf(features.keys)) : 0,
  })
}

class Training {
  learner: Learner
  /** Of the last whole pass. */
  choices = 0
  readonly #source: BlockSource
  readonly #options: TrainingOptions
  readonly #file: CheckpointFile | undefined
  readonly #first: number
  /** Whether only the first choices are learned from. */
  #isPartial: boolean
  #blocks = 0
  #choicesOfPass = 0
  #quiet = 0

  constructor(
    source: BlockSource,
    { features, method, prior, rate, first = Infinity }: TrainingTask,
    options: TrainingOptions,
    file: CheckpointFile | undefined,
  ) {
    this.#source = source
    this.#options = options
    this.#file = file
    this.#first = first
    this.#isPartial = method === "lmp" && first < Infinity
    this.learner = makeLearner(method, {
      ...shapeOf(features),
      prior,
      ...(rate === undefined ? {} : { rate }),
    })
  }

  restore(learner: Learner, { blocks, choices, total, quiet, isPartial }: Progressed): void {
    this.learner = learner
    this.choices = total
    this.#blocks = blocks
    this.#choicesOfPass = choices
    this.#quiet = quiet
    this.#isPartial = isPartial
  }

  async run(): Promise<void> {
    const { passes, tolerance, onPass } = this.#options
    while (this.learner.passes < passes && this.#hasMore()) {
      const report = await this.learner.pass(this.#passSource())
      this.choices = this.#choicesOfPass
      this.#quiet = report.change <= tolerance ? this.#quiet + 1 : 0
      this.#blocks = 0
      this.#choicesOfPass = 0
      this.#save()
      onPass?.(report, this.learner.passes)
    }
  }

  /** SGD's steps never end; it has the passes that it is told. */
  #hasMore(): boolean {
    if (this.learner.method === "sgd" || this.#quiet < this.learner.sweep) return true
    if (!this.#isPartial) return false
    this.#isPartial = false
    this.#quiet = 0
    return true
  }

  #passSource(): ChoiceSource {
    const { slots, features } = this.#source
    return { slots, features, blocks: () => this.#watchedBlocks() }
  }

  /** The blocks that the learner has not had yet. When it asks for the next one, it has learned from the one before. */
  async *#watchedBlocks(): AsyncGenerator<ChoiceBlock, void, undefined> {
    const { onProgress, signal, every = DEFAULT_EVERY } = this.#options
    const maySave = this.learner.method === "sgd"
    let share = 0
    const watch = { skip: this.#blocks, onProgress: (now: number): void => void (share = now) }
    for await (const block of this.#source.blocks(watch)) {
      yield block
      this.#blocks++
      this.#choicesOfPass += block.choices
      onProgress?.(share, this.learner.passes, this.#choicesOfPass)
      if (maySave && (this.#blocks % every === 0 || signal?.aborted)) this.#save()
      if (signal?.aborted) throw new Interruption()
      if (this.#isPartial && this.#choicesOfPass >= this.#first) return
    }
    this.#isPartial = false
  }

  #save(): void {
    this.#file?.save(this.learner, {
      blocks: this.#blocks,
      choices: this.#choicesOfPass,
      total: this.choices,
      quiet: this.#quiet,
      isPartial: this.#isPartial,
    })
  }
}
