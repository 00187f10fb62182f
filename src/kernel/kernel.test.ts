// The kernel against the rules' own board, move by move, and against its readable twin, game by game.

import { beforeAll, describe, expect, it } from "vitest"
import { expectEqual } from "../../test/support/equal.ts"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import {
  allPoints,
  Black,
  Board,
  captureGo,
  Empty,
  isEye,
  makeVertex,
  NEIGHBOURS,
  opponent,
  parseAscii,
  parseVertex,
  PASS,
  White,
} from "../rules/index.ts"
import type { Color, Point } from "../rules/index.ts"
import { provisionalGammas } from "./gammas.ts"
import { Kernel, makeKernelMemory, runPlayouts } from "./kernel.ts"
import type { MogoRules } from "./policy.ts"
import { patternCode } from "./reference-heavy.ts"
import { runReference } from "./reference.ts"

let kernel: Kernel
beforeAll(async () => {
  kernel = await Kernel.create()
})

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

/** A position after random moves of a game with exact rules. */
function randomPosition(size: number, moves: number, random: Random): { board: Board; toPlay: Color } {
  const board = new Board(size)
  const points = allPoints(size)
  let toPlay: Color = Black
  for (let i = 0; i < moves; i++) {
    board.play(toPlay, points[random.below(points.length)]!)
    toPlay = opponent(toPlay)
  }
  return { board, toPlay }
}

/** What a board looks like from outside, ours and the rules' in the same words. */
function portrait(
  look: Pick<Board, "hash" | "ko" | "at" | "refusal">,
  size: number,
  chains: (p: Point) => Point[],
) {
  const points = allPoints(size)
  const stones = points.filter((point) => look.at(point) !== Empty)
  return {
    hash: look.hash,
    ko: look.ko,
    contents: points.map((point) => look.at(point)),
    chains: stones.map((point) =>
      chains(point)
        .toSorted((a, b) => a - b)
        .join(" "),
    ),
    refusals: [Black, White].map((color) => points.map((point) => look.refusal(color, point))),
  }
}

function expectSame(board: Board): void {
  const { size } = board
  expectEqual(
    portrait(kernel, size, (p) => kernel.chain(p)),
    portrait(board, size, (p) => board.chain(p)),
  )
  const stones = allPoints(size).filter((point) => board.at(point) !== Empty)
  const pseudo = stones.map((point) => {
    const touching = board
      .chain(point)
      .flatMap((stone) => NEIGHBOURS.map((step) => board.at((stone + step) as Point)))
    return touching.filter((content) => content === Empty).length
  })
  expectEqual(
    stones.map((point) => kernel.pseudoLiberties(point)),
    pseudo,
  )
  const codes = allPoints(size).map((point) => patternCode(board, point))
  expectEqual(
    allPoints(size).map((point) => kernel.patternCode(point)),
    codes,
  )
}

describe("the kernel's board (SIM-4)", () => {
  it("agrees with the rules after every move, on every size", () => {
    const random = new Random(5)
    for (let size = 1; size <= 19; size++) {
      const board = new Board(size)
      kernel.load(board)
      const points = allPoints(size)
      let color: Color = Black
      for (let i = 0; i < Math.min(3 * points.length, 150); i++) {
        const move = random.below(30) === 0 ? PASS : points[random.below(points.length)]!
        expect(kernel.play(color, move)).toBe(board.play(color, move))
        expectSame(board)
        if (random.below(6) > 0) color = opponent(color)
      }
    }
  }, 300_000)

  it("takes over any position, its ko included", () => {
    const random = new Random(6)
    for (let i = 0; i < 200; i++) {
      const { board, toPlay } = randomPosition(2 + random.below(18), random.below(200), random)
      kernel.load(board)
      expectSame(board)
      expect(kernel.legalMoves(toPlay)).toEqual(
        allPoints(board.size).filter((point) => board.isLegal(toPlay, point)),
      )
    }
  })

  it("refuses boards that it has no room for, and moves off the board", () => {
    expect(() => kernel.load(new Board(20))).toThrow(RangeError)
    kernel.load(new Board(9))
    for (const bad of [-1, 1, 1e9, 0.5, Number.NaN])
      expect(kernel.play(Black, bad as Point)).toBe("off-board")
  })
})

