// UCT and its relatives (TREE-3 to TREE-9, TREE-12, TREE-13): descend by the best child, expand, simulate, back up.
// One call runs a batch. Any number of workers do so on one tree.

import {
  beginGame, finishGame, finishJudged, gameSize, hasJudge, isOver, isRepetition, judge, judgedChance, judgedValue,
  knowMoves, likelihood, listMoves, movesEnd, noteRelative, opponent, playMove, puctOfGame, rootColor, setRoot, signOf, toPlay,
  weighMoves,
} from "./game"
import {
  BACKUP, BIAS, EXPAND_AT, GAME_KOMI, isOn, knob, KOMI, NET, NET_MIX, RAVE, RAVE_RECENCY, SCORE, SCORE_WEIGHT,
  UNCLE, VIRTUAL_LOSS, WINS_AT,
} from "./knobs"
import { BLACK, CHOICES, INDICES, KNOWLEDGE, MAX_DEPTH, MOMENTS, MOVES, PATH, TERMS } from "./layout"
import { explain, select } from "./select"
import {
  allocate, AWAITED, BACKED, BUSY, childAt, CHILDREN, DONE, FIRST_CHILD, FLIGHT, FORBIDDEN, FOUR, LIKELIHOOD, MEAN_MARGIN,
  MOVE, nodeAt, PRIOR_VALUE, PRIOR_VISITS, RAVE_VALUE, RAVE_VISITS, RESULT_UNIT, ROOT_NODE, STOP, tree, unitOf,
  valueOf, VISITS,
} from "./tree"
import { region } from "./worker"

/**
 * Nodes with this number of visits learn nothing more by RAVE: a f32 would soon swallow ones, and RAVE has no say any
 * more.
 */
const MOST_VISITS: u32 = 4194304

/** Simulations that a moving mean looks back on. */
const RECENT: f64 = 256

/** Tells the search where its simulations start: the host's colour, the last two moves, and passes just before. */
export function beginSearch(color: u32, last: u32, before: u32, passes: u32): void {
  setRoot(color, last, before, passes)
}

/**
 * Set when an awaited node got its children: the batch ends, so that the host can give them what past games know
 * (TREE-10).
 */
let metAwaited: bool = false

/**
 * Runs this number of simulations, unless an awaited node was expanded or a worker wants to stop before. Answers how
 * many it ran.
 */
export function search(count: u32): u32 {
  let done: u32 = 0
  metAwaited = false
  while (done < count && !metAwaited && atomic.load<u32>(tree + STOP) == 0) if (simulateOnce()) done++
  atomic.add<u32>(tree + DONE, done)
  return done
}

@inline
function pathAt(depth: u32): usize {
  return region + PATH + (<usize>depth << 2)
}

/** One simulation. Answers false when superko forbade a move that was tried for the first time; then nothing counts. */
function simulateOnce(): bool {
  const loses = isOn(VIRTUAL_LOSS)
  const moves = region + MOVES
  let node = nodeAt(ROOT_NODE)
  let depth: u32 = 0
  let isJudged = false
  store<u32>(pathAt(0), ROOT_NODE)
  beginGame()
  while (!isOver() && depth < MAX_DEPTH) {
    if (atomic.load<u32>(node + FIRST_CHILD) <= BUSY) {
      if (!expand(node, depth)) break
      // The node itself is judged, so the descent ends here.
      if (hasJudge()) {
        isJudged = true
        break
      }
    }
    const child = select(node)
    if (child == 0) break
    const move: u32 = load<u16>(child, MOVE)
    store<u16>(moves + (<usize>depth << 1), <u16>(move | toPlay))
    playMove(move)
    if (load<u32>(child, VISITS) == 0 && isRepetition()) {
      store<u16>(child, <u16>FORBIDDEN, CHILDREN)
      if (loses) land(depth)
      return false
    }
    depth++
    store<u32>(pathAt(depth), unitOf(child))
    if (loses) atomic.add<u32>(child + FLIGHT, 1)
    node = child
  }
  const leaf = moves + (<usize>depth << 1)
  const mix = isJudged ? knob(NET_MIX) : 1
  const judged = isJudged ? judgedValue() : 0
  const margin = mix == 0 ? finishJudged(leaf) : finishGame(leaf)
  const value = mix == 0 ? judged : mix == 1 ? worth(margin) : (1 - mix) * judged + mix * worth(margin)
  if (loses) land(depth)
  backUp(depth, value)
  if (isOn(WINS_AT)) countWins(depth, margin)
  // Without a playout there are no other moves to credit.
  if (isOn(RAVE) && mix != 0) backUpRave(depth, value)
  return true
}

/** A descent is no longer under way. */
function land(depth: u32): void {
  for (let i: u32 = 1; i <= depth; i++) atomic.sub<u32>(nodeAt(load<u32>(pathAt(i))) + FLIGHT, 1)
}

/**
 * Gives a node its children, if it is worth it and there is room. One worker does; the others play on from the node.
 */
