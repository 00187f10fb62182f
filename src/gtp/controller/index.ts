/** Drives GTP engines as child processes. Node only. */
export * from "./controller.ts"
