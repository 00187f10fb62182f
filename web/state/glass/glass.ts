// The glass box (TREE-15): one search that is run simulation by simulation, a node of its tree with every term that
// decides where the next descent goes, and single simulations played out on the board. The engine is asked for a state,
// not for a change: this node after n simulations. So every click can be repeated, and a new engine goes on where one
// broke.

import { unwrap, type Result } from "montego/base"
import {
  Game,
  isPass,
  opponent,
  type Board,
  type Color,
  type Move,
  type Point,
  type Position,
} from "montego/rules"
import type { Candidate, SearchParams } from "montego/search"
import type { Asking, Engine } from "../../engine/client.ts"
import { searchParamsOf, type GlassRow, type GlassView, type WatchedSimulation } from "montego/service"
import { Observable } from "../shared/observable.ts"
import { cellsOf, compare, nextOf, sortKey, type Column } from "./rows.ts"
import { flipped, type SwitchName } from "./switches.ts"

/** Simulations by one press. */
export const STEPS = [1, 10, 100, 1000] as const
/** Moves a second of a simulation that is watched. */
export const SPEEDS = [1, 4, 12, 40] as const
const MOST_SIMULATIONS = 1_000_000
const LARGEST_BOARD = 19

interface Sorting {
  readonly column: Column
  readonly isFalling: boolean
}

interface ShownRow {
  readonly row: GlassRow
  readonly cells: Readonly<Record<Column, string>>
  /** Whether the next descent that comes here goes there. */
  readonly isNext: boolean
}

/** A simulation on the board, of which the first `at` moves are shown. */
export interface Playback {
  readonly simulation: WatchedSimulation
  readonly at: number
  readonly isPlaying: boolean
}

/** What a search had found before one of its switches was turned: to compare with. */
interface Before {
  readonly turned: SwitchName
  readonly rows: readonly GlassRow[]
}

export class GlassBox extends Observable {
  /** The position at the root. */
  readonly game: Game
  readonly color: Color
  player: string
  seed: number
  params: SearchParams
  /** How many there shall be; the view may be behind. */
  simulations = 0
  /** From the root to the node that is looked at. */
  line: readonly Move[] = []
  view: GlassView | undefined
  sorting: Sorting = { column: "value", isFalling: true }
  /** The move whose numbers are written out. */
  pointed: Move | undefined
  /** Of the same position, before a switch was turned. */
  before: Before | undefined
  /** Whether the engine runs. */
  isRunning = false
  /** How far a long run is. */
  done = 0
  trouble: string | undefined
  playback: Playback | undefined
  speed: number = SPEEDS[1]
  readonly #engine: Engine
  #asking: Asking<"glass"> | undefined
  /** Whether the last simulation is put on the board as soon as it is there. */
  #isCurious = false

  constructor(position: Position, engine: Engine, player = "uct:strong", seed = 1) {
    super()
    this.game = unwrap(Game.replay(position, position.moves))
    this.color = this.game.toPlay
    this.player = player
    this.seed = seed
    this.params = unwrap(searchParamsOf(player))
    this.#engine = engine
  }

  static canShow({ size }: Pick<Position, "size">): boolean {
    return size <= LARGEST_BOARD
  }

  /** Whose move it is at the node. */
  get toPlay(): Color {
    return this.line.length % 2 === 0 ? this.color : opponent(this.color)
  }

  /** The stones to show: those of the node, or of the simulation that is played. */
  get board(): Board {
    const board = this.game.board.clone()
    const { playback } = this
    if (playback) {
      for (const { color, move } of playback.simulation.moves.slice(0, playback.at)) board.play(color, move)
      return board
    }
    let { color } = this
    for (const move of this.line) {
      board.play(color, move)
      color = opponent(color)
    }
    return board
  }

  /** The move that was made last on the board that is shown. */
  get last(): Move | undefined {
    const { playback } = this
    const inside = playback ? playback.simulation.moves[playback.at - 1]?.move : this.line.at(-1)
    return inside ?? this.game.moves.at(-1)?.move
  }

  /** Numbers for the stones that a simulation put down in the tree. */
  get numbers(): Map<Point, number> {
    const numbers = new Map<Point, number>()
    const { playback, board } = this
    if (!playback) return numbers
    const { moves, descent } = playback.simulation
    for (const [index, { color, move }] of moves.slice(0, Math.min(playback.at, descent)).entries())
      if (!isPass(move) && board.at(move as Point) === color) numbers.set(move as Point, index + 1)
    return numbers
  }

  /** The children as the board shows them; none beside a simulation. */
  get candidates(): Candidate[] {
    if (this.playback) return []
    return [...(this.view?.rows ?? [])]
      .filter(({ visits }) => visits > 0)
      .sort((a, b) => b.visits - a.visits)
      .map(({ move, visits, mean }) => ({ move, visits, winRate: mean, pv: [move] }))
  }

  /** The table, sorted; rows that are equal stay in the order in which a descent tries them. */
  get rows(): ShownRow[] {
    const rows = this.view?.rows ?? []
    const next = nextOf(rows)
    const { column, isFalling } = this.sorting
    const { size } = this.game
    return rows
      .map((row) => ({ row, cells: cellsOf(row, size), isNext: row === next }))
      .sort((a, b) => (isFalling ? -1 : 1) * compare(sortKey(a.row, column), sortKey(b.row, column)))
  }

  /** Visits of the node: those that went on to one of its moves. */
  get visits(): number {
    return (this.view?.rows ?? []).reduce((sum, { visits }) => sum + visits, 0)
  }

  get isFull(): boolean {
    return this.view !== undefined && this.view.nodes > 0.99 * this.view.capacity
  }

