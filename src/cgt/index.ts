/**
 * Combinatorial games whose ends are scores: notation, sums, exact thermographs, perfect play, strategies for sums and
 * the triangle approximation.
 */
export * from "./contest.ts"
export * from "./game.ts"
export * from "./minimax.ts"
export * from "./notation.ts"
export * from "./rational.ts"
export * from "./strategies.ts"
export * from "./sums.ts"
export * from "./thermograph.ts"
export * from "./toy.ts"
export { COLDEST, valueAt, type Corner, type Trajectory } from "./trajectory.ts"
export * from "./triangle.ts"
export * from "./learners/index.ts"
export * from "./board/study.ts"
