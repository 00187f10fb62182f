// A record under review: what record-editor.ts can do with it, what the engine thinks of it (analyst.ts, thoughts.ts),
// and the search for better moves (lessons.ts).

import { ok, type Result } from "montego/base"
import { makeSgf, readPlays, type SgfNode } from "montego/record"
import { Black, Empty, explainRefusal, isPass, type Color, type Move, type Point } from "montego/rules"
import { isConsidered, type Candidate, type Mistake, type SearchReport } from "montego/search"
import type { Engine } from "../../engine/client.ts"
import { readRates, writeWith, type Finding } from "./analysis-sgf.ts"
import { Analyst } from "./analyst.ts"
import { EndgamePanel } from "./endgame.ts"
import { Lesson } from "./lessons.ts"
import { LINE_KINDS, type LineKind, type MarkKind } from "./marks.ts"
import { SETUP_KINDS, type SetupKind } from "./setup.ts"
import type { Ghost, Mark } from "../shared/picture.ts"
import type { Refused } from "../play/play.ts"
import { openRecord, RecordEditor, sizeOf, type OpenedRecord } from "./record-editor.ts"
import { mistakesOf, type GraphPoint, type Mistakes, type SavedThought, type Thought } from "./thoughts.ts"
import { isGrave, readThresholds, type Thresholds } from "./thresholds.ts"

const LARGEST_BOARD = 19

/** What a click on the board does: a move, a mark, one end of a line, or a stone that is set up. */
export type Tool = "play" | MarkKind | LineKind | SetupKind

export class Review extends RecordEditor {
  refused: Refused | undefined
  tool: Tool = "play"
  /** Where the line begins that is being drawn. */
  lineFrom: Point | undefined
  /** The search for a better move, while it goes on. */
  lesson: Lesson | undefined
  /** The regions of the position, while their panel is shown. */
  readonly endgame = new EndgamePanel(() => this.changed())
  readonly #engine: Engine
  readonly #analyst: Analyst
  #thresholds = readThresholds(undefined)
  #mistakes: { readonly graph: readonly GraphPoint[]; readonly mistakes: Mistakes } | undefined
  /** The candidate whose line is shown on the board. */
  #shown: Candidate | undefined

  private constructor(record: OpenedRecord, engine: Engine) {
    super(record)
    this.#engine = engine
    this.#analyst = new Analyst(engine, () => this.changed())
    for (const [node, rate] of readRates(record.games)) this.#analyst.thoughts.know(node, rate)
  }

  /** Reads a record and stands at the start of its first game; the error says what is wrong and where. */
  static open(source: string | Uint8Array, engine: Engine): Result<Review, string> {
    const record = openRecord(source)
    return record.ok ? ok(new Review(record.value, engine)) : record
  }

  get toPlay(): Color {
    return this.lesson?.question.color ?? this.game.toPlay
  }

  /** What the engine thinks of the position that is shown; nothing while a better move is looked for. */
  get report(): SearchReport | undefined {
    return this.lesson ? undefined : this.#analyst.report(this.node)
  }

  /** Whether the engine thinks about whatever position is shown. */
  get isAnalysing(): boolean {
    return this.#analyst.isOn
  }

  /** Whether the whole game is being gone through, and how far that is. */
  get sweep(): Analyst["sweeping"] {
    return this.#analyst.sweeping
  }

  /** What is wrong with the engine. */
  get trouble(): string | undefined {
    return this.#analyst.trouble
  }

  get isWatchable(): boolean {
    return this.info.size <= LARGEST_BOARD
  }

  /** Marks of the record, or the tries of a lesson in their place. */
  get marks(): ReadonlyMap<Point, Mark> {
    if (!this.lesson)
      return this.lineFrom === undefined
        ? this.ownMarks
        : new Map([...this.ownMarks, [this.lineFrom, { type: "point" }]])
    const tries = [...this.lesson.tries].filter(([move]) => !isPass(move))
    return new Map(
      tries.map(([move, verdict]) => [
        move as Point,
        { type: verdict === "error" ? "cross" : verdict === "fine" ? "circle" : "point" },
      ]),
    )
  }

