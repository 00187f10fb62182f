// What the root says about a game: board, komi, players, result. Only a board that we can't play on is a
// refusal; every other wrong value is reported and left out, or repaired.

import { err, ok, type Result } from "../base/result.ts"
import { placeAt, type Place, type SgfIssue } from "./place.ts"
import { makeReal, makeSize, parseInteger, parseReal, parseSize, quote, type Reading } from "./properties.ts"
import { makeSimpleText, makeText, parseSimpleText, parseText } from "./text.ts"
import type { SgfNode } from "./tree.ts"

/** Without `SZ` a game of Go is on 19×19. */
const DEFAULT_SIZE = 19
/** The number of Go among the games that SGF knows. */
const GAME_OF_GO = 1
const MAX_HANDICAP = 99

/** A player as a record names one. */
export interface PlayerInfo {
  readonly name?: string
  readonly rank?: string
  readonly team?: string
}

/**
 * What the root of a record says of its game. A field is missing where nothing was recorded, or nothing that can
 * be read.
 */
export interface GameInfo {
  readonly size: number
  readonly komi?: number
  /** Handicap stones as `HA` says; the stones themselves are setup. */
  readonly handicap?: number
  /** The name as it stands in `RU`; which rule set it means is for `rules` to say. */
  readonly rules?: string
  /** As in `RE`: `B+3.5`, `W+R`, `0`, `Void`, `?`. */
  readonly result?: string
  readonly black: PlayerInfo
  readonly white: PlayerInfo
  readonly date?: string
  readonly event?: string
  readonly round?: string
  readonly place?: string
  readonly name?: string
  readonly comment?: string
  readonly source?: string
  readonly annotator?: string
  readonly user?: string
  readonly copyright?: string
  /** The program that wrote the record. */
  readonly application?: string
  /** Main time in seconds. */
  readonly seconds?: number
  /** Byo-yomi, in words. */
  readonly overtime?: string
}

/** What is wrong with a value of a node. */
export interface PropertyIssue {
  readonly node: SgfNode
  readonly property: string
  readonly index: number
  readonly reason: string
}

/** What the root of a record says, and what was wrong there. */
export interface GameInfoReading {
  readonly info: GameInfo
  readonly issues: PropertyIssue[]
}

type TextField = Exclude<keyof GameInfo, "size" | "komi" | "handicap" | "seconds" | "black" | "white">

const TEXT_PROPERTIES: Readonly<Record<TextField, string>> = {
  rules: "RU",
  result: "RE",
  date: "DT",
  event: "EV",
  round: "RO",
  place: "PC",
  name: "GN",
  comment: "GC",
  source: "SO",
  annotator: "AN",
  user: "US",
  copyright: "CP",
  application: "AP",
  overtime: "OT",
}
const BLACK_PROPERTIES = { name: "PB", rank: "BR", team: "BT" } as const
const WHITE_PROPERTIES = { name: "PW", rank: "WR", team: "WT" } as const

const RESULT = /^([BW]\+(\d+(\.\d*)?|\.\d+|R|Resign|T|Time|F|Forfeit)?|0|Draw|Void|\?)$/

/** Reads the root of a game; fails when it is not Go, or on a board that we can't play on. */
export function readGameInfo(root: SgfNode): Result<GameInfoReading, PropertyIssue> {
  const issues: PropertyIssue[] = []
  const report = (property: string, reason: string, index = 0) =>
    issues.push({ node: root, property, index, reason })
  const read = <T>(property: string, parse: (raw: string) => Reading<T>): T | undefined => {
    const values = root.properties[property]
    if (!values) return undefined
    if (values.length > 1)
      report(property, `${property} has ${values.length} values: the first one counts`, 1)
    const { value, reason } = parse(values[0] ?? "")
    if (reason !== undefined) report(property, `${property}: ${reason}`)
    return value
  }
  const game = read("GM", parseInteger)
  if (game !== undefined && game !== GAME_OF_GO) {
    return err({
      node: root,
      property: "GM",
      index: 0,
      reason: `GM[${game}] is not a game of Go, which is GM[1]`,
    })
  }
  const sizeText = root.properties["SZ"]?.[0]
  const size = sizeText === undefined ? DEFAULT_SIZE : read("SZ", parseSize)
  if (size === undefined) return err(issues.find((issue) => issue.property === "SZ")!)

  const info: Record<string, unknown> = { size }
  const keep = (field: keyof GameInfo, value: unknown) => {
    if (value !== undefined && value !== "") info[field] = value
  }
  keep(
    "komi",
    read("KM", (raw) => parseKomi(raw, size)),
  )
  keep("handicap", read("HA", parseHandicap))
  keep("seconds", read("TM", parseSeconds))
  for (const [field, property] of Object.entries(TEXT_PROPERTIES) as [TextField, string][]) {
    const parse = field === "result" ? parseResult : field === "comment" ? parseText : parseSimpleText
    keep(
      field,
      read(property, (raw) => asReading(parse(raw))),
    )
  }
  const player = (properties: Readonly<Record<keyof PlayerInfo, string>>): PlayerInfo => {
    const entries = Object.entries(properties).map(([field, property]) => {
      return [field, read(property, (raw) => asReading(parseSimpleText(raw).trim()))] as const
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ""))
  }
  info["black"] = player(BLACK_PROPERTIES)
  info["white"] = player(WHITE_PROPERTIES)
  return ok({ info: info as unknown as GameInfo, issues })
}

