// An artificial game, for proving the search: every position has the same number of moves, every game the same length,
// and who wins at the end is read from a hash of the moves. Nothing in the search may know that it isn't Go.

import { advance, output, setState, state } from "./random"

let hash: u64 = 0
let depth: u32 = 0
let length: u32 = 0
let width: u32 = 0

export function beginToy(seed: f64, toyLength: u32, toyWidth: u32): void {
  hash = mix(<u64>seed)
  depth = 0
  length = toyLength
  width = toyWidth
}

/** The moves are numbered from 1; like points they are multiples of 16. */
export function listToyMoves(buffer: usize): u32 {
  for (let move: u32 = 1; move <= width; move++) store<u16>(buffer + ((move - 1) << 1), <u16>(move << 4))
  return width
}

export function playToy(move: u32): void {
  hash = mix(hash ^ <u64>(move >> 4))
  depth++
}

export function isToyOver(): bool {
  return depth == length
}

/** Plays at random to the end and writes the moves down; answers 1 when Black wins, else -1. */
export function finishToy(color: u32, moves: usize): usize {
  let end = moves
  let turn = color
  while (depth < length) {
    const word = output(state)
    setState(advance(state))
    const move = (<u32>((<u64>word * <u64>width) >> 32) + 1) << 4
    playToy(move)
    store<u16>(end, <u16>(move | turn))
    end += 2
    turn = 9 - turn
  }
  return end
}

export function toyMargin(): i32 {
  return (hash & 0x100000000) != 0 ? 1 : -1
}

/** The finisher of SplitMix64 (Steele et al. 2014). */
function mix(value: u64): u64 {
  let z = value + 0x9e3779b97f4a7c15
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb
  return z ^ (z >> 31)
}
