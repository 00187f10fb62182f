// Weights as people look at them: little boards of the shapes, words for the plain features, gammas with their errors.

import { nameFeature } from "./features.ts"
import { drawPattern, patternClasses, PLAYOUT_SLOTS, playoutNumbers } from "./playout-features.ts"
import type { Weights } from "./weights.ts"

/** A feature as it is shown: a little board, or the words of a plain feature. */
export interface ShownFeature {
  readonly name: string
  /** See `ShapeExample.rows`; empty for a plain feature. */
  readonly rows: readonly string[]
  readonly gamma: number
  /** Standard error of log gamma; 0 where it is not known. */
  readonly error: number
}

/** A pattern that seldom occurred has the error of the prior, and says nothing. */
const LARGEST_ERROR = 0.3

/** The shapes whose gammas are known well enough, the best first. */
export function shapesOf(weights: Weights): ShownFeature[] {
  const shapes = weights.kind === "moves" ? exampleShapes(weights) : patternShapes(weights)
  return shapes.sort((a, b) => b.gamma - a.gamma)
}

function exampleShapes({ gammas, examples }: Weights): ShownFeature[] {
  return examples.map(({ feature, slot, rows, error }) => ({
    name: slot,
    rows,
    gamma: gammas[feature]!,
    error,
  }))
}

function patternShapes({ gammas, errors }: Weights): ShownFeature[] {
  return patternClasses().codes.flatMap((code, number) =>
    number > 0 && errors[number]! > 0 && errors[number]! < LARGEST_ERROR
      ? [{ name: "3x3", rows: drawPattern(code), gamma: gammas[number]!, error: errors[number]! }]
      : [],
  )
}

/** All features that are no shapes, in the order of their numbers. */
export function plainFeatures({ kind, gammas, errors }: Weights): ShownFeature[] {
  const named = kind === "moves" ? moveNames(errors.length - 1) : playoutNames()
  return named.map(([number, name]) => ({ name, rows: [], gamma: gammas[number]!, error: errors[number]! }))
}

function moveNames(count: number): [number: number, name: string][] {
  return Array.from({ length: count }, (_, i) => {
    const { slot, value } = nameFeature(i + 1)!
    return [i + 1, `${slot}: ${value}`]
  })
}

function playoutNames(): [number: number, name: string][] {
  let number = playoutNumbers().patterns
  return PLAYOUT_SLOTS.flatMap(({ name, values }) =>
    values.map((value): [number, string] => [++number, `${name}: ${value}`]),
  )
}
