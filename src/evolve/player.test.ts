// Coevolution as a player (EVO-4): its options, its budget, whole games, and what it tells about itself.

import { describe, expect, it, vi } from "vitest"
import { makePlayer, playSmallGame, RandomPlayer } from "../../test/support/players.ts"
import { useCpuClock } from "../../test/support/time.ts"
import { unwrap } from "../base/result.ts"
import type { Answer, Player } from "../player/index.ts"
import {
  allPoints,
  Black,
  captureGo,
  Empty,
  Game,
  makeVertex,
  parseAscii,
  parseVertex,
  PASS,
  White,
  parseRuleset,
} from "../rules/index.ts"
import type { Board, Color, Move } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { describeStrategy, typicalStrategy } from "./describe.ts"
import { fits, leaderOf, leadsSince, openingsOf, takeSample, type Sample } from "./history.ts"
import { Evolution } from "./kernel.ts"
import { evolvePosition, EVOLVE_POSITIONS } from "./positions.ts"
import { ReferenceEvolution } from "./reference.ts"
import { runEvolution, sampleEvery } from "./run.ts"
import { GAMES_PER_STEP } from "./settings.ts"
import type { Strategy } from "./strategy.ts"

const at = (vertex: string, size = 9): Move => parseVertex(vertex, size)!
const make = (spec: string): Player => unwrap(makePlayer(spec))

/** A game from these stones on, Black to play. */
function gameFrom(board: Board, komi: number): Game {
  const stones = allPoints(board.size).filter((point) => board.at(point) !== Empty)
  const setup = stones.map((point) => [board.at(point) as Color, point] as const)
  return unwrap(Game.create({ size: board.size, setup, komi }))
}

