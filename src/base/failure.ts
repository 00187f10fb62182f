// What an error says: anything may be thrown.

/** The message of what was thrown, which need not be an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system's code of an error, such as ENOENT; the error itself as text where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error)
}

/** For people: why a file could not be read or written. */
export function fileFailure(error: unknown): string {
  return codeOf(error) === "ENOSPC" ? "the disk is full" : messageOf(error)
}
