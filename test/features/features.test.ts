// Each plain slot on drawn positions (BT-1), and docs/features.md.

import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { PLAIN_SLOTS } from "../../src/learn/features.ts"
import { FeatureReader } from "../../src/learn/reader.ts"
import { parseVertex, type Point } from "../../src/rules/index.ts"
import { describeMoves } from "../oracles/features.ts"
import { makePage } from "./page.ts"
import { POSITIONS, setUp } from "./positions.ts"
import { plainFeatures } from "../support/features.ts"

const reader = await FeatureReader.create()

describe("drawn positions (BT-1)", () => {
  it.each(POSITIONS)("$slot: $name", (position) => {
    const { board, turn } = setUp(position)
    reader.load(board)
    const vertices = Object.keys(position.values)
    const said = (moves: ReturnType<typeof describeMoves>): Record<string, string | undefined> =>
      Object.fromEntries(
        vertices.map((vertex) => {
          const description = moves.get(parseVertex(vertex, board.size) as Point)
          return [vertex, description ? description[position.slot] : "not legal"]
        }),
      )
    expect(said(plainFeatures(reader, turn))).toEqual(position.values)
    expect(said(describeMoves(board, turn))).toEqual(position.values)
  })

  it("show every plain slot", () => {
    const shown = new Set(POSITIONS.map(({ slot }) => slot))
    expect(PLAIN_SLOTS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
  })
})

describe("docs/features.md", () => {
  it("is what npm run docs:features makes of the list", () => {
    expect(readFileSync(new URL("../../docs/features.md", import.meta.url), "utf8")).toBe(makePage())
  })
})
