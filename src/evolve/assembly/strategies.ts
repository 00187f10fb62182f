// Partial strategies (EVO-1, EVO-3; Drake and Chen 2008): binary trees in prefix order, one record each. How they are
// grown, crossed and mutated, and what they advise.
//
// A record is u16 throughout: how many nodes, then the nodes. A node is the point (its offset, as everywhere here), 0 for
// a pass, or `NOTHING` for a leaf. Prefix order needs no pointers: a subtree is a run of nodes that ends where leaves are one
// more than inner nodes, and a list of exceptions ends right before the default move.

import { RECORD, ROW, SCRATCH } from "../../kernel/assembly/layout"
import { advance, below, output, setState, state } from "../../kernel/assembly/random"
import { region } from "../../kernel/assembly/worker"
import { GROWN_HEIGHT, MOST_NODES, NOTHING, STRATEGY_SIZE } from "./layout"

/** Lines of the board that strategies are for. */
let lines: u32 = 0

export function useLines(size: u32): void {
  lines = size
}

/** Whether a thing of this probability happens; the probability is given times 2^32. */
export function happens(probability: f64): bool {
  const word = output(state)
  setState(advance(state))
  return <f64>word < probability
}

@inline
function nodesOf(strategy: usize): u32 {
  return load<u16>(strategy)
}

@inline
export function rootOf(strategy: usize): usize {
  return strategy + 2
}

/** Behind the subtree that begins at this node. */
function behind(node: usize): usize {
  let missing: i32 = 1
  let at = node
  while (missing > 0) {
    missing += load<u16>(at) == NOTHING ? -1 : 1
    at += 2
  }
  return at
}

/** From a decision to the next one, after this move of the opponent: its exception's response, or the default. */
export function follow(decision: usize, move: u32): usize {
  let exception = decision + 2
  while (load<u16>(exception) != NOTHING) {
    if (load<u16>(exception) == move) return exception + 2
    exception = behind(exception + 2)
  }
  return exception + 2
}

/** Koza's "grow": every point, the pass and the leaf are equally likely. Answers where the tree ends. */
function growAt(at: usize, height: u32): usize {
  const points = lines * lines
  const drawn = height == 0 ? points + 1 : below(points + 2)
  if (drawn > points) {
    store<u16>(at, <u16>NOTHING)
    return at + 2
  }
  const move = drawn == points ? 0 : (drawn / lines + 1) * <u32>ROW + (drawn % lines) * <u32>RECORD
  store<u16>(at, <u16>move)
  return growAt(growAt(at + 2, height - 1), height - 1)
}

/** A random strategy. */
export function grow(strategy: usize): void {
  const end = growAt(rootOf(strategy), GROWN_HEIGHT)
  store<u16>(strategy, <u16>((end - rootOf(strategy)) >> 1))
}

/** A node to cut at: an inner one with the given probability, if there are any, else a leaf. */
function choosePlace(strategy: usize, inner: f64): usize {
  const nodes = nodesOf(strategy)
  const inners = nodes >> 1
  const isInner = happens(inner) && inners > 0
  let left = below(isInner ? inners : nodes - inners)
  let at = rootOf(strategy)
  while (true) {
    if ((load<u16>(at) != NOTHING) == isInner) {
      if (left == 0) return at
      left--
    }
    at += 2
  }
}

/** `child` becomes `parent` with the subtree at `place` replaced; when that is too large, the parent as it is. */
function graft(child: usize, parent: usize, place: usize, twig: usize, twigEnd: usize): void {
  const rest = behind(place)
  const end = rootOf(parent) + (nodesOf(parent) << 1)
  const nodes = <u32>((place - rootOf(parent)) + (twigEnd - twig) + (end - rest)) >> 1
  if (nodes > MOST_NODES) {
    memory.copy(child, parent, STRATEGY_SIZE)
    return
  }
  const at = child + (place - parent)
  memory.copy(child, parent, place - parent)
  memory.copy(at, twig, twigEnd - twig)
  memory.copy(at + (twigEnd - twig), rest, end - rest)
  store<u16>(child, <u16>nodes)
}

/** One child of two parents: a subtree of the first gives way to one of the second. */
export function cross(child: usize, mother: usize, father: usize, inner: f64): void {
  const place = choosePlace(mother, inner)
  const twig = choosePlace(father, inner)
  graft(child, mother, place, twig, behind(twig))
}

/** A subtree gives way to a random one. */
export function mutate(child: usize, parent: usize, inner: f64): void {
  const place = choosePlace(parent, inner)
  const twig = region + SCRATCH + TWIG
  graft(child, parent, place, twig, growAt(twig, GROWN_HEIGHT))
}

/** Room for four records in the region's scratch: parents and child, and what is grown for a mutation. */
export const MOTHER: usize = 0
export const FATHER: usize = STRATEGY_SIZE
export const CHILD: usize = 2 * STRATEGY_SIZE
const TWIG: usize = 3 * STRATEGY_SIZE
