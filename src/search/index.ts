/** Searching for a move: parameters, budgets, the tree search in a game, and what it reports. */
export * from "./clock.ts"
export * from "./ending.ts"
export * from "./experience/index.ts"
export { Helper, HelperPool, type HelperPort, type HelperTask } from "./helpers.ts"
export * from "./keys.ts"
export * from "./params.ts"
export * from "./report.ts"
export * from "./searcher.ts"
