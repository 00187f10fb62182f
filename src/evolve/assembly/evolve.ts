// Coevolution (EVO-2 to EVO-4; Drake and Chen 2008): two populations of partial strategies that play each other. One call
// runs many steps; any number of workers do so on the same populations.
//
// Whoever plays an individual, copies it or replaces it has claimed it before, by compare-and-exchange, and nobody draws
// what is claimed. Lineages (the paper's threads) are claimed in the same way, so that a champion has one writer. Step n
// draws from a generator of its own, made of the run's key and n: with one worker a run can end anywhere and go on later as
// if nothing had happened.

import { isPlayable } from "../../kernel/assembly/candidates"
import { grid, ko, list, live, opponent, setKo, setLive, takenByBlack, takenByWhite, takeOff } from "../../kernel/assembly/grid"
import {
  BOARD_ROOM, COLOR, EMPTY, MOVES, OWNERS, REGIONS, REGION_SIZE, ROOT, SCRATCH, SIZE, SUMS,
} from "../../kernel/assembly/layout"
import { movesEnd, playLight } from "../../kernel/assembly/light"
import { colorCode } from "../../kernel/assembly/moves"
import { MOVES_PER_POINT } from "../../kernel/assembly/policies"
import { below, setState } from "../../kernel/assembly/random"
import { countGame, startFromRoot } from "../../kernel/assembly/simulation"
import { isNoSuicide, place } from "../../kernel/assembly/stones"
import {
  BEGUN, CHAMPIONS, CROSSING, FIRST, FOUNDING, GOAL, INNER, KEY_HIGH, KEY_LOW, KOMI, LINEAGES,
  MOST_WINS, MUTATION, NOTHING, OPENINGS, OWNERS_TOO, PASSED, POPULATION, STOP, STRATEGY_SIZE, SUCCESSION, UNADVISED,
} from "./layout"
import { CHILD, cross, FATHER, follow, grow, happens, MOTHER, mutate, rootOf, useLines } from "./strategies"
import { region } from "../../kernel/assembly/worker"

let head: usize = 0
let population: usize = 0
let lineages: usize = 0
let size: u32 = 0
let claims: usize = 0
let individuals: usize = 0

/** Where the populations of a memory for so many workers lie. */
export function populationsAddress(workers: u32): usize {
  return REGIONS + REGION_SIZE * <usize>workers
}

/** Takes over what the host wrote into the head, and the position that the first worker has loaded. */
export function openPopulations(address: usize): void {
  head = address
  if (region != REGIONS) memory.copy(region + ROOT, REGIONS + ROOT, BOARD_ROOM)
  population = load<u32>(head, POPULATION)
  lineages = load<u32>(head, LINEAGES)
  size = load<u32>(region + ROOT, SIZE)
  useLines(size)
  claims = lineageClaims() + lineages
  individuals = (claims + 2 * population + 255) & ~255
}

export function individualsAddress(): usize {
  return individuals
}

export function sumsAddress(): usize {
  return region + SUMS
}

export function ownersAddress(): usize {
  return region + OWNERS
}

@inline
function championOf(side: usize, lineage: usize): usize {
  return head + CHAMPIONS + (2 * lineage + side) * STRATEGY_SIZE
}

@inline
function lineageClaims(): usize {
  return head + CHAMPIONS + 2 * lineages * STRATEGY_SIZE
}

/** Side 0 is Black's. */
@inline
function individual(side: usize, index: usize): usize {
  return individuals + (side * population + index) * STRATEGY_SIZE
}

/** Fills both populations with random strategies, and all lineages with random champions. */
export function found(): void {
  seedStep(FOUNDING)
  for (let i: usize = 0; i < 2 * population; i++) grow(individual(0, i))
  for (let i: usize = 0; i < 2 * lineages; i++) grow(championOf(0, 0) + i * STRATEGY_SIZE)
}

/** Runs up to so many steps, but none from number `limit` on. Answers how many. */
export function evolve(most: u32, limit: u32): u32 {
  let done: u32 = 0
  while (done < most && atomic.load<u32>(head + STOP) == 0) {
    const number = atomic.load<u32>(head + BEGUN)
    if (number >= limit) break
    if (atomic.cmpxchg<u32>(head + BEGUN, number, number + 1) != number) continue
    step(number)
    done++
  }
  return done
}