describe("light playouts (SIM-4, SIM-5)", () => {
  it("are the twin's, move for move, from thousands of positions of all sizes", () => {
    const random = new Random(7)
    for (let i = 0; i < 1500; i++) {
      const size = i < 1200 ? 1 + random.below(11) : 12 + random.below(8)
      const { board, toPlay } = randomPosition(size, random.below(2 * size * size), random)
      const request = { games: 2, first: toPlay, komi: 7.5, seed: i, owners: true }
      const ours = runPlayouts(kernel, board, request)
      const twin = runReference(board, request)
      expectEqual({ i, size, ...ours }, { i, size, ...twin })
    }
  }, 300_000)

  it("the same seed gives the same games, another seed others", () => {
    kernel.load(new Board(9))
    const run = (seed: number) => kernel.run({ games: 100, first: Black, komi: 7.5, seed })
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
  })

  // Figures of many millions of games on other fast boards: length ≈ 111.1, score ≈ +2.1, spread ≈ 39, Black wins ≈ 42
  // %.
  it("have the statistics of uniform games on the empty 9×9 and 19×19 boards", () => {
    kernel.load(new Board(9))
    const small = kernel.run({ games: 40_000, first: Black, komi: 7.5, seed: 1 })
    expect(small.moves / small.games).toBeCloseTo(111.1, 0)
    expect(Math.abs(small.meanMargin - 2.1)).toBeLessThan(0.8)
    expect(Math.abs(small.spread - 39)).toBeLessThan(1)
    expect(Math.abs(small.blackWins / small.games - 0.42)).toBeLessThan(0.01)
    kernel.load(new Board(19))
    const large = kernel.run({ games: 5000, first: Black, komi: 7.5, seed: 1 })
    expect(Math.abs(large.moves / large.games - 455.4)).toBeLessThan(1.5)
    expect(Math.abs(large.spread - 70)).toBeLessThan(3)
  })

  it("draw every playable move equally often", () => {
    const board = draw(`
      . X . O .
      X X O O .
      . O X . X
      O . X X .
      . O . X .`)
    kernel.load(board)
    const counts = new Map<number, number>()
    const games = 20_000
    for (let seed = 0; seed < games; seed++) {
      const { lastGame } = kernel.run({ games: 1, first: Black, komi: 0, seed })
      counts.set(lastGame[0]!.move, (counts.get(lastGame[0]!.move) ?? 0) + 1)
    }
    const expected = games / counts.size
    const chi = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    // Beyond this value chi-squared lies once in 10 000 times for up to 14 degrees of freedom.
    expect(counts.size).toBeGreaterThan(5)
    expect(chi).toBeLessThan(44)
  })

  it.each([
    ["one point", "."],
    ["two by two", ". .\n. ."],
    ["full but for one eye", "X X X\nX . X\nX X X"],
    [
      "a triple ko",
      ". X O . X O .\nX . X O . X O\n. X O . X O .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .",
    ],
    ["send two, return one", ". X . X\nO O X X\n. O O X\n. . O ."],
  ])("end on %s, and cut-off games are counted", (_, drawing) => {
    const board = draw(drawing)
    kernel.load(board)
    const { games, moves, cutOff } = kernel.run({ games: 2000, first: Black, komi: 0, seed: 3 })
    expect(games).toBe(2000)
    expect(moves).toBeLessThanOrEqual(2000 * 3 * board.size ** 2)
    expect(cutOff).toBeLessThan(2000)
  })

  it("Capture Go ends with the goal (RUL-5)", () => {
    const goal = captureGo(3).captureGoal!
    const random = new Random(8)
    for (let i = 0; i < 100; i++) {
      const request = {
        games: 3,
        first: Black as Color,
        komi: 0,
        seed: random.next(),
        captureGoal: goal,
        owners: true,
      }
      const board = new Board(7)
      expectEqual(runPlayouts(kernel, board, request), runReference(board, request))
    }
    kernel.load(new Board(9))
    const { games, blackWins, whiteWins } = kernel.run({
      games: 2000,
      first: Black,
      komi: 0,
      seed: 1,
      captureGoal: 1,
    })
    expect(blackWins + whiteWins).toBeGreaterThan(0.99 * games)
  })

  it("boards over 19×19 go through the twin", () => {
    const summary = runPlayouts(kernel, new Board(21), { games: 1, first: Black, komi: 7.5, seed: 1 })
    expect(summary.moves).toBeGreaterThan(441)
  })
})

