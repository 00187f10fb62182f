// Gobble's games (SA-1, SA-3; Brügmann 1993). Each side has its points in an order, best first, and plays whatever comes first and
// can be played; at every turn it starts from the top. A point is worth the mean result of the games in which that side was the
// first to play there. After each game the values are renewed, and before the next the points are ordered by them: ties by chance, then
// one sweep from best to worst that swaps neighbours with a probability that falls to zero (simulated annealing).
//
// In order 1 a side has one such list for every move it may have to answer. Lists are put in order when a game first asks for them.

import { isPlayable } from "../../kernel/assembly/candidates"
import {
  around, grid, ko, list, live, opponent, readHeader, setKo, setLive, signOf, takenByBlack, takenByWhite, takeOff,
  useBlock,
} from "../../kernel/assembly/grid"
import { makeHole } from "../../kernel/assembly/holes"
import { BLACK, COLOR, EMPTIES, EMPTY, INDEX, INDICES, MOVES, RECORD, ROOT, ROW, SIZE } from "../../kernel/assembly/layout"
import { movesEnd, setMovesEnd } from "../../kernel/assembly/light"
import { colorCode } from "../../kernel/assembly/moves"
import { MOVES_PER_POINT } from "../../kernel/assembly/policies"
import { advance, below, output, setState, state } from "../../kernel/assembly/random"
import { countGame, startFromRoot } from "../../kernel/assembly/simulation"
import { isPlayableClosed, place } from "../../kernel/assembly/stones"
import { region } from "../../kernel/assembly/worker"
import { ENTRY, GAME, HALVES, LISTS, LIST_HEAD, MEAN, NUMBERS, SEEN, SUM, TAKEN, TOP } from "./layout"

let tables: usize = 0
let points: usize = 0
let listSize: usize = 0
/** 0 or 1: how many moves back a value looks. */
let order: u32 = 0
let game: u32 = 0

/** The probabilities in 2^32nds. */
let swap: u64 = 0
let chance: u64 = 0

/** Fresh tables for the root's size; all values are zero. Answers how many bytes a list takes. */
export function openGobble(address: usize, depth: u32): usize {
  const size: usize = load<u32>(region + ROOT, SIZE)
  tables = address
  order = depth
  points = size * size
  listSize = (LIST_HEAD + (ENTRY + 4) * points + 7) & ~7
  game = 0
  memory.fill(tables, 0, LISTS + listSize * listCount())
  let number: usize = 0
  for (let row = ROW; row <= size * ROW; row += ROW) {
    for (let point = row; point < row + size * RECORD; point += RECORD) {
      store<u16>(tables + NUMBERS + (point >> 3), <u16>number)
      for (let i: usize = 0; i < listCount(); i++) {
        store<u16>(byValue(tables + LISTS + i * listSize) + (number << 1), <u16>point)
      }
      number++
    }
  }
  return listSize
}

/** In order 1: after no move or a pass, and after a move on each point. */
@inline
function listCount(): usize {
  return order == 0 ? 2 : 2 * (points + 1)
}

@inline
function numberOf(point: u32): usize {
  return load<u16>(tables + NUMBERS + (point >> 3))
}

/** This colour's list after a move on the point `before`; 0 for a pass. */
@inline
function listOf(color: u32, before: u32): usize {
  const answered: usize = order == 0 || before == 0 ? 0 : numberOf(before) + 1
  return tables + LISTS + (2 * answered + usize(color != BLACK)) * listSize
}

@inline
function entryOf(own: usize, point: u32): usize {
  return own + LIST_HEAD + numberOf(point) * ENTRY
}

@inline
function meanOf(own: usize, point: u32): f64 {
  return load<f64>(entryOf(own, point), MEAN)
}

@inline
function byValue(own: usize): usize {
  return own + LIST_HEAD + points * ENTRY
}

@inline
function asPlayed(own: usize): usize {
  return byValue(own) + (points << 1)
}

@inline
function nextWord(): u64 {
  const word = output(state)
  setState(advance(state))
  return word
}

/** Puts a list in order for this game. It is nearly so from the last time, so that insertion is quick. */
function arrange(own: usize): void {
  const first = byValue(own)
  const end = first + (points << 1)
  for (let at = first + 2; at < end; at += 2) {
    const point: u32 = load<u16>(at)
    const mean = meanOf(own, point)
    let to = at
    while (to > first && meanOf(own, load<u16>(to - 2)) < mean) {
      store<u16>(to, load<u16>(to - 2))
      to -= 2
    }
    store<u16>(to, <u16>point)
  }
  shuffleTies(own, first, end)
  sweep(first, end, asPlayed(own))
  store<u32>(own, game, GAME)
  store<u32>(own, 0, TOP)
}

/** Fisher and Yates among the points of each value. */
function shuffleTies(own: usize, first: usize, end: usize): void {
  for (let from = first; from < end; ) {
    const mean = meanOf(own, load<u16>(from))
    let to = from + 2
    while (to < end && meanOf(own, load<u16>(to)) == mean) to += 2
    for (let left = <u32>(to - from) >> 1; left > 1; left--) {
      const other = from + (below(left) << 1)
      const last = from + ((left - 1) << 1)
      const kept = load<u16>(last)
      store<u16>(last, load<u16>(other))
      store<u16>(other, kept)
    }
    from = to
  }
}

