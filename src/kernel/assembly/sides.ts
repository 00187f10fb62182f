// The four sides of a point at once: what stands there, and what is known of the chains, in four lanes from north to
// west, east and south. Lanes are compared with each other to see that a chain is on several sides.

import { CHAIN, COLOR_SHIFT, EAST, EMPTY_BIT, HEAD, NORTH, SIZES, SOUTH, WEST, WORD } from "./layout"

/** The words of the four neighbours. */
@inline
export function wordsAround(p: usize): v128 {
  let words = v128.load32_zero(p, NORTH + WORD)
  words = v128.load_lane<u32>(p, words, 1, WEST + WORD)
  words = v128.load_lane<u32>(p, words, 2, EAST + WORD)
  return v128.load_lane<u32>(p, words, 3, SOUTH + WORD)
}

/** What the records of the neighbours' chains say. */
@inline
export function chainsAround(base: usize, p: usize): v128 {
  let chains = v128.load32_zero(base + load<u16>(p, NORTH + HEAD), CHAIN)
  chains = v128.load_lane<i32>(base + load<u16>(p, WEST + HEAD), chains, 1, CHAIN)
  chains = v128.load_lane<i32>(base + load<u16>(p, EAST + HEAD), chains, 2, CHAIN)
  return v128.load_lane<i32>(base + load<u16>(p, SOUTH + HEAD), chains, 3, CHAIN)
}

/** Which of these words are a colour's. */
@inline
export function areOf(words: v128, color: u32): v128 {
  return i32x4.eq(i32x4.shr_u(words, COLOR_SHIFT), i32x4.splat(color))
}

/** The sides that are empty, a bit each, numbered as in `neighbourOn`. */
@inline
export function emptiesAmong(words: v128): u32 {
  return i32x4.bitmask(i32x4.shl(words, 31 - EMPTY_BIT))
}

@inline
export function emptySides(p: usize): u32 {
  return emptiesAmong(wordsAround(p))
}

/** Pseudo-liberties of chains. */
@inline
export function libertiesOfAll(chains: v128): v128 {
  return i32x4.shr_s(chains, 16)
}

/** What is left of the neighbours' chains, whose words these are, once a stone is on the point. */
@inline
export function chainsBeside(words: v128, chains: v128): v128 {
  // The point is a liberty of its chain once for every neighbour in it.
  const next = i32x4.eq(words, v128.shuffle<i32>(words, words, 1, 2, 3, 0))
  const again = i32x4.add(
    i32x4.add(next, i32x4.eq(words, v128.shuffle<i32>(words, words, 2, 3, 0, 1))),
    v128.shuffle<i32>(next, next, 3, 0, 1, 2),
  )
  return i32x4.add(chains, i32x4.shl(i32x4.add(again, i32x4.splat(-1)), 16))
}

/** Pseudo-liberties that they have elsewhere. */
@inline
export function elsewhere(words: v128, chains: v128): v128 {
  return libertiesOfAll(chainsBeside(words, chains))
}

/** Is a mask or a sign set on any side? In fewer instructions than `v128.any_true`. */
@inline
export function isOnAny(lanes: v128): bool {
  return i32x4.bitmask(lanes) != 0
}

/** Which of these chains are holed. */
@inline
export function areHoled(chains: v128): v128 {
  return i32x4.shr_s(i32x4.shl(chains, 16), 31)
}

/** Which of these chains are out of liberties. */
@inline
export function areOut(chains: v128): v128 {
  return i32x4.eq(libertiesOfAll(chains), i32x4.splat(0))
}

/**
 * The sides that make a stone legal, but for ko, which leaves this of the chains around it: own chains that live on,
 * enemy ones that don't, and empty points. The border counts as living and of neither colour.
 */
@inline
export function sidesAllowing(own: v128, left: v128, open: u32): u32 {
  return i32x4.bitmask(v128.xor(own, areOut(left))) | open
}

/** Which of the neighbours' chains have no liberty but this point. */
@inline
export function fatal(base: usize, p: usize, words: v128): v128 {
  return areOut(chainsBeside(words, chainsAround(base, p)))
}

/** Writes down what `chainsAround` reads. A chain that is on several sides is written as often. */
@inline
export function setChainsAround(base: usize, p: usize, chains: v128): void {
  v128.store_lane<i32>(base + load<u16>(p, NORTH + HEAD), chains, 0, CHAIN)
  v128.store_lane<i32>(base + load<u16>(p, WEST + HEAD), chains, 1, CHAIN)
  v128.store_lane<i32>(base + load<u16>(p, EAST + HEAD), chains, 2, CHAIN)
  v128.store_lane<i32>(base + load<u16>(p, SOUTH + HEAD), chains, 3, CHAIN)
}

/**
 * How often one point can be a liberty of each chain. It touches two stones of a chain only if that has three, three
 * only if it has five, and four only if it has seven.
 */
@inline
export function mostOfOne(chains: v128): v128 {
  const stones = v128.and(chains, i32x4.splat(SIZES))
  return i32x4.min_s(i32x4.shr_s(i32x4.add(stones, i32x4.splat(1)), 1), i32x4.splat(4))
}
