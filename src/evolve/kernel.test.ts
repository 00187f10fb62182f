// Coevolution in the kernel (EVO-1 to EVO-3): what strategies advise, the kernel against its readable twin, seed for
// seed, and what must hold of every population.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Black, Board, opponent, parseAscii, parseVertex, PASS, White, type Move } from "../rules/index.ts"
import { Evolution, EvolutionHelper } from "./kernel.ts"
import { ReferenceEvolution } from "./reference.ts"
import {
  completeSettings,
  GAMES_PER_STEP,
  LARGEST_POPULATION,
  tallyAdvice,
  type Coevolution,
  type EvolutionSettings,
} from "./settings.ts"
import { adviceAfter, GROWN_HEIGHT, isWhole, MOST_NODES, type Strategy } from "./strategy.ts"

const FLOWER_SIX = unwrap(
  parseAscii(`
    . X X X X X X X .
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    O O O O O O O O O
    O O O O O O O O O
    O O O . . O O O O
    O O O . . . O O O
    O O O O . O O O O`),
)

const at = (vertex: string): Move => parseVertex(vertex, 9)!

/** Vertices in prefix order; `-` is a leaf. */
function tree(text: string): Strategy {
  return text.split(" ").map((node) => (node === "-" ? undefined : at(node)))
}

describe("a partial strategy (EVO-1)", () => {
  // Figure 4: respond to E2 with D2, to all else with E2. The root's own move is not White's to play.
  const white = tree("A1 E2 D2 - - - E2 - -")
  // Figure 7: begin with E2, D2 after E3 and E3 after D2.
  const black = tree("E2 D2 E3 - - E3 D2 - - - -")

  it("answers exceptions, and all else by its default (figure 4)", () => {
    expect(adviceAfter(white, [at("E2")])).toBe(at("D2"))
    for (const move of ["A9", "J9", "D3", "E3", "F2"]) expect(adviceAfter(white, [at(move)])).toBe(at("E2"))
  })

  it("begins with its root, and says nothing where a leaf is (figure 7)", () => {
    expect(adviceAfter(black, [])).toBe(at("E2"))
    expect(adviceAfter(black, [at("D2")])).toBe(at("E3"))
    expect(adviceAfter(black, [at("E3")])).toBe(at("D2"))
    expect(adviceAfter(black, [at("F2")])).toBeUndefined()
    expect(adviceAfter(black, [at("F2"), at("D2")])).toBeUndefined()
  })

  it("takes the first of two exceptions for the same move, and passes are moves", () => {
    const strategy = tree("E2 D2 E3 - - D2 F2 - - - -")
    expect(adviceAfter(strategy, [at("D2")])).toBe(at("E3"))
    const passes: Strategy = [at("E2"), PASS, PASS, undefined, undefined, undefined, undefined]
    expect(adviceAfter(passes, [PASS])).toBe(PASS)
  })

  it("is told from what is no tree", () => {
    expect(isWhole(white) && isWhole(black) && isWhole([undefined])).toBe(true)
    expect([isWhole([]), isWhole(tree("E2 -")), isWhole(tree("E2 - - -"))]).toEqual([false, false, false])
    expect(isWhole(new Array<undefined>(MOST_NODES + 2).fill(undefined))).toBe(false)
  })
})

/** Everything that two evolutions have in common. */
function portrait(evolution: Coevolution): unknown {
  const { population, lineages } = evolution.settings
  const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  return {
    steps: evolution.steps,
    individuals: [Black, White].map((color) =>
      indices(population).map((index) => evolution.strategy(color, index)),
    ),
    champions: [Black, White].map((color) =>
      indices(lineages).map((lineage) => evolution.champion(color, lineage)),
    ),
    sums: evolution.sums(),
    owners: [...evolution.owners()],
    openings: [...tallyAdvice(evolution, evolution.settings.first).keys()].map((move) =>
      evolution.openingResult(move),
    ),
  }
}

const small = { population: 24, lineages: 3, succession: 0.3, owners: true }

/** A position in which a ko binds White. */
function koPosition(): Board {
  const board = unwrap(
    parseAscii(`
      . X O . .
      X O . O .
      . X O . X
      . . . . X
      O O . X .`),
  )
  expect(board.play(Black, parseVertex("C4", 5)!)).toBeUndefined()
  expect(board.ko).not.toBe(PASS)
  return board
}

