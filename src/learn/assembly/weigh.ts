// How likely a player would make each legal move (BT-1): the product of the gammas of its features, as a share of the
// sum. The host writes the learned weights once into the memory of all workers; the search asks for them when a node
// gets children (TREE-8).

import { INDICES, MOVE_WEIGHTS } from "../../kernel/assembly/layout"
import { region } from "../../kernel/assembly/worker"
import { SLOTS } from "./feature-numbers"
import { describeMoves, openFeatures } from "./features"
import { CHANCES, LEGAL, TEAMS } from "./layout"

/** f32 by feature: its gamma; 0 when the memory has no weights. */
let gammas: usize = 0

/** Looks for weights in the memory, if they are wanted; a search does so when it begins. */
export function openWeights(isWanted: bool): void {
  gammas = isWanted ? load<u32>(MOVE_WEIGHTS) : 0
  if (gammas != 0) openFeatures(load<u32>(MOVE_WEIGHTS, 4), load<u32>(MOVE_WEIGHTS, 8))
}

export function hasWeights(): bool {
  return gammas != 0
}

/**
 * Weighs the legal moves of the board in use, and the pass, whose strength is given; `chanceOf` tells the share of
 * each. Without a strength of its own the pass would have no chance where few moves are left and all of them are bad.
 */
export function weighLegal(color: u32, last: usize, before: usize, koHere: u32, pass: f64): void {
  const chances = region + CHANCES
  memory.fill(chances, 0, INDICES << 2)
  const count = describeMoves(color, last, before, koHere)
  let total: f64 = pass
  for (let i: u32 = 0; i < count; i++) {
    let strength: f64 = 1
    for (let at = region + TEAMS + (<usize>(i * SLOTS) << 2), end = at + (<usize>SLOTS << 2); at < end; at += 4)
      strength *= <f64>load<f32>(gammas + (<usize>load<u32>(at) << 2))
    total += strength
    store<f32>(placeOf(load<u16>(region + LEGAL + (<usize>i << 1))), <f32>strength)
  }
  // Gammas of a foreign file may multiply beyond single precision: then no move is preferred.
  if (!(total > 0 && total <= <f64>f32.MAX_VALUE)) {
    memory.fill(chances, 0, INDICES << 2)
    return
  }
  for (let i: u32 = 0; i < count; i++) {
    const at = placeOf(load<u16>(region + LEGAL + (<usize>i << 1)))
    store<f32>(at, load<f32>(at) / <f32>total)
  }
  store<f32>(placeOf(0), <f32>pass / <f32>total)
}

@inline
function placeOf(point: u32): usize {
  return region + CHANCES + (<usize>(point >> 4) << 2)
}

/** The share of a legal move, or of the pass; 0 for all others. */
export function chanceOf(point: u32): f32 {
  return load<f32>(placeOf(point))
}