describe("playouts by rules (SIM-6)", () => {
  const settings: MogoRules[] = [
    {},
    { scope: "board" },
    { noSelfAtari: true },
    { scope: "board", noSelfAtari: true },
    { capture: false },
    { nakade: true },
    { noSelfAtari: true, selfAtariChance: 0.4, randomness: 0.3 },
    { low: true },
    { low: true, noSelfAtari: true, nakade: true, capture: false },
    { nakade: true, noSelfAtari: true, capture: false, escape: false, pattern: false },
    { escape: false, pattern: false },
    { capture: false, escape: false, noSelfAtari: true },
    { ladder: true },
    { ladder: true, capture: false, pattern: false },
    { ladder: true, scope: "board", noSelfAtari: true, nakade: true },
  ]

  it.each(settings)(
    "are the twin's, move for move: %j",
    (rules) => {
      const random = new Random(9)
      for (let i = 0; i < 60; i++) {
        const size = i < 56 ? 1 + random.below(10) : 11 + random.below(9)
        const { board, toPlay } = randomPosition(size, random.below(2 * size * size), random)
        const request = {
          games: 2,
          first: toPlay,
          komi: 7.5,
          seed: i,
          policy: "mogo",
          rules,
          owners: true,
        } as const
        expectEqual(runPlayouts(kernel, board, request), runReference(board, request))
      }
    },
    300_000,
  )

  it("with every rule off are the light ones", () => {
    const off = { capture: false, escape: false, pattern: false }
    kernel.load(new Board(9))
    const request = { games: 200, first: Black, komi: 7.5, seed: 4 } as const
    expect(kernel.run({ ...request, policy: "mogo", rules: off })).toEqual(kernel.run(request))
  })

  const OFF = { capture: false, escape: false, pattern: false } as const

  /** The first moves that a rule makes in many games from a position whose last move is known. */
  function answers(drawing: string, last: string, rules: MogoRules): string[] {
    const board = draw(drawing)
    kernel.load(board)
    const moves = new Set<string>()
    for (let seed = 0; seed < 200; seed++) {
      const move = parseVertex(last, board.size)!
      const { lastGame } = kernel.run({
        games: 1,
        first: Black,
        komi: 0,
        seed,
        policy: "mogo",
        rules,
        last: move,
      })
      moves.add(makeVertex(lastGame[0]!.move, board.size))
    }
    return [...moves].toSorted()
  }

  it("capture takes the chain that walked into atari", () => {
    const drawing = `
      . . . . .
      . X O X .
      X O O X .
      . X X . .
      . . . . .`
    expect(answers(drawing, "C4", { ...OFF, capture: true })).toEqual(["C5"])
    expect(answers(drawing, "pass", { ...OFF, capture: true, scope: "board" })).toEqual(["C5"])
    expect(answers(drawing, "pass", { ...OFF, capture: true }).length).toBeGreaterThan(5)
  })

  it("escape runs to two liberties", () => {
    const drawing = `
      . . . . .
      . O . . .
      . X O . .
      . O . . .
      . . . . .`
    expect(answers(drawing, "C3", { ...OFF, escape: true })).toEqual(["A3"])
  })

  it("escape takes a chain next to the one in atari, where running is hopeless", () => {
    const drawing = `
      . . . . .
      . O O X .
      O . X O X
      . O O . .
      . . . . .`
    expect(answers(drawing, "D3", { ...OFF, escape: true })).toEqual(["D2"])
  })

  // The stone at C5 may run to D5; White's ladder to the lower right works when nothing stands there.
  it.each([
    ["no", ". . . . . . .", { escape: true }, ["D5"]],
    ["a working", ". . . . . . .", { escape: true, ladder: true }, undefined],
    ["a broken", ". . . . . X .", { escape: true, ladder: true }, ["D5"]],
  ])("escape runs with %s ladder in its way", (_, second, rules, moves) => {
    const drawing = `
      . . . . . . .
      . . O O . . .
      . O X . . . .
      . . O . . . .
      . . . . . . .
      ${second}
      . . . . . . .`
    const played = answers(drawing, "B5", { ...OFF, ...rules })
    if (moves) expect(played).toEqual(moves)
    else expect(played.length).toBeGreaterThan(5)
  })

  it("escape by a capture is never given up for a ladder", () => {
    const drawing = `
      . . . . . . .
      . X O O . . .
      X O X . . . .
      . . O . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`
    expect(answers(drawing, "C4", { ...OFF, escape: true, ladder: true })).toContain("B4")
  })

  it.each([
    ["three in a row", ". . O O O . .", ". . . . . . .", ["D5"]],
    ["a pyramid", ". . O . O . .", ". . . O . . .", ["D5"]],
  ])("nakade plays the vital point of %s", (_, below, under, vital) => {
    const drawing = `
      . . . . . . .
      . . O O O . .
      . O . . . O .
      ${below}
      ${under}
      . . . . . . .
      . . . . . . .`
    expect(answers(drawing, "F5", { ...OFF, nakade: true })).toEqual(vital)
  })

  it("nakade leaves a square of four alone", () => {
    const drawing = `
      . . . . . . .
      . . O O . . .
      . O . . O . .
      . O . . O . .
      . . O O . . .
      . . . . . . .
      . . . . . . .`
    expect(answers(drawing, "E5", { ...OFF, nakade: true }).length).toBeGreaterThan(5)
  })

  it("patterns are played next to the last move", () => {
    const drawing = `
      . . . . . . .
      . . . . . . .
      . . X O X . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`
    // Hane under the stone between two others, or over it; both are the same pattern.
    expect(answers(drawing, "D5", { ...OFF, pattern: true })).toEqual(["C4", "C6", "D4", "D6", "E4", "E6"])
  })
})

