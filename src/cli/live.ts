// What a long command shows while it works (ARE-5): at a terminal a table that is drawn again and again, elsewhere
// one line now and then. Messages in between stay above the table.

import { printable } from "../base/printable.ts"

interface LiveView {
  /** The table. */
  readonly lines: readonly string[]
  /** Below it, such as a bar. */
  readonly progress: string
}

export interface LiveSource {
  view(): LiveView
  /** All in one line, for logs. */
  line(): string
}

const REDRAW_MS = 500
const LINE_MS = 10_000
/** How many times as long as a drawing took nothing is drawn after it: games are waiting. */
const PAUSE = 20
/** Of a terminal that does not tell. */
const UNTOLD_SIZE = [80, 24] as const

export class Live {
  readonly #stream: NodeJS.WriteStream
  #source: LiveSource | undefined
  #timer: NodeJS.Timeout | undefined
  /** How many lines are drawn. */
  #drawn = 0
  #next = 0

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
  }

  /** Draws from now on, whether anything happens or not: workers come and go, and time passes. */
  begin(source: LiveSource): void {
    this.#source = source
    // What is over soon needs no lines.
    this.#next = performance.now() + (this.#stream.isTTY ? 0 : LINE_MS)
    this.#timer = setInterval(() => this.update(), REDRAW_MS)
  }

  /** Something has changed. */
  update(): void {
    const now = performance.now()
    if (!this.#source || now < this.#next) return
    if (this.#stream.isTTY) this.#draw(this.#source.view())
    else this.#stream.write(`montego: ${this.#source.line()}\n`)
    const took = performance.now() - now
    this.#next = now + (this.#stream.isTTY ? Math.max(REDRAW_MS, PAUSE * took) : LINE_MS)
  }

  /** A message that stays. */
  say(text: string, ...more: readonly string[]): void {
    this.#clear()
    this.#stream.write(`montego: ${[text, ...more].map((line) => printable(line)).join("\n")}\n`)
  }

  end(): void {
    clearInterval(this.#timer)
    this.#source = undefined
    this.#clear()
  }

  #draw({ lines, progress }: LiveView): void {
    // What wraps or scrolls away could not be cleared.
    const [columns, rows] = this.#size()
    const shown = [...lines.slice(0, rows - 3), "", progress].map((line) => line.slice(0, columns - 1))
    this.#clear()
    this.#stream.write(shown.map((line) => `${line}\n`).join(""))
    this.#drawn = shown.length
  }

  #size(): readonly [columns: number, rows: number] {
    const { columns, rows } = this.#stream
    return columns > 0 && rows > 0 ? [columns, rows] : UNTOLD_SIZE
  }

  #clear(): void {
    // The cursor need not be at the start of its line: a terminal echoes Ctrl-C as ^C.
    if (this.#drawn > 0) this.#stream.write(`\r\u001b[${this.#drawn}A\u001b[J`)
    this.#drawn = 0
  }
}
