// The weights of the package, as a search uses them.

import { makeKnowledgeLoader } from "../knowledge.ts"
import { loadBundledWeights } from "./weights-file.ts"

export const loadKnowledge: ReturnType<typeof makeKnowledgeLoader> = makeKnowledgeLoader(async (kind, size) =>
  loadBundledWeights(kind, size),
)