  /** The row that is written out: that of the move one points at, or the next descent's. */
  get written(): GlassRow | undefined {
    const rows = this.view?.rows ?? []
    return rows.find(({ move }) => move === this.pointed) ?? nextOf(rows)
  }

  /** Writes out the numbers of another move. */
  pointAt(move: Move): void {
    if (move === this.pointed) return
    this.pointed = move
    this.changed()
  }

  /** Turns one switch of the search; the new one makes as many simulations, so that the two can be compared. */
  flip(name: SwitchName): void {
    const { simulations, view, line } = this
    const before = view && line.length === 0 ? { turned: name, rows: view.rows } : undefined
    if (!this.choose({ player: flipped(this.player, this.params, name) }).ok) return
    this.before = before
    if (simulations > 0) this.run(simulations)
  }

  /** Runs a search to a number of simulations and goes to a node of it: what a link names. */
  open(simulations: number, line: readonly Move[]): void {
    this.simulations = Math.min(MOST_SIMULATIONS, simulations)
    this.#go(line)
  }

  /** Runs more simulations. */
  run(count: number): void {
    this.playback = undefined
    this.simulations = Math.min(MOST_SIMULATIONS, this.simulations + count)
    void this.#ask()
  }

  /** Runs one simulation and plays it on the board. */
  watchNext(): void {
    this.run(1)
    this.#isCurious = true
  }

  /** Plays the last simulation on the board. */
  watchLast(): void {
    if (this.view?.last) this.#show(this.view.last)
  }

  /** Goes to a child that was visited. */
  enter(move: Move): void {
    if (this.playback || !this.view?.rows.some((row) => row.move === move && row.visits > 0)) return
    this.#go([...this.line, move])
  }

  /** Goes to any node of the drawn tree. */
  goTo(line: readonly Move[]): void {
    this.#go(line)
  }

  /** Goes back to a node of the line; 0 is the root. */
  goUp(depth: number): void {
    if (depth < 0 || depth >= this.line.length) return
    this.#go(this.line.slice(0, depth))
  }

  /** Forgets all simulations. */
  restart(): void {
    this.#stop()
    this.simulations = 0
    this.line = []
    this.view = undefined
    this.before = undefined
    this.pointed = undefined
    this.playback = undefined
    this.trouble = undefined
    this.changed()
  }

  /** Another search of the same position, from its start; the error says why there is none. */
  choose({
    player = this.player,
    seed = this.seed,
  }: {
    player?: string
    seed?: number
  }): Result<null, string> {
    const params = searchParamsOf(player)
    if (!params.ok) return params
    this.player = player
    this.params = params.value
    this.seed = seed
    this.restart()
    return { ok: true, value: null }
  }

  /** By another column, or the other way round. */
  sortBy(column: Column): void {
    const { sorting } = this
    const isFalling = sorting.column === column ? !sorting.isFalling : column !== "move"
    this.sorting = { column, isFalling }
    this.changed()
  }

  setSpeed(movesPerSecond: number): void {
    this.speed = movesPerSecond
    this.changed()
  }

  /** Plays on, or pauses; from the end, from the start again. */
  togglePlay(): void {
    const { playback } = this
    if (!playback) return
    const isPlaying = !playback.isPlaying
    const isAtEnd = playback.at >= playback.simulation.moves.length
    this.playback = { ...playback, isPlaying, at: isPlaying && isAtEnd ? 0 : playback.at }
    this.changed()
  }

  /** This number of moves on or back; playing pauses. */
  stepPlay(by: number): void {
    this.#moveTo((this.playback?.at ?? 0) + by, false)
  }

  /** The next move of a simulation that plays. */
  tick(): void {
    const { playback } = this
    if (playback?.isPlaying) this.#moveTo(playback.at + 1, playback.at + 1 < playback.simulation.moves.length)
  }

  /** Back to the node. */
  endPlay(): void {
    this.playback = undefined
    this.changed()
  }

  /** Ends all that runs. */
  close(): void {
    this.#stop()
    if (this.playback) this.playback = { ...this.playback, isPlaying: false }
    this.simulations = this.view?.simulations ?? 0
  }

  #moveTo(at: number, isPlaying: boolean): void {
    const { playback } = this
    if (!playback) return
    this.playback = {
      ...playback,
      at: Math.max(0, Math.min(playback.simulation.moves.length, at)),
      isPlaying,
    }
    this.changed()
  }

  #show(simulation: WatchedSimulation): void {
    this.playback = { simulation, at: 0, isPlaying: true }
    this.changed()
  }

  #go(line: readonly Move[]): void {
    this.playback = undefined
    this.pointed = undefined
    this.line = line
    void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isCurious = false
    this.trouble = undefined
    const { player, seed, simulations, line, color } = this
    const position = this.game.position()
    const asking = this.#engine.ask(
      { kind: "glass", position, color, player, seed, simulations, line },
      ({ playouts }) => {
        this.done = playouts
        this.changed()
      },
    )
    this.#asking = asking
    this.isRunning = true
    this.done = this.view?.simulations ?? 0
    this.changed()
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking) return
    this.#asking = undefined
    this.isRunning = false
    if (answer instanceof Error) this.trouble = answer.message
    else if (answer) this.view = answer
    this.simulations = this.view?.simulations ?? 0
    if (this.#isCurious && !(answer instanceof Error) && answer?.last) this.#show(answer.last)
    this.#isCurious = false
    this.changed()
  }

  #stop(): void {
    const asking = this.#asking
    this.#asking = undefined
    this.isRunning = false
    this.#isCurious = false
    asking?.stop()
  }
}
