// All experiments, in the order of the report: by text, then by section.

import type { Experiment } from "./experiment.ts"
import { BANDITS } from "./experiments/bandits.ts"
import { BRADY_TIME } from "./experiments/brady.ts"
import { CGT_OSCILLATION, CGT_STRATEGIES, CGT_TEMPERATURES } from "./experiments/cgt.ts"
import { KEY_POSITIONS, MARRIAGE_GAMES, WORTH_EXPERIENCE } from "./experiments/chelaru.ts"
import { EVOLVE_MULTIPLE_CUT, EVOLVE_PROOF, EVOLVE_SHARES } from "./experiments/evolve.ts"
import { EVOLVE_LINEAGES, EVOLVE_POPULATION } from "./experiments/evolve-times.ts"
import { DEPTH_TWO, PRUNING_PLAYOUTS, VANILLA_AMAF } from "./experiments/flat.ts"
import { GOBBLE_GAMES } from "./experiments/gobble-games.ts"
import { GOBBLE_MAP, GOBBLE_POSITIONS } from "./experiments/gobble.ts"
import { LEARNING_ACCURACY, LEARNING_MEMORY, MOVE_PREDICTION } from "./experiments/learning.ts"
import { OWNER_MAPS } from "./experiments/owner.ts"
import { SCORE_SPREAD, SIMULATION_BIAS, SIMULATION_SPEED } from "./experiments/simulations.ts"
import { CHELARU_WORTH, WORTH_PLAYOUTS, WORTH_TIME } from "./experiments/worth.ts"

export const EXPERIMENTS: readonly Experiment[] = [
  GOBBLE_MAP,
  GOBBLE_POSITIONS,
  GOBBLE_GAMES,
  SIMULATION_SPEED,
  SIMULATION_BIAS,
  KEY_POSITIONS,
  ...CHELARU_WORTH,
  WORTH_EXPERIENCE,
  MARRIAGE_GAMES,
  SCORE_SPREAD,
  OWNER_MAPS,
  VANILLA_AMAF,
  PRUNING_PLAYOUTS,
  DEPTH_TWO,
  LEARNING_MEMORY,
  LEARNING_ACCURACY,
  MOVE_PREDICTION,
  CGT_STRATEGIES,
  CGT_OSCILLATION,
  CGT_TEMPERATURES,
  EVOLVE_PROOF,
  EVOLVE_SHARES,
  EVOLVE_LINEAGES,
  EVOLVE_POPULATION,
  EVOLVE_MULTIPLE_CUT,
  BANDITS,
  BRADY_TIME,
  WORTH_PLAYOUTS,
  WORTH_TIME,
]

export function findExperiment(id: string): Experiment | undefined {
  return EXPERIMENTS.find((experiment) => experiment.id === id)
}