function asReading(parsed: string | Reading<string>): Reading<string> {
  return typeof parsed === "string" ? { value: parsed, reason: undefined } : parsed
}

/** A komi beyond every point of the board is a mistake (`KM[375]` for 3¾ stones), and we don't guess which. */
function parseKomi(raw: string, size: number): Reading<number> {
  if (raw.trim() === "") return { value: undefined, reason: undefined }
  const reading = parseReal(raw)
  if (reading.value === undefined || Math.abs(reading.value) <= size * size) return reading
  return { value: undefined, reason: `${quote(raw)} can't be the komi on a ${size}×${size} board: left out` }
}

function parseHandicap(raw: string): Reading<number> {
  if (raw.trim() === "") return { value: undefined, reason: undefined }
  const reading = parseInteger(raw)
  if (reading.value === undefined || (reading.value >= 0 && reading.value <= MAX_HANDICAP)) return reading
  return { value: undefined, reason: `${quote(raw)} can't be a number of handicap stones: left out` }
}

function parseSeconds(raw: string): Reading<number> {
  if (raw.trim() === "") return { value: undefined, reason: undefined }
  const reading = parseReal(raw)
  if (reading.value === undefined || reading.value >= 0) return reading
  return { value: undefined, reason: `${quote(raw)} can't be a time: left out` }
}

/** The string is kept whatever it says: `黑中盘胜` means something to a reader, if not to a program. */
function parseResult(raw: string): Reading<string> {
  const value = parseSimpleText(raw).trim()
  const isKnown = value === "" || RESULT.test(value)
  return {
    value,
    reason: isKnown ? undefined : `${quote(raw)} is not a result like B+3.5, W+R, 0, Void or ?`,
  }
}

/** What the writer of a record has to know of its game: the size, and whatever else is known. */
export type GameInfoDraft = Pick<GameInfo, "size"> & Partial<GameInfo>

/** The root properties that say the same as `info`, in the usual order. */
export function makeGameInfo(info: GameInfoDraft): Record<string, string[]> {
  const properties: Record<string, string[]> = { GM: ["1"], FF: ["4"], CA: ["UTF-8"] }
  const put = (property: string, value: string | undefined) => {
    if (value !== undefined && value !== "") properties[property] = [value]
  }
  const number = (value: number | undefined) => (value === undefined ? undefined : makeReal(value))
  const text = (value: string | undefined) => (value === undefined ? undefined : makeSimpleText(value))
  put("AP", text(info.application))
  put("SZ", makeSize(info.size))
  put("KM", number(info.komi))
  put("HA", number(info.handicap))
  put("RU", text(info.rules))
  for (const [player, names] of [
    [info.black, BLACK_PROPERTIES],
    [info.white, WHITE_PROPERTIES],
  ] as const) {
    put(names.name, text(player?.name))
    put(names.rank, text(player?.rank))
    put(names.team, text(player?.team))
  }
  put("RE", text(info.result))
  put("TM", number(info.seconds))
  for (const [field, property] of Object.entries(TEXT_PROPERTIES) as [TextField, string][]) {
    if (properties[property]) continue
    put(property, field === "comment" ? info.comment && makeText(info.comment) : text(info[field]))
  }
  return properties
}

/** Gives an issue of a property its place, from the text of its game and where that begins. */
export function placeIssue(issue: PropertyIssue, text: string, origin?: Place): SgfIssue {
  const offset = offsetOfValue(text, issue)
  return { ...placeAt(text, offset, origin), reason: issue.reason, severity: "repaired" }
}

/** Looks the value up in the source: nodes keep only where they begin, as places are seldom asked for. */
function offsetOfValue(text: string, { node, property, index }: PropertyIssue): number {
  const start = Math.max(node.offset, 0)
  const token = /\[(?:\\[^]|[^\]\\])*\]?|[A-Za-z][A-Za-z0-9]*|[;()]/y
  let current = ""
  let seen = -1
  for (let at = start; at < text.length;) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) {
      at++
      continue
    }
    const word = found[0]
    if (at > start && /^[;()]/.test(word)) break
    if (/^[A-Za-z]/.test(word)) current = word.replace(/[a-z]/g, "") || word.toUpperCase()
    else if (word[0] === "[" && current === property && ++seen === index) return at
    at = token.lastIndex
  }
  return start
}
