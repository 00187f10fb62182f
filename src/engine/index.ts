/** Montego as a GTP engine: one conversation as a value, and over streams. Node only. */
export { COMMANDS, runCommand, STREAMS, streamCommand } from "./commands.ts"
export { serveGtp } from "./serve.ts"
export { Session, type SessionOptions } from "./session.ts"
