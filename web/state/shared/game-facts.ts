// What a game tells beside its moves: its record, the numbers on its stones, what the last move took.

import { makeRecord, makeSgf, parseSgf, readGameInfo } from "montego/record"
import { Game, isPass, makeOutcome, type Point } from "montego/rules"
import type { TimeLimit } from "montego/search"

interface GameInfo {
  /** The players' names. */
  readonly black: string
  readonly white: string
  readonly date: string
  readonly time?: TimeLimit | undefined
}

export function makeGameSgf(game: Game, { black, white, date, time }: GameInfo): string {
  const stones = game.setup.map(([, point]) => point)
  const record = makeRecord(
    {
      size: game.size,
      komi: game.komi,
      rules: game.rules.name,
      ...(game.handicap > 0 ? { handicap: game.handicap } : {}),
      black: { name: black },
      white: { name: white },
      ...(game.outcome ? { result: makeOutcome(game.outcome) } : {}),
      ...(time ? timeInfo(time) : {}),
      date,
      application: "Montego",
    },
    game.moves,
    stones.length > 0 ? { black: stones } : undefined,
  )
  return makeSgf([record])
}

/** Letters of a file's name; some systems allow no more than 255 bytes. */
const LONGEST_FILE = 80

/** A name for a record's file: the players and the date, in letters that every system allows. */
export function sgfFileName(sgf: string): string {
  const parsed = parseSgf(sgf)
  const [root] = parsed.ok ? parsed.value.games : []
  const info = root && readGameInfo(root)
  const { black, white, date } = info?.ok === true ? info.value.info : {}
  const words = [black?.name, white?.name, date].filter((word) => word !== undefined && word !== "").join(" ")
  const name = words
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LONGEST_FILE)
    .replaceAll(/^-|-$/g, "")
  return `${name === "" ? "montego" : name}.sgf`
}

function timeInfo(limit: TimeLimit): { seconds: number; overtime?: string } {
  const seconds = limit.main
  if (limit.kind === "absolute") return { seconds }
  const overtime =
    limit.kind === "byo-yomi"
      ? `${limit.periods}x${limit.period} byo-yomi`
      : `${limit.stones}/${limit.period} Canadian`
  return { seconds, overtime }
}

/** How many stones the last move took. */
export function lastCaptures(game: Game): number {
  const last = game.moves.at(-1)
  if (!last) return 0
  const before = Game.replay(game.position(), game.moves.slice(0, -1))
  return before.ok ? game.board.prisoners(last.color) - before.value.board.prisoners(last.color) : 0
}

/** Stones on the board with the number of the move that put them there. */
export function moveNumbers(game: Game): Map<Point, number> {
  const numbers = new Map<Point, number>()
  for (const [index, { color, move }] of game.moves.entries())
    if (!isPass(move) && game.board.at(move as Point) === color) numbers.set(move as Point, index + 1)
  return numbers
}
