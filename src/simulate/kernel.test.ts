import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { Kernel } from "../kernel/index.ts"
import { allPoints, Black, Board, White } from "../rules/index.ts"
import { measureBias } from "./bias.ts"
import { ExactSimulation } from "./exact.ts"
import { KernelSimulation } from "./kernel.ts"
import { emptyPosition } from "./study.ts"

const kernel = await Kernel.create()

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
