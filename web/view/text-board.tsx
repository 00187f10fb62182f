// The board in words: a grid of buttons with a name for each point, for screen readers and for play by keys. One
// point takes the focus; arrows go on from there.

import { useEffect, useRef, useState } from "preact/hooks"
import { COLUMNS, Empty, makeVertex, pointAt, type Color, type Point } from "montego/rules"
import type { Refused } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"

/** What there is to say of a point. */
export interface PointFacts {
  readonly content: Color | typeof Empty
  readonly number?: number | undefined
  readonly isLast: boolean
  readonly isHint: boolean
  readonly isDead: boolean
  /** Whose it is by the count. */
  readonly owner: Color | typeof Empty
}

interface TextBoardProps {
  readonly size: number
  readonly factsOn: (point: Point) => PointFacts
  readonly refused: Refused | undefined
  readonly onPoint: (point: Point) => void
  readonly onRead: () => void
}

type Place = readonly [x: number, y: number]

const { textBoard: text } = TEXTS
/** The largest board whose points a finger still meets when all of it is to be seen on a phone. */
const FITS = 13
/** Milliseconds that an explanation stands. */
const READING = 6000

export function TextBoard({ size, factsOn, refused, onPoint, onRead }: TextBoardProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [[x, y], setPlace] = useState<Place>([Math.floor(size / 2), Math.floor(size / 2)])
  const here: Place = [Math.min(x, size - 1), Math.min(y, size - 1)]

  useEffect(() => {
    if (!refused) return undefined
    const timer = setTimeout(onRead, READING)
    return () => clearTimeout(timer)
  }, [refused])

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = event.altKey || event.metaKey ? undefined : placeAfter(event, here, size)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    setPlace(next)
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.join(" ")}"]`)?.focus()
  }

  const lines = Array.from({ length: size }, (_, line) => line)
  return (
    <div
      class={`text-board${size > FITS ? " text-board-large" : ""}`}
      style={{ "--lines": String(size + 1) }}
    >
      <div class="text-board-room">
        <table
          ref={grid}
          role="grid"
          aria-label={TEXTS.board.label(size)}
          aria-describedby="text-board-help"
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <td />
              {lines.map((column) => (
                <th key={column} scope="col">
                  {COLUMNS[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((row) => (
              <tr key={row}>
                <th scope="row">{size - row}</th>
                {lines.map((column) => (
                  <td key={column}>
                    <Cell
                      place={[column, row]}
                      vertex={makeVertex(pointAt(column, row), size)}
                      facts={factsOn(pointAt(column, row))}
                      isHere={column === here[0] && row === here[1]}
                      onFocus={() => setPlace([column, row])}
                      onClick={() => onPoint(pointAt(column, row))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="text-board-refusal" role="alert">
        {refused && text.refused(makeVertex(refused.point, size), refused.text)}
      </p>
      <p class="unseen" id="text-board-help">
        {text.help}
      </p>
    </div>
  )
}

function Cell(props: {
  place: Place
  vertex: string
  facts: PointFacts
  isHere: boolean
  onFocus: () => void
  onClick: () => void
}) {
  const { facts } = props
  const { content, isLast, isHint, isDead, owner, number } = facts
  const isStone = content !== Empty
  const marks = [
    ...(isStone ? [`mark-${content === 1 ? "black" : "white"}`] : []),
    ...(isLast ? ["mark-last"] : []),
    ...(isDead ? ["mark-dead"] : []),
    ...(isHint ? ["mark-hint"] : []),
    ...(owner !== Empty && (!isStone || isDead) ? [`mark-own-${owner === 1 ? "black" : "white"}`] : []),
  ]
  return (
    <button
      type="button"
      class={marks.join(" ")}
      data-place={props.place.join(" ")}
      tabIndex={props.isHere ? 0 : -1}
      aria-label={nameOf(props.vertex, facts)}
      onFocus={props.onFocus}
      onClick={props.onClick}
    >
      <span aria-hidden="true">{isStone && number !== undefined ? number : null}</span>
    </button>
  )
}

/** "D4, black stone, last move". */
function nameOf(vertex: string, { content, number, isLast, isHint, isDead, owner }: PointFacts): string {
  const isOpen = content === Empty
  return [
    vertex,
    isOpen ? text.empty : text.stone(content),
    ...(number === undefined ? [] : [text.move(number)]),
    ...(isLast ? [text.last] : []),
    ...(isHint ? [text.hint] : []),
    ...(isDead ? [text.dead] : []),
    ...(owner !== Empty && (isOpen || isDead) ? [text.owner(owner)] : []),
  ].join(", ")
}

/** Where a key leads to; undefined when it is none of the grid's. */
function placeAfter({ key, ctrlKey }: KeyboardEvent, [x, y]: Place, size: number): Place | undefined {
  const last = size - 1
  const inside = (value: number): number => Math.max(0, Math.min(last, value))
  switch (key) {
    case "ArrowLeft":
      return [inside(x - 1), y]
    case "ArrowRight":
      return [inside(x + 1), y]
    case "ArrowUp":
      return [x, inside(y - 1)]
    case "ArrowDown":
      return [x, inside(y + 1)]
    case "Home":
      return [0, ctrlKey ? 0 : y]
    case "End":
      return [last, ctrlKey ? last : y]
    case "PageUp":
      return [x, 0]
    case "PageDown":
      return [x, last]
    default:
      return undefined
  }
}