describe("gamma-weighted playouts (SIM-7)", () => {
  it("are the twin's, move for move, with the provisional weights and with others", () => {
    const random = new Random(10)
    const { patterns } = provisionalGammas()
    const others = patterns.map((weight) => (weight === 0 ? 0 : random.below(1 << 19)))
    for (const gammas of [
      { patterns },
      { patterns: others },
      { patterns: others, beside: 8 },
      // Nothing weighs anything: both sides pass with regions open.
      { patterns: new Uint32Array(65_536) },
      { patterns, beside: 10, diagonal: 3.3 },
      { patterns: others, beside: 1, diagonal: 2 },
      // More than half of all draws fall beside the last move, as with weights of 19×19.
      { patterns, beside: 40, diagonal: 25.5 },
    ]) {
      kernel.setGammas(gammas)
      for (let i = 0; i < 150; i++) {
        const size = i < 120 ? 1 + random.below(10) : 11 + random.below(9)
        const { board, toPlay } = randomPosition(size, random.below(2 * size * size), random)
        const request = {
          games: 2,
          first: toPlay,
          komi: 7.5,
          seed: i,
          policy: "gamma",
          gammas,
          owners: true,
        } as const
        expectEqual(runPlayouts(kernel, board, request), runReference(board, request))
      }
    }
    kernel.setGammas(provisionalGammas())
  }, 300_000)

  it("draw first moves in proportion to their weights", () => {
    const board = draw(`
      . O . . .
      O X . . .
      . O X O .
      . . O X O
      . . . . .`)
    const last = parseVertex("C3", 5)!
    const gammas = { patterns: provisionalGammas().patterns, beside: 2.5, diagonal: 1.5 }
    kernel.setGammas(gammas)
    // A5 is suicide.
    const points = allPoints(5).filter((point) => board.at(point) === Empty && makeVertex(point, 5) !== "A5")
    const features: Readonly<Record<string, number>> = { C4: 2.5, D4: 1.5, B2: 1.5 }
    const weightOf = (point: Point): number =>
      gammas.patterns[patternCode(board, point)]! * (features[makeVertex(point, 5)] ?? 1)
    const total = points.reduce((sum, point) => sum + weightOf(point), 0)
    kernel.load(board)
    const counts = new Map<number, number>()
    const games = 20_000
    for (let seed = 0; seed < games; seed++) {
      const { move } = kernel.run({ games: 1, first: Black, komi: 0, seed, last, policy: "gamma" })
        .lastGame[0]!
      counts.set(move, (counts.get(move) ?? 0) + 1)
    }
    const chi = points.reduce((sum, point) => {
      const expected = (games * weightOf(point)) / total
      return sum + ((counts.get(point) ?? 0) - expected) ** 2 / expected
    }, 0)
    kernel.setGammas(provisionalGammas())
    // Beyond this value chi-squared lies once in 10 000 times for 20 degrees of freedom.
    expect(chi).toBeLessThan(53)
  })

  it("refuse malformed gammas", () => {
    const { patterns } = provisionalGammas()
    expect(() => kernel.setGammas({ patterns: patterns.slice(1) })).toThrow("65 536")
    expect(() => kernel.setGammas({ patterns, beside: 0.5 })).toThrow("1 and more")
    expect(() => kernel.setGammas({ patterns, beside: 1e9 })).toThrow("too large")
  })

  it("weigh eyes nothing, exactly as the eye rule says", () => {
    const random = new Random(11)
    const { patterns } = provisionalGammas()
    for (let i = 0; i < 200; i++) {
      const { board } = randomPosition(2 + random.below(8), 200, random)
      for (const point of allPoints(board.size)) {
        if (board.at(point) === Empty)
          expect(patterns[patternCode(board, point)] === 0).toBe(isEye(board, Black, point))
      }
    }
  })
})

