/**
 * Gobble, the first Monte-Carlo Go program (Brügmann 1993): its games, its player, its map of values (SA-1 to SA-3).
 */
export * from "./figure1.ts"
export { GobbleKernel } from "./kernel.ts"
export type { Gobble, GobbleBatch, GobbleOrder, GobbleStart, GobbleTotals, GobbleValues } from "./kernel.ts"
export * from "./map.ts"
export * from "./player.ts"
export { ReferenceGobble } from "./reference.ts"
export * from "./search.ts"
export * from "./settings.ts"
