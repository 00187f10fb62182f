// The weights of the package and of a user's files, as a search uses them.

import { err, ok, type Result } from "../../base/result.ts"
import type { BoardLoader, Knowledge, WeightsFiles } from "../../search/index.ts"
import { makeKnowledgeLoader } from "../knowledge.ts"
import type { Weights, WeightsKind } from "../weights.ts"
import { loadBundledWeights, loadWeights } from "./weights-file.ts"

/** Loads the weights that come with the package for a board size, each file once. */
export const loadKnowledge: BoardLoader<Knowledge> = makeKnowledgeLoader(async (kind, size) =>
  loadBundledWeights(kind, size),
)

/** As `loadKnowledge`, with the weights of files in place of some; the files are read at once. */
export function openWeightsFiles({ moves, playout }: WeightsFiles): Result<BoardLoader<Knowledge>, string> {
  const own = new Map<WeightsKind, Weights>()
  for (const [kind, file] of [
    ["moves", moves],
    ["playout", playout],
  ] as const) {
    if (file === undefined) continue
    const weights = loadWeights(file)
    if (!weights.ok) return weights
    if (weights.value.kind !== kind)
      return err(`${file} has weights of the kind ${weights.value.kind}, and ${kind}-file wants ${kind}`)
    own.set(kind, weights.value)
  }
  return ok(
    makeKnowledgeLoader(async (kind, size) => {
      const weights = own.get(kind)
      return weights ? ok(weights) : loadBundledWeights(kind, size)
    }),
  )
}
