// The game as the search knows it: begin, list the moves, play one, is it over, play it out. Go (and Capture Go) on
// the board of this worker, or the artificial game of toy.ts. The search imports nothing else of the game.

import { block, grid, ko, list, live, opponent, setKo, signOf, takenByBlack, takenByWhite } from "./grid"
import { forgetKnowledge, gatherKnowledge, noteAll, noteChances } from "./knowledge"
import {
  BIAS, CAPTURE_GOAL, KEY_ORDER, isOn, knob, KOMI, NET, NET_HEAT, NET_SCORE, NET_TURN, OWNERS_TOO, PASS_STRENGTH, POLICY,
  PRIOR_LEARNED, PUCT, SUPERKO, SWITCHES, TERRITORY, TOY_DEPTH, TOY_SEED, TOY_WIDTH,
} from "./knobs"
import { BLACK, HASH, MOVES, OWNERS, PATH_HASHES, RECORD, ROOT, ROW, SIZE, ZOBRIST_TURN } from "./layout"
import { GAMMA } from "./policies"
import { likelihoodOf, weighRoot } from "./gamma"
import {
  chanceOf, evaluateNode, hasNet, hasWeights, netChance, netOwner, netScore, netWorth, openNet, openWeights, setHeat,
  weighLegal,
} from "./evaluator"
import { setMovesEnd } from "./light"
import { isPlayable } from "./candidates"
import { colorCode, playStone } from "./moves"
import { advance, output, setState, state } from "./random"
import { addResult, countGame, playOut, startFromRoot } from "./simulation"
import { beginToy, finishToy, isToyOver, listToyMoves, playToy, toyMargin } from "./toy"
import { CATEGORIES, CATEGORY_ENDS, PAST, PAST_COUNT, tree } from "./tree"
import { region } from "./worker"

export { opponent, signOf } from "./grid"
export { noteRelative } from "./knowledge"
export { movesEnd } from "./light"

/** Whose turn it is at the root, in the code of layout.ts, and what was played before; set once for a search. */
export let rootColor: u32 = 0
let rootLast: u32 = 0
let rootBefore: u32 = 0
let rootPasses: u32 = 0
let size: u32 = 0
let isToy: bool = false

export let toPlay: u32 = 0
/** The stone that was played last, or 0. */
export let last: usize = 0
/** The one before it, or 0. */
let before: usize = 0
let passes: u32 = 0
let depth: u32 = 0

/** What every simulation of this search starts from; `color` is the host's. */
export function setRoot(color: u32, lastPoint: u32, beforePoint: u32, passesBefore: u32): void {
  rootColor = colorCode(color)
  rootLast = lastPoint
  rootBefore = beforePoint
  // Weights are learned from games of Go: Capture Go has other good moves.
  openWeights(!isOn(CAPTURE_GOAL))
  rootPasses = passesBefore
  size = load<u32>(region + ROOT, SIZE)
  isToy = isOn(TOY_DEPTH)
  if (openNet(isOn(NET) && !isToy && !isOn(CAPTURE_GOAL)) && isOn(NET_HEAT)) setHeat(knob(NET_HEAT))
}

export function beginGame(): void {
  toPlay = rootColor
  depth = 0
  if (isToy) {
    beginToy(knob(TOY_SEED), <u32>knob(TOY_DEPTH), <u32>knob(TOY_WIDTH))
    return
  }
  startFromRoot(size, rootColor == BLACK ? 1 : 2)
  passes = rootPasses
  last = rootLast == 0 ? 0 : grid + rootLast
  before = rootBefore == 0 ? 0 : grid + rootBefore
  store<u64>(region + PATH_HASHES, hashNow())
}

/** The position, and with situational superko also whose turn it is. */
@inline
function hashNow(): u64 {
  const turn: u64 = knob(SUPERKO) == 2 && toPlay != BLACK ? load<u64>(ZOBRIST_TURN) : 0
  return load<u64>(block, HASH) ^ turn
}

/** Writes the moves down in the order in which they are to be tried; the last one is the pass. Answers how many. */
export function listMoves(choices: usize): u32 {
  let count: u32 = 0
  if (isToy) {
    count = listToyMoves(choices)
    shuffle(choices, count)
    return count
  }
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    const point = load<u16>(at)
    if (!isPlayable(grid, grid + point, toPlay)) continue
    store<u16>(choices + (count << 1), point)
    count++
  }
  shuffle(choices, count)
  if (isOn(KEY_ORDER)) orderByKeys(choices, count)
  store<u16>(choices + (count << 1), 0)
  return count + 1
}

/** What is known of the listed moves; of the artificial game's, and where a network judges, nothing is. */
export function knowMoves(choices: usize, count: u32): void {
  forgetKnowledge()
  if (isToy || hasNet()) return
  noteAll(choices, count)
  if (hasWeights() && (isOn(PRIOR_LEARNED) || isOn(BIAS) || puctOfGame() != 0)) weighLegal(toPlay, last, before, ko, knob(PASS_STRENGTH))
  // What is learned takes the place of what is written by hand: both together were weaker.
  if (hasWeights() && isOn(PRIOR_LEARNED)) noteChances(choices, count)
  else gatherKnowledge(choices, count, toPlay, last)
}

/** Weighs the moves of the board in use for `likelihood`; `knowMoves` has done so where there are learned weights. */
export function weighMoves(): void {
  if (!hasWeights()) weighRoot(region)
}

/** How likely a move is by learned weights, without these in a weighted playout; `weighMoves` comes first. */
export function likelihood(move: u32): f32 {
  return hasWeights() ? chanceOf(move) : likelihoodOf(move, toPlay)
}

