// The weights of the package, as a search uses them.

import type { Result } from "../../base/result.ts"
import type { Knowledge } from "../../search/index.ts"
import { makeKnowledge } from "../knowledge.ts"
import { weightsSize } from "../weights.ts"
import { loadBundledWeights } from "./weights-file.ts"

const known = new Map<number, Promise<Result<Knowledge, string>>>()

/** Reads the weights for a board of this size, once; sizes that share weights get the same object. */
export function loadKnowledge(size: number): Promise<Result<Knowledge, string>> {
  const trained = weightsSize(size)
  const found = known.get(trained) ?? Promise.resolve(readKnowledge(trained))
  known.set(trained, found)
  return found
}

function readKnowledge(size: number): Result<Knowledge, string> {
  const moves = loadBundledWeights("moves", size)
  if (!moves.ok) return moves
  const playout = loadBundledWeights("playout", size)
  return playout.ok ? makeKnowledge(moves.value, playout.value) : playout
}
