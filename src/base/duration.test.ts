import { expect, it } from "vitest"
import { makeDuration } from "./duration.ts"

it.each([
  [0, "0 s"],
  [0.2, "1 s"],
  [59.5, "1 min 0 s"],
  [200, "3 min 20 s"],
  [7500, "2 h 5 min"],
])("%f seconds are %s", (seconds, text) => expect(makeDuration(seconds)).toBe(text))
