// One number for all that Montego plays: the kernel's signature, and a few moves of a game that every preset of the
// search plays against itself with a fixed seed. A test pins it, in Node and in Chromium.

import { Kernel, Hash, kernelSignature } from "../kernel/index.ts"
import type { SearchReport } from "../player/index.ts"
import { Game, type Position } from "../rules/index.ts"
import { PRESET_NAMES, presetParams, type PresetName } from "./params.ts"
import { Searcher } from "./searcher.ts"

const PLAYOUTS = 300
const MOVES = 6
const SIZE = 9

/**
 * How Montego plays today, for callers that can't wait for `signature`; a test holds the two equal, and `npx montego
 * bench --signature` prints it. A commit that changes it says so in its message, and why: a mere speed-up must not.
 */
export const SIGNATURE = "11f8c2b4573bb5e0"

/** Searches here have no learned weights, and `strong` without these is `2026`. */
const SIGNED_PRESETS = PRESET_NAMES.filter((name) => name !== "2026")

/** 16 hexadecimal digits. */
export async function signature(): Promise<string> {
  const hash = new Hash()
  hash.addText(kernelSignature(await Kernel.create()))
  for (const preset of SIGNED_PRESETS) await addSearches(hash, preset)
  return hash.digits()
}

/** A game that is searched with the tree kept from move to move. */
async function addSearches(hash: Hash, preset: PresetName): Promise<void> {
  const searcher = await Searcher.create({ params: { ...presetParams(preset), "tree-mb": 8 } })
  const game = newGame()
  for (let move = 0; move < MOVES; move++) {
    const position: Position = game.position()
    const { report, best } = await searcher.search({
      position,
      color: game.toPlay,
      seed: move,
      budget: { playouts: PLAYOUTS },
    })
    addReport(hash, report)
    game.play(best.move)
  }
  await searcher.close()
}

function newGame(): Game {
  const game = Game.create({ size: SIZE, komi: 7.5 })
  if (!game.ok) throw new Error(game.error)
  return game.value
}

function addReport(hash: Hash, { playouts, winRate, score, candidates }: SearchReport): void {
  for (const value of [playouts, winRate, score.mean, score.spread]) hash.addNumber(value)
  for (const { move, visits, winRate: rate, rave, prior } of candidates)
    for (const value of [move, visits, rate, rave?.visits ?? 0, prior?.visits ?? 0]) hash.addNumber(value)
}
