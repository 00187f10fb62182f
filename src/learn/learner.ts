// What MM, SGD and LMP have in common (docs/learning.md). All maximise the same function, the likelihood of the choices
// times the same prior, so they differ in speed and memory only.

import type { Belief } from "./belief.ts"
import type { ChoiceBlock, ChoiceSource } from "./choices.ts"

/** The size of a learner, and its prior. */
export interface LearnerShape {
  readonly slots: number
  /** Feature numbers run from 1 to this. */
  readonly features: number
  /** Every gamma has a Gamma prior with α = β = this and mode 1; 0: none. Default 1. */
  readonly prior?: number
}

/** What one pass over the data changed. */
export interface PassReport {
  readonly choices: number
  /** Mean by choice, each with the gammas that the learner had when the choice passed by. */
  readonly logLikelihood: number
  /** The largest relative change in this pass; see each learner. */
  readonly change: number
}

/** The contract of learners. */
export interface Learner {
  readonly method: "mm" | "sgd" | "lmp"
  /** By feature number; number 0 is no feature and stays 1. The learner changes this array in every pass. */
  readonly gammas: Float64Array
  /** How many passes are done. */
  readonly passes: number
  /** How many passes renew every slot once. */
  readonly sweep: number
  /** Reads the whole source once. Where it throws, restore the learner from what it saved before. */
  pass(source: ChoiceSource): Promise<PassReport>
  /** As the text has it: α is the prior plus how often the feature was chosen, the mode is gamma. */
  belief(feature: number): Belief
  /** Everything, for going on later: a restored learner continues with the same numbers to the last bit. */
  save(): Uint8Array
}

/** How a training ended. */
export interface TrainingEnd {
  readonly passes: number
  /** Whether no pass of the last sweep changed anything by more than `tolerance`. */
  readonly converged: boolean
  readonly last: PassReport
}

/** Passes again and again, until a whole sweep changes nothing by more than `tolerance`. */
export async function train(
  learner: Learner,
  source: ChoiceSource,
  { tolerance = 1e-6, maxPasses = 1000 }: { tolerance?: number; maxPasses?: number } = {},
): Promise<TrainingEnd> {
  for (let passes = 1, quiet = 0; ; passes++) {
    const last = await learner.pass(source)
    quiet = last.change <= tolerance ? quiet + 1 : 0
    const converged = quiet >= learner.sweep
    if (converged || passes >= maxPasses) return { passes, converged, last }
  }
}

/** Adds 1 in `counts` for every feature of the chosen team. */
export function countChosen(block: ChoiceBlock, slots: number, choice: number, counts: Float64Array): void {
  const first = block.chosen[choice]! * slots
  for (let place = first; place < first + slots; place++) counts[block.features[place]!]!++
}

/** How far two strengths are apart, from 0 to 1; also where one is 0. */
export function relativeChange(old: number, renewed: number): number {
  const larger = Math.max(old, renewed)
  return larger > 0 ? Math.abs(renewed - old) / larger : 0
}

/** Throws where a source doesn't suit the learner: that is a mistake of the caller. */
export function checkShape(source: ChoiceSource, { slots, features }: LearnerShape): void {
  if (source.slots !== slots || source.features !== features)
    throw new Error(
      `the data have ${source.slots} slots and ${source.features} features, the learner ${slots} and ${features}`,
    )
}
