/** What several folders need of Node's file system. */
export * from "./lock.ts"
export * from "./plain-file.ts"
export * from "./replace-file.ts"
export * from "./packages.ts"
export * from "./line-file.ts"
export * from "./checked-line.ts"
export * from "./worker-file.ts"
export * from "./ordered-pool.ts"
