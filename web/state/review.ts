// A record under review: what walk.ts makes of its nodes, moves of one's own as variations, and what the engine thinks of
// each position.

import { err, ok, type Result } from "montego/base"
import {
  appendPlay,
  decodeSgf,
  makeIssueText,
  makeSgf,
  parseComposed,
  parseSgf,
  readGameInfo,
  readPlays,
  readText,
  type GameInfo,
  type SgfNode,
} from "montego/record"
import { explainRefusal, type Game, parseSgfPoint, type Move, type Point } from "montego/rules"
import type { SearchReport } from "montego/search"
import type { Asking, Engine } from "../engine/client.ts"
import { Observable } from "./observable.ts"
import { blackRate, type Refused } from "./play.ts"
import { RecordWalk } from "./walk.ts"

/** One place of the win-rate graph. */
export interface GraphPoint {
  readonly move: number
  readonly blackWins: number
}

/** Playouts for one position while one looks at it, and when the whole game is gone through. */
export const LOOK_PLAYOUTS = 100_000
export const SWEEP_PLAYOUTS = 400
const LARGEST_BOARD = 19
/** Records with several games, or huge ones, are for the command line; this keeps a page alive. */
const MAX_NODES = 200_000

export class Review extends Observable {
  /** What was repaired or left out in reading. */
  readonly notes: readonly string[]
  refused: Refused | undefined
  isAnalysing = false
  /** Whether the whole game is being gone through, and how far that is. */
  sweep: { readonly done: number; readonly all: number } | undefined
  trouble: string | undefined

  readonly #engine: Engine
  readonly #walk: RecordWalk
  readonly #reports = new Map<SgfNode, SearchReport>()
  /** Win rates that were known before: those of the machine in its own game. */
  readonly #known = new Map<SgfNode, number>()
  #asking: Asking<"analysis"> | undefined

  private constructor(walk: RecordWalk, notes: readonly string[], engine: Engine) {
    super()
    this.#walk = walk
    this.notes = notes
    this.#engine = engine
  }

  /** Reads a record; the error says what is wrong and where. */
  static open(source: string | Uint8Array, engine: Engine): Result<Review, string> {
    const text = typeof source === "string" ? source : decodeSgf(source).text
    const parsed = parseSgf(text, { maxNodes: MAX_NODES })
    if (!parsed.ok) return err(makeIssueText(parsed.error))
    const { games, issues } = parsed.value
    const [root] = games
    const reading = readGameInfo(root!)
    if (!reading.ok) return err(reading.error.reason)
    const notes = issues.slice(0, 5).map((issue) => makeIssueText(issue))
    if (games.length > 1) notes.unshift(`the first of ${games.length} games`)
    const walk = new RecordWalk(root!, reading.value.info)
    if (walk.fault !== undefined) notes.push(walk.fault)
    return ok(new Review(walk, notes, engine))
  }

