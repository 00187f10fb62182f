// The root of a tree from move to move: what is kept of the tree, what it is told of the game, and what past games
// add (TREE-10).

import { err, ok, type Result } from "../base/result.ts"
import { ROOT_UNIT, type NodeStatistics, type TreeSearch, type Unit } from "../kernel/index.ts"
import { continuesGame, opponent, type Color, type Game, type Move, type Position } from "../rules/index.ts"
import { creditSons, knownMoves, type Experience, type KnownMove } from "./experience/index.ts"
import { keyCategories, keyEnds } from "./keys.ts"
import { keyCurveOf, type SearchParams } from "./params.ts"
import type { Start } from "./start.ts"

/** What the root of a tree stands for. */
export interface Root {
  readonly position: Position
  readonly color: Color
}

/** Whether a root is a new tree, a child of the root before, or the same node. */
export type RootOrigin = "new" | "child" | "same"

/** The children of the root's parent: what they were worth when the game left them. */
export type Uncles = ReadonlyMap<Move, NodeStatistics>

/** Where a tree stands after the root moved. `uncles` is undefined where `uncle-merge` is off or the tree is new. */
export interface MovedRoot {
  readonly origin: RootOrigin
  readonly uncles?: Uncles | undefined
}

/** Keeps the part of a tree below the moves that were played since `before`, or forgets all. */
export function moveRoot(
  tree: TreeSearch,
  params: SearchParams,
  before: Root | undefined,
  root: Root,
  uncles: Uncles | undefined,
): MovedRoot {
  const path = params.reuse === 0 || !before ? undefined : pathTo(tree, before, root)
  if (!path) {
    tree.clear()
    return { origin: "new" }
  }
  const [grandparent, parent, unit] = [path.at(-3), path.at(-2), path.at(-1)!]
  if (parent === undefined) return { origin: "same", uncles }
  const isMerging = params["uncle-merge"] === 1
  // A root that is a single move ahead: the tree has let go of the grandparent, its children were written down.
  if (isMerging) mergeUncles(tree, grandparent === undefined ? uncles : childrenOf(tree, grandparent), unit)
  const siblings = isMerging ? childrenOf(tree, parent) : undefined
  tree.keep(unit)
  return { origin: "child", uncles: siblings }
}

function childrenOf(tree: TreeSearch, unit: Unit): Uncles {
  return new Map(tree.children(unit).map((child) => [child.move, child]))
}

/** The nodes from the root to a later position of the same game; nothing when the tree doesn't reach it. */
function pathTo(tree: TreeSearch, before: Root, { position, color }: Root): Unit[] | undefined {
  if (!continuesGame(position, before.position)) return undefined
  const path: Unit[] = [ROOT_UNIT]
  let turn = before.color
  for (const { color: mover, move } of position.moves.slice(before.position.moves.length)) {
    const child = mover === turn ? tree.child(path.at(-1)!, move) : undefined
    if (!child || child.visits === 0) return undefined
    path.push(child.unit)
    turn = opponent(turn)
  }
  return turn === color ? path : undefined
}

/** Sons take over what the same moves were worth two plies before: (v_s + v_u)/(n_s + n_u)·n_s (TREE-7, published). */
function mergeUncles(tree: TreeSearch, uncles: Uncles | undefined, node: Unit): void {
  if (!uncles) return
  for (const { unit, move, visits, mean } of tree.children(node)) {
    const uncle = uncles.get(move)
    if (visits === 0 || !uncle || uncle.visits === 0) continue
    tree.setMean(unit, (visits * mean + uncle.visits * uncle.mean) / (visits + uncle.visits))
  }
}

/** Tells a tree the komi, the rules and the past of the game, and the key positions where the params ask for them. */
export function tellRules(
  tree: TreeSearch,
  params: SearchParams,
  position: Position,
  { komi, superko, captureGoal, past }: Start,
): void {
  const extra = extraKomi(params["dynamic-komi"], position)
  const territory = position.rules.scoring === "territory" ? 1 : 0
  tree.set({ komi: komi + extra, gameKomi: komi, superko, captureGoal, territory })
  tree.setPast(past)
  if (params.keys === 0) return
  const categories = keyCategories(position.size, params.keys === 1 ? "stars" : "printed")
  tree.setKeys(categories, keyEnds(keyCurveOf(params)))
}

/** By which move the extra komi of a handicap game has faded away, by size of the board (Pachi). */
const FADED: readonly (readonly [size: number, move: number])[] = [
  [9, 15],
  [13, 50],
  [15, 100],
  [19, 200],
]

/**
 * Makes a handicap game look even, less and less so, because a search sees nothing in a game that is won or lost
 * (TREE-12).
 */
function extraKomi(pointsPerStone: number, { handicap, moves, size }: Position): number {
  const [, faded] = FADED.find(([largest]) => size <= largest) ?? FADED.at(-1)!
  return pointsPerStone * handicap * Math.max(0, 1 - moves.length / faded)
}

/** What past games know of a game's next move; the error says why they tell nothing. */
export function askExperience(
  experience: Experience | undefined,
  params: SearchParams,
  game: Game,
  color: Color,
): Result<readonly KnownMove[], string> {
  if (!experience || params["experience-visits"] === 0) return ok([])
  if (params.backup !== 0) return err("it goes with backup=mean only")
  return knownMoves(experience, game, color, params["experience-visits"])
}

/** The root's children begin with what past games tell of them, as if they had been visited. */
export function creditExperience(tree: TreeSearch, known: readonly KnownMove[], origin: RootOrigin): void {
  creditSons(tree, ROOT_UNIT, known)
  // A root that was a child before brought its own share of these games along.
  if (origin !== "new") return
  const moves = new Set(tree.children(ROOT_UNIT).map(({ move }) => move))
  for (const { move, visits, mean } of known) if (moves.has(move)) tree.credit(ROOT_UNIT, visits, 1 - mean)
}

/** One line for people on what past games added. */
export function noteExperience(tree: TreeSearch, known: readonly KnownMove[]): string {
  const moves = new Set(tree.children(ROOT_UNIT).map(({ move }) => move))
  const credited = known.filter(({ move }) => moves.has(move))
  const total = credited.reduce((sum, { visits }) => sum + visits, 0)
  return `experience: moves that past games know: ${credited.length}, visits: ${total}`
}
