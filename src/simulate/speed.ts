// How fast the methods are, as in Chelaru's tables 5.1 and 5.2: simulations a second over short runs.

import { Random } from "../base/random.ts"
import { Kernel, type PlayoutRequest } from "../kernel/index.ts"
import { Black, Board } from "../rules/index.ts"
import { pause } from "../search/pause.ts"
import { AnalyzeAfterSimulation } from "./analyzeafter.ts"
import { FateGraphSimulation } from "./fategraph.ts"
import { NaiveSimulation } from "./naive.ts"
import type { Simulation } from "./simulation.ts"

/** A method whose speed is measured. */
export interface TimedMethod {
  readonly name: string
  /** Plays some games; answers how many. */
  play(): number
}

/** The three methods of 2008, and the kernel, which counts the owner of every point as they do. */
export async function timedMethods(size: number, seed: number): Promise<TimedMethod[]> {
  const board = new Board(size)
  const simulations = [new NaiveSimulation(), new FateGraphSimulation(), new AnalyzeAfterSimulation()]
  return [
    ...simulations.map((simulation) => simulationMethod(simulation, board, new Random(seed))),
    ...kernelMethods(await Kernel.create(), board, new Random(seed)),
  ]
}

/** How long a method plays before Ctrl-C is heard. */
const SLICE_MS = 50

/** How many games a second a method plays, measured for about `seconds`. */
export async function rateOf(method: TimedMethod, seconds: number, signal: AbortSignal): Promise<number> {
  let [games, spent] = [0, 0]
  while (spent < seconds && !signal.aborted) {
    const began = performance.now()
    const end = Math.min(SLICE_MS, 1000 * (seconds - spent))
    do games += method.play()
    while (performance.now() - began < end)
    spent += (performance.now() - began) / 1000
    await pause()
  }
  return games / spent
}

function simulationMethod(simulation: Simulation, board: Board, random: Random): TimedMethod {
  const play = (): number => {
    simulation.run(board, Black, random)
    return 1
  }
  return { name: simulation.name, play }
}

const KERNEL_BATCH = 256

function kernelMethods(kernel: Kernel, board: Board, random: Random): TimedMethod[] {
  kernel.load(board)
  const method = (name: string, run: (request: PlayoutRequest) => unknown): TimedMethod => ({
    name,
    play() {
      run({ games: KERNEL_BATCH, first: Black, komi: 0, seed: random.next(), owners: true })
      return KERNEL_BATCH
    },
  })
  return [
    method("kernel analyze-after", (request) => kernel.runAnalyzeAfter(request)),
    method("kernel light", (request) => kernel.run(request)),
  ]
}
