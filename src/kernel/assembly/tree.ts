// The tree of the search: nodes in one bounded arena, which all workers of a memory share. The children of a node lie
// side by side behind a head that says whose they are. Blocks are only ever added at the end, so a parent always lies
// before its children, and one pass from the front can slide what is still needed together (`keep`).
//
// Four nodes lie interleaved, a field of all four beside each other: what is asked of all children is asked of four at a
// time. Of the three cache lines that four take, a simulation writes to one for the moves of its game (RAVE), to
// one more where it went itself, and only reads the last.
//
// Visits and values are added atomically. RAVE sums are not: a lost addition now and then costs less than the lock.

import {
  CAPACITY, CHILDREN, COUNT, DONE, FIRST_CHILD, FIRST_FREE, FOUR, FULL, KEPT, MEAN_MARGIN, PARENT, ROOT_HEAD, ROOT_NODE, UNITS, UNITS_OF_FOUR, UNITS_OF_HEAD, USED, VALUE, VISITS,
} from "./tree-layout"

export * from "./tree-layout"

/** The tree in use. */
export let tree: usize = 0

export function useTree(address: usize): void {
  tree = address
}

@inline
export function nodeAt(unit: u32): usize {
  return tree + UNITS + (<usize>unit << 2)
}

@inline
export function unitOf(node: usize): u32 {
  return <u32>((node - tree - UNITS) >> 2)
}

/** A child by its place, the first's address given. */
@inline
export function childAt(first: usize, index: u32): usize {
  return first + <usize>(index >> 2) * FOUR + (<usize>(index & 3) << 2)
}

/** Where the sum of a node's results is: eight bytes each, where the other fields have four. */
@inline
export function valueOf(node: usize): usize {
  return node + (node & 12) + VALUE
}

/** Which of its four a node is, from 0; and where those four begin. */
@inline
export function laneOf(node: usize): usize {
  return (node & 12) >> 2
}

@inline
export function fourOf(node: usize): usize {
  return node & ~12
}

/** Units that a block of so many children takes, with its head. */
@inline
function unitsFor(count: u32): u32 {
  return UNITS_OF_HEAD + ((count + 3) >> 2) * UNITS_OF_FOUR
}

/** Forgets all nodes; `length` is what the arena has room for, in bytes. */
export function clearTree(length: usize): void {
  store<u32>(tree, 0, FULL)
  store<u32>(tree, 0, DONE)
  store<f64>(tree, 0, MEAN_MARGIN)
  store<u32>(tree, <u32>((length - UNITS) >> 2), CAPACITY)
  store<u32>(tree, FIRST_FREE, USED)
  memory.fill(nodeAt(ROOT_HEAD), 0, <usize>unitsFor(1) << 2)
  store<u32>(nodeAt(ROOT_HEAD), 1, COUNT)
}

/** Room for a block of children: the unit of the first of them, or 0 when the arena is full. */
export function allocate(count: u32, parent: usize): u32 {
  const units = unitsFor(count)
  const head = atomic.add<u32>(tree + USED, units)
  if (head + units > load<u32>(tree, CAPACITY)) {
    atomic.sub<u32>(tree + USED, units)
    store<u32>(tree, 1, FULL)
    return 0
  }
  const block = nodeAt(head)
  memory.fill(block, 0, <usize>units << 2)
  store<u32>(block, count, COUNT)
  store<u32>(block, unitOf(parent), PARENT)
  return head + UNITS_OF_HEAD
}

/**
 * Makes a node the root and keeps what is below it, less what hangs on nodes of fewer visits than `least`. Nobody else may
 * use the tree meanwhile.
 */
export function keep(unit: u32, least: u32): void {
  const used = load<u32>(tree, USED)
  if (unit != ROOT_NODE) copyNode(nodeAt(unit), nodeAt(ROOT_NODE))
  for (let head = FIRST_FREE; head < used; head += unitsFor(load<u32>(nodeAt(head), COUNT))) store<u32>(nodeAt(head), 0, KEPT)
  adopt(nodeAt(ROOT_NODE), 0)
  let free = FIRST_FREE
  for (let head = FIRST_FREE; head < used; ) {
    const count = load<u32>(nodeAt(head), COUNT)
    const units = unitsFor(count)
    if (load<u32>(nodeAt(head), KEPT) != 0) {
      const parent = load<u32>(nodeAt(head), PARENT)
      memory.copy(nodeAt(free), nodeAt(head), <usize>units << 2)
      const first = free + UNITS_OF_HEAD
      store<u32>(nodeAt(parent), first, FIRST_CHILD)
      for (let index: u32 = 0; index < count; index++) adopt(childAt(nodeAt(first), index), least)
      free += units
    }
    head += units
  }
  store<u32>(tree, free, USED)
  store<u32>(tree, 0, FULL)
}

function copyNode(from: usize, to: usize): void {
  for (let field: usize = 0; field < FOUR; field += 16) store<u32>(to + field, load<u32>(from + field))
  store<i64>(valueOf(to), load<i64>(valueOf(from)))
}

/** Tells the block of a node's children that it stays and where its parent lies now; or lets it go. */
function adopt(node: usize, least: u32): void {
  const first = load<u32>(node, FIRST_CHILD)
  if (first == 0) return
  if (load<u32>(node, VISITS) < least) {
    store<u32>(node, 0, FIRST_CHILD)
    store<u16>(node, 0, CHILDREN)
    return
  }
  const head = nodeAt(first - UNITS_OF_HEAD)
  store<u32>(head, 1, KEPT)
  store<u32>(head, unitOf(node), PARENT)
}

export function unitsInUse(): u32 {
  return load<u32>(tree, USED)
}

export function isFull(): u32 {
  return load<u32>(tree, FULL)
}
