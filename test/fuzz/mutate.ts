// Small harm done to real inputs: enough stays right to reach deep into the program.

import type { Random } from "../../src/base/index.ts"

/** No input grows beyond this; larger ones have tests of their own (src/record/hostile.test.ts). */
const LONGEST = 1 << 16

const NUMBERS = [
  "0",
  "-1",
  "1",
  "2",
  "25",
  "26",
  "99",
  "1e9",
  "-0",
  "2147483648",
  "9".repeat(40),
  "0.5",
  "NaN",
  "",
]

export interface Material {
  readonly corpus: readonly Uint8Array[]
  /** Words that mean something in this format. */
  readonly words: readonly string[]
  /** How often at most a word is repeated in one place. */
  readonly repeats: number
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!
}

/** One of the corpus, harmed in one to eight places. */
export function mutated(random: Random, material: Material): Uint8Array {
  let bytes = pick(random, material.corpus)
  for (let harms = 1 + random.below(8); harms > 0; harms--) bytes = harmed(bytes, random, material)
  return bytes.subarray(0, LONGEST)
}

function harmed(bytes: Uint8Array, random: Random, { corpus, words, repeats }: Material): Uint8Array {
  const at = random.below(bytes.length + 1)
  const length = 1 + random.below(random.below(4) === 0 ? 1 + bytes.length : 16)
  const end = Math.min(bytes.length, at + length)
  switch (random.below(11)) {
    case 0: // another byte
      return spliced(bytes, at, end > at ? at + 1 : at, Uint8Array.of(random.below(256)))
    case 1: // a flipped bit
      return spliced(
        bytes,
        at,
        end > at ? at + 1 : at,
        Uint8Array.of((bytes[at] ?? 0) ^ (1 << random.below(8))),
      )
    case 2: // a gap
      return spliced(bytes, at, end, new Uint8Array(0))
    case 3: // the end is missing
      return bytes.subarray(0, at)
    case 4: // a stretch twice, or elsewhere
      return spliced(bytes, random.below(bytes.length + 1), at, bytes.subarray(at, end))
    case 5: // the rest is another's
      return spliced(bytes, at, bytes.length, from(pick(random, corpus), random))
    case 6: // many times the same
      return spliced(
        bytes,
        at,
        at,
        encode(pick(random, words).repeat(1 + random.below(random.below(8) === 0 ? repeats : 8))),
      )
    case 7: // another number
      return withNumber(bytes, at, pick(random, NUMBERS))
    case 8: // bytes of no alphabet
      return spliced(
        bytes,
        at,
        at,
        Uint8Array.from({ length: 1 + random.below(12) }, () => 128 + random.below(128)),
      )
    default: // a word in a place where it does not belong
      return spliced(bytes, at, random.below(2) === 0 ? at : end, encode(pick(random, words)))
  }
}

function from(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.subarray(random.below(bytes.length + 1))
}

/** `bytes` with `[start, end)` replaced. */
function spliced(bytes: Uint8Array, start: number, end: number, middle: Uint8Array): Uint8Array {
  const tail = bytes.subarray(Math.max(start, end))
  const whole = new Uint8Array(start + middle.length + tail.length)
  whole.set(bytes.subarray(0, start))
  whole.set(middle, start)
  whole.set(tail, start + middle.length)
  return whole
}

/** The first number at or after `at` becomes another. */
function withNumber(bytes: Uint8Array, at: number, number: string): Uint8Array {
  const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57
  let start = at
  while (start < bytes.length && !isDigit(bytes[start])) start++
  let end = start
  while (isDigit(bytes[end])) end++
  return spliced(bytes, start, end, encode(number))
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Cuts bytes into pieces of random length. */
export function* pieces(bytes: Uint8Array, random: Random): Generator<Uint8Array> {
  const longest = 1 + random.below(random.below(2) === 0 ? 8 : 4096)
  for (let at = 0; at < bytes.length;) {
    const next = at + 1 + random.below(longest)
    yield bytes.subarray(at, next)
    at = next
  }
}