describe("what the kernel needs", () => {
  it("is said when a module can't be compiled", async () => {
    // The opcode 0xff stands for an instruction that this runtime doesn't know.
    const module = Uint8Array.of(
      0,
      97,
      115,
      109,
      1,
      0,
      0,
      0,
      1,
      4,
      1,
      96,
      0,
      0,
      3,
      2,
      1,
      0,
      10,
      5,
      1,
      3,
      0,
      255,
      11,
    )
    await expect(Kernel.create({ module })).rejects.toThrow(/SIMD, threads .* is missing here/)
  })
})

describe("shared memory", () => {
  it("each worker has its own board", async () => {
    const memory = makeKernelMemory(3)
    const kernels = await Promise.all([0, 1, 2].map((worker) => Kernel.create({ memory, worker })))
    const alone = kernels.map((one, i) => {
      one.load(new Board(9))
      return one.run({ games: 50, first: Black, komi: 7.5, seed: i })
    })
    const again = kernels.map((one, i) => one.run({ games: 50, first: Black, komi: 7.5, seed: i }))
    expect(again).toEqual(alone)
    const request = { games: 50, first: Black, komi: 7.5, seed: 1, policy: "mogo" } as const
    const read = kernels.map((one) => one.run({ ...request, rules: { ladder: true } }))
    expect(read).toEqual(read.map(() => runReference(new Board(9), { ...request, rules: { ladder: true } })))
  })
})
