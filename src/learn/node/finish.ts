// From a trained learner to weights: error bars by the curvature of the posterior, and examples of the best and the
// worst shapes.

import { measureCurvatures } from "../belief.ts"
import type { ChoiceBlock, ChoiceSource } from "../choices.ts"
import type { FeatureSet } from "../dataset.ts"
import { findShapes, type FoundShape } from "../examples.ts"
import { PLAIN_FEATURES } from "../features.ts"
import { FeatureReader } from "../reader.ts"
import type { ShapeExample, Weights, WeightsOrigin } from "../weights.ts"
import { DataReport, GameFiles } from "./game-files.ts"
import type { BlockSource } from "./game-source.ts"

/** Positions that the curvatures are measured on; those of all data follow by their number. */
const CURVATURE_POSITIONS: Readonly<Record<FeatureSet["kind"], number>> = { moves: 50_000, playout: 300_000 }
/** Best shapes that get an example, and worst ones. */
const EXAMPLES = 60
/** Shapes with larger errors of log gamma are not among the best or the worst. */
const LARGEST_ERROR = 0.3
/** Moves that are searched for examples. */
const SEARCHED_MOVES = 3_000_000
const BATCH_MOVES = 20_000

/** What a weight file is made from. */
export interface FinishOptions {
  readonly files: readonly string[]
  readonly features: FeatureSet
  readonly source: BlockSource
  readonly gammas: Float64Array
  readonly prior: number
  /** Of a whole pass. */
  readonly choices: number
  readonly origin: WeightsOrigin
}

/** Weights for a file: the learned gammas with their errors and examples. */
export async function finishWeights(options: FinishOptions): Promise<Weights> {
  const { features, gammas, origin } = options
  const errors = await measureErrors(options)
  const keys = features.kind === "moves" ? features.keys : new Uint32Array(0)
  const examples = features.kind === "moves" ? await findExamples(options, features.keys, errors) : []
  return { kind: features.kind, origin, keys, gammas: gammas.slice(), errors, examples }
}

/** By feature: the standard error of log gamma, the others fixed. */
async function measureErrors({
  source,
  features: { kind },
  gammas,
  prior,
  choices,
}: FinishOptions): Promise<Float64Array> {
  let measured = 0
  const part: ChoiceSource = {
    slots: source.slots,
    features: source.features,
    async *blocks(): AsyncGenerator<ChoiceBlock, void, undefined> {
      for await (const block of source.blocks()) {
        yield block
        measured += block.choices
        if (measured >= CURVATURE_POSITIONS[kind]) return
      }
    },
  }
  const curvatures = await measureCurvatures(part, gammas, 0)
  const scale = choices / measured
  return curvatures.map((curvature, i) =>
    i === 0 ? 0 : 1 / Math.sqrt(scale * curvature + prior * gammas[i]!),
  )
}

async function findExamples(
  { files, gammas, origin }: FinishOptions,
  keys: Uint32Array,
  errors: Float64Array,
): Promise<ShapeExample[]> {
  const features = extremeShapes(gammas, errors)
  const featureOf = new Map(features.map((feature) => [keys[feature - PLAIN_FEATURES - 1]!, feature]))
  const found = new Map<number, FoundShape>()
  const wanted = new Set(featureOf.keys())
  const reader = await FeatureReader.create()
  const report = new DataReport()
  for await (const { games } of new GameFiles({ files, size: origin.size }).batches(BATCH_MOVES, report)) {
    for (const game of games)
      findShapes(game, reader, wanted, (key, shape) => found.set(featureOf.get(key)!, shape))
    if (wanted.size === 0 || report.moves > SEARCHED_MOVES) break
  }
  return features.flatMap((feature) => {
    const shape = found.get(feature)
    return shape ? [{ feature, ...shape, error: errors[feature]! }] : []
  })
}

/** The shapes whose gammas are surely largest, and surely smallest. */
function extremeShapes(gammas: Float64Array, errors: Float64Array): number[] {
  const sure: number[] = []
  for (let feature = PLAIN_FEATURES + 1; feature < gammas.length; feature++)
    if (errors[feature]! <= LARGEST_ERROR) sure.push(feature)
  const bound = (feature: number, sign: number): number =>
    Math.log(gammas[feature]!) + sign * 2 * errors[feature]!
  const best = [...sure].sort((a, b) => bound(b, -1) - bound(a, -1)).slice(0, EXAMPLES)
  const worst = [...sure].sort((a, b) => bound(a, 1) - bound(b, 1)).slice(0, EXAMPLES)
  return [...new Set([...best, ...worst])]
}
