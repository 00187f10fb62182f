// The tables of `montego bench simulate` as lines of text.

import { percent } from "../../base/format.ts"
import type { BiasRow, Comparison } from "../../simulate/index.ts"
import { binsOf } from "../../draw/index.ts"

export interface Speed {
  readonly name: string
  /** Simulations a second, one for each run. */
  readonly rates: readonly number[]
}

interface Figures {
  readonly min?: number
  readonly max?: number
  readonly mean: number
  readonly deviation: number
}

/** Chelaru 2008, table 5.1: 100 runs of 5 s on 19×19. The text has no extremes for the Pentium. */
export const PUBLISHED: readonly (Figures & { machine: string; method: string })[] = [
  { machine: "Athlon", method: "naive", min: 90.99, max: 98.19, mean: 95.41, deviation: 1.38 },
  { machine: "Athlon", method: "analyze-after", min: 1028.4, max: 1205.2, mean: 1058.62, deviation: 38.47 },
  { machine: "Pentium", method: "naive", mean: 42.84, deviation: 0.78 },
  { machine: "Pentium", method: "analyze-after", mean: 412.75, deviation: 5.88 },
]
const PUBLISHED_SIZE = 19

export function figuresOf(values: readonly number[]): Required<Figures> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  // One run has none: NaN, which JSON writes as null.
  const deviation = Math.sqrt(squares / (values.length - 1))
  return { min: Math.min(...values), max: Math.max(...values), mean, deviation }
}

export function speedLines(speeds: readonly Speed[], size: number, bins: number): string[] {
  const ours = speeds.map(({ name, rates }) => figureLine(name, figuresOf(rates)))
  const lines = [figureHeading("method"), ...ours]
  if (size === PUBLISHED_SIZE) {
    const theirs = PUBLISHED.map((row) => figureLine(`${row.method}, ${row.machine}`, row))
    lines.push("", figureHeading("published in 2008 (100 runs of 5 s)"), ...theirs, "", ...ratioLines(speeds))
  }
  return [...lines, ...speeds.flatMap((speed) => ["", ...histogramLines(speed, bins)])]
}

const NAME_WIDTH = 36

function figureHeading(first: string): string {
  return [first.padEnd(NAME_WIDTH), ...["min", "max", "μ", "σ"].map((word) => word.padStart(11))].join("")
}

function figureLine(name: string, { min, max, mean, deviation }: Figures): string {
  const cells = [min, max, mean, deviation].map((value = NaN) =>
    (Number.isNaN(value) ? "–" : value.toFixed(2)).padStart(11),
  )
  return name.padEnd(NAME_WIDTH) + cells.join("")
}

/** Machines differ; by how much the better method is better can be compared. */
function ratioLines(speeds: readonly Speed[]): string[] {
  const mean = (name: string): number =>
    figuresOf(speeds.find((speed) => speed.name === name)?.rates ?? []).mean
  const published = (machine: string): number => {
    const [naive, after] = PUBLISHED.filter((row) => row.machine === machine)
    return after!.mean / naive!.mean
  }
  const ratios = [mean("analyze-after") / mean("naive"), published("Athlon"), published("Pentium")]
  const [ours, athlon, pentium] = ratios.map((ratio) => (Number.isNaN(ratio) ? "–" : ratio.toFixed(1)))
  return [`analyze-after / naive: ours ${ours}, Athlon ${athlon}, Pentium ${pentium}`]
}

const BAR_WIDTH = 40

function histogramLines({ name, rates }: Speed, count: number): string[] {
  const bins = binsOf(rates, count)
  const most = Math.max(...bins.map((bin) => bin.count))
  const bars = bins.map(({ from, to, count: times }) => {
    const bar = "█".repeat(Math.round((BAR_WIDTH * times) / most))
    return `${from.toFixed(1).padStart(10)} … ${to.toFixed(1).padEnd(10)} ${String(times).padStart(4)} ${bar}`.trimEnd()
  })
  return [`${name}: runs by simulations a second`, ...bars]
}

// Widths of the bias table: together the 80 columns of a terminal.
const BIAS_NAME_WIDTH = 29
const BIAS_WIDTH = 11
const OWNER_WIDTH = 18

/** Each quantity as the method's less the exact game's, with the standard error. */
export function biasLines(rows: readonly BiasRow[]): string[] {
  const lines = rows.flatMap((row, index) => {
    const owner = `${percent(row.owner.difference)}±${percent(row.owner.error)} (${percent(row.owner.noise)})`
    const cells = [row.margin, row.spread, row.moves].map(differenceText)
    const line = biasLine(row.method, cells, owner)
    return rows[index - 1]?.position === row.position ? [line] : [positionLine(row), line]
  })
  const heading = biasLine("bias against the exact game", ["score", "spread", "stones"], "owner map")
  return [heading, ...lines, "", NOTE]
}

const NOTE = `The first line of a position has the exact game's own figures. Below it: score,
spread, stones as the method's less the exact game's, ± standard error; owner
map: mean difference of Black's share of a point in %, ± error (what chance
alone would show).`

function biasLine(name: string, cells: readonly string[], owner = ""): string {
  const columns = cells.map((cell) => cell.padStart(BIAS_WIDTH)).join("")
  return `${name.padEnd(BIAS_NAME_WIDTH)}${columns}${owner.padStart(OWNER_WIDTH)}`.trimEnd()
}

function positionLine({ position, runs, margin, spread, moves }: BiasRow): string {
  const exact = [margin, spread, moves].map(({ reference }) => reference.toFixed(1))
  return biasLine(`${position}, ${runs} games`, exact)
}

function differenceText({ difference, error }: Comparison): string {
  return `${difference < 0 ? "" : "+"}${short(difference)}±${short(error)}`
}

/** At most four digits. */
function short(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}
