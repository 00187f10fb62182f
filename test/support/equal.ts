// Equality of values with many numbers: games, owner maps, blocks of features.

import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"

/** As `toEqual`, which takes many times as long; where the values differ, it tells how. */
export function expectEqual(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted)
}