function expand(node: usize, depth: u32): bool {
  const judges = hasJudge()
  if (depth > 0 && <f64>load<u32>(node, VISITS) < (judges ? knob(NET) - 1 : knob(EXPAND_AT))) return false
  if (atomic.cmpxchg<u32>(node + FIRST_CHILD, 0, BUSY) != 0) return false
  const choices = region + CHOICES
  const count = listMoves(choices)
  const first = allocate(count, node)
  if (first == 0) {
    atomic.store<u32>(node + FIRST_CHILD, 0)
    return false
  }
  knowMoves(choices, count)
  if (depth >= 2 && isOn(UNCLE)) askUncles(nodeAt(load<u32>(pathAt(depth - 2))))
  const weighs = !judges && (isOn(BIAS) || puctOfGame() != 0)
  if (judges) judge()
  else if (weighs) weighMoves()
  for (let index: u32 = 0; index < count; index++) {
    const move: u32 = load<u16>(choices + (index << 1))
    const known = region + KNOWLEDGE + (<usize>(move >> 4) << 3)
    const playouts = load<f32>(known)
    const child = childAt(nodeAt(first), index)
    store<u16>(child, <u16>move, MOVE)
    store<f32>(child, playouts, PRIOR_VISITS)
    if (playouts > 0) store<f32>(child, load<f32>(known, 4) / playouts, PRIOR_VALUE)
    if (judges) store<f32>(child, judgedChance(move), LIKELIHOOD)
    else if (weighs && move != 0) store<f32>(child, likelihood(move), LIKELIHOOD)
  }
  if (load<u16>(node, CHILDREN) == AWAITED) metAwaited = true
  store<u16>(node, <u16>count, CHILDREN)
  atomic.store<u32>(node + FIRST_CHILD, first)
  return true
}

/**
 * Moves start with what they were worth two plies before, for the same side (TREE-7, Chelaru's grandparent knowledge).
 */
function askUncles(grandparent: usize): void {
  const first = nodeAt(load<u32>(grandparent, FIRST_CHILD))
  const count: u32 = load<u16>(grandparent, CHILDREN)
  const most = knob(UNCLE)
  for (let index: u32 = 0; index < count; index++) {
    const uncle = childAt(first, index)
    const visits = <f64>load<u32>(uncle, VISITS)
    if (visits == 0 || load<u16>(uncle, MOVE) == 0) continue
    noteRelative(load<u16>(uncle, MOVE), min<f64>(visits, most), <f64>load<i64>(valueOf(uncle)) / RESULT_UNIT / visits)
  }
}

/** What a margin is worth to Black, from 0 to 1 (TREE-12). */
function worth(margin: i32): f64 {
  const mode = <u32>knob(SCORE)
  const ahead = <f64>margin - knob(KOMI)
  const won = ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5
  if (mode == 0) return won
  if (mode == 1) {
    const mean = load<f64>(tree, MEAN_MARGIN)
    store<f64>(tree, mean + (<f64>margin - mean) / RECENT, MEAN_MARGIN)
    return <f64>margin > mean ? 1 : <f64>margin < mean ? 0 : 0.5
  }
  // The farther ahead or behind, the more the points count.
  const root = nodeAt(ROOT_NODE)
  const mean = <f64>load<i64>(valueOf(root)) / RESULT_UNIT / max<f64>(1, <f64>load<u32>(root, VISITS))
  const weight = knob(SCORE_WEIGHT) * abs<f64>(2 * mean - 1)
  const points = min<f64>(1, max<f64>(0, 0.5 + ahead / (2 * gameSize())))
  return won + weight * (points - won)
}

/** Adds a result to every node of the descent. */
function backUp(depth: u32, value: f64): void {
  const black = <i64>(value * RESULT_UNIT)
  const white = <i64>RESULT_UNIT - black
  const moves = region + MOVES
  const operator = <u32>knob(BACKUP)
  for (let i = depth; ; i--) {
    const node = nodeAt(load<u32>(pathAt(i)))
    const mover = i > 0 ? <u32>load<u16>(moves + (<usize>(i - 1) << 1)) & 15 : opponent(rootColor)
    atomic.add<u32>(node + VISITS, 1)
    atomic.add<i64>(valueOf(node), mover == BLACK ? black : white)
    if (operator != 0) store<f32>(node, backedUp(node, operator), BACKED)
    if (i == 0) break
  }
}

/** Counts half wins by the game's own komi, for reports: the values of the nodes are what selection wants (TREE-12). */
function countWins(depth: u32, margin: i32): void {
  const ahead = <f64>margin - knob(GAME_KOMI)
  const black: u32 = ahead > 0 ? 2 : ahead < 0 ? 0 : 1
  const at = <usize>knob(WINS_AT)
  const moves = region + MOVES
  for (let i = depth; ; i--) {
    const mover = i > 0 ? <u32>load<u16>(moves + (<usize>(i - 1) << 1)) & 15 : opponent(rootColor)
    atomic.add<u32>(nodeAt(load<u32>(pathAt(i))) + at, mover == BLACK ? black : 2 - black)
    if (i == 0) break
  }
}

