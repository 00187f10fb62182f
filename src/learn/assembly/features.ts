// What is known of a move before any simulation, as features of a Bradley–Terry model (BT-1; Coulom 2007): shapes
// around the point, and what the move does to the chains beside it. A move has at most one feature of each slot. The
// list with names is ../features.ts, where every value is explained; this file says the same in numbers.

import { around, block, grid, ko, list, live, neighbourOn, opponent } from "../../kernel/assembly/grid"
import { isCaughtByChasing, isCaughtByRunning, isCaughtInLadder, ladderMove } from "../../kernel/assembly/ladder"
import { COLOR, EMPTIES, EMPTY, HEAD, KO_FOR, NEXT, RECORD, ROW, SIZE, SIZES, STONES } from "../../kernel/assembly/layout"
import { colorCode } from "../../kernel/assembly/moves"
import { isNoSuicide } from "../../kernel/assembly/stones"
import { region } from "../../kernel/assembly/worker"
import {
  ATARI, ATARI_SLOT, BEFORE_LAST, BEFORE_LAST_SLOT, CAPTURE, CAPTURE_SLOT, CONTACT, CONTACT_SLOT, ESCAPE, ESCAPE_SLOT, KO,
  KO_SLOT, LAST, LAST_SLOT, LIBERTIES, LIBERTIES_SLOT, LINE, LINE_SLOT, SELF_ATARI, SELF_ATARI_SLOT, SHAPES, SLOTS, STEPS,
  STEPS_SLOT, THREAT, THREAT_SLOT,
} from "./feature-numbers"
import { CAUGHT, CHAINS_BESIDE, LEGAL, LIBERTY_COUNTS, STAMPS, STEP_QUEUE, STEPS_FROM_LAST, TEAMS } from "./layout"
import { describeShapes, drawMap, makeShapeWords, placeOnMap, useDictionary } from "./shapes"

const NO_DISTANCE: u32 = 16
const FARTHEST: u32 = 15
const MOST_STEPS: u32 = 5
const LINES: u32 = 10

let stamp: u32 = 0

export function openFeatures(dictionary: usize, bits: u32): void {
  makeShapeWords()
  useDictionary(dictionary, bits)
}

@inline
function colorAt(p: usize): u32 {
  return load<u8>(p, COLOR)
}

@inline
function isStone(p: usize): bool {
  const color = colorAt(p)
  return color != EMPTY && color != 0
}

@inline
function headOf(stone: usize): usize {
  return grid + load<u16>(stone, HEAD)
}

@inline
function indexOf(p: usize): usize {
  return (p - grid) >> 4
}

@inline
function stonesAt(head: usize): u32 {
  return <u32>load<u16>(head, STONES) & <u32>SIZES
}

@inline
function libertiesAt(head: usize): u32 {
  return load<u8>(region + LIBERTY_COUNTS + indexOf(head))
}

/** 0 for one stone, 1 for two, 2 for more. */
@inline
function sizeClass(stones: u32): u32 {
  return min<u32>(stones, 3) - 1
}

/** A point is counted once until the next `forgetCounted`. */
function forgetCounted(): void {
  stamp = (stamp + 1) & 0xffff
  if (stamp != 0) return
  memory.fill(region + STAMPS, 0, 1024)
  stamp = 1
}

@inline
function countOnce(p: usize): u32 {
  const at = region + STAMPS + (indexOf(p) << 1)
  if (load<u16>(at) == <u16>stamp) return 0
  store<u16>(at, <u16>stamp)
  return 1
}

/** The side whose move takes stones, while the liberties that it brings are counted; else 0. */
let taker: u32 = 0

/** Is this a stone of a chain that the move takes? */
function isTaken(there: usize): bool {
  if (colorAt(there) != opponent(taker)) return false
  const head = headOf(there)
  if (libertiesAt(head) != 1) return false
  for (let i: u32 = 0; i < chains; i++) if (chainAt(i) == head) return true
  return false
}

/** Liberties of a stone that were not counted yet. */
@inline
function countBeside(stone: usize): u32 {
  let count: u32 = 0
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(stone, side)
    if (colorAt(there) == EMPTY || (taker != 0 && isTaken(there))) count += countOnce(there)
  }
  return count
}

