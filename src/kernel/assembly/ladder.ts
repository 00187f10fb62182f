// Ladders (SIM-6): a chain that is kept in atari move after move. Is a chain in atari caught whatever it does, and
// where is a chain with two liberties caught?
//
// The chaser plays at one of the two liberties. The runner plays at the one that is left, or takes a chasing chain in
// atari next to it. Three liberties are freedom, one is the end, unless the ko keeps the chaser from taking. Nothing
// else is tried, so "caught" is what a ladder proves and "not caught" is no promise of life.
//
// It is read on boards of its own: a move without an alternative is played on the same one, only a real choice needs a
// copy. Whatever would take more stones, choices or boards than there are counts as not caught, so a reading is always
// cheap. The twin (../ladder.ts) has the same bounds and tries moves in the same order.

import {
  block, blockLength, grid, ko, libertiesOf, neighbourOn, opponent, readHeader, setKo, setTracking, tracking,
  useBlock, writeHeader,
} from "./grid"
import { atariAt } from "./liberties"
import { BOARD_ROOM, COLOR, EMPTY, GRID, HEAD, NEXT, SIZE } from "./layout"
import { MOST_CHOICES, MOST_DEFENCES, MOST_STONES } from "./policies"
import { isNoSuicide, place } from "./stones"

/** Boards to read on: one, and a copy for every choice that is open at the same time. */
const BOARDS: u32 = MOST_CHOICES + 1

/** Where the boards are. Only their grids and their lists are used; a header's place holds the defences to be tried. */
let boards: usize = 0

// The board that the question is about, and the reading.
let home: usize = 0
let wasTracking: bool = false
let gridLength: usize = 0
let stonesLeft: u32 = 0

// What the last count found: how many, up to three, and the first two.
let found: u32 = 0
let first: u32 = 0
let second: u32 = 0

export function useLadderBoards(address: usize): void {
  boards = address
}

/** Is this chain in atari, whose side is to move, caught whatever it does? */
export function isCaughtInLadder(stone: usize, color: u32): bool {
  const point = <u32>(stone - grid)
  if (countLiberties(point) != 1) return false
  begin()
  const caught = isCaughtInAtari(0, point, color)
  end()
  return caught
}

/** The liberty at which the enemy, who is to move, catches this chain with two liberties; 0 when there is none. */
export function ladderMove(stone: usize, color: u32): usize {
  const point = <u32>(stone - grid)
  if (countLiberties(point) != 2) return 0
  begin()
  countLiberties(point)
  const move = catchingMove(0, point, color)
  end()
  return move == 0 ? 0 : grid + move
}

/**
 * Does a chain in atari that runs to its last liberty have two then, and is it caught? The move must not be suicide.
 */
export function isCaughtByRunning(stone: usize, liberty: usize, color: u32): bool {
  const point = <u32>(stone - grid)
  const run = <u32>(liberty - grid)
  if (countRunning(point, run, 0, color) > 2) return false
  begin()
  put(run, color)
  const caught = countLiberties(point) == 2 && catchingMove(0, point, color) != 0
  end()
  return caught
}

/** Is a chain with two liberties caught when the enemy plays at one of them? That move must be legal. */
export function isCaughtByChasing(stone: usize, liberty: usize, color: u32): bool {
  const point = <u32>(stone - grid)
  const move = <u32>(liberty - grid)
  if (countLiberties(point) != 2) return false
  const other = first == move ? second : first
  if (countRunning(point, other, move, color) > 2) return false
  begin()
  const caught = isCaughtBy(0, point, move, color)
  end()
  return caught
}

/** Leaves the board in use as it is, its header written, and takes a copy to read on. */
function begin(): void {
  writeHeader()
  home = block
  wasTracking = tracking
  gridLength = blockLength(load<u32>(block, SIZE)) - GRID
  stonesLeft = MOST_STONES
  setTracking(false)
  memory.copy(boards + GRID, block + GRID, gridLength)
  useBlock(boards)
}

function end(): void {
  useBlock(home)
  readHeader()
  setTracking(wasTracking)
}

/** Goes on with a copy on the next board. */
function branch(level: u32): void {
  const copy = boards + (level + 1) * BOARD_ROOM
  memory.copy(copy + GRID, block + GRID, gridLength)
  useBlock(copy)
}

function comeBack(level: u32, koThere: u32): void {
  useBlock(boards + level * BOARD_ROOM)
  setKo(koThere)
}

/**
 * Plays a legal move, if the reading may still go on. The list of points is not kept: what is taken is written to its
 * beginning, where the ko is read. A hole is never played: it is no chain's only liberty, and suicide for the chaser.
 */
function put(point: u32, color: u32): bool {
  if (stonesLeft == 0) return false
  stonesLeft--
  const p = grid + point
  place(grid, p, color, 0, false)
  return true
}

function isLegal(point: u32, color: u32): bool {
  const p = grid + point
  return point != ko && isNoSuicide(grid, p, color)
}

