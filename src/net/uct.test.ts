// The player `uct` with a network: it judges nodes, a missing one is told once, and threads share it.

import { describe, expect, it } from "vitest"
import { err, ok, unwrap, type Result } from "../base/result.ts"
import type { NetImage } from "../kernel/index.ts"
import { parsePlayerSpec, type Answer } from "../player/index.ts"
import { captureGo, CHINESE, Game } from "../rules/index.ts"
import { DEFAULT_EVALUATIONS, DEFAULT_PLAYOUTS, makeUctPlayer } from "../search/index.ts"
import { openHelpers } from "../search/node/index.ts"
import type { Knowledge, PlayerEnvironment } from "../search/index.ts"
import { makeImage } from "./image.ts"
import { makeNetLoader } from "./loader.ts"
import { makeRandomNet } from "./made.ts"

const SPEC = "uct,exploration=0,puct=1,net=1,playouts=60"
const loadNet = makeNetLoader(async () => ok(makeRandomNet({ blocks: 2, channels: 16, seed: 5, gain: 2 })))

async function choose(spec: string, environment: PlayerEnvironment, moves = 1): Promise<Answer> {
  const player = unwrap(makeUctPlayer(unwrap(parsePlayerSpec(spec)), environment))
  const game = unwrap(Game.create({ size: 9, komi: 7.5, rules: CHINESE }))
  try {
    let answer: Answer | undefined
    for (let index = 0; index < moves; index++) {
      answer = await player.choose({ position: game.position(), color: game.toPlay, budget: {}, seed: 1 })
      if (answer.move !== "resign") game.play(answer.move)
    }
    return answer!
  } finally {
    await player.close()
  }
}

describe("uct with a network", () => {
  it("searches other moves than without, and the same ones again", async () => {
    const [first, again] = [await choose(SPEC, { loadNet }, 3), await choose(SPEC, { loadNet }, 3)]
    expect(again.report?.candidates).toEqual(first.report?.candidates)
    const without = await choose(SPEC, {}, 3)
    expect(without.report?.candidates).not.toEqual(first.report?.candidates)
  })

  it("goes on without one that is missing, and says so once", async () => {
    const warnings: string[] = []
    const missing = async (): Promise<Result<NetImage, string>> => err("net9.bin does not exist")
    const warn = (message: string): void => void warnings.push(message)
    const answer = await choose(SPEC, { loadNet: missing, warn }, 3)
    expect(answer.move).not.toBe("resign")
    expect(warnings).toEqual(["net9.bin does not exist; the search goes on without a network"])
  })

  it("goes on without weights and network, and says each once", async () => {
    const loadKnowledge = async (): Promise<Result<Knowledge, string>> => err("moves9.bin does not exist")
    const missing = async (): Promise<Result<NetImage, string>> => err("net9.bin does not exist")
    const warnings: string[] = []
    const warn = (message: string): void => void warnings.push(message)
    const answer = await choose("uct:net,playouts=20", { loadKnowledge, loadNet: missing, warn }, 3)
    const [weights, net] = [
      "moves9.bin does not exist; the search goes on without learned weights",
      "net9.bin does not exist; the search goes on without a network",
    ]
    expect(warnings).toEqual([weights, net])
    expect(answer.report?.missing).toBe(`${weights}; ${net}`)
  })

  it("is not asked for where the knob is off", async () => {
    const never = async (): Promise<Result<NetImage, string>> => expect.unreachable("no network is needed")
    await choose("uct,playouts=20", { loadNet: never })
  })

  it("comes from the file that its name has", async () => {
    const opened: string[] = []
    const openNetFile = (path: string): Result<NetImage, string> => {
      opened.push(path)
      return ok(makeImage(makeRandomNet({ blocks: 1, channels: 16, seed: 6, gain: 2 })))
    }
    const own = await choose(`${SPEC},net-file=own.bin`, { loadNet, openNetFile })
    expect(opened).toEqual(["own.bin"])
    expect(own.report?.candidates).not.toEqual((await choose(SPEC, { loadNet })).report?.candidates)
    const spec = unwrap(parsePlayerSpec(`${SPEC},net-file=own.bin`))
    const missing = { openNetFile: (path: string) => err(`${path} does not exist`) }
    expect(makeUctPlayer(spec, missing)).toEqual(err("own.bin does not exist"))
    expect(makeUctPlayer(spec, {})).toEqual(err(expect.stringContaining("there are no files here")))
  })

  it("searches for as long without a budget as without a network, about", async () => {
    const spec = "uct:net,early-stop=off"
    expect((await choose(spec, { loadNet })).report!.playouts).toBe(DEFAULT_EVALUATIONS)
    expect((await choose(spec, {})).report!.playouts).toBe(DEFAULT_PLAYOUTS)
  })

  it("limits an analysis by its evaluations, and says what it judged; without it playouts count", async () => {
    const look = async (environment: PlayerEnvironment, rules = CHINESE) => {
      const player = unwrap(makeUctPlayer(unwrap(parsePlayerSpec(SPEC)), environment))
      const game = unwrap(Game.create({ size: 9, komi: 7.5, rules }))
      const budget = { playouts: 50, evaluations: 1 }
      const request = {
        position: game.position(),
        color: game.toPlay,
        budget,
        seed: 1,
        onReport: () => undefined,
      }
      const report = await player.analyze!(request)
      await player.close()
      return report!
    }
    const judged = await look({ loadNet })
    expect(judged).toMatchObject({ playouts: 1, judge: "network" })
    const chances = judged.candidates.map(({ chance }) => chance!)
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 4)
    const without = await look({})
    expect([without.playouts, without.judge, without.candidates[0]!.chance]).toEqual([
      50,
      undefined,
      undefined,
    ])
    // Networks don't know Capture Go.
    expect(await look({ loadNet }, captureGo(1))).toMatchObject({ playouts: 50 })
  })

  it("is shared by threads", async () => {
    const answer = await choose(`${SPEC},threads=2`, { loadNet, openHelpers }, 2)
    expect(answer.report!.candidates.reduce((sum, { visits }) => sum + visits, 0)).toBeGreaterThan(0)
  })

  it("boards that share a network get the same object", async () => {
    const [nine, five, large] = await Promise.all([9, 5, 13].map(async (size) => loadNet(size)))
    expect(unwrap(five!)).toBe(unwrap(nine!))
    expect(unwrap(large!)).not.toBe(unwrap(nine!))
  })

  it("a network that several ask for at the same time is read once, and again after a failure", async () => {
    const answers = [err("it is being copied"), ok(makeRandomNet({ blocks: 1, channels: 16, seed: 5 }))]
    let reads = 0
    const load = makeNetLoader(async () => answers[reads++]!)
    expect(await Promise.all([load(9), load(9)])).toEqual([answers[0], answers[0]])
    const [one, other] = await Promise.all([load(9), load(7)])
    expect(unwrap(other)).toBe(unwrap(one))
    expect(reads).toBe(2)
  })
})
