// The tree search: the module against its readable twin, on the artificial game and in Go; what it must find; what its
// formulas, its priors and its memory must be.

import { beforeAll, describe, expect, it } from "vitest"
import {
  naturalLog,
  ReferenceSearch,
  toyMove,
  toyResult,
  type Knobs,
  type ReferenceNode,
  type ReferenceStart,
} from "../../test/oracles/search.ts"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import {
  allPoints,
  Black,
  Board,
  Empty,
  Game,
  isEye,
  makeVertex,
  opponent,
  parseAscii,
  parseRuleset,
  parseVertex,
  PASS,
  White,
} from "../rules/index.ts"
import type { Color, HashWords, Move } from "../rules/index.ts"
import { stoneIndex, ZOBRIST_HIGH, ZOBRIST_LOW } from "../rules/zobrist.ts"
import { compileKernel, Kernel, makeKernelMemory } from "./kernel.ts"
import { KNOBS } from "./knobs.ts"
import { switchesOf, type MogoRules } from "./policy.ts"
import { NODE_SIZE, ROOT_UNIT, WIN_FIELDS } from "./search.ts"
import type { NodeStatistics, SearchExports, TreeSearch } from "./search.ts"
import { wasm } from "./webassembly.ts"

const MEGABYTE = 1_048_576

let kernel: Kernel
let tree: TreeSearch
beforeAll(async () => {
  kernel = await Kernel.create({ memory: makeKernelMemory(1, 8 * MEGABYTE) })
  tree = kernel.openTree()
})

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))
const at = (vertex: string, size: number): Move => parseVertex(vertex, size)!

/** Knobs that are not given are off, whatever the test before had. */
function begin(search: TreeSearch, knobs: Knobs, start: ReferenceStart): void {
  const off = Object.fromEntries(Object.keys(KNOBS).map((name) => [name, 0]))
  const switches = switchesOf(start.rules)
  search.clear()
  search.set({ ...off, fpu: Infinity, expandAt: 1, switches, ...knobs })
  search.setPast(start.past ?? [])
  if (start.board) kernel.load(start.board)
  search.begin(start)
}

function run(knobs: Knobs, start: ReferenceStart, playouts: number): NodeStatistics[] {
  begin(tree, knobs, start)
  tree.run(playouts)
  return tree.children(ROOT_UNIT)
}

/** A position after random moves, with its ko and its prisoners. */
function randomPosition(size: number, moves: number, random: Random): { board: Board; color: Color } {
  const board = new Board(size)
  let color: Color = Black
  for (let i = 0; i < moves; i++) {
    board.play(color, allPoints(size)[random.below(size * size)]!)
    color = opponent(color)
  }
  return { board, color }
}

interface Sight {
  readonly statistics: Omit<NodeStatistics, "unit" | "children">
  readonly below: readonly Sight[]
}

function seenInModule(unit = ROOT_UNIT): Sight {
  const { unit: _, children: __, ...statistics } = tree.node(unit)
  const root = unit === ROOT_UNIT ? { ...statistics, move: PASS } : statistics
  return { statistics: root, below: tree.children(unit).map((child) => seenInModule(child.unit)) }
}

function seenInTwin(node: ReferenceNode, countsWins: boolean): Sight {
  const { move, visits, raveVisits, priorVisits, likelihood, children = [] } = node
  const mean = visits > 0 ? node.value / MEGABYTE / visits : 0
  const statistics = {
    move,
    visits,
    mean,
    winRate: countsWins && visits > 0 ? node.halfWins / 2 / visits : mean,
    raveVisits,
    raveMean: raveVisits > 0 ? node.raveValue / raveVisits : 0,
    priorVisits,
    priorMean: node.priorValue,
    likelihood,
  }
  return {
    statistics,
    below: children.filter((child) => !child.isForbidden).map((child) => seenInTwin(child, countsWins)),
  }
}

/** All nodes of both trees, with everything they know. */
function expectTwins(knobs: Knobs, start: ReferenceStart, playouts: number): Sight {
  run(knobs, start, playouts)
  const twin = new ReferenceSearch({ fpu: Infinity, expandAt: 1, ...knobs }, start)
  twin.run(playouts)
  const ours = seenInModule()
  expect(ours).toEqual(seenInTwin(twin.root, (knobs.winsAt ?? 0) !== 0))
  return ours
}

