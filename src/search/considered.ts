// Which move led a search when (TREE-15): one entry whenever another move becomes the most visited one. The list is
// bounded: of more changes than there is room for, those go that lasted shortest.

import { ROOT_UNIT, type TreeSearch } from "../kernel/index.ts"
import type { ConsideredMove } from "../player/index.ts"

export const MOST_CONSIDERED = 32

export class ConsideredMoves {
  #leads: readonly ConsideredMove[] = []

  /** The oldest first; at most `MOST_CONSIDERED`. */
  get leads(): readonly ConsideredMove[] {
    return this.#leads
  }

  clear(): void {
    this.#leads = []
  }

  /** Notes the most visited move of a tree after this number of playouts, where it is another one than before. */
  look(tree: TreeSearch, playouts: number): void {
    const [best] = tree.mostVisited(ROOT_UNIT)
    if (best === undefined) return
    const { move, visits, winRate } = tree.node(best)
    if (move !== this.#leads.at(-1)?.move) this.note({ playouts, move, visits, winRate })
  }

  note(lead: ConsideredMove): void {
    this.#leads = [...this.#leads, lead]
    while (this.#leads.length > MOST_CONSIDERED) this.#leads = withoutShortest(this.#leads)
  }
}

/** Without the lead that ended soonest; the leads before and after it become one where they are of the same move. */
function withoutShortest(leads: readonly ConsideredMove[]): ConsideredMove[] {
  const held = leads.slice(1).map(({ playouts }, index) => playouts - leads[index]!.playouts)
  const left = leads.toSpliced(held.indexOf(Math.min(...held)), 1)
  return left.filter(({ move }, index) => move !== left[index - 1]?.move)
}
