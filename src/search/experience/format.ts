// Experience trees as bytes and back. `parseExperience` reads and checks everything; `ExperienceView` (view.ts) reads
// only where a search comes by. The same tree always gives the same bytes, whatever the order of its games was.

import { err, ok, type Result } from "../../base/result.ts"
import { HEADER_BYTES, NODE_BYTES, viewOf, writeHeader, writeNode } from "./layout.ts"
import type { ExperienceError, NodeRecord } from "./layout.ts"
import { Nodes } from "./nodes.ts"
import { ExperienceTree } from "./tree.ts"
import { ExperienceView } from "./view.ts"

/** A tree of past games as the bytes of its file. */
export function makeExperience(tree: ExperienceTree): Uint8Array {
  const { nodes, nodeCount, size, symmetric, conditions } = tree
  const bytes = new Uint8Array(HEADER_BYTES + nodeCount * NODE_BYTES)
  const view = viewOf(bytes)
  const { rows, firstChild, childCount } = nodes.breadthFirst()
  const isLast = new Uint8Array(nodeCount)
  isLast[0] = 1
  for (let index = 0; index < nodeCount; index++) {
    const row = rows[index]!
    const first = firstChild[index]!
    const children = childCount[index]!
    if (children > 0) isLast[first + children - 1] = 1
    writeNode(view, index, {
      next: isLast[index] === 1 ? 0 : index + 1,
      first,
      children,
      key: nodes.key(row),
      visits: nodes.visits(row),
      value: nodes.value(row),
    })
  }
  writeHeader(bytes, { size, symmetric, nodeCount, conditions })
  return bytes
}

/** Reads the bytes of an experience file. */
export function parseExperience(bytes: Uint8Array): Result<ExperienceTree, ExperienceError> {
  const opened = ExperienceView.open(bytes)
  return opened.ok ? parseView(opened.value) : opened
}

/** The whole tree of a view, every node checked. */
export function parseView(view: ExperienceView): Result<ExperienceTree, ExperienceError> {
  const nodes = new Nodes()
  const root = view.root
  nodes.add(0, root.visits, root.value)
  // Level by level, in the order of the file: a node's row here is its number there.
  let level: NodeRecord[] = [root]
  for (let index = 0; level.length > 0;) {
    const below: NodeRecord[] = []
    for (const parent of level) {
      if (parent.children > 0 && parent.first !== nodes.count)
        return misplaced(index, `its first child is ${parent.first} in place of ${nodes.count}`)
      const children = view.childrenOf(index, parent)
      if (!children.ok) return children
      for (const child of children.value) {
        nodes.add(nodes.append(index, child.key), child.visits, child.value)
        below.push(child)
      }
      index++
    }
    level = below
  }
  if (nodes.count < view.nodeCount) return misplaced(nodes.count, "no parent leads to it")
  const { size, symmetric, conditions } = view
  return ok(ExperienceTree.fromNodes({ size, symmetric, conditions }, nodes))
}

function misplaced(index: number, reason: string): Result<never, ExperienceError> {
  return err({ kind: "node", reason: `node ${index}: ${reason}` })
}
