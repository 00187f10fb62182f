// Learned weights in the form that a search uses them.

import { err, ok, type Result } from "../base/result.ts"
import { isEyeCode, type Gammas } from "../kernel/index.ts"
import { makeBoardLoader, type BoardLoader, type Knowledge } from "../search/index.ts"
import { expandPlayoutGammas } from "./playout-features.ts"
import { weightsSize, type Weights, type WeightsKind } from "./weights.ts"

/** A playout draws by whole numbers: this is what gamma 1 becomes. */
const UNIT = 256
/** Nearness only adds to a weight in a playout (kernel/assembly/gamma.ts). */
const LEAST_NEAR = 1

/** Gets the weights of one kind that were learned on this board. */
export type WeightsReader = (kind: WeightsKind, size: 9 | 19) => Promise<Result<Weights, string>>

/** A loader of learned weights for searches. */
export function makeKnowledgeLoader(read: WeightsReader): BoardLoader<Knowledge> {
  return makeBoardLoader(weightsSize, (size) => readKnowledge(read, size))
}

async function readKnowledge(read: WeightsReader, size: 9 | 19): Promise<Result<Knowledge, string>> {
  const [moves, playout] = await Promise.all([read("moves", size), read("playout", size)])
  if (!moves.ok) return moves
  return playout.ok ? makeKnowledge(moves.value, playout.value) : playout
}

/** Weights of moves and of playouts, for one board. */
function makeKnowledge(moves: Weights, playout: Weights): Result<Knowledge, string> {
  if (moves.kind !== "moves")
    return err(`weights of the kind ${moves.kind} stand where those of moves should`)
  const knowledge = playoutKnowledge(playout)
  const { keys, gammas } = moves
  return knowledge.ok
    ? ok({ ...knowledge.value, moves: { keys, gammas: Float32Array.from(gammas) } })
    : knowledge
}

/** What a search gets of weights for playouts alone: its priors of moves are those written by hand then. */
export function playoutKnowledge(playout: Weights): Result<Knowledge, string> {
  return playout.kind === "playout"
    ? ok({ gammas: gammasOf(playout) })
    : err(`weights of the kind ${playout.kind} stand where those of playouts should`)
}

function gammasOf({ gammas }: Weights): Gammas {
  const { patterns, near } = expandPlayoutGammas(gammas)
  const [, beside = 1, diagonal = 1] = near
  return {
    patterns: Uint32Array.from(patterns, (gamma, code) =>
      isEyeCode(code) ? 0 : Math.max(1, Math.round(gamma * UNIT)),
    ),
    beside: Math.max(LEAST_NEAR, beside),
    diagonal: Math.max(LEAST_NEAR, diagonal),
  }
}
