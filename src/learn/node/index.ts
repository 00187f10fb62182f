/** Learning from files of games, in threads; weight files. */
export * from "./describe-pool.ts"
export * from "./game-files.ts"
export * from "./game-source.ts"
export * from "./weights-file.ts"
