// The search tree as a drawing: the most visited lines thick, visits and values at each node, and a click goes there.

import { useMemo, useRef, useState } from "preact/hooks"
import { drawTree, neighbour, type DrawnNode } from "../state/glass/tree.ts"
import type { GlassBox } from "../state/glass/glass.ts"
import { short, wholePercent } from "../state/shared/picture.ts"
import { GLASS_TEXTS as text } from "../texts-lab.ts"

const COLUMN = 134
const ROW = 30
const BOX = { width: 104, height: 24 }
/** Pixels of the thickest line. */
const THICKEST = 9

export function TreePicture({ glass }: { glass: GlassBox }) {
  const { view, line, game } = glass
  const tree = useMemo(() => view && drawTree(view, line, game.size), [view, line, game])
  const [focused, setFocused] = useState(-1)
  const place = useRef<HTMLDivElement>(null)
  if (!tree || tree.nodes.length === 0)
    return (
      <>
        <Heading />
        <p class="quiet">{text.treeEmpty}</p>
      </>
    )
  const { nodes, columns, rows } = tree
  // One of the nodes is in the order of Tab; arrows lead to the others.
  const current = focused < nodes.length ? focused : -1
  const pressed = (event: KeyboardEvent): void => {
    const next = neighbour(nodes, current, event.key)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setFocused(next)
    place.current?.querySelectorAll<HTMLButtonElement>("button")[next + 1]?.focus()
  }
  const [width, height] = [columns * COLUMN + BOX.width, Math.max(1, rows) * ROW]
  const at = (node: Pick<DrawnNode, "column" | "row">): { left: string; top: string } => ({
    left: `${node.column * COLUMN}px`,
    top: `${node.row * ROW}px`,
  })
  return (
    <>
      <Heading />
      <p class="quiet">{text.treeHint}</p>
      <div class="glass-tree" ref={place} onKeyDown={pressed}>
        <div class="glass-tree-inside" style={{ width: `${width}px`, height: `${height}px` }}>
          <svg width={width} height={height} aria-hidden="true">
            {nodes.map((node, index) => (
              <path
                key={index}
                class={node.isOnLine ? "glass-branch glass-branch-on" : "glass-branch"}
                stroke-width={Math.max(1, THICKEST * node.share).toFixed(1)}
                d={branch(node.parent === undefined ? { column: 0, row: 0 } : nodes[node.parent]!, node)}
              />
            ))}
          </svg>
          <button
            type="button"
            class={line.length === 0 ? "glass-node glass-node-here" : "glass-node"}
            tabIndex={current === -1 ? 0 : -1}
            style={at({ column: 0, row: 0 })}
            aria-current={line.length === 0 ? "true" : undefined}
            onFocus={() => setFocused(-1)}
            onClick={() => glass.goTo([])}
          >
            {text.treeRoot}
          </button>
          {nodes.map((node, index) => (
            <button
              key={node.line.join()}
              type="button"
              class={node.isHere ? "glass-node glass-node-here" : "glass-node"}
              tabIndex={current === index ? 0 : -1}
              style={at(node)}
              aria-current={node.isHere ? "true" : undefined}
              onFocus={() => setFocused(index)}
              onClick={() => glass.goTo(node.line)}
            >
              <strong>{node.name}</strong> {short(node.visits)} · {wholePercent(node.mean)} %
              <span class="unseen">{text.treeDepth(node.column)}</span>
            </button>
          ))}
        </div>
      </div>
    </>
  )
}

function Heading() {
  return (
    <h2 class="glass-heading" id="glass-tree">
      {text.tree}
    </h2>
  )
}

type Place = Pick<DrawnNode, "column" | "row">

/** From the right edge of the parent to the left edge of the child. */
function branch(parent: Place, { column, row }: Place): string {
  const middle = BOX.height / 2
  const [x1, y1] = [parent.column * COLUMN + BOX.width, parent.row * ROW + middle]
  const [x2, y2] = [column * COLUMN, row * ROW + middle]
  const half = (x1 + x2) / 2
  return `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`
}
