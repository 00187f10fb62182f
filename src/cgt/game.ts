// Finite games without loops whose ends are scores (CGT-1). Left is the player who wants a high score, Right wants a
// low one. A game is a number (the play is over) or a position with moves of both players.
//
// Equal games are one object: a `GameBook` hands out the same node for the same options. So a game is a directed graph
// without circles, results are kept for each node (thermograph.ts), and `===` compares games.

import type { Rational } from "./rational.ts"

/** A score: the play is over here. */
export interface NumberGame {
  readonly kind: "number"
  readonly value: Rational
  /** Numbers a node within its book. */
  readonly id: number
}

/** A position: Left moves to one of `left`, Right to one of `right`. */
export interface PlayGame {
  readonly kind: "play"
  readonly left: readonly ScoringGame[]
  readonly right: readonly ScoringGame[]
  readonly id: number
}

/** A game; `kind` tells which of the two it is. */
export type ScoringGame = NumberGame | PlayGame

/** Left wants a high score, Right a low one. */
export type Player = "left" | "right"

/** Both players, Left first. */
export const PLAYERS: readonly Player[] = ["left", "right"]

/** The other player. */
export function opponentOf(player: Player): Player {
  return player === "left" ? "right" : "left"
}

/** The moves of a player; a number has none. */
export function optionsOf(game: ScoringGame, player: Player): readonly ScoringGame[] {
  return game.kind === "number" ? [] : game[player]
}

/**
 * Makes games so that equal ones are the same object. Options are sets: their order and repetitions make no other
 * game. Games of one book must not be options in another one, because ids are unique within a book only.
 */
export class GameBook {
  readonly #numbers = new Map<string, NumberGame>()
  readonly #plays = new Map<string, PlayGame>()
  #count = 0

  /** How many different games it has made. */
  get size(): number {
    return this.#count
  }

  number(value: Rational): NumberGame {
    const key = value.toString()
    const known = this.#numbers.get(key)
    if (known) return known
    const made: NumberGame = { kind: "number", value, id: this.#count++ }
    this.#numbers.set(key, made)
    return made
  }

  /** `{left|right}`. Its options keep the order in which they were first given. */
  play(left: readonly ScoringGame[], right: readonly ScoringGame[]): PlayGame {
    const key = `${keyOf(left)}|${keyOf(right)}`
    const known = this.#plays.get(key)
    if (known) return known
    const made: PlayGame = {
      kind: "play",
      left: [...new Set(left)],
      right: [...new Set(right)],
      id: this.#count++,
    }
    this.#plays.set(key, made)
    return made
  }
}

function keyOf(options: readonly ScoringGame[]): string {
  if (options.length === 1) return String(options[0]!.id)
  return [...new Set(options.map(({ id }) => id))].sort((a, b) => a - b).join()
}

/**
 * All positions that can come up in a game, each once, and before the positions that lead to it. Throws for a
 * game that leads back to itself, which a `GameBook` can't make.
 */
export function positionsOf(game: ScoringGame): ScoringGame[] {
  const positions: ScoringGame[] = []
  const finished = new Set<ScoringGame>()
  const seen = new Set<ScoringGame>([game])
  const stack: { readonly game: ScoringGame; readonly options: ScoringGame[] }[] = []
  const enter = (entered: ScoringGame): void => {
    const options = entered.kind === "number" ? [] : [...entered.right, ...entered.left]
    stack.push({ game: entered, options })
  }
  enter(game)
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const option = top.options.pop()
    if (option === undefined) {
      positions.push(top.game)
      finished.add(top.game)
      stack.pop()
    } else if (!seen.has(option)) {
      seen.add(option)
      enter(option)
    } else if (!finished.has(option)) throw new RangeError("a game with a loop has no thermograph")
  }
  return positions
}

/** The most moves that can be made in the game. */
export function depthOf(game: ScoringGame): number {
  const depths = new Map<ScoringGame, number>()
  for (const position of positionsOf(game)) {
    const options = position.kind === "number" ? [] : [...position.left, ...position.right]
    depths.set(
      position,
      options.reduce((most, option) => Math.max(most, depths.get(option)! + 1), 0),
    )
  }
  return depths.get(game)!
}

