/** Small networks: what they see, and their evaluation in integers. */
export * from "./evaluator.ts"
export * from "./file.ts"
export * from "./games.ts"
export * from "./made.ts"
export * from "./image.ts"
export * from "./loader.ts"
export * from "./measure.ts"
export * from "./owners.ts"
