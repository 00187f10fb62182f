// A stone that waits for a second tap: on a board with points smaller than a finger, the first tap only shows where the
// stone would be. A tap at the same point plays it, or the button beside it; a tap elsewhere moves it there.

import { makeVertex, pointAt, type Color } from "montego/rules"
import { TEXTS } from "../texts.ts"

/** Pixels of a point below which a finger may miss it: those of 9×9 on a narrow phone are larger, of 13×13 smaller. */
export const FINGER = 32

interface WaitingProps {
  readonly at: readonly [x: number, y: number]
  readonly color: Color
  readonly size: number
  readonly vertexSize: number
  /** Pixels from the frame's corner to the first point's square. */
  readonly from: number
  readonly onPlay: () => void
}

const px = (value: number): string => `${value}px`

export function WaitingStone({ at: [x, y], color, size, vertexSize, from, onPlay }: WaitingProps) {
  const middle = (place: number): number => from + (place + 0.5) * vertexSize
  const extent = (size - 1) * vertexSize
  const start = middle(0)
  // Where the finger doesn't hide it: below a stone in the upper half, above one in the lower.
  const isAbove = y > size / 2
  const button = {
    left: px(Math.min(Math.max(middle(x), start + 40), start + extent - 40)),
    top: px(middle(y) + (isAbove ? -(1.6 * vertexSize + 44) : 1.6 * vertexSize)),
  }
  return (
    <>
      <span
        class="waiting-line"
        style={{ left: px(start), top: px(middle(y) - 1), width: px(extent), height: "2px" }}
      />
      <span
        class="waiting-line"
        style={{ left: px(middle(x) - 1), top: px(start), width: "2px", height: px(extent) }}
      />
      <span
        class={`waiting stone-${color === 1 ? "black" : "white"}`}
        style={{
          left: px(middle(x) - vertexSize / 2),
          top: px(middle(y) - vertexSize / 2),
          width: px(vertexSize),
          height: px(vertexSize),
        }}
      />
      <button type="button" class="waiting-button" style={button} onClick={onPlay}>
        {TEXTS.board.confirm(makeVertex(pointAt(x, y), size))}
      </button>
    </>
  )
}
