// Learned weights in the form that a search uses them.

import { err, ok, type Result } from "../base/result.ts"
import { isEyeCode, type Gammas } from "../kernel/index.ts"
import type { Knowledge } from "../search/index.ts"
import { expandPlayoutGammas } from "./playout-features.ts"
import type { Weights } from "./weights.ts"

/** A playout draws by whole numbers: this is what gamma 1 becomes. */
const UNIT = 256
/** Nearness only adds to a weight in a playout (kernel/assembly/gamma.ts). */
const LEAST_NEAR = 1

/** Weights of moves and of playouts, for one board. */
export function makeKnowledge(moves: Weights, playout: Weights): Result<Knowledge, string> {
  if (moves.kind !== "moves")
    return err(`weights of the kind ${moves.kind} stand where those of moves should`)
  if (playout.kind !== "playout")
    return err(`weights of the kind ${playout.kind} stand where those of playouts should`)
  const { keys, gammas } = moves
  return ok({ moves: { keys, gammas: Float32Array.from(gammas) }, gammas: gammasOf(playout) })
}

function gammasOf({ gammas }: Weights): Gammas {
  const { patterns, atari, near } = expandPlayoutGammas(gammas)
  const [, escape = 1, capture = 1, both = 1] = atari
  const [, beside = 1, diagonal = 1] = near
  return {
    patterns: Uint32Array.from(patterns, (gamma, code) =>
      isEyeCode(code) ? 0 : Math.max(1, Math.round(gamma * UNIT)),
    ),
    escape,
    capture,
    both,
    beside: Math.max(LEAST_NEAR, beside),
    diagonal: Math.max(LEAST_NEAR, diagonal),
  }
}
