// The generator of base/random.ts (PCG32, O'Neill 2014), number for number.

const MULTIPLIER: u64 = 6364136223846793005
export const INCREMENT: u64 = 1442695040888963407
/** The multiplier's inverse modulo 2^64: takes a step back. */
export const INVERSE: u64 = 13877824140714322085

@inline
export function output(state: u64): u32 {
  return rotr<u32>(<u32>(((state >> 18) ^ state) >> 27), <u32>(state >> 59))
}

@inline
export function advance(state: u64): u64 {
  return state * MULTIPLIER + INCREMENT
}

export let state: u64 = 0

@inline
export function setState(value: u64): void {
  state = value
}

/** A number from 0 to bound - 1. */
@inline
export function below(bound: u32): u32 {
  const word = output(state)
  setState(advance(state))
  return <u32>((<u64>word * <u64>bound) >> 32)
}
