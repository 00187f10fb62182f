// The kernel's playouts behind the same contract as the methods of 2008. One game a call costs more in the crossing
// than in the game: callers that need many games ask the kernel for a run.

import type { Random } from "../base/random.ts"
import { runPlayouts, type Kernel, type MogoRules, type PolicyName } from "../kernel/index.ts"
import { allPoints, Black, Empty, isPass, POINTS, White, type Board, type Color } from "../rules/index.ts"
import type { Simulation, SimulationOutcome } from "./simulation.ts"

/** Which playouts of the kernel stand behind the contract. */
export interface KernelSimulationOptions {
  /** Default: `light`. */
  readonly policy?: PolicyName
  /** For the policy `mogo`. */
  readonly rules?: MogoRules
}

/** A playout of the kernel as a simulation (SIM-4, SIM-6, SIM-7); on boards over 19×19 its twin plays. */
export class KernelSimulation implements Simulation {
  readonly name: string
  readonly #kernel: Kernel
  readonly #options: KernelSimulationOptions
  readonly #owner = new Uint8Array(POINTS)
  readonly #first = new Uint8Array(POINTS)

  constructor(kernel: Kernel, options: KernelSimulationOptions = {}) {
    this.name = `kernel,policy=${options.policy ?? "light"}`
    this.#kernel = kernel
    this.#options = options
  }

  run(board: Board, toPlay: Color, random: Random): SimulationOutcome {
    const request = { games: 1, first: toPlay, komi: 0, seed: random.next(), owners: true, ...this.#options }
    const { meanMargin, lastGame, owners, cutOff } = runPlayouts(this.#kernel, board, request)
    for (const point of allPoints(board.size)) {
      const side = owners![point]!
      this.#owner[point] = side > 0 ? Black : side < 0 ? White : Empty
    }
    this.#first.fill(Empty)
    for (const { color, move } of lastGame.toReversed()) if (!isPass(move)) this.#first[move] = color
    const passes = lastGame.filter(({ move }) => isPass(move)).length
    return {
      margin: meanMargin,
      owner: this.#owner,
      first: this.#first,
      moves: lastGame.length - passes,
      passes,
      capped: cutOff > 0,
    }
  }
}
