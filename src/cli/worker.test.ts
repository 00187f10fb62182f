// `montego worker` before it works (ARE-4); test/arena/queue.test.ts has it at work.

import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it, vi } from "vitest"
import { main } from "./main.ts"

afterEach(() => vi.restoreAllMocks())

async function run(...argv: string[]): Promise<{ code: number; said: string }> {
  let said = ""
  const listen = (text: string | Uint8Array): boolean => {
    said += String(text)
    return true
  }
  vi.spyOn(process.stderr, "write").mockImplementation(listen)
  vi.spyOn(process.stdout, "write").mockImplementation(listen)
  return { code: await main(argv), said }
}

describe("ARE-4 montego worker", () => {
  it("wants to know where the games are", async () => {
    const { code, said } = await run("worker")
    expect(code).toBe(2)
    expect(said).toContain("--queue <url>")
  })

  it.each([
    ["--concurrency", "0", "1 to 1000"],
    ["--concurrency", "many", "whole number"],
    ["--name", "a b", "letters, digits"],
  ])("refuses %s %s", async (option, value, complaint) => {
    const { code, said } = await run("worker", "--queue", "redis://host", option, value)
    expect(code).toBe(2)
    expect(said).toContain(complaint)
  })

  const file = fileURLToPath(new URL("../../docs/examples/tournament.json", import.meta.url))
  it.each([
    ["worker", []],
    ["match", ["--a", "random", "--b", "random", "--games", "2"]],
    ["tournament", [file]],
  ])("%s never shows a password", async (command, players) => {
    for (const [url, complaint] of [
      ["http://:secret@127.0.0.1:1", "--queue: it is redis://HOST:PORT"],
      ["redis://:secret@127.0.0.1:1", "redis://127.0.0.1:1 can't be used"],
    ] as const) {
      const { code, said } = await run(command, ...players, "--queue", url)
      expect(code).toBe(2)
      expect(said).toContain(complaint)
      expect(said).not.toContain("secret")
      vi.restoreAllMocks()
    }
  })
})
