// Pictures of experiments, on the charts of src/draw: axes are chosen from the data.

import { percent } from "../base/format.ts"
import { binsOf, histograms, intervalChart, lineChart, roundTicks } from "../draw/index.ts"
import type { Picture } from "./experiment.ts"
import type { GamesSummary } from "./games.ts"

export interface Curve {
  readonly label: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

interface CurvesOptions {
  readonly name: string
  readonly title: string
  readonly x: string
  readonly y: string
  /** A logarithmic x axis: x is above 0. */
  readonly isLog?: boolean
  readonly lines: readonly Curve[]
  /** Ends of the y axis beyond the data. */
  readonly yRange?: readonly [low: number, high: number]
}

/** Lines over one axis. */
export function curves({ name, title, x, y, isLog = false, lines, yRange }: CurvesOptions): Picture {
  const all = lines.flatMap(({ points }) => points)
  const xs = all.map(([at]) => at)
  const ys = [...all.map(([, value]) => value), ...(yRange ?? [])]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [low, high] = padded(Math.min(...ys), Math.max(...ys))
  const place = isLog ? Math.log : (value: number): number => value
  const width = place(right) - place(left) || 1
  const label = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 3 })
  const svg = lineChart({
    title,
    x: {
      title: x,
      ticks: isLog ? logTicks(left, right) : ticks(left, right),
      label,
      share: (value) => (place(value) - place(left)) / width,
    },
    y: { title: y, ticks: ticks(low, high), label, share: (value) => (value - low) / (high - low) },
    hasColumns: isLog,
    lines: lines.map(({ label: words, points }) => ({
      label: words,
      points,
      told: `${words}: ${label(points.at(-1)?.[1] ?? 0)} at ${label(points.at(-1)?.[0] ?? 0)}`,
    })),
  })
  return { name, title, svg }
}

const MOST_TICKS = 8

function padded(low: number, high: number): [number, number] {
  return high > low ? [low, high] : [low - 0.5, high + 0.5]
}

/** Round numbers between two ends, of any size. */
function ticks(low: number, high: number): number[] {
  if (!(high > low)) return [low]
  // `roundTicks` has whole steps: smaller ranges are scaled up for it.
  const power = 10 ** Math.max(0, 1 - Math.floor(Math.log10((high - low) / MOST_TICKS)))
  return roundTicks(low * power, high * power, MOST_TICKS).map((tick) => tick / power)
}

/** Powers of ten, or of two where there are few of these. */
function logTicks(low: number, high: number): number[] {
  const base = high / low >= 1000 ? 10 : 2
  const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9)
  const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => base ** (first + i))
}

/** Win rates with their intervals, a row for each match; a diamond is a published rate in percent. */
export function winRates(
  name: string,
  title: string,
  rows: readonly (GamesSummary & { readonly published?: number })[],
): Picture {
  const hasPublished = rows.some(({ published }) => published !== undefined)
  const drawn = rows.map(({ label, games, rate, interval, published }) => ({
    label,
    note: `${games} games`,
    estimate: {
      value: 100 * rate,
      low: 100 * interval.low,
      high: 100 * interval.high,
      second: published,
      told: `${label}: ${percent(rate)} %`,
    },
  }))
  const words = { axis: "% won by A", first: "ours, 95 %", second: hasPublished ? "published" : "" }
  return { name, title, svg: intervalChart(drawn, { title, ...words, level: 50 }) }
}

/** Estimates with their errors; a diamond is the published number. */
export function estimates(
  name: string,
  { title, axis }: { readonly title: string; readonly axis: string },
  rows: readonly {
    readonly label: string
    readonly note: string
    readonly value: number
    readonly low: number
    readonly high: number
    readonly published?: number
  }[],
): Picture {
  const drawn = rows.map(({ label, note, value, low, high, published }) => ({
    label,
    note,
    estimate: { value, low, high, second: published, told: `${label}: ${value.toFixed(2)}` },
  }))
  const words = { axis, first: "ours, 95 %", second: "published", leastStep: 1 }
  return { name, title, svg: intervalChart(drawn, { title, ...words }) }
}

const BINS = 12

/** How often values occur, a panel for each list. */
export function distribution(
  name: string,
  title: string,
  unit: string,
  lists: readonly { readonly label: string; readonly values: readonly number[] }[],
): Picture {
  const panels = lists.map(({ label, values }) => ({ title: label, bins: binsOf(values, BINS) }))
  return { name, title, svg: histograms(title, unit, panels) }
}
