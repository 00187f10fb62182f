/** Late positions as sums of independent regions: division, local games, values, play. */
export * from "./divide.ts"
export * from "./endgame.ts"
export * from "./enumerate.ts"
export * from "./exhaustive.ts"
export * from "./local.ts"
export * from "./play.ts"
export * from "./sum.ts"
export * from "./values.ts"
