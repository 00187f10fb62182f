/** Players behind one contract, by name, and the proposal of dead stones. */
export { parseHybridSpec } from "../hybrid/index.ts"
export * from "../player/index.ts"
export * from "../search/dead.ts"
export * from "../search/uct.ts"
export * from "./levels.ts"
export * from "./random.ts"
export * from "./registry.ts"
