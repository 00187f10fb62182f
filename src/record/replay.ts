// From a record to a lawful game: the main line, up to a move. Records come from every rule set, so a
// repetition that our rules forbid does not stop the reading: the game is then replayed with simple ko.
//
// SGF (FF[4]) carries every move out, lawful or not: the stone is placed whatever was there, then enemy chains without
// liberty are removed, then the own one. A `Game` plays lawful moves only, so after such a move a new game begins from
// the stones on the board. Players, workers and engines get it as they get any other position with set-up stones.

import { err, ok, type Result } from "../base/result.ts"
import {
  Board,
  CHINESE,
  explainRefusal,
  Game,
  isPass,
  opponent,
  parseRuleset,
  stonesOf,
} from "../rules/index.ts"
import type { Color, GameOptions, Ruleset } from "../rules/index.ts"
import { withSetup, type IllegalMove } from "./check.ts"
import { placeIssue, readGameInfo, type GameInfo } from "./info.ts"
import { makeIssueText, type Place } from "./place.ts"
import { makeColor } from "./properties.ts"
import { readPlays, readSetup, type Play, type Setup } from "./record.ts"
import { firstValue, mainLine, type SgfNode } from "./tree.ts"

/** Unlawful moves that a replay lists; a hostile record has a million. */
const MOST_UNLAWFUL = 20

/** How a record is replayed: rules, komi, and up to which move. */
export interface ReplayOptions {
  /** In place of what the record says, or of Chinese rules where it says nothing that we know. */
  readonly rules?: Ruleset
  readonly komi?: number
  /** Stop before this move of the main line, counted from 1; default: play all. */
  readonly before?: number
  /** The text that the record was read from, so that notes say where in it an unlawful move stands. */
  readonly source?: { readonly text: string; readonly place?: Place }
}

/** The game of a record's main line, and what was wrong with it. */
export interface Replayed {
  readonly game: Game
  readonly info: GameInfo
  /** Moves that the rules refuse, the first of them; they were carried out all the same. */
  readonly unlawful: readonly IllegalMove[]
  /** What was not as it should be, one sentence each. */
  readonly notes: readonly string[]
}

/** The game of the record's main line; the error says what can't be read as a game. */
export function replayRecord(root: SgfNode, options: ReplayOptions = {}): Result<Replayed, string> {
  const reading = readGameInfo(root)
  if (!reading.ok) return err(reading.error.reason)
  const { info } = reading.value
  const rules = options.rules ?? parseRuleset(info.rules ?? "") ?? CHINESE
  const first = replayWith(root, info, rules, options)
  if (first.ok || first.error.kind !== "superko") return plain(first)
  const again = replayWith(root, info, { ...rules, ko: "simple" }, options)
  if (!again.ok) return plain(again)
  const note = `${first.error.reason}, which ${rules.name} rules forbid: read with simple ko`
  return ok({ ...again.value, notes: [note, ...again.value.notes] })
}

interface Fault {
  readonly kind: "superko" | "other"
  readonly reason: string
}

function plain(result: Result<Replayed, Fault>): Result<Replayed, string> {
  return result.ok ? result : err(result.error.reason)
}

function replayWith(
  root: SgfNode,
  info: GameInfo,
  rules: Ruleset,
  { komi = info.komi ?? rules.komi, before = Infinity, source }: ReplayOptions,
): Result<Replayed, Fault> {
  const handicap = info.handicap ?? 0
  const options: GameOptions = { size: info.size, rules, komi, handicap, turns: "free" }
  const notes: string[] = []
  const unlawful: IllegalMove[] = []
  let game = Game.create(options)
  let number = 0
  for (const node of mainLine(root)) {
    if (!game.ok) break
    const reading = readSetup(node, info.size)
    if (reading) {
      if (number > 0) notes.push(`stones are set up after move ${number}: the moves before can't be undone`)
      game = setUpGame(game.value, reading.setup)
      if (!game.ok) break
    }
    const { plays, issues } = readPlays(node, info.size)
    notes.push(...issues.map(({ reason }) => `move ${number + 1}: ${reason}`))
    for (const play of plays) {
      if (number + 1 >= before) return ok({ game: game.value, info, notes, unlawful })
      number++
      // After two passes, or a cycle that our rules call void, the record decides whether play goes on.
      if (game.value.phase !== "playing") game.value.resume()
      const played = game.value.play(play.move, play.color)
      if (played.ok) continue
      const reason = explainRefusal(played.error)
      if (played.error.reason === "superko")
        return err({ kind: "superko", reason: `move ${number}: ${reason}` })
      game = ok(executePlay(game.value, play))
      if (unlawful.length >= MOST_UNLAWFUL) continue
      unlawful.push({ node, property: makeColor(play.color), index: 0, number, reason })
      notes.push(unlawfulText(unlawful.at(-1)!, source))
    }
  }
  return game.ok
    ? ok({ game: game.value, info, notes, unlawful })
    : err({ kind: "other", reason: game.error })
}

/** One sentence on an unlawful move that was carried out, with its place where the text is known. */
export function unlawfulText(fault: IllegalMove, source?: ReplayOptions["source"]): string {
  const { node, property, number } = fault
  const value = firstValue(node, property) ?? ""
  const reason =
    `move ${number}, ${property}[${value}]: ${fault.reason}; ` +
    "carried out as the record has it, the game goes on from the stones on the board"
  return source ? makeIssueText(placeIssue({ ...fault, reason }, source.text, source.place)) : reason
}

/** A new game that begins from the stones of this one after a setup; the error is a sentence about them. */
export function setUpGame(game: Game, setup: Setup): Result<Game, string> {
  const changed = withSetup(game.board, setup)
  if (!changed.ok) return err("the stones that are set up leave a chain without liberty")
  return goOn(game, changed.value, setup.turn ?? (game.moves.length > 0 ? game.toPlay : undefined))
}

/**
 * Plays a move that the rules refuse, as SGF asks: the answer is a new game that begins from the stones that are
 * on the board then.
 */
export function executePlay(game: Game, { color, move }: Play): Game {
  const { size } = game
  // Without the stone that may be there, no chain loses a liberty: this board always is one.
  const stones = stonesOf(game.board).filter(([, point]) => point !== move)
  const board = Board.fromStones(size, stones, { suicide: true })
  if (!board.ok || isPass(move)) throw new RangeError("no move that can be carried out")
  board.value.play(color, move)
  const next = goOn(game, board.value, opponent(color))
  if (!next.ok) throw new RangeError(next.error)
  return next.value
}

/** A game under the same conditions that begins with the stones of this board. Prisoners and history stay behind. */
function goOn(game: Game, board: Board, turn: Color | undefined): Result<Game, string> {
  const { size, rules, komi, handicap, turns } = game
  const options: GameOptions = { size, rules, komi, handicap, turns, setup: stonesOf(board) }
  return Game.create(turn === undefined ? options : { ...options, firstToPlay: turn })
}