const SETTINGS: readonly (readonly [string, Knobs])[] = [
  ["UCB1 (TREE-3)", { exploration: 0.7 }],
  ["UCB1-TUNED (BAN-1)", { exploration: 1, tuned: 1 }],
  ["a first-play urgency (TREE-5)", { exploration: 0.3, fpu: 0.6 }],
  ["late expansion (TREE-3)", { exploration: 0.5, expandAt: 5 }],
  ["RAVE (TREE-6)", { rave: 1, raveBias: 1 / 300 }],
  ["RAVE by a schedule, with exploration (TREE-6)", { rave: 1, raveSchedule: 200, exploration: 0.4 }],
  ["RAVE by a schedule, with an urgency (TREE-6)", { rave: 1, raveSchedule: 50, fpu: 1.1 }],
  ["RAVE with recency (TREE-6)", { rave: 1, raveBias: 0.001, raveRecency: 0.7 }],
  ["grandparent knowledge (TREE-7)", { exploration: 0.4, uncle: 10, expandAt: 2 }],
  ["back-up by the maximum (TREE-4)", { exploration: 0.7, backup: 1 }],
  ["back-up by the mixture (TREE-4)", { exploration: 0.7, backup: 2, rave: 1 }],
  ["a moving threshold (TREE-12)", { exploration: 0.7, score: 1 }],
  ["a threshold and wins (TREE-12)", { exploration: 0.7, score: 1, winsAt: WIN_FIELDS.backed, gameKomi: 1 }],
  ["a maximum and wins (TREE-12)", { score: 2, backup: 1, scoreWeight: 0.3, winsAt: WIN_FIELDS.likelihood }],
  ["blended results (TREE-12)", { exploration: 0.7, score: 2, scoreWeight: 0.3 }],
]

/** What only Go has. */
const GO_SETTINGS: readonly (readonly [string, Knobs])[] = [
  ["even and pass priors", { rave: 1, raveBias: 1 / 3000, priorEven: 10, priorPass: 7 }],
  ["progressive bias (TREE-8)", { exploration: 0.2, bias: 3 }],
  ["positional superko (RUL-2)", { exploration: 0.7, superko: 1, expandAt: 2 }],
  ["situational superko (RUL-2)", { exploration: 0.7, superko: 2, expandAt: 2 }],
]

describe("the search and its twin, node for node", () => {
  it.each(SETTINGS)("on the artificial game, with %s", (_, knobs) => {
    for (const [toyDepth, toyWidth] of [
      [1, 3],
      [4, 3],
      [12, 6],
    ] as const) {
      for (const [seed, color] of [
        [1, Black],
        [2, White],
      ] as const) {
        const seen = expectTwins({ ...knobs, toyDepth, toyWidth, toySeed: 77 + seed }, { color, seed }, 400)
        expect(seen.statistics.visits).toBe(400)
      }
    }
  })

  it.each([...SETTINGS, ...GO_SETTINGS])("in Go on 5×5, light, with %s", (_, knobs) => {
    const random = new Random(3)
    for (const moves of [0, 14, 35]) {
      const { board, color } = randomPosition(5, moves, random)
      expectTwins({ komi: 0.5, ...knobs }, { board, color, seed: moves }, 70)
    }
  })

  it.each<[string, number, MogoRules]>([
    ["light", 0, {}],
    ["by captures, escapes and patterns", 1, {}],
    ["by all rules", 1, { scope: "board", noSelfAtari: true, nakade: true, ladder: true, low: true }],
    ["by rules and chance", 1, { noSelfAtari: true, selfAtariChance: 0.4, randomness: 0.2 }],
  ])("in Go on 7×7 and 9×9, %s", (_, policy, rules) => {
    const random = new Random(4)
    const knobs: Knobs = { policy, komi: 7.5, rave: 1, raveBias: 1 / 3000, priorEven: 10, expandAt: 2 }
    for (const [size, moves] of [
      [7, 0],
      [7, 25],
      [9, 40],
    ] as const) {
      const { board, color } = randomPosition(size, moves, random)
      const last = allPoints(size).find((point) => board.at(point) === opponent(color)) ?? PASS
      expectTwins(knobs, { board, color, seed: moves, rules, last }, 40)
    }
  })

  it("in Capture Go (RUL-5), from positions with prisoners", () => {
    const random = new Random(5)
    for (let i = 0; i < 6; i++) {
      const { board, color } = randomPosition(5, 6 * i, random)
      const captureGoal = 1 + Math.max(board.prisoners(Black), board.prisoners(White)) + (i % 2)
      expectTwins({ exploration: 0.7, captureGoal, policy: i % 2 }, { board, color, seed: i }, 150)
    }
  })

  it("where the side before has passed, and where kos are", () => {
    const board = draw(`
      . X O . .
      X . X O .
      . X O . .
      . . . . .
      . . . . .`)
    board.play(White, at("B4", 5))
    expect(board.ko).toBe(at("C4", 5))
    for (const superko of [0, 1, 2]) {
      const start = { board, color: Black, seed: superko } as const
      expectTwins({ exploration: 1, superko, komi: 2 }, start, 100)
      expectTwins({ exploration: 1, superko, komi: 2 }, { ...start, passes: 1 }, 100)
    }
  })

  it("where the threshold has moved far (TREE-12)", () => {
    const board = draw("X . .\n. . .\n. . .")
    const { statistics } = expectTwins({ exploration: 0.7, score: 1 }, { board, color: White, seed: 1 }, 1200)
    expect(statistics.mean).not.toBe(0.5)
  })

  it("where the last moves of small boards repeat positions", () => {
    const random = new Random(6)
    for (const superko of [1, 2]) {
      for (let i = 0; i < 6; i++) {
        const { board, color } = randomPosition(i % 2 === 0 ? 2 : 3, 4 + i, random)
        const past = [hashOf(board, color, superko)]
        expectTwins({ exploration: 2, superko, expandAt: 0 }, { board, color, seed: i, past }, 60)
      }
    }
  })
})

