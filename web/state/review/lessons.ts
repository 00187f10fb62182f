// "Try again": the position before a bad move, and the person looks for a better one. The engine compares the position
// after each try with the best that it knows; the person hears only whether the move is an error, neither numbers nor
// the answer, until they ask to be shown.

import { opponent, type Color, type Move, type Position } from "montego/rules"
import type { SearchReport } from "montego/search"
import type { Asking, Engine } from "../../engine/client.ts"
import type { Depth } from "./thoughts.ts"

type Verdict = "thinking" | "error" | "fine"

interface Question {
  /** The position before the bad move. */
  readonly position: Position
  readonly color: Color
  /** The bad move itself, and where in the line it stands. */
  readonly played: Move
  readonly place: number
}

/** For the question and for each try: both the same, so that they can be compared. */
const LESSON: Depth = { playouts: 3000, evaluations: 150 }
/** What a good move may lose against the best one: the two searches differ by chance. */
const FORGIVEN = 0.05

export class Lesson {
  readonly question: Question
  readonly tries = new Map<Move, Verdict>()
  /** The last try. */
  tried: Move | undefined
  /** What the engine thinks of the question itself, once it knows. */
  report: SearchReport | undefined
  trouble: string | undefined
  readonly #engine: Engine
  readonly #changed: () => void
  #asking: Asking<"analysis"> | undefined
  /** None after an engine that broke over the question: it is asked again with the next try. */
  #answer: Promise<SearchReport | undefined> | undefined
  #best = 0
  #isOver = false

  constructor(question: Question, engine: Engine, changed: () => void) {
    this.question = question
    this.#engine = engine
    this.#changed = changed
    this.#answer = this.#prepare()
  }

  get verdict(): Verdict | undefined {
    return this.tried === undefined ? undefined : this.tries.get(this.tried)
  }

  /** Judges a move; while one is being judged, no other is taken. */
  async try(move: Move): Promise<void> {
    if (this.verdict === "thinking") return
    this.tried = move
    if (this.tries.has(move)) {
      this.#changed()
      return
    }
    this.tries.set(move, "thinking")
    this.#changed()
    const verdict = await this.#judge(move)
    if (this.#isOver) return
    if (verdict) this.tries.set(move, verdict)
    else this.tries.delete(move)
    this.#changed()
  }

  stop(): void {
    this.#isOver = true
    this.#asking?.stop()
  }

  async #prepare(): Promise<SearchReport | undefined> {
    const { position, color } = this.question
    const report = await this.#look(position, color)
    const [best] = report?.candidates ?? []
    if (!report || !best) {
      this.#answer = undefined
      return undefined
    }
    this.report = report
    this.#best = best.winRate
    return report
  }

  async #judge(move: Move): Promise<Verdict | undefined> {
    const { position, color, played } = this.question
    if (move === played) return "error"
    const report = await (this.#answer ??= this.#prepare())
    if (!report) return undefined
    if (move === report.candidates[0]?.move) return "fine"
    const moves = [...position.moves, { color, move }]
    const after = await this.#look({ ...position, moves }, opponent(color))
    if (!after) return undefined
    const rate = 1 - after.winRate
    const isError = this.#best - rate > FORGIVEN
    this.#best = Math.max(this.#best, rate)
    return isError ? "error" : "fine"
  }

  async #look(position: Position, color: Color): Promise<SearchReport | undefined> {
    if (this.#isOver) return undefined
    this.trouble = undefined
    const asking = this.#engine.ask({
      kind: "analysis",
      position,
      color,
      budget: LESSON,
      seed: 1,
    })
    this.#asking = asking
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#isOver) return undefined
    if (answer instanceof Error) {
      this.trouble = answer.message
      this.#changed()
      return undefined
    }
    return answer?.report
  }
}
