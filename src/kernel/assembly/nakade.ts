// The vital point of a small space: the side that plays there first decides whether it makes one eye or two.

import { buffer, offer } from "./candidates"
import { around, neighbourOn, stonesOf } from "./grid"
import { COLOR, EAST, EMPTIES, EMPTY, RECORD, ROW, SOUTH } from "./layout"
import { emptySides } from "./sides"

/** Spaces that have one vital point are three to six points large. */
const LARGEST_NAKADE: u32 = 6

/** Where the points of a space are gathered: behind the candidates. */
const SPACE: usize = 512

/** Vital points of the spaces that the last move touches; a space that goes round a corner of it is looked at once. */
export function offerNakades(base: usize, last: usize, color: u32): void {
  const north = isEmpty(last - ROW)
  const west = isEmpty(last - RECORD)
  const east = isEmpty(last + EAST)
  if (north) offerNakade(base, last - ROW, color)
  if (west && !(north && isEmpty(last - ROW - RECORD))) offerNakade(base, last - RECORD, color)
  if (east && !(north && isEmpty(last - ROW + EAST))) offerNakade(base, last + EAST, color)
  const isSeen = (west && isEmpty(last - RECORD + SOUTH)) || (east && isEmpty(last + EAST + SOUTH))
  if (isEmpty(last + SOUTH) && !isSeen) offerNakade(base, last + SOUTH, color)
}

@inline
function isEmpty(p: usize): bool {
  return load<u8>(p, COLOR) == EMPTY
}

@inline
function offerNakade(base: usize, start: usize, color: u32): void {
  const counts = around(start)
  // Most spaces touch both colours at once, or are single points.
  if ((counts & stonesOf(color)) != 0 || (counts & EMPTIES) == 0) return
  const vital = vitalPoint(base, start, stonesOf(color))
  if (vital != 0) offer(base, vital, color)
}

/**
 * The one point of a small space around which all others lie, when no stones of `own` touch the space; 0 otherwise.
 * Three in a row or bent, the pyramid, the bulky and the crossed five and the rabbity six have one.
 */
function vitalPoint(base: usize, start: usize, own: u32): usize {
  const space = buffer + SPACE
  let count: u32 = 1
  store<u16>(space, <u16>(start - base))
  // The same points in a register, to see whether one is among them.
  let members = i16x8.splat(<i16>(start - base))
  for (let i: u32 = 0; i < count; i++) {
    const p = base + load<u16>(space + (i << 1))
    if ((around(p) & own) != 0) return 0
    for (let sides = emptySides(p); sides != 0; sides &= sides - 1) {
      const point = <i16>(neighbourOn(p, ctz(sides)) - base)
      if (v128.any_true(i16x8.eq(members, i16x8.splat(point)))) continue
      if (count == LARGEST_NAKADE) return 0
      store<i16>(space + (count << 1), point)
      members = i16x8.replace_lane(v128.shuffle<i16>(members, members, 0, 0, 1, 2, 3, 4, 5, 6), 0, point)
      count++
    }
  }
  if (count < 3) return 0
  // Neighbours inside the space that the vital point must have, by size; five can be bulky or crossed.
  const least: u32 = count == 3 ? 2 : count == 6 ? 4 : 3
  let vital: usize = 0
  let most: u32 = 0
  let ties = false
  for (let i: u32 = 0; i < count; i++) {
    const p = base + load<u16>(space + (i << 1))
    const inside = around(p) >> 6
    ties = inside == most || (inside < most && ties)
    if (inside > most) {
      most = inside
      vital = p
    }
  }
  return most >= least && !ties ? vital : 0
}
