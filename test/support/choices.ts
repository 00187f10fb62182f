// Choices among teams of features for tests of the learners: drawn by known gammas, or written by hand.

import { Random } from "../../src/base/random.ts"
import type { ChoiceBlock, ChoiceSource } from "../../src/learn/index.ts"

export interface HandChoice {
  /** Feature numbers by slot; 0 is none. */
  readonly teams: readonly (readonly number[])[]
  /** Which of `teams`. */
  readonly chosen: number
  readonly counts?: readonly number[]
  readonly move?: number
}

export function makeBlock(choices: readonly HandChoice[]): ChoiceBlock {
  const starts = [0]
  for (const { teams } of choices) starts.push(starts.at(-1)! + teams.length)
  const teams = choices.flatMap((choice) => choice.teams)
  return {
    choices: choices.length,
    starts: Uint32Array.from(starts),
    chosen: Uint32Array.from(choices, ({ chosen }, i) => starts[i]! + chosen),
    features: Uint32Array.from(teams.flat()),
    ...(choices.some(({ counts }) => counts !== undefined)
      ? { counts: Uint16Array.from(choices.flatMap((c) => c.counts ?? c.teams.map(() => 1))) }
      : {}),
    ...(choices.some(({ move }) => move !== undefined)
      ? { moves: Uint16Array.from(choices, ({ move = 0 }) => move) }
      : {}),
  }
}

/** A source of the choices in blocks of `blockLength`. */
export function makeSource(
  slots: number,
  features: number,
  choices: readonly HandChoice[],
  blockLength = 100,
): ChoiceSource {
  const blocks: ChoiceBlock[] = []
  for (let from = 0; from < choices.length; from += blockLength)
    blocks.push(makeBlock(choices.slice(from, from + blockLength)))
  return {
    slots,
    features,
    async *blocks() {
      yield* blocks
    },
  }
}

export interface Simulated {
  /** By feature number; number 0 is 1. */
  readonly truth: readonly number[]
  readonly choices: readonly HandChoice[]
  readonly source: ChoiceSource
}

/**
 * Choices among up to ten teams by known gammas; a place is empty in a third of the cases, or never in the first slot.
 */
export function simulateChoices(
  { slots, bySlot, length, full = false }: { slots: number; bySlot: number; length: number; full?: boolean },
  seed: number,
): Simulated {
  const random = new Random(seed)
  const truth = [1, ...Array.from({ length: slots * bySlot }, () => Math.exp(3 * random.float() - 1.5))]
  const place = (slot: number): number =>
    (slot > 0 || !full) && random.below(3) === 0 ? 0 : 1 + slot * bySlot + random.below(bySlot)
  const choices = Array.from({ length }, (): HandChoice => {
    const teams = Array.from({ length: 2 + random.below(9) }, () =>
      Array.from({ length: slots }, (_, slot) => place(slot)),
    )
    const strengths = teams.map((team) => team.reduce((product, f) => product * truth[f]!, 1))
    let left = random.float() * strengths.reduce((sum, strength) => sum + strength, 0)
    const found = strengths.findIndex((strength) => (left -= strength) < 0)
    return { teams, chosen: found < 0 ? teams.length - 1 : found }
  })
  return { truth, choices, source: makeSource(slots, slots * bySlot, choices) }
}
