// A game at the screen: against the machine or between two people. It asks the engine when it is the machine's turn,
// says why a move is refused, and leads through the count at the end. `Game` is the referee throughout.

import { ok, type Result } from "montego/base"
import { makeRecord, makeSgf } from "montego/record"
import {
  Black,
  deadStones,
  explainRefusal,
  Game,
  isPass,
  makeOutcome,
  makeVertex,
  opponent,
  parseOutcome,
  parseVertex,
  PASS,
  type Color,
  type Move,
  type Point,
  type Score,
} from "montego/rules"
import type { Candidate, SearchReport } from "montego/search"
import type { Asking, Engine } from "../engine/client.ts"
import { Observable } from "./observable.ts"
import { gameOptionsOf, limitOf, readSettings, type Settings } from "./settings.ts"

export type Status = "your-move" | "thinking" | "trouble" | "counting" | "over"

/** Raised when the form changes; games of earlier forms must still be read. */
export const SAVED_FORMAT = 1

/** A game as it is kept: plain data that survives a reload. */
export interface SavedGame {
  readonly format: typeof SAVED_FORMAT
  readonly settings: Settings
  readonly seed: number
  readonly moves: readonly string[]
  readonly outcome?: string
  readonly dead: readonly string[]
  readonly rates: readonly (readonly [moves: number, blackWins: number])[]
}

export interface Refused {
  readonly point: Point
  readonly text: string
}

export interface PlayNames {
  readonly machine: string
  readonly person: string
}

const HINT_PLAYOUTS = 3000

export class PlaySession extends Observable {
  readonly settings: Settings
  /** All chance of the machine comes from this. */
  readonly seed: number
  readonly game: Game
  /** The machine's colour; undefined between two people. */
  readonly machine: Color | undefined
  /** The last move that was refused, until the next is made. */
  refused: Refused | undefined
  hint: Candidate | "thinking" | undefined
  /** What the machine thinks at this moment, or thought last. */
  report: SearchReport | undefined
  /** Why the engine can't go on. */
  trouble: string | undefined
  /** Stones that count as dead. */
  dead: ReadonlySet<Point> = new Set()
  /** Whether the engine is looking for dead stones. */
  isProposing = false
  /** Black's win rate as the machine saw it, by the number of moves before. */
  readonly rates = new Map<number, number>()

  readonly #engine: Engine
  #asking: Asking<"move" | "analysis" | "dead"> | undefined

  constructor(settings: Settings, seed: number, engine: Engine, game?: Game) {
    super()
    this.settings = settings
    this.seed = seed
    this.#engine = engine
    this.machine = settings.opponent === "person" ? undefined : opponent(settings.color)
    const made = game ? ok(game) : Game.create(gameOptionsOf(settings))
    if (!made.ok) throw new RangeError(made.error)
    this.game = made.value
  }

  /** A kept game, or a sentence on why it can't be taken up again. */
  static restore(saved: unknown, engine: Engine): Result<PlaySession, string> {
    const broken = { ok: false, error: "the kept game can't be read" } as const
    if (typeof saved !== "object" || saved === null) return broken
    const { format, settings: stored, seed, moves, outcome, dead, rates } = saved as Partial<SavedGame>
    if (format !== SAVED_FORMAT || !Array.isArray(moves) || !Number.isSafeInteger(seed)) return broken
    const settings = readSettings(stored)
    const options = gameOptionsOf(settings)
    const first = Game.create(options)
    if (!first.ok) return first
    const read = (text: unknown): Move | undefined => parseVertex(String(text), settings.size)
    let color = first.value.toPlay
    const played = []
    for (const text of moves) {
      const move = read(text)
      if (move === undefined) return broken
      played.push({ color, move })
      color = opponent(color)
    }
    const game = Game.replay(options, played)
    if (!game.ok) return { ok: false, error: game.error.reason }
    const ended = typeof outcome === "string" ? parseOutcome(outcome) : undefined
    if (ended) game.value.end(ended)
    const session = new PlaySession(settings, seed as number, engine, game.value)
    if (Array.isArray(dead))
      session.dead = new Set(dead.map(read).filter((move) => move !== undefined && !isPass(move)) as Point[])
    if (Array.isArray(rates)) for (const [number, rate] of rates) session.rates.set(number, rate)
    return ok(session)
  }

