/** Tuning the knobs of the search by games. Node only. */
export * from "./journal.ts"
export * from "./knobs.ts"
export * from "./spsa.ts"
export * from "./tune.ts"
