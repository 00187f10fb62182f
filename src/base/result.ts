// A value or the reason why there is none. Parsers and referees answer with it, so that bad input
// is an ordinary branch for the caller and never an exception.

/** What went well, with its value; or what failed, with its error. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** The result of what went well. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** The result of what failed. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** The value, where a failure would be a bug of ours and not of the input (tests, constants). */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value
  throw new Error(`unwrap: ${JSON.stringify(result.error)}`)
}
