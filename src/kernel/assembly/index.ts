// What the host calls. Colours come and go as 1 and 2 there; inside they have the code of layout.ts.

import { around, block, clear, grid, ko, libertiesOf, readHeader, setKo, useBlock, writeHeader } from "./grid"
import { derive, isNoSuicide } from "./stones"
import {
  BLACK, CODE, COLOR, EMPTIES, EMPTY, HEAD, INDICES, KO, KO_FOR, KO_TAKEN, MOVES, NEXT, OCCUPIED, OFF_BOARD, OWNERS,
  PLAYED, ROOT, SCRATCH, SIZE, SUICIDE, SUMS, SUMS_LENGTH, TAKEN_BY_BLACK, TAKEN_BY_WHITE, WHITE,
} from "./layout"
import { playFill } from "./fill"
import { weighRoot } from "./gamma"
import { GAMMA } from "./policies"
import { isCaughtInLadder, ladderMove } from "./ladder"
import { movesEnd } from "./light"
import { colorCode, playStone, toggle } from "./moves"
import { setState } from "./random"
import { addOwners, fillAndCount, markFirst } from "./score"
import { addResult, playOut, startFromRoot } from "./simulation"
import { region } from "./worker"

export { start } from "./worker"
export {
  clearTree as clearSearch, isFull as isTreeFull, keep as keepBelow, unitsInUse as treeUsed, useTree as openTree,
} from "./tree"
export { beginSearch, explainChild, search } from "./search"
export { openGobble, runGobble } from "../../gobble/assembly/gobble"
export { naturalLog } from "./log"
export { describeRoot, describeShapesAt, openFeatures } from "../../learn/assembly/features"
export { describePlayoutMoves } from "../../learn/assembly/playout"
export { exponential } from "../../net/assembly/chances"
export {
  evaluateRoot, netChance, netOwner, netPlanes, netScore, netValue, openNet, rememberMove,
} from "../../net/assembly/net"
export {
  evolve, found as foundPopulations, individualsAddress, openPopulations, ownersAddress, populationsAddress, sumsAddress,
} from "../../evolve/assembly/evolve"

/** An empty board to play on and to start playouts from. */
export function reset(size: u32): void {
  useBlock(region + ROOT)
  clear(size)
}

/** Puts a stone on the root without any rule; `settleRoot` must follow. */
export function put(point: u32, color: u32): void {
  store<u8>(grid + point, <u8>colorCode(color), COLOR)
  toggle(point, color)
}

/** After `put`: derives everything, and takes over the ko and the prisoners. */
export function settleRoot(koAt: u32, bound: u32, byBlack: u32, byWhite: u32): void {
  derive()
  store<u32>(block, koAt, KO)
  store<u32>(block, bound, KO_FOR)
  store<u32>(block, byBlack, TAKEN_BY_BLACK)
  store<u32>(block, byWhite, TAKEN_BY_WHITE)
  readHeader()
}

/** Why the root does not allow this move; 0 when it does. The ko binds only the side that would take back. */
export function refusal(point: u32, color: u32): i32 {
  const p = grid + point
  const there: u32 = load<u8>(p, COLOR)
  if (there != EMPTY) return there == 0 ? OFF_BOARD : OCCUPIED
  if ((around(p) & EMPTIES) != 0) return PLAYED
  if (point == ko && color == load<u32>(block, KO_FOR)) return KO_TAKEN
  return isNoSuicide(grid, p, colorCode(color)) ? PLAYED : SUICIDE
}

/** Plays on the root; answers why not when it is refused, and then changes nothing. Point 0 is a pass. */
export function play(point: u32, color: u32): i32 {
  if (point == 0) {
    setKo(0)
    writeHeader()
    return PLAYED
  }
  const refused = refusal(point, color)
  if (refused != PLAYED) return refused
  playStone(point, color)
  store<u32>(block, 3 - color, KO_FOR)
  writeHeader()
  return PLAYED
}

/** Seeds the generator with its 64-bit state. */
export function seed(low: u32, high: u32): void {
  setState((<u64>high << 32) | low)
}

/**
 * Runs playouts from the root and adds up what they bring at SUMS (see simulation.ts). `owners` also adds up the
 * owners.
 */
export function run(policy: u32, switches: u32, games: u32, first: u32, komi: f64, goal: u32, last: u32, owners: bool): void {
  const size: u32 = load<u32>(region + ROOT, SIZE)
  const moves = region + MOVES
  if (policy == GAMMA) weighRoot(region)
  for (let game: u32 = 0; game < games; game++) {
    startFromRoot(size, first)
    playOut(policy, switches, colorCode(first), goal, last == 0 ? 0 : grid + last, moves, size, komi, owners)
  }
  if (games > 0) markFirst(region, moves, movesEnd)
  useBlock(region + ROOT)
  readHeader()
}

/** The same with analyze-after (SIM-3), whose games have no passes and are never cut off. */
export function runFill(games: u32, first: u32, komi: f64, owners: bool): void {
  const size: u32 = load<u32>(region + ROOT, SIZE)
  const moves = region + MOVES
  for (let game: u32 = 0; game < games; game++) {
    startFromRoot(size, first)
    playFill(size, colorCode(first), moves, region + SCRATCH)
    addResult(fillAndCount(size, region + SCRATCH), komi, <u32>(movesEnd - moves) >> 1, false)
    if (owners) addOwners(region, size)
  }
  if (games > 0) markFirst(region, moves, movesEnd)
  useBlock(region + ROOT)
  readHeader()
}

/** Forgets the sums and the owners. */
export function forget(): void {
  memory.fill(region + SUMS, 0, SUMS_LENGTH)
  memory.fill(region + OWNERS, 0, INDICES << 2)
}

/** How many moves the last playout had; they stand at `movesAddress`. */
export function moveCount(): u32 {
  return <u32>(movesEnd - region - MOVES) >> 1
}

/** On the root: is this chain in atari, whose side is to move, caught in a ladder? False for any other point. */
export function isCaughtAt(point: u32): bool {
  const color = colorAt(point)
  if (color == 0) return false
  const koHere = ko
  bindKo(color)
  const caught = isCaughtInLadder(grid + point, colorCode(color))
  unbindKo(koHere)
  return caught
}

/** On the root: where the enemy, who is to move, catches this chain with two liberties in a ladder; else 0. */
export function ladderMoveAt(point: u32): u32 {
  const color = colorAt(point)
  if (color == 0) return 0
  const koHere = ko
  bindKo(3 - color)
  const move = ladderMove(grid + point, colorCode(color))
  unbindKo(koHere)
  return move == 0 ? 0 : <u32>(move - grid)
}

/** The ko counts only for the side that would take back. */
function bindKo(mover: u32): void {
  if (mover != load<u32>(block, KO_FOR)) setKo(0)
}

function unbindKo(point: u32): void {
  setKo(point)
  writeHeader()
}

/** Pseudo-liberties of the chain at a point of the root. For tests. */
export function liberties(point: u32): i32 {
  return libertiesOf(grid + load<u16>(grid + point, HEAD))
}

export function colorAt(point: u32): u32 {
  const color: u32 = load<u8>(grid + point, COLOR)
  return color == BLACK ? 1 : color == WHITE ? 2 : color == EMPTY ? 0 : 3
}

export function headAt(point: u32): u32 {
  return load<u16>(grid + point, HEAD)
}

export function nextAt(point: u32): u32 {
  return load<u16>(grid + point, NEXT)
}

export function codeAt(point: u32): u32 {
  return load<u16>(grid + point, CODE)
}

export function koPoint(): u32 {
  return ko
}
