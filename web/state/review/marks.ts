// Marks of a node on the board: triangles, squares, circles, crosses and labels (TR SQ CR MA LB). A change touches only
// the values that name the point; whatever else stands there, readable or not, stays as it was.

import {
  makeComposed,
  makeSimpleText,
  parseComposed,
  parsePointList,
  parseSimpleText,
  type SgfNode,
} from "montego/record"
import { makeSgfMove, parseSgfPoint, type Point } from "montego/rules"
import type { Mark } from "../shared/picture.ts"

export const MARK_KINDS = ["triangle", "square", "circle", "cross", "letter", "number"] as const
export type MarkKind = (typeof MARK_KINDS)[number]

const SHAPES = [
  ["TR", "triangle"],
  ["SQ", "square"],
  ["CR", "circle"],
  ["MA", "cross"],
] as const
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
  const names: readonly string[] = ["LB", ...SHAPES.map(([name]) => name)]
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
