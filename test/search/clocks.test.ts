// Whole games under fast clocks (TREE-11), as `npm run bench:clocks` plays them: here one of each kind, with shorter overtime.

import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { runCommand, Session } from "../../src/engine/index.ts"
import { RandomPlayer } from "../../src/players/index.ts"
import { CHINESE } from "../../src/rules/index.ts"

const bench = fileURLToPath(new URL("../../bench/clocks.js", import.meta.url))

interface Summary {
  readonly games: number
  readonly lostOnTime: number
  readonly smallestMargin: number
}

// Again where it fails: what a busy machine takes away is not the engine's fault, and an engine that loses by itself loses thrice.
it(
  "no game is lost on time: 1 s in all, byo-yomi, Canadian, and 1 s without time_left (TREE-11)",
  { retry: 2, timeout: 90_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [bench, "--games", "4", "--overtime", "0.4", "--seed", "3"],
      { encoding: "utf8" },
    )
    // It ends with 1 if a game was lost on time, and tells on stderr which.
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) })
    const report = JSON.parse(stdout) as { lostOnTime: number; clocks: Record<string, Summary> }
    expect(report.lostOnTime).toBe(0)
    expect(Object.keys(report.clocks)).toEqual([
      "absolute 1 s",
      "byo-yomi 0 s, 5×0.4 s",
      "canadian 0 s, 10 in 2 s",
      "absolute 1 s, without time_left",
    ])
  },
)

it("a player that searches gets ready when its clock is set, not when it runs (TREE-11)", async () => {
  class Sleeper extends RandomPlayer {
    prepared = 0
    prepare(): Promise<void> {
      this.prepared++
      return Promise.reject(new Error("not today"))
    }
  }
  const player = new Sleeper()
  const session = new Session({ player, rules: CHINESE, seed: 1, estimateDead: () => [] })
  const answers = []
  for (const args of [["none"], ["absolute", "x"], ["absolute", "1"]])
    answers.push((await runCommand(session, { name: "kgs-time_settings", args })).ok)
  expect(answers).toEqual([true, false, true])
  expect(player.prepared).toBe(1)
})
