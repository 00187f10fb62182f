/** A client for the Computer Go Server (NET-1). */
export * from "./client.ts"
export * from "./conversation.ts"
export * from "./message.ts"
export * from "./password.ts"
export * from "./record.ts"
export * from "./table.ts"
