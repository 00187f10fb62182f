// From a record to a lawful game: the main line, up to a move. Records come from every rule set, so a
// repetition that our rules forbid does not stop the reading: the game is then replayed with simple ko.

import { err, ok, type Result } from "../base/result.ts"
import { allPoints, CHINESE, Empty, explainRefusal, Game, parseRuleset } from "../rules/index.ts"
import type { Color, GameOptions, Point, Ruleset } from "../rules/index.ts"
import { withSetup } from "./check.ts"
import { readGameInfo, type GameInfo } from "./info.ts"
import { readPlays, readSetup, type Setup } from "./record.ts"
import { mainLine, type SgfNode } from "./tree.ts"

export interface ReplayOptions {
  /** In place of what the record says, or of Chinese rules where it says nothing that we know. */
  readonly rules?: Ruleset
  readonly komi?: number
  /** Stop before this move of the main line, counted from 1; default: play all. */
  readonly before?: number
}

export interface Replayed {
  readonly game: Game
  readonly info: GameInfo
  /** What was not as it should be, one sentence each. */
  readonly notes: readonly string[]
}

/** The game of the record's main line; the error says which move is not lawful, and why. */
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
  { komi = info.komi ?? rules.komi, before = Infinity }: ReplayOptions,
): Result<Replayed, Fault> {
  const handicap = info.handicap ?? 0
  const options: GameOptions = { size: info.size, rules, komi, handicap, turns: "free" }
  const notes: string[] = []
  let game = Game.create(options)
  let number = 0
  for (const node of mainLine(root)) {
    if (!game.ok) return err({ kind: "other", reason: game.error })
    const reading = readSetup(node, info.size)
    if (reading) {
      if (number > 0) notes.push(`stones are set up after move ${number}: the moves before can't be undone`)
      game = setUp(game.value, reading.setup, options)
      if (!game.ok) return err({ kind: "other", reason: game.error })
    }
    const { plays, issues } = readPlays(node, info.size)
    notes.push(...issues.map(({ reason }) => `move ${number + 1}: ${reason}`))
    for (const { color, move } of plays) {
      if (number + 1 >= before) return ok({ game: game.value, info, notes })
      number++
      // After two passes, or a cycle that our rules call void, the record decides whether play goes on.
      if (game.value.phase !== "playing") game.value.resume()
      const played = game.value.play(move, color)
      if (played.ok) continue
      const kind = played.error.reason === "superko" ? "superko" : "other"
      return err({ kind, reason: `move ${number}: ${explainRefusal(played.error)}` })
    }
  }
  return game.ok ? ok({ game: game.value, info, notes }) : err({ kind: "other", reason: game.error })
}

/** The game begins anew from the changed stones. */
function setUp(game: Game, setup: Setup, options: GameOptions): Result<Game, string> {
  const changed = withSetup(game.board, setup)
  if (!changed.ok) return err("the setup leaves a chain without liberty")
  const board = changed.value
  const stones = allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point): [Color, Point] => [board.at(point) as Color, point])
  const turn = setup.turn ?? (game.moves.length > 0 ? game.toPlay : undefined)
  return Game.create({ ...options, setup: stones, ...(turn === undefined ? {} : { firstToPlay: turn }) })
}
