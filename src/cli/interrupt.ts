// Ctrl-C, the same in every command: the first ends the work in good order and what is done is shown, the second ends
// the process at once.
//
// Until a command listens it has nothing to save, and the system ends it: a shell says 130 then, too. So a command
// first listens, then prints its first line: a caller that has read a line may send a signal.

/** What a shell answers for a program that Ctrl-C ended. */
export const INTERRUPTED = 130

/** The signals by which people and systems end a program. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Works until all is done or Ctrl-C is pressed, and answers whether it was. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once("SIGINT", interrupt)
  try {
    await work(interruption.signal)
  } finally {
    process.off("SIGINT", interrupt)
  }
  return interruption.signal.aborted
}

/** Works until Ctrl-C, and says then that what is shown is not all; the work itself shows what it has. */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<void>,
  done = "done",
): Promise<void> {
  if (!(await untilInterrupted(work))) return
  process.stderr.write(`montego: interrupted; shown is what was ${done} until then\n`)
  process.exitCode = INTERRUPTED
}

/** For work that handles signals of any kind, until `stop`. */
export function listenForInterrupts(): { signal: AbortSignal; stop: () => void } {
  const interruption = new AbortController()
  const listener = (): void => {
    if (interruption.signal.aborted) process.exit(INTERRUPTED)
    interruption.abort()
  }
  for (const name of ENDING_SIGNALS) process.on(name, listener)
  return {
    signal: interruption.signal,
    stop: () => {
      for (const name of ENDING_SIGNALS) process.off(name, listener)
    },
  }
}
