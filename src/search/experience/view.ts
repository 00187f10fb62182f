// A tree in a file's bytes, read where it is asked: opening looks at the head and the checksum, and a node is decoded
// when a search comes by. What the checksum can't see (a file that was made wrongly) is found at the node and told
// there.

import { err, ok, type Result } from "../../base/result.ts"
import { inverse, transformMove, type PlayedMove, type Symmetry } from "../../rules/index.ts"
import { nodeFault, readHeader, readNode, viewOf } from "./layout.ts"
import type { ExperienceError, Header, NodeRecord } from "./layout.ts"
import { colorOfKey, keyOf, moveOfKey } from "./nodes.ts"
import { orientationOf } from "./orientation.ts"
import type { Conditions, ExperienceNode } from "./tree.ts"

const ROOT = 0

/** A tree of past games in the bytes of a file, read where it is asked. */
export class ExperienceView {
  readonly #header: Header
  readonly #bytes: DataView
  readonly #root: NodeRecord

  private constructor(header: Header, bytes: DataView, root: NodeRecord) {
    this.#header = header
    this.#bytes = bytes
    this.#root = root
  }

  /** The bytes are kept, not copied: the caller must not change them. */
  static open(bytes: Uint8Array): Result<ExperienceView, ExperienceError> {
    const header = readHeader(bytes)
    if (!header.ok) return header
    const view = viewOf(bytes)
    const root = checkedNode(header.value, view, ROOT)
    return root.ok ? ok(new ExperienceView(header.value, view, root.value)) : root
  }

  get size(): number {
    return this.#header.size
  }

  get conditions(): Conditions {
    return this.#header.conditions
  }

  get symmetric(): boolean {
    return this.#header.symmetric
  }

  get nodeCount(): number {
    return this.#header.nodeCount
  }

  get root(): NodeRecord {
    return this.#root
  }

  get games(): number {
    return this.#root.visits
  }

  /** As `ExperienceTree.children`. */
  children(path: readonly PlayedMove[]): Result<ExperienceNode[], ExperienceError> {
    const symmetry = this.#orientation(path)
    const along = this.#along(path, symmetry)
    if (!along.ok) return along
    if (along.value.length < path.length) return ok([])
    const last = along.value.at(-1) ?? { index: ROOT, node: this.#root }
    const found = this.childrenOf(last.index, last.node)
    if (!found.ok) return found
    const back = inverse(symmetry)
    return ok(
      found.value.map(({ key, visits, value }) => {
        return { move: transformMove(back, moveOfKey(key), this.size), color: colorOfKey(key), visits, value }
      }),
    )
  }

  /** As `ExperienceTree.walk`. */
  walk(moves: readonly PlayedMove[]): Result<ExperienceNode[], ExperienceError> {
    const along = this.#along(moves, this.#orientation(moves))
    if (!along.ok) return along
    return ok(
      along.value.map(({ node: { visits, value } }, index) => {
        const { move, color } = moves[index]!
        return { move, color, visits, value }
      }),
    )
  }

  /** The records of a node's children, in the orientation of the file, each checked. */
  childrenOf(index: number, parent: NodeRecord): Result<NodeRecord[], ExperienceError> {
    const found: NodeRecord[] = []
    const keys = new Set<number>()
    let visits = 0
    for (let child = parent.first; child < parent.first + parent.children; child++) {
      const read = checkedNode(this.#header, this.#bytes, child)
      if (!read.ok) return read
      const { key, next } = read.value
      const isLast = child === parent.first + parent.children - 1
      if ((next === 0) !== isLast)
        return fault(
          child,
          isLast ? `more siblings follow than node ${index} has children` : "its siblings are missing",
        )
      if (keys.has(key)) return fault(child, "a sibling has the same move")
      keys.add(key)
      visits += read.value.visits
      found.push(read.value)
    }
    if (visits > parent.visits)
      return fault(index, `its ${parent.visits} visits are fewer than the ${visits} of its children`)
    return ok(found)
  }

  #along(
    moves: readonly PlayedMove[],
    symmetry: Symmetry,
  ): Result<{ index: number; node: NodeRecord }[], ExperienceError> {
    const along: { index: number; node: NodeRecord }[] = []
    let parent = { index: ROOT, node: this.#root }
    for (const { color, move } of moves) {
      const children = this.childrenOf(parent.index, parent.node)
      if (!children.ok) return children
      const key = keyOf({ color, move: transformMove(symmetry, move, this.size) })
      const place = children.value.findIndex((child) => child.key === key)
      if (place < 0) break
      parent = { index: parent.node.first + place, node: children.value[place]! }
      along.push(parent)
    }
    return ok(along)
  }

  #orientation(moves: readonly PlayedMove[]): Symmetry {
    return this.symmetric ? orientationOf(moves, this.size) : 0
  }
}

function checkedNode(header: Header, bytes: DataView, index: number): Result<NodeRecord, ExperienceError> {
  const node = readNode(bytes, index)
  const reason = nodeFault(header, index, node)
  return reason === undefined ? ok(node) : fault(index, reason)
}

function fault(index: number, reason: string): Result<never, ExperienceError> {
  return err({ kind: "node", reason: `node ${index}: ${reason}` })
}
