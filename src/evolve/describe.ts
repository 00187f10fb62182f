// Strategies in words, as the paper draws them in its figures 4 and 7: the move, the exceptions, the default.
//
// Evolved trees carry much that can never be used: a second exception for the same move, an exception for a point that
// is taken. As long as the line is known, it is played on a board, and what can't happen there is left out.

import { colorName, makeVertex, opponent, type Board, type Color, type Move } from "../rules/index.ts"
import { openingsOf } from "./history.ts"
import { tallyAdvice, type Coevolution } from "./settings.ts"
import { exceptionsOf, type Strategy } from "./strategy.ts"

/** How much of a strategy is described. */
export interface DescribeOptions {
  readonly color: Color
  /** Who plays first. */
  readonly first: Color
  readonly board: Board
  /** Decisions below each other to show; default 4. */
  readonly depth?: number
}

interface Line {
  readonly indent: string
  readonly text: string
}

/** A strategy in words: a line for each decision that can be reached. */
export function describeStrategy(strategy: Strategy, options: DescribeOptions): string[] {
  const teller = new Teller(strategy, options)
  return teller.tell()
}

class Teller {
  readonly #strategy: Strategy
  readonly #color: Color
  readonly #first: Color
  readonly #board: Board
  readonly #depth: number
  #shown = 0

  constructor(strategy: Strategy, { color, first, board, depth = 4 }: DescribeOptions) {
    this.#strategy = strategy
    this.#color = color
    this.#first = first
    this.#board = board
    this.#depth = depth
  }

  tell(): string[] {
    const side = colorName(this.#color)
    if (this.#strategy[0] === undefined) return [`${side} has no advice`]
    const board = this.#board.clone()
    const begins = this.#color === this.#first
    const head = begins ? `${side} begins with ${this.#name(0, board)}` : `${side} waits for the first move`
    if (begins) this.#play(0, board)
    this.#shown = 1
    const lines = this.#branches(0, board, this.#depth).map(({ indent, text }) => `${indent}${text}`)
    const inner = this.#strategy.filter((node) => node !== undefined).length
    const rest = inner - this.#shown
    return [
      head,
      ...lines,
      ...(rest > 0 ? [`(of ${inner} moves in the tree ${rest} play no part, or lie deeper)`] : []),
    ]
  }

  /** The board is undefined where a move of the opponent's is unknown. */
  #branches(decision: number, board: Board | undefined, depth: number): Line[] {
    if (depth === 0) return []
    const { exceptions, byDefault } = exceptionsOf(this.#strategy, decision)
    const enemy = opponent(this.#color)
    const seen = new Set<Move>()
    const branches: { readonly title: string; readonly lines: readonly Line[] }[] = []
    for (const exception of exceptions) {
      const move = this.#strategy[exception]!
      if (seen.has(move) || (board && board.refusal(enemy, move) !== undefined)) continue
      seen.add(move)
      this.#shown++
      const after = board?.clone()
      after?.play(enemy, move)
      const title = `after ${colorName(enemy)} ${this.#vertex(move)}: ${this.#answer(exception + 1, after)}`
      branches.push({ title, lines: this.#below(exception + 1, after, depth) })
    }
    if (this.#strategy[byDefault] !== undefined) {
      const title = `${branches.length > 0 ? "otherwise" : "after any move"}: ${this.#answer(byDefault, undefined)}`
      branches.push({ title, lines: this.#below(byDefault, undefined, depth) })
    }
    return branches.flatMap(({ title, lines }, index) => {
      const isLast = index === branches.length - 1
      const bar = isLast ? "   " : "│  "
      return [
        { indent: isLast ? "└─ " : "├─ ", text: title },
        ...lines.map(({ indent, text }) => ({ indent: `${bar}${indent}`, text })),
      ]
    })
  }

  #below(node: number, board: Board | undefined, depth: number): Line[] {
    return this.#strategy[node] === undefined ? [] : this.#branches(node, board, depth - 1)
  }

  /** What is answered; on a board that is known, the answer is played there. */
  #answer(node: number, board: Board | undefined): string {
    if (this.#strategy[node] === undefined) return "any move"
    this.#shown++
    const words = this.#name(node, board)
    if (board) this.#play(node, board)
    return words
  }

  /** The move, or that it can't be played and a random one takes its place. */
  #name(node: number, board: Board | undefined): string {
    const move = this.#strategy[node]!
    const isLegal = !board || board.refusal(this.#color, move) === undefined
    return isLegal ? this.#vertex(move) : `any move (${this.#vertex(move)} is not legal)`
  }

  #play(node: number, board: Board): void {
    const move = this.#strategy[node]!
    if (board.refusal(this.#color, move) === undefined) board.play(this.#color, move)
  }

  #vertex(move: Move): string {
    return makeVertex(move, this.#board.size)
  }
}

/** Opponent's moves that the majority is asked about. */
const QUESTIONS = 4

/**
 * The individual that is nearest to its population's majority: it begins as most do, and answers the opponent
 * population's most frequent moves as most of those do that begin so. Of equals the smallest tree, which is the easiest
 * to read.
 */
export function typicalStrategy(evolution: Coevolution, color: Color): Strategy | undefined {
  const { first, population } = evolution.settings
  const opening = openingsOf(evolution)[0]?.[0]
  if (opening === undefined) return undefined
  const begins = color === first
  const enemyMoves = begins
    ? mostFrequent(tallyAdvice(evolution, opponent(color), [opening]))
    : openingsOf(evolution).map(([move]) => move)
  const questions = enemyMoves.slice(0, QUESTIONS).map((move) => [move])
  const members = Array.from({ length: population }, (_, index) => index).filter(
    (index) => !begins || evolution.advice(color, index, []) === opening,
  )
  const wanted = questions.map((question) => {
    const tally = new Map<Move | undefined, number>()
    for (const index of members) {
      const move = evolution.advice(color, index, question)
      tally.set(move, (tally.get(move) ?? 0) + 1)
    }
    return mostFrequent(tally)[0]
  })
  const agreement = (index: number): number =>
    questions.filter((question, at) => evolution.advice(color, index, question) === wanted[at]).length
  let best: { readonly strategy: Strategy; readonly agrees: number } | undefined
  for (const index of members) {
    const strategy = evolution.strategy(color, index)
    const agrees = agreement(index)
    const isBetter =
      !best || agrees > best.agrees || (agrees === best.agrees && strategy.length < best.strategy.length)
    if (isBetter) best = { strategy, agrees }
  }
  return best?.strategy
}

/** The moves of a tally, most frequent first. */
export function mostFrequent(tally: ReadonlyMap<Move | undefined, number>): Move[] {
  const moves = [...tally].filter((entry): entry is [Move, number] => entry[0] !== undefined)
  return moves.sort(([a, many], [b, more]) => more - many || a - b).map(([move]) => move)
}
