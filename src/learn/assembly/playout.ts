// The features that a playout can afford (SIM-7): the 3×3 pattern and nearness to the last move. They are what
// assembly/gamma.ts of the kernel weighs, for the moves that a playout considers: own eyes are left out.

import { grid, ko, list, live, setKo } from "../../kernel/assembly/grid"
import { isPlayable } from "../../kernel/assembly/candidates"
import { BLACK, CODE, EAST, RECORD, ROW, SOUTH } from "../../kernel/assembly/layout"
import { colorCode } from "../../kernel/assembly/moves"
import { region } from "../../kernel/assembly/worker"
import { PLAYOUT_NUMBERS } from "./feature-numbers"
import { LEGAL, TEAMS } from "./layout"
import { koFor } from "./features"

/** The code as Black sees it: White's with the colours swapped. */
@inline
function codeFor(p: usize, color: u32): u32 {
  const code: u32 = load<u16>(p, CODE)
  return color == BLACK ? code : ((code & 0x5555) << 1) | ((code & 0xaaaa) >> 1)
}

/** 1 beside the last move, 2 diagonal to it, else 0. */
function nearness(p: usize, last: usize): u32 {
  if (last == 0) return 0
  if (p == last - ROW || p == last - RECORD || p == last + EAST || p == last + SOUTH) return 1
  const isDiagonal =
    p == last - ROW - RECORD || p == last - ROW + EAST || p == last + SOUTH - RECORD || p == last + SOUTH + EAST
  return isDiagonal ? 2 : 0
}

/** Writes pattern code and nearness of every move that a playout would consider; answers how many there are. */
export function describePlayoutMoves(hostColor: u32, lastPoint: u32): u32 {
  const color = colorCode(hostColor)
  const last = lastPoint == 0 ? 0 : grid + lastPoint
  const koThere = ko
  setKo(koFor(hostColor))
  let count: u32 = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    const point = load<u16>(at)
    const p = grid + point
    if (!isPlayable(grid, p, color)) continue
    store<u16>(region + LEGAL + (<usize>count << 1), point)
    const team = region + TEAMS + ((<usize>count * PLAYOUT_NUMBERS) << 2)
    store<u32>(team, codeFor(p, color))
    store<u32>(team, nearness(p, last), 4)
    count++
  }
  setKo(koThere)
  return count
}