/** What a position is known by to superko; situational superko (2) also asks whose turn it is. */
function hashOf(board: Board, toPlay: Color, superko: number): HashWords {
  let [low, high] = superko === 2 && toPlay === White ? [0xbf58476d | 0, 0x5bd1e995] : [0, 0]
  for (const point of allPoints(board.size)) {
    if (board.at(point) === Empty) continue
    const index = stoneIndex(board.at(point) as Color, point)
    low ^= ZOBRIST_LOW[index]!
    high ^= ZOBRIST_HIGH[index]!
  }
  return { low, high }
}

// Units of four bytes: of the head of a block, of four nodes, and of a tree that has only a root.
const HEAD_UNITS = 16
const FOUR_UNITS = 48
const EMPTY_UNITS = 16 + HEAD_UNITS + FOUR_UNITS
const nodesFor = (units: number): number => Math.ceil((4 * units) / NODE_SIZE)

const mostVisited = (): NodeStatistics => tree.node(tree.mostVisited(ROOT_UNIT)[0]!)

describe("what the search finds (TREE-3, TREE-4)", () => {
  /** For the side that is to play: 1 when it wins the artificial game, else -1. */
  function minimax(seed: number, depth: number, width: number, line: number[], color: Color): number {
    if (line.length === depth) return color === Black ? toyResult(seed, line) : -toyResult(seed, line)
    let best = -1
    for (let move = 1; move <= width && best < 1; move++)
      best = Math.max(best, -minimax(seed, depth, width, [...line, move], opponent(color)))
    return best
  }

  /** Games in which some first moves win and some lose. */
  function openGames(depth: number, width: number, count: number): { seed: number; wins: boolean[] }[] {
    const games: { seed: number; wins: boolean[] }[] = []
    for (let seed = 0; games.length < count; seed++) {
      const wins = Array.from(
        { length: width },
        (_, index) => minimax(seed, depth, width, [index + 1], White) === -1,
      )
      if (wins.includes(true) && wins.includes(false)) games.push({ seed, wins })
    }
    return games
  }

  const SHAPES = [
    [3, 5],
    [4, 3],
    [6, 2],
    [5, 3],
  ] as const

  it.each(SHAPES)("the minimax move of artificial games of %i moves, %i wide", (depth, width) => {
    for (const { seed, wins } of openGames(depth, width, 8)) {
      for (const backup of [0, 1, 2]) {
        const toy: Knobs = { toyDepth: depth, toyWidth: width, toySeed: seed }
        run({ ...toy, exploration: 0.7, backup }, { color: Black, seed: 9 }, 3000)
        const number = Array.from({ length: width }, (_, i) => toyMove(i + 1)).indexOf(mostVisited().move)
        expect({ seed, backup, wins: wins[number] }).toEqual({ seed, backup, wins: true })
      }
    }
  })

  it("with the maximum, the very values of minimax, once everything was seen", () => {
    for (const { seed, wins } of openGames(4, 3, 8)) {
      const toy: Knobs = { toyDepth: 4, toyWidth: 3, toySeed: seed }
      const children = run({ ...toy, exploration: 1.4, backup: 1 }, { color: Black, seed }, 4000)
      for (const { unit, move } of children) {
        const number = [1, 2, 3].find((candidate) => toyMove(candidate) === move)!
        expect(tree.explain(ROOT_UNIT, unit).estimate).toBe(wins[number - 1] ? 1 : 0)
      }
    }
  })

  /** The worth of Capture Go to the side to move, by trying everything: stones only ever come, so it ends. */
  function solve(board: Board, color: Color, passes: number, known: Map<string, number>): number {
    const key = `${board.hash} ${color} ${passes}`
    const before = known.get(key)
    if (before !== undefined) return before
    let best = passes === 1 ? 0 : 0 - solve(board, opponent(color), 1, known)
    for (const point of allPoints(board.size)) {
      if (best === 1 || !board.isLegal(color, point)) continue
      const taken = board.prisoners(color)
      board.play(color, point)
      const worth = board.prisoners(color) > taken ? 1 : 0 - solve(board, opponent(color), 0, known)
      board.undo()
      best = Math.max(best, worth)
    }
    known.set(key, best)
    return best
  }

  it("moves of the right worth in all kinds of 3×3 positions of Capture Go (RUL-5)", () => {
    const random = new Random(12)
    const known = new Map<string, number>()
    const worths = new Set<number>()
    for (let i = 0; i < 40; i++) {
      const { board, color } = randomPosition(3, 2 + (i % 5), random)
      const captureGoal = 1 + Math.max(board.prisoners(Black), board.prisoners(White))
      if (captureGoal > 1) continue
      run({ exploration: 0.7, captureGoal }, { board, color, seed: i }, 1500)
      const { move } = mostVisited()
      const worth = solve(board, color, 0, known)
      worths.add(worth)
      const taken = board.prisoners(color)
      board.play(color, move)
      const wins = board.prisoners(color) > taken
      const found = wins ? 1 : 0 - solve(board, opponent(color), move === PASS ? 1 : 0, known)
      expect({ i, move: makeVertex(move, 3), worth: found }).toEqual({ i, move: makeVertex(move, 3), worth })
    }
    expect(worths.size).toBeGreaterThan(1)
  })

  it.each([
    [
      "takes at once",
      `. . . . .
       . X O . .
       X O O X .
       . X X . .
       . . . . .`,
      Black,
      1,
      ["C5", "D4"],
    ],
    [
      "gives double atari",
      `. . X . .
       . X O . .
       X O . . .
       . . . . .
       . . . . .`,
      Black,
      1,
      ["C3"],
    ],
    [
      "saves the only stone in atari",
      `. . . . .
       . . X . .
       . X O . O
       . . X . .
       . . . . .`,
      White,
      1,
      ["D3"],
    ],
    [
      "takes two where one is not enough",
      `. O X . .
       . X . X .
       . . X O O
       . . . X X
       . . . . .`,
      Black,
      2,
      ["E4"],
    ],
  ] as const)("in Capture Go the move that %s", (_, drawing, color, captureGoal, moves) => {
    run({ exploration: 0.7, captureGoal, policy: 1 }, { board: draw(drawing), color, seed: 2 }, 2000)
    expect(moves).toContain(makeVertex(mostVisited().move, 5))
  })
})

