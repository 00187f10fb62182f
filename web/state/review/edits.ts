// Changes of a record that can be taken back: moves of one's own, notes, marks, variations deleted or made the main
// line. Each knows how it is made and unmade, and at which node one stands before and after it.

import type { SgfNode } from "montego/record"

export interface Edit {
  readonly make: () => void
  readonly unmake: () => void
  readonly before: SgfNode
  readonly after: SgfNode
  /** Whether the tree has other nodes or another order after it. */
  readonly isStructural: boolean
  /** Whether the game itself is another after it: stones that are set up, komi or rules. */
  readonly isReplay?: boolean
  /** Typing: edits of the same node that follow each other are taken back together. */
  readonly isTyping?: boolean
}

export class Edits {
  readonly #done: Edit[] = []
  #undone: Edit[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  make(edit: Edit): void {
    edit.make()
    this.#undone = []
    const last = this.#done.at(-1)
    if (last && last.isTyping === true && edit.isTyping === true && last.after === edit.before)
      this.#done[this.#done.length - 1] = { ...edit, unmake: last.unmake }
    else this.#done.push(edit)
  }

  undo(): Edit | undefined {
    const edit = this.#done.pop()
    if (!edit) return undefined
    edit.unmake()
    this.#undone.push(edit)
    return edit
  }

  redo(): Edit | undefined {
    const edit = this.#undone.pop()
    if (!edit) return undefined
    edit.make()
    this.#done.push(edit)
    return edit
  }
}

type Properties = SgfNode["properties"]

/** Other properties in a node; its place in the tree stays. */
export function changeOf(
  node: SgfNode,
  to: Properties,
  { isTyping = false, isReplay = false }: Pick<Edit, "isTyping" | "isReplay"> = {},
): Edit {
  const from = node.properties
  return {
    make: () => void (node.properties = to),
    unmake: () => void (node.properties = from),
    before: node,
    after: node,
    isStructural: false,
    isTyping,
    isReplay,
  }
}

/** A node that is added as the last variation. */
export function additionOf(parent: SgfNode, node: SgfNode): Edit {
  const from = parent.children
  const to = [...from, node]
  return orderOf([[parent, from, to]], parent, node)
}

export function deletionOf(parent: SgfNode, node: SgfNode): Edit {
  const from = parent.children
  const to = from.filter((child) => child !== node)
  return orderOf([[parent, from, to]], node, parent)
}

/** Every node of the path becomes the first variation of the one before; undefined when all are. */
export function promotionOf(path: readonly SgfNode[]): Edit | undefined {
  const orders = path.slice(1).flatMap((node, index): Order[] => {
    const parent = path[index]!
    const from = parent.children
    return from[0] === node ? [] : [[parent, from, [node, ...from.filter((child) => child !== node)]]]
  })
  const here = path.at(-1)!
  return orders.length === 0 ? undefined : orderOf(orders, here, here)
}

type Order = readonly [parent: SgfNode, from: SgfNode[], to: SgfNode[]]

function orderOf(orders: readonly Order[], before: SgfNode, after: SgfNode): Edit {
  return {
    make: () => {
      for (const [parent, , to] of orders) parent.children = to
    },
    unmake: () => {
      for (const [parent, from] of orders) parent.children = from
    },
    before,
    after,
    isStructural: true,
  }
}
