import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { parseAscii, parseVertex, type Point } from "../rules/index.ts"
import { INVITES_BLACK, INVITES_WHITE, patternTable } from "./patterns.ts"
import { patternCode } from "./reference-heavy.ts"

const table = patternTable()

function invitation(drawing: string, vertex: string): number {
  const board = unwrap(parseAscii(drawing))
  return table[patternCode(board, parseVertex(vertex, board.size) as Point)]!
}

const BOTH = INVITES_BLACK | INVITES_WHITE

describe("3×3 patterns (SIM-6, Gelly et al. 2006)", () => {
  it.each([
    ["hane, enclosing", ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .", "C3", BOTH],
    ["hane, enclosing, turned", ". . . . .\n. O . . .\n. X . . .\n. O . . .\n. . . . .", "C3", BOTH],
    [
      "hane, thin: only the side with one stone",
      ". . . . .\n. X O O .\n. . . . .\n. . . . .\n. . . . .",
      "C3",
      INVITES_BLACK,
    ],
    [
      "hane, thin, colours swapped",
      ". . . . .\n. O X X .\n. . . . .\n. . . . .\n. . . . .",
      "C3",
      INVITES_WHITE,
    ],
    ["cut 2", ". . . . .\n. . X . .\n. O . O .\n. . . . .\n. . . . .", "C3", BOTH],
    ["edge, chase", ". . . . .\n. . . . .\n. . . . .\n. X . . .\n. O . . .", "C1", BOTH],
    ["nothing around", ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", "C3", 0],
    ["all of one colour", ". . . . .\n. X X X .\n. . . . .\n. . . . .\n. . . . .", "C3", 0],
  ])("%s", (_, drawing, vertex, expected) => expect(invitation(drawing, vertex)).toBe(expected))

  it("are the same for both colours, and under every symmetry of the square", () => {
    const swap = (code: number) => ((code & 0x5555) << 1) | ((code & 0xaaaa) >> 1)
    const mirror = [2, 1, 0, 4, 3, 7, 6, 5]
    const mirrored = (code: number) =>
      mirror.reduce((sum, from, to) => sum | (((code >> (2 * from)) & 3) << (2 * to)), 0)
    const both = (bits: number) => ((bits & 1) << 1) | (bits >> 1)
    for (let code = 0; code < 65_536; code++) {
      expect(table[swap(code)] === both(table[code]!) && table[mirrored(code)] === table[code]).toBe(true)
    }
  })
})
