// The board: Shudan draws it, this makes it fit its place, takes clicks and keys, and tells screen readers what is
// where.

import type { GobanProps } from "@sabaki/shudan"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { COLUMNS, makeVertex, pointAt, xOf, yOf, type Color, type Point } from "montego/rules"
import type { ViewOptions } from "../state/app.ts"
import type { Picture } from "../state/shared/picture.ts"
import type { Refused } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"
import { OwnerMap } from "./owner-map.tsx"
import { QuickGoban } from "./quick-goban.ts"
import { FINGER, WaitingStone } from "./waiting-stone.tsx"

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
  /** Whether taps of a finger are confirmed; default: never. */
  readonly confirm?: ViewOptions["confirm"]
  /** The mouse wheel over the board: 1 forward, -1 back. */
  readonly onWheel?: (step: 1 | -1) => void
  /** What else there is to say of a point, for screen readers. */
  readonly noteOn?: (point: Point) => string | undefined
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Around the lines, in units of one intersection: the border on both sides, and coordinates or Shudan's padding. */
const BORDER = 0.12
const PADDING = 0.25
/** Letters need more of a point's width where points are many and small. */
const coordinatesMargin = (size: number): number => 0.25 + (0.45 * size) / 19
const SMALLEST = 12
/** Screen readers get words of their own. */
/** Smaller boards of wood have a star in each corner and in the middle. */
const FIRST_WITH_NINE_STARS = 15
const INNER = { "aria-hidden": "true" } as const

const coordX = (x: number): string => COLUMNS[x] ?? ""

export function Board(props: BoardProps) {
  const { picture, coordinates, ghost, refused, onRead } = props
  const place = useRef<HTMLDivElement>(null)
  const { size } = picture
  const margin = coordinates ? coordinatesMargin(size) : PADDING
  const vertexSize = useVertexSize(place, size + 2 * margin + BORDER)
  const from = (margin + BORDER / 2) * vertexSize
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

  const { waiting, onTap, onPointerDown } = useWaiting(props, vertexSize)
  // Always the same function, so that points need not be drawn again for it.
  const tap = useRef(onTap)
  tap.current = onTap
  const onVertexClick = useCallback((_: MouseEvent, [x, y]: [number, number]): void => {
    setCursor(undefined)
    tap.current(x, y)
  }, [])
  useWheel(place, props.onWheel)
  const selected = useMemo((): [number, number][] => (shown ? [[shown[0], shown[1]]] : []), [shown])

  const drawn = useMemo(
    (): GobanProps => ({
      // Shudan's types ask for arrays that may be changed; it doesn't.
      signMap: picture.signs as NonNullable<GobanProps["signMap"]>,
      markerMap: picture.marks as NonNullable<GobanProps["markerMap"]>,
      heatMap: picture.heat as NonNullable<GobanProps["heatMap"]>,
      paintMap: picture.paint as NonNullable<GobanProps["paintMap"]>,
      // The styles know types of ghosts that Shudan has not.
      ghostStoneMap: picture.ghosts as unknown as NonNullable<GobanProps["ghostStoneMap"]>,
      lines: picture.lines as NonNullable<GobanProps["lines"]>,
      dimmedVertices: picture.dimmed as NonNullable<GobanProps["dimmedVertices"]>,
    }),
    [picture],
  )

  // Shudan leaves a whole intersection for the coordinates.
  const style = useMemo(() => {
    const lines = `${margin}em 1fr ${margin}em`
    return coordinates ? { gridTemplateRows: lines, gridTemplateColumns: lines } : {}
  }, [margin, coordinates])

  const turn = ghost === undefined ? "" : ghost === 1 ? " turn-black" : " turn-white"
  const stars = size < FIRST_WITH_NINE_STARS ? " board-five-stars" : ""
  return (
    <div
      class={`board${turn}${stars}`}
      ref={place}
      role="application"
      tabIndex={0}
      aria-label={TEXTS.board.label(size)}
      aria-describedby="board-help"
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      {vertexSize > 0 && (
        <div class="board-frame" onPointerDown={onPointerDown}>
          {picture.owners && <OwnerMap owners={picture.owners} from={from} extent={size * vertexSize} />}
          <QuickGoban
            {...drawn}
            vertexSize={vertexSize}
            showCoordinates={coordinates}
            coordX={coordX}
            style={style}
            selectedVertices={selected}
            onVertexClick={onVertexClick}
            innerProps={INNER}
          />
          {refused && <Bubble refused={refused} size={size} vertexSize={vertexSize} from={from} />}
          {waiting && ghost !== undefined && (
            <WaitingStone
              {...{ at: waiting, color: ghost, size, vertexSize, from }}
              onPlay={() => onTap(waiting[0], waiting[1])}
            />
          )}
        </div>
      )}
      <p id="board-help" class="unseen">
        {props.help ?? (props.arrowsWithShift === true ? TEXTS.board.reviewHelp : TEXTS.board.help)}
      </p>
      <p class="unseen" aria-live="assertive">
        {shown &&
          [tell(picture, shown), props.noteOn?.(pointAt(shown[0], shown[1]))].filter(Boolean).join(", ")}
        {waiting && TEXTS.board.waiting(makeVertex(pointAt(waiting[0], waiting[1]), size))}
      </p>
    </div>
  )
}