  save(): SavedGame {
    const { settings, seed, game } = this
    const vertex = (move: Move): string => makeVertex(move, game.size)
    return {
      format: SAVED_FORMAT,
      settings,
      seed,
      moves: game.moves.map(({ move }) => vertex(move)),
      ...(game.outcome ? { outcome: makeOutcome(game.outcome) } : {}),
      dead: [...this.dead].map(vertex),
      rates: [...this.rates],
    }
  }

  get status(): Status {
    if (this.game.phase === "over") return "over"
    if (this.game.phase === "counting") return "counting"
    if (this.game.toPlay !== this.machine) return "your-move"
    return this.trouble === undefined ? "thinking" : "trouble"
  }

  /** The count, while it is made and after it decided the game. */
  get score(): Score | undefined {
    const { phase, outcome, rules } = this.game
    if (rules.captureGoal !== undefined) return undefined
    const isCounted = phase === "over" && (outcome?.kind === "score" || outcome?.kind === "draw")
    return phase === "counting" || isCounted ? this.game.score(this.dead) : undefined
  }

  get canUndo(): boolean {
    return this.game.moves.some(({ color }) => color !== this.machine)
  }

  /** Lets the machine move, if it is its turn, or looks at a position that is to be counted. */
  start(): void {
    this.#continue()
  }

  /** The person moves, or marks dead stones during the count. */
  choose(point: Point): void {
    if (this.status === "counting") this.#toggleDead(point)
    else if (this.status === "your-move") this.#play(point)
    else if (this.status === "thinking") this.#refuse(point, "not-yet")
  }

  pass(): void {
    if (this.status === "your-move") this.#play(PASS)
  }

  resign(): void {
    if (this.game.phase === "over") return
    this.#stop()
    // Between two people, the one whose turn it is gives up.
    this.game.resign(this.machine === undefined ? this.game.toPlay : opponent(this.machine))
    this.#changedByMove()
  }

  /** Takes back up to the person's last move, or up to the resignation. */
  undo(): void {
    if (!this.canUndo) return
    this.#stop()
    this.dead = new Set()
    const { game } = this
    const gaveUp = game.outcome?.kind === "resign" && game.outcome.winner !== this.settings.color
    if (gaveUp || (this.machine === undefined && game.outcome?.kind === "resign")) game.resume()
    else
      do game.undo()
      while (game.toPlay === this.machine && game.moves.length > 0)
    this.#changedByMove()
    this.#continue()
  }

