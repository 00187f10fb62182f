// What a command says when it can't do its work: one clear line on stderr and the exit code 2.

export class Failure extends Error {
  readonly exitCode = 2
}

/** Ends the command with this sentence. */
export function fail(message: string): never {
  throw new Failure(message)
}
