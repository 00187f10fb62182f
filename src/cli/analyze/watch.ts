// A search while it runs: a picture that is drawn anew on a terminal, a line now and then elsewhere.

import type { Writable } from "node:stream"
import { percent } from "../../base/format.ts"
import { makeVertex } from "../../rules/index.ts"
import type { SearchReport } from "../../search/index.ts"
import { simulations, vertices, type ReportScreen } from "./report.ts"
import { USUAL_COLUMNS, USUAL_ROWS } from "../wrap.ts"

export interface Screen extends Pick<Writable, "write"> {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

/** The size of a terminal; undefined for files and pipes, which have none. */
export function sizeOfScreen({ isTTY, columns, rows }: Screen): ReportScreen | undefined {
  // A terminal that was just opened may say 0.
  return isTTY ? { columns: columns || USUAL_COLUMNS, rows: rows || USUAL_ROWS } : undefined
}

const REDRAW_MS = 100
const LINE_MS = 1000

// Long lines are cut off and not wrapped, because a picture that grows can't be drawn over itself.
const NO_WRAP = "\u001B[?7l"
const WRAP = "\u001B[?7h"
// A screen of its own: what was there before comes back, and the scrollback keeps no pictures.
const OWN_SCREEN = "\u001B[?1049h"
const FORMER_SCREEN = "\u001B[?1049l"
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
    const { rows } = sizeOfScreen(this.#screen)!
    const picture = this.#draw(report).slice(0, rows - 1)
    const start = this.#isDrawn ? HOME : `${OWN_SCREEN}${NO_WRAP}${CLEAR}${HOME}`
    this.#isDrawn = true
    // Cleared first: behind a row of full width, clearing would take its last column.
    this.#screen.write(`${start}${picture.map((row) => `${CLEAR_LINE}${row}\n`).join("")}${CLEAR_BELOW}`)
  }

  /** Brings back the screen that was there before, for what is printed at the end. */
  end(): void {
    if (this.#isDrawn) this.#screen.write(`${WRAP}${FORMER_SCREEN}`)
    this.#isDrawn = false
  }
}

function line(report: SearchReport, size: number): string {
  const best = report.candidates[0]
  if (!best) return simulations(report)
  const { move, visits, winRate, pv } = best
  return `${simulations(report)}: ${makeVertex(move, size)} ${visits} visits, wins ${percent(winRate)} %; ${vertices(pv, size)}`
}
