/** The messages between an engine and its client, and the service that answers them. */
export * from "./glass-view.ts"
export * from "./messages.ts"
export * from "./params.ts"
export * from "./players.ts"
export * from "./service.ts"
export * from "./shortened.ts"
export * from "./wire.ts"
