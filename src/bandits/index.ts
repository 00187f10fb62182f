/** Multi-armed bandits: arms, policies and their regret, and the published table beside ours. */
export * from "./arms.ts"
export * from "./policies.ts"
export * from "./published.ts"
export * from "./trials.ts"
