// Replay links: a position, a player, its budget and its seed in the fragment of an address, so that every reader of
// the link sees the same search. The form is numbered, and a link tells which Montego made it: another may play another
// move.
//
//   #r1=0.1.0-11f8c2b4573bb5e0&size=9&rules=chinese&komi=7.5&moves=eececg&player=uct:strong&playouts=300&seed=42
//
// Points are those of SGF, `zz` is a pass; B or W before a move says whose it is where that is not the usual turn. What
// is left out is as usual: no stones set up, no handicap, the rules' komi and ko. A link with `look` opens the glass
// box.

import { err, ok, VERSION, type Result } from "montego/base"
import {
  Black,
  Game,
  isPass,
  KOMI_LIMIT,
  makeSgfMove,
  opponent,
  parseRuleset,
  parseSgfPoint,
  PASS,
  White,
  type Color,
  type Move,
  type PlayedMove,
  type Point,
  type Position,
  type Ruleset,
} from "montego/rules"
import { SIGNATURE } from "montego/search"

const LINK_FORMAT = 1
/** What a fragment may have at most: the longest games have a few thousand letters. */
const LONGEST = 20_000
const MOST_PLAYOUTS = 1_000_000
const LARGEST_BOARD = 19

/** Which Montego: the version, and the signature of how it plays. */
interface Maker {
  readonly version: string
  readonly signature: string
}

export const THIS_MAKER: Maker = { version: VERSION, signature: SIGNATURE }

/** All that decides a search. */
export interface ReplayLink {
  readonly maker: Maker
  readonly position: Position
  readonly color: Color
  /** As the registry of players reads it. */
  readonly player: string
  readonly playouts: number
  readonly seed: number
  /** What was played in the game that the link is from. */
  readonly played?: Move | "resign"
  /** Looks into the search (the glass box) after `playouts` simulations: the way from the root to the node. */
  readonly look?: readonly Move[]
}

export function makeLink(link: Omit<ReplayLink, "maker">, maker: Maker = THIS_MAKER): string {
  const { position, color, player, playouts, seed, played, look } = link
  const { size, rules, komi, handicap, setup, moves } = position
  const usual = parseRuleset(rules.name)
  const start = handicap >= 2 ? White : Black
  const fields: [string, string][] = [
    [`r${LINK_FORMAT}`, `${maker.version}-${maker.signature}`],
    ["size", String(size)],
    ["rules", rules.name],
  ]
  const say = (name: string, value: string, isUsual = value === ""): void => {
    if (!isUsual) fields.push([name, value])
  }
  say("ko", rules.ko, usual?.ko === rules.ko)
  say("komi", String(komi))
  say("handicap", String(handicap), handicap === 0)
  for (const [name, of] of [
    ["black", Black],
    ["white", White],
  ] as const)
    say(
      name,
      setup
        .filter(([content]) => content === of)
        .map(([, point]) => makeSgfMove(point))
        .join(""),
    )
  say("first", letter(position.firstToPlay), position.firstToPlay === start)
  say("moves", makeMoves(moves, position.firstToPlay))
  say("for", letter(color), color === turnAfter(moves, position.firstToPlay))
  say("player", player)
  say("playouts", String(playouts))
  say("seed", String(seed))
  if (played !== undefined) say("played", played === "resign" ? played : makePoint(played))
  if (look) say("look", look.map(makePoint).join(""), false)
  return `#${fields.map(([name, value]) => `${name}=${encode(value)}`).join("&")}`
}

