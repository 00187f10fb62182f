// The course of a run as a chart, like figures 6, 10, 11 and 13 of the paper: individuals over steps, one line for
// each measure or first move; blocks in the terminal, or a picture.

import { block, columnMeans, lineChart, roundTicks } from "../../draw/index.ts"
import type { Sample } from "../../evolve/index.ts"
import { makeVertex, type Move } from "../../rules/index.ts"
import type { Ground } from "./position.ts"

export interface Series {
  readonly label: string
  /** Individuals, for each sample. */
  readonly values: readonly number[]
}

/** Lines of a chart where nothing is known of the position. */
const MOST_OPENINGS = 6

/** What is known of the position, or else the first moves that led or came near. */
export function seriesOf({ measures, board }: Ground, history: readonly Sample[]): Series[] {
  if (measures.length > 0)
    return measures.map(({ label }, index) => ({
      label,
      values: history.map((sample) => sample.measures[index] ?? 0),
    }))
  const height = new Map<Move, number>()
  // What is there at the founding is chance.
  for (const { openings } of history.slice(Math.floor(history.length / 8)))
    for (const [move, count] of openings) height.set(move, Math.max(count, height.get(move) ?? 0))
  const moves = [...height]
    .sort(([a, high], [b, higher]) => higher - high || a - b)
    .map(([move]) => move)
    .slice(0, MOST_OPENINGS)
  return moves.map((move) => ({
    label: makeVertex(move, board.size),
    values: history.map(({ openings }) => openings.find(([opening]) => opening === move)?.[1] ?? 0),
  }))
}

const COLUMNS = 60

/** A row of blocks for each series; a full block is the whole population. */
export function drawSeries(series: readonly Series[], population: number): string[] {
  const width = Math.max(...series.map(({ label }) => label.length))
  return series.map(({ label, values }) => {
    // A mean above zero has at least the lowest block.
    const blocks = columnMeans(values, COLUMNS).map((mean) =>
      block(mean > 0 ? Math.max(1, (8 * mean) / population) : 0),
    )
    const share = (100 * (values.at(-1) ?? 0)) / population
    return `  ${label.padEnd(width)} ${blocks.join("")} ${share.toFixed(1)} %`
  })
}

const MOST_TICKS = 8

/** Individuals over steps. */
export function makeCourseSvg(
  title: string,
  series: readonly Series[],
  history: readonly Sample[],
  population: number,
): string {
  const steps = Math.max(1, history.at(-1)?.step ?? 1)
  return lineChart({
    title,
    x: {
      title: "steps",
      ticks: roundTicks(0, steps, MOST_TICKS),
      label: short,
      share: (step) => step / steps,
    },
    y: {
      ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => share * population),
      label: (count) => String(Math.round(count)),
      share: (count) => count / population,
    },
    lines: series.map(({ label, values }) => ({
      label,
      points: values.map((value, at) => [history[at]!.step, value] as const),
      told: label,
    })),
  })
}

function short(step: number): string {
  if (step >= 1e6) return `${Number((step / 1e6).toFixed(2))} M`
  return step >= 1000 ? `${Number((step / 1000).toFixed(1))} k` : String(step)
}
