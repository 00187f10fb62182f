// A game of the server as we see it: the referee's `Game`, with clocks and notes beside the moves (NET-1). The server
// decides: where it goes on although our rules would not let it, the game follows as far as it can.

import { err, ok, type Result } from "../../base/result.ts"
import {
  Black,
  Game,
  explainRefusal,
  makeVertex,
  parseRuleset,
  parseVertex,
  White,
} from "../../rules/index.ts"
import type { Color, Move, Outcome, Position, Ruleset } from "../../rules/index.ts"
import { parseResult, type Participant, type Setup } from "./message.ts"

const CGOS: Ruleset = parseRuleset("cgos")!
/** Servers may use the simple ko rule; we learn of it when a position is repeated. */
const WITHOUT_SUPERKO: Ruleset = { ...CGOS, ko: "simple" }

export interface TableMove {
  readonly color: Color
  readonly move: Move
  /** Milliseconds left after the move, as far as they are known. */
  readonly left: number | undefined
  /** What our player said to its own move. */
  readonly note?: string
}

/** A game that is over, or that we know nothing more of. */
export interface FinishedGame {
  readonly setup: Setup
  readonly mine: Color
  readonly moves: readonly TableMove[]
  readonly position: Position
  /** The server's day, `YYYY-MM-DD`; undefined when we did not hear of the end. */
  readonly date: string | undefined
  /** The server's words: `B+6.0`, `W+Illegal …`; empty when we did not hear of the end. */
  readonly result: string
  readonly outcome: Outcome
}

export class CgosTable {
  readonly setup: Setup
  readonly mine: Color
  readonly #moves: TableMove[] = []
  #game: Game

  private constructor(setup: Setup, mine: Color, game: Game) {
    this.setup = setup
    this.mine = mine
    this.#game = game
  }

  /** The game with the moves that the server tells; the error says why it can't be played here. */
  static create(setup: Setup, user: string): Result<CgosTable, string> {
    const mine = colorOf(setup, user)
    if (mine === undefined)
      return err(`it is between ${setup.white.name} and ${setup.black.name}, and not ours`)
    const game = Game.create({ size: setup.size, komi: setup.komi, rules: CGOS })
    if (!game.ok) return game
    const table = new CgosTable(setup, mine, game.value)
    for (const [index, { vertex, left }] of setup.moves.entries()) {
      const played = table.hear(index % 2 === 0 ? Black : White, vertex, left)
      if (!played.ok) return err(`move ${index + 1}, ${vertex}: ${played.error}`)
    }
    return ok(table)
  }

  get toPlay(): Color {
    return this.#game.toPlay
  }

  get position(): Position {
    return this.#game.position()
  }

  get moves(): readonly TableMove[] {
    return this.#moves
  }

  get enemy(): Participant {
    return this.mine === Black ? this.setup.white : this.setup.black
  }

  /** A move that the server tells. */
  hear(color: Color, vertex: string, left: number | undefined): Result<void, string> {
    const move = parseVertex(vertex, this.#game.size)
    if (move === undefined) return err("that is no point of this board")
    this.#goOn()
    const refusal = this.#game.refusal(move, color)
    if (refusal && !(refusal.reason === "superko" && this.#dropSuperko())) return err(explainRefusal(refusal))
    return this.#enter({ color, move, left })
  }

  /** A move of our own player, before it goes to the server; here superko counts. */
  choose(move: Move, note: string): Result<void, string> {
    this.#goOn()
    return this.#enter({ color: this.mine, move, left: undefined, note })
  }

  /** What our clock shows when we are to move is what our last move left. */
  noteLeft(left: number): void {
    const index = this.#moves.findLastIndex(({ color }) => color === this.mine)
    const last = this.#moves[index]
    if (last && last.left === undefined) this.#moves[index] = { ...last, left }
  }

  /** Takes over what was noted on the moves of the same game before the connection was lost. */
  recall({ moves }: CgosTable): void {
    for (const [index, { color, move, note }] of moves.entries()) {
      const now = this.#moves[index]
      if (now?.color !== color || now.move !== move) return
      if (note !== undefined) this.#moves[index] = { ...now, note }
    }
  }

  vertex(move: Move): string {
    return makeVertex(move, this.#game.size)
  }

  finish(date: string | undefined, result: string, text: string): FinishedGame {
    const { setup, mine, moves, position } = this
    const words = `${result} ${text}`.trim()
    return { setup, mine, moves, position, date, result: words, outcome: parseResult(result) }
  }

  #enter(entry: TableMove): Result<void, string> {
    const played = this.#game.play(entry.move, entry.color)
    if (!played.ok) return err(explainRefusal(played.error))
    this.#moves.push(entry)
    return ok(undefined)
  }

  /** Two passes end a game; a server that asks for more moves all the same gets them. */
  #goOn(): void {
    if (this.#game.phase !== "playing") this.#game.resume()
  }

  /** From now on with the simple ko rule; false when that was so already. */
  #dropSuperko(): boolean {
    if (this.#game.rules.ko === "simple") return false
    const position = this.#game.position()
    const game = Game.replay({ ...position, rules: WITHOUT_SUPERKO }, position.moves)
    if (!game.ok) return false
    this.#game = game.value
    this.#goOn()
    return true
  }
}

function colorOf({ white, black }: Setup, user: string): Color | undefined {
  if (black.name === user) return Black
  return white.name === user ? White : undefined
}

/** For people: who won, from our side. */
export function verdictFor({
  outcome,
  mine,
}: Pick<FinishedGame, "outcome" | "mine">): "won" | "lost" | "drawn" | "open" {
  if ("winner" in outcome) return outcome.winner === mine ? "won" : "lost"
  return outcome.kind === "draw" ? "drawn" : "open"
}

export function nameOf(setup: Setup, color: Color): string {
  const { name, rating } = color === Black ? setup.black : setup.white
  return rating === "" ? name : `${name} (${rating})`
}
