// What the kernel says of the legal moves, with names in place of numbers.

import { nameFeature, SHAPE_SLOTS, SLOTS } from "../../src/learn/features.ts"
import { pointOf, type FeatureReader, type Turn } from "../../src/learn/reader.ts"
import type { Point } from "../../src/rules/index.ts"
import type { Description } from "../oracles/features.ts"

/** The plain features of the legal moves. Throws when a number stands in a slot that it doesn't belong to. */
export function plainFeatures(reader: FeatureReader, turn: Turn): Map<Point, Description> {
  const { count, points, teams } = reader.describe(turn)
  return new Map(
    Array.from({ length: count }, (_, move) => {
      const description: Description = {}
      for (const [index, { name }] of SLOTS.entries()) {
        const number = teams[move * SLOTS.length + index]!
        if (index < SHAPE_SLOTS.length || number === 0) continue
        const named = nameFeature(number)
        if (named?.slot !== name) throw new Error(`${name} has the number ${number} of ${named?.slot}`)
        description[name] = named.value
      }
      return [pointOf(points[move]!), description]
    }),
  )
}
