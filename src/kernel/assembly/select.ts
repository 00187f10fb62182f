// Which child a descent takes: the one of the highest value, the first of equals. All terms of the value stand here,
// once: the descent adds them up for four children at a time, and `explain` writes them down one by one (glass box).
//
// The RAVE mix (TREE-6) with α = r/(r + n + c·n·r), n and r the child's own and its AMAF counts, is
// (1 − α)·w/n + α·v/r = (w·(1 + c·r) + v) / (n·(1 + c·r) + r): one division, and no case for n = 0 or r = 0.
//
// Single precision: four lanes fit, and a value is off by less than one simulation in a million.

import { puctOfGame } from "./game"
import { BACKUP, BIAS, EXPLORATION, FPU, isOn, knob, RAVE_BIAS, RAVE_SCHEDULE, TUNED, VIRTUAL_LOSS } from "./knobs"
import {
  LANES, TERM_BIAS, TERM_ESTIMATE, TERM_EXPLORATION, TERM_RAVE_VISITS, TERM_RAVE_WINS, TERM_VALUE, TERM_WEIGHT, TERM_WINS,
} from "./layout"
import { naturalLog } from "./log"
import {
  BACKED, childAt, CHILDREN, FIRST_CHILD, FORBIDDEN, FOUR, fourOf, laneOf, LIKELIHOOD, nodeAt, PRIOR_VALUE,
  PRIOR_VISITS, RAVE_VALUE, RAVE_VISITS, RESULT_UNIT, ROOT_NODE, VALUE, valueOf, VISITS, FLIGHT,
} from "./tree"
import { region } from "./worker"

// PUCT: the bonus of a move with chance P is c·P·√N/(1 + n), where c grows with N. A move that was never tried is worth
// less than its parent, the more the likelier those are that were. The constants are half of KataGo's, whose values go
// from -1 to 1.
const PUCT_BASE: f64 = 0.55
const PUCT_GROWTH: f64 = 0.2
const PUCT_VISITS: f64 = 500
const UNTRIED_LOSS: f64 = 0.1
const UNTRIED_LOSS_AT_ROOT: f64 = 0.05

// What all children of a node have in common; set by `prepare`.
let exploration: f32 = 0
let tuned: bool = false
let urgency: f32 = 0
let raveBias: f32 = 0
/** The share of RAVE by Gelly and Silver's schedule √(k/(3N + k)), or negative for the mix above. */
let raveShare: f32 = -1
let bias: f32 = 0
let loss: f32 = 0
let logVisits: f32 = 0
let backsUpMean: bool = true
/** c·√N of PUCT, or 0. */
let reach: f32 = 0

function prepare(parent: usize): void {
  exploration = <f32>knob(EXPLORATION)
  tuned = isOn(TUNED)
  urgency = <f32>knob(FPU)
  raveBias = <f32>knob(RAVE_BIAS)
  bias = <f32>knob(BIAS)
  loss = <f32>knob(VIRTUAL_LOSS)
  backsUpMean = !isOn(BACKUP)
  const visits = <f64>load<u32>(parent, VISITS)
  const equivalence = knob(RAVE_SCHEDULE)
  raveShare = equivalence > 0 ? <f32>sqrt<f64>(equivalence / (3 * visits + equivalence)) : -1
  preparePuct(parent, visits)
  logVisits = exploration != 0 ? <f32>naturalLog(max<f64>(visits, 1)) : 0
}

/** How likely the moves are, taken together, that were tried. */
function triedChance(parent: usize): f64 {
  const first = nodeAt(load<u32>(parent, FIRST_CHILD))
  const count: u32 = load<u16>(parent, CHILDREN)
  let sum: f64 = 0
  for (let index: u32 = 0; index < count; index++) {
    const child = childAt(first, index)
    if (load<u32>(child, VISITS) != 0) sum += <f64>load<f32>(child, LIKELIHOOD)
  }
  return sum
}

@inline
function preparePuct(parent: usize, visits: f64): void {
  const puct = puctOfGame()
  reach = 0
  if (puct == 0) return
  const mean = visits > 0 ? <f64>load<i64>(valueOf(parent)) / RESULT_UNIT / visits : 0.5
  const lost = parent == nodeAt(ROOT_NODE) ? UNTRIED_LOSS_AT_ROOT : UNTRIED_LOSS
  urgency = <f32>(1 - mean - lost * sqrt<f64>(triedChance(parent)))
  const growth = PUCT_BASE + PUCT_GROWTH * naturalLog((visits + PUCT_VISITS) / PUCT_VISITS)
  reach = <f32>(puct * growth * sqrt<f64>(max<f64>(visits, 1)))
}

/** The mean of a child's playouts mixed with RAVE. */
@inline
function estimate(weight: v128, wins: v128, raveVisits: v128, raveValue: v128): v128 {
  const trust = f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(raveBias), raveVisits))
  const above = f32x4.add(f32x4.mul(wins, trust), raveValue)
  const mix = f32x4.div(above, f32x4.add(f32x4.mul(weight, trust), raveVisits))
  if (raveShare < 0) return mix
  const none = f32x4.splat(0)
  const amaf = f32x4.div(raveValue, raveVisits)
  const mean = f32x4.div(wins, weight)
  const shared = f32x4.add(mean, f32x4.mul(f32x4.splat(raveShare), f32x4.sub(amaf, mean)))
  const either = v128.bitselect(shared, amaf, f32x4.gt(weight, none))
  return v128.bitselect(either, mix, f32x4.gt(raveVisits, none))
}

