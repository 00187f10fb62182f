// A thread of `montego evolve`: joins the populations and runs steps until there are enough or someone stops.

import { workerData } from "node:worker_threads"
import { EvolutionHelper, type EvolutionSeat } from "../../evolve/index.ts"

const { seat, limit } = workerData as { readonly seat: EvolutionSeat; readonly limit: number }
const helper = await EvolutionHelper.join(seat)
helper.run(limit)
