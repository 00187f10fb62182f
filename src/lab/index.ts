/**
 * The laboratory (LAB-1): published tables and figures as experiments that run in units, resume, and put the published
 * numbers beside ours. Node only.
 */
export * from "./definition.ts"
export * from "./experiment.ts"
export * from "./journal.ts"
export * from "./needs.ts"
export * from "./pool.ts"
export * from "./published.ts"
export * from "./queue.ts"
export * from "./registry.ts"
export * from "./report/publish.ts"
export * from "./report/site.ts"
export * from "./result.ts"
export * from "./run.ts"
export * from "./source.ts"
export * from "./store.ts"
export * from "./verdict.ts"
