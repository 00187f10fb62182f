// What was learned from game records and a search may use: weights of moves for priors and progressive bias (TREE-8),
// and weights for playouts (SIM-7). They are data here; src/learn makes them, and an environment finds their files.

import type { Result } from "../base/result.ts"
import { POLICIES, type Gammas, type MoveWeights, type NetImage } from "../kernel/index.ts"
import type { SearchParams } from "./params.ts"

/** What is known of moves before any simulation. */
export interface Knowledge {
  /** Without them, priors are those written by hand. */
  readonly moves?: MoveWeights
  readonly gammas: Gammas
}

/** What a network is asked for: to judge the positions of a search, or which moves people would play. */
export type NetUse = "search" | "people"

/** Where a search finds weights and networks. */
export interface KnowledgeSource {
  /**
   * Finds weights for a board of this size; sizes that share weights get the same object. Without it, there are none.
   */
  readonly loadKnowledge?: BoardLoader<Knowledge>
  /** Without it, there are no networks. */
  readonly loadNet?: NetLoader
  /** Told what goes wrong beside a game that goes on; default: no warnings. */
  readonly warn?: (message: string) => void
}

/** Weights for a search with these settings; undefined where it uses none, or there are none. */
export async function findKnowledge(
  params: SearchParams,
  size: number,
  { loadKnowledge, warn }: KnowledgeSource,
): Promise<Knowledge | undefined> {
  if (!loadKnowledge || !usesKnowledge(params)) return undefined
  const loaded = await loadKnowledge(size)
  if (loaded.ok) return loaded.value
  warn?.(`${loaded.error}; the search goes on without learned weights`)
  return undefined
}

/** The network for a search with these settings; undefined where it uses none, or there is none. */
export async function findNet(
  params: SearchParams,
  size: number,
  { loadNet, warn }: KnowledgeSource,
): Promise<NetImage | undefined> {
  if (!loadNet || params.net === 0) return undefined
  const loaded = await loadNet(size)
  if (loaded.ok) return loaded.value
  warn?.(`${loaded.error}; the search goes on without a network`)
  return undefined
}

/** Gets what a board of this size uses; sizes that share it get the same object. */
export type BoardLoader<T, Rest extends unknown[] = []> = (
  size: number,
  ...rest: Rest
) => Promise<Result<T, string>>

/** Finds the network for a board; without a word, that of searches. */
export type NetLoader = BoardLoader<NetImage, [use?: NetUse]>

/**
 * A loader that reads what was trained for a board once, also where several ask for it at the same time. What failed
 * is read again by the next search.
 */
export function makeBoardLoader<T, Trained extends number, Rest extends unknown[]>(
  trainedFor: (size: number, ...rest: Rest) => Trained,
  read: (trained: Trained) => Promise<Result<T, string>>,
): BoardLoader<T, Rest> {
  const known = new Map<Trained, Promise<Result<T, string>>>()
  return async (size, ...rest) => {
    const trained = trainedFor(size, ...rest)
    const reading = known.get(trained) ?? read(trained)
    known.set(trained, reading)
    const found = await reading
    if (!found.ok && known.get(trained) === reading) known.delete(trained)
    return found
  }
}

function usesKnowledge(params: SearchParams): boolean {
  return params["prior-learned"] > 0 || params.bias > 0 || params.policy === POLICIES.gamma
}
