// The reader of games as text: `{3||0|-10}`, `{2|-2} + 3*{1|0} - {4|-4}`.
//
// Within braces the longest bar divides Left's moves from Right's; a side with shorter bars is one game. Commas
// separate the moves of a player. Reading takes one pass and a stack that is bounded, so no text makes it hang.

import { err, ok, type Result } from "../base/result.ts"
import { GameBook, negative, type ScoringGame } from "./game.ts"
import { parseRational } from "./rational.ts"

/** What is wrong with a notation, and where. */
export interface GameError {
  readonly reason: string
  /** The character it is about, from 0; the length of the text where something is missing at the end. */
  readonly at: number
}

/** The most characters that a game's notation may have. */
export const LONGEST_NOTATION = 20_000
/** The most braces within braces, and the longest bar, that a game's notation may have. */
export const DEEPEST_NOTATION = 100
/** The most parts that a sum may have. */
export const MOST_PARTS = 100

type Token =
  | { readonly kind: "open" | "close" | "comma" | "plus" | "minus" | "times"; readonly at: number }
  | { readonly kind: "bar"; readonly length: number; readonly at: number }
  | { readonly kind: "number"; readonly text: string; readonly at: number }

/** Thrown inside this file, and turned into a `Result` by what it exports. */
class Refused extends Error {
  readonly at: number
  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}

/** Reads the notation of a sum, and answers its parts: `3*{1|0}` is three parts, `-{1|0}` is the negative. */
export function parseSum(text: string, book: GameBook = new GameBook()): Result<ScoringGame[], GameError> {
  return refusing(() => new Reader(text, book).sum())
}

/** Reads the notation of one game; the error says what is wrong, and where. */
export function parseGame(text: string, book: GameBook = new GameBook()): Result<ScoringGame, GameError> {
  return refusing(() => {
    const parts = new Reader(text, book).sum()
    if (parts.length > 1) throw new Refused("one game is wanted here, not a sum", 0)
    return parts[0]!
  })
}

/** The reason with the text and a mark below the place. */
export function makeGameError(text: string, { reason, at }: GameError): string {
  const from = Math.max(0, at - 30)
  const shown = text.slice(from, at + 30).replaceAll(/\s/g, " ")
  return `${reason} (character ${at + 1})\n  ${shown}\n  ${" ".repeat(at - from)}^`
}

function refusing<T>(read: () => T): Result<T, GameError> {
  try {
    return ok(read())
  } catch (error) {
    if (error instanceof Refused) return err({ reason: error.message, at: error.at })
    throw error
  }
}

const SIGNS: Readonly<Record<string, "open" | "close" | "comma" | "plus" | "minus" | "times">> = {
  "{": "open",
  "}": "close",
  ",": "comma",
  "+": "plus",
  "-": "minus",
  "−": "minus",
  "*": "times",
  "·": "times",
  "×": "times",
}
/** Bars as they are printed, and how many plain ones they stand for. */
const BARS: Readonly<Record<string, number>> = { "|": 1, "∣": 1, "‖": 2, "∥": 2, "⦀": 3 }

function tokensOf(text: string): Token[] {
  if (text.length > LONGEST_NOTATION)
    throw new Refused(`a game has at most ${LONGEST_NOTATION} characters`, LONGEST_NOTATION)
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    const sign = text[at]!
    if (/\s/.test(sign)) at++
    else if (sign in BARS) {
      const bar = readBar(text, at)
      tokens.push(bar.token)
      at = bar.end
    } else if (sign in SIGNS) tokens.push({ kind: SIGNS[sign]!, at: at++ })
    else {
      const number = /^\d+(?:\/\d+|\.\d+)?/.exec(text.slice(at, at + 64))?.[0]
      if (number === undefined)
        throw new Refused(`"${String.fromCodePoint(text.codePointAt(at)!)}" has no meaning here`, at)
      tokens.push({ kind: "number", text: number, at })
      at += number.length
    }
  }
  return tokens
}

function readBar(text: string, at: number): { token: Token; end: number } {
  let [end, length] = [at, 0]
  for (let strokes = BARS[text[end]!]; strokes !== undefined; strokes = BARS[text[++end] ?? ""])
    length += strokes
  if (length > DEEPEST_NOTATION) throw new Refused(`a bar has at most ${DEEPEST_NOTATION} strokes`, at)
  return { token: { kind: "bar", length, at }, end }
}

/** What stands between two braces: games, commas and bars. */
type Piece =
  | { readonly kind: "game"; readonly game: ScoringGame; readonly at: number }
  | { readonly kind: "comma"; readonly at: number }
  | { readonly kind: "bar"; readonly length: number; readonly at: number }

class Reader {
  readonly #tokens: readonly Token[]
  readonly #book: GameBook
  readonly #end: number
  #next = 0
  #depth = 0

  constructor(text: string, book: GameBook) {
    this.#tokens = tokensOf(text)
    this.#book = book
    this.#end = text.length
  }

