// One number for all that Montego plays: the kernel's signature, a few moves of a game that every preset of the search
// plays against itself with a fixed seed, and the same with learned weights and with the networks. A test pins it, in
// Node and in Chromium.

import { Kernel, Hash, kernelSignature } from "../kernel/index.ts"
import type { SearchReport } from "../player/index.ts"
import { Game, type Position } from "../rules/index.ts"
import type { KnowledgeSource } from "./knowledge.ts"
import { PRESET_NAMES, presetParams, type PresetName } from "./params.ts"
import { Searcher, type SearcherOptions } from "./searcher.ts"

const PLAYOUTS = 300
const MOVES = 6
const SIZE = 9

/**
 * How Montego plays today, for callers that can't wait for `signature`; a test holds the two equal, and `npx montego
 * bench --signature` prints it. A commit that changes it says so in its message, and why: a mere speed-up must not.
 */
export const SIGNATURE = "908ea632a46756f1"

/** What the program plays by beside its code: the signature covers this, too. */
export type SignatureSource = Required<Pick<KnowledgeSource, "loadKnowledge" | "loadNet">>

/** The signature is a hash over all of these, in this order; what comes later goes to the end. */
const PARTS: readonly ((hash: Hash, source: SignatureSource) => Promise<void>)[] = [
  addKernel,
  addPresets,
  addWeights,
  addNets,
]

/** 16 hexadecimal digits. */
export async function signature(source: SignatureSource): Promise<string> {
  const hash = new Hash()
  for (const add of PARTS) await add(hash, source)
  return hash.digits()
}

async function addKernel(hash: Hash): Promise<void> {
  hash.addText(kernelSignature(await Kernel.create()))
}

/** Without learned weights `strong` is `2026` that reads ladders, and without a network `net` is, too. */
async function addPresets(hash: Hash): Promise<void> {
  for (const preset of PRESET_NAMES)
    if (preset !== "2026" && preset !== "net") await addSearches(hash, preset, SIZE)
}

/** Boards that have learned weights of their own. */
const WEIGHTED_SIZES = [9, 19]

/** A program whose weights are missing plays otherwise, and has another signature. */
async function addWeights(hash: Hash, { loadKnowledge }: SignatureSource): Promise<void> {
  for (const size of WEIGHTED_SIZES) {
    const knowledge = await loadKnowledge(size)
    if (knowledge.ok) await addSearches(hash, "strong", size, { knowledge: knowledge.value })
    else hash.addText("no weights")
  }
}

/** An evaluation takes as long as hundreds of playouts. */
const NET_PLAYOUTS = 24
/** Boards that have networks of their own; what people play is asked of the same ones. */
const JUDGED_SIZES = [9, 19, 13]

async function addNets(hash: Hash, { loadNet }: SignatureSource): Promise<void> {
  for (const size of JUDGED_SIZES) {
    const net = await loadNet(size)
    if (net.ok) await addSearches(hash, "net", size, { net: net.value }, NET_PLAYOUTS)
    else hash.addText("no network")
  }
}

/** A game that is searched with the tree kept from move to move. */
async function addSearches(
  hash: Hash,
  preset: PresetName,
  size: number,
  known: Pick<SearcherOptions, "knowledge" | "net"> = {},
  playouts = PLAYOUTS,
): Promise<void> {
  const searcher = await Searcher.create({ params: { ...presetParams(preset), "tree-mb": 8 }, ...known })
  const game = newGame(size)
  for (let move = 0; move < MOVES; move++) {
    const position: Position = game.position()
    const { report, best } = await searcher.search({
      position,
      color: game.toPlay,
      seed: move,
      budget: { playouts },
    })
    addReport(hash, report)
    game.play(best.move)
  }
  await searcher.close()
}

function newGame(size: number): Game {
  const game = Game.create({ size, komi: 7.5 })
  if (!game.ok) throw new Error(game.error)
  return game.value
}

function addReport(hash: Hash, { playouts, winRate, score, candidates }: SearchReport): void {
  for (const value of [playouts, winRate, score.mean, score.spread]) hash.addNumber(value)
  for (const { move, visits, winRate: rate, rave, prior } of candidates)
    for (const value of [move, visits, rate, rave?.visits ?? 0, prior?.visits ?? 0]) hash.addNumber(value)
}
