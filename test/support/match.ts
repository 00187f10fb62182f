// A match as tests define it: they change what they are about.

import type { MatchDefinition } from "../../src/arena/definition.ts"

export const SMALL_MATCH: MatchDefinition = {
  a: "random",
  b: "random",
  size: 5,
  komi: 0.5,
  rules: "chinese",
  budget: { kind: "own" },
  threads: 1,
  openings: { kind: "none" },
  seed: 1,
}
