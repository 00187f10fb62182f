// `montego worker` before it works (ARE-4); test/arena/queue.test.ts has it at work.

import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { runMontego } from "../../test/support/montego.ts"

describe("ARE-4 montego worker", () => {
  it("wants to know where the games are", async () => {
    const { code, err } = await runMontego("worker")
    expect(code).toBe(2)
    expect(err).toContain("--queue <url>")
  })

  it.each([
    ["--concurrency", "0", "1 to 1024"],
    ["--concurrency", "many", "whole number"],
    ["--name", "a b", "letters, digits"],
  ])("refuses %s %s", async (option, value, complaint) => {
    const { code, err } = await runMontego("worker", "--queue", "redis://host", option, value)
    expect(code).toBe(2)
    expect(err).toContain(complaint)
  })

  const file = fileURLToPath(new URL("../../examples/tournament.json", import.meta.url))
  it.each([
    ["worker", []],
    ["match", ["--a", "random", "--b", "random", "--games", "2"]],
    ["tournament", [file]],
  ])("%s never shows a password", async (command, players) => {
    for (const [url, complaint] of [
      ["http://:secret@127.0.0.1:1", "--queue: it is redis://HOST:PORT"],
      ["redis://:secret@127.0.0.1:1", "redis://127.0.0.1:1 can't be used"],
    ] as const) {
      const { code, out, err } = await runMontego(command, ...players, "--queue", url)
      expect(code).toBe(2)
      expect(err).toContain(complaint)
      expect(out + err).not.toContain("secret")
    }
  })
})