/** Liberties of a chain that were not counted yet, up to `most`. */
function countLiberties(head: usize, most: u32): u32 {
  let count: u32 = 0
  let stone = head
  do {
    count += countBeside(stone)
    stone = grid + load<u16>(stone, NEXT)
  } while (stone != head && count < most)
  return min(count, most)
}

/** Counts the liberties of all chains. */
export function readChains(): void {
  const size: usize = load<u32>(block, SIZE)
  for (let row = grid + ROW; row <= grid + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      if (!isStone(p) || headOf(p) != p) continue
      forgetCounted()
      store<u8>(region + LIBERTY_COUNTS + indexOf(p), <u8>countLiberties(p, 4))
    }
  }
}

/**
 * Whether an own chain with two liberties is caught is read when a move first asks: most chains are never asked for.
 */
const UNREAD: u8 = 0xff

function forgetLadders(): void {
  memory.fill(region + CAUGHT, UNREAD, 512)
}

/** Of a chain with two liberties: would the enemy, if he were to move, catch it in a ladder? */
function isThreatened(head: usize, color: u32): bool {
  const at = region + CAUGHT + indexOf(head)
  if (load<u8>(at) == UNREAD) store<u8>(at, u8(ladderMove(head, color) != 0))
  return load<u8>(at) != 0
}

/** Steps from the last move; a chain counts as one point (the common fate graph of Graepel et al. 2001). */
function countSteps(last: usize): void {
  const steps = region + STEPS_FROM_LAST
  memory.fill(steps, 255, 448)
  if (last == 0) return
  let end = enterChain(region + STEP_QUEUE, last, 0)
  for (let at = region + STEP_QUEUE; at < end; at += 2) {
    const p = grid + load<u16>(at)
    const step: u32 = load<u8>(steps + indexOf(p))
    if (step == MOST_STEPS) return
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(p, side)
      if (colorAt(there) != 0 && load<u8>(steps + indexOf(there)) == 255) end = enterChain(end, there, step + 1)
    }
  }
}

function enterChain(queue: usize, first: usize, step: u32): usize {
  let end = queue
  let stone = first
  do {
    store<u8>(region + STEPS_FROM_LAST + indexOf(stone), <u8>step)
    store<u16>(end, <u16>(stone - grid))
    end += 2
    stone = colorAt(stone) == EMPTY ? first : grid + load<u16>(stone, NEXT)
  } while (stone != first)
  return end
}

/** Writes the legal moves down; answers how many. */
function listLegal(color: u32, koHere: u32): u32 {
  let count: u32 = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    const point = load<u16>(at)
    const p = grid + point
    if ((around(p) & EMPTIES) == 0 && (<u32>point == koHere || !isNoSuicide(grid, p, color))) continue
    store<u16>(region + LEGAL + (<usize>count << 1), point)
    count++
  }
  return count
}

// What stands around the move that is looked at.
let chains: u32 = 0

@inline
function chainAt(i: u32): usize {
  return grid + load<u16>(region + CHAINS_BESIDE + (<usize>i << 1))
}

/** The chains beside a point, each once. */
function gatherChains(p: usize): void {
  chains = 0
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(p, side)
    if (!isStone(there)) continue
    const head = headOf(there)
    let known = false
    for (let i: u32 = 0; i < chains; i++) if (chainAt(i) == head) known = true
    if (known) continue
    store<u16>(region + CHAINS_BESIDE + (<usize>chains << 1), <u16>(head - grid))
    chains++
  }
}

/** Does an own chain in atari touch this enemy chain? */
function savesOwn(enemy: usize, color: u32): bool {
  let stone = enemy
  do {
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(stone, side)
      if (colorAt(there) == color && libertiesAt(headOf(there)) == 1) return true
    }
    stone = grid + load<u16>(stone, NEXT)
  } while (stone != enemy)
  return false
}

function touches(chain: usize, point: usize): bool {
  if (point == 0) return false
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(point, side)
    if (isStone(there) && headOf(there) == chain) return true
  }
  return false
}

