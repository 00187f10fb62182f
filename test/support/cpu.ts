// Time that other programs of a busy machine don't lengthen: the CPU time of this process.

import { setTimeout as sleep } from "node:timers/promises"
import { onTestFinished, vi } from "vitest"

/** Milliseconds that all threads of this process have worked so far. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Until the test ends `performance.now()` tells CPU time. It stands still while everything waits. */
export function useCpuClock(): void {
  const clock = vi.spyOn(performance, "now").mockImplementation(cpuMs)
  onTestFinished(() => clock.mockRestore())
}

/** Waits until this process has worked for so long, in a search that goes on meanwhile. */
export async function untilWorked(ms: number): Promise<void> {
  for (const end = cpuMs() + ms; cpuMs() < end;) await sleep(5)
}
