// A value or the reason why there is none. Parsers and referees answer with it, so that bad input
// is an ordinary branch for the caller and never an exception.

/**
 * A success with its value, or a failure with its error. What reads input from outside answers with it and throws
 * nothing.
 */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** A success with this value. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** A failure with this error. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** The value, where a failure would be a bug of ours and not of the input (tests, constants). */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value
  throw new Error(`unwrap: ${JSON.stringify(result.error)}`)
}
