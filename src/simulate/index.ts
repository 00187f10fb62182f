/**
 * Random games to the end of the board, by the three methods of Chelaru's 2008 thesis and by exact rules,
 * behind one contract; owner maps; and how far the methods are from the exact game.
 *
 * - `Simulation`: plays one game from a position; `SimulationOutcome`: margin, owner of every point, first
 *   player on every point, length.
 * - `ExactSimulation`, `NaiveSimulation` (SIM-1), `FateGraphSimulation` (SIM-2), `AnalyzeAfterSimulation`
 *   (SIM-3): the methods; `KernelSimulation`: the kernel's playouts.
 * - `ownerMap` (SIM-8): whose each point becomes, over many games.
 * - `measureBias`: the methods against the exact game, with errors.
 *
 * @example
 * const map = ownerMap(new ExactSimulation(), { board: new Board(9), toPlay: Black, runs: 1000, seed: 1 })
 * console.log(map.meanMargin, map.black[pointAt(4, 4)])
 */
export * from "./analyzeafter.ts"
export * from "./bias.ts"
export type { MoveChoice } from "./candidates.ts"
export * from "./exact.ts"
export * from "./fategraph.ts"
export * from "./kernel.ts"
export * from "./naive.ts"
export * from "./owner.ts"
export * from "./simulation.ts"
export * from "./speed.ts"
export * from "./study.ts"
export { moveCap, TurnSimulation, type PlayingPosition } from "./turns.ts"