  /** What a strong player would do here. */
  async askHint(): Promise<void> {
    if (this.status !== "your-move" || this.hint === "thinking") return
    const { game } = this
    this.hint = "thinking"
    this.changed()
    const asking = this.#engine.ask(
      {
        kind: "analysis",
        position: game.position(),
        color: game.toPlay,
        playouts: HINT_PLAYOUTS,
        seed: this.seed,
      },
      () => undefined,
    )
    this.#asking = asking
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking) return
    this.#asking = undefined
    this.hint = answer instanceof Error ? undefined : answer?.report.candidates[0]
    this.changed()
  }

  /** The machine answers with the best it has. */
  hurry(): void {
    this.#asking?.hurry()
  }

  /** After trouble with the engine. */
  tryAgain(): void {
    this.#continue()
  }

  /** Both sides agree on the count. */
  accept(): void {
    if (this.status !== "counting") return
    this.#stop()
    this.game.accept(this.dead)
    this.changed()
  }

  /** They don't: play goes on. */
  resume(): void {
    if (this.status !== "counting") return
    this.#stop()
    this.dead = new Set()
    this.game.resume()
    this.changed()
    this.#continue()
  }

  /** Ends all thinking, when another game takes this one's place. */
  close(): void {
    this.#stop()
  }

  sgf(names: PlayNames, date: string): string {
    const { game, machine } = this
    const name = (color: Color) => ({ name: color === machine ? names.machine : names.person })
    const stones = game.setup.map(([, point]) => point)
    const record = makeRecord(
      {
        size: game.size,
        komi: game.komi,
        rules: game.rules.name,
        ...(game.handicap > 0 ? { handicap: game.handicap } : {}),
        black: name(Black),
        white: name(opponent(Black)),
        ...(game.outcome ? { result: makeOutcome(game.outcome) } : {}),
        date,
        application: "Montego",
      },
      game.moves,
      stones.length > 0 ? { black: stones } : undefined,
    )
    return makeSgf([record])
  }

  #play(move: Move): void {
    const played = this.game.play(move)
    if (!played.ok) {
      if (!isPass(move)) this.#refuse(move as Point, played.error)
      return
    }
    this.#stop()
    this.#changedByMove()
    this.#continue()
  }

  #refuse(point: Point, why: Parameters<typeof explainRefusal>[0] | "not-yet"): void {
    const text =
      why === "not-yet"
        ? explainRefusal({ reason: "not-your-turn", toPlay: this.machine! })
        : explainRefusal(why)
    this.refused = { point, text }
    this.changed()
  }

  #continue(): void {
    if (this.status === "thinking" || this.status === "trouble") void this.#think()
    else if (this.status === "counting") void this.#proposeDead()
  }

  async #think(): Promise<void> {
    const { game, settings } = this
    this.trouble = undefined
    const asking = this.#engine.ask(
      {
        kind: "move",
        position: game.position(),
        color: game.toPlay,
        limit: limitOf(settings),
        preset: settings.opponent === "custom" ? settings.preset : "strong",
        seed: this.seed + game.moves.length,
      },
      (report) => {
        this.report = report
        this.changed()
      },
    )
    this.#asking = asking
    this.changed()
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking || !answer) return
    this.#asking = undefined
    if (answer instanceof Error) {
      this.trouble = answer.message
      this.changed()
      return
    }
    this.#machinePlays(answer)
  }

  #machinePlays({ move, report }: { move: Move | "resign"; report?: SearchReport }): void {
    const { game } = this
    if (report) this.rates.set(game.moves.length, blackRate(report))
    this.report = report
    if (move === "resign") game.resign(game.toPlay)
    else {
      const played = game.play(move)
      if (!played.ok) this.trouble = explainRefusal(played.error)
    }
    this.#changedByMove()
    if (this.trouble === undefined) this.#continue()
  }

  async #proposeDead(): Promise<void> {
    const { game } = this
    this.isProposing = true
    const asking = this.#engine.ask({ kind: "dead", position: game.position(), seed: this.seed })
    this.#asking = asking
    this.changed()
    const answer = await asking.answer.catch(() => undefined)
    if (this.#asking !== asking) return
    this.#asking = undefined
    this.isProposing = false
    // Without a proposal everything is alive, and people mark for themselves.
    if (answer) this.dead = new Set(answer.points)
    this.changed()
  }

  #toggleDead(point: Point): void {
    const { board } = this.game
    const chain = deadStones(board, [point])
    if (chain.size === 0) return
    if (this.isProposing) this.#stop()
    const dead = new Set(this.dead)
    const wasDead = dead.has(point)
    for (const stone of chain) {
      if (wasDead) dead.delete(stone)
      else dead.add(stone)
    }
    this.dead = dead
    this.changed()
  }

  #stop(): void {
    const asking = this.#asking
    this.#asking = undefined
    this.hint = undefined
    this.isProposing = false
    asking?.stop()
  }

  #changedByMove(): void {
    this.refused = undefined
    this.hint = undefined
    this.changed()
  }

  /** The refusal was read. */
  forgetRefusal(): void {
    if (!this.refused) return
    this.refused = undefined
    this.changed()
  }
}

/** The win rate of a report is that of the side to move. */
export function blackRate({ color, winRate }: SearchReport): number {
  return color === Black ? winRate : 1 - winRate
}

/** Stones on the board with the number of the move that put them there. */
export function moveNumbers(game: Game): Map<Point, number> {
  const numbers = new Map<Point, number>()
  for (const [index, { color, move }] of game.moves.entries())
    if (!isPass(move) && game.board.at(move as Point) === color) numbers.set(move as Point, index + 1)
  return numbers
}
