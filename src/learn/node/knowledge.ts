// The weights of the package, as a search uses them.

import type { BoardLoader, Knowledge } from "../../search/index.ts"
import { makeKnowledgeLoader } from "../knowledge.ts"
import { loadBundledWeights } from "./weights-file.ts"

/** Loads the weights that come with the package for a board size, each file once. */
export const loadKnowledge: BoardLoader<Knowledge> = makeKnowledgeLoader(async (kind, size) =>
  loadBundledWeights(kind, size),
)
