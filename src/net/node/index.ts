/** Networks in files, and games for their training, in threads. */
export * from "./harvest-pool.ts"
export * from "./measure-pool.ts"
export * from "./net-file.ts"
