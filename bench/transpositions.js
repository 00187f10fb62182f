// `npm run bench:transpositions`: how many nodes of a tree are positions that stand elsewhere in it too (TREE-14), and how much of
// what was found out lies in them. That is the most that a table of transpositions could bring together.
//
// Two nodes are one position when stones, turn, ko and passes are the same; how the game came there, and with it superko, is
// left out of account, which a table could not do. Only nodes with children count: a leaf has nothing to share.

import { setImmediate as pause } from "node:timers/promises"
import { Command } from "commander"
import { Random, unwrap } from "../dist/base/index.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { Kernel, makeKernelMemory, ROOT_UNIT } from "../dist/kernel/index.js"
import {
  allPoints,
  Black,
  Game,
  isPass,
  opponent,
  PASS,
  SYMMETRIES,
  transform,
  transformMove,
} from "../dist/rules/index.js"
import { knobsOf, presetParams, Searcher, SIGNATURE } from "../dist/search/index.js"

/** @typedef {import("../dist/rules/index.js").Board} Board */
/** @typedef {import("../dist/rules/index.js").Color} Color */
/** @typedef {import("../dist/kernel/index.js").TreeSearch} TreeSearch */
/** @typedef {{ key: string, image: string, visits: number }} Node with two names of its position: as it stands, and of all its images */

const SIZE = 9
const KOMI = 7.5
const MEGABYTES = 128
const MEGABYTE = 1_048_576
/** Playouts a move of the game that leads to the position in the middle. */
const OPENING_PLAYOUTS = 300
const PRESETS = /** @type {const} */ (["plain", "strong"])

// ---- the tree

/** @param {Game} game @param {"plain" | "strong"} preset @param {number} playouts @param {number} seed */
async function growTree(game, preset, playouts, seed) {
  const kernel = await Kernel.create({ memory: makeKernelMemory(1, MEGABYTES * MEGABYTE) })
  const tree = kernel.openTree()
  tree.set({ ...knobsOf(presetParams(preset), 1), komi: KOMI, superko: 0, captureGoal: 0 })
  tree.setPast([])
  tree.clear()
  kernel.load(game.board)
  tree.begin({ color: game.toPlay, seed, last: game.moves.at(-1)?.move ?? PASS })
  tree.run(playouts)
  if (tree.isFull) throw new Error(`${playouts} playouts need more than ${MEGABYTES} MB`)
  return tree
}

/** All nodes with children, the root among them. @param {TreeSearch} tree @param {Board} board @param {Color} color */
function nodesOf(tree, board, color) {
  /** @type {Node[]} */
  const found = []
  /** @param {number} unit @param {Color} turn @param {number} passes */
  const walk = (unit, turn, passes) => {
    found.push({ ...namesOf(board, turn, passes), visits: tree.node(unit).visits })
    for (const child of tree.children(unit)) {
      if (child.children === 0) continue
      const refusal = board.play(turn, child.move)
      if (refusal) throw new Error(`the tree has a move that is refused: ${refusal}`)
      walk(child.unit, opponent(turn), isPass(child.move) ? passes + 1 : 0)
      board.undo()
    }
  }
  walk(ROOT_UNIT, color, 0)
  return found
}

/** @param {Board} board @param {Color} turn @param {number} passes @returns {Pick<Node, "key" | "image">} */
function namesOf(board, turn, passes) {
  const names = SYMMETRIES.map((symmetry) => {
    const stones = allPoints(SIZE).map((point) => board.at(transform(symmetry, point, SIZE)))
    // Stones are read where the symmetry takes a point; so the ko is named by the point that it takes there.
    const ko = allPoints(SIZE).findIndex((point) => transformMove(symmetry, point, SIZE) === board.ko)
    return `${stones.join("")} ${turn} ${ko} ${passes}`
  })
  return { key: names[0] ?? "", image: names.toSorted()[0] ?? "" }
}

// ---- what is in it

/** @param {readonly Node[]} nodes @param {"key" | "image"} name */
function tally(nodes, name) {
  /** @type {Map<string, number[]>} visits of the nodes of each position */
  const positions = new Map()
  for (const node of nodes) {
    const known = positions.get(node[name])
    if (known) known.push(node.visits)
    else positions.set(node[name], [node.visits])
  }
  const repeated = [...positions.values()].filter(({ length }) => length > 1)
  const visits = sum(nodes.map((node) => node.visits))
  // What a node could learn from elsewhere: all visits of its position but those of its best known node.
  const scattered = sum(repeated.map((each) => sum(each) - Math.max(...each)))
  return {
    positions: positions.size,
    nodesElsewhereToo: rounded(sum(repeated.map(({ length }) => length)) / nodes.length),
    visitsScattered: rounded(scattered / visits),
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0)
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toFixed(4))
}

/** A game of uct:strong against itself. @param {number} moves @param {number} seed */
async function playOpening(moves, seed) {
  const game = unwrap(Game.create({ size: SIZE, komi: KOMI }))
  const searcher = await Searcher.create({ params: presetParams("strong") })
  const random = new Random(seed)
  while (game.moves.length < moves) {
    const { best } = await searcher.search({
      position: game.position(),
      color: game.toPlay,
      seed: random.next(),
      budget: { playouts: OPENING_PLAYOUTS },
      mayStopEarly: false,
    })
    unwrap(game.play(best.move))
  }
  return game
}

async function bench() {
  /** @type {{ playouts: number, moves: number, seed: number }} */
  const options = new Command("bench:transpositions")
    .description(`Positions that stand more than once in a tree of ${SIZE}×${SIZE}; prints JSON.`)
    .option("--playouts <n>", "of each tree", wholeOption, 10_000)
    .option("--moves <n>", "moves before the position in the middle of a game", wholeOption, 20)
    .option("--seed <n>", "of the trees and the game", seedOption, 1)
    .parse()
    .opts()
  await interruptible((signal) => measure(options, signal), "measured")
}

/** @param {{ playouts: number, moves: number, seed: number }} options @param {AbortSignal} signal */
async function measure({ playouts, moves, seed }, signal) {
  const progress = new Progress()
  const starts = [
    { position: "empty board", game: await playOpening(0, seed) },
    { position: `after ${moves} moves`, game: await playOpening(moves, seed) },
  ]
  const trees = []
  for (const { position, game } of starts) {
    for (const preset of PRESETS) {
      progress.show(trees.length / (starts.length * PRESETS.length), `${position}, ${preset}`)
      // Ctrl-C is heard between two trees.
      await pause()
      if (signal.aborted) break
      const tree = await growTree(game, preset, playouts, seed)
      const nodes = nodesOf(tree, game.board.clone(), game.toPlay ?? Black)
      const exact = tally(nodes, "key")
      trees.push({ position, preset, expanded: nodes.length, exact, withImages: tally(nodes, "image") })
    }
  }
  progress.end()
  const about = {
    benchmark: "transpositions",
    node: process.version,
    signature: SIGNATURE,
    size: SIZE,
    komi: KOMI,
  }
  console.log(JSON.stringify({ ...about, playouts, moves, seed, trees }, undefined, 2))
}

await bench()
