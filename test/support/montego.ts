// The command line in this process: what it prints and its exit code.

import { expect, vi } from "vitest"
import { main } from "../../src/cli/main.ts"
import { Progress } from "../../src/cli/progress.ts"

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export async function runMontego(...argv: readonly string[]): Promise<Ran> {
  process.exitCode = undefined
  const text = { out: "", err: "" }
  const keep = (to: "out" | "err") => (chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
    text[to] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")
    // Code that waits for the chunk to be written goes on.
    const callback = typeof encoding === "function" ? encoding : done
    if (typeof callback === "function") callback()
    return true
  }
  vi.spyOn(console, "log").mockImplementation((line: string) => void (text.out += `${line}\n`))
  vi.spyOn(console, "error").mockImplementation((line: string) => void (text.err += `${line}\n`))
  vi.spyOn(process.stdout, "write").mockImplementation(keep("out"))
  vi.spyOn(process.stderr, "write").mockImplementation(keep("err"))
  try {
    return { code: await main(argv), ...text }
  } finally {
    vi.restoreAllMocks()
    // Else a complaint that a test wanted would be the end of all tests.
    process.exitCode = undefined
  }
}

/** Runs a command and presses Ctrl-C as soon as its progress shows that this share of the work, or more, is done. */
export async function runInterruptedAt(least: number, ...argv: readonly string[]): Promise<Ran> {
  const before = new Set(process.listeners("SIGINT"))
  let isPressed = false
  // Only to the command's own listeners: vitest listens, too.
  const press = (): void => {
    for (const listener of process.listeners("SIGINT")) if (!before.has(listener)) listener("SIGINT")
  }
  vi.spyOn(Progress.prototype, "show").mockImplementation((share) => {
    if (isPressed || share < least) return
    isPressed = true
    setImmediate(press)
  })
  const ran = await runMontego(...argv)
  expect(isPressed).toBe(true)
  expect(new Set(process.listeners("SIGINT"))).toEqual(before)
  return ran
}

/** What a command that goes well prints with `--json`. */
export async function runJson<T>(...argv: readonly string[]): Promise<T> {
  const { code, out, err } = await runMontego(...argv, "--json")
  expect([code, err]).toEqual([0, ""])
  return JSON.parse(out) as T
}

/** Bad input: exit code 2, one line on stderr that fits, and no stack. */
export function expectComplaint({ code, err }: Ran, reason: RegExp): void {
  expect(err).toMatch(/^[^\n]+\n$/)
  expect(err).toMatch(reason)
  expect(err).not.toMatch(/\bat .*:\d+:\d+/)
  expect(code).toBe(2)
}

/** A complaint before anything is done: nothing on stdout. */
export function expectRefusal(ran: Ran, reason: RegExp): void {
  expectComplaint(ran, reason)
  expect(ran.out).toBe("")
}
