// The curves of the graph, by uPlot: a module of its own that is loaded when a review is opened. Colours come from the
// style sheet; uPlot sets its styles through the DOM, which the page's policy allows.

import uPlot from "uplot"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "uplot/dist/uPlot.min.css"
import type { GraphColumns } from "../state/review/graph.ts"

const FONT = "11px system-ui, sans-serif"
/** Between the numbers of moves: there is no half of one. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1000, 10_000].map((unit) => step * unit))
  .sort((a, b) => a - b)
/** Opacity of the area below the win rate, as the last digits of its colour. */
const FAINT = "26"

export class Plot {
  readonly #plot: uPlot
  readonly #place: HTMLElement
  readonly #here = document.createElement("div")
  readonly #dark = matchMedia("(prefers-color-scheme: dark)")
  readonly #resized: ResizeObserver
  #columns: GraphColumns = { moves: [], rates: [], leads: [], mistakes: [], blunders: [], farthest: 10 }
  #moves = 1
  #at = 0

  /** Draws into `place`, as large as that is. */
  constructor(place: HTMLElement, onMove: (move: number) => void) {
    this.#place = place
    this.#plot = new uPlot(this.#options(), [[], [], [], [], []], place)
    this.#here.className = "graph-here"
    this.#plot.over.append(this.#here)
    this.#plot.over.addEventListener("click", ({ clientX }) => {
      const { left } = this.#plot.over.getBoundingClientRect()
      onMove(Math.round(this.#plot.posToVal(clientX - left, "x")))
    })
    this.#dark.addEventListener("change", this.#redraw)
    this.#resized = new ResizeObserver(() => {
      this.#plot.setSize({ width: place.clientWidth, height: place.clientHeight })
    })
    this.#resized.observe(place)
  }

  show(columns: GraphColumns, moves: number, at: number): void {
    const isSame = columns === this.#columns && moves === this.#moves
    this.#columns = columns
    this.#moves = moves
    this.#at = at
    const { moves: xs, rates, leads, mistakes, blunders } = columns
    if (!isSame) this.#plot.setData([[...xs], [...rates], [...leads], [...mistakes], [...blunders]])
    this.#markHere()
  }

  close(): void {
    this.#dark.removeEventListener("change", this.#redraw)
    this.#resized.disconnect()
    this.#plot.destroy()
  }

  readonly #redraw = (): void => this.#plot.redraw()

  #markHere(): void {
    // A share of the width, which uPlot changes only after the place has a new size.
    this.#here.style.left = `${(100 * this.#at) / Math.max(1, this.#moves)}%`
  }

  #color(name: string): string {
    return getComputedStyle(this.#place).getPropertyValue(name).trim()
  }

  /** Single points on the curve of the win rate. */
  #dots(name: string): uPlot.Series {
    const color = (): string => this.#color(name)
    return { scale: "rate", paths: () => null, points: { show: true, size: 7, stroke: color, fill: color } }
  }

  #options(): uPlot.Options {
    const quiet = (): string => this.#color("--quiet")
    const axis = { font: FONT, stroke: quiet, ticks: { show: false } }
    const grid = { stroke: () => this.#color("--line"), width: 1 }
    return {
      width: this.#place.clientWidth,
      height: this.#place.clientHeight,
      padding: [8, 0, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: () => [0, Math.max(1, this.#moves)] },
        rate: { range: [0, 100] },
        lead: { range: () => [-this.#columns.farthest, this.#columns.farthest] },
      },
      axes: [
        { ...axis, grid: { show: false }, size: 26, gap: 8, incrs: WHOLE_STEPS },
        {
          ...axis,
          grid,
          scale: "rate",
          size: 40,
          gap: 3,
          splits: [0, 25, 50, 75, 100],
          values: (_, all) => all.map((rate) => `${rate} %`),
        },
        {
          ...axis,
          grid: { show: false },
          scale: "lead",
          side: 1,
          size: 38,
          gap: 6,
          splits: () => [-this.#columns.farthest, 0, this.#columns.farthest],
          values: (_, all) => all.map((lead) => (lead > 0 ? `+${lead}` : String(lead).replace("-", "−"))),
        },
      ],
      series: [
        {},
        {
          scale: "rate",
          width: 2,
          stroke: () => this.#color("--accent"),
          fill: () => `${this.#color("--accent")}${FAINT}`,
          points: { size: 5 },
        },
        {
          scale: "lead",
          width: 1.5,
          dash: [5, 3],
          stroke: () => this.#color("--graph-lead"),
          points: { size: 4 },
        },
        this.#dots("--mistake"),
        this.#dots("--blunder"),
      ],
    }
  }
}
