// Brady's program (2024, section 8) as its text describes it: a tree of nodes that own a copy of the board, exploration
// 2, and simulations that try every free point once in random order. His ending (RUL-5, `brady`): a player who has no
// point left passes, the game ends when a player has passed twice, and the points decide with komi 5.5.
//
// It exists to time the four steps of a simulation as he did; `uct:brady` is the player.

import type { Random } from "../base/random.ts"
import { allPoints, Black, Empty, opponent, parseRuleset, score, White } from "../rules/index.ts"
import type { Board, Color, Point } from "../rules/index.ts"

const BRADY_KOMI = 5.5
const EXPLORATION = 2
const PASSES = 2
const AREA = parseRuleset("cgos")!
const NO_PASSES = { [Black]: 0, [White]: 0 }

interface Node {
  readonly board: Board
  /** Who plays next. */
  readonly toPlay: Color
  readonly parent: Node | undefined
  readonly move: Point | undefined
  children: Node[]
  visits: number
  wins: number
}

/** Seconds in the four steps. */
export interface BradySplit {
  readonly traverse: number
  readonly expand: number
  readonly rollout: number
  readonly backpropagate: number
}

export interface BradySearch {
  readonly move: Point | undefined
  readonly seconds: number
  readonly split: BradySplit
  readonly nodes: number
}

/** The move after `simulations`, and where the time went. */
export function searchBrady(board: Board, toPlay: Color, simulations: number, random: Random): BradySearch {
  const root: Node = makeNode(board.clone(), toPlay, undefined, undefined)
  // As in the text: a root with a visit is expanded at once.
  root.visits = 1
  let nodes = 1
  const split = { traverse: 0, expand: 0, rollout: 0, backpropagate: 0 }
  const began = performance.now()
  const timed = <T>(step: keyof BradySplit, work: () => T): T => {
    const from = performance.now()
    const result = work()
    split[step] += (performance.now() - from) / 1000
    return result
  }
  for (let i = 0; i < simulations; i++) {
    const leaf = timed("traverse", () => traverse(root))
    const node = timed("expand", () => expand(leaf, random))
    nodes += leaf.children.length
    const winner = timed("rollout", () => rollout(node.board, node.toPlay, random))
    timed("backpropagate", () => backpropagate(node, winner))
  }
  const best = root.children.reduce<Node | undefined>(
    (most, child) => (most === undefined || child.visits > most.visits ? child : most),
    undefined,
  )
  return { move: best?.move, seconds: (performance.now() - began) / 1000, split, nodes }
}

function makeNode(board: Board, toPlay: Color, parent: Node | undefined, move: Point | undefined): Node {
  return { board, toPlay, parent, move, children: [], visits: 0, wins: 0 }
}

/** From the root to a leaf, by the highest bound. */
function traverse(root: Node): Node {
  let node = root
  while (node.children.length > 0) {
    const log = Math.log(node.visits)
    node = node.children.reduce((best, child) => (boundOf(child, log) > boundOf(best, log) ? child : best))
  }
  return node
}

function boundOf({ visits, wins }: Node, log: number): number {
  return visits === 0 ? Infinity : wins / visits + EXPLORATION * Math.sqrt(log / visits)
}

/** A leaf that was visited gets a child for every point that may be played, each with a board of its own. */
function expand(leaf: Node, random: Random): Node {
  if (leaf.visits === 0) return leaf
  for (const point of random.shuffle(allPoints(leaf.board.size))) {
    if (leaf.board.refusal(leaf.toPlay, point) !== undefined) continue
    const board = leaf.board.clone()
    board.play(leaf.toPlay, point)
    leaf.children.push(makeNode(board, opponent(leaf.toPlay), leaf, point))
  }
  return leaf.children[0] ?? leaf
}

/** Plays to Brady's ending; the winner by points. */
export function rollout(from: Board, toPlay: Color, random: Random): Color {
  const board = from.clone()
  const free = random.shuffle(allPoints(board.size).filter((point) => board.at(point) === Empty))
  const passes = { [Black]: 0, [White]: 0 }
  for (let color = toPlay; ; color = opponent(color)) {
    const point = takeLegal(board, free, color)
    if (point !== undefined) board.play(color, point)
    else if (++passes[color] === PASSES) return winnerOf(board)
  }
}

/** The next free point that this side may play; the points before it are used up. */
function takeLegal(board: Board, free: Point[], color: Color): Point | undefined {
  for (let point = free.pop(); point !== undefined; point = free.pop())
    if (board.refusal(color, point) === undefined) return point
  return undefined
}

/** Area, with his komi. */
function winnerOf(board: Board): Color {
  const count = { board, rules: AREA, komi: BRADY_KOMI, handicap: 0, dead: [], passes: NO_PASSES }
  return score(count).margin > 0 ? Black : White
}

function backpropagate(from: Node, winner: Color): void {
  for (let node: Node | undefined = from; node; node = node.parent) {
    node.visits++
    if (opponent(node.toPlay) === winner) node.wins++
  }
}
