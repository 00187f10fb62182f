// The lawful game: the one referee that every move goes through, a person's, a player's or another
// engine's (RUL-2 to RUL-5). It adds to the board what only history knows: whose turn it is, superko,
// passes, the end and the score.

import { err, ok, type Result } from "../base/result.ts"
import { Board, type BoardRefusal } from "./board.ts"
import { makeVertex } from "./coordinates.ts"
import { outcomeOfMargin, type Outcome } from "./outcome.ts"
import { CHINESE, isKomi, KOMI_LIMIT, type Ruleset } from "./ruleset.ts"
import { score, type Score } from "./score.ts"
import { Black, colorName, isBoardSize, isPass, MAX_SIZE, MIN_SIZE, opponent, White } from "./types.ts"
import type { Color, Move, Point } from "./types.ts"
import { hashNumber, WHITE_TO_PLAY, type HashWords } from "./zobrist.ts"

/** Why a move was refused. `repeats` is the number of the move after which the position stood before. */
export type Refusal =
  | { readonly reason: BoardRefusal | "game-over" }
  | { readonly reason: "not-your-turn"; readonly toPlay: Color }
  | { readonly reason: "superko"; readonly repeats: number }

/** A move and the colour that played it. */
export interface PlayedMove {
  readonly color: Color
  readonly move: Move
}

/** All that defines a game before its first move. */
export interface GameOptions {
  readonly size: number
  readonly rules?: Ruleset
  /** Default: the rule set's. */
  readonly komi?: number
  /** Stones on the board before the first move, Black's handicap included. */
  readonly setup?: readonly (readonly [Color, Point])[]
  /** How many of the setup stones are handicap: White is compensated for them, where the rules say so. */
  readonly handicap?: number
  /** Default: Black, or White when there is a handicap. */
  readonly firstToPlay?: Color
  /** `free` lets a colour move twice in a row, as GTP and SGF do. Default: `alternate`. */
  readonly turns?: "alternate" | "free"
}

/** All that defines a game in progress, as plain data: players get it, workers are sent it. */
export interface Position extends Required<GameOptions> {
  readonly moves: readonly PlayedMove[]
}

/** The first move of a list that the rules refuse; its number counts from 1, 0 is the setup. */
export interface ReplayFault {
  readonly number: number
  readonly reason: string
}

/** Whether moves are played, dead stones are to be agreed on, or all is over. */
export type Phase = "playing" | "counting" | "over"

/** A lawful game: the board, its history, superko, passes, the end and the rules. */
export class Game {
  readonly rules: Ruleset
  readonly size: number
  readonly komi: number
  readonly handicap: number
  /** The stones that were there before the first move, handicap stones included. */
  readonly setup: readonly (readonly [Color, Point])[]
  /** Whether a colour may move twice in a row. */
  readonly turns: "alternate" | "free"

  readonly #start: Color
  readonly #board: Board
  readonly #moves: PlayedMove[] = []
  // Repetition: the hash after each move, and the number of the move after which each hash first occurred.
  readonly #past: HashWords[] = []
  readonly #firstSeen = new Map<number, number>()
  #resumedAt = 0
  #outcome: Outcome | undefined

  private constructor(options: GameOptions, board: Board) {
    this.rules = options.rules ?? CHINESE
    this.size = options.size
    this.komi = options.komi ?? this.rules.komi
    this.setup = options.setup ?? []
    this.handicap = options.handicap ?? 0
    this.turns = options.turns ?? "alternate"
    this.#start = options.firstToPlay ?? (this.handicap >= 2 ? White : Black)
    this.#board = board
    this.#remember()
  }

  /** A new game, or one sentence on why its size, komi or setup can't be. */
  static create(options: GameOptions): Result<Game, string> {
    if (!isBoardSize(options.size)) {
      return err(`the board size must be a whole number from ${MIN_SIZE} to ${MAX_SIZE}, not ${options.size}`)
    }
    if (options.komi !== undefined && !isKomi(options.komi))
      return err(`the komi must be a number from ${-KOMI_LIMIT} to ${KOMI_LIMIT}, not ${options.komi}`)
    const suicide = (options.rules ?? CHINESE).suicide
    const board = Board.fromStones(options.size, options.setup ?? [], { suicide })
    if (!board.ok) return err(`the chain at ${makeVertex(board.error, options.size)} has no liberty`)
    return ok(new Game(options, board.value))
  }

