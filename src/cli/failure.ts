// What a command says when it can't do its work: one clear line on stderr and an exit code, 2 for bad input.

const BAD_INPUT = 2

export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = BAD_INPUT) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Ends the command with this sentence. */
export function fail(message: string, exitCode = BAD_INPUT): never {
  throw new Failure(message, exitCode)
}
