// Which child a descent takes: the one of the highest value, the first of equals. All terms of the value stand here, once:
// the descent adds them up, and `explain` writes them down one by one (glass box).
//
// The RAVE mix (TREE-6) with α = r/(r + n + c·n·r), n and r the child's own and its AMAF counts, is
// (1 − α)·w/n + α·v/r = (w·(1 + c·r) + v) / (n·(1 + c·r) + r): one division, and no case for n = 0 or r = 0.

import { BACKUP, BIAS, EXPLORATION, FPU, isOn, knob, RAVE_BIAS, RAVE_SCHEDULE, TUNED, VIRTUAL_LOSS } from "./knobs"
import { naturalLog } from "./log"
import {
  BACKED, CHILDREN, FIRST_CHILD, FLIGHT, FORBIDDEN, LIKELIHOOD, NODE_SIZE, nodeAt, PRIOR_VALUE, PRIOR_VISITS,
  RAVE_VALUE, RAVE_VISITS, RESULT_UNIT, VALUE, VISITS,
} from "./tree"

// What all children of a node have in common; set by `prepare`.
let exploration: f64 = 0
let tuned: bool = false
let urgency: f64 = 0
let raveBias: f64 = 0
/** The share of RAVE by Gelly and Silver's schedule √(k/(3N + k)), or negative for the mix above. */
let raveShare: f64 = -1
let bias: f64 = 0
let loss: f64 = 0
let logVisits: f64 = 0
let backsUpMean: bool = true

function prepare(parent: usize): void {
  exploration = knob(EXPLORATION)
  tuned = isOn(TUNED)
  urgency = knob(FPU)
  raveBias = knob(RAVE_BIAS)
  bias = knob(BIAS)
  loss = knob(VIRTUAL_LOSS)
  backsUpMean = !isOn(BACKUP)
  const visits = <f64>load<u32>(parent, VISITS)
  const equivalence = knob(RAVE_SCHEDULE)
  raveShare = equivalence > 0 ? sqrt<f64>(equivalence / (3 * visits + equivalence)) : -1
  logVisits = exploration != 0 ? naturalLog(max<f64>(visits, 1)) : 0
}

/** Playouts that a child is judged by: its own, those under way as lost ones, and its prior's. */
@inline
function weightOf(child: usize): f64 {
  return <f64>load<u32>(child, VISITS) + loss * <f64>load<u32>(child, FLIGHT) + <f64>load<f32>(child, PRIOR_VISITS)
}

@inline
function winsOf(child: usize): f64 {
  const visits = <f64>load<u32>(child, VISITS)
  const own = backsUpMean ? <f64>load<i64>(child, VALUE) * (1 / RESULT_UNIT) : visits * <f64>load<f32>(child, BACKED)
  return own + <f64>load<f32>(child, PRIOR_VISITS) * <f64>load<f32>(child, PRIOR_VALUE)
}

/** The mean of its playouts mixed with RAVE. */
@inline
function estimate(weight: f64, wins: f64, raveVisits: f64, raveValue: f64): f64 {
  if (raveShare >= 0 && raveVisits > 0) {
    const amaf = raveValue / raveVisits
    return weight > 0 ? wins / weight + raveShare * (amaf - wins / weight) : amaf
  }
  const trust = 1 + raveBias * raveVisits
  return (wins * trust + raveValue) / (weight * trust + raveVisits)
}

/** UCB1's bonus c·√(ln N / n), or UCB1-TUNED's with the variance bound inside the root (BAN-1, TREE-3). */
@inline
function bonus(weight: f64, wins: f64): f64 {
  const ratio = logVisits / weight
  if (!tuned) return exploration * sqrt<f64>(ratio)
  const mean = wins / weight
  const variance = mean - mean * mean + sqrt<f64>(2 * ratio)
  return exploration * sqrt<f64>(ratio * min<f64>(0.25, variance))
}

@inline
function valueOf(child: usize): f64 {
  const weight = weightOf(child)
  const raveVisits = <f64>load<f32>(child, RAVE_VISITS)
  let value = urgency
  if (weight > 0 || raveVisits > 0) {
    const wins = winsOf(child)
    value = estimate(weight, wins, raveVisits, <f64>load<f32>(child, RAVE_VALUE))
    if (exploration != 0) value += weight > 0 ? bonus(weight, wins) : urgency
  }
  if (bias != 0) value += bias * <f64>load<f32>(child, LIKELIHOOD) / (<f64>load<u32>(child, VISITS) + 1)
  return value
}

/** The best child of an expanded node, or 0 when all are forbidden. */
export function select(parent: usize): usize {
  prepare(parent)
  const first = nodeAt(load<u32>(parent, FIRST_CHILD))
  const end = first + <usize>load<u16>(parent, CHILDREN) * NODE_SIZE
  let best: usize = 0
  let most: f64 = -Infinity
  for (let child = first; child < end; child += NODE_SIZE) {
    const value = valueOf(child)
    if (value > most && load<u16>(child, CHILDREN) != FORBIDDEN) {
      most = value
      best = child
    }
  }
  return best
}

/** Writes the terms of a child's value as the descent sees them: weight, wins, AMAF counts, mix, bonus, bias, value. */
export function explain(parent: usize, child: usize, terms: usize): void {
  prepare(parent)
  const weight = weightOf(child)
  const wins = winsOf(child)
  const raveVisits = <f64>load<f32>(child, RAVE_VISITS)
  const raveValue = <f64>load<f32>(child, RAVE_VALUE)
  const isKnown = weight > 0 || raveVisits > 0
  store<f64>(terms, weight)
  store<f64>(terms, wins, 8)
  store<f64>(terms, raveVisits, 16)
  store<f64>(terms, raveValue, 24)
  store<f64>(terms, isKnown ? estimate(weight, wins, raveVisits, raveValue) : urgency, 32)
  store<f64>(terms, exploration == 0 || !isKnown ? 0 : weight > 0 ? bonus(weight, wins) : urgency, 40)
  store<f64>(terms, bias * <f64>load<f32>(child, LIKELIHOOD) / (<f64>load<u32>(child, VISITS) + 1), 48)
  store<f64>(terms, valueOf(child), 56)
}
