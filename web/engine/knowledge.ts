// The learned weights of the page: files beside it that the engine fetches when a search first wants them. The service
// worker keeps them for the time without a network.

import { err, type Result } from "montego/base"
import { makeKnowledgeLoader, parseWeights, type Weights } from "montego/learn"

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

export const loadKnowledge: ReturnType<typeof makeKnowledgeLoader> = makeKnowledgeLoader((kind, size) =>
  fetchWeights(FILES[size][kind]),
)

async function fetchWeights(url: URL): Promise<Result<Weights, string>> {
  try {
    const response = await fetch(url)
    if (!response.ok) return err(`the learned weights can't be fetched (${response.status})`)
    const weights = parseWeights(new Uint8Array(await response.arrayBuffer()))
    return weights.ok ? weights : err(`the learned weights can't be used: ${weights.error}`)
  } catch {
    return err("the learned weights can't be fetched: there is no connection")
  }
}
