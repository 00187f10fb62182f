// Where the nodes of the drawn tree lie: depth from left to right, one row for each leaf, a parent beside its first
// child. The view only draws them.

import { makeVertex, type Move } from "montego/rules"
import type { GlassView } from "montego/service"

export interface DrawnNode {
  readonly name: string
  readonly visits: number
  readonly mean: number
  /** From the root to it. */
  readonly line: readonly Move[]
  /** From 1; the root is 0. */
  readonly column: number
  readonly row: number
  /** Its place in the list; undefined for children of the root. */
  readonly parent: number | undefined
  /** Share of all simulations, from 0 to 1: how thick its line is. */
  readonly share: number
  readonly isOnLine: boolean
  readonly isHere: boolean
}

export interface DrawnTree {
  readonly nodes: readonly DrawnNode[]
  readonly columns: number
  readonly rows: number
}

export function drawTree(
  { tree, simulations }: Pick<GlassView, "tree" | "simulations">,
  line: readonly Move[],
  size: number,
): DrawnTree {
  const children = new Map<number, number[]>()
  for (const [index, { parent }] of tree.entries())
    children.set(parent, [...(children.get(parent) ?? []), index])
  for (const list of children.values()) list.sort((a, b) => tree[b]!.visits - tree[a]!.visits)
  const nodes: DrawnNode[] = []
  let rows = 0
  const place = (index: number, above: readonly Move[], parent: number | undefined): void => {
    const { move, visits, mean } = tree[index]!
    const own = [...above, move]
    const isOnLine = own.every((each, depth) => each === line[depth])
    const at = nodes.push({
      ...{ name: makeVertex(move, size), visits, mean, line: own, column: own.length, row: rows, parent },
      share: visits / Math.max(1, simulations),
      isOnLine,
      isHere: isOnLine && own.length === line.length,
    })
    const below = children.get(index) ?? []
    if (below.length === 0) rows++
    for (const child of below) place(child, own, at - 1)
  }
  for (const index of children.get(-1) ?? []) place(index, [], undefined)
  return { nodes, rows, columns: nodes.reduce((most, { column }) => Math.max(most, column), 0) }
}

/** Where an arrow key leads from a node; -1 is the root. */
export function neighbour(nodes: readonly DrawnNode[], from: number, key: string): number | undefined {
  const node = nodes[from]
  const parent = node?.parent ?? -1
  const siblings = (of: number): number[] =>
    [...nodes.keys()].filter((index) => (nodes[index]!.parent ?? -1) === of)
  switch (key) {
    case "ArrowLeft":
      return node ? parent : undefined
    case "ArrowRight":
      return siblings(from)[0]
    case "ArrowUp":
    case "ArrowDown": {
      if (!node) return undefined
      // Over the edge of the siblings it goes on with the next node of the column.
      const column = [...nodes.keys()].filter((index) => nodes[index]!.column === node.column)
      return column[column.indexOf(from) + (key === "ArrowDown" ? 1 : -1)]
    }
  }
  return undefined
}
