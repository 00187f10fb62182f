// A game at the screen: against the machine or between two people. It asks the engine when it is the machine's turn,
// says why a move is refused, and leads through the count at the end. `Game` is the referee throughout.

import { ok, type Result } from "montego/base"
import {
  Black,
  deadStones,
  explainRefusal,
  Game,
  isPass,
  makeOutcome,
  makeVertex,
  opponent,
  parseVertex,
  PASS,
  White,
  type Color,
  type Move,
  type Point,
  type Score,
} from "montego/rules"
import { blackRate, type Candidate, type SearchReport } from "montego/search"
import type { Asking, Engine } from "../../engine/client.ts"
import { allowanceOf, type Aim } from "./allowance.ts"
import { GameClock, type SavedClock } from "./clock.ts"
import { makeGameSgf } from "../shared/game-facts.ts"
import { Observable } from "../shared/observable.ts"
import { readSavedGame, SAVED_FORMAT, type SavedGame } from "./saved-game.ts"
import { gameOptionsOf, playerOf, type Settings } from "../shared/settings.ts"

type Status = "your-move" | "thinking" | "trouble" | "counting" | "over"

export interface Refused {
  readonly point: Point
  readonly text: string
}

export interface PlayNames {
  readonly machine: (settings: Settings) => string
  readonly person: string
}

const HINT = { playouts: 3000, evaluations: 200 }

/** Where a kept game stands. */
interface Continued {
  readonly game?: Game
  readonly clock?: SavedClock | undefined
}

export class PlaySession extends Observable {
  readonly settings: Settings
  /** All chance of the machine comes from this. */
  readonly seed: number
  readonly game: Game
  /** The machine's colour; undefined between two people. */
  readonly machine: Color | undefined
  /** Both sides' clocks, in a game that has them. */
  readonly clock: GameClock | undefined
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
  /** Whether there is a count already that the engine must not replace by its own. */
  #isProposed = false
  #asking: Asking<"move" | "analysis" | "dead"> | undefined
  #aim: Aim = { playouts: Infinity, seconds: Infinity }