describe("nodes and numbers of the module", () => {
  it("nodes of 48 bytes, of which four lie interleaved", () => {
    expect(NODE_SIZE).toBe(48)
    const children = run({ exploration: 1 }, { board: new Board(9), color: Black, seed: 1 }, 1)
    const first = EMPTY_UNITS + HEAD_UNITS
    expect(children.map(({ unit }) => unit)).toEqual(
      Array.from({ length: 82 }, (_, index) => first + Math.floor(index / 4) * FOUR_UNITS + (index % 4)),
    )
    expect(tree.used).toBe(nodesFor(EMPTY_UNITS + HEAD_UNITS + 21 * FOUR_UNITS))
  })

  it("the logarithm, which is the twin's bit for bit and Math.log's to eleven digits", async () => {
    const { exports } = await wasm!.instantiate(await compileKernel(), {
      env: { memory: makeKernelMemory() },
    })
    const ours = (exports as unknown as SearchExports).naturalLog
    const random = new Random(1)
    const samples = Array.from({ length: 2000 }, (_, i) =>
      i < 1000 ? i + 1 : 1 + random.float() * 2 ** (i % 40),
    )
    for (const x of samples) {
      expect(ours(x)).toBe(naturalLog(x))
      expect(Math.abs(ours(x) - Math.log(x))).toBeLessThan(1e-11)
    }
  })
})

describe("selection, term by term (TREE-3, TREE-5, TREE-6, TREE-8)", () => {
  const board = draw(`
    . . . . .
    . X O . .
    . O X . .
    . . . . .
    . . . . .`)

  it.each([...SETTINGS, ...GO_SETTINGS])("terms add up, and the highest value is taken: %s", (_, knobs) => {
    run({ komi: 0.5, ...knobs }, { board, color: Black, seed: 1 }, 10)
    for (let i = 0; i < 80; i++) {
      const before = tree.children(ROOT_UNIT)
      const terms = before.map(({ unit }) => tree.explain(ROOT_UNIT, unit))
      for (const { estimate, exploration, bias, value } of terms) {
        if (value === Infinity) expect(estimate + exploration).toBe(Infinity)
        else expect(estimate + exploration + bias).toBeCloseTo(value, 6)
      }
      const values = terms.map(({ value }) => value)
      const best = before[values.indexOf(Math.max(...values))]!
      tree.run(1)
      // A move that superko forbids is not counted; there is none here.
      expect(tree.node(best.unit).visits).toBe(best.visits + 1)
    }
  })

  it("UCB1 and UCB1-TUNED are those of Auer et al. (BAN-1)", () => {
    for (const tuned of [0, 1]) {
      const exploration = tuned === 0 ? Math.SQRT2 : 1
      const children = run({ exploration, tuned, komi: 0.5 }, { board, color: White, seed: 2 }, 500)
      const t = tree.node(ROOT_UNIT).visits
      expect(t).toBe(500)
      for (const { unit, visits, mean } of children) {
        // Results are 0 or 1, so that the mean of squares is the mean.
        const variance = mean - mean ** 2 + Math.sqrt((2 * Math.log(t)) / visits)
        const bonus = tuned
          ? Math.sqrt((Math.log(t) / visits) * Math.min(1 / 4, variance))
          : Math.sqrt((2 * Math.log(t)) / visits)
        const terms = tree.explain(ROOT_UNIT, unit)
        expect(terms.estimate).toBeCloseTo(mean, 6)
        expect(terms.exploration).toBeCloseTo(bonus, 6)
        expect(terms.value).toBeCloseTo(mean + bonus, 6)
      }
    }
  })

  it("RAVE is mixed by α = r/(r + n + c·n·r), or by √(k/(3N + k)) (TREE-6)", () => {
    for (const [raveBias, raveSchedule] of [
      [0.004, 0],
      [0, 300],
    ] as const) {
      run({ rave: 1, raveBias, raveSchedule, komi: 0.5 }, { board, color: Black, seed: 3 }, 700)
      const total = tree.node(ROOT_UNIT).visits
      const children = tree
        .children(ROOT_UNIT)
        .filter(({ visits, raveVisits }) => visits > 0 && raveVisits > 0)
      expect(children.length).toBeGreaterThan(5)
      for (const { unit, visits: n, mean, raveVisits: r, raveMean } of children) {
        const alpha = raveSchedule
          ? Math.sqrt(raveSchedule / (3 * total + raveSchedule))
          : r / (r + n + raveBias * n * r)
        expect(tree.explain(ROOT_UNIT, unit).estimate).toBeCloseTo((1 - alpha) * mean + alpha * raveMean, 6)
      }
    }
  })

  it("an untried move has the first-play urgency (TREE-5)", () => {
    run({ exploration: 0.7, fpu: 0.4 }, { board, color: Black, seed: 1 }, 1)
    const untried = tree.children(ROOT_UNIT).filter(({ visits }) => visits === 0)
    for (const { unit } of untried) expect(tree.explain(ROOT_UNIT, unit).value).toBe(Math.fround(0.4))
    run({ exploration: 0.7 }, { board, color: Black, seed: 1 }, untried.length + 1)
    expect(tree.children(ROOT_UNIT).map(({ visits }) => visits)).toEqual(untried.map(() => 1).concat(1))
  })

  it("progressive bias is c₂·K/(n + 1), and K adds up to 1 where all is legal (TREE-8)", () => {
    const children = run({ exploration: 0.5, bias: 4 }, { board, color: Black, seed: 1 }, 200)
    for (const { unit, visits, likelihood } of children)
      expect(tree.explain(ROOT_UNIT, unit).bias).toBeCloseTo((4 * likelihood) / (visits + 1), 7)
    expect(children.reduce((sum, { likelihood }) => sum + likelihood, 0)).toBeCloseTo(1, 5)
    expect(tree.child(ROOT_UNIT, PASS)!.likelihood).toBe(0)
  })
})

