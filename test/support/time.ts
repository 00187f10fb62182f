// Time that other programs of a busy machine don't lengthen: CPU time, and a clock that tests turn themselves.

import { readFileSync } from "node:fs"
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

/** Until the test ends `performance.now()` stands still, but for what `advance` adds in milliseconds. */
export function useHandClock(): { advance(ms: number): void } {
  let now = 0
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return { advance: (ms) => void (now += ms) }
}

/** Milliseconds that another process has worked so far, in steps of 10; only where there is a `/proc`. */
export function cpuMsOf(pid: number): number {
  // The name before the numbers may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Waits until this process has used this much CPU time, in a search that goes on meanwhile. */
export async function untilWorked(ms: number): Promise<void> {
  for (const end = cpuMs() + ms; cpuMs() < end;) await sleep(5)
}