/** UCB1's bonus c·√(ln N / n), or UCB1-TUNED's with the variance bound inside the root (BAN-1, TREE-3). */
@inline
function bonus(weight: v128, wins: v128): v128 {
  let ratio = f32x4.div(f32x4.splat(logVisits), weight)
  if (tuned) {
    const mean = f32x4.div(wins, weight)
    const doubt = f32x4.sqrt(f32x4.mul(f32x4.splat(2), ratio))
    const variance = f32x4.add(f32x4.sub(mean, f32x4.mul(mean, mean)), doubt)
    ratio = f32x4.mul(ratio, f32x4.pmin(f32x4.splat(0.25), variance))
  }
  return f32x4.mul(f32x4.splat(exploration), f32x4.sqrt(ratio))
}

/** The values of four children. With `terms`, those of the one of that `lane` are written there as well. */
@inline
function valuesOf(four: usize, terms: usize, lane: usize): v128 {
  const visits = f32x4.convert_i32x4_s(v128.load(four, VISITS))
  const flight = f32x4.convert_i32x4_s(v128.load(four, FLIGHT))
  const raveVisits = v128.load(four, RAVE_VISITS)
  const raveValue = v128.load(four, RAVE_VALUE)
  const priorVisits = v128.load(four, PRIOR_VISITS)
  const priorValue = v128.load(four, PRIOR_VALUE)

  // Playouts that a child is judged by: its own, those under way as lost ones, and its prior's.
  const weight = f32x4.add(f32x4.add(visits, f32x4.mul(f32x4.splat(loss), flight)), priorVisits)
  let own: v128
  if (backsUpMean) {
    const ab = v128.load(four, VALUE)
    const cd = v128.load(four, VALUE + 16)
    // The low half without its last bit, so that it has a sign bit to spare.
    const low = f32x4.convert_i32x4_s(i32x4.shr_u(i32x4.shuffle(ab, cd, 0, 2, 4, 6), 1))
    const high = f32x4.convert_i32x4_s(i32x4.shuffle(ab, cd, 1, 3, 5, 7))
    own = f32x4.add(f32x4.mul(high, f32x4.splat(4096)), f32x4.mul(low, f32x4.splat(1.0 / 524288)))
  } else own = f32x4.mul(visits, v128.load(four, BACKED))
  const wins = f32x4.add(own, f32x4.mul(priorVisits, priorValue))

  const none = f32x4.splat(0)
  const mix = estimate(weight, wins, raveVisits, raveValue)
  const known = v128.or(f32x4.gt(weight, none), f32x4.gt(raveVisits, none))
  let value = v128.bitselect(mix, f32x4.splat(urgency), known)
  let extra = none
  if (exploration != 0) {
    extra = v128.bitselect(bonus(weight, wins), f32x4.splat(urgency), f32x4.gt(weight, none))
    extra = v128.and(extra, known)
    value = f32x4.add(value, extra)
  }
  let hint = none
  if (bias != 0) {
    const doubt = f32x4.add(visits, f32x4.splat(1))
    hint = f32x4.div(f32x4.mul(f32x4.splat(bias), v128.load(four, LIKELIHOOD)), doubt)
    value = f32x4.add(value, hint)
  }
  if (reach != 0) {
    const tried = f32x4.add(f32x4.add(visits, f32x4.mul(f32x4.splat(loss), flight)), f32x4.splat(1))
    const more = f32x4.div(f32x4.mul(f32x4.splat(reach), v128.load(four, LIKELIHOOD)), tried)
    hint = f32x4.add(hint, more)
    value = f32x4.add(value, more)
  }
  if (terms != 0) {
    write(terms + TERM_WEIGHT, weight, lane)
    write(terms + TERM_WINS, wins, lane)
    write(terms + TERM_RAVE_VISITS, raveVisits, lane)
    write(terms + TERM_RAVE_WINS, raveValue, lane)
    write(terms + TERM_ESTIMATE, v128.bitselect(mix, f32x4.splat(urgency), known), lane)
    write(terms + TERM_EXPLORATION, extra, lane)
    write(terms + TERM_BIAS, hint, lane)
    write(terms + TERM_VALUE, value, lane)
  }
  return value
}

function write(at: usize, values: v128, lane: usize): void {
  const lanes = region + LANES
  v128.store(lanes, values)
  store<f64>(at, <f64>load<f32>(lanes + (lane << 2)))
}

/** The best child of an expanded node, or 0 when all are forbidden. */
export function select(parent: usize): usize {
  prepare(parent)
  const first = nodeAt(load<u32>(parent, FIRST_CHILD))
  const end = childAt(first, load<u16>(parent, CHILDREN))
  const lanes = region + LANES
  let best: usize = 0
  let most: f32 = -Infinity
  for (let four = first; four < end; four += FOUR) {
    const values = valuesOf(four, 0, 0)
    if (!v128.any_true(f32x4.gt(values, f32x4.splat(most)))) continue
    v128.store(lanes, values)
    const last = min(end, four + 16)
    for (let child = four, lane = lanes; child < last; child += 4, lane += 4) {
      const value = load<f32>(lane)
      if (value > most && load<u16>(child, CHILDREN) != FORBIDDEN) {
        most = value
        best = child
      }
    }
  }
  return best
}

/** Writes the terms of a child's value as the descent sees them: weight, wins, AMAF counts, mix, bonus, bias, value. */
export function explain(parent: usize, child: usize, terms: usize): void {
  prepare(parent)
  valuesOf(fourOf(child), terms, laneOf(child))
}
