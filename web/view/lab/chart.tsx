// Charts of the laboratory: lines over an axis, told apart by colour and dashes, with their numbers as a table.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { chartShape, type ChartSeries } from "../../state/lab/chart.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { Scroll } from "./scroll.tsx"

const ROOM = { left: 52, right: 30, top: 12, bottom: 42 }
const HEIGHT = 260
const FIRST_WIDTH = 600
/** Rows of a table that can still be read. */
const MOST_ROWS = 12

interface ChartProps {
  readonly title: string
  readonly hint?: string | undefined
  readonly xTitle: string
  readonly series: readonly ChartSeries[]
  readonly isLog?: boolean
  readonly low?: number
  readonly high?: number
  readonly isPercent?: boolean
}

export function Chart({
  title,
  hint,
  xTitle,
  series,
  isLog = false,
  low,
  high,
  isPercent = false,
}: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const range = { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
  const { paths, xTicks, yTicks } = chartShape({ series, width, height: HEIGHT, isLog, room: ROOM, ...range })
  const told = (value: number): string => (isPercent ? `${short(100 * value)} %` : short(value))
  return (
    <figure class="lab-figure">
      <figcaption>
        <strong>{title}</strong> {hint !== undefined && <span class="quiet">{hint}</span>}
      </figcaption>
      <div ref={place}>
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          height={HEIGHT}
          class="lab-chart"
          role="img"
          aria-label={title}
        >
          {yTicks.map(({ value, at }) => (
            <g key={value}>
              <line class="lab-grid" x1={ROOM.left} x2={width - ROOM.right} y1={at} y2={at} />
              <text x={ROOM.left - 6} y={at + 4} text-anchor="end">
                {told(value)}
              </text>
            </g>
          ))}
          {xTicks.map(({ value, at }) => (
            <text key={value} x={at} y={HEIGHT - ROOM.bottom + 18} text-anchor="middle">
              {value.toLocaleString("en")}
            </text>
          ))}
          <text x={(width + ROOM.left - ROOM.right) / 2} y={HEIGHT - 6} text-anchor="middle">
            {xTitle}
          </text>
          {paths.map((path, index) => (
            <path key={series[index]!.label} class={`lab-line lab-line-${index % 8}`} d={path} />
          ))}
        </svg>
      </div>
      <ul class="lab-legend">
        {series.map(({ label, points }, index) => (
          <li key={label}>
            <svg viewBox="0 0 28 6" aria-hidden="true">
              <path class={`lab-line lab-line-${index % 8}`} d="M0 3L28 3" />
            </svg>
            {label} {points.length > 0 && <span class="quiet">{told(points.at(-1)![1])}</span>}
          </li>
        ))}
      </ul>
      <SeriesTable title={title} xTitle={xTitle} series={series} told={told} />
    </figure>
  )
}

interface TableProps extends Pick<ChartProps, "title" | "xTitle" | "series"> {
  readonly told: (value: number) => string
}

/** What the lines show, for those who don't see them. */
function SeriesTable({ title, xTitle, series, told }: TableProps) {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b)
  const every = Math.max(1, Math.ceil(xs.length / MOST_ROWS))
  const shown = xs.filter((_, index) => index % every === 0 || index === xs.length - 1)
  const at = (points: ChartSeries["points"], x: number): string => {
    const point = points.find(([each]) => each === x)
    return point ? told(point[1]) : "–"
  }
  return (
    <Details>
      <table>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{xTitle}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((x) => (
            <tr key={x}>
              <th scope="row">{x.toLocaleString("en")}</th>
              {series.map(({ label, points }) => (
                <td key={label}>{at(points, x)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Details>
  )
}

/** The text alternative of a picture. */
export function Details({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="lab-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{LAB_TEXTS.asTable}</summary>
      {isOpen && <Scroll>{children}</Scroll>}
    </details>
  )
}

/** Charts are drawn in the pixels that they have, so that words keep their size. */
function useWidth(place: { readonly current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = (): void => setWidth(Math.max(200, element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}

/** Three digits that count. */
export function short(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en")
  return String(Number(value.toPrecision(3))).replace("-", "−")
}
