// A little board with a number on every point: owner maps and maps of values.

import { COLUMNS } from "montego/rules"
import type { BoardRows } from "../../engine/lab/board.ts"
import { Details } from "./chart.tsx"

interface MapProps {
  readonly title: string
  readonly size: number
  /** Rows from the top; undefined points stay empty. */
  readonly values?: readonly (readonly number[])[]
  /** How strong the colour of a value is, from -1 to 1. */
  readonly shade?: (value: number) => number
  /** As it is written; none: the colours say it all. */
  readonly told?: (value: number) => string
  readonly isWritten?: boolean
  readonly board?: BoardRows
}

export function BoardMap({
  title,
  size,
  values,
  shade = () => 0,
  told = String,
  isWritten,
  board,
}: MapProps) {
  const cells = Array.from({ length: size * size }, (_, index) => ({
    x: index % size,
    y: Math.floor(index / size),
  }))
  const lines = Array.from({ length: size }, (_, i) => `M${i} 0V${size - 1}M0 ${i}H${size - 1}`).join("")
  return (
    <figure class="lab-map">
      <figcaption class="quiet">{title}</figcaption>
      <svg viewBox={`-1.3 -0.8 ${size + 1.4} ${size + 1.4}`} role="img" aria-label={title}>
        <rect class="lab-wood" x={-0.6} y={-0.6} width={size + 0.2} height={size + 0.2} />
        {!isWritten && <path class="lab-lines" d={lines} />}
        {cells.map(({ x, y }) => {
          const strength = values ? shade(values[y]![x]!) : 0
          const sign = board?.[y]?.[x] ?? "."
          return (
            <g key={`${x} ${y}`}>
              {sign !== "." && (
                <circle class={sign === "X" ? "lab-black" : "lab-white"} cx={x} cy={y} r={0.45} />
              )}
              {strength !== 0 && (
                <rect
                  class={strength > 0 ? "lab-good" : "lab-bad"}
                  fill-opacity={Math.min(1, Math.abs(strength)).toFixed(2)}
                  x={x - (sign === "." ? 0.5 : 0.22)}
                  y={y - (sign === "." ? 0.5 : 0.22)}
                  width={sign === "." ? 1 : 0.44}
                  height={sign === "." ? 1 : 0.44}
                />
              )}
              {isWritten && values && (
                <text x={x} y={y + 0.14} text-anchor="middle" class="lab-value">
                  {told(values[y]![x]!)}
                </text>
              )}
            </g>
          )
        })}
        {Array.from({ length: size }, (_, i) => (
          <g key={i}>
            <text class="lab-coordinate" x={i} y={size + 0.3} text-anchor="middle">
              {COLUMNS[i]}
            </text>
            <text class="lab-coordinate" x={-0.8} y={i + 0.13} text-anchor="end">
              {size - i}
            </text>
          </g>
        ))}
      </svg>
      {values && (
        <Details>
          <table>
            <caption class="unseen">{title}</caption>
            <thead>
              <tr>
                <td />
                {Array.from({ length: size }, (_, x) => (
                  <th key={x} scope="col">
                    {COLUMNS[x]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {values.map((row, y) => (
                <tr key={y}>
                  <th scope="row">{size - y}</th>
                  {row.map((value, x) => (
                    <td key={x}>{told(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Details>
      )}
    </figure>
  )
}
