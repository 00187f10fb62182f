// What can go wrong with an engine, as values. The caller decides what a fault costs (a game, a match, nothing), so
// the kinds say only what happened.

import { printable } from "../../base/printable.ts"

/** The engine answered `? message`. It takes further commands. */
export interface GtpRefusal {
  readonly kind: "refused"
  readonly message: string
}

/**
 * The engine answered in the right form, but the text makes no sense: a vertex off the board. It takes further
 * commands.
 */
export interface GtpNonsense {
  readonly kind: "nonsense"
  readonly message: string
  /** The beginning of its answer. */
  readonly raw: string
}

/**
 * The engine is lost; it takes no further commands.
 * - `start`: it could not be started, ended before it was ready, or was not ready in time;
 * - `crash`: it ended, or closed its pipes;
 * - `stall`: it did not answer in time;
 * - `protocol`: it wrote what is no answer, which `raw` holds; or we were asked to send what is no word, and then it
 *   lives;
 * - `closed`: we ended it.
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

/** Why a call to an engine failed. */
export type GtpFailure = GtpRefusal | GtpNonsense | GtpFault

/** What may be known besides kind and message. */
export type FaultDetails = Pick<GtpFault, "exitCode" | "signal" | "raw">

/** How much of a wrong answer is kept. */
export const RAW_LENGTH = 500

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
