/** The local web server: the page's files, and native searches over a live connection. Node only. */
export { isLoopback } from "./guard.ts"
export { LIMITS, type Limits } from "./limits.ts"
export { LIVE_PATH } from "./live.ts"
export { ENGINE_NAME, type Engines } from "./players.ts"
export { DEFAULT_HOST, DEFAULT_PORT, ServerError, startServer } from "./server.ts"
export type { RunningServer, ServerOptions } from "./server.ts"
