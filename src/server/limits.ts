// What a client may cost, in one place. All of it holds for people who have the token, too: a page with a mistake in a
// loop is the likeliest attacker of a server on one's own machine.

import { availableParallelism } from "node:os"

export interface Limits {
  // The web server. Times in seconds.
  /** Until a new connection must have said anything at all. */
  readonly firstByteSeconds: number
  /** Until a request's headers must be there: who sends them byte by byte is cut off. */
  readonly headerSeconds: number
  /** Until the whole request must be there. */
  readonly requestSeconds: number
  /** Without a byte in either direction: a client that asks and does not read is cut off. */
  readonly silentSeconds: number
  /** Open sockets of any kind; the three limits of strangers and `connections` together are less. */
  readonly sockets: number
  /** Sockets that wait for a request; beyond it, the one that has waited longest is cut off. */
  readonly waiting: number
  /** Sockets that are being answered; beyond it, the oldest is cut off. */
  readonly answered: number
  /**
   * Of files and their compressed forms that are kept in memory; files over an eighth of it are read at each request.
   */
  readonly cacheBytes: number

  // Live connections.
  /** Live connections that have shown the token. */
  readonly connections: number
  /** Live connections that have not yet; beyond this number, the oldest of them is closed. */
  readonly strangers: number
  readonly messageBytes: number
  /** In the long run; twice as many at once. */
  readonly messagesPerSecond: number
  /** Until a connection must have shown the token. */
  readonly loginSeconds: number
  /** Without a message and without a search. */
  readonly idleSeconds: number
  /** Waiting to be sent: beyond it, reports are left out until the client has read. */
  readonly slowBytes: number
  /** Waiting to be sent: beyond it, the client is given up. */
  readonly stuckBytes: number

  // Searches.
  /** At once, of all connections; also the most players that are kept, each with its tree. */
  readonly searches: number
  readonly playouts: number
  /** The most that a search may take, whatever its budget is. */
  readonly seconds: number
  /** Of one search. */
  readonly threads: number
  /** Individuals of an evolution: founding and counting them is one piece of work that nothing interrupts. */
  readonly population: number
}

export const LIMITS: Limits = {
  firstByteSeconds: 3,
  headerSeconds: 10,
  requestSeconds: 15,
  silentSeconds: 30,
  sockets: 1000,
  waiting: 200,
  answered: 200,
  cacheBytes: 64 * 1_048_576,
  connections: 50,
  strangers: 50,
  messageBytes: 65_536,
  messagesPerSecond: 20,
  loginSeconds: 5,
  idleSeconds: 900,
  slowBytes: 262_144,
  stuckBytes: 4 * 1_048_576,
  searches: 4,
  playouts: 10_000_000,
  seconds: 600,
  threads: availableParallelism(),
  population: 8192,
}
