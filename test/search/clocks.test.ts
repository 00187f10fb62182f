// Whole games under fast clocks (TREE-11). The clocks run by CPU time: other programs can't make the engine lose. docs/bench.md
// has the matches that measure it in real time, against an engine process.

import { expect, it } from "vitest"
import { parseClock, spend } from "../../src/arena/clock.ts"
import { Random } from "../../src/base/random.ts"
import { unwrap } from "../../src/base/result.ts"
import { runCommand, Session } from "../../src/engine/index.ts"
import { makePlayer, RandomPlayer } from "../../src/players/index.ts"
import { Black, CHINESE, makeVertex } from "../../src/rules/index.ts"
import { fullTime } from "../../src/search/time.ts"
import { cpuMs, useCpuClock } from "../support/time.ts"

const MOST_MOVES = 300

async function send(session: Session, line: string): Promise<string> {
  const [name = "", ...args] = line.split(" ")
  const { ok, text } = await runCommand(session, { name, args })
  if (!ok) throw new Error(`${line}: ${text}`)
  return text
}

it.each([
  ["absolute:1", "kgs-time_settings absolute 1", true],
  ["absolute:1", "kgs-time_settings absolute 1", false],
  ["byoyomi:0+0.2x5", "kgs-time_settings byoyomi 0 0.2 5", true],
  ["canadian:0+1/5", "time_settings 0 1 5", true],
])(
  "a game under %s by %s, time_left told: %s, is not lost on time (TREE-11)",
  async (clock, command, isTold) => {
    useCpuClock()
    const player = unwrap(makePlayer("uct:strong"))
    const session = new Session({ player, rules: CHINESE, seed: 3, estimateDead: () => [], size: 9 })
    await send(session, command)
    const limit = unwrap(parseClock(clock))
    let left = fullTime(limit)
    const opponent = new RandomPlayer()
    const random = new Random(3)
    for (let number = 0; session.game.phase === "playing" && number < MOST_MOVES; number++) {
      if (isTold) await send(session, `time_left b ${left.seconds.toFixed(3)} ${left.stones}`)
      const asked = cpuMs()
      const word = await send(session, "genmove b")
      const spent = spend(limit, left, (cpuMs() - asked) / 1000)
      expect({ number, spent }).toEqual({ number, spent: { ok: true, value: expect.anything() } })
      left = unwrap(spent)
      if (word === "resign" || session.game.phase !== "playing") break
      const position = session.game.position()
      const { move } = await opponent.choose({
        position,
        color: session.game.toPlay,
        budget: {},
        seed: random.next(),
      })
      await send(session, `play w ${move === "resign" ? "pass" : makeVertex(move, 9)}`)
    }
    expect(session.game.moves.filter(({ color }) => color === Black).length).toBeGreaterThan(5)
    await player.close()
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
