/** What players need of Node: threads, files, a place for warnings. */
export * from "./environment.ts"
export * from "./gtp.ts"
export * from "./hybrid.ts"
export * from "./memory.ts"
export * from "./module.ts"