/** How much PUCT explores: not at all where a network is wanted and there is none, so that playouts decide alone. */
@inline
export function puctOfGame(): f64 {
  return isOn(NET) && !hasNet() ? 0 : knob(PUCT)
}

/** Is there a network that judges nodes? */
@inline
export function hasJudge(): bool {
  return hasNet()
}

/** The network looks at the position of the descent; `judgedChance` and `judgedValue` tell what it finds. */
export function judge(): void {
  let symmetry: u32 = 0
  if (isOn(NET_TURN)) {
    symmetry = output(state) >>> 29
    setState(advance(state))
  }
  evaluateNode(toPlay, ko, knob(KOMI), isOn(TERRITORY), depth, region + MOVES, symmetry)
}

@inline
export function judgedChance(move: u32): f32 {
  return netChance(move)
}

/** What the position is worth to Black, from 0 to 1: the chance to win, and some of the score. */
export function judgedValue(): f64 {
  const own = netWorth(knob(NET_SCORE))
  return toPlay == BLACK ? own : 1 - own
}

/** Ends the game where the network judged it, as a playout without moves; answers Black's margin. */
export function finishJudged(moves: usize): i32 {
  const ahead = toPlay == BLACK ? netScore() : -netScore()
  const most = <f64>(size * size)
  const margin = <i32>max<f64>(-most, min<f64>(most, floor<f64>(ahead + knob(KOMI) + 0.5)))
  setMovesEnd(moves)
  addResult(margin, knob(KOMI), 0, false)
  if (isOn(OWNERS_TOO)) addJudgedOwners()
  return margin
}

/** Points that the network gives to a side by two chances of three count as its own. */
function addJudgedOwners(): void {
  const own = signOf(toPlay)
  for (let y: u32 = 1; y <= size; y++) {
    const row = y * <u32>ROW
    for (let point = row; point < row + size * <u32>RECORD; point += <u32>RECORD) {
      const chance = netOwner(point)
      const owner = 3 * chance > 2 ? own : 3 * chance < 1 ? -own : 0
      const sum = region + OWNERS + (<usize>point >> 2)
      store<i32>(sum, load<i32>(sum) + owner)
    }
  }
}

function shuffle(choices: usize, count: u32): void {
  let generator = state
  for (let left = count; left > 1; left--) {
    swap(choices, left - 1, <u32>((<u64>output(generator) * <u64>left) >> 32))
    generator = advance(generator)
  }
  setState(generator)
}

@inline
function swap(choices: usize, i: u32, j: u32): void {
  const a = choices + (i << 1)
  const b = choices + (j << 1)
  const kept = load<u16>(a)
  store<u16>(a, load<u16>(b))
  store<u16>(b, kept)
}

/**
 * Key positions first, by chance (TREE-9; Chelaru 2008, 4.3.4): for every place in the order a category is drawn, and
 * the next move of that category stands there; an empty category falls to the next lower, and from the lowest to the
 * highest.
 */
function orderByKeys(choices: usize, count: u32): void {
  for (let place: u32 = 0; place < count; place++) {
    const drawn = <f64>output(state) / 4294967296
    setState(advance(state))
    let category: u32 = 0
    while (category < 8 && drawn >= load<f64>(tree + CATEGORY_ENDS + (category << 3))) category++
    let found = count
    while (found == count) {
      for (let i = place; i < count && found == count; i++) if (categoryOf(load<u16>(choices + (i << 1))) == category) found = i
      category = category == 0 ? 8 : category - 1
    }
    swap(choices, place, found)
  }
}

@inline
function categoryOf(point: u32): u32 {
  return load<u8>(tree + CATEGORIES + (point >> 4))
}

/** Plays a move that `listMoves` listed here. */
export function playMove(move: u32): void {
  before = last
  if (isToy) playToy(move)
  else if (move == 0) {
    setKo(0)
    passes++
    last = 0
  } else {
    playStone(move, toPlay == BLACK ? 1 : 2)
    passes = 0
    last = grid + move
  }
  toPlay = opponent(toPlay)
  depth++
  if (!isToy) store<u64>(region + PATH_HASHES + (<usize>depth << 3), hashNow())
}

/** Does the move that was just played repeat a position of the game or of this descent? A pass never does. */
export function isRepetition(): bool {
  if (isToy || passes != 0 || !isOn(SUPERKO)) return false
  const now = hashNow()
  for (let i: u32 = 0; i < depth; i++) if (load<u64>(region + PATH_HASHES + (<usize>i << 3)) == now) return true
  const count = load<u32>(tree, PAST_COUNT)
  for (let i: u32 = 0; i < count; i++) if (load<u64>(tree + PAST + (<usize>i << 3)) == now) return true
  return false
}

export function isOver(): bool {
  if (isToy) return isToyOver()
  const goal = <u32>knob(CAPTURE_GOAL)
  return passes >= 2 || (goal != 0 && (takenByBlack >= goal || takenByWhite >= goal))
}

/**
 * Plays to the end from here and writes the moves at `moves` (`movesEnd` is where they end); answers Black's margin.
 */
export function finishGame(moves: usize): i32 {
  if (isToy) {
    setMovesEnd(finishToy(toPlay, moves))
    return toyMargin()
  }
  const goal = <u32>knob(CAPTURE_GOAL)
  const owners = isOn(OWNERS_TOO)
  if (isOver()) {
    setMovesEnd(moves)
    return countGame(true, goal, 0, size, knob(KOMI), false, owners)
  }
  const policy = <u32>knob(POLICY)
  if (policy == GAMMA) weighRoot(region)
  return playOut(policy, <u32>knob(SWITCHES), toPlay, goal, last, moves, size, knob(KOMI), owners)
}

/** Points of the board: what a margin is measured by. */
export function gameSize(): f64 {
  return isToy ? 1 : <f64>(size * size)
}
