// What can go wrong with an engine, as values: whoever drives it decides what a fault costs (a game, a match,
// nothing), so the kinds say whose doing it was and no more.

import { printable } from "../../base/printable.ts"

/** The engine answered `? message`: it is well, the command was not. */
export interface GtpRefusal {
  readonly kind: "refused"
  readonly message: string
}

/**
 * The engine is lost; it takes no further commands.
 * - `start`: it could not be started, ended before it was ready, or was not ready in time;
 * - `crash`: it ended, or closed its pipes;
 * - `stall`: it did not answer in time;
 * - `protocol`: it wrote what is no answer, which `raw` holds;
 * - `closed`: it was we who ended it.
 *
 * Two `protocol` faults leave the engine alive: words that can't be sent, and an answer of the right form
 * whose text makes no sense (a vertex off the board).
 */
export interface GtpFault {
  readonly kind: "start" | "crash" | "stall" | "protocol" | "closed"
  readonly message: string
  readonly exitCode?: number
  readonly signal?: string
  /** The beginning of what the engine wrote instead of an answer. */
  readonly raw?: string
  /** The end of what the engine wrote to stderr. */
  readonly stderr: string
}

export type GtpFailure = GtpRefusal | GtpFault

/** What may be known besides kind and message. */
export type FaultDetails = Pick<GtpFault, "exitCode" | "signal" | "raw">

/** How much of a wrong answer is kept. */
const RAW_LENGTH = 500

/** How much of stderr a fault carries; the controller keeps more. */
const STDERR_LENGTH = 4000

/** How much of the engine's last line goes into the message. */
const SAID_LENGTH = 200

/** The message ends with the engine's own last words. */
export function makeFault(
  kind: GtpFault["kind"],
  message: string,
  stderr: string,
  details: FaultDetails = {},
): GtpFault {
  const said = stderr.slice(-STDERR_LENGTH).trim().split("\n").at(-1)?.trim()
  return {
    kind,
    message: said ? `${message}; it said: ${printable(said, SAID_LENGTH)}` : message,
    ...details,
    ...(details.raw === undefined ? {} : { raw: details.raw.slice(0, RAW_LENGTH) }),
    stderr: stderr.slice(-STDERR_LENGTH),
  }
}