/** The state that base/random.ts gives the seed with these halves: the key's upper one, and its lower one plus the number. */
function seedStep(number: u32): void {
  const low = scramble(load<u32>(head, KEY_LOW) + number)
  setState((<u64>scramble(load<u32>(head, KEY_HIGH) ^ low) << 32) | low)
}

function scramble(word: u32): u32 {
  let z = word + 0x9e3779b9
  z = (z ^ (z >> 16)) * 0x21f0aaad
  z = (z ^ (z >> 15)) * 0x735a2d97
  return z ^ (z >> 15)
}

function step(number: u32): void {
  // 1. A lineage, two individuals from each population.
  seedStep(number)
  const lineage = claimLineage(<usize>number % lineages)
  const b0 = claim(0)
  const b1 = claim(0)
  const w0 = claim(1)
  const w1 = claim(1)

  // 2. Eight games: four between them, four against the champions. A result is 1 for Black's win, -1 for White's.
  const first = play(individual(0, b0), individual(1, w0))
  const second = play(individual(0, b0), individual(1, w1))
  const third = play(individual(0, b1), individual(1, w0))
  const fourth = play(individual(0, b1), individual(1, w1))
  const b0Tested = play(individual(0, b0), championOf(1, lineage))
  const b1Tested = play(individual(0, b1), championOf(1, lineage))
  const w0Tested = play(championOf(0, lineage), individual(1, w0))
  const w1Tested = play(championOf(0, lineage), individual(1, w1))

  // 3. Within each population the better one stays, may become champion, and the other is replaced.
  settleSide(0, lineage, b0, b1, winsOf(1, first, second, b0Tested), winsOf(1, third, fourth, b1Tested))
  settleSide(1, lineage, w0, w1, winsOf(-1, first, third, w0Tested), winsOf(-1, second, fourth, w1Tested))
  atomic.store<u8>(lineageClaims() + lineage, 0)
}

/** The lineage whose turn it is, or the next one that nobody is at. */
function claimLineage(wanted: usize): usize {
  let lineage = wanted
  while (atomic.cmpxchg<u8>(lineageClaims() + lineage, 0, 1) != 0) lineage = (lineage + 1) % lineages
  return lineage
}

@inline
function claimOf(side: usize, index: usize): usize {
  return claims + side * population + index
}

/** A random individual that nobody is at. */
function claim(side: usize): usize {
  while (true) {
    const index: usize = below(<u32>population)
    if (atomic.cmpxchg<u8>(claimOf(side, index), 0, 1) == 0) return index
  }
}

function release(side: usize, index: usize): void {
  atomic.store<u8>(claimOf(side, index), 0)
}

@inline
function winsOf(sign: i32, a: i32, b: i32, c: i32): u32 {
  return u32(a == sign) + u32(b == sign) + u32(c == sign)
}

function settleSide(side: usize, lineage: usize, a: usize, b: usize, aWins: u32, bWins: u32): void {
  const isFirst = aWins == bWins ? below(2) == 0 : aWins > bWins
  const winner = isFirst ? a : b
  const loser = isFirst ? b : a
  if (max(aWins, bWins) == MOST_WINS && happens(load<f64>(head, SUCCESSION))) {
    memory.copy(championOf(side, lineage), individual(side, winner), STRATEGY_SIZE)
  }
  release(side, winner)
  memory.copy(individual(side, loser), breed(side), STRATEGY_SIZE)
  release(side, loser)
}

/** A new individual, in the scratch; answers where. */
function breed(side: usize): usize {
  const inner = load<f64>(head, INNER)
  const mother = region + SCRATCH + MOTHER
  const father = region + SCRATCH + FATHER
  let child = region + SCRATCH + CHILD
  const crosses = happens(load<f64>(head, CROSSING))
  copyOut(side, mother)
  if (crosses) {
    copyOut(side, father)
    cross(child, mother, father, inner)
  } else child = mother
  if (!happens(load<f64>(head, MUTATION))) return child
  mutate(father, child, inner)
  return father
}

