// The tree of the search: nodes in one bounded arena, which all workers of a memory share. The children of a node lie
// side by side behind a unit that says whose they are. Blocks are only ever added at the end, so a parent always lies
// before its children, and one pass from the front can slide what is still needed together (`keep`).
//
// Visits and values are added atomically. RAVE sums are not: a lost addition now and then costs less than the lock.

/** Bytes of a node, and of the unit before a block of children. */
export const NODE_SIZE: usize = 48

// Fields of a node. Values are seen by the side that made the node's move.
/** u32: simulations that went through it. */
export const VISITS: usize = 0
/** u32: descents under way, for virtual loss. */
export const FLIGHT: usize = 4
/** i64: sum of results, in units of `RESULT_UNIT`. */
export const VALUE: usize = 8
/** f32: how often the move was first to be played on its point after the parent, and the sum of those results. */
export const RAVE_VISITS: usize = 16
export const RAVE_VALUE: usize = 20
/** f32: prior knowledge, as playouts and as the share of them that was won. */
export const PRIOR_VISITS: usize = 24
export const PRIOR_VALUE: usize = 28
/** f32: the probability of the move in a weighted playout, for progressive bias. */
export const LIKELIHOOD: usize = 32
/** f32: the value by another operator than the mean (TREE-4). */
export const BACKED: usize = 36
/** u32: the unit of its first child; 0 before it is expanded, `BUSY` while a worker does so. */
export const FIRST_CHILD: usize = 40
/** u16: how many children; `FORBIDDEN` for a move that superko forbids. */
export const CHILDREN: usize = 44
/** u16: the point, or 0 for a pass. */
export const MOVE: usize = 46

// Fields of the unit before a block of children.
/** u32: how many. */
const COUNT: usize = 0
/** u32: the unit of their parent. */
const PARENT: usize = 4
/** u32: whether `keep` has met the parent. */
const KEPT: usize = 8

export const BUSY: u32 = 1
export const FORBIDDEN: u32 = 0xffff
export const RESULT_UNIT: f64 = 1048576

// Fields of the tree's head.
/** u32: units in use, and units there are room for. */
const USED: usize = 0
const CAPACITY: usize = 4
/** u32: set by whoever wants all workers to end their batch. */
export const STOP: usize = 8
/** u32: set when a node could not be expanded for want of room. */
const FULL: usize = 12
/** u32: simulations since the search began. */
export const DONE: usize = 16
/** u32: how many positions of the game have been before. */
export const PAST_COUNT: usize = 20
/** f64: the moving mean of Black's margin. */
export const MEAN_MARGIN: usize = 24
/** u64 each: their hashes; the host writes at most 1024. */
export const PAST: usize = 1024
/** u8 by point index: the key position's category, from 0 (TREE-9). */
export const CATEGORIES: usize = 9216
/** f64 each, nine: up to which random number each category is chosen. */
export const CATEGORY_ENDS: usize = 9728
/** Where the units begin. */
const UNITS: usize = 10240

/** Unit 1 is the head of the root's block. Unit 0 means none. */
export const ROOT_NODE: u32 = 2
const FIRST_FREE: u32 = 3

/** The tree in use. */
export let tree: usize = 0

export function useTree(address: usize): void {
  tree = address
}

@inline
export function nodeAt(unit: u32): usize {
  return tree + UNITS + <usize>unit * NODE_SIZE
}

@inline
export function unitOf(node: usize): u32 {
  return <u32>((node - tree - UNITS) / NODE_SIZE)
}

/** Children are read four at a time, the last of the arena with nothing behind them. */
const MARGIN: u32 = 3

/** Forgets all nodes; `length` is what the arena has room for, in bytes. */
export function clearTree(length: usize): void {
  store<u32>(tree, 0, FULL)
  store<u32>(tree, 0, DONE)
  store<f64>(tree, 0, MEAN_MARGIN)
  store<u32>(tree, <u32>((length - UNITS) / NODE_SIZE) - MARGIN, CAPACITY)
  store<u32>(tree, FIRST_FREE, USED)
  memory.fill(nodeAt(1), 0, 2 * NODE_SIZE)
  store<u32>(nodeAt(1), 1, COUNT)
}

/** Room for a block of children: the unit of the first of them, or 0 when the arena is full. */
export function allocate(count: u32, parent: usize): u32 {
  const units = count + 1
  const head = atomic.add<u32>(tree + USED, units)
  if (head + units > load<u32>(tree, CAPACITY)) {
    atomic.sub<u32>(tree + USED, units)
    store<u32>(tree, 1, FULL)
    return 0
  }
  const block = nodeAt(head)
  memory.fill(block, 0, <usize>units * NODE_SIZE)
  store<u32>(block, count, COUNT)
  store<u32>(block, unitOf(parent), PARENT)
  return head + 1
}

/**
 * Makes a node the root and keeps what is below it, less what hangs on nodes of fewer visits than `least`. Nobody else may
 * use the tree meanwhile.
 */
export function keep(unit: u32, least: u32): void {
  const used = load<u32>(tree, USED)
  if (unit != ROOT_NODE) memory.copy(nodeAt(ROOT_NODE), nodeAt(unit), NODE_SIZE)
  for (let head = FIRST_FREE; head < used; head += load<u32>(nodeAt(head), COUNT) + 1) store<u32>(nodeAt(head), 0, KEPT)
  adopt(ROOT_NODE, 0)
  let free = FIRST_FREE
  for (let head = FIRST_FREE; head < used; ) {
    const count = load<u32>(nodeAt(head), COUNT)
    const next = head + count + 1
    if (load<u32>(nodeAt(head), KEPT) != 0) {
      const parent = load<u32>(nodeAt(head), PARENT)
      memory.copy(nodeAt(free), nodeAt(head), <usize>(count + 1) * NODE_SIZE)
      store<u32>(nodeAt(parent), free + 1, FIRST_CHILD)
      for (let child = free + 1; child <= free + count; child++) adopt(child, least)
      free += count + 1
    }
    head = next
  }
  store<u32>(tree, free, USED)
  store<u32>(tree, 0, FULL)
}

/** Tells the block of a node's children that it stays and where its parent lies now; or lets it go. */
function adopt(unit: u32, least: u32): void {
  const node = nodeAt(unit)
  const first = load<u32>(node, FIRST_CHILD)
  if (first == 0) return
  if (load<u32>(node, VISITS) < least) {
    store<u32>(node, 0, FIRST_CHILD)
    store<u16>(node, 0, CHILDREN)
    return
  }
  store<u32>(nodeAt(first - 1), 1, KEPT)
  store<u32>(nodeAt(first - 1), unit, PARENT)
}

export function unitsInUse(): u32 {
  return load<u32>(tree, USED)
}

export function isFull(): u32 {
  return load<u32>(tree, FULL)
}
