// A search while it runs: a picture that is drawn anew on a terminal, a line now and then elsewhere.

import type { Writable } from "node:stream"
import { makeVertex } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { percent, vertices } from "./analyze-report.ts"

export interface Screen extends Pick<Writable, "write"> {
  readonly isTTY?: boolean
  readonly rows?: number
}

const REDRAW_MS = 100
const LINE_MS = 1000

// Long lines are cut off and not wrapped, because a picture that grows can't be drawn over itself.
const NO_WRAP = "\u001B[?7l"
const WRAP = "\u001B[?7h"
const CLEAR = "\u001B[2J"
const HOME = "\u001B[H"
const CLEAR_LINE = "\u001B[K"
const CLEAR_BELOW = "\u001B[J"

export class Watch {
  readonly #screen: Screen
  readonly #draw: (report: SearchReport) => readonly string[]
  #isDrawn = false

  constructor(screen: Screen, draw: (report: SearchReport) => readonly string[]) {
    this.#screen = screen
    this.#draw = draw
  }

  /** Milliseconds between two reports. */
  get every(): number {
    return this.#screen.isTTY ? REDRAW_MS : LINE_MS
  }

  show(report: SearchReport, size: number): void {
    if (!this.#screen.isTTY) {
      this.#screen.write(`${line(report, size)}\n`)
      return
    }
    const { rows = 24 } = this.#screen
    const picture = this.#draw(report).slice(0, rows - 1)
    const start = this.#isDrawn ? HOME : `${NO_WRAP}${CLEAR}${HOME}`
    this.#isDrawn = true
    this.#screen.write(`${start}${picture.map((row) => `${row}${CLEAR_LINE}\n`).join("")}${CLEAR_BELOW}`)
  }

  /** Leaves an empty screen for what is printed at the end. */
  end(): void {
    if (this.#isDrawn) this.#screen.write(`${HOME}${CLEAR_BELOW}${WRAP}`)
    this.#isDrawn = false
  }
}

function line({ playouts, candidates: [best] }: SearchReport, size: number): string {
  if (!best) return `${playouts} playouts`
  const { move, visits, winRate, pv } = best
  return `${playouts} playouts: ${makeVertex(move, size)} ${visits} visits, wins ${percent(winRate)}; ${vertices(pv, size)}`
}