describe("the tree's memory", () => {
  const unitsBelow = ({ below }: Sight): number =>
    below.length === 0
      ? 0
      : below.reduce(
          (sum, child) => sum + unitsBelow(child),
          HEAD_UNITS + Math.ceil(below.length / 4) * FOUR_UNITS,
        )

  it("keeps what is below a move that was played, and nothing else (TREE-11)", () => {
    const board = new Board(5)
    run({ exploration: 0.4, rave: 1, raveBias: 0.01, priorEven: 4 }, { board, color: Black, seed: 4 }, 2000)
    const best = mostVisited()
    const before = seenInModule(best.unit)
    const sums = tree.used
    tree.keep(best.unit)
    const after = seenInModule()
    expect(after.below).toEqual(before.below)
    expect(after.statistics).toEqual({ ...before.statistics, move: PASS })
    expect(tree.used).toBe(nodesFor(EMPTY_UNITS + unitsBelow(after)))
    expect(tree.used).toBeLessThan(sums)
    // The search goes on below it.
    board.play(Black, best.move)
    kernel.load(board)
    tree.begin({ color: White, seed: 5, last: best.move })
    tree.run(500)
    expect(tree.node(ROOT_UNIT).visits).toBe(best.visits + 500)
    const visits = tree.children(ROOT_UNIT).reduce((sum, child) => sum + child.visits, 0)
    // The first visit to a node is a playout from it.
    expect(visits).toBe(best.visits + 500 - 1)
  })

  it("prunes the children of nodes with few visits, and nothing else", () => {
    run({ exploration: 0.7 }, { board: new Board(5), color: Black, seed: 6 }, 3000)
    const pruned = (sight: Sight, isRoot: boolean): Sight => ({
      ...sight,
      below: isRoot || sight.statistics.visits >= 40 ? sight.below.map((child) => pruned(child, false)) : [],
    })
    const expected = pruned(seenInModule(), true)
    tree.keep(ROOT_UNIT, 40)
    expect(seenInModule()).toEqual(expected)
    expect(tree.used).toBe(nodesFor(EMPTY_UNITS + unitsBelow(expected)))
  })

  it("never exceeds its room, goes on when full, and has room again after pruning", async () => {
    const small = await Kernel.create({ memory: makeKernelMemory(1, 65_536) })
    const arena = small.openTree()
    small.load(new Board(9))
    arena.clear()
    arena.set({ exploration: 0.7, fpu: Infinity, expandAt: 1, komi: 7.5 })
    arena.begin({ color: Black, seed: 1 })
    expect(arena.capacity).toBe(Math.floor((65_536 - 10_240) / NODE_SIZE))
    expect(arena.isFull).toBe(false)
    for (let slice = 1; slice <= 40; slice++) {
      expect(arena.run(50)).toBe(50)
      expect(arena.used).toBeLessThanOrEqual(arena.capacity)
      expect(arena.node(ROOT_UNIT).visits).toBe(50 * slice)
    }
    expect(arena.isFull).toBe(true)
    const full = arena.used
    expect(full).toBeGreaterThan(arena.capacity - nodesFor(HEAD_UNITS + 21 * FOUR_UNITS))
    arena.keep(ROOT_UNIT, 30)
    expect(arena.isFull).toBe(false)
    expect(arena.used).toBeLessThan(full)
    arena.run(500)
    expect(arena.isFull).toBe(true)
    expect(arena.used).toBeLessThanOrEqual(arena.capacity)
    expect(arena.node(ROOT_UNIT).visits).toBe(2500)
  })

  it("is forgotten by clear, with its counts", () => {
    const start = { board: new Board(5), color: Black, seed: 7 } as const
    run({ exploration: 0.7 }, start, 300)
    const first = seenInModule()
    expect(tree.done).toBe(300)
    tree.clear()
    expect([tree.done, tree.used, tree.children(ROOT_UNIT).length]).toEqual([0, nodesFor(EMPTY_UNITS), 0])
    tree.begin(start)
    tree.run(300)
    expect(seenInModule()).toEqual(first)
  })

  it("takes credit from outside, and stops when asked to", () => {
    run({ exploration: 0.7 }, { board: new Board(5), color: Black, seed: 7 }, 30)
    const [child] = tree.children(ROOT_UNIT)
    tree.credit(child!.unit, 99, 0.75)
    const { visits, mean } = tree.node(child!.unit)
    expect(visits).toBe(child!.visits + 99)
    expect(mean).toBeCloseTo((child!.visits * child!.mean + 99 * 0.75) / visits, 5)
    tree.stop()
    expect([tree.run(10), tree.isStopped]).toEqual([0, true])
    tree.resume()
    expect([tree.run(10), tree.isStopped]).toEqual([10, false])
  })

  it("is shared by the kernels of one memory (TREE-13)", async () => {
    const memory = makeKernelMemory(2, 4 * MEGABYTE)
    const kernels = [await Kernel.create({ memory }), await Kernel.create({ memory, worker: 1 })]
    const trees = kernels.map((each) => each.openTree(2))
    const [first, second] = trees as [TreeSearch, TreeSearch]
    first.clear()
    first.set({
      exploration: 0.7,
      fpu: Infinity,
      expandAt: 1,
      komi: 7.5,
      virtualLoss: 3,
      ownersToo: 1,
      rave: 1,
    })
    first.forgetSums()
    for (const [index, each] of kernels.entries()) {
      each.load(new Board(7))
      trees[index]!.begin({ color: Black, seed: 20 + index })
    }
    for (let turn = 1; turn <= 10; turn++) {
      first.run(40)
      second.run(25)
      expect(first.node(ROOT_UNIT).visits).toBe(65 * turn)
    }
    expect(second.children(ROOT_UNIT)).toEqual(first.children(ROOT_UNIT))
    expect([first.done, second.done, first.margins().games]).toEqual([650, 650, 650])
    expect(Math.max(...first.owners(7).map(Math.abs))).toBeLessThanOrEqual(1)
    // No descent is under way any more: nothing is held against a child.
    for (const { unit, visits } of first.children(ROOT_UNIT))
      expect(first.explain(ROOT_UNIT, unit).weight).toBe(visits)
  })
})

