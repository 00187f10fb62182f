// One number for all that the kernel does: a hash over playouts with every policy on boards of all sizes. Two builds,
// or two platforms, that play alike have the same one (the habit is Stockfish's: a commit that changes how the
// engine plays shows a new signature). Nothing here needs Node, so that a page computes the same.

import { Random } from "../base/random.ts"
import {
  allPoints,
  Black,
  Board,
  isEye,
  opponent,
  PASS,
  White,
  type Color,
  type Move,
  type Point,
} from "../rules/index.ts"
import type { Kernel } from "./kernel.ts"
import type { PlayoutRequest, PlayoutSummary } from "./playout.ts"
import { KERNEL_MAX_SIZE } from "./points.ts"
import { POLICY_NAMES, type PolicyName } from "./policy.ts"

/** A playout's policy, or the kernel's analyze-after, which is no policy. */
export type SignedMethod = PolicyName | "analyze-after"

/** The playout methods that the signature covers. */
export const SIGNED_METHODS: readonly SignedMethod[] = [...POLICY_NAMES, "analyze-after"]

/** Which games a signature covers. */
export interface SignatureOptions {
  /** What the playouts and the positions are drawn from. Default: 1, the seed of the published signature. */
  readonly seed?: number
  /** Default: all, in their order. */
  readonly methods?: readonly SignedMethod[]
  /** Default: 1 to 19. */
  readonly sizes?: readonly number[]
}

/** The kernel's signature, 16 hexadecimal digits. */
export function kernelSignature(kernel: Kernel, options: SignatureOptions = {}): string {
  return signatureOf((board, method, request) => {
    kernel.load(board)
    return method === "analyze-after"
      ? kernel.runAnalyzeAfter(request)
      : kernel.run({ ...request, policy: method })
  }, options)
}

/** Plays playouts from a board: the kernel, or its twin in tests. */
export type MethodRunner = (board: Board, method: SignedMethod, request: PlayoutRequest) => PlayoutSummary

/** One number over many games of all playout methods: it changes when any of them plays otherwise. */
export function signatureOf(run: MethodRunner, options: SignatureOptions = {}): string {
  const { seed = 1, methods = SIGNED_METHODS, sizes = ALL_SIZES } = options
  const hash = new Hash()
  const random = new Random(seed)
  const starts = sizes.flatMap((size) =>
    positions(size, random).map((start) => ({ ...start, seeds: VARIANTS.map(() => random.next()) })),
  )
  for (const method of methods) {
    for (const { board, toPlay, last, seeds } of starts) {
      const common = { games: GAMES, first: toPlay, komi: 6.5, last }
      for (const [index, variant] of VARIANTS.entries())
        hash.addSummary(run(board, method, { ...common, ...variant, seed: seeds[index]! }))
    }
  }
  return hash.digits()
}

const ALL_SIZES = Array.from({ length: KERNEL_MAX_SIZE }, (_, index) => index + 1)
const GAMES = 3
/**
 * Ordinary Go with the defaults; then Capture Go (where points have no owners) with what is off by default, for the
 * policies that have such switches.
 */
const VARIANTS: readonly Partial<PlayoutRequest>[] = [
  { owners: true },
  { captureGoal: 3, rules: { scope: "board", noSelfAtari: true, nakade: true, ladder: true } },
]

/** The position that playouts begin from. */
export interface Start {
  readonly board: Board
  readonly toPlay: Color
  readonly last: Move
}

/** The empty board, and an early and a late position of a random game. */
function positions(size: number, random: Random): Start[] {
  const points = size * size
  return [0, points / 2, (3 * points) / 2].map((moves) => randomPosition(size, Math.floor(moves), random))
}

/**
 * A position after this number of random moves of both sides; a side that has none passes. None fills an own eye,
 * unless `mayFill`, which is asked for every point, allows it.
 */
export function randomPosition(
  size: number,
  moves: number,
  random: Random,
  mayFill: () => boolean = () => false,
): Start {
  const board = new Board(size)
  let color: Color = Black
  let last: Move = PASS
  for (let move = 0; move < moves; move++) {
    const own = color
    const isWanted = (point: Point): boolean => mayFill() || !isEye(board, own, point)
    const playable = allPoints(size).filter((point) => isWanted(point) && board.isLegal(own, point))
    last = playable[random.below(Math.max(1, playable.length))] ?? PASS
    board.play(own, last)
    color = opponent(own)
  }
  return { board, toPlay: color, last }
}

// FNV-1a with 64 bits (Fowler, Noll, Vo), whose prime is 2^40 + 0x1b3, in two halves of 32.
const BASIS_LOW = 0x84222325
const BASIS_HIGH = 0xcbf29ce4
const PRIME_LOW = 0x1b3
/** 2^40 moves the lower half into the upper one by this number of bits. */
const PRIME_SHIFT = 8

/** A running hash of numbers. */
export class Hash {
  #low = BASIS_LOW
  #high = BASIS_HIGH
  readonly #number = new DataView(new ArrayBuffer(8))

  addByte(byte: number): void {
    const low = (this.#low ^ byte) >>> 0
    const product = low * PRIME_LOW
    const carry = Math.floor(product / 0x1_0000_0000)
    this.#high = (Math.imul(this.#high, PRIME_LOW) + (low << PRIME_SHIFT) + carry) >>> 0
    this.#low = product >>> 0
  }

  /** The eight bytes of a number, lowest first on every machine; zero has no sign. */
  addNumber(value: number): void {
    this.#number.setFloat64(0, value + 0, true)
    for (let byte = 0; byte < 8; byte++) this.addByte(this.#number.getUint8(byte))
  }

  addText(text: string): void {
    for (const byte of new TextEncoder().encode(text)) this.addByte(byte)
  }

  addSummary({ owners, lastGame, ...sums }: PlayoutSummary): void {
    const { games, blackWins, whiteWins, meanMargin, spread, moves, cutOff } = sums
    for (const value of [games, blackWins, whiteWins, meanMargin, spread, moves, cutOff])
      this.addNumber(value)
    for (const { color, move } of lastGame) this.addNumber(color === White ? -1 - move : 1 + move)
    for (const owner of owners ?? []) this.addNumber(owner)
  }

  /** The hash so far, 16 hexadecimal digits. */
  digits(): string {
    return [this.#high, this.#low].map((half) => half.toString(16).padStart(8, "0")).join("")
  }
}