/**
 * The value of a node by its best child (1), or mixed of that and the mean (2), as visits grow from the mean to the
 * best child (TREE-4). The mixture is that of Coulom 2006: the mean weighs as much as two playouts a point, and from
 * sixteen playouts a point on in proportion to the visits; the best child is the most visited one.
 */
function backedUp(node: usize, operator: u32): f32 {
  const visits = <f64>load<u32>(node, VISITS)
  const mean = <f64>load<i64>(valueOf(node)) / RESULT_UNIT / visits
  const begin = load<u32>(node, FIRST_CHILD)
  if (begin <= BUSY) return <f32>mean
  const first = nodeAt(begin)
  const count: u32 = load<u16>(node, CHILDREN)
  let best: usize = 0
  let most: f64 = -1
  for (let index: u32 = 0; index < count; index++) {
    const child = childAt(first, index)
    const tries = load<u32>(child, VISITS)
    if (tries == 0) continue
    const rank = operator == 1 ? <f64>load<f32>(child, BACKED) : <f64>tries
    if (rank > most) {
      most = rank
      best = child
    }
  }
  if (best == 0) return <f32>mean
  const top = 1 - <f64>load<f32>(best, BACKED)
  if (operator == 1) return <f32>top
  const points = gameSize()
  const weight = 2 * points * max<f64>(1, visits / (16 * points))
  const tries = <f64>load<u32>(best, VISITS)
  return <f32>((weight * mean + tries * top) / (weight + tries))
}

/** Credits every move of the game, as if it had been played at once, to each node above it (TREE-6). */
function backUpRave(depth: u32, value: f64): void {
  const moves = region + MOVES
  const moments = region + MOMENTS
  const length = <u32>(movesEnd - moves) >> 1
  const recency = <f32>knob(RAVE_RECENCY)
  memory.fill(moments, 0, INDICES << 2)
  for (let i = length; i > depth; i--) mark(moments, load<u16>(moves + (<usize>(i - 1) << 1)), i)
  for (let i = depth; i > 0; i--) {
    const word: u32 = load<u16>(moves + (<usize>(i - 1) << 1))
    mark(moments, word, i)
    const isBlack = (word & 15) == BLACK
    credit(nodeAt(load<u32>(pathAt(i - 1))), moments, isBlack, <f32>(isBlack ? value : 1 - value), i, length, recency)
  }
}

/** Remembers the first to play on a point; passes are on none. */
@inline
function mark(moments: usize, word: u32, moment: u32): void {
  if (word >= 16) store<f32>(moments + (<usize>(word >> 4) << 2), <f32>(signOf(word & 15) * <i32>moment))
}

/**
 * A move at the node counts 1 + `recency`, the last one of the game 1 - `recency`, those between in proportion: what
 * is played late says less about now (Fuego has 2 to 0, a recency of 1).
 *
 * Half of the children get something, and which can't be predicted: masks in place of branches.
 */
function credit(node: usize, moments: usize, isBlack: bool, value: f32, now: u32, length: u32, recency: f32): void {
  if (load<u32>(node, VISITS) >= MOST_VISITS) return
  const first = nodeAt(load<u32>(node, FIRST_CHILD))
  const end = childAt(first, load<u16>(node, CHILDREN))
  const slope = f32x4.splat(<f32>2 * recency / <f32>max<u32>(1, length - now))
  const sign = f32x4.splat(isBlack ? 1 : -1)
  const top = f32x4.splat(<f32>1 + recency)
  const begin = f32x4.splat(<f32>now)
  const result = f32x4.splat(value)
  const never = f32x4.splat(0)
  for (let four = first; four < end; four += FOUR) {
    let drawn = v128.load32_zero(moments + (<usize>load<u16>(four, MOVE) >> 2))
    drawn = v128.load_lane<f32>(moments + (<usize>load<u16>(four, MOVE + 4) >> 2), drawn, 1)
    drawn = v128.load_lane<f32>(moments + (<usize>load<u16>(four, MOVE + 8) >> 2), drawn, 2)
    drawn = v128.load_lane<f32>(moments + (<usize>load<u16>(four, MOVE + 12) >> 2), drawn, 3)
    const moment = f32x4.mul(drawn, sign)
    const share = v128.and(f32x4.sub(top, f32x4.mul(slope, f32x4.sub(moment, begin))), f32x4.gt(moment, never))
    v128.store(four, f32x4.add(v128.load(four, RAVE_VISITS), share), RAVE_VISITS)
    v128.store(four, f32x4.add(v128.load(four, RAVE_VALUE), f32x4.mul(share, result)), RAVE_VALUE)
  }
}

/** Writes down why a child is worth what it is; answers where. */
export function explainChild(parent: u32, child: u32): usize {
  explain(nodeAt(parent), nodeAt(child), region + TERMS)
  return region + TERMS
}
