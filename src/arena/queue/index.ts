/** Games on many machines, through Redis. */
export * from "./abilities.ts"
export * from "./conduct.ts"
export * from "./connection.ts"
export * from "./game-queue.ts"
export * from "./play.ts"
export * from "./roster.ts"
export * from "./status.ts"
export * from "./worker.ts"