describe("knowledge of moves before any simulation", () => {
  /** Of every move that anything is known of: how many playouts, and the share of them that was won. */
  function priors(
    board: Board,
    color: Color,
    knobs: Knobs,
    last: Move = PASS,
  ): Record<string, [number, number]> {
    const children = run(knobs, { board, color, seed: 1, last }, 1)
    const known = children.filter(({ priorVisits }) => priorVisits !== 0)
    return Object.fromEntries(
      known
        .map((child): [string, [number, number]] => [
          makeVertex(child.move, board.size),
          [child.priorVisits, child.priorMean],
        ])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }

  const CAPTURES: Knobs = { priorCapture: 15, priorCaptureMany: 30 }
  const PATTERN = `
    . . . . . . .
    . . . . . . .
    . . X O X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .`
  const LONE_STONE = `
    . . . . .
    . X . . .
    X O . . .
    . X . . .
    . . . . .`
  const CORNERED = `
    . . . . .
    . . . . .
    . . . . .
    . X . . .
    O X . . .`
  const TWO_CHAINS = `
    . X . X .
    X O . O X
    . X X O X
    . . . X .
    . . . . .`
  const TIGHT = `
    . . O . .
    O O . . .
    . . . . .
    . . . . .
    . . . . .`

  const LADDER = `
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X . . . . .
    . X O . . . .
    . . X . . . .
    . . . . . . .`
  const BROKEN_LADDER = `
    . . . . . . .
    . . . . . . .
    . . . . O . .
    . X . . . . .
    . X O . . . .
    . . X . . . .
    . . . . . . .`

  it.each<[string, string, Color, Knobs, Record<string, [number, number]>]>([
    ["capture: one stone in atari", LONE_STONE, Black, CAPTURES, { C3: [15, 1] }],
    ["escape: it may run to more liberties", LONE_STONE, White, CAPTURES, { C3: [15, 1] }],
    ["escape: not where running is hopeless", CORNERED, White, CAPTURES, {}],
    ["capture: what can't run", CORNERED, Black, CAPTURES, { A2: [15, 1] }],
    ["capture: one stone and two at the same point", TWO_CHAINS, Black, CAPTURES, { C4: [45, 1] }],
    ["escape: not where joining is hopeless", TWO_CHAINS, White, CAPTURES, {}],
    [
      "pattern: hane over and under",
      PATTERN,
      Black,
      { priorPattern: 10 },
      Object.fromEntries(["C4", "C6", "D4", "D6", "E4", "E6"].map((vertex) => [vertex, [10, 1]])),
    ],
    [
      "self-atari: next to the enemy's wall",
      TIGHT,
      Black,
      { priorSelfAtari: 10 },
      { A5: [10, 0], B5: [10, 0] },
    ],
    ["self-atari: not for the wall's owner", TIGHT, White, { priorSelfAtari: 10 }, {}],
    ["ladder: from the side that leaves no way out", LADDER, Black, { priorLadder: 20 }, { D3: [20, 1] }],
    ["ladder: not for the side that is caught", LADDER, White, { priorLadder: 20 }, {}],
    ["ladder: not into a breaker", BROKEN_LADDER, Black, { priorLadder: 20 }, {}],
    ["pass: lost", TIGHT, Black, { priorPass: 12 }, { pass: [12, 0] }],
  ])("%s", (_, drawing, color, knobs, expected) => {
    expect(priors(draw(drawing), color, knobs)).toEqual(expected)
  })

  it("even: every move and the pass, and notes add up", () => {
    const known = priors(draw(LONE_STONE), Black, { ...CAPTURES, priorEven: 10, priorPass: 10 })
    const { C3, pass, ...others } = known
    expect(C3).toEqual([25, Math.fround(20 / 25)])
    expect(pass).toEqual([20, 0.25])
    expect(Object.keys(others).length).toBe(20)
    for (const prior of Object.values(others)) expect(prior).toEqual([10, 0.5])
  })

  /** Rows of digits: how many playouts are known of each point. */
  const drawnPriors = (known: Record<string, [number, number]>, size: number): string[] =>
    Array.from({ length: size }, (_, y) =>
      allPoints(size)
        .slice(y * size, (y + 1) * size)
        .map((point) => known[makeVertex(point, size)]?.[0] ?? 0)
        .join(" "),
    )

  it("near: steps from the last move, where a chain is one point (common fate graph)", () => {
    const board = draw(`
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . O X X X
      . . . . . . .
      . . . . . . .
      . . . . . . .`)
    const knobs = { priorNear1: 7, priorNear2: 5, priorNear3: 2 }
    const known = priors(board, Black, knobs, at("D4", 7))
    expect(drawnPriors(known, 7)).toEqual([
      "0 0 0 2 0 0 0",
      "0 0 2 5 2 2 2",
      "0 2 5 7 5 5 5",
      "2 5 7 0 0 0 0",
      "0 2 5 7 5 5 5",
      "0 0 2 5 2 2 2",
      "0 0 0 2 0 0 0",
    ])
    expect(new Set(Object.values(known).map(([, mean]) => mean))).toEqual(new Set([1]))
    expect(priors(board, Black, knobs)).toEqual({})
  })

  it("near: two steps count where one step does not", () => {
    const board = draw(". . .\n. O .\n. . .")
    expect(priors(board, Black, { priorNear2: 5 }, at("B2", 3))).toEqual(
      Object.fromEntries(["A1", "A3", "C1", "C3"].map((vertex) => [vertex, [5, 1]])),
    )
  })

  /** An empty board but for one stone. */
  function loneStone(size: number, vertex: string): Board {
    const board = new Board(size)
    board.play(Black, at(vertex, size))
    return board
  }

  it("edge and third line: where no stone is within three steps", () => {
    const known = priors(loneStone(13, "L3"), White, { priorEdge: 1, priorThirdLine: 3 })
    expect(drawnPriors(known, 13)).toEqual([
      "1 1 1 1 1 1 1 1 1 1 1 1 1",
      "1 1 1 1 1 1 1 1 1 1 1 1 1",
      "1 1 3 3 3 3 3 3 3 3 3 1 1",
      "1 1 3 0 0 0 0 0 0 0 3 1 1",
      "1 1 3 0 0 0 0 0 0 0 3 1 1",
      "1 1 3 0 0 0 0 0 0 0 3 1 1",
      "1 1 3 0 0 0 0 0 0 0 3 1 1",
      "1 1 3 0 0 0 0 0 0 0 0 1 1",
      "1 1 3 0 0 0 0 0 0 0 0 0 1",
      "1 1 3 0 0 0 0 0 0 0 0 0 0",
      "1 1 3 3 3 3 3 0 0 0 0 0 0",
      "1 1 1 1 1 1 1 1 0 0 0 0 0",
      "1 1 1 1 1 1 1 1 1 0 0 0 1",
    ])
    for (const [playouts, mean] of Object.values(known)) expect(mean).toBe(playouts === 3 ? 1 : 0)
  })

  it("third line: on small boards the middle is as good", () => {
    const known = priors(loneStone(9, "H2"), White, { priorThirdLine: 3 })
    expect(drawnPriors(known, 9)).toEqual([
      "0 0 0 0 0 0 0 0 0",
      "0 0 0 0 0 0 0 0 0",
      "0 0 3 3 3 3 3 0 0",
      "0 0 3 3 3 3 3 0 0",
      "0 0 3 3 3 3 3 0 0",
      "0 0 3 3 3 3 0 0 0",
      "0 0 3 3 3 0 0 0 0",
      "0 0 0 0 0 0 0 0 0",
      "0 0 0 0 0 0 0 0 0",
    ])
  })

  it("a grandchild starts with its uncle's worth (TREE-7)", () => {
    run({ exploration: 0.5, uncle: 6, expandAt: 3 }, { board: new Board(5), color: Black, seed: 1 }, 400)
    const nephews = tree
      .children(ROOT_UNIT)
      .flatMap((child) => tree.children(child.unit))
      .flatMap((grandchild) => tree.children(grandchild.unit))
    expect(nephews.length).toBeGreaterThan(0)
    const uncles = new Set(tree.children(ROOT_UNIT).map(({ move }) => move))
    for (const { move, priorVisits, priorMean } of nephews) {
      expect(priorVisits).toBeLessThanOrEqual(move === PASS || !uncles.has(move) ? 0 : 6)
      expect(priorMean).toBeLessThanOrEqual(1)
    }
    expect(nephews.some(({ priorVisits }) => priorVisits > 0)).toBe(true)
  })
})

describe("the rules in the tree (RUL-2, RUL-4)", () => {
  it.each([
    ["positional", 1, "cgos"],
    ["situational", 2, "aga"],
  ] as const)("%s superko: the moves of the root are those that the referee allows", (_, superko, name) => {
    const random = new Random(15)
    const rules = parseRuleset(name)!
    let refused = 0
    for (let round = 0; round < 30; round++) {
      const size = 2 + (round % 2)
      const game = unwrap(Game.create({ size, rules }))
      const past = [hashOf(game.board, game.toPlay, superko)]
      for (let number = 0; number < 14 && game.phase === "playing"; number++) {
        const color = game.toPlay
        const playable = allPoints(size).filter(
          (point) => game.board.isLegal(color, point) && !isEye(game.board, color, point),
        )
        const allowed = playable.filter((point) => game.refusal(point) === undefined)
        refused += playable.length - allowed.length
        const children = run({ exploration: 0.7, superko }, { board: game.board, color, seed: 1, past }, 40)
        expect(children.map(({ move }) => move).toSorted((a, b) => a - b)).toEqual([PASS, ...allowed])
        game.play(allowed[random.below(allowed.length)] ?? PASS)
        past.push(hashOf(game.board, game.toPlay, superko))
      }
    }
    expect(refused).toBeGreaterThan(3)
  })

  it("a position that stood with the other side to play is forbidden only by positional superko", () => {
    const board = draw(". . .\n. X .\n. . .")
    const move = at("A3", 3)
    const after = draw("X . .\n. X .\n. . .")
    const moves = (superko: number, past: HashWords[]): Move[] =>
      run({ exploration: 0.7, superko }, { board, color: Black, seed: 1, past }, 40).map(
        (child) => child.move,
      )
    expect(moves(0, [hashOf(after, White, 1)])).toContain(move)
    expect(moves(1, [hashOf(after, White, 1)])).not.toContain(move)
    expect(moves(2, [hashOf(after, White, 2)])).not.toContain(move)
    expect(moves(2, [hashOf(after, Black, 2)])).toContain(move)
    // Forbidden moves cost no simulation.
    expect(tree.node(ROOT_UNIT).visits).toBe(40)
  })

  it("past positions outlive clear, as the host promises", () => {
    const board = draw(". . .\n. X .\n. . .")
    const past = [hashOf(draw("X . .\n. X .\n. . ."), White, 1)]
    const start = { board, color: Black, seed: 1, past } as const
    begin(tree, { exploration: 0.7, superko: 1 }, start)
    tree.clear()
    tree.begin(start)
    tree.run(40)
    expect(tree.child(ROOT_UNIT, at("A3", 3))).toBeUndefined()
  })

  it.each([
    [Black, -5.5, 1],
    [Black, -5, 0.5],
    [Black, -4.5, 0],
    [White, -5.5, 0],
    [White, -4.5, 1],
  ] as const)(
    "two passes end the game, and the board is counted: colour %i, komi %d",
    (color, komi, worth) => {
      const board = draw(`
      . X O . .
      . X O . .
      . X O . .
      . X O . .
      . X O . .`)
      run({ exploration: 0.7, komi }, { board, color, seed: 1, passes: 1 }, 300)
      const { visits, mean } = tree.child(ROOT_UNIT, PASS)!
      expect(visits).toBeGreaterThan(0)
      expect(mean).toBe(worth)
      run({ exploration: 0.7, komi }, { board, color, seed: 1 }, 1500)
      const second = tree.child(tree.child(ROOT_UNIT, PASS)!.unit, PASS)!
      expect(second.visits).toBeGreaterThan(0)
      expect(second.mean).toBe(1 - worth)
    },
  )
})
