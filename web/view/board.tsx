// The board: Shudan draws it, this makes it fit its place, takes clicks and keys, and tells screen readers what is
// where.

import type { GobanProps } from "@sabaki/shudan"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { COLUMNS, makeVertex, pointAt, xOf, yOf, type Color, type Point } from "montego/rules"
import type { Picture } from "../state/shared/picture.ts"
import type { Refused } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"
import { QuickGoban } from "./quick-goban.ts"

interface BoardProps {
  readonly picture: Picture
  readonly coordinates: boolean
  /** Whose stone the pointer would place; undefined when none may be placed. */
  readonly ghost: Color | undefined
  readonly refused: Refused | undefined
  readonly onPoint: (point: Point) => void
  readonly onRead: () => void
  /** In a review, bare arrows walk through the game. */
  readonly arrowsWithShift?: boolean
  /** What keys and clicks do, for screen readers; default: they play. */
  readonly help?: string
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Around the lines, in units of one intersection: the border on both sides, and coordinates or Shudan's padding. */
const BORDER = 0.12
const COORDINATES = 0.7
const PADDING = 0.25
/** Shudan leaves a whole intersection for the coordinates. */
const NARROW = {
  gridTemplateRows: `${COORDINATES}em 1fr ${COORDINATES}em`,
  gridTemplateColumns: `${COORDINATES}em 1fr ${COORDINATES}em`,
}
const WIDE = {}
const SMALLEST = 12
/** Screen readers get words of their own. */
const INNER = { "aria-hidden": "true" } as const

const coordX = (x: number): string => COLUMNS[x] ?? ""

export function Board(props: BoardProps) {
  const { picture, coordinates, ghost, refused, onRead } = props
  const place = useRef<HTMLDivElement>(null)
  const { size } = picture
  const vertexSize = useVertexSize(place, size + 2 * (coordinates ? COORDINATES : PADDING) + BORDER)
  const [cursor, setCursor] = useState<readonly [number, number] | undefined>(undefined)
  const shown = cursor && cursor[0] < size && cursor[1] < size ? cursor : undefined

  useEffect(() => {
    if (!refused) return undefined
    const timer = setTimeout(onRead, 4000)
    return () => clearTimeout(timer)
  }, [refused])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const middle = Math.floor(size / 2)
    const arrow = ARROWS[event.key]
    if (arrow && event.shiftKey === (props.arrowsWithShift === true)) {
      const [x, y] = shown ?? [middle, middle]
      const inside = (value: number): number => Math.max(0, Math.min(size - 1, value))
      setCursor(shown ? [inside(x + arrow[0]), inside(y + arrow[1])] : [middle, middle])
    } else if ((event.key === "Enter" || event.key === " ") && shown) {
      props.onPoint(pointAt(shown[0], shown[1]))
    } else if (event.key === "Escape" && shown) setCursor(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // Always the same function, so that points need not be drawn again for it.
  const onPoint = useRef(props.onPoint)
  onPoint.current = props.onPoint
  const onVertexClick = useCallback((_: MouseEvent, [x, y]: [number, number]): void => {
    setCursor(undefined)
    onPoint.current(pointAt(x, y))
  }, [])
  const selected = useMemo((): [number, number][] => (shown ? [[shown[0], shown[1]]] : []), [shown])

  const drawn = useMemo(
    (): GobanProps => ({
      // Shudan's types ask for arrays that may be changed; it doesn't.
      signMap: picture.signs as NonNullable<GobanProps["signMap"]>,
      markerMap: picture.marks as NonNullable<GobanProps["markerMap"]>,
      heatMap: picture.heat as NonNullable<GobanProps["heatMap"]>,
      paintMap: picture.paint as NonNullable<GobanProps["paintMap"]>,
      dimmedVertices: picture.dimmed as NonNullable<GobanProps["dimmedVertices"]>,
    }),
    [picture],
  )

  const turn = ghost === undefined ? "" : ghost === 1 ? " turn-black" : " turn-white"
  return (
    <div
      class={`board${turn}`}
      ref={place}
      role="application"
      tabIndex={0}
      aria-label={TEXTS.board.label(size)}
      aria-describedby="board-help"
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      {vertexSize > 0 && (
        <div class="board-frame">
          <QuickGoban
            {...drawn}
            vertexSize={vertexSize}
            showCoordinates={coordinates}
            coordX={coordX}
            style={coordinates ? NARROW : WIDE}
            selectedVertices={selected}
            onVertexClick={onVertexClick}
            innerProps={INNER}
          />
          {refused && <Bubble refused={refused} size={size} vertexSize={vertexSize} margin={coordinates} />}
        </div>
      )}
      <p id="board-help" class="unseen">
        {props.help ?? (props.arrowsWithShift === true ? TEXTS.board.reviewHelp : TEXTS.board.help)}
      </p>
      <p class="unseen" aria-live="assertive">
        {shown && tell(picture, shown)}
      </p>
    </div>
  )
}

/** The explanation, at the point it is about. */
function Bubble(props: { refused: Refused; size: number; vertexSize: number; margin: boolean }) {
  const { refused, size, vertexSize } = props
  const [x, y] = [xOf(refused.point), yOf(refused.point)]
  const offset = BORDER / 2 + (props.margin ? COORDINATES : PADDING)
  const side = x < size / 3 ? "left" : x > (2 * size) / 3 ? "right" : "middle"
  const style = {
    left: `${(x + 0.5 + offset) * vertexSize}px`,
    top: `${(y + (y < 2 ? 1.1 : -0.1) + offset) * vertexSize}px`,
  }
  return (
    <div class={`bubble bubble-${side} ${y < 2 ? "bubble-below" : ""}`} style={style} role="alert">
      {refused.text}
    </div>
  )
}

function tell({ signs, size }: Picture, [x, y]: readonly [number, number]): string {
  const sign = signs[y]?.[x]
  const content = !sign ? TEXTS.board.empty : TEXTS.color(sign > 0 ? 1 : 2)
  return TEXTS.board.at(makeVertex(pointAt(x, y), size), content)
}

/** Pixels for one intersection, so that the board fills its place; 0 until that is known. */
function useVertexSize(place: { readonly current: HTMLDivElement | null }, units: number): number {
  const [space, setSpace] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = (): void => setSpace(Math.min(element.clientWidth, element.clientHeight || Infinity))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return space === 0 ? 0 : Math.max(SMALLEST, Math.floor((space / units) * 4) / 4)
}