  /** The game in which these moves were played; one that had ended (passes, cycle, capture) goes on if more follow. */
  static replay(options: GameOptions, moves: readonly PlayedMove[]): Result<Game, ReplayFault> {
    const game = Game.create(options)
    if (!game.ok) return err({ number: 0, reason: game.error })
    for (const [index, { color, move }] of moves.entries()) {
      if (game.value.phase !== "playing") game.value.resume()
      const played = game.value.play(move, color)
      if (!played.ok) return err({ number: index + 1, reason: explainRefusal(played.error) })
    }
    return game
  }

  /** Plain data from which `replay` makes this game again. */
  position(): Position {
    const { size, rules, komi, setup, handicap, turns } = this
    return { size, rules, komi, setup, handicap, turns, firstToPlay: this.#start, moves: [...this.#moves] }
  }

  /** The board as it stands. It is the game's own: look, but play through the game. */
  get board(): Board {
    return this.#board
  }

  /** All moves so far, passes included. */
  get moves(): readonly PlayedMove[] {
    return this.#moves
  }

  /** Whose turn it is; with free turns, who would be next if they alternated. */
  get toPlay(): Color {
    return toPlayAfter(this.#moves, this.#start)
  }

  /** The hash of every position so far, the first one included; positional superko alone leaves out the turn. */
  get past(): readonly HashWords[] {
    return this.#past
  }

  /** Whose turn it was before the first move. */
  get firstToPlay(): Color {
    return this.#start
  }

  /** Whether the game goes on, waits for the count after the passes, or is over. */
  get phase(): Phase {
    if (this.#outcome) return "over"
    return this.#hasEndedByPasses() ? "counting" : "playing"
  }

  /** How the game ended; undefined while it goes on or is being counted. */
  get outcome(): Outcome | undefined {
    return this.#outcome
  }

  /** Why this move may not be played now; undefined when it may. */
  refusal(move: Move, color: Color = this.toPlay): Refusal | undefined {
    const early = this.#earlyRefusal(color)
    if (early) return early
    const refused = this.#board.refusal(color, move)
    if (refused) return { reason: refused }
    if (isPass(move) || this.rules.ko === "simple") return undefined
    this.#board.play(color, move)
    const repeats = this.#firstSeen.get(keyOf(this.#hashAfter(color)))
    this.#board.undo()
    return repeats === undefined ? undefined : { reason: "superko", repeats }
  }

  /** Plays for the side to move, or for `color` where turns are free. Refused moves change nothing. */
  play(move: Move, color: Color = this.toPlay): Result<Phase, Refusal> {
    const refusal = this.refusal(move, color)
    if (refusal) return err(refusal)
    const taken = this.#board.prisoners(color)
    this.#board.play(color, move)
    this.#moves.push({ color, move })
    this.#remember()
    if (this.rules.captureGoal !== undefined) this.#checkCaptureGoal(color, taken)
    else this.#checkEnd(move)
    return ok(this.phase)
  }

  /** Takes the last move back, the end of the game included; false when there is none. */
  undo(): boolean {
    const number = this.#moves.length
    if (number === 0) return false
    this.#outcome = undefined
    this.#moves.pop()
    this.#board.undo()
    const key = keyOf(this.#past.pop()!)
    if (this.#firstSeen.get(key) === number) this.#firstSeen.delete(key)
    if (this.#moves.length < this.#resumedAt) this.#resumedAt = 0
    return true
  }

  /** After the passes, when the players don't agree on the dead stones: play goes on. */
  resume(): void {
    this.#resumedAt = this.#moves.length
    this.#outcome = undefined
  }

  /** Ends the game without counting: resignation, time, forfeit, void. */
  end(outcome: Outcome): void {
    this.#outcome = outcome
  }

  resign(color: Color): void {
    this.end({ kind: "resign", winner: opponent(color) })
  }

  /** Counts the board as it stands, with these stones taken as dead. Changes nothing. */
  score(dead: Iterable<Point> = []): Score {
    const passes = { [Black]: 0, [White]: 0 }
    for (const { color, move } of this.#moves) if (isPass(move)) passes[color]++
    return score({
      board: this.#board,
      rules: this.rules,
      komi: this.komi,
      handicap: this.handicap,
      dead,
      passes,
    })
  }

  /** Ends the game by count, with the dead stones that both sides agreed on. */
  accept(dead: Iterable<Point> = []): Outcome {
    this.#outcome =
      this.rules.captureGoal === undefined ? outcomeOfMargin(this.score(dead).margin) : { kind: "draw" }
    return this.#outcome
  }

  #earlyRefusal(color: Color): Refusal | undefined {
    if (this.phase !== "playing") return { reason: "game-over" }
    if (this.turns === "alternate" && color !== this.toPlay)
      return { reason: "not-your-turn", toPlay: this.toPlay }
    return undefined
  }

  #hasEndedByPasses(): boolean {
    const latest = this.#moves.at(-1)
    if (!latest || !isPass(latest.move)) return false
    const last = this.#moves.slice(Math.max(this.#resumedAt, this.#moves.length - 3))
    const passed = last.length - 1 - last.findLastIndex(({ move }) => !isPass(move))
    if (passed < 2) return false
    return !this.rules.passStones || latest.color === White
  }

  #checkEnd(move: Move): void {
    if (isPass(move)) {
      if (this.rules.dead === "none" && this.#hasEndedByPasses()) this.accept()
      return
    }
    // Without superko a whole-board cycle is the end: no result. Passing is no part of a cycle.
    if (this.rules.ko === "simple" && this.#firstSeen.get(keyOf(this.#past.at(-1)!))! < this.#moves.length) {
      this.#outcome = { kind: "void" }
    }
  }

  #checkCaptureGoal(color: Color, takenBefore: number): void {
    const goal = this.rules.captureGoal!
    if (this.#board.prisoners(color) >= goal && this.#board.prisoners(color) > takenBefore) {
      this.#outcome = { kind: "win", winner: color }
    } else if (this.#hasEndedByPasses()) this.accept()
  }

  #remember(): void {
    const hash = this.#hashAfter(opponent(this.toPlay))
    const key = keyOf(hash)
    this.#past.push(hash)
    if (!this.#firstSeen.has(key)) this.#firstSeen.set(key, this.#moves.length)
  }

  /** Identifies the board as it stands after a move of `mover`. */
  #hashAfter(mover: Color): HashWords {
    const { low, high } = this.#board.hashWords
    if (this.rules.ko === "positional" || mover === White) return { low, high }
    return { low: low ^ WHITE_TO_PLAY.low, high: high ^ WHITE_TO_PLAY.high }
  }
}

function keyOf({ low, high }: HashWords): number {
  return hashNumber(low, high)
}

function toPlayAfter(moves: readonly PlayedMove[], first: Color): Color {
  const last = moves.at(-1)
  return last ? opponent(last.color) : first
}

/** Whose turn it is in a position. */
export function toPlayIn({ moves, firstToPlay }: Pick<Position, "moves" | "firstToPlay">): Color {
  return toPlayAfter(moves, firstToPlay)
}

/**
 * The game of a position, ready for the next move: it goes on where passes or a cycle had ended it.
 * @throws {RangeError} when its options or moves are against the rules.
 */
export function openGame(position: Position): Game {
  const game = Game.replay(position, position.moves)
  if (!game.ok) throw new RangeError(`the position can't be replayed: ${game.error.reason}`)
  if (game.value.phase !== "playing") game.value.resume()
  return game.value
}

/** How many moves two positions of one game have in common, from its start; undefined where the games differ. */
export function sharedMoves(position: Position, other: Position): number | undefined {
  const { moves, ...start } = position
  const { moves: others, ...otherStart } = other
  if (JSON.stringify(start) !== JSON.stringify(otherStart)) return undefined
  const parting = moves.findIndex(
    ({ color, move }, index) => others[index]?.color !== color || others[index].move !== move,
  )
  return parting < 0 ? moves.length : parting
}

/** Whether a position is an earlier one of the same game with, at most, more moves. */
export function continuesGame(position: Position, earlier: Position): boolean {
  return sharedMoves(position, earlier) === earlier.moves.length
}

/** Why a move was refused, as a sentence for people. */
export function explainRefusal(refusal: Refusal): string {
  switch (refusal.reason) {
    case "off-board":
      return "that point is not on the board"
    case "occupied":
      return "there is already a stone on that point"
    case "suicide":
      return "that would leave your own stones without a liberty"
    case "ko":
      return "ko: you can't take back at once, play elsewhere first"
    case "superko":
      return refusal.repeats === 0
        ? "that repeats the position at the start of the game"
        : `that repeats the position after move ${refusal.repeats}`
    case "not-your-turn":
      return `it is ${colorName(refusal.toPlay)}'s turn`
    case "game-over":
      return "the game is over"
  }
}
