// Where one stands in a collection, as plain data that survives a reload.

import type { SgfNode } from "montego/record"

export interface ReviewPlace {
  /** Which game of the collection. */
  readonly game: number
  readonly at: number
  /** Where the way leaves the first variation: how deep, and which child is taken. */
  readonly turns: readonly (readonly [depth: number, child: number])[]
}

/** The turns of a way from the root. */
export function turnsOf(path: readonly SgfNode[]): ReviewPlace["turns"] {
  return path.slice(1).flatMap((node, depth) => {
    const child = path[depth]!.children.indexOf(node)
    return child > 0 ? [[depth, child] as const] : []
  })
}

/** The way from the root to a place, as far as the tree has it. */
export function pathOf(root: SgfNode, { at = 0, turns = [] }: Partial<ReviewPlace>): SgfNode[] {
  const path = [root]
  const childAt = new Map(turns)
  for (let depth = 0; depth < at; depth++) {
    const next = path[depth]!.children[childAt.get(depth) ?? 0]
    if (!next) break
    path.push(next)
  }
  return path
}

/** A place from wherever it was kept; what makes no sense is left out. */
export function readPlace(stored: unknown): Partial<ReviewPlace> {
  const { game, at, turns } = (stored ?? {}) as Readonly<Record<string, unknown>>
  const isPair = (turn: unknown): turn is readonly [number, number] =>
    Array.isArray(turn) && turn.length === 2 && turn.every(Number.isSafeInteger)
  return {
    ...(Number.isSafeInteger(game) ? { game: game as number } : {}),
    ...(Number.isSafeInteger(at) ? { at: at as number } : {}),
    ...(Array.isArray(turns) ? { turns: turns.filter(isPair) } : {}),
  }
}
