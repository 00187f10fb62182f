// Shudan's board, drawn anew only where something changed. While the engine thinks, reports come ten times a second and
// change a few points each; Shudan makes all 361 of them again. Here Shudan plans the whole board once, and the plan is
// changed where points changed. Preact never gets the plan's own nodes: it would link them to their parents, and
// a node that stays in the plan would keep every earlier tree in memory.

import { Goban, type GobanProps } from "@sabaki/shudan"
import { cloneElement, createElement, type ComponentType, type VNode } from "preact"
import { memo } from "./memo.ts"

type Props = Readonly<Record<string, unknown>>
type Node = VNode<Props>
type Content = Record<string, unknown>

/** What changes from point to point; any other change is one of the whole board. One point is selected at most. */
const BY_POINT: readonly string[] = [
  "signMap",
  "markerMap",
  "heatMap",
  "paintMap",
  "ghostStoneMap",
  "dimmedVertices",
  "selectedVertices",
] satisfies (keyof GobanProps)[]

/** Only the colour of the owners around a point matters for its drawing. */
const AROUND = [
  ["paintLeft", -1, 0],
  ["paintRight", 1, 0],
  ["paintTop", 0, -1],
  ["paintBottom", 0, 1],
  ["paintTopLeft", -1, -1],
  ["paintTopRight", 1, -1],
  ["paintBottomLeft", -1, 1],
  ["paintBottomRight", 1, 1],
] as const

/** Its types don't tell that the component can be drawn. */
const shudan = Goban.prototype as { render(): Node }

export class QuickGoban extends Goban {
  #drawn: { readonly plan: Node; readonly props: GobanProps } | undefined

  override shouldComponentUpdate(next: GobanProps): boolean {
    return differs(this.props, next)
  }

  override render(): Node {
    const props = this.props as GobanProps
    const drawn = this.#drawn
    const isPatch =
      drawn !== undefined &&
      drawn.props.signMap?.length === props.signMap?.length &&
      !differs(drawn.props, props, BY_POINT)
    const plan = isPatch ? patch(drawn.plan, makeReader(props)) : shudan.render.call(this)
    this.#drawn = { plan, props }
    return draw(plan)
  }
}

/**
 * A component of Shudan's (a point, the grid, the coordinates), drawn again only when the plan gives it other props.
 */
const Part = memo(({ type, given }: { readonly type: ComponentType<Props>; readonly given: Props }) =>
  createElement(type, given),
)

/** New nodes for all of a plan. */
function draw(node: Node): Node {
  const { type, props, key } = node
  if (typeof type !== "function") return cloneElement(node, {}, forChildren(props["children"], draw) as VNode)
  const part = { type, given: props, key }
  return createElement(Part, part) as unknown as Node
}

/** Whether any prop is another; those that are named don't count. */
function differs(before: object, now: object, except: readonly string[] = []): boolean {
  const keys = Object.keys(now)
  if (keys.length !== Object.keys(before).length) return true
  return keys.some((key) => !except.includes(key) && (before as Props)[key] !== (now as Props)[key])
}

/** The same plan with the points that changed; all that holds none of them is the same node as before. */
function patch(node: Node, read: (x: number, y: number) => Content): Node {
  const { position, children } = node.props
  if (position !== undefined) {
    const [x, y] = position as [number, number]
    const content = read(x, y)
    return Object.keys(content).every((key) => isSame(told(node.props, key), content[key]))
      ? node
      : cloneElement(node, content)
  }
  const patched = forChildren(children, (child) => patch(child, read))
  return patched === children ? node : cloneElement(node, {}, patched as VNode)
}

/** Children with each node replaced; the same array as before when all of it is. */
function forChildren(children: unknown, change: (node: Node) => Node): unknown {
  if (isNode(children)) return change(children)
  if (!Array.isArray(children)) return children
  const changed = children.map((child: unknown) => forChildren(child, change))
  return changed.some((child, index) => child !== children[index]) ? changed : children
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "props" in value
}

/** A point's content under the names that Shudan has for it. */
function makeReader(props: GobanProps): (x: number, y: number) => Content {
  const { signMap = [], markerMap = [], heatMap = [], paintMap = [], ghostStoneMap = [] } = props
  const set = (vertices: GobanProps["dimmedVertices"] = []) => new Set(vertices.map(([x, y]) => y * 100 + x))
  const dimmed = set(props.dimmedVertices)
  const selected = set(props.selectedVertices)
  return (x, y) => {
    const content: Content = {
      sign: signMap[y]?.[x],
      marker: markerMap[y]?.[x],
      heat: heatMap[y]?.[x],
      paint: paintMap[y]?.[x],
      ghostStone: ghostStoneMap[y]?.[x],
      dimmed: dimmed.has(y * 100 + x),
      selected: selected.has(y * 100 + x),
    }
    for (const [name, right, down] of AROUND) content[name] = sign(paintMap[y + down]?.[x + right])
    return content
  }
}

/** What a point was told before; Shudan tells more of the owners around than is needed. */
function told(props: Props, key: string): unknown {
  const value = props[key]
  return key !== "paint" && typeof value === "number" && key.startsWith("paint") ? Math.sign(value) : value
}

function sign(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.sign(value)
}

/** Marks and heat are made anew each time: what they say counts. */
function isSame(before: unknown, now: unknown): boolean {
  if (before === now) return true
  if (typeof before !== "object" || typeof now !== "object" || !before || !now) return false
  return !differs(before, now)
}