/** 0 to 15 by |dx| + |dy| + max(|dx|, |dy|) from 2 on; 16 when there is no such move. */
function distanceClass(point: u32, from: usize): u32 {
  if (from == 0) return NO_DISTANCE
  const other = <u32>(from - grid)
  const dx = abs(<i32>((point % <u32>ROW) / <u32>RECORD) - <i32>((other % <u32>ROW) / <u32>RECORD))
  const dy = abs(<i32>(point / <u32>ROW) - <i32>(other / <u32>ROW))
  const distance = <u32>(dx + dy + max(dx, dy))
  return min<u32>(max<u32>(distance, 2) - 2, FARTHEST)
}

/** 0 to 3: the opening until a twelfth of the board is full, then until a quarter, until half, and the rest. */
function phaseNow(): u32 {
  const size = load<u32>(block, SIZE)
  const area = size * size
  const stones = area - live
  return u32(stones * 12 >= area) + u32(stones * 4 >= area) + u32(stones * 2 >= area)
}

function lineOf(point: u32): u32 {
  const size = load<u32>(block, SIZE)
  const row = point / <u32>ROW - 1
  const column = (point % <u32>ROW) / <u32>RECORD
  return min(min(min(row, size - 1 - row), min(column, size - 1 - column)), LINES - 1)
}

@inline
function write(team: usize, slot: u32, number: u32): void {
  store<u32>(team + (<usize>(SHAPES + slot) << 2), number)
}

/** Liberties, up to 4, that the chain of a move will have; `captured` says whether it takes stones. */
function libertiesAfter(p: usize, color: u32, captured: bool): u32 {
  taker = captured ? color : 0
  forgetCounted()
  countOnce(p)
  let after = countBeside(p)
  for (let i: u32 = 0; i < chains && after < 4; i++)
    if (colorAt(chainAt(i)) == color) after += countLiberties(chainAt(i), 4)
  taker = 0
  return min<u32>(after, 4)
}

/** What a move does to the chains beside it. */
function describeTactics(p: usize, color: u32, last: usize, koHere: u32, team: usize): void {
  gatherChains(p)
  // A legal move beside no stone has two liberties or more.
  if (chains == 0) return
  const enemy = opponent(color)
  let owns: u32 = 0
  let enemies: u32 = 0
  let fewestOwn: u32 = 0
  let fewestEnemy: u32 = 0
  // Captures: how many stones, and the most urgent reason.
  let captured: u32 = 0
  let reason: u32 = 4
  // Own stones in atari, and of the largest such chain; whether the last move gave the atari.
  let saved: usize = 0
  let inAtari: u32 = 0
  let isFresh = false
  // The largest own chain that a ladder threatens, and an enemy chain that comes into atari.
  let threatened: usize = 0
  let attacked: usize = 0
  let attacks: u32 = 0
  let touchesLast = false
  let own: u32 = 1
  for (let i: u32 = 0; i < chains; i++) {
    const head = chainAt(i)
    const liberties = libertiesAt(head)
    const stones = stonesAt(head)
    if (colorAt(head) == color) {
      owns++
      own += stones
      if (fewestOwn == 0 || liberties < fewestOwn) fewestOwn = liberties
      if (liberties == 1) {
        inAtari += stones
        if (touches(head, last)) isFresh = true
        if (saved == 0 || stones > stonesAt(saved)) saved = head
      } else if (liberties == 2) {
        if ((threatened == 0 || stones > stonesAt(threatened)) && isThreatened(head, color)) threatened = head
      }
      continue
    }
    enemies++
    if (fewestEnemy == 0 || liberties < fewestEnemy) fewestEnemy = liberties
    const isLast = last != 0 && headOf(last) == head
    if (liberties == 1) {
      captured += stones
      const why: u32 = isLast ? 0 : savesOwn(head, color) ? 1 : isCaughtInLadder(head, enemy) ? 3 : 2
      if (why < reason) reason = why
    } else if (liberties == 2) {
      attacks++
      if (isLast) touchesLast = true
      attacked = head
    }
  }
  const after = libertiesAfter(p, color, captured != 0)

  if (captured != 0) write(team, CAPTURE_SLOT, CAPTURE + reason * 3 + sizeClass(captured))
  if (saved != 0) {
    const fails = after < 2 || (after == 2 && isCaughtByRunning(saved, p, color))
    write(team, ESCAPE_SLOT, ESCAPE + (isFresh ? 0 : 6) + (fails ? 3 : 0) + sizeClass(stonesAt(saved)))
  }
  if (attacks > 1) write(team, ATARI_SLOT, ATARI + (touchesLast ? 6 : 13))
  else if (attacks == 1) {
    const works = isCaughtByChasing(attacked, p, enemy)
    write(team, ATARI_SLOT, ATARI + (touchesLast ? 0 : 7) + (works ? 0 : 3) + sizeClass(stonesAt(attacked)))
  }
  if (after < 2) write(team, SELF_ATARI_SLOT, SELF_ATARI + (attacks != 0 ? 0 : 3) + sizeClass(own))
  if (threatened != 0) write(team, THREAT_SLOT, THREAT + (after > 2 ? 0 : 3) + sizeClass(stonesAt(threatened)))
  write(team, LIBERTIES_SLOT, LIBERTIES + fewestEnemy * 20 + fewestOwn * 4 + after - 1)
  const isClosed = (around(p) & EMPTIES) == 0
  if (isClosed && captured == 1 && owns == 0) write(team, KO_SLOT, KO)
  else if (koHere != 0 && (attacks != 0 || captured != 0)) write(team, KO_SLOT, KO + 1)
  else if (isClosed && enemies == 0 && inAtari == 1) write(team, KO_SLOT, KO + 2)
  write(team, CONTACT_SLOT, CONTACT + min<u32>(owns, 3) * 4 + min<u32>(enemies, 3))
}

