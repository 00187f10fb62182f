// A game at the table as an SGF record and back. What SGF has a property for goes there; who sits where, against
// which player and with which seed goes into one private property, which other programs carry along:
// MONTEGO[color:black][player:random][seed:7].

import { err, ok, type Result } from "../../base/result.ts"
import { VERSION } from "../../base/version.ts"
import {
  decodeSgf,
  makeComposed,
  makeRecord,
  makeSgf,
  makeSimpleText,
  parseComposed,
  parseSgf,
  parseSimpleText,
  replayRecord,
  setProperty,
  type Replayed,
  type ReplayOptions,
  type SgfNode,
} from "../../record/index.ts"
import { Black, makeOutcome, White, type Color, type Game, type Point } from "../../rules/index.ts"
import { isPerson, SIDES, type Seating } from "./seating.ts"

const PRIVATE = "MONTEGO"

export interface SavedGame {
  readonly game: Game
  /** Undefined when another program wrote the record. */
  readonly seating: Seating | undefined
  /** The day on which the game began, as `DT` has it. */
  readonly started: string | undefined
  /** As in `RE`, once the game is finished. */
  readonly result: string | undefined
  readonly notes: readonly string[]
  /** Moves that the rules refuse; a record of another program may have some. */
  readonly unlawful: Replayed["unlawful"]
}

export function makeSave(game: Game, seating: Seating, started: string): string {
  const name = (color: Color) => ({ name: isPerson(seating, color) ? "person" : seating.player })
  const info = {
    application: `Montego:${VERSION}`,
    size: game.size,
    komi: game.komi,
    rules: game.rules.name,
    black: name(Black),
    white: name(White),
    date: started,
    ...(game.handicap > 0 ? { handicap: game.handicap } : {}),
    ...(game.outcome ? { result: makeOutcome(game.outcome) } : {}),
  }
  const stones = (of: Color): Point[] => game.setup.flatMap(([color, point]) => (color === of ? [point] : []))
  const setup = { black: stones(Black), white: stones(White), turn: game.firstToPlay }
  const root = makeRecord(info, game.moves, setup)
  const { person, player, seed } = seating
  const pairs = Object.entries({ color: person, player, seed: String(seed) })
  setProperty(
    root,
    PRIVATE,
    pairs.map(([key, value]) => makeComposed(key, makeSimpleText(value))),
  )
  return makeSgf([root])
}

/**
 * Reads what `makeSave` wrote. Such a file needs no repair: one that does was damaged, and is refused with the
 * reason.
 */
export function readSave(bytes: Uint8Array): Result<SavedGame, string> {
  const decoded = decodeSgf(bytes)
  const parsed = parseSgf(decoded.text)
  if (!parsed.ok) return err(parsed.error.reason)
  const { games, issues } = parsed.value
  const [issue] = [...decoded.issues, ...issues]
  if (issue) return err(`line ${issue.line}: ${issue.reason}`)
  const read = readRecord(games[0]!)
  if (!read.ok) return read
  const [unlawful] = read.value.unlawful
  return unlawful ? err(`move ${unlawful.number}: ${unlawful.reason}`) : read
}

/** Reads any record: its main line, and who sat at the table if it is one of ours. */
export function readRecord(root: SgfNode, options: ReplayOptions = {}): Result<SavedGame, string> {
  const replayed = replayRecord(root, options)
  if (!replayed.ok) return replayed
  const { game, info, notes, unlawful } = replayed.value
  return ok({ game, seating: readSeating(root), started: info.date, result: info.result, notes, unlawful })
}

function readSeating(root: SgfNode): Seating | undefined {
  const pairs = new Map<string, string>()
  for (const raw of root.properties[PRIVATE] ?? []) {
    const [key, value] = parseComposed(raw) ?? []
    if (key !== undefined && value !== undefined) pairs.set(parseSimpleText(key), parseSimpleText(value))
  }
  const person = SIDES.find((side) => side === pairs.get("color"))
  const player = pairs.get("player")
  const seed = Number(pairs.get("seed") ?? Number.NaN)
  if (person === undefined || player === undefined || !Number.isSafeInteger(seed)) return undefined
  return { person, player, seed }
}
