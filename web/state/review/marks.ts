// Marks of a node on the board: triangles, squares, circles, crosses and labels (TR SQ CR MA LB), territory (TB TW),
// faded points (DD), lines and arrows (LN AR). A change touches only the values that name the point; whatever else
// stands there, readable or not, stays as it was.

import {
  makeComposed,
  makeSimpleText,
  parseComposed,
  parsePointList,
  parseSimpleText,
  type SgfNode,
} from "montego/record"
import { makeSgfMove, parseSgfPoint, xOf, yOf, type Point } from "montego/rules"
import type { Line, Mark } from "../shared/picture.ts"

/** Those that have a digit as their key come first. */
export const MARK_KINDS = [
  "triangle",
  "square",
  "circle",
  "cross",
  "letter",
  "number",
  "black-area",
  "white-area",
  "faded",
] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** Marks from one point to another. */
export const LINE_KINDS = ["line", "arrow"] as const
export type LineKind = (typeof LINE_KINDS)[number]

const SHAPES = [
  ["TR", "triangle"],
  ["SQ", "square"],
  ["CR", "circle"],
  ["MA", "cross"],
  ["TB", "black-area"],
  ["TW", "white-area"],
] as const
const FADED = "DD"
const LINES = { line: "LN", arrow: "AR" } as const
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

type Properties = SgfNode["properties"]

export function readMarks({ properties }: SgfNode, size: number): Map<Point, Mark> {
  const marks = new Map<Point, Mark>()
  for (const [name, type] of SHAPES)
    for (const point of parsePointList(properties[name] ?? [], size).points) marks.set(point, { type })
  for (const raw of properties["LB"] ?? []) {
    const [where, text] = parseComposed(raw) ?? []
    const point = where === undefined ? undefined : parseSgfPoint(where, size)
    const label = parseSimpleText(text ?? "")
    if (point !== undefined && label !== "") marks.set(point, { type: "label", label })
  }
  return marks
}

/** Faded points hold from the node that names them until another one does, so that the way to a node decides. */
export function readFaded(path: readonly SgfNode[], size: number): Set<Point> {
  const named = path.findLast(({ properties }) => properties[FADED])
  return new Set(named ? parsePointList(named.properties[FADED]!, size).points : [])
}

export function readLines({ properties }: SgfNode, size: number): Line[] {
  return LINE_KINDS.flatMap((type) =>
    (properties[LINES[type]] ?? []).flatMap((raw): Line[] => {
      const [from, to] = endsOf(raw, size) ?? []
      return from === undefined || to === undefined ? [] : [{ v1: vertex(from), v2: vertex(to), type }]
    }),
  )
}

/** The properties with a line between two points; or without it, where it is there already. */
export function withLine(
  { properties }: SgfNode,
  kind: LineKind,
  from: Point,
  to: Point,
  size: number,
): Properties {
  const name = LINES[kind]
  const others = (properties[name] ?? []).filter((raw) => {
    const [one, other] = endsOf(raw, size) ?? []
    return !(one === from && other === to)
  })
  if (others.length < (properties[name] ?? []).length) return withList(properties, name, others)
  return withValue(properties, name, makeComposed(makeSgfMove(from), makeSgfMove(to)))
}

function endsOf(raw: string, size: number): readonly [Point, Point] | undefined {
  const [one, other] = parseComposed(raw) ?? []
  const from = one === undefined ? undefined : parseSgfPoint(one, size)
  const to = other === undefined ? undefined : parseSgfPoint(other, size)
  return from === undefined || to === undefined ? undefined : [from, to]
}

function vertex(point: Point): readonly [number, number] {
  return [xOf(point), yOf(point)]
}

/** The points that this node fades, with this one among them or not. */
export function withFaded(node: SgfNode, faded: ReadonlySet<Point>, point: Point): Properties {
  const points = new Set(faded)
  if (!points.delete(point)) points.add(point)
  // An empty list is said: otherwise those of an earlier node would hold.
  return { ...node.properties, [FADED]: points.size === 0 ? [""] : [...points].map(makeSgfMove) }
}

/**
 * The properties with a mark put on a point, in place of another one there; or taken away, where it is the same kind.
 */
export function withMark(node: SgfNode, point: Point, kind: MarkKind, size: number): Properties {
  const marks = readMarks(node, size)
  const there = marks.get(point)
  const properties = withoutMarks(node.properties, point, size)
  if (there && kindOf(there) === kind) return properties
  const shape = SHAPES.find(([, type]) => type === kind)
  if (shape) return withValue(properties, shape[0], makeSgfMove(point))
  const label = nextLabel(kind === "letter", marks)
  return withValue(properties, "LB", makeComposed(makeSgfMove(point), makeSimpleText(label)))
}

/** The properties without any mark at all that we know of. */
export function withoutAnyMark({ properties }: SgfNode): Properties {
  const names: readonly string[] = ["LB", FADED, ...Object.values(LINES), ...SHAPES.map(([name]) => name)]
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))
}

function kindOf({ type, label }: Mark): MarkKind | undefined {
  if (type === "label") return /^\d+$/.test(label ?? "") ? "number" : "letter"
  return type === "point" ? undefined : type
}

/** The first letter or number that the board doesn't have yet. */
function nextLabel(isLetter: boolean, marks: ReadonlyMap<Point, Mark>): string {
  const used = new Set([...marks.values()].map(({ label }) => label))
  if (isLetter) return [...LETTERS].find((letter) => !used.has(letter)) ?? "?"
  let number = 1
  while (used.has(String(number))) number++
  return String(number)
}

function withList(properties: Properties, name: string, values: readonly string[]): Properties {
  const { [name]: _, ...others } = properties
  return values.length === 0 ? others : { ...others, [name]: [...values] }
}

function withValue(properties: Properties, name: string, value: string): Properties {
  return { ...properties, [name]: [...(properties[name] ?? []), value] }
}

function withoutMarks(properties: Properties, point: Point, size: number): Properties {
  const left = { ...properties }
  const replace = (name: string, without: (raw: string) => string[]): void => {
    if (!left[name]) return
    left[name] = left[name].flatMap(without)
    if (left[name].length === 0) delete left[name]
  }
  for (const [name] of SHAPES) replace(name, (raw) => withoutPoint(raw, point, size))
  replace("LB", (raw) => {
    const [where] = parseComposed(raw) ?? []
    return where !== undefined && parseSgfPoint(where, size) === point ? [] : [raw]
  })
  return left
}

/** A value of a list of points without this one: a rectangle becomes the points that are left of it. */
function withoutPoint(raw: string, point: Point, size: number): string[] {
  const { points } = parsePointList([raw], size)
  return points.includes(point) ? points.filter((other) => other !== point).map(makeSgfMove) : [raw]
}
