// The readable twin of the tree search (assembly/search.ts and what it stands on): nodes are objects, formulas are
// written as the papers have them where rounding allows, and every number comes out the same, seed for seed. It is the
// oracle of the module in tests (`src/kernel/search.test.ts`); no player uses it.
//
// Left out: several workers and virtual loss, a full arena, key positions (TREE-9), and the priors that know Go
// (captures, patterns, self-atari, distances, lines); tests hold those against drawn positions. Even and pass priors
// are here.

import { Random } from "../../src/base/random.ts"
import type { KnobName } from "../../src/kernel/knobs.ts"
import { Black, opponent, PASS, type Color, type Move, type PlayedMove } from "../../src/rules/index.ts"
import {
  GoGame,
  ToyGame,
  type Judged,
  type Knobs,
  Knowledge,
  type ReferenceStart,
  type SearchGame,
} from "./search-games.ts"

export { toyMove, toyResult, type Knobs, type ReferenceStart } from "./search-games.ts"

/** A node. Values are seen by the side that made its move. */
export class ReferenceNode {
  readonly move: Move
  visits = 0
  /** Sum of results, in units of `RESULT_UNIT`. */
  value = 0
  /** Half wins by the game's own komi. */
  halfWins = 0
  raveVisits = 0
  raveValue = 0
  priorVisits = 0
  priorValue = 0
  likelihood = 0
  /** The value by another operator than the mean (TREE-4). */
  backed = 0
  isForbidden = false
  /** In the order in which they are tried; undefined before it is expanded. */
  children: ReferenceNode[] | undefined

  constructor(move: Move) {
    this.move = move
  }
}

const single = Math.fround
const RESULT_UNIT = 1_048_576
const MAX_DEPTH = 1000
/** Nodes of this number of visits learn nothing more by RAVE. */
const MOST_VISITS = 4_194_304
const RECENT = 256

export class ReferenceSearch {
  readonly root = new ReferenceNode(PASS)
  readonly #knobs: Knobs
  readonly #start: ReferenceStart
  readonly #random: Random
  #meanMargin = 0

  constructor(knobs: Knobs, start: ReferenceStart) {
    this.#knobs = knobs
    this.#start = start
    this.#random = new Random(start.seed)
  }

