// The simulation methods side by side in the laboratory (SIM-1 to SIM-4, SIM-8): the same position played out by each,
// how fast, with what score, and whose each point becomes.

import { Random } from "montego/base"
import { Kernel } from "montego/kernel"
import { Black, pointAt, type Board } from "montego/rules"
import {
  AnalyzeAfterSimulation,
  emptyPosition,
  ExactSimulation,
  FateGraphSimulation,
  KernelSimulation,
  NaiveSimulation,
  studyPositions,
  type Simulation,
} from "montego/simulate"
import { rowsOfBoard, type BoardRows } from "./board.ts"
import { LabFault, numberOf, textOf, type LabRun, type LabSettings } from "./run.ts"

export const SIMULATION_METHODS = ["naive", "fate-graph", "analyze-after", "exact", "kernel"] as const
export type SimulationMethod = (typeof SIMULATION_METHODS)[number]

interface MethodFindings {
  readonly method: SimulationMethod
  readonly games: number
  /** Games a second of one processor, as this browser ran them. */
  readonly speed: number
  readonly meanScore: number
  /** Standard error of the mean score. */
  readonly error: number
  readonly meanMoves: number
  /** Rows from the top: share of Black's games less that of White's. */
  readonly owners: readonly (readonly number[])[]
}

export interface SimulationsSnapshot {
  readonly board: BoardRows
  readonly methods: readonly MethodFindings[]
}

/** Games of each method in a piece. */
const AT_ONCE = 5

class Tried {
  readonly #method: SimulationMethod
  readonly #simulation: Simulation
  readonly #board: Board
  readonly #random: Random
  readonly #owned: Int32Array
  #games = 0
  #milliseconds = 0
  #sum = 0
  #squares = 0
  #moves = 0

  constructor(method: SimulationMethod, simulation: Simulation, board: Board, seed: number) {
    this.#method = method
    this.#simulation = simulation
    this.#board = board
    this.#random = new Random(seed)
    this.#owned = new Int32Array(board.size ** 2)
  }

  run(games: number): void {
    const { size } = this.#board
    for (let i = 0; i < games; i++) {
      const began = performance.now()
      const { margin, owner, moves } = this.#simulation.run(this.#board, Black, this.#random)
      this.#milliseconds += performance.now() - began
      this.#games++
      this.#sum += margin
      this.#squares += margin * margin
      this.#moves += moves
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
          const of = owner[pointAt(x, y)]
          if (of !== 0) this.#owned[y * size + x]! += of === Black ? 1 : -1
        }
    }
  }

  findings(): MethodFindings {
    const { size } = this.#board
    const games = this.#games
    const share = (total: number): number => (games > 0 ? total / games : 0)
    const meanScore = share(this.#sum)
    const variance = Math.max(0, share(this.#squares) - meanScore * meanScore)
    return {
      method: this.#method,
      games,
      speed: this.#milliseconds > 0 ? (1000 * games) / this.#milliseconds : 0,
      meanScore,
      error: games > 1 ? Math.sqrt(variance / (games - 1)) : 0,
      meanMoves: share(this.#moves),
      owners: Array.from({ length: size }, (_, y) =>
        Array.from(this.#owned.subarray(y * size, (y + 1) * size), share),
      ),
    }
  }
}

export async function openSimulations(settings: LabSettings): Promise<LabRun<SimulationsSnapshot>> {
  const name = textOf(settings, "position")
  const found = [emptyPosition(9), ...studyPositions(), emptyPosition(19)].find((each) => each.name === name)
  if (!found) throw new LabFault("there is no such position")
  const { board } = found
  const kernel = await Kernel.create().catch(() => undefined)
  const simulations: Readonly<Record<SimulationMethod, Simulation | undefined>> = {
    naive: new NaiveSimulation(),
    "fate-graph": new FateGraphSimulation(),
    "analyze-after": new AnalyzeAfterSimulation(),
    exact: new ExactSimulation(),
    kernel: kernel && new KernelSimulation(kernel),
  }
  const seed = numberOf(settings, "seed")
  const total = numberOf(settings, "games")
  const tried = SIMULATION_METHODS.flatMap((method) => {
    const simulation = simulations[method]
    return simulation ? [new Tried(method, simulation, board, seed)] : []
  })
  let done = 0
  return {
    get done() {
      return done
    },
    total,
    step() {
      const games = Math.min(AT_ONCE, total - done)
      for (const each of tried) each.run(games)
      done += games
    },
    snapshot: () => ({ board: rowsOfBoard(board), methods: tried.map((each) => each.findings()) }),
  }
}