/**
 * Describes the legal moves of a side on the board in use, after the last move and the one before it (0 for none, or a
 * pass); `koHere` is the point that it may not take back. Answers how many there are.
 */
export function describeMoves(color: u32, last: usize, before: usize, koHere: u32): u32 {
  readChains()
  forgetLadders()
  drawMap(color)
  countSteps(last)
  const count = listLegal(color, koHere)
  const phase = phaseNow()
  const lastPlace = last == 0 ? 0 : placeOnMap(<u32>(last - grid))
  const teams = region + TEAMS
  memory.fill(teams, 0, <usize>(count * SLOTS) << 2)
  for (let i: u32 = 0; i < count; i++) {
    const point: u32 = load<u16>(region + LEGAL + (<usize>i << 1))
    const team = teams + (<usize>(i * SLOTS) << 2)
    describeShapes(placeOnMap(point), lastPlace, team)
    describeTactics(grid + point, color, last, koHere, team)
    write(team, LAST_SLOT, LAST + distanceClass(point, last))
    write(team, BEFORE_LAST_SLOT, BEFORE_LAST + distanceClass(point, before))
    write(team, LINE_SLOT, LINE + phase * LINES + lineOf(point))
    const steps: u32 = load<u8>(region + STEPS_FROM_LAST + (<usize>point >> 4))
    if (steps != 0 && steps <= MOST_STEPS) write(team, STEPS_SLOT, STEPS + steps - 1)
  }
  return count
}

/** The point of the root that this side may not take back, as the host writes colours; else 0. */
export function koFor(color: u32): u32 {
  return load<u32>(block, KO_FOR) == color ? ko : 0
}

/** The same for the root, as the host writes colours and points. */
export function describeRoot(color: u32, last: u32, before: u32): u32 {
  const koHere = koFor(color)
  return describeMoves(colorCode(color), last == 0 ? 0 : grid + last, before == 0 ? 0 : grid + before, koHere)
}

/** The keys of the shapes around a point of the root, for the harvest; they stand where the first move's team would. */
export function describeShapesAt(point: u32, color: u32, last: u32): void {
  readChains()
  drawMap(colorCode(color))
  memory.fill(region + TEAMS, 0, <usize>SHAPES << 2)
  describeShapes(placeOnMap(point), last == 0 ? 0 : placeOnMap(last), region + TEAMS)
}
