/** Learning from files of games, in threads; weight files. */
export * from "./checkpoint.ts"
export * from "./describe-pool.ts"
export * from "./evaluation.ts"
export * from "./finish.ts"
export * from "./game-files.ts"
export * from "./game-source.ts"
export * from "./training.ts"
export * from "./weights-file.ts"
