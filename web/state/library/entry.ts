// A row of the library: what the list shows of a game without reading all of it.

import {
  makeSgf,
  makeSimpleText,
  mainLine,
  parseSgf,
  readGameInfo,
  readPlays,
  replayRecord,
  setProperty,
  type SgfNode,
} from "montego/record"
import { allPoints, Black, Empty, makeOutcome, type Board, type Color } from "montego/rules"
import type { PlaySession } from "../play/play.ts"

/** Raised when the form changes; rows of earlier forms are still read, those of later ones are left alone. */
export const ENTRY_FORMAT = 1

export interface Facts {
  readonly size: number
  readonly moves: number
  /** As records write it; absent while it is open. */
  readonly result?: string
  /** Of a record: who played, and when. */
  readonly black?: string
  readonly white?: string
  readonly date?: string
  /** Of a collection; all else is about its first game. */
  readonly games?: number
  /** Of a played game: against whom, and the machine's colour. */
  readonly opponent?: string
  /** Of an opponent of one's own: by its name. */
  readonly player?: string
  readonly machine?: Color
  /** The last position, row by row: `.`, `X`, `O`. Empty when it can't be known. */
  readonly stones: string
}

export interface Entry {
  readonly format: typeof ENTRY_FORMAT
  readonly id: string
  /** Grows with every change. */
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly created: number
  readonly changed: number
  readonly kind: "played" | "record"
  /** A name that the person gave. */
  readonly name?: string
  readonly facts: Facts
  /** Same content, same text: see `contentOf`. */
  readonly content: string
  /** Roughly, in the store. */
  readonly bytes: number
}

/** Distrusts what the store has; undefined for what is no row, or one of a later form. */
export function readEntry(stored: unknown): Entry | undefined {
  if (typeof stored !== "object" || stored === null) return undefined
  const { format, id, revision, facts } = stored as Partial<Entry>
  if (format !== ENTRY_FORMAT || typeof id !== "string" || !Number.isSafeInteger(revision)) return undefined
  if (typeof facts !== "object" || !Number.isSafeInteger(facts.size) || typeof facts.stones !== "string")
    return undefined
  return stored as Entry
}

export function factsOfPlay({ game, settings, machine }: PlaySession): Facts {
  return {
    size: game.size,
    moves: game.moves.length,
    ...(game.outcome ? { result: makeOutcome(game.outcome) } : {}),
    opponent: settings.opponent,
    ...(settings.opponent === "custom" ? { player: settings.player } : {}),
    ...(machine === undefined ? {} : { machine }),
    stones: stonesOf(game.board),
  }
}

/** Undefined for a record that is no game of Go. */
export function factsOfRecord(games: readonly SgfNode[]): Facts | undefined {
  const [root] = games
  if (!root) return undefined
  const reading = readGameInfo(root)
  if (!reading.ok) return undefined
  const { size, result, black, white, date } = reading.value.info
  const replayed = replayRecord(root)
  return {
    size,
    moves: mainLine(root).reduce((sum, node) => sum + readPlays(node, size).plays.length, 0),
    ...(result === undefined ? {} : { result }),
    ...(black.name === undefined ? {} : { black: black.name }),
    ...(white.name === undefined ? {} : { white: white.name }),
    ...(date === undefined ? {} : { date }),
    ...(games.length > 1 ? { games: games.length } : {}),
    stones: replayed.ok ? stonesOf(replayed.value.game.board) : "",
  }
}

function stonesOf(board: Board): string {
  const letter = (content: number): string => (content === Empty ? "." : content === Black ? "X" : "O")
  return [...allPoints(board.size)].map((point) => letter(board.at(point))).join("")
}

/** A number for what records say, their names and encodings apart: so the same game is found again. */
export function contentOf(games: readonly SgfNode[]): string {
  const plain = games.map((root) => {
    const { GN: _, CA: __, ...properties } = root.properties
    return { ...root, properties }
  })
  return hashOf(makeSgf(plain))
}

/** The games of a text that this app wrote, or read before; none when it can't be read. */
export function gamesOf(sgf: string): readonly SgfNode[] {
  const parsed = parseSgf(sgf)
  return parsed.ok ? parsed.value.games : []
}

/** Two rounds of FNV-1a, 64 bits in all: far more than any library needs. */
function hashOf(text: string): string {
  const round = (start: number): string => {
    let hash = start
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, "0")
  }
  return round(0x811c9dc5) + round(0x2f0b4c47)
}

/** The record with the name that the person gave, as a file has it. */
export function namedSgf(sgf: string, name: string | undefined): string {
  const games = gamesOf(sgf)
  if (name !== undefined && games.length === 1) setProperty(games[0]!, "GN", [makeSimpleText(name)])
  return makeSgf(games, { charset: "UTF-8" })
}
