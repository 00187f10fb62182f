/**
 * Coevolution of partial strategies: two populations that play each other, the player, and reports on a run (EVO-1 to
 * EVO-5).
 */
export * from "./describe.ts"
export * from "./exhaustive.ts"
export * from "./history.ts"
export * from "./kernel.ts"
export * from "./player.ts"
export * from "./positions.ts"
export { ReferenceEvolution } from "./reference.ts"
export * from "./run.ts"
export * from "./settings.ts"
export { adviceAfter, exceptionsOf, isWhole, MOST_NODES, type Strategy } from "./strategy.ts"
