/** What players need of Node: threads, files, a place for warnings. */
export { makeHybridPlayer, type HybridPlayer } from "../../hybrid/node/index.ts"
export * from "./environment.ts"
export * from "./gtp.ts"
export * from "./memory.ts"
export * from "./module.ts"
