// The knobs of the search, one f64 each, at the head of the tree: all workers read the same.

import { KNOB_TABLE, tree } from "./tree"

export * from "./knob-numbers"

@inline
export function knob(index: usize): f64 {
  return load<f64>(tree + KNOB_TABLE + (index << 3))
}

@inline
export function isOn(index: usize): bool {
  return knob(index) != 0
}
