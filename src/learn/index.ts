/** Learning strengths from choices: which move was played, who won. */
export * from "./lmp.ts"
