// Stones that a node sets up (AB AW AE) and whose turn it says it is (PL), as edits of its properties.

import { parsePointList, type SgfNode } from "montego/record"
import { Black, Empty, makeSgfMove, White, type Color, type Point } from "montego/rules"

/** What a point may have. */
type Content = typeof Empty | Color

export const SETUP_KINDS = ["black-stone", "white-stone", "no-stone"] as const
export type SetupKind = (typeof SETUP_KINDS)[number]

type Properties = SgfNode["properties"]

const NAMES = { [Black]: "AB", [White]: "AW", [Empty]: "AE" } as const

/** What the tool puts on a point that has this content: the same stone again takes it away. */
export function contentBy(kind: SetupKind, content: Content): Content {
  const wanted = kind === "black-stone" ? Black : kind === "white-stone" ? White : Empty
  return wanted === content ? Empty : wanted
}

/** Whether stones may be set up in a node: SGF forbids it beside a move. */
export function canSetUp({ properties }: SgfNode): boolean {
  return !properties["B"] && !properties["W"]
}

/** The properties with this content on a point; `before` is what the position before the node has there. */
export function withStone(
  properties: Properties,
  point: Point,
  content: Content,
  before: Content,
  size: number,
): Properties {
  const changed = { ...properties }
  for (const name of Object.values(NAMES)) {
    const { points } = parsePointList(changed[name] ?? [], size)
    if (!points.includes(point)) continue
    const others = points.filter((other) => other !== point)
    if (others.length === 0) delete changed[name]
    else changed[name] = others.map(makeSgfMove)
  }
  if (content === before) return changed
  const name = NAMES[content]
  return { ...changed, [name]: [...(changed[name] ?? []), makeSgfMove(point)] }
}

export function withTurn(properties: Properties, color: Color): Properties {
  return { ...properties, PL: [color === Black ? "B" : "W"] }
}
