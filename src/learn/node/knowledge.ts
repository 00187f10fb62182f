// The weights of the package, as a search uses them.

import { makeKnowledgeLoader } from "../knowledge.ts"
import { loadBundledWeights } from "./weights-file.ts"

/** Loads the weights that come with the package for a board size, each file once. */
export const loadKnowledge: ReturnType<typeof makeKnowledgeLoader> = makeKnowledgeLoader(async (kind, size) =>
  loadBundledWeights(kind, size),
)
