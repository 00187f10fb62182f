// A training that is killed at any moment goes on and ends with the same weights: no game is counted twice.

import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { makeCollection } from "../support/collections.ts"
import { runMontego } from "../support/montego.ts"
import { openScratch } from "../support/scratch.ts"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))
const scratch = openScratch("learn-kill")

const GAMES = scratch.file(makeCollection({ games: 150, moves: 60 }))
const SHAPES = join(scratch.folder, "games.shapes")

/**
 * Starts the command, kills it once its checkpoint has changed since the start, and says whether it was still running.
 */
async function killed(words: readonly string[], checkpoint: string): Promise<boolean> {
  const before = existsSync(checkpoint) ? readFileSync(checkpoint) : Buffer.alloc(0)
  const child = spawn(process.execPath, [bin, ...words], { stdio: "ignore" })
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()))
  while (child.exitCode === null) {
    if (existsSync(checkpoint) && !readFileSync(checkpoint).equals(before)) break
    await sleep(2)
  }
  const wasRunning = child.kill("SIGKILL")
  await ended
  return wasRunning && child.signalCode === "SIGKILL"
}

it.each([
  ["sgd", ["--shapes", SHAPES, "--passes", "2", "--checkpoint-every", "1"]],
  ["lmp", ["--features", "playout", "--passes", "8"]],
])("%s: killed three times, the same weights", async (method, options) => {
  await runMontego("learn", "harvest", GAMES, "--min", "3", "--out", SHAPES)
  const out = (name: string): string => join(scratch.folder, `${method}-${name}.bin`)
  const words = (name: string): string[] => [
    "learn",
    "train",
    GAMES,
    "--method",
    method,
    ...options,
    "--out",
    out(name),
  ]
  expect((await runMontego(...words("whole"))).code).toBe(0)
  const kills: boolean[] = []
  for (let i = 0; i < 3; i++) kills.push(await killed(words("killed"), `${out("killed")}.checkpoint`))
  expect(kills).toContain(true)
  const last = await runMontego(...words("killed"))
  expect(last.code).toBe(0)
  expect(readFileSync(out("killed")).equals(readFileSync(out("whole")))).toBe(true)
})