describe("the player evolve (EVO-4)", () => {
  it("beats the random player, with legal moves only", async () => {
    const [player, random] = [make("evolve,steps=400"), new RandomPlayer()]
    expect(await playSmallGame(player, random, 100)).toBeGreaterThan(0)
    expect(await playSmallGame(random, player, 200)).toBeLessThan(0)
    await player.close()
  })

  it("rests after every step where the kernel has no room: others wait for the same thread", async () => {
    const run = vi.spyOn(ReferenceEvolution.prototype, "run")
    const position = unwrap(Game.create({ size: 20 })).position()
    await make("evolve,steps=2,population=8").choose({ position, color: Black, budget: {}, seed: 1 })
    expect(run.mock.calls.map(([most]) => most)).toEqual([1, 1])
    run.mockRestore()
  })

  it("plays E2 in the flower six, as most of its individuals do (EVO-5)", async () => {
    const { board, komi } = evolvePosition("flower-six")!
    const game = gameFrom(board, komi)
    const player = make("evolve,steps=8000,population=256,lineages=16")
    const request = { position: game.position(), color: Black, budget: {}, seed: 1 }
    const { move, reason, report } = await player.choose(request)
    expect([makeVertex(move as Move, 9), reason]).toEqual(["E2", "most-visits"])
    const [best] = report!.candidates
    expect(best!.visits).toBeGreaterThan(128)
    expect(best!.pv).toHaveLength(2)
    expect(report!.playouts).toBe(8000 * GAMES_PER_STEP)
    expect(report!.notes.join("\n")).toMatch(/8000 steps of 8 games, 256 individuals a side, 16 lineages/)
    expect(report!.notes.join("\n")).toMatch(/White's answers to E2: /)
    // The black stones of the upper half can't be taken.
    expect(report!.owners[at("E8")]).toBeGreaterThan(0.9)
    const again = await make("evolve,steps=8000,population=256,lineages=16").choose(request)
    expect(again.report!.candidates).toEqual(report!.candidates)
    expect(player.name).toBe("evolve,steps=8000,population=256,lineages=16")
  })

  it("keeps to playouts, which are games, to seconds and to the signal", async () => {
    const position = unwrap(Game.create({ size: 9 })).position()
    const ask = async (
      spec: string,
      budget: { playouts?: number; seconds?: number },
      signal?: AbortSignal,
    ): Promise<SearchReport> => {
      const request = { position, color: Black, budget, seed: 1, ...(signal ? { signal } : {}) }
      return (await make(spec).choose(request)).report!
    }
    expect((await ask("evolve", { playouts: 100 })).playouts).toBe(96)
    expect((await ask("evolve,playouts=80", {})).playouts).toBe(80)
    expect((await ask("evolve,steps=7,playouts=800", {})).playouts).toBe(56)
    expect((await ask("evolve,steps=7", { playouts: 16 })).playouts).toBe(16)
    // Less than a step is a step.
    expect((await ask("evolve", { playouts: 1 })).playouts).toBe(8)
    expect((await ask("evolve,steps=100000000", {}, AbortSignal.timeout(50))).playouts).toBeLessThan(8e8)
    expect((await ask("evolve", {}, AbortSignal.abort())).playouts).toBe(0)
    useCpuClock()
    expect((await ask("evolve", { seconds: 0.05 })).seconds).toBeLessThan(1)
  })

  it("reports while it thinks, and analyses until it is stopped", async () => {
    const position = unwrap(Game.create({ size: 5 })).position()
    const stop = new AbortController()
    const seen: number[] = []
    const onReport = ({ playouts, candidates }: SearchReport): void => {
      seen.push(playouts)
      expect(candidates.length).toBeGreaterThan(0)
      if (seen.length === 3) stop.abort()
    }
    const player = make("evolve,population=64")
    await player.analyze!({
      position,
      color: Black,
      budget: {},
      seed: 1,
      signal: stop.signal,
      onReport,
      reportEvery: 1,
    })
    expect(seen).toHaveLength(3)
    expect(seen[2]).toBeGreaterThan(seen[0]!)
    const bounded = { position, color: Black, budget: { playouts: 80 }, seed: 1, onReport: () => undefined }
    expect((await player.analyze!(bounded))?.playouts).toBe(80)
  })

  it("passes when only its eyes are left, and when a pass wins", async () => {
    const player = make("evolve,steps=10")
    const full = gameFrom(
      unwrap(
        parseAscii(`
          . X . X O
          X X X X O
          O O O O O
          O O O O O
          . O . O .`),
      ),
      0.5,
    )
    const choose = (game: Game): Promise<Answer> =>
      player.choose({ position: game.position(), color: game.toPlay, budget: {}, seed: 1 })
    expect(await choose(full)).toMatchObject({ move: PASS, reason: "only-eyes-left" })
    const won = unwrap(Game.create({ size: 5, komi: 0.5, rules: parseRuleset("cgos")! }))
    for (const move of [at("C3", 5), PASS]) unwrap(won.play(move))
    expect(await choose(won)).toMatchObject({ move: PASS, reason: "pass-wins" })
    const lost = unwrap(Game.create({ size: 5, komi: 50 }))
    for (const move of [at("C3", 5), PASS]) unwrap(lost.play(move))
    expect(await choose(lost)).toMatchObject({ reason: "most-visits" })
  })

  it("plays Capture Go, and on boards that only the twin has room for", async () => {
    const goal = unwrap(Game.create({ size: 5, rules: captureGo(1) })).position()
    const answer = await make("evolve,steps=50").choose({ position: goal, color: Black, budget: {}, seed: 1 })
    expect(answer.move).not.toBe("resign")
    const large = unwrap(Game.create({ size: 21 })).position()
    const slow = await make("evolve,steps=1,population=64").choose({
      position: large,
      color: Black,
      budget: {},
      seed: 1,
    })
    expect(slow.report!.playouts).toBe(8)
  })

  it.each([
    ["evolve:fast", /evolve has no presets/],
    ["evolve,generations=3", /evolve has no option "generations"; there are: playouts, seconds/],
    ["evolve,steps=0", /steps is a whole number from 1 to 536870911, not "0"/],
    ["evolve,playouts=7", /playouts is a whole number from 8/],
    ["evolve,seconds=0", /seconds is a positive number/],
    ["evolve,population=1", /population is a whole number from 4 to 131072, not "1"/],
    ["evolve,lineages=0", /lineages is a whole number from 1/],
    ["evolve,population=64,lineages=33", /1 to 32 lineages in a population of 64/],
    ["evolve,threads=0", /threads is a whole number/],
  ])("refuses %s", (spec, reason) => {
    const made = makePlayer(spec)
    expect(made.ok ? "" : made.error).toMatch(reason)
  })

  it("makes room for as many lineages as it is told", async () => {
    const position = unwrap(Game.create({ size: 5 })).position()
    const answer = await make("evolve,steps=5,lineages=200").choose({
      position,
      color: Black,
      budget: {},
      seed: 1,
    })
    expect(answer.report!.notes[0]).toMatch(/400 individuals a side, 200 lineages/)
  })
})

describe("strategies in words (EVO-1)", () => {
  const { board } = evolvePosition("flower-six")!
  const tree = (text: string): Strategy =>
    text.split(" ").map((node) => (node === "-" ? undefined : at(node)))

  it("are as the paper draws them in figures 4 and 7", () => {
    const white = tree("A1 E2 D2 - - - E2 - -")
    expect(describeStrategy(white, { color: White, first: Black, board })).toEqual([
      "White waits for the first move",
      "├─ after Black E2: D2",
      "└─ otherwise: E2",
    ])
    const black = tree("E2 D2 E3 - - E3 D2 - - - -")
    expect(describeStrategy(black, { color: Black, first: Black, board })).toEqual([
      "Black begins with E2",
      "├─ after White D2: E3",
      "└─ after White E3: D2",
    ])
  })

  it("leave out what can't happen, and say what is not legal", () => {
    // B1 is taken, E2 comes twice, and after E2 the advice E2 is impossible.
    const white = tree("A1 B1 C1 - - E2 E2 - - E2 D2 - - - -")
    expect(describeStrategy(white, { color: White, first: Black, board })).toEqual([
      "White waits for the first move",
      "└─ after Black E2: any move (E2 is not legal)",
      "(of 7 moves in the tree 4 play no part, or lie deeper)",
    ])
    expect(describeStrategy([undefined], { color: Black, first: Black, board })).toEqual([
      "Black has no advice",
    ])
    const alone = tree("E2 - D2 - -")
    expect(describeStrategy(alone, { color: Black, first: Black, board })[1]).toBe("└─ after any move: D2")
  })

  it("stop at the depth that is asked for", () => {
    const deep = tree("E2 - D2 - E3 - -")
    expect(describeStrategy(deep, { color: Black, first: Black, board, depth: 1 })).toEqual([
      "Black begins with E2",
      "└─ after any move: D2",
      "(of 3 moves in the tree 1 play no part, or lie deeper)",
    ])
  })
})

describe("the course of a run (EVO-5)", () => {
  const sample = (step: number, ...openings: [string, number][]): Sample => ({
    step,
    openings: openings.map(([vertex, count]) => [at(vertex), count]),
    measures: [],
  })

  it("tells since when a move leads for good", () => {
    const history = [
      sample(0, ["A1", 3], ["E2", 2]),
      sample(10, ["E2", 5], ["A1", 2]),
      sample(20, ["A1", 5], ["E2", 4]),
      sample(30, ["E2", 5], ["A1", 4]),
      sample(40, ["E2", 9]),
    ]
    expect(leadsSince(history, [at("E2")])).toBe(30)
    expect(leadsSince(history, [at("A1")])).toBeUndefined()
    expect(leadsSince(history, [at("A1"), at("E2")])).toBe(0)
    // As many are not more.
    expect(leaderOf(sample(50, ["E2", 5], ["A1", 5]))).toBeUndefined()
    expect(leadsSince([...history, sample(50, ["E2", 5], ["A1", 5])], [at("E2")])).toBeUndefined()
  })

  it("has the paper's positions, with what is known of them", () => {
    expect(EVOLVE_POSITIONS).toEqual(["flower-six", "multiple-cut", "empty"])
    expect(evolvePosition("toString")).toBeUndefined()
    for (const name of EVOLVE_POSITIONS) {
      const { board, first, winning } = evolvePosition(name)!
      for (const move of winning) expect(board.refusal(first, move)).toBeUndefined()
    }
  })

  it("is sampled at its pace, and counts what is measured", async () => {
    const { board, first, komi, measures } = evolvePosition("flower-six")!
    const evolution = await Evolution.create({ board, first, komi, seed: 1, population: 128, lineages: 8 })
    const samples: Sample[] = []
    await runEvolution(evolution, {
      steps: 1000,
      every: 300,
      measures,
      onSample: (seen) => samples.push(seen),
    })
    expect(samples.map(({ step }) => step)).toEqual([0, 300, 600, 900])
    const last = takeSample(evolution, measures)
    expect(last.step).toBe(1000)
    const count = (index: number): number =>
      [...Array(128).keys()].filter((individual) => fits(evolution, individual, measures[index]!)).length
    expect(last.measures).toEqual(measures.map((_, index) => count(index)))
    expect(last.measures[0]).toBe(openingsOf(evolution).find(([move]) => move === at("E2"))?.[1] ?? 0)
    expect(last.measures[3]).toBeGreaterThanOrEqual(last.measures[2]!)
    const typical = typicalStrategy(evolution, Black)!
    expect(typical[0]).toBe(openingsOf(evolution)[0]![0])
    expect([sampleEvery(2 ** 21), sampleEvery(1000), sampleEvery(1)]).toEqual([4096, 1, 1])
  })
})
