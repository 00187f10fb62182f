// An engine leads a process group of its own, so that whatever it starts can be ended with it, and Ctrl-C in our
// terminal is ours to answer. What the terminal no longer does is done here: groups that still run when our
// process ends are killed, whether it returns, throws or is told to stop.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Only Windows has no groups; there the engine alone is reached. */
export const HAS_GROUPS = process.platform !== "win32"

const running = new Set<number>()

/** Sends a signal to the group that this process leads; a group that is gone is no error. */
export function signalGroup(leader: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(HAS_GROUPS ? -leader : leader, signal)
  } catch {
    // The group is gone.
  }
}

/** From now on the group dies with us. */
export function holdGroup(leader: number): void {
  if (running.size === 0) {
    process.on("exit", killAll)
    // First in line: a listener that is called once would be gone when we look whether there is one.
    for (const signal of SIGNALS) process.prependListener(signal, stop)
  }
  running.add(leader)
}

/** The group has ended. */
export function releaseGroup(leader: number): void {
  if (running.delete(leader) && running.size === 0) unlisten()
}

function killAll(): void {
  for (const leader of running) signalGroup(leader, "SIGKILL")
}

/**
 * Another listener of the signal decides about our process; without one, the process ends as it would have without us.
 */
function stop(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  killAll()
  unlisten()
  process.kill(process.pid, signal)
}

function unlisten(): void {
  process.off("exit", killAll)
  for (const signal of SIGNALS) process.off(signal, stop)
}
