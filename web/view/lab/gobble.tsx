// Gobble's map of values while it anneals, beside the published one.

import type { GobbleSnapshot } from "../../engine/lab/gobble.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { BoardMap } from "./map.tsx"

const { gobble: text } = LAB_TEXTS

export function GobbleView({ snapshot }: { snapshot: GobbleSnapshot | undefined }) {
  if (!snapshot) return <p class="quiet">{LAB_TEXTS.empty}</p>
  const { size, values, games, swap, meanScore, published, figures } = snapshot
  const isKnown = (x: number, y: number): boolean => games[y]![x]! > 0
  const known = values.flatMap((row, y) => row.filter((_, x) => isKnown(x, y)))
  const shown = values.map((row, y) => row.map((value, x) => (isKnown(x, y) ? value : NaN)))
  const cold = Math.round(100 * swap)
  return (
    <>
      <section class="card lab-facts">
        <label class="lab-heat">
          {text.temperature}
          <meter min={0} max={100} value={cold}>
            {cold} %
          </meter>
          <span>{cold} %</span>
        </label>
        <p>
          {text.mean}: {meanScore.toFixed(2)}
          {figures && ` · ${text.correlation}: ${figures.symmetricCorrelation.toFixed(3)}`}
        </p>
        <p class="quiet">{text.hint}</p>
      </section>
      <section class="lab-pair">
        <ValueMap title={text.map} size={size} values={shown} known={known} />
        {published && (
          <ValueMap title={text.published} size={size} values={published} known={published.flat()} />
        )}
      </section>
    </>
  )
}

/** The share of points below the scale, and its darkest shade: numbers must be readable on it. */
const OUTSIDE = 0.03
const DARKEST = 0.75

interface ValueMapProps {
  readonly title: string
  readonly size: number
  readonly values: readonly (readonly number[])[]
  /** Those that set the scale. */
  readonly known: readonly number[]
}

function ValueMap({ title, size, values, known }: ValueMapProps) {
  // A single point far below all others would make them alike.
  const sorted = known.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[Math.floor(known.length * OUTSIDE)], sorted.at(-1)]
  const shade = (value: number): number => {
    const share = (value - low) / (high - low || 1)
    return Number.isNaN(value) ? 0 : DARKEST * Math.max(0, Math.min(1, share))
  }
  return (
    <BoardMap
      title={title}
      size={size}
      values={values}
      shade={shade}
      told={(value) => (Number.isNaN(value) ? "–" : value.toFixed(1).replace("-", "−"))}
      isWritten={size <= 13}
    />
  )
}
