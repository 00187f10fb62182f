// The learned weights of the page: files beside it that the engine fetches when a search first wants them. The service
// worker keeps them for the time without a network.

import { err, ok, type Result } from "montego/base"
import { makeKnowledge, parseWeights, weightsSize, type Weights } from "montego/learn"
import type { Knowledge } from "montego/search"

const FILES = {
  9: {
    moves: new URL("../../weights/moves9.bin", import.meta.url),
    playout: new URL("../../weights/playout9.bin", import.meta.url),
  },
  19: {
    moves: new URL("../../weights/moves19.bin", import.meta.url),
    playout: new URL("../../weights/playout19.bin", import.meta.url),
  },
} as const

const known = new Map<number, Promise<Result<Knowledge, string>>>()

/** Fetches the weights for a board of this size, once; what failed is tried again by the next search. */
export async function loadKnowledge(size: number): Promise<Result<Knowledge, string>> {
  const trained = weightsSize(size)
  const fetching = known.get(trained) ?? fetchKnowledge(trained)
  known.set(trained, fetching)
  const knowledge = await fetching
  if (!knowledge.ok) known.delete(trained)
  return knowledge
}

async function fetchKnowledge(size: 9 | 19): Promise<Result<Knowledge, string>> {
  const [moves, playout] = await Promise.all([
    fetchWeights(FILES[size].moves),
    fetchWeights(FILES[size].playout),
  ])
  if (!moves.ok) return moves
  return playout.ok ? makeKnowledge(moves.value, playout.value) : playout
}

async function fetchWeights(url: URL): Promise<Result<Weights, string>> {
  try {
    const response = await fetch(url)
    if (!response.ok) return err(`the learned weights can't be fetched (${response.status})`)
    const weights = parseWeights(new Uint8Array(await response.arrayBuffer()))
    return weights.ok ? ok(weights.value) : err(`the learned weights can't be used: ${weights.error}`)
  } catch {
    return err("the learned weights can't be fetched: there is no connection")
  }
}