  /** Black's win rate and lead along the line, where they are known. */
  get graph(): readonly GraphPoint[] {
    return this.#analyst.thoughts.graph(this.line)
  }

  /** What a move must cost to be a mistake. */
  get thresholds(): Thresholds {
    return this.#thresholds
  }

  set thresholds(thresholds: Thresholds) {
    this.#thresholds = thresholds
    this.#mistakes = undefined
    this.changed()
  }

  /** Moves of the line that cost too much. */
  get mistakes(): Mistakes {
    const { graph } = this
    if (this.#mistakes?.graph !== graph)
      this.#mistakes = { graph, mistakes: mistakesOf(this.line, graph, this.info.size, this.#thresholds) }
    return this.#mistakes.mistakes
  }

  /** The next one along the line, of either side, and the first after the last. */
  get nextMistake(): Mistake | undefined {
    const after = this.lesson?.question.place ?? this.at
    const all = [...this.mistakes.byPlace.values()]
    return all.find(({ number }) => number > after) ?? all[0]
  }

  /** The move that led here, where it is a mistake. */
  get mistakeHere(): Mistake | undefined {
    return this.mistakes.byPlace.get(this.at)
  }

  /** How bad the move is that stands at this place of the line. */
  faultAt(place: number): "mistake" | "blunder" | undefined {
    const mistake = this.mistakes.byPlace.get(place)
    return mistake && (isGrave(mistake, this.#thresholds) ? "blunder" : "mistake")
  }

  /** What lies beside the stones: what they cost, and where the record goes on from here. */
  get ghosts(): ReadonlyMap<Point, Ghost> {
    const { game, at, mistakes, node, line, info } = this
    const ghosts = new Map<Point, Ghost>()
    if (this.lesson) return ghosts
    for (const { number, move, color } of mistakes.byPlace.values())
      if (number <= at && !isPass(move) && game.board.at(move as Point) === color)
        ghosts.set(move as Point, { sign: 0, type: this.faultAt(number)! })
    for (const child of node.children.toReversed()) {
      const [play] = readPlays(child, info.size).plays
      if (!play || isPass(play.move) || game.board.at(play.move as Point) !== Empty) continue
      const type = child === line[at + 1] ? "next" : "variation"
      ghosts.set(play.move as Point, { sign: play.color === Black ? 1 : -1, type })
    }
    return ghosts
  }

  /** The line that is shown on the board, move by move from the position; empty for none. */
  get shownLine(): readonly Move[] {
    return this.#shown && this.report?.candidates.includes(this.#shown) === true ? this.#shown.pv : []
  }

  /** Shows the line of a candidate on the board, or none. */
  showLine(candidate: Candidate | undefined): void {
    if (candidate === this.#shown) return
    this.#shown = candidate
    this.changed()
  }

  /** The candidate at a point, where the engine has one. */
  candidateAt(point: Point): Candidate | undefined {
    return this.report?.candidates.find((candidate) => candidate.move === point && isConsidered(candidate))
  }

  /** Whether random games are to be played for the RAVE map. */
  wantRave(isWanted: boolean): void {
    if (isWanted === (this.#analyst.rave !== undefined)) return
    this.#analyst.rave = isWanted ? {} : undefined
    this.#look()
  }

  /** Remembers what the machine thought in its own game. */
  know(rates: Iterable<readonly [moves: number, blackWins: number]>): void {
    for (const [move, rate] of rates) {
      const node = this.line[move]
      if (node) this.#analyst.thoughts.know(node, rate)
    }
    this.changed()
  }

  /** The record with what the engine found, each in these words. */
  sgfWithAnalysis(words: (thought: Thought, report: SearchReport | undefined) => string): string {
    const findings = new Map<SgfNode, Finding>()
    for (const [node, thought, report] of this.#analyst.thoughts.all()) {
      const { blackWins, lead, isJudged } = thought
      findings.set(node, { blackWins, lead: isJudged ? lead : undefined, words: words(thought, report) })
    }
    return writeWith(findings, () => makeSgf(this.games, { charset: "UTF-8" }))
  }

  /** What the engine found, to be kept with the record; `thoughtEdition` grows when there is more. */
  thoughts(): SavedThought[] {
    return this.#analyst.thoughts.save(this.games)
  }

  get thoughtEdition(): number {
    return this.#analyst.thoughts.edition
  }

  /** Takes up what was kept. */
  recall(stored: unknown): void {
    this.#analyst.thoughts.restore(this.games, stored, sizeOf)
    this.changed()
  }

  /** A click on the board: what the tool in hand does. */
  touch(point: Point): void {
    const region = this.endgame.isOpen ? this.endgame.at(point) : undefined
    if (region !== undefined) return this.endgame.choose(region)
    const { tool } = this
    if (tool === "play") this.play(point)
    else if (isOneOf(SETUP_KINDS, tool)) this.setUp(point, tool)
    else if (isOneOf(LINE_KINDS, tool)) this.#drawLine(tool, point)
    else this.mark(point, tool)
  }

  #drawLine(kind: LineKind, point: Point): void {
    const from = this.lineFrom
    this.lineFrom = from === undefined ? point : undefined
    if (from === undefined) this.changed()
    else this.markLine(kind, from, point)
  }

  /** A move of one's own: along the record where it has it, else as a new variation; in a lesson, a try. */
  play(move: Move): void {
    const { game } = this
    const color = this.toPlay
    if (game.phase !== "playing") game.resume()
    const refusal = game.refusal(move, color)
    if (refusal) {
      this.refused = { point: move as Point, text: explainRefusal(refusal) }
      this.changed()
      return
    }
    this.refused = undefined
    if (this.lesson) void this.lesson.try(move)
    else this.add({ color, move })
  }

  forgetRefusal(): void {
    if (!this.refused) return
    this.refused = undefined
    this.changed()
  }

  /** What a click on the board does from now on; the tool in hand, once more, is laid down. */
  take(tool: Tool): void {
    this.#endLesson()
    this.tool = tool === this.tool ? "play" : tool
    this.lineFrom = undefined
    this.changed()
  }

  /** Thinking about whatever position is shown, until it is switched off. */
  analyse(on: boolean): void {
    this.#endLesson()
    this.#analyst.stop()
    this.#analyst.isOn = on && this.isWatchable
    this.#look()
    this.changed()
  }

  /** Goes through the whole line, a short look at each position; again, to end it. */
  async sweepGame(): Promise<void> {
    const wasSweeping = this.sweep !== undefined
    this.#rest()
    if (!wasSweeping && this.isWatchable) await this.#analyst.sweep(this.places(), this.info.size)
    this.changed()
  }

  /** Goes to the position before a bad move and asks for a better one. */
  tryAgain({ number: place, color, move }: Mistake): void {
    this.#rest()
    this.tool = "play"
    this.go(place - 1)
    const question = { position: this.game.position(), color, played: move, place }
    this.lesson = new Lesson(question, this.#engine, () => this.changed())
    this.changed()
  }

  /** Ends the lesson, and shows what the engine would have played. */
  showAnswer(): void {
    const report = this.lesson?.report
    if (report) this.#analyst.thoughts.keep(this.node, report, this.info.size)
    this.#endLesson()
    if (!this.report) this.analyse(true)
    this.changed()
  }

  endLesson(): void {
    this.#endLesson()
    this.changed()
  }

  /** Ends all thinking. */
  close(): void {
    this.#rest()
  }

  protected override arrived(isOtherLine: boolean): void {
    this.refused = undefined
    this.lineFrom = undefined
    this.#shown = undefined
    this.#endLesson()
    if (this.sweep && isOtherLine) this.#analyst.stop()
    this.#look()
  }

  #look(): void {
    if (this.isAnalysing) void this.#analyst.look(this.node, this.game)
  }

  #rest(): void {
    this.#endLesson()
    this.#analyst.isOn = false
    this.#analyst.stop()
  }

  #endLesson(): void {
    this.lesson?.stop()
    this.lesson = undefined
  }
}

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value)
}
