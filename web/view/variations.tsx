// The tree of variations, drawn as SVG: only what is in sight and a little around it, so that a record of many thousand
// moves scrolls as easily as a short one. A click goes to the node; the page's keys walk.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { SgfNode } from "montego/record"
import type { Review } from "../state/review/review.ts"
import type { TreePlace, VariationTree } from "../state/review/variations.ts"
import { TEXTS } from "../texts.ts"
import { memo } from "./memo.ts"

const { review: text } = TEXTS

/** Pixels from one node to the next, both ways, and a stone's radius. */
const STEP = 28
const RADIUS = 11
/** Columns and rows that are drawn beyond the edge. */
const MARGIN = 12

interface Sight {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const middleOf = (place: number): number => (place + 0.5) * STEP

export function Variations({ review }: { review: Review }) {
  const { tree, node, edition } = review
  const frame = useRef<HTMLDivElement>(null)
  const [sight, look] = useSight(frame)
  const here = tree.placeOf(node)

  // Where one stands stays in sight; it is brought to the middle when it would leave.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || !here) return
    scrollTo(element, here)
    look()
  }, [here?.column, here?.row, tree, sight.width])

  const { mistakes, line } = review
  const faults = useMemo(
    () => new Map([...mistakes.byPlace.keys()].map((place) => [line[place]!, review.faultAt(place)!])),
    [mistakes],
  )

  const box = {
    left: Math.max(0, Math.floor(sight.left / STEP) - MARGIN),
    top: Math.max(0, Math.floor(sight.top / STEP) - MARGIN),
    right: Math.ceil((sight.left + sight.width) / STEP) + MARGIN,
    bottom: Math.ceil((sight.top + sight.height) / STEP) + MARGIN,
  }

  const onClick = ({ clientX, clientY }: MouseEvent): void => {
    const bounds = frame.current!.getBoundingClientRect()
    const column = Math.floor((clientX - bounds.left + frame.current!.scrollLeft) / STEP)
    const row = Math.floor((clientY - bounds.top + frame.current!.scrollTop) / STEP)
    const found = tree.at(column, row)
    if (found) review.goTo(found)
  }

  return (
    <div
      class="tree"
      ref={frame}
      role="group"
      tabIndex={0}
      aria-label={text.tree}
      aria-describedby="tree-help"
      onScroll={look}
      onClick={onClick}
    >
      <div class="tree-room" style={{ width: `${tree.columns * STEP}px`, height: `${tree.rows * STEP}px` }}>
        {sight.width > 0 && <Part tree={tree} edition={edition} faults={faults} {...box} />}
        {here && (
          <svg
            class="tree-here"
            width={STEP}
            height={STEP}
            style={{ left: `${here.column * STEP}px`, top: `${here.row * STEP}px` }}
            role="img"
            aria-label={text.treePlace(here.column, here.row)}
            data-column={here.column}
            data-row={here.row}
          >
            <circle cx={STEP / 2} cy={STEP / 2} r={RADIUS + 1.5} />
          </svg>
        )}
      </div>
      <p id="tree-help" class="unseen">
        {text.treeHelp}
      </p>
    </div>
  )
}

interface PartProps {
  readonly tree: VariationTree
  /** A change of the record may change what a node looks like. */
  readonly edition: number
  /** Nodes whose moves cost too much. */
  readonly faults: ReadonlyMap<SgfNode, "mistake" | "blunder">
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A part of the tree; its corner is where the part begins. */
const Part = memo(({ tree, faults, left, right, top, bottom }: PartProps) => {
  const { places, links } = tree.part({ left, right, top, bottom })
  const x = (column: number): number => middleOf(column - left)
  const y = (row: number): number => middleOf(row - top)
  const ways = links.map(({ column, from, to }) => {
    const corner = to > from ? `V${y(to) - STEP / 2}L${x(column + 1)} ${y(to)}` : `H${x(column + 1)}`
    return `M${x(column)} ${y(from)}${corner}`
  })
  return (
    <svg
      class="tree-part"
      width={(right - left + 1) * STEP}
      height={(bottom - top + 1) * STEP}
      style={{ left: `${left * STEP}px`, top: `${top * STEP}px` }}
      aria-hidden="true"
    >
      <path class="tree-way" d={ways.join("")} />
      {places.map(({ node, column, row }) => (
        <Stone
          key={`${column} ${row}`}
          node={node}
          fault={faults.get(node)}
          number={column}
          x={x(column)}
          y={y(row)}
        />
      ))}
    </svg>
  )
})

interface StoneProps {
  readonly node: SgfNode
  readonly fault: "mistake" | "blunder" | undefined
  readonly number: number
  readonly x: number
  readonly y: number
}

function Stone({ node, fault, number, x, y }: StoneProps) {
  const { B, W, C } = node.properties
  const kind = B ? "black" : W ? "white" : "other"
  return (
    <g class={`tree-${kind}`}>
      <circle cx={x} cy={y} r={(B ?? W) ? RADIUS : RADIUS / 2} />
      {(B ?? W) && (
        <text x={x} y={y} class={number > 9999 ? "tree-longer" : number > 999 ? "tree-long" : ""}>
          {number}
        </text>
      )}
      {fault && (
        <circle class={`tree-${fault}`} cx={x + RADIUS - 2} cy={y + RADIUS - 2} r={4} data-fault={fault} />
      )}
      {C && <circle class="tree-note" cx={x + RADIUS - 2} cy={y - RADIUS + 2} r={3} />}
    </g>
  )
}

/** The part of the room that can be seen, and a function that looks again. */
function useSight(frame: { readonly current: HTMLDivElement | null }): [Sight, () => void] {
  const [sight, setSight] = useState<Sight>({ left: 0, top: 0, width: 0, height: 0 })
  const look = (): void => {
    const element = frame.current
    if (!element) return
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element
    setSight((before) =>
      before.left === left && before.top === top && before.width === width && before.height === height
        ? before
        : { left, top, width, height },
    )
  }
  useEffect(() => {
    const observer = new ResizeObserver(look)
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return [sight, look]
}

function scrollTo(element: HTMLElement, { column, row }: TreePlace): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
  const [x, y] = [middleOf(column), middleOf(row)]
  if (x < scrollLeft + 1.5 * STEP || x > scrollLeft + clientWidth - 1.5 * STEP)
    element.scrollLeft = x - clientWidth / 2
  if (y < scrollTop + STEP || y > scrollTop + clientHeight - STEP) element.scrollTop = y - clientHeight / 2
}
