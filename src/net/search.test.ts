// The search with a network (PUCT, values of leaves) against its twin, node for node and seed for seed.

import { describe, expect, it } from "vitest"
import { evaluateNet, chancesOf, turned, worthOf } from "../../test/oracles/net.ts"
import {
  ReferenceSearch,
  type Knobs,
  type ReferenceNode,
  type ReferenceStart,
} from "../../test/oracles/search.ts"
import { Random } from "../base/random.ts"
import { Kernel, makeKernelMemory, ROOT_UNIT, type TreeSearch, type Unit } from "../kernel/index.ts"
import {
  allPoints,
  Black,
  Board,
  opponent,
  PASS,
  type Color,
  type Move,
  type PlayedMove,
} from "../rules/index.ts"
import type { Net } from "./file.ts"
import { makeImage } from "./image.ts"
import { makeRandomNet } from "./made.ts"

// Strong enough that moves and values differ from each other.
const NET = makeRandomNet({ blocks: 2, channels: 16, seed: 5, gain: 2 })

function judgeWith(
  net: Net,
  { komi = 0, territory = 0, netHeat = 1, netScore = 0 }: Knobs,
): NonNullable<ReferenceStart["judge"]> {
  const known = new Map<string, ReturnType<NonNullable<ReferenceStart["judge"]>>>()
  return (board, color, moves, symmetry) => {
    const last = moves.slice(-5)
    const key = JSON.stringify([board.hash, board.ko, board.koFor, color, last, symmetry])
    const found = known.get(key)
    if (found) return found
    const logits = evaluateNet(net, board, { color, komi, territory: territory !== 0, moves: last }, symmetry)
    // In the order in which the network sees them.
    const all = allPoints(board.size)
    const points: readonly Move[] = [
      ...all.map((_, index) => all[turned(symmetry, index, board.size)]!),
      PASS,
    ]
    const chances = chancesOf(logits, net.bits, (index) => board.isLegal(color, points[index]!), netHeat)
    const judged = {
      value: worthOf(logits, net.bits, netScore),
      score: (10 * logits.score) / 2 ** net.bits,
      chanceOf: (move: Move) => chances[points.indexOf(move)]!,
    }
    known.set(key, judged)
    return judged
  }
}

async function openSearch(net: Net, size: number): Promise<{ kernel: Kernel; tree: TreeSearch }> {
  const memory = makeKernelMemory(1, 4_000_000, undefined, makeImage(net))
  const kernel = await Kernel.create({ memory })
  kernel.load(new Board(size))
  return { kernel, tree: kernel.openTree() }
}

function randomPosition(size: number, length: number, random: Random) {
  const board = new Board(size)
  const moves: PlayedMove[] = []
  let color: Color = Black
  for (let number = 0; number < length; number++) {
    const legal = allPoints(size).filter((point) => board.isLegal(color, point))
    const move = random.below(8) === 0 || legal.length === 0 ? PASS : legal[random.below(legal.length)]!
    board.play(color, move)
    moves.push({ color, move })
    color = opponent(color)
  }
  return { board, color, moves }
}

interface Seen {
  readonly move: Move
  readonly visits: number
  readonly mean: number
  readonly likelihood: number
  readonly below: readonly Seen[]
}

function seenInModule(tree: TreeSearch, unit: Unit): Seen {
  const { move, visits, mean, likelihood } = tree.node(unit)
  const below = tree.children(unit).map((child) => seenInModule(tree, child.unit))
  return { move, visits, mean, likelihood, below }
}

function seenInTwin({ move, visits, value, likelihood, children = [] }: ReferenceNode): Seen {
  return {
    move,
    visits,
    mean: visits > 0 ? value / 1_048_576 / visits : 0,
    likelihood,
    below: children.filter(({ isForbidden }) => !isForbidden).map(seenInTwin),
  }
}

const SETTINGS: readonly (readonly [string, Knobs])[] = [
  ["PUCT and the network's values", { puct: 1, net: 1 }],
  ["half network, half playout", { puct: 1, net: 1, netMix: 0.5 }],
  ["the network's policy with playouts", { puct: 1.5, net: 1, netMix: 1, rave: 1, raveBias: 0.001 }],
  ["a flatter policy and some score", { puct: 1, net: 1, netHeat: 1.7, netScore: 0.3 }],
  ["with all that helps playouts", { puct: 1, net: 1, rave: 1, raveBias: 0.001, priorEven: 10, policy: 1 }],
  ["every position turned at random", { puct: 1, net: 1, netTurn: 1, netMix: 0.5 }],
  ["judging at the third visit", { puct: 1, net: 3, netMix: 0.25 }],
  ["progressive bias by the network", { exploration: 0.4, bias: 3, net: 2, fpu: 0.6 }],
  ["superko and territory", { puct: 1, net: 1, superko: 1, territory: 1 }],
]

describe("the search with a network and its twin, node for node", () => {
  it.each(SETTINGS)("%s", async (_, knobs) => {
    const random = new Random(2)
    for (const [size, length] of [
      [3, 7],
      [5, 0],
      [5, 12],
    ] as const) {
      const { board, color, moves } = randomPosition(size, length, random)
      const all = { fpu: Infinity, expandAt: 1, komi: 3.5, ...knobs }
      const start = { color, seed: length, moves, last: moves.at(-1)?.move ?? PASS }
      const { kernel, tree } = await openSearch(NET, size)
      tree.set(all)
      tree.clear()
      kernel.load(board)
      tree.begin(start)
      expect(tree.run(60)).toBe(60)
      const judge = judgeWith(NET, all)
      const twin = new ReferenceSearch(all, { ...start, board, judge })
      twin.run(60)
      expect(seenInModule(tree, ROOT_UNIT)).toEqual(seenInTwin(twin.root))
    }
  })

  it("PUCT without a network takes the weights of playouts", async () => {
    const { board, color, moves } = randomPosition(5, 6, new Random(4))
    const knobs = { fpu: Infinity, expandAt: 1, komi: 3.5, puct: 1 }
    const { kernel, tree } = await openSearch(NET, 5)
    tree.set(knobs)
    tree.clear()
    kernel.load(board)
    tree.begin({ color, seed: 1, moves })
    tree.run(60)
    const twin = new ReferenceSearch(knobs, { color, seed: 1, board })
    twin.run(60)
    expect(seenInModule(tree, ROOT_UNIT)).toEqual(seenInTwin(twin.root))
  })
})

it("simulations that the network ends count as games, with margins and owners", async () => {
  const { kernel, tree } = await openSearch(NET, 5)
  tree.set({ fpu: Infinity, expandAt: 1, komi: 3.5, puct: 1, net: 1, ownersToo: 1 })
  tree.clear()
  tree.forgetSums()
  kernel.load(new Board(5))
  tree.begin({ color: Black, seed: 1 })
  tree.run(50)
  const { games, mean } = tree.margins()
  expect(games).toBe(50)
  expect(Math.abs(mean)).toBeLessThanOrEqual(25)
})
