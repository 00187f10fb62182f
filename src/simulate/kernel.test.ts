import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { Kernel } from "../kernel/index.ts"
import { allPoints, Black, Board, White } from "../rules/index.ts"
import { AnalyzeAfterSimulation } from "./analyzeafter.ts"
import { measureBias } from "./bias.ts"
import { ExactSimulation } from "./exact.ts"
import { KernelSimulation } from "./kernel.ts"
import { emptyPosition } from "./study.ts"

const kernel = await Kernel.create()

describe("analyze-after in the kernel (SIM-3)", () => {
  it("is the plain method, game for game", () => {
    const plain = new AnalyzeAfterSimulation()
    const draw = new Random(2)
    for (let i = 0; i < 400; i++) {
      const board = new Board(1 + draw.below(19))
      const points = allPoints(board.size)
      for (let n = draw.below(points.length); n > 0; n--)
        board.play(1 + draw.below(2) === 1 ? Black : White, points[draw.below(points.length)]!)
      const random = new Random(i)
      const games = [1, 2].map(() => {
        const { margin, owner, moves } = plain.run(board, White, random)
        return { margin, moves, owner: points.map((point) => owner[point]) }
      })
      kernel.load(board)
      const ours = kernel.runAnalyzeAfter({ games: 2, first: White, komi: 0, seed: i, owners: true })
      expect(ours.moves).toBe(games[0]!.moves + games[1]!.moves)
      expect(ours.meanMargin).toBe((games[0]!.margin + games[1]!.margin) / 2)
      const side = (color: number | undefined) => Number(color === Black) - Number(color === White)
      const owners = points.map(
        (_, index) => (side(games[0]!.owner[index]) + side(games[1]!.owner[index])) / 2,
      )
      expect(points.map((point) => ours.owners![point])).toEqual(owners)
    }
  })
})

describe("the kernel as a simulation (SIM-4, SIM-8)", () => {
  it.each(["light", "mogo", "gamma"] as const)(
    "%s: margin, owners and first plays belong together",
    (policy) => {
      const simulation = new KernelSimulation(kernel, { policy })
      const random = new Random(1)
      for (const size of [1, 5, 9, 19, 21]) {
        const { margin, owner, first, moves, passes, capped } = simulation.run(new Board(size), Black, random)
        const points = allPoints(size)
        const count = (color: number) => points.filter((point) => owner[point] === color).length
        expect(margin).toBe(count(Black) - count(White))
        expect(points.filter((point) => first[point] !== 0).length).toBeLessThanOrEqual(moves)
        expect(capped).toBe(false)
        expect(passes).toBeGreaterThanOrEqual(2)
      }
    },
  )

  it("light games scatter like exact ones on the rules' board", () => {
    const [row] = measureBias({
      positions: [emptyPosition(9)],
      methods: [new KernelSimulation(kernel)],
      reference: new ExactSimulation(),
      runs: 4000,
      seed: 1,
    })
    for (const figure of [row!.margin, row!.spread, row!.moves]) {
      expect(Math.abs(figure.difference)).toBeLessThan(4 * figure.error)
    }
  })
})