/** From best to worst, each neighbours' order turned round with the probability of the moment: one may sink far. */
function sweep(first: usize, end: usize, to: usize): void {
  if (swap == 0) {
    memory.copy(to, first, end - first)
    return
  }
  let sinking = load<u16>(first)
  for (let at = first + 2; at < end; at += 2, to += 2) {
    const next = load<u16>(at)
    const turned = nextWord() < swap
    store<u16>(to, turned ? next : sinking)
    if (!turned) sinking = next
  }
  store<u16>(to, sinking)
}

/** The first point of the list that can be played, or 0. */
function byList(base: usize, own: usize, color: u32): usize {
  if (load<u32>(own, GAME) != game) arrange(own)
  const first = asPlayed(own)
  const end = first + (points << 1)
  const taken = takenByBlack + takenByWhite
  let at = first
  // Nothing has become empty since.
  if (load<u32>(own, TAKEN) == taken) at += load<u32>(own, TOP) << 1
  while (at < end && load<u8>(base + load<u16>(at), COLOR) != EMPTY) at += 2
  store<u32>(own, <u32>(at - first) >> 1, TOP)
  store<u32>(own, taken, TAKEN)
  for (; at < end; at += 2) {
    const p = base + load<u16>(at)
    if (load<u8>(p, COLOR) == EMPTY && isPlayable(base, p, color)) return p
  }
  return 0
}

@inline
function putAt(base: usize, slot: u32, point: u32): void {
  store<u16>(list + (slot << 1), <u16>point)
  store<u16>(base + point, <u16>slot, INDEX)
}

/** Any playable move with equal probability, or 0; the light playout's choice, with the index kept. */
function byChance(base: usize, color: u32): usize {
  let tries = live
  while (tries != 0) {
    const slot = below(tries)
    const point: u32 = load<u16>(list + (slot << 1))
    const p = base + point
    const counts = around(p)
    if ((counts & EMPTIES) != 0 || (point != ko && isPlayableClosed(base, p, color, counts))) return p
    tries--
    putAt(base, slot, load<u16>(list + (tries << 1)))
    putAt(base, tries, point)
    if (makeHole(base, p, counts)) setLive(takeOff(base, p, live))
  }
  return 0
}

/** Plays the board in use until both sides pass, the cap, or the goal of Capture Go; answers whether it was cut off. */
function playLists(first: u32, cap: u32, goal: u32, last: u32, moves: usize): bool {
  const base = grid
  let color = first
  let before = last
  let passed = false
  let end = moves
  let cut = true
  for (let left = cap; left != 0; left--) {
    const isRandom = chance != 0 && nextWord() < chance
    const p = isRandom ? byChance(base, color) : byList(base, listOf(color, before), color)
    before = p == 0 ? 0 : <u32>(p - base)
    store<u16>(end, <u16>(before | color))
    end += 2
    if (p == 0) {
      setKo(0)
      if (passed) {
        cut = false
        break
      }
    } else {
      const count = takeOff(base, p, live)
      setLive(place(base, p, color, count, false))
      if (goal != 0 && (takenByBlack >= goal || takenByWhite >= goal)) {
        cut = false
        break
      }
    }
    passed = p == 0
    color = opponent(color)
  }
  setMovesEnd(end)
  return cut
}

/** The first play on a point, by either colour, is the one that counts. */
function credit(margin: i32, komi: f64, last: u32, moves: usize): void {
  memory.fill(tables + SEEN, 0, INDICES)
  const balance = <f64>margin - komi
  let before = last
  for (let at = moves; at < movesEnd; at += 2) {
    const move: u32 = load<u16>(at)
    const point = move & ~15
    const color = move & 15
    const seen = tables + SEEN + (point >> 4)
    if (point != 0 && load<u8>(seen) == 0) {
      store<u8>(seen, 1)
      const entry = entryOf(listOf(color, before), point)
      const count = load<u32>(entry) + 1
      const sum = load<f64>(entry, SUM) + <f64>(margin * signOf(color))
      const ahead = balance * <f64>signOf(color)
      store<u32>(entry, count)
      store<u32>(entry, load<u32>(entry, HALVES) + u32(ahead > 0) + u32(ahead >= 0), HALVES)
      store<f64>(entry, sum, SUM)
      store<f64>(entry, sum / <f64>count, MEAN)
    }
    before = point
  }
}

@inline
function in32nds(probability: f64): u64 {
  return <u64>(probability * 4294967296)
}

/**
 * Plays games from the root. Game number `from` + i is played with the swapping probability `hottest` · (1 − (from + i)/`cooling`), or zero;
 * `random` of all moves are wholly random. `last` is the move before the root, and `first` plays.
 */
export function runGobble(
  games: u32, from: f64, cooling: f64, hottest: f64, random: f64, first: u32, komi: f64, goal: u32, last: u32,
): void {
  const size: u32 = load<u32>(region + ROOT, SIZE)
  const moves = region + MOVES
  chance = in32nds(random)
  for (let i: u32 = 0; i < games; i++) {
    game++
    const at = from + <f64>i
    swap = at < cooling ? in32nds(hottest * (1 - at / cooling)) : 0
    startFromRoot(size, first)
    const cut = playLists(colorCode(first), MOVES_PER_POINT * size * size, goal, last, moves)
    const margin = countGame(cut, goal, <u32>(movesEnd - moves) >> 1, size, komi, cut, true)
    credit(margin, komi, last, moves)
  }
  useBlock(region + ROOT)
  readHeader()
}