  run(count: number): void {
    for (let done = 0; done < count;) if (this.#simulate()) done++
  }

  #knob(name: KnobName): number {
    // Where a network is wanted and there is none, playouts decide alone.
    if (name === "puct" && this.#knobs.net && !this.#start.judge) return 0
    return this.#knobs[name] ?? 0
  }

  #newGame(): SearchGame {
    const { board, ...start } = this.#start
    return board
      ? new GoGame(this.#knobs, board, start, this.#random)
      : new ToyGame(this.#knobs, start.color, this.#random)
  }

  /** False when superko forbade a move that was tried for the first time; then nothing counts. */
  #simulate(): boolean {
    const game = this.#newGame()
    const path = [this.root]
    const descent: PlayedMove[] = []
    let judged: Judged | undefined
    while (!game.isOver && descent.length < MAX_DEPTH) {
      const node = path.at(-1)!
      if (!node.children) {
        const expanded = this.#expand(path, game)
        judged = expanded?.judged
        if (!expanded || judged) break
      }
      const child = this.#select(node)
      if (!child) break
      descent.push({ color: game.toPlay, move: child.move })
      game.play(child.move)
      if (child.visits === 0 && game.isRepetition()) {
        child.isForbidden = true
        return false
      }
      path.push(child)
    }
    const { margin, moves, value } = this.#end(game, judged)
    this.#backUp(path, descent, value, game.points)
    this.#countWins(path, descent, margin)
    if (this.#knob("rave") !== 0 && !(judged && this.#knob("netMix") === 0))
      this.#backUpRave(path, [...descent, ...moves], value)
    return true
  }

  /** A playout, or what the network says, or both mixed. */
  #end(
    game: SearchGame,
    judged: Judged | undefined,
  ): { margin: number; moves: readonly PlayedMove[]; value: number } {
    const mix = judged ? this.#knob("netMix") : 1
    const isBlack = game.toPlay === Black
    const chance = judged ? (isBlack ? judged.value : 1 - judged.value) : 0
    if (judged && mix === 0) {
      const ahead = (isBlack ? judged.score : -judged.score) + this.#knob("komi")
      const margin = Math.max(-game.points, Math.min(game.points, Math.floor(ahead + 0.5)))
      return { margin, moves: [], value: chance }
    }
    const { margin, moves } = game.finish()
    const won = this.#worth(margin, game.points)
    return { margin, moves, value: mix === 1 ? won : (1 - mix) * chance + mix * won }
  }

  /** Gives a node its children; undefined when it gets none. */
  #expand(
    path: readonly ReferenceNode[],
    game: SearchGame,
  ): { readonly judged: Judged | undefined } | undefined {
    const node = path.at(-1)!
    const depth = path.length - 1
    const least = game.hasJudge ? this.#knob("net") - 1 : this.#knob("expandAt")
    if (depth > 0 && node.visits < least) return undefined
    const moves = game.listMoves()
    const known = game.hasJudge ? new Knowledge() : game.priors(moves)
    if (depth >= 2 && this.#knob("uncle") !== 0) this.#askUncles(path[depth - 2]!, known)
    const judged = game.hasJudge
      ? game.judge(this.#knob("netTurn") === 0 ? 0 : this.#random.next() >>> 29)
      : undefined
    node.children = moves.map((move) => {
      const child = new ReferenceNode(move)
      const { playouts, wins } = known.of(move)
      child.priorVisits = playouts
      if (playouts > 0) child.priorValue = Math.fround(wins / playouts)
      if (judged) child.likelihood = judged.chanceOf(move)
      else if (this.#knob("bias") !== 0 || this.#knob("puct") !== 0) child.likelihood = game.likelihood(move)
      return child
    })
    return { judged }
  }

  /** TREE-7: what the same move was worth two plies before, to the same side. */
  #askUncles(grandparent: ReferenceNode, known: Knowledge): void {
    for (const { move, visits, value } of grandparent.children!) {
      if (visits === 0 || move === PASS) continue
      const playouts = Math.min(visits, this.#knob("uncle"))
      known.note(move, playouts, playouts * (value / RESULT_UNIT / visits))
    }
  }

  #select(parent: ReferenceNode): ReferenceNode | undefined {
    let best: ReferenceNode | undefined
    let most = -Infinity
    for (const child of parent.children!) {
      const value = this.#valueOf(parent, child)
      if (value > most && !child.isForbidden) [best, most] = [child, value]
    }
    return best
  }

  /** What a descent compares children by, in single precision, as the module does for four at a time. */
  #valueOf(parent: ReferenceNode, child: ReferenceNode): number {
    const { raveVisits, priorVisits, likelihood } = child
    const exploration = single(this.#knob("exploration"))
    const fpu = this.#urgency(parent)
    const visits = single(child.visits)
    const weight = single(visits + priorVisits)
    let value = fpu
    if (weight > 0 || raveVisits > 0) {
      const own = this.#knob("backup") === 0 ? winsOf(child) : single(visits * child.backed)
      const wins = single(own + single(priorVisits * child.priorValue))
      value = this.#estimate(weight, wins, child, parent.visits)
      if (exploration !== 0) {
        const bonus = weight > 0 ? single(exploration * this.#bonus(weight, wins, parent.visits)) : fpu
        value = single(value + bonus)
      }
    }
    const tried = single(visits + 1)
    const bias = single(this.#knob("bias"))
    if (bias !== 0) value = single(value + single(single(bias * likelihood) / tried))
    const reach = this.#reach(parent)
    if (reach !== 0) value = single(value + single(single(reach * likelihood) / tried))
    return value
  }

  /** What a move that was never tried is worth: the knob, or with PUCT less than its parent. */
  #urgency(parent: ReferenceNode): number {
    if (this.#knob("puct") === 0) return single(this.#knob("fpu"))
    const mean = parent.visits > 0 ? parent.value / RESULT_UNIT / parent.visits : 0.5
    const tried = parent.children!.reduce((sum, child) => sum + (child.visits > 0 ? child.likelihood : 0), 0)
    return single(1 - mean - (parent === this.root ? 0.05 : 0.1) * Math.sqrt(tried))
  }

  /** c·√N of PUCT, where c grows with the visits. */
  #reach({ visits }: ReferenceNode): number {
    const growth = 0.55 + 0.2 * naturalLog((visits + 500) / 500)
    return single(this.#knob("puct") * growth * Math.sqrt(Math.max(visits, 1)))
  }

  /** The mean mixed with RAVE (TREE-6): by α = r/(r + n + c·n·r), or by Gelly and Silver's schedule. */
  #estimate(weight: number, wins: number, child: ReferenceNode, parentVisits: number): number {
    const { raveVisits, raveValue } = child
    const schedule = this.#knob("raveSchedule")
    if (schedule > 0 && raveVisits > 0) {
      const share = single(Math.sqrt(schedule / (3 * parentVisits + schedule)))
      const amaf = single(raveValue / raveVisits)
      const mean = single(wins / weight)
      return weight > 0 ? single(mean + single(share * single(amaf - mean))) : amaf
    }
    const trust = single(1 + single(single(this.#knob("raveBias")) * raveVisits))
    const above = single(single(wins * trust) + raveValue)
    return single(above / single(single(weight * trust) + raveVisits))
  }

  /** UCB1's, or UCB1-TUNED's with the variance of a mean of zeros and ones (BAN-1). */
  #bonus(weight: number, wins: number, parentVisits: number): number {
    const ratio = single(single(naturalLog(Math.max(parentVisits, 1))) / weight)
    if (this.#knob("tuned") === 0) return single(Math.sqrt(ratio))
    const mean = single(wins / weight)
    const doubt = single(Math.sqrt(single(2 * ratio)))
    const variance = single(single(mean - single(mean * mean)) + doubt)
    return single(Math.sqrt(single(ratio * Math.min(0.25, variance))))
  }

  /** What a margin is worth to Black, from 0 to 1 (TREE-12). */
  #worth(margin: number, points: number): number {
    const ahead = margin - this.#knob("komi")
    const won = sideOf(ahead)
    if (this.#knob("score") === 0) return won
    if (this.#knob("score") === 1) {
      const before = this.#meanMargin
      this.#meanMargin = before + (margin - before) / RECENT
      return sideOf(margin - before)
    }
    const mean = this.root.value / RESULT_UNIT / Math.max(1, this.root.visits)
    const weight = this.#knob("scoreWeight") * Math.abs(2 * mean - 1)
    return won + weight * (Math.min(1, Math.max(0, 0.5 + ahead / (2 * points))) - won)
  }

  #backUp(
    path: readonly ReferenceNode[],
    descent: readonly PlayedMove[],
    value: number,
    points: number,
  ): void {
    const black = Math.trunc(value * RESULT_UNIT)
    for (const [depth, node] of [...path.entries()].toReversed()) {
      const mover = depth > 0 ? descent[depth - 1]!.color : opponent(this.#start.color)
      node.visits++
      node.value += mover === Black ? black : RESULT_UNIT - black
      if (this.#knob("backup") !== 0) node.backed = Math.fround(this.#backedUp(node, points))
    }
  }

  #countWins(path: readonly ReferenceNode[], descent: readonly PlayedMove[], margin: number): void {
    const black = 2 * sideOf(margin - this.#knob("gameKomi"))
    for (const [depth, node] of path.entries()) {
      const mover = depth > 0 ? descent[depth - 1]!.color : opponent(this.#start.color)
      node.halfWins += mover === Black ? black : 2 - black
    }
  }

  /** The best child's value, or a mixture of it and the mean (TREE-4; the weights are Coulom's). */
  #backedUp(node: ReferenceNode, points: number): number {
    const { visits, children = [] } = node
    const mean = node.value / RESULT_UNIT / visits
    const tried = children.filter((child) => child.visits > 0)
    if (tried.length === 0) return mean
    const isMax = this.#knob("backup") === 1
    const rank = (child: ReferenceNode): number => (isMax ? child.backed : child.visits)
    const best = tried.reduce((first, other) => (rank(other) > rank(first) ? other : first))
    const top = 1 - best.backed
    if (isMax) return top
    const weight = 2 * points * Math.max(1, visits / (16 * points))
    return (weight * mean + best.visits * top) / (weight + best.visits)
  }

  /** TREE-6: the side that is the first to play on a point gets the credit for it, at every node above. */
  #backUpRave(path: readonly ReferenceNode[], moves: readonly PlayedMove[], value: number): void {
    for (let depth = path.length - 1; depth > 0; depth--) {
      const { color } = moves[depth - 1]!
      const result = Math.fround(color === Black ? value : 1 - value)
      const first = firstPlays(moves, depth)
      const parent = path[depth - 1]!
      if (parent.visits >= MOST_VISITS) continue
      for (const child of parent.children!) {
        const play = first.get(child.move)
        if (play?.color !== color) continue
        const weight = this.#recencyWeight(play.moment - depth, moves.length - depth)
        child.raveVisits = Math.fround(child.raveVisits + weight)
        child.raveValue = Math.fround(child.raveValue + Math.fround(weight * result))
      }
    }
  }

  /** From 1 + recency for a move at once to 1 - recency for the game's last. */
  #recencyWeight(later: number, length: number): number {
    const recency = Math.fround(this.#knob("raveRecency"))
    const slope = Math.fround(Math.fround(2 * recency) / Math.max(1, length))
    return Math.fround(Math.fround(1 + recency) - Math.fround(slope * later))
  }
}

/** The sum of a child's results, as the module reads it from two halves of a long number. */
function winsOf({ value }: ReferenceNode): number {
  const high = Math.floor(value / 2 ** 32)
  const low = (value % 2 ** 32) >>> 1
  return single(single(single(high) * 4096) + single(single(low) / 524_288))
}

/** 1 when ahead, 0 when behind, else a half. */
function sideOf(ahead: number): number {
  return ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5
}

/** The side that is the first to play on each point from move `from` on, counted from 1, and when. */
function firstPlays(moves: readonly PlayedMove[], from: number): Map<Move, { color: Color; moment: number }> {
  const first = new Map<Move, { color: Color; moment: number }>()
  for (let moment = moves.length; moment >= from; moment--) {
    const { color, move } = moves[moment - 1]!
    if (move !== PASS) first.set(move, { color, moment })
  }
  return first
}

const bits = new DataView(new ArrayBuffer(8))

/** The module's logarithm of a positive number: the mantissa near 1, and the series of the area tangent. */
export function naturalLog(x: number): number {
  bits.setFloat64(0, x)
  const head = bits.getUint32(0)
  let exponent = (head >>> 20) - 1023
  bits.setUint32(0, (head & 0xfffff) | 0x3ff00000)
  let mantissa = bits.getFloat64(0)
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5
    exponent += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  let series = z / 15
  for (const odd of [13, 11, 9, 7, 5, 3]) series = z * (1 / odd + series)
  return exponent * Math.LN2 + 2 * s * (1 + series)
}