/** Reads the fragment of an address; undefined when it is no replay link, else the link or what is wrong with it. */
export function parseLink(fragment: string): Result<ReplayLink, string> | undefined {
  const text = fragment.replace(/^#/, "")
  const [, format] = /^r(\d{1,3})=/.exec(text) ?? []
  if (format === undefined) return undefined
  if (Number(format) !== LINK_FORMAT)
    return err(`it has format ${Number(format)}, and this Montego reads format ${LINK_FORMAT}`)
  if (text.length > LONGEST) return err(`it is longer than ${LONGEST} letters`)
  const fields = readFields(text)
  return fields.ok ? readLink(fields.value) : fields
}

type Fields = ReadonlyMap<string, string>

const NAMES = new Set([
  ...["r1", "size", "rules", "ko", "komi", "handicap", "black", "white", "first", "moves", "for"],
  ...["player", "playouts", "seed", "played", "look"],
])

function readFields(text: string): Result<Fields, string> {
  const fields = new Map<string, string>()
  for (const part of text.split("&")) {
    const at = part.indexOf("=")
    const name = part.slice(0, Math.max(0, at))
    if (!NAMES.has(name)) return err(`"${part.slice(0, 40)}" is nothing that a link has`)
    if (fields.has(name)) return err(`${name} is given twice`)
    try {
      fields.set(name, decodeURIComponent(part.slice(at + 1)))
    } catch {
      return err(`${name} has a broken % sign`)
    }
  }
  return ok(fields)
}

function readLink(fields: Fields): Result<ReplayLink, string> {
  const made = /^([0-9A-Za-z.+-]{1,40})-([0-9a-f]{16})$/.exec(fields.get("r1")!)
  if (!made) return err("it doesn't say which Montego made it")
  const position = readPosition(fields)
  if (!position.ok) return position
  const player = fields.get("player") ?? ""
  if (player === "" || player.length > 500) return err("it names no player")
  const playouts = readNumber(fields, "playouts", 1, MOST_PLAYOUTS, true)
  if (!playouts.ok) return playouts
  const seed = readNumber(fields, "seed", -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true)
  if (!seed.ok) return seed
  const color = readColor(fields, "for", turnAfter(position.value.moves, position.value.firstToPlay))
  if (!color.ok) return color
  const played = readPlayed(fields, position.value.size)
  if (!played.ok) return played
  const look = fields.has("look")
    ? readMoves(fields.get("look")!, position.value.size, color.value)
    : ok(undefined)
  if (!look.ok) return err(`look: ${look.error}`)
  return ok({
    maker: { version: made[1]!, signature: made[2]! },
    position: position.value,
    color: color.value,
    player,
    playouts: playouts.value,
    seed: seed.value,
    ...(played.value === undefined ? {} : { played: played.value }),
    ...(look.value === undefined ? {} : { look: look.value.map(({ move }) => move) }),
  })
}

function readPosition(fields: Fields): Result<Position, string> {
  const size = readNumber(fields, "size", 2, LARGEST_BOARD, true)
  if (!size.ok) return size
  const rules = readRules(fields)
  if (!rules.ok) return rules
  const komi = readNumber(fields, "komi", -KOMI_LIMIT, KOMI_LIMIT, false)
  if (!komi.ok) return komi
  const handicap = fields.has("handicap")
    ? readNumber(fields, "handicap", 0, LARGEST_BOARD ** 2, true)
    : ok(0)
  if (!handicap.ok) return handicap
  const setup = readSetup(fields, size.value)
  if (!setup.ok) return setup
  const first = readColor(fields, "first", handicap.value >= 2 ? White : Black)
  if (!first.ok) return first
  const moves = readMoves(fields.get("moves") ?? "", size.value, first.value)
  if (!moves.ok) return moves
  const game = Game.replay(
    {
      size: size.value,
      rules: rules.value,
      komi: komi.value,
      handicap: handicap.value,
      setup: setup.value,
      firstToPlay: first.value,
      turns: isAlternating(moves.value, first.value) ? "alternate" : "free",
    },
    moves.value,
  )
  if (game.ok) return ok(game.value.position())
  const { number, reason } = game.error
  return err(number === 0 ? reason : `move ${number}: ${reason}`)
}

function readRules(fields: Fields): Result<Ruleset, string> {
  const name = fields.get("rules") ?? ""
  const rules = parseRuleset(name)
  if (!rules) return err(`there are no rules "${name.slice(0, 40)}"`)
  const ko = fields.get("ko") ?? rules.ko
  if (ko !== "simple" && ko !== "positional" && ko !== "situational")
    return err(`ko is simple, positional or situational, not "${ko.slice(0, 40)}"`)
  return ok(ko === rules.ko ? rules : { ...rules, ko })
}

function readSetup(fields: Fields, size: number): Result<(readonly [Color, Point])[], string> {
  const setup: (readonly [Color, Point])[] = []
  const seen = new Set<Point>()
  for (const [name, color] of [
    ["black", Black],
    ["white", White],
  ] as const)
    for (const text of (fields.get(name) ?? "").match(/.{1,2}/gs) ?? []) {
      const point = parseSgfPoint(text, size)
      if (point === undefined) return err(`"${text}" in ${name} is no point of the board`)
      if (seen.has(point)) return err(`"${text}" is set up twice`)
      seen.add(point)
      setup.push([color, point])
    }
  return ok(setup)
}

function readMoves(text: string, size: number, first: Color): Result<PlayedMove[], string> {
  const moves: PlayedMove[] = []
  let turn = first
  for (const part of text.match(/[BW]?[^BW]{1,2}|./gs) ?? []) {
    const color = part.startsWith("B") ? Black : part.startsWith("W") ? White : turn
    const move = readPoint(part.replace(/^[BW]/, ""), size)
    if (move === undefined) return err(`"${part}" is no move: move ${moves.length + 1} can't be read`)
    moves.push({ color, move })
    turn = opponent(color)
  }
  return ok(moves)
}

function readPlayed(fields: Fields, size: number): Result<Move | "resign" | undefined, string> {
  const text = fields.get("played")
  if (text === undefined || text === "resign") return ok(text)
  const move = readPoint(text, size)
  return move === undefined ? err(`played: "${text.slice(0, 40)}" is no move`) : ok(move)
}

function readNumber(
  fields: Fields,
  name: string,
  least: number,
  most: number,
  isWhole: boolean,
): Result<number, string> {
  const text = fields.get(name)
  if (text === undefined) return err(`${name} is missing`)
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (value >= least && value <= most && (!isWhole || Number.isSafeInteger(value))) return ok(value)
  return err(
    `${name} is a ${isWhole ? "whole number" : "number"} from ${least} to ${most}, not "${text.slice(0, 40)}"`,
  )
}

function readColor(fields: Fields, name: string, usual: Color): Result<Color, string> {
  const text = fields.get(name)
  if (text === undefined) return ok(usual)
  if (text === "b" || text === "w") return ok(text === "b" ? Black : White)
  return err(`${name} is b or w, not "${text.slice(0, 40)}"`)
}

function makeMoves(moves: readonly PlayedMove[], first: Color): string {
  let turn = first
  return moves
    .map(({ color, move }) => {
      const mark = color === turn ? "" : letter(color).toUpperCase()
      turn = opponent(color)
      return mark + makePoint(move)
    })
    .join("")
}

const PASSED = "zz"

function makePoint(move: Move): string {
  return isPass(move) ? PASSED : makeSgfMove(move)
}

function readPoint(text: string, size: number): Move | undefined {
  return text === PASSED ? PASS : parseSgfPoint(text, size)
}

function isAlternating(moves: readonly PlayedMove[], first: Color): boolean {
  return moves.every(({ color }, index) => color === (index % 2 === 0 ? first : opponent(first)))
}

function turnAfter(moves: readonly PlayedMove[], first: Color): Color {
  const last = moves.at(-1)
  return last ? opponent(last.color) : first
}

function letter(color: Color): "b" | "w" {
  return color === Black ? "b" : "w"
}

/** What people should be able to read stays as it is. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=")
}