  sum(): ScoringGame[] {
    const parts: ScoringGame[] = []
    let isNegative = this.#take("minus")
    for (;;) {
      const at = this.#at()
      parts.push(...this.#term(isNegative))
      if (parts.length > MOST_PARTS) throw new Refused(`a sum has at most ${MOST_PARTS} parts`, at)
      if (this.#take("plus")) isNegative = this.#take("minus")
      else if (this.#take("minus")) isNegative = true
      else break
    }
    const rest = this.#tokens[this.#next]
    if (rest?.kind === "bar") throw new Refused("a bar stands within braces: {2|-2}", rest.at)
    if (rest?.kind === "close") throw new Refused("this } closes nothing", rest.at)
    if (rest) throw new Refused("a + or - is missing before this", rest.at)
    return parts
  }

  /** A game, or a whole number of equal games. */
  #term(isNegative: boolean): ScoringGame[] {
    const at = this.#at()
    const first = this.#item(isNegative)
    if (!this.#take("times")) return [first]
    const count = first.kind === "number" ? first.value : undefined
    const most = BigInt(MOST_PARTS)
    if (!count?.isWhole || count.over > most || count.over < -most)
      throw new Refused(`the * of a multiple follows a whole number up to ${MOST_PARTS}`, at)
    const game = this.#item(false)
    const signed = count.over < 0n ? negative(game, this.#book) : game
    if (count.over === 0n) throw new Refused("a multiple is 1 or more", at)
    const times = Number(count.over < 0n ? -count.over : count.over)
    return Array.from({ length: times }, () => signed)
  }

  /** A number or a game in braces. */
  #item(isNegative: boolean): ScoringGame {
    const token = this.#tokens[this.#next]
    if (!token) throw new Refused("a number or a game in braces is missing", this.#end)
    this.#next++
    if (token.kind === "number") {
      const value = parseRational(isNegative ? `-${token.text}` : token.text)
      if (!value) throw new Refused(`${token.text} is no fraction, or has too many digits`, token.at)
      return this.#book.number(value)
    }
    if (token.kind !== "open") throw new Refused("a number or a game in braces is missing", token.at)
    const game = this.#braces(token.at)
    return isNegative ? negative(game, this.#book) : game
  }

  /** From behind an open brace to behind its closing one. */
  #braces(open: number): ScoringGame {
    if (++this.#depth > DEEPEST_NOTATION)
      throw new Refused(`braces are at most ${DEEPEST_NOTATION} deep`, open)
    const pieces: Piece[] = []
    for (;;) {
      const token = this.#tokens[this.#next]
      if (!token) throw new Refused("the } of this { is missing", open)
      if (token.kind === "close") break
      if (token.kind === "comma" || token.kind === "bar") {
        pieces.push(token.kind === "bar" ? token : { kind: "comma", at: token.at })
        this.#next++
        continue
      }
      if (pieces.at(-1)?.kind === "game") throw new Refused("a comma or a bar is missing", token.at)
      const isNegative = this.#take("minus")
      pieces.push({ kind: "game", game: this.#item(isNegative), at: token.at })
    }
    const close = this.#tokens[this.#next++]!.at
    this.#depth--
    return this.#divide(pieces, close)
  }

  /** Splits at the longest bar. `end` is where the pieces end, for what is missing there. */
  #divide(pieces: readonly Piece[], end: number): ScoringGame {
    const bars = pieces.filter((piece) => piece.kind === "bar")
    const longest = bars.reduce((most, { length }) => Math.max(most, length), 0)
    const [bar, second] = bars.filter(({ length }) => length === longest)
    if (!bar) throw new Refused("a game in braces has a bar between Left's and Right's moves", end)
    if (second)
      throw new Refused(
        "two bars of one length: a longer bar must divide Left's moves from Right's",
        second.at,
      )
    const place = pieces.indexOf(bar)
    return this.#book.play(
      this.#side(pieces.slice(0, place), bar.at),
      this.#side(pieces.slice(place + 1), end),
    )
  }

  /** The moves of one player: a list, or one game with shorter bars. */
  #side(pieces: readonly Piece[], end: number): ScoringGame[] {
    if (pieces.length === 0) return []
    if (pieces.some(({ kind }) => kind === "bar")) return [this.#divide(pieces, end)]
    return pieces.flatMap((piece, index) => {
      if (piece.kind === "game") return [piece.game]
      const isBetween = pieces[index - 1]?.kind === "game" && pieces[index + 1]?.kind === "game"
      if (!isBetween) throw new Refused("a comma stands between two moves", piece.at)
      return []
    })
  }

  #at(): number {
    return this.#tokens[this.#next]?.at ?? this.#end
  }

  #take(kind: Token["kind"]): boolean {
    if (this.#tokens[this.#next]?.kind !== kind) return false
    this.#next++
    return true
  }
}