const POSITIONS: readonly (readonly [string, EvolutionSettings, number])[] = [
  ["the flower six", { ...small, board: FLOWER_SIX, first: Black, komi: 7.5, seed: 1 }, 25],
  ["an empty board, White first", { ...small, board: new Board(5), first: White, komi: 0.5, seed: 2 }, 40],
  ["a komi that allows draws", { ...small, board: new Board(4), first: Black, komi: 2, seed: 3 }, 40],
  ["a ko", { ...small, board: koPosition(), first: White, komi: 0.5, seed: 4 }, 40],
  ["after a pass", { ...small, board: new Board(4), first: Black, komi: 0.5, seed: 5, passed: true }, 40],
  ["Capture Go", { ...small, board: new Board(5), first: Black, komi: 0, seed: 6, captureGoal: 1 }, 40],
  [
    "much mutation",
    { ...small, board: new Board(3), first: Black, komi: 0, seed: 7, mutation: 1, inner: 0.5 },
    40,
  ],
]

describe("the kernel's coevolution and its twin (EVO-2, EVO-3)", () => {
  it.each(POSITIONS)("are equal, seed for seed: %s", async (_, settings, steps) => {
    const kernel = await Evolution.create(settings)
    const twin = new ReferenceEvolution(settings)
    expect(portrait(kernel)).toEqual(portrait(twin))
    expect([kernel.run(steps), twin.run(steps)]).toEqual([steps, steps])
    expect(portrait(kernel)).toEqual(portrait(twin))
    expect(kernel.sums().games).toBe(steps * GAMES_PER_STEP)
    for (const color of [Black, White] as const) {
      for (let index = 0; index < small.population; index++) {
        const strategy = kernel.strategy(color, index)
        for (const line of [[], [PASS], [strategy[1] ?? PASS]])
          expect(kernel.advice(color, index, line)).toBe(adviceAfter(strategy, line))
      }
    }
  })

  it("give other populations for another seed", async () => {
    const settings = POSITIONS[0]![1]
    const one = await Evolution.create(settings)
    const other = await Evolution.create({ ...settings, seed: 99 })
    expect(one.strategy(Black, 0)).not.toEqual(other.strategy(Black, 0))
  })
})

describe("populations (EVO-2, EVO-3)", () => {
  const settings: EvolutionSettings = { board: FLOWER_SIX, first: Black, komi: 7.5, seed: 1 }

  it("are founded with trees of height 4 at most, every node equally likely", async () => {
    const evolution = await Evolution.create(settings)
    const tally = tallyAdvice(evolution, Black)
    expect(tally.size).toBe(83)
    for (const count of tally.values())
      expect(Math.abs(count - 8192 / 83)).toBeLessThan(6 * Math.sqrt(8192 / 83))
    const strategies = Array.from({ length: 2000 }, (_, index) => evolution.strategy(White, index))
    expect(strategies.every(isWhole)).toBe(true)
    expect(Math.max(...strategies.map(({ length }) => length))).toBe(2 ** (GROWN_HEIGHT + 1) - 1)
  })

  it("stay whole and within 127 nodes, and keep their size", async () => {
    const evolution = await Evolution.create({ ...settings, population: 64, lineages: 8, mutation: 0.5 })
    evolution.run(4000)
    const lengths = [Black, White].flatMap((color) =>
      Array.from({ length: 64 }, (_, index) => {
        const strategy = evolution.strategy(color, index)
        expect(isWhole(strategy)).toBe(true)
        return strategy.length
      }),
    )
    expect(Math.max(...lengths)).toBeGreaterThan(31)
  })

  it("find E2 in the flower six (EVO-5)", async () => {
    const evolution = await Evolution.create({ ...settings, population: 512, lineages: 16 })
    evolution.run(12_000)
    expect(evolution.advice(Black, 0, [])).toBeDefined()
    expect(tallyAdvice(evolution, Black).get(at("E2"))!).toBeGreaterThan(400)
  })

  it("keep their champions when none may succeed, and change them otherwise", async () => {
    const champions = async (succession: number): Promise<boolean> => {
      const evolution = await Evolution.create({ ...settings, population: 32, lineages: 4, succession })
      const before = [0, 1, 2, 3].map((lineage) => evolution.champion(Black, lineage))
      evolution.run(200)
      return [0, 1, 2, 3].every(
        (lineage) => JSON.stringify(evolution.champion(Black, lineage)) === JSON.stringify(before[lineage]),
      )
    }
    expect([await champions(0), await champions(1)]).toEqual([true, false])
  })

  it("go on as if nothing had happened, in the same memory or restored from what was saved", async () => {
    const small128 = { ...settings, population: 128, lineages: 8, succession: 0.1 }
    const whole = await Evolution.create(small128)
    whole.run(300)
    const parts = await Evolution.create(small128)
    expect([parts.run(100, 170), parts.run(100, 170), parts.run(100, 170)]).toEqual([100, 70, 0])
    const restored = await Evolution.create(small128)
    unwrap(restored.restore(parts.save(), parts.steps))
    parts.run(130)
    restored.run(130)
    const people = (evolution: Evolution): number[] => [...evolution.save()]
    expect(people(parts)).toEqual(people(whole))
    expect(people(restored)).toEqual(people(whole))
  })

  it("refuse to be restored from what is no population", async () => {
    const evolution = await Evolution.create({ ...settings, population: 8, lineages: 1 })
    const good = evolution.save()
    const bad = (change: (codes: number[]) => void): string => {
      const codes = [...good]
      change(codes)
      const restored = evolution.restore(Uint16Array.from(codes), 0)
      return restored.ok ? "" : restored.error
    }
    expect(bad(() => {})).toBe("")
    expect(bad((codes) => codes.pop())).toMatch(/is no whole tree/)
    expect(bad((codes) => codes.push(1, 82))).toBe("there are 19 strategies, not 18")
    expect(bad((codes) => (codes[1] = 83))).toBe("strategy 1 has a node that is no move")
    expect(bad((codes) => (codes[0] = 300))).toMatch(/is no whole tree|is no move/)
    expect(bad((codes) => codes.splice(0))).toBe("there are 0 strategies, not 18")
    // Nothing of all that changed anything.
    expect([...evolution.save()]).toEqual([...good])
  })

  it("are shared with helpers, and all threads stop when told", async () => {
    const evolution = await Evolution.create({ ...settings, population: 64, lineages: 4 }, { workers: 2 })
    const helper = await EvolutionHelper.join(evolution.seat(1))
    evolution.run(10)
    expect(helper.run(50)).toBe(40)
    expect(evolution.steps).toBe(50)
    const alone = await Evolution.create({ ...settings, population: 64, lineages: 4 })
    alone.run(50)
    expect([...evolution.save()]).toEqual([...alone.save()])
    evolution.stop()
    expect([evolution.run(10), helper.run(100)]).toEqual([0, 0])
    evolution.resume()
    expect(evolution.run(10)).toBe(10)
  })

  it("can be founded in the memory of others that are over", async () => {
    const first = await Evolution.create({ ...settings, population: 64, lineages: 4, owners: true })
    first.run(50)
    first.stop()
    const next = { ...settings, board: new Board(5), seed: 8, population: 32, lineages: 8, owners: true }
    const second = await Evolution.create(next, { after: first })
    const fresh = await Evolution.create(next)
    expect([second.run(50), fresh.run(50)]).toEqual([50, 50])
    expect(second.seat(1).memory).toBe(first.seat(1).memory)
    expect(portrait(second)).toEqual(portrait(fresh))
    const larger = await Evolution.create({ ...next, population: 8192 }, { after: second })
    expect(larger.seat(1).memory).not.toBe(first.seat(1).memory)
  })

  it("play on every size up to 19×19", async () => {
    for (const size of [2, 13, 19]) {
      const random = new Random(size)
      const board = new Board(size)
      let color: 1 | 2 = Black
      for (let i = 0; i < size; i++) {
        board.play(color, parseVertex(`A${1 + random.below(size)}`, size)!)
        color = opponent(color)
      }
      const evolution = await Evolution.create({
        board,
        first: color,
        komi: 7.5,
        seed: 1,
        population: 16,
        lineages: 2,
      })
      expect(evolution.run(20)).toBe(20)
    }
  })
})