/** The runner is to move, in atari: do all its defences fail? */
function isCaughtInAtari(level: u32, stone: u32, color: u32): bool {
  const defences = gatherDefences(stone, color)
  if (defences > MOST_DEFENCES) return false
  const koHere = ko
  for (let i: u32 = 0; i < defences; i++) {
    const move: u32 = load<u16>(block + (i << 1))
    if (i + 1 == defences) return isCaughtAfter(level, stone, move, color)
    if (level + 1 == BOARDS) return false
    branch(level)
    if (!isCaughtAfter(level + 1, stone, move, color)) return false
    comeBack(level, koHere)
  }
  return true
}

/** The runner makes this move: is it caught then? */
function isCaughtAfter(level: u32, stone: u32, move: u32, color: u32): bool {
  if (!put(move, color)) return false
  const liberties = countLiberties(stone)
  if (liberties > 2) return false
  return liberties == 1 ? first != ko : catchingMove(level, stone, color) != 0
}

/** The chaser is to move, and the runner's two liberties have just been counted: where is it caught? 0 for nowhere. */
function catchingMove(level: u32, stone: u32, color: u32): u32 {
  const a = first
  const b = second
  const koHere = ko
  const isWorthA = isWorthChasing(stone, a, b, color)
  const isWorthB = isWorthChasing(stone, b, a, color)
  if (isWorthA && !isWorthB) return isCaughtBy(level, stone, a, color) ? a : 0
  if (isWorthA && level + 1 < BOARDS) {
    branch(level)
    if (isCaughtBy(level + 1, stone, a, color)) return a
    comeBack(level, koHere)
  }
  return isWorthB && isCaughtBy(level, stone, b, color) ? b : 0
}

function isCaughtBy(level: u32, stone: u32, move: u32, color: u32): bool {
  return put(move, opponent(color)) && isCaughtInAtari(level, stone, color)
}

/**
 * Would the runner be short of three liberties at the other one? What stands there has that liberty too, so it isn't
 * taken by the move and can be counted before it.
 */
function isWorthChasing(stone: u32, move: u32, other: u32, color: u32): bool {
  return countRunning(stone, other, move, color) < 3 && isLegal(move, opponent(color))
}

/**
 * Captures of chains next to the runner, then its liberty, each once; they are written at the block. Answers how many.
 */
function gatherDefences(stone: u32, color: u32): u32 {
  const enemy = opponent(color)
  const head = grid + load<u16>(grid + stone, HEAD)
  const liberty = atariAt(grid, head)
  let count: u32 = 0
  let member = head
  do {
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(member, side)
      if (load<u8>(there, COLOR) != enemy) continue
      const capture = atariAt(grid, there)
      if (capture != 0) count = addDefence(<u32>(capture - grid), color, count)
      if (count > MOST_DEFENCES) return count
    }
    member = grid + load<u16>(member, NEXT)
  } while (member != head)
  return addDefence(<u32>(liberty - grid), color, count)
}

function addDefence(point: u32, color: u32, count: u32): u32 {
  for (let i: u32 = 0; i < count; i++) if (load<u16>(block + (i << 1)) == point) return count
  if (!isLegal(point, color)) return count
  store<u16>(block + (count << 1), <u16>point)
  return count + 1
}

/** Liberties of the chain at a stone, up to three. */
function countLiberties(stone: u32): u32 {
  forgetFound()
  const head = grid + load<u16>(grid + stone, HEAD)
  // A point touches at most four stones of a chain.
  if (libertiesOf(head) > 8) return 3
  addLiberties(head, 0, 0)
  return found
}

/** Liberties, up to three, that running to a liberty brings when one other point is taken; captures are left out. */
function countRunning(stone: u32, liberty: u32, without: u32, color: u32): u32 {
  forgetFound()
  const runner: u32 = load<u16>(grid + stone, HEAD)
  const p = grid + liberty
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(p, side)
    if (load<u8>(there, COLOR) == EMPTY) addFound(<u32>(there - grid), liberty, without)
  }
  for (let side: u32 = 0; side < 4 && found < 3; side++) {
    const there = neighbourOn(p, side)
    const head: u32 = load<u16>(there, HEAD)
    // The runner itself has no others.
    if (load<u8>(there, COLOR) == color && head != runner) addLiberties(grid + head, liberty, without)
  }
  return found
}

function forgetFound(): void {
  found = 0
  first = 0
  second = 0
}

/** Adds the chain's liberties but for two points, until there are three. */
function addLiberties(head: usize, but: u32, without: u32): void {
  let stone = head
  do {
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(stone, side)
      if (load<u8>(there, COLOR) == EMPTY) addFound(<u32>(there - grid), but, without)
    }
    stone = grid + load<u16>(stone, NEXT)
  } while (stone != head && found < 3)
}

@inline
function addFound(point: u32, but: u32, without: u32): void {
  if (point == but || point == without || point == first || point == second) return
  if (found == 0) first = point
  else if (found == 1) second = point
  found++
}
