// The learned weights of the page: files beside it that the engine fetches when a search first wants them. The service
// worker keeps them for the time without a network.

import { err, ok, type Result } from "montego/base"
import { makeKnowledgeLoader, parseWeights, playoutKnowledge, type Weights } from "montego/learn"
import type { Knowledge } from "montego/search"
import { BrowserPatternStore } from "./patterns.ts"

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

export const loadKnowledge = makeKnowledgeLoader((kind, size) => fetchWeights(FILES[size][kind]))

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

const store = new BrowserPatternStore()
/** The set that was read last: a search keeps its tree as long as it gets the same object. */
let known: { readonly size: number; readonly learned: number; readonly knowledge: Knowledge } | undefined

/** The patterns that were learned here, on this board or on the one nearest to it in size. */
export async function loadPatterns(size: number): Promise<Result<Knowledge, string>> {
  try {
    const sizes = await store.sizes()
    const [nearest] = sizes.sort((a, b) => Math.abs(a - size) - Math.abs(b - size))
    const kept = nearest === undefined ? undefined : await store.read(nearest)
    if (!kept) return err("no patterns have been learned here yet")
    if (known?.size === kept.size && known.learned === kept.learned) return ok(known.knowledge)
    const weights = parseWeights(kept.bytes)
    const knowledge = weights.ok ? playoutKnowledge(weights.value) : weights
    if (!knowledge.ok) return err(`the patterns can't be used: ${knowledge.error}`)
    known = { size: kept.size, learned: kept.learned, knowledge: knowledge.value }
    return knowledge
  } catch {
    return err("the browser doesn't give the patterns")
  }
}

const EXAMPLES = new URL("./example-games.sgf", import.meta.url)

/** Games of Montego against itself on 9×9: something to learn from where a person has few games. */
export async function fetchExamples(): Promise<string> {
  const response = await fetch(EXAMPLES).catch(() => undefined)
  if (!response?.ok) throw new Error("the example games can't be fetched")
  return response.text()
}