/** The explanation, at the point it is about. */
function Bubble(props: { refused: Refused; size: number; vertexSize: number; from: number }) {
  const { refused, size, vertexSize, from } = props
  const [x, y] = [xOf(refused.point), yOf(refused.point)]
  const side = x < size / 3 ? "left" : x > (2 * size) / 3 ? "right" : "middle"
  const style = {
    left: `${from + (x + 0.5) * vertexSize}px`,
    top: `${from + (y + (y < 2 ? 1.1 : -0.1)) * vertexSize}px`,
  }
  return (
    <div class={`bubble bubble-${side} ${y < 2 ? "bubble-below" : ""}`} style={style} role="alert">
      {refused.text}
    </div>
  )
}

interface Waiting {
  /** Where a stone waits for the second tap. */
  readonly waiting: readonly [x: number, y: number] | undefined
  readonly onTap: (x: number, y: number) => void
  readonly onPointerDown: (event: PointerEvent) => void
}

/** The first tap of a finger shows the stone, the second plays it; a mouse plays at once. */
function useWaiting({ picture, ghost, confirm = "never", onPoint }: BoardProps, vertexSize: number): Waiting {
  const [waiting, setWaiting] = useState<Waiting["waiting"]>(undefined)
  const isFinger = useRef(false)
  // Whatever changed the board or the turn, the stone would be another one.
  useLayoutEffect(() => setWaiting(undefined), [picture.signs, ghost, confirm])
  const isAsked = confirm === "always" || (confirm === "auto" && vertexSize < FINGER)
  const onTap = (x: number, y: number): void => {
    const isSecond = waiting?.[0] === x && waiting[1] === y
    const isEmpty = picture.signs[y]?.[x] === 0
    if (isAsked && isFinger.current && isEmpty && ghost !== undefined && !isSecond) {
      setWaiting([x, y])
      return
    }
    setWaiting(undefined)
    onPoint(pointAt(x, y))
  }
  const onPointerDown = ({ pointerType }: PointerEvent): void => {
    isFinger.current = pointerType === "touch"
  }
  return { waiting, onTap, onPointerDown }
}

/** Wheels and touchpads send many small turns: so much of one is a step. */
const WHEEL_STEP = 60

/** A listener of our own: Preact's are passive for wheels, and the page would scroll as well. */
function useWheel(place: { readonly current: HTMLElement | null }, onWheel: BoardProps["onWheel"]): void {
  const act = useRef(onWheel)
  act.current = onWheel
  const isUsed = onWheel !== undefined
  useEffect(() => {
    const element = place.current
    if (!element || !isUsed) return undefined
    let turned = 0
    const listen = (event: WheelEvent): void => {
      // With Ctrl it zooms the page.
      if (event.ctrlKey) return
      event.preventDefault()
      turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * WHEEL_STEP
      for (; Math.abs(turned) >= WHEEL_STEP; turned -= Math.sign(turned) * WHEEL_STEP) {
        act.current?.(turned > 0 ? 1 : -1)
      }
    }
    element.addEventListener("wheel", listen, { passive: false })
    return () => element.removeEventListener("wheel", listen)
  }, [isUsed])
}

function tell({ signs, size }: Picture, [x, y]: readonly [number, number]): string {
  const sign = signs[y]?.[x]
  const content = !sign ? TEXTS.board.empty : TEXTS.color(sign > 0 ? 1 : 2)
  return TEXTS.board.at(makeVertex(pointAt(x, y), size), content)
}

/** Pixels for one intersection, whole ones of the screen, so that the board fills its place; 0 until that is known. */
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
  return space === 0
    ? 0
    : Math.max(SMALLEST, Math.floor((space / units) * devicePixelRatio) / devicePixelRatio)
}
