/** Small networks: what they see, and their evaluation in integers. */
export * from "./games.ts"
export * from "./owners.ts"
