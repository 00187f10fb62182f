// The tree of a record as a drawing: moves from left to right, the main line straight along the top, variations in rows
// below. Each variation lies as far up as it can without touching another; those that branch off last are laid first,
// so that no line crosses a stone. Positions are kept in flat arrays, sorted by column: a record may have many thousand
// nodes, and only those in sight are asked for.

import type { SgfNode } from "montego/record"

export interface TreePlace {
  readonly node: SgfNode
  readonly column: number
  readonly row: number
}

/** A way from a node to its child: down first, then one column on. */
interface TreeLink {
  readonly column: number
  readonly from: number
  readonly to: number
}

/** Columns and rows, both ends included. */
interface TreeBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface TreePart {
  readonly places: readonly TreePlace[]
  readonly links: readonly TreeLink[]
}

/** A variation that still has to be laid. */
interface Branch {
  readonly first: SgfNode
  readonly parent: number
}

export class VariationTree {
  readonly columns: number
  readonly rows: number
  readonly #nodes: SgfNode[] = []
  readonly #indexes = new Map<SgfNode, number>()
  readonly #parents: number[] = []
  readonly #column: number[] = []
  readonly #row: number[] = []
  /** The nodes of each column, from the top down. */
  readonly #byColumn: number[][] = []

  constructor(root: SgfNode) {
    const free: number[] = []
    const branches: Branch[] = [{ first: root, parent: -1 }]
    for (let branch = branches.pop(); branch; branch = branches.pop()) this.#lay(branch, free, branches)
    this.columns = this.#byColumn.length
    this.rows = free.reduce((most, row) => Math.max(most, row), 1)
  }

  get size(): number {
    return this.#nodes.length
  }

  placeOf(node: SgfNode): TreePlace | undefined {
    const index = this.#indexes.get(node)
    return index === undefined ? undefined : this.#place(index)
  }

  at(column: number, row: number): SgfNode | undefined {
    const inColumn = this.#byColumn[column] ?? []
    const index = inColumn[this.#firstFrom(inColumn, row)]
    return index !== undefined && this.#row[index] === row ? this.#nodes[index] : undefined
  }

  /** The way from the root to a node, both included; empty for a node of another tree. */
  pathTo(node: SgfNode): SgfNode[] {
    const path: SgfNode[] = []
    for (let index = this.#indexes.get(node) ?? -1; index >= 0; index = this.#parents[index]!)
      path.push(this.#nodes[index]!)
    return path.reverse()
  }

  parentOf(node: SgfNode): SgfNode | undefined {
    return this.#nodes[this.#parents[this.#indexes.get(node) ?? -1] ?? -1]
  }

  /** The next node below (1) or above (-1) in the same column: another variation of as many moves. */
  beside(node: SgfNode, by: 1 | -1): SgfNode | undefined {
    const index = this.#indexes.get(node)
    if (index === undefined) return undefined
    const inColumn = this.#byColumn[this.#column[index]!]!
    const beside = inColumn[this.#firstFrom(inColumn, this.#row[index]!) + by]
    return beside === undefined ? undefined : this.#nodes[beside]
  }

  /** What is to be drawn of a part of the tree, ways that only pass through it included. */
  part({ left, right, top, bottom }: TreeBox): TreePart {
    const places: TreePlace[] = []
    const links: TreeLink[] = []
    // A column more on the left: its nodes have their ways into the first one.
    for (let column = Math.max(0, left - 1); column <= Math.min(right, this.columns - 1); column++) {
      const inColumn = this.#byColumn[column]!
      // Only the last node above the part can have a way that leads down into it.
      const first = Math.max(0, this.#firstFrom(inColumn, top) - 1)
      for (let at = first; at < inColumn.length && this.#row[inColumn[at]!]! <= bottom; at++) {
        const index = inColumn[at]!
        if (column >= left && this.#row[index]! >= top) places.push(this.#place(index))
        this.#addLinks(index, top, bottom, links)
      }
    }
    return { places, links }
  }

  #addLinks(index: number, top: number, bottom: number, links: TreeLink[]): void {
    const column = this.#column[index]!
    const from = this.#row[index]!
    for (const child of this.#nodes[index]!.children) {
      const to = this.#row[this.#indexes.get(child)!]!
      if (to >= top) links.push({ column, from, to })
      // All further ones lead down through the part along the same line.
      if (to > bottom) return
    }
  }

  #lay({ first, parent }: Branch, free: number[], branches: Branch[]): void {
    const start = parent < 0 ? 0 : this.#column[parent]! + 1
    // The corner of the way to it lies in the column before.
    let row = free[start - 1] ?? 0
    let length = 0
    for (let node: SgfNode | undefined = first; node; node = node.children[0])
      row = Math.max(row, free[start + length++] ?? 0)
    // Variations of one node in their order, so the last is put onto the stack first; later nodes come on top.
    for (let node: SgfNode | undefined = first, above = parent; node; node = node.children[0]) {
      const index = this.#add(node, above, row)
      for (let at = node.children.length - 1; at > 0; at--)
        branches.push({ first: node.children[at]!, parent: index })
      above = index
    }
    if (start > 0) free[start - 1] = row + 1
    for (let column = start; column < start + length; column++) free[column] = row + 1
  }

  #add(node: SgfNode, parent: number, row: number): number {
    const index = this.#nodes.length
    const column = parent < 0 ? 0 : this.#column[parent]! + 1
    this.#nodes.push(node)
    this.#indexes.set(node, index)
    this.#parents.push(parent)
    this.#column.push(column)
    this.#row.push(row)
    const inColumn = (this.#byColumn[column] ??= [])
    inColumn.push(index)
    return index
  }

  #place(index: number): TreePlace {
    return { node: this.#nodes[index]!, column: this.#column[index]!, row: this.#row[index]! }
  }

  /** Where in a column the rows from `row` on begin. */
  #firstFrom(inColumn: readonly number[], row: number): number {
    let low = 0
    let high = inColumn.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#row[inColumn[middle]!]! < row) low = middle + 1
      else high = middle
    }
    return low
  }
}
