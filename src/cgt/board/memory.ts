// Outcomes of proofs, kept for the next moves of a game: a move changes one area, and the others are asked about again.
//
// What a proof has cost is charged again, and one that was cut short is known to be cut short by less, too. So every
// answer is that of a new proof, and games repeat whatever a memory holds.

import { Black, White } from "../../rules/index.ts"
import { Proof, type Allowance, type Claim } from "./proof.ts"

interface Outcome {
  readonly isProven: boolean
  /** Positions that the proof took; Infinity where it was cut short. */
  readonly needed: number
  /** Positions that it was allowed to take. */
  readonly allowed: number
}

/** A few games of proofs; a key has some hundred characters. */
const MOST_KEPT = 2000

export class ProofMemory {
  readonly #outcomes = new Map<string, Outcome>()

  /** Whether the claim is proven within the allowance. */
  isProven(claim: Claim, allowance: Allowance): boolean {
    const key = keyOf(claim)
    const known = this.#outcomes.get(key)
    if (known && (known.needed <= known.allowed || allowance.nodes <= known.allowed)) {
      const isCut = known.needed > allowance.nodes
      allowance.nodes = isCut ? -1 : allowance.nodes - known.needed
      return known.isProven && !isCut
    }
    const allowed = allowance.nodes
    const isProven = new Proof(claim, allowance).isProven()
    if (this.#outcomes.size >= MOST_KEPT) this.#outcomes.clear()
    const needed = allowance.nodes < 0 ? Infinity : allowed - allowance.nodes
    this.#outcomes.set(key, { isProven, needed, allowed })
    return isProven
  }
}

function keyOf({ board, color, stones, keep }: Claim): string {
  const { neighbours, walls, eyes } = board
  return `${color} ${walls[color]} ${stones[Black]} ${stones[White]} ${keep} ${neighbours.join()} ${eyes?.join() ?? ""}`
}
