/** Games whose ends are scores: notation, sums, exact thermographs. */
export * from "./game.ts"
export * from "./notation.ts"
export * from "./rational.ts"
export * from "./thermograph.ts"
export { COLDEST, valueAt, type Corner, type Trajectory } from "./trajectory.ts"
