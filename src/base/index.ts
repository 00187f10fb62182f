/** Seeded chance and results: what every other folder stands on. */
export * from "./duration.ts"
export * from "./format.ts"
export * from "./nearest.ts"
export * from "./printable.ts"
export * from "./random.ts"
export * from "./result.ts"
export * from "./statistics.ts"
export * from "./version.ts"
