/**
 * Experience (TREE-10): the tree of past games, in memory, as bytes, and read lazily from bytes. Files are for
 * `search/node`.
 *
 * @example
 * const tree = new ExperienceTree({ size: 9 })
 * tree.add(game.moves, Black, { depth: 30, conditions: { komi: 7, rules: "chinese" } })
 * const view = unwrap(ExperienceView.open(makeExperience(tree)))
 * for (const { move, visits, value } of unwrap(view.children([]))) console.log(move, value / visits)
 */
export { makeExperience, parseExperience, parseView } from "./format.ts"
export { knownMoves, unfitReason, type Experience, type KnownMove } from "./graft.ts"
export type { ExperienceError } from "./layout.ts"
export { creditSons, ExperienceLoader } from "./loader.ts"
export { mostPlayed, type Opening } from "./openings.ts"
export { ExperienceTree, UNKNOWN_CONDITIONS, USUAL_DEPTH, USUAL_NODES } from "./tree.ts"
export type { AddOptions, Conditions, ExperienceNode, ExperienceOptions } from "./tree.ts"
export { ExperienceView } from "./view.ts"