describe("settings (EVO-3)", () => {
  const board = new Board(9)
  const ask = (more: Partial<EvolutionSettings>): string => {
    const settings = completeSettings({ board, first: Black, komi: 7.5, seed: 1, ...more })
    return settings.ok ? "fine" : settings.error
  }

  it.each([
    [{}, "fine"],
    [{ population: 4, lineages: 2 }, "fine"],
    [{ population: 1 }, /4 to 131072 individuals, not 1/],
    [{ population: 0 }, /4 to 131072 individuals, not 0/],
    [{ population: 10.5 }, /4 to 131072 individuals/],
    [{ population: LARGEST_POPULATION + 1 }, /4 to 131072 individuals/],
    [{ lineages: 0 }, /1 to 4096 lineages in a population of 8192/],
    [{ lineages: 4097 }, /1 to 4096 lineages in a population of 8192, because each draws two/],
    [{ crossover: 1.1 }, /crossover is a probability from 0 to 1, not 1.1/],
    [{ mutation: -0.1 }, /mutation is a probability/],
    [{ inner: NaN }, /inner is a probability/],
    [{ succession: 2 }, /succession is a probability/],
    [{ komi: Infinity }, /komi is a number/],
    [{ board: new Board(1) }, /no legal move but a pass/],
  ] as const)("%o: %s", (more, expected) => {
    expect(ask(more)).toMatch(expected)
  })

  it("are refused on a board that the kernel has no room for, which the twin has", async () => {
    const settings = {
      board: new Board(21),
      first: Black,
      komi: 7.5,
      seed: 1,
      population: 4,
      lineages: 1,
    } as const
    await expect(Evolution.create(settings)).rejects.toThrow(/19×19/)
    expect(new ReferenceEvolution(settings).run(1)).toBe(1)
  })
})