/** The game with the players exchanged and every score negated. */
export function negative(game: ScoringGame, book: GameBook): ScoringGame {
  const made = new Map<ScoringGame, ScoringGame>()
  const all = (options: readonly ScoringGame[]): ScoringGame[] => options.map((option) => made.get(option)!)
  for (const position of positionsOf(game))
    made.set(
      position,
      position.kind === "number"
        ? book.number(position.value.negated())
        : book.play(all(position.right), all(position.left)),
    )
  return made.get(game)!
}

/** The most positions of a sum that is written out as one game. */
export const MOST_POSITIONS = 100_000

/**
 * The sum as one game: a move is a move in one of its parts. Undefined where it has more positions than `most`; the
 * count is known before the work begins. A sum of numbers is a number.
 */
export function sumGame(
  games: readonly ScoringGame[],
  book: GameBook,
  most: number = MOST_POSITIONS,
): ScoringGame | undefined {
  let sum: ScoringGame | undefined
  for (const game of games) {
    sum = sum === undefined ? game : sumOfTwo(sum, game, book, most)
    if (sum === undefined) return undefined
  }
  return sum
}

function sumOfTwo(a: ScoringGame, b: ScoringGame, book: GameBook, most: number): ScoringGame | undefined {
  const [ofA, ofB] = [positionsOf(a), positionsOf(b)]
  if (ofA.length * ofB.length > most) return undefined
  const made = new Map<ScoringGame, Map<ScoringGame, ScoringGame>>()
  for (const x of ofA) {
    const row = new Map<ScoringGame, ScoringGame>()
    made.set(x, row)
    const moves = (player: Player, y: ScoringGame): ScoringGame[] => [
      ...optionsOf(x, player).map((option) => made.get(option)!.get(y)!),
      ...optionsOf(y, player).map((option) => row.get(option)!),
    ]
    for (const y of ofB)
      row.set(
        y,
        x.kind === "number" && y.kind === "number"
          ? book.number(x.value.plus(y.value))
          : book.play(moves("left", y), moves("right", y)),
      )
  }
  return made.get(a)!.get(b)!
}

/** The longest text that `makeGame` writes; a larger part of a game is written as `…`. */
const LONGEST_TEXT = 10_000
/** More bars in a row than these are hard to count: such a part gets braces. */
const MOST_BARS = 4

/**
 * The game as text: `{3||0|-10}`. A part that is a player's only move stands without braces, and the longer bar
 * divides first. `parseGame` reads it back.
 */
export function makeGame(game: ScoringGame): string {
  const texts = new Map<ScoringGame, Written>()
  for (const position of positionsOf(game)) texts.set(position, write(position, texts))
  const { inside, bars } = texts.get(game)!
  return bars === 0 ? inside : `{${inside}}`
}

interface Written {
  /** Without the outer braces. */
  readonly inside: string
  /** The length of its longest bar; 0 for what needs no braces. */
  readonly bars: number
}

function write(position: ScoringGame, texts: ReadonlyMap<ScoringGame, Written>): Written {
  if (position.kind === "number") return { inside: position.value.toString(), bars: 0 }
  let bars = 1
  const side = (options: readonly ScoringGame[]): string => {
    const [only] = options
    const written = only && texts.get(only)!
    const isBare = options.length === 1 && written!.bars < MOST_BARS && !hasEmptySide(only!)
    if (isBare) bars = Math.max(bars, written!.bars + 1)
    if (isBare) return written!.inside
    return options.map((option) => braced(texts.get(option)!)).join(",")
  }
  const [left, right] = [side(position.left), side(position.right)]
  const inside = `${left}${"|".repeat(bars)}${right}`
  return inside.length > LONGEST_TEXT ? { inside: "…", bars: 0 } : { inside, bars }
}

function braced({ inside, bars }: Written): string {
  return bars === 0 ? inside : `{${inside}}`
}

function hasEmptySide(game: ScoringGame): boolean {
  return game.kind === "play" && (game.left.length === 0 || game.right.length === 0)
}
