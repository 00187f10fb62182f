// A record under review: what record-editor.ts can do with it, what the engine thinks of it (analyst.ts, thoughts.ts),
// and the search for better moves (lessons.ts).

import { ok, type Result } from "montego/base"
import { explainRefusal, isPass, type Color, type Move, type Point } from "montego/rules"
import type { Mistake, SearchReport } from "montego/search"
import type { Engine } from "../../engine/client.ts"
import { Analyst } from "./analyst.ts"
import { Lesson } from "./lessons.ts"
import type { MarkKind } from "./marks.ts"
import type { Mark } from "../shared/picture.ts"
import type { Refused } from "../play/play.ts"
import { openRecord, RecordEditor, type OpenedRecord } from "./record-editor.ts"
import { mistakesOf, type GraphPoint, type SavedThought } from "./thoughts.ts"

const LARGEST_BOARD = 19

/** What a click on the board does: a move, or a mark. */
type Tool = "play" | MarkKind

export class Review extends RecordEditor {
  refused: Refused | undefined
  tool: Tool = "play"
  /** The search for a better move, while it goes on. */
  lesson: Lesson | undefined
  readonly #engine: Engine
  readonly #analyst: Analyst
  #worst:
    | { readonly graph: readonly GraphPoint[]; readonly mistakes: ReturnType<typeof mistakesOf> }
    | undefined

  private constructor(record: OpenedRecord, engine: Engine) {
    super(record)
    this.#engine = engine
    this.#analyst = new Analyst(engine, () => this.changed())
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
    return this.lesson ? undefined : this.#analyst.thoughts.report(this.node)
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
    if (!this.lesson) return this.ownMarks
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

  /** Of either colour, the worst first. */
  get mistakes(): ReturnType<typeof mistakesOf> {
    const { graph } = this
    if (this.#worst?.graph !== graph)
      this.#worst = { graph, mistakes: mistakesOf(this.line, graph, this.info.size) }
    return this.#worst.mistakes
  }

  /** The next one along the line, of either side, and the first after the last. */
  get nextMistake(): Mistake | undefined {
    const after = this.lesson?.question.place ?? this.at
    const all = [...this.mistakes[1], ...this.mistakes[2]].sort((one, other) => one.number - other.number)
    return all.find(({ number }) => number > after) ?? all[0]
  }

  /** The one where one stands, or the next. */
  get mistakeHere(): Mistake | undefined {
    const { mistakes, at } = this
    return [...mistakes[1], ...mistakes[2]].find(({ number }) => number === at) ?? this.nextMistake
  }

  /** Remembers what the machine thought in its own game. */
  know(rates: Iterable<readonly [moves: number, blackWins: number]>): void {
    for (const [move, rate] of rates) {
      const node = this.line[move]
      if (node) this.#analyst.thoughts.know(node, rate)
    }
    this.changed()
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
    this.#analyst.thoughts.restore(this.games, stored)
    this.changed()
  }

  /** A click on the board: what the tool in hand does. */
  touch(point: Point): void {
    if (this.tool === "play") this.play(point)
    else this.mark(point, this.tool)
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
    if (!wasSweeping && this.isWatchable) await this.#analyst.sweep(this.places())
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
    if (report) this.#analyst.thoughts.keep(this.node, report)
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