function copyOut(side: usize, to: usize): void {
  const index = claim(side)
  memory.copy(to, individual(side, index), STRATEGY_SIZE)
  release(side, index)
}

/** One game. Advice is followed where it is legal; where it is not, or is missing, a random move is played. */
function play(black: usize, white: usize): i32 {
  const first = load<u32>(head, FIRST)
  const cap: u32 = MOVES_PER_POINT * size * size
  const goal = load<u32>(head, GOAL)
  const moves = region + MOVES
  const isBlacks = first == 1
  let color = colorCode(first)
  // The decisions that both have come to; 0 behind the end of the advice.
  let mine = rootOf(isBlacks ? black : white)
  let theirs = rootOf(isBlacks ? white : black)
  const opening: u32 = load<u16>(mine)
  if (load<u16>(theirs) == NOTHING) theirs = 0
  let passed = load<u32>(head, PASSED) != 0
  let last: u32 = 0
  let played: u32 = 0
  startFromRoot(size, first)
  while (played < cap) {
    // 1. Without any advice left the light playout is quicker; but it doesn't know of a pass before it.
    if (mine == 0 && theirs == 0 && !passed) {
      const cut = playLight(color, cap - played, goal, moves)
      return count(cut, played + (<u32>(movesEnd - moves) >> 1), cut, opening)
    }
    // 2. The advice.
    let advised = NOTHING
    if (mine != 0) {
      if (played != 0) mine = follow(mine, last)
      advised = load<u16>(mine)
      if (advised == NOTHING) {
        mine = 0
        if (theirs == 0 && !passed) continue
      }
    }
    // 3. The move, and the end of the game by two passes or enough prisoners.
    last = advised != NOTHING && isLegal(advised, color) ? put(advised, color) : putAny(color)
    played++
    if ((last == 0 && passed) || isWon(goal)) return count(true, played, false, opening)
    passed = last == 0
    const turn = mine
    mine = theirs
    theirs = turn
    color = opponent(color)
  }
  return count(true, played, true, opening)
}

@inline
function isWon(goal: u32): bool {
  return goal != 0 && (takenByBlack >= goal || takenByWhite >= goal)
}

/** By the rules alone: an own eye may be filled by advice. */
function isLegal(move: u32, color: u32): bool {
  if (move == 0) return true
  const p = grid + move
  if (load<u8>(p, COLOR) != EMPTY) return false
  return move != ko && isNoSuicide(grid, p, color)
}

/** Plays a legal move; answers it. */
function put(move: u32, color: u32): u32 {
  if (move == 0) {
    setKo(0)
    return 0
  }
  const p = grid + move
  setLive(place(grid, p, color, takeOff(grid, p, live), true))
  return move
}

/**
 * Plays any move that is worth playing in a simulation, each with the same probability, or passes. It counts them first and
 * leaves the list as it is: here points are taken off by their place in it.
 */
function putAny(color: u32): u32 {
  let playable: u32 = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) playable += u32(isPlayable(grid, grid + load<u16>(at), color))
  if (playable == 0) return put(0, color)
  let left = below(playable)
  let at = list
  while (true) {
    const point: u32 = load<u16>(at)
    if (isPlayable(grid, grid + point, color)) {
      if (left == 0) return put(point, color)
      left--
    }
    at += 2
  }
}

/** Counts the board in use, which may be `open`, and notes the result; answers who won: 1 Black, -1 White, 0 nobody. */
function count(open: bool, played: u32, cut: bool, opening: u32): i32 {
  const komi = load<f64>(head, KOMI)
  const points = <f64>countGame(open, load<u32>(head, GOAL), played, size, komi, cut, load<u32>(head, OWNERS_TOO) != 0)
  const result = i32(points > komi) - i32(points < komi)
  const tally = head + OPENINGS + ((opening == NOTHING ? UNADVISED : <usize>opening >> 4) << 3)
  atomic.add<u32>(tally, 1)
  if (result == (load<u32>(head, FIRST) == 1 ? 1 : -1)) atomic.add<u32>(tally + 4, 1)
  return result
}