  constructor(settings: Settings, seed: number, engine: Engine, { game, clock }: Continued = {}) {
    super()
    this.settings = settings
    this.seed = seed
    this.#engine = engine
    this.machine = settings.opponent === "person" ? undefined : opponent(settings.color)
    const made = game ? ok(game) : Game.create(gameOptionsOf(settings))
    if (!made.ok) throw new RangeError(made.error)
    this.game = made.value
    if (settings.clock.kind !== "none") {
      this.clock = new GameClock(settings.clock, clock)
      this.clock.subscribe(() => this.#heedClock())
    }
  }

  /** A kept game, or a sentence on why it can't be taken up again. */
  static restore(saved: unknown, engine: Engine): Result<PlaySession, string> {
    const read = readSavedGame(saved)
    if (!read.ok) return read
    const { settings, seed, game, clock, dead, rates } = read.value
    const session = new PlaySession(settings, seed, engine, { game, clock })
    session.dead = dead
    session.#isProposed = dead.size > 0
    for (const [number, rate] of rates) session.rates.set(number, rate)
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
      ...(this.clock ? { clock: this.clock.save() } : {}),
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

  /** How far the machine is with its move, from 0 to 1. */
  get progress(): number {
    const { report } = this
    if (this.status !== "thinking" || !report) return 0
    const { playouts, seconds } = this.#aim
    return Math.min(1, Math.max(report.playouts / playouts, report.seconds / seconds))
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

  /** What the person typed: a point, or what to do; false when it is neither. */
  enter(words: string): boolean {
    const word = words.trim().toLowerCase()
    if (word === "undo") this.undo()
    else if (word === "hint") void this.askHint()
    else {
      const move = parseVertex(word, this.game.size)
      if (move === undefined) return false
      if (isPass(move)) this.pass()
      else this.choose(move as Point)
    }
    return true
  }

  resign(): void {
    if (this.game.phase === "over") return
    this.#stop()
    this.clock?.pause()
    // Between two people, the one whose turn it is gives up.
    this.game.resign(this.machine === undefined ? this.game.toPlay : opponent(this.machine))
    this.#changedByMove()
  }

  /** Takes back up to the person's last move, or up to the resignation. */
  undo(): void {
    if (!this.canUndo) return
    this.#stop()
    this.#forgetCount()
    const { game } = this
    const before = game.moves.length
    const gaveUp = game.outcome?.kind === "resign" && game.outcome.winner !== this.settings.color
    if (gaveUp || (this.machine === undefined && game.outcome?.kind === "resign")) game.resume()
    else
      do game.undo()
      while (game.toPlay === this.machine && game.moves.length > 0)
    if (this.clock && game.moves.length < before) this.clock.takeBack(game.moves.length)
    for (const number of this.rates.keys()) if (number > game.moves.length) this.rates.delete(number)
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
        budget: HINT,
        threads: 1,
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

  /** The sides do not agree on the count: play goes on. */
  resume(): void {
    if (this.status !== "counting") return
    this.#stop()
    this.#forgetCount()
    this.game.resume()
    this.changed()
    this.#continue()
  }

  /** Another page is shown. The machine stops thinking and its clock stops; the person's clock goes on. */
  leave(): void {
    this.#stop()
    if (this.clock?.running === this.machine) this.clock?.pause()
  }

  /** Ends everything, when another game takes this one's place. */
  close(): void {
    this.#stop()
    this.clock?.pause()
  }

  sgf(names: PlayNames, date: string): string {
    const { game, machine, clock, settings } = this
    const own = settings.name.trim()
    const person = (color: Color): string => (own !== "" && color === settings.color ? own : names.person)
    const name = (color: Color): string => (color === machine ? names.machine(settings) : person(color))
    return makeGameSgf(game, { black: name(Black), white: name(White), date, time: clock?.limit })
  }

  #play(move: Move): void {
    const refusal = this.game.refusal(move)
    if (refusal) {
      if (!isPass(move)) this.#refuse(move as Point, refusal)
      return
    }
    if (!this.#pressClock()) return
    this.#stop()
    this.game.play(move)
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

  /** False when the time was up before; the game is over then. */
  #pressClock(): boolean {
    const { toPlay, moves } = this.game
    return this.clock?.press(toPlay, moves.length + 1) ?? true
  }

  #heedClock(): void {
    const { clock, game } = this
    if (clock?.fallen === undefined || game.phase !== "playing") return
    this.#stop()
    game.end({ kind: "time", winner: opponent(clock.fallen) })
    this.#changedByMove()
  }

  #continue(): void {
    if (this.game.phase === "playing") this.clock?.run(this.game.toPlay)
    else this.clock?.pause()
    if (this.status === "thinking" || this.status === "trouble") void this.#think()
    else if (this.status === "counting" && !this.#isProposed) void this.#proposeDead()
  }

  async #think(): Promise<void> {
    const { game, settings } = this
    const allowance = allowanceOf(settings, game, this.clock)
    this.#aim = allowance.aim
    this.trouble = undefined
    this.report = undefined
    const asking = this.#engine.ask(
      {
        kind: "move",
        position: game.position(),
        color: game.toPlay,
        player: playerOf(settings),
        budget: allowance.budget,
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
    if (answer instanceof Error) this.#fail(answer.message)
    else this.#machinePlays(answer)
  }

  /** The engine's trouble costs the machine no time. */
  #fail(reason: string): void {
    this.trouble = reason
    this.clock?.pause()
    this.changed()
  }

  #machinePlays({ move, report }: { move: Move | "resign"; report?: SearchReport }): void {
    const { game } = this
    const refusal = move === "resign" ? undefined : game.refusal(move)
    if (refusal) {
      this.#fail(explainRefusal(refusal))
      return
    }
    if (move !== "resign" && !this.#pressClock()) return
    if (report) this.rates.set(game.moves.length, blackRate(report))
    this.report = report
    if (move === "resign") game.resign(game.toPlay)
    else game.play(move)
    this.#changedByMove()
    this.#continue()
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
    this.#isProposed = true
    // Without a proposal everything is alive, and people mark for themselves.
    if (answer) this.dead = new Set(answer.points)
    this.changed()
  }

  #toggleDead(point: Point): void {
    const chain = deadStones(this.game.board, [point])
    if (chain.size === 0) return
    if (this.isProposing) this.#stop()
    this.#isProposed = true
    const others = [...this.dead].filter((stone) => !chain.has(stone))
    this.dead = new Set(this.dead.has(point) ? others : [...others, ...chain])
    this.changed()
  }

  #forgetCount(): void {
    this.dead = new Set()
    this.#isProposed = false
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
