// Weights of a user's files in the name of a player: uct:strong,moves-file=own.bin.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { err, unwrap } from "../../base/result.ts"
import { parsePlayerSpec } from "../../player/index.ts"
import { Game, Black } from "../../rules/index.ts"
import { makeUctPlayer, type PlayerEnvironment } from "../../search/index.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { bundledWeights, loadKnowledge, openWeightsFiles } from "./index.ts"

const scratch = openScratch("knowledge")
const [moves9, moves19] = [9, 19].map((size) => bundledWeights("moves", size))
const [playout9, playout19] = [9, 19].map((size) => bundledWeights("playout", size))

async function visits(spec: string, environment: PlayerEnvironment = { loadKnowledge, openWeightsFiles }) {
  const player = unwrap(makeUctPlayer(unwrap(parsePlayerSpec(spec)), environment))
  const position = unwrap(Game.create({ size: 9, komi: 7 })).position()
  const { report } = await player.choose({ position, color: Black, seed: 1, budget: { playouts: 200 } })
  await player.close()
  return report!.candidates.map((candidate) => [candidate.move, candidate.visits])
}

describe("files of weights in a player's name", () => {
  it("take the place of those for the board, each of its kind", async () => {
    const usual = await visits("uct:strong,policy=gamma")
    expect(await visits(`uct:strong,policy=gamma,moves-file=${moves9},playout-file=${playout9}`)).toEqual(
      usual,
    )
    const others = await Promise.all([
      visits(`uct:strong,policy=gamma,moves-file=${moves19}`),
      visits(`uct:strong,policy=gamma,playout-file=${playout19}`),
      visits(`uct:strong,policy=gamma,moves-file=${moves19},playout-file=${playout19}`),
    ])
    for (const [index, other] of others.entries())
      for (const one of [usual, ...others.slice(0, index)]) expect(other).not.toEqual(one)
  })

  it("are refused with the reason where they are missing, damaged or of the other kind", () => {
    const damaged = join(scratch.folder, "damaged.bin")
    writeFileSync(damaged, "no weights")
    const make = (spec: string, environment: PlayerEnvironment = { openWeightsFiles }) =>
      makeUctPlayer(unwrap(parsePlayerSpec(`uct:strong,${spec}`)), environment)
    expect(make("moves-file=nowhere.bin")).toEqual(err(expect.stringMatching(/nowhere.bin.*does not exist/)))
    expect(make(`moves-file=${damaged}`)).toEqual(err(expect.stringContaining(`${damaged}: `)))
    expect(make(`playout-file=${moves9}`)).toEqual(
      err(`${moves9} has weights of the kind moves, and playout-file wants playout`),
    )
    expect(make(`playout-file=${playout9}`, {})).toEqual(
      err("playout-file is a file, and there are no files here (a browser has none)"),
    )
  })
})