  sgf(): string {
    return makeSgf([this.#walk.root], { charset: "UTF-8" })
  }

  get info(): GameInfo {
    return this.#walk.info
  }

  /** The nodes that are walked through, the root first. */
  get line(): readonly SgfNode[] {
    return this.#walk.line
  }

  /** Where one stands in the line. */
  get at(): number {
    return this.#walk.at
  }

  get node(): SgfNode {
    return this.#walk.node
  }

  get game(): Game {
    return this.#walk.game
  }

  get comment(): string | undefined {
    return readText(this.node)
  }

  get moveNumber(): number {
    return this.#walk.moveNumber
  }

  get report(): SearchReport | undefined {
    return this.#reports.get(this.node)
  }

  get isWatchable(): boolean {
    return this.info.size <= LARGEST_BOARD
  }

  /** Letters and the like that the record puts on the board. */
  get labels(): Map<Point, string> {
    const labels = new Map<Point, string>()
    for (const raw of this.node.properties["LB"] ?? []) {
      const [where, text] = parseComposed(raw) ?? []
      const point = where === undefined ? undefined : parseSgfPoint(where, this.info.size)
      if (point !== undefined && text) labels.set(point, text)
    }
    return labels
  }

  /** Black's win rate along the line, where it is known. */
  get graph(): GraphPoint[] {
    return this.line.flatMap((node, move) => {
      const report = this.#reports.get(node)
      const blackWins = report ? blackRate(report) : this.#known.get(node)
      return blackWins === undefined ? [] : [{ move, blackWins }]
    })
  }

  /** Variations that begin where this node does, and which of them this one is. */
  get siblings(): { readonly count: number; readonly place: number } {
    const parent = this.line[this.at - 1]
    if (!parent) return { count: 1, place: 0 }
    return { count: parent.children.length, place: parent.children.indexOf(this.node) }
  }

  get canForward(): boolean {
    return this.at < this.line.length - 1
  }

  /** Remembers what the machine thought in its own game. */
  know(rates: Iterable<readonly [moves: number, blackWins: number]>): void {
    for (const [move, rate] of rates) {
      const node = this.line[move]
      if (node) this.#known.set(node, rate)
    }
    this.changed()
  }

  go(place: number): void {
    this.#walk.go(Math.max(0, Math.min(place, this.line.length - 1)))
    this.#moved()
  }

  forward(count = 1): void {
    this.go(this.at + count)
  }

  back(count = 1): void {
    this.go(this.at - count)
  }

  /** The next variation of this move, round and round. */
  turn(by: 1 | -1): void {
    const { count, place } = this.siblings
    if (count < 2) return
    const parent = this.line[this.at - 1]!
    const next = parent.children[(place + by + count) % count]!
    this.#follow(this.at, next)
  }

  /** A move of one's own: along the record where it has it, else as a new variation. */
  play(move: Move): void {
    const { game } = this
    const color = game.toPlay
    if (game.phase !== "playing") game.resume()
    const refusal = game.refusal(move, color)
    if (refusal) {
      this.refused = { point: move as Point, text: explainRefusal(refusal) }
      this.changed()
      return
    }
    const known = this.node.children.find((child) => {
      const { plays } = readPlays(child, this.info.size)
      return plays.length === 1 && plays[0]!.move === move && plays[0]!.color === color
    })
    this.#follow(this.at + 1, known ?? appendPlay(this.node, { color, move }))
  }

  forgetRefusal(): void {
    if (!this.refused) return
    this.refused = undefined
    this.changed()
  }

  /** Thinking about whatever position is shown, until it is switched off. */
  analyse(on: boolean): void {
    this.isAnalysing = on && this.isWatchable
    this.#stop()
    if (this.isAnalysing) void this.#look()
    this.changed()
  }

  /** Goes through the whole line, a short look at each position; again, to end it. */
  async sweepGame(): Promise<void> {
    const wasSweeping = this.sweep !== undefined
    this.isAnalysing = false
    this.#stop()
    if (!wasSweeping && this.isWatchable) await this.#sweep()
    this.changed()
  }

  /** Ends all thinking. */
  close(): void {
    this.isAnalysing = false
    this.#stop()
  }

  async #sweep(): Promise<void> {
    const { line } = this
    const positions = this.#walk.places()
    this.sweep = { done: 0, all: positions.length }
    for (const [done, { node, position, color }] of positions.entries()) {
      this.sweep = { done, all: positions.length }
      if (!this.#reports.has(node)) {
        const asking = this.#engine.ask({
          kind: "analysis",
          position: position(),
          color,
          playouts: SWEEP_PLAYOUTS,
          seed: 1,
        })
        this.#asking = asking
        const answer = await asking.answer.catch((error: Error) => error)
        if (this.#asking !== asking || line !== this.line) return
        if (answer instanceof Error) {
          this.trouble = answer.message
          break
        }
        if (answer) this.#reports.set(node, answer.report)
      }
      this.changed()
    }
    this.sweep = undefined
    this.#asking = undefined
  }

  async #look(): Promise<void> {
    const { node, game } = this
    this.trouble = undefined
    const known = this.#reports.get(node)
    if (known && known.playouts >= LOOK_PLAYOUTS) return
    const keep = (report: SearchReport): void => {
      if ((this.#reports.get(node)?.playouts ?? 0) > report.playouts) return
      this.#reports.set(node, report)
      this.changed()
    }
    const task = { kind: "analysis", position: game.position(), color: game.toPlay } as const
    const asking = this.#engine.ask({ ...task, playouts: LOOK_PLAYOUTS, seed: 1 }, keep)
    this.#asking = asking
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking) return
    this.#asking = undefined
    if (answer instanceof Error) {
      this.trouble = answer.message
      this.isAnalysing = false
    } else if (answer) keep(answer.report)
    this.changed()
  }

  #follow(place: number, node: SgfNode): void {
    if (this.sweep) this.#stop()
    this.#walk.follow(place, node)
    this.#moved()
  }

  #stop(): void {
    const asking = this.#asking
    this.#asking = undefined
    this.sweep = undefined
    asking?.stop()
  }

  #moved(): void {
    this.refused = undefined
    if (this.isAnalysing) {
      this.#stop()
      void this.#look()
    }
    this.changed()
  }
}

/** The name of the game, for the title: who played whom. */
export function titleOf({ black, white, name }: GameInfo): string | undefined {
  if (black.name !== undefined || white.name !== undefined)
    return `${black.name ?? "?"} – ${white.name ?? "?"}`
  return name
}
