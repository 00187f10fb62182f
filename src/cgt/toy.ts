// The sum on which the thesis tests its learners (CGT-3; Lew 2011, section 5.1). The text gives no value for the leaf
// I^RR; −10 fits the line of play that it calls optimal.

import { unwrap } from "../base/result.ts"
import type { GameBook, ScoringGame } from "./game.ts"
import { parseSum } from "./notation.ts"

/** The example of the thesis: G + H + I. */
export const TOY_SUM = "{2|-2} + {4|-4} + {3||0|-10}"

/** The parts of `TOY_SUM`: G, H and I. */
export function makeToySum(book?: GameBook): ScoringGame[] {
  return unwrap(parseSum(TOY_SUM, book))
}
