/** What every player is: the contract, budgets, clocks and reports as types, and the name and options that a player is made from. */
export * from "./clock.ts"
export * from "./fault.ts"
export * from "./options.ts"
export * from "./player.ts"
export * from "./report.ts"
export * from "./spec.ts"
