// Unconditional life (RUL-6), after Benson 1976: chains that can't be captured even if their owner always
// passes. Start from all chains of a colour and all regions that they enclose, then strike out regions
// that a remaining chain doesn't hold together and chains with fewer than two vital regions, until
// nothing changes.

import type { Board } from "./board.ts"
import { regionsOf } from "./regions.ts"
import { allPoints, Empty, NEIGHBOURS, type Color, type Point } from "./types.ts"

/** The stones and the territory of a colour that are safe whatever the opponent plays. */
export interface UnconditionalLife {
  /** Stones that are safe. */
  readonly stones: readonly Point[]
  /** Points inside, empty or with enemy stones, in which the enemy can never live: safe territory. */
  readonly territory: readonly Point[]
}

interface Enclosed {
  readonly points: readonly Point[]
  /** Heads of the chains around it. */
  readonly around: ReadonlySet<Point>
  /** Heads of the chains for which it is vital: every empty point of it is their liberty. */
  readonly vitalFor: ReadonlySet<Point>
}

/** The chains and regions that live whatever the opponent plays (Benson 1976). */
export function unconditionalLife(board: Board, color: Color): UnconditionalLife {
  let chains = new Set<Point>()
  for (const point of allPoints(board.size)) if (board.at(point) === color) chains.add(board.chainHead(point))
  let regions = enclosedRegions(board, color)
  for (;;) {
    const alive = new Set<Point>()
    for (const chain of chains) {
      if (regions.filter((region) => region.vitalFor.has(chain)).length >= 2) alive.add(chain)
    }
    const kept = regions.filter((region) => [...region.around].every((chain) => alive.has(chain)))
    const settled = alive.size === chains.size && kept.length === regions.length
    chains = alive
    regions = kept
    if (settled) break
  }
  return {
    stones: [...chains].flatMap((head) => board.chain(head)),
    territory: regions.filter((region) => region.vitalFor.size > 0).flatMap((region) => region.points),
  }
}

function enclosedRegions(board: Board, color: Color): Enclosed[] {
  return regionsOf(board, (content) => content !== color).map((region) => {
    const around = new Set(region.boundary.map((point) => board.chainHead(point)))
    const empties = region.points.filter((point) => board.at(point) === Empty)
    const vitalFor = new Set(around)
    for (const empty of empties) {
      const near = new Set(
        NEIGHBOURS.map((step) => (empty + step) as Point)
          .filter((point) => board.at(point) === color)
          .map((point) => board.chainHead(point)),
      )
      for (const chain of vitalFor) if (!near.has(chain)) vitalFor.delete(chain)
    }
    return { points: region.points, around, vitalFor }
  })
}
