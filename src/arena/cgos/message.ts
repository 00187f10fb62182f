// What the Computer Go Server says, line by line (NET-1). A line that is nothing we know is a message too: servers have
// been extended before, and a client that stumbles over news loses its game on time.

import { Black, parseOutcome, White, type Color, type Outcome } from "../../rules/index.ts"

export interface Participant {
  readonly name: string
  /** As the server writes it: `1800`, or `1800?` while it is provisional. */
  readonly rating: string
}

export interface TimedMove {
  readonly vertex: string
  /** Milliseconds that its player has left after it; undefined when that is not told. */
  readonly left: number | undefined
}

/** A game that begins, or that goes on after a lost connection: then with its moves so far, Black's first. */
export interface Setup {
  readonly id: string
  readonly size: number
  readonly komi: number
  /** Milliseconds of each side for the whole game. */
  readonly main: number
  readonly white: Participant
  readonly black: Participant
  readonly moves: readonly TimedMove[]
}

export type ServerMessage =
  | { readonly kind: "protocol" | "username" | "password" }
  | { readonly kind: "info" | "error" | "unknown"; readonly text: string }
  | { readonly kind: "setup"; readonly setup: Setup }
  | ({ readonly kind: "play"; readonly color: Color } & TimedMove)
  | { readonly kind: "genmove"; readonly color: Color; readonly left: number | undefined }
  | { readonly kind: "gameover"; readonly date: string; readonly result: string; readonly text: string }

/** Reads a line without its line feed; undefined for a blank one. */
export function parseMessage(line: string): ServerMessage | undefined {
  const text = line.trim()
  if (text === "") return undefined
  if (/^error\b/i.test(text)) return { kind: "error", text: text.replace(/^error:?\s*/i, "") }
  const [keyword = "", ...words] = text.split(/\s+/)
  return parseKeyword(keyword, words, text) ?? { kind: "unknown", text }
}

function parseKeyword(keyword: string, words: readonly string[], text: string): ServerMessage | undefined {
  switch (keyword) {
    case "protocol":
    case "username":
    case "password":
      return { kind: keyword }
    case "info":
      return { kind: "info", text: text.slice(keyword.length).trim() }
    case "setup": {
      const setup = parseSetup(words)
      return setup && { kind: "setup", setup }
    }
    case "play": {
      const color = parseColor(words[0])
      const vertex = words[1]
      if (color === undefined || vertex === undefined) return undefined
      return { kind: "play", color, vertex, left: parseNumber(words[2]) }
    }
    case "genmove": {
      const color = parseColor(words[0])
      return color && { kind: "genmove", color, left: parseNumber(words[1]) }
    }
    case "gameover": {
      const [date, result, ...rest] = words
      if (date === undefined || result === undefined) return undefined
      return { kind: "gameover", date, result, text: rest.join(" ") }
    }
    default:
      return undefined
  }
}

/** `<id> <size> <komi> <msec> <white>(<rating>) <black>(<rating>) [<move> <msec left>]…` */
function parseSetup([id, size, komi, main, white, black, ...tail]: readonly string[]): Setup | undefined {
  const numbers = { size: parseNumber(size), komi: parseNumber(komi), main: parseNumber(main) }
  if (id === undefined || white === undefined || black === undefined) return undefined
  if (numbers.size === undefined || numbers.komi === undefined || numbers.main === undefined) return undefined
  const moves: TimedMove[] = []
  for (let i = 0; i < tail.length; i += 2) moves.push({ vertex: tail[i]!, left: parseNumber(tail[i + 1]) })
  return {
    id,
    size: numbers.size,
    komi: numbers.komi,
    main: numbers.main,
    white: parseParticipant(white),
    black: parseParticipant(black),
    moves,
  }
}

function parseParticipant(word: string): Participant {
  const [, name = word, rating = ""] = /^(.+)\(([^()]*)\)$/.exec(word) ?? []
  return { name, rating }
}

function parseColor(word: string | undefined): Color | undefined {
  if (word === undefined) return undefined
  if (/^b(lack)?$/i.test(word)) return Black
  return /^w(hite)?$/i.test(word) ? White : undefined
}

/** A clock that ran out while we were away is negative. */
function parseNumber(word: string | undefined): number | undefined {
  return word !== undefined && /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : undefined
}

/** What `gameover` tells: `B+6.0`, `W+Resign`, `B+Time`, `W+Illegal`, `Draw`, `Abort`. */
export function parseResult(result: string): Outcome {
  const illegal = /^([BW])\+Illegal$/i.exec(result)
  if (illegal) return { kind: "forfeit", winner: /b/i.test(illegal[1]!) ? Black : White }
  if (/^abort/i.test(result)) return { kind: "void" }
  return parseOutcome(result) ?? { kind: "unknown" }
}
