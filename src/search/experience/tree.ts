// The experience tree (TREE-10): what was played in past games and how it ended, as a tree of moves from the empty
// board. After Chelaru's thesis (2008, 4.3.6.2), where a search that reaches a node first takes over the sons that
// the tree has for it, as if they had been visited already.
//
// A node counts the games that went through it, and the sum of their results for the one who made its move: 1 a win,
// ½ a draw. The root counts all games, its sum is Black's. Lines are kept in one of their eight orientations
// (orientation.ts), questions and answers are in the asker's. Whether a move is legal is for the rules to say: a
// tree knows no ko.

import { err, ok, type Result } from "../../base/result.ts"
import { Black, inverse, isBoardSize, isOnBoard, isPass, transformMove, White } from "../../rules/index.ts"
import type { Color, Move, PlayedMove, Symmetry } from "../../rules/index.ts"
import { colorOfKey, keyOf, moveOfKey, Nodes } from "./nodes.ts"
import { orientationOf } from "./orientation.ts"

/** What is known of a move. */
export interface ExperienceNode {
  readonly move: Move
  readonly color: Color
  /** Games that went through it. */
  readonly visits: number
  /** The sum of their results for `color`, 0 to `visits`. */
  readonly value: number
}

/** What all games of a tree were played under; undefined where they differ, or where it is not known. */
export interface Conditions {
  readonly komi: number | undefined
  /** The name of a rule set, as `parseRuleset` reads it. */
  readonly rules: string | undefined
}

/** What an experience tree holds. */
export interface ExperienceOptions {
  readonly size: number
  readonly conditions?: Conditions
  /** Whether turned and mirrored games count as the same; default true. */
  readonly symmetric?: boolean
}

/** How a game enters the experience tree. */
export interface AddOptions {
  /** Moves that are kept of a game; default all. */
  readonly depth?: number
  /** Default: the tree's. */
  readonly conditions?: Conditions
}

/** Games that a tree can count, and nodes that a file can number. */
const MAX_COUNT = 2 ** 32 - 1

/** The conditions of games of which nothing is known. */
export const UNKNOWN_CONDITIONS: Conditions = { komi: undefined, rules: undefined }

/** Defaults: moves that are kept of a game, and nodes of a file (24 MB). */
export const USUAL_DEPTH = 30
/** How many nodes an experience file keeps, where nothing else is said. */
export const USUAL_NODES = 1_000_000

const RULES_NAME = /^[a-z0-9-]{1,16}$/
const ROOT = 0

/** Past games as a tree: how often each move was played, and what came of it. */
export class ExperienceTree {
  readonly size: number
  readonly symmetric: boolean
  #conditions: Conditions
  #nodes = new Nodes()

  /** Throws where `size` is no board's. */
  constructor({ size, conditions = UNKNOWN_CONDITIONS, symmetric = true }: ExperienceOptions) {
    if (!isBoardSize(size)) throw new RangeError(`no board has ${size} lines`)
    this.size = size
    this.symmetric = symmetric
    this.#conditions = noted(conditions)
  }

  /** A tree around nodes that were read from a file. */
  static fromNodes(options: ExperienceOptions, nodes: Nodes): ExperienceTree {
    const tree = new ExperienceTree(options)
    tree.#nodes = nodes
    return tree
  }

  get conditions(): Conditions {
    return this.#conditions
  }

  get nodes(): Nodes {
    return this.#nodes
  }

  /** The root included. */
  get nodeCount(): number {
    return this.#nodes.count
  }

  get games(): number {
    return this.#nodes.visits(ROOT)
  }

  /** The sum of all results for Black. */
  get blackWins(): number {
    return this.#nodes.value(ROOT)
  }

  /** Moves of the longest line. */
  get depth(): number {
    const { firstChild, childCount } = this.#nodes.breadthFirst()
    const depths = new Uint32Array(firstChild.length)
    for (const [place, first] of firstChild.entries())
      depths.fill(depths[place]! + 1, first, first + childCount[place]!)
    return depths.at(-1)!
  }

  /**
   * Adds a finished game; without a winner it was a draw. The error says why it is not added, and nothing is changed.
   */
  add(
    moves: readonly PlayedMove[],
    winner: Color | undefined,
    { depth = Infinity, conditions = this.#conditions }: AddOptions = {},
  ): Result<void, string> {
    const line = moves.slice(0, depth)
    const wrong = line.findIndex((played) => !isMoveOn(this.size, played))
    if (wrong >= 0) return err(`move ${wrong + 1} is no move on a ${this.size}×${this.size} board`)
    if (this.games === MAX_COUNT) return err("the tree can't count more games")
    this.#agree(conditions, this.games === 0)
    let node = ROOT
    this.#nodes.add(node, 1, resultFor(Black, winner))
    const symmetry = this.#orientation(line)
    for (const played of line) {
      const key = keyOf(this.#turned(played, symmetry))
      node = this.#nodes.find(node, key) ?? this.#nodes.append(node, key)
      this.#nodes.add(node, 1, resultFor(played.color, winner))
    }
    return ok(undefined)
  }

  /** Adds all games of another tree. The error says why they don't fit together, and nothing is changed. */
  merge(other: ExperienceTree): Result<void, string> {
    if (other.size !== this.size)
      return err(`one tree is for ${this.size}×${this.size}, the other for ${other.size}×${other.size}`)
    if (other.symmetric !== this.symmetric)
      return err("one tree keeps games as they were played, the other turned")
    if (this.games + other.games > MAX_COUNT) return err("the tree can't count more games")
    if (other.games > 0) this.#agree(other.conditions, this.games === 0)
    const theirs = other.#nodes
    const open: [mine: number, their: number][] = [[ROOT, ROOT]]
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [mine, their] = pair
      // Read first: a tree may be merged with itself.
      const children = theirs.children(their)
      this.#nodes.add(mine, theirs.visits(their), theirs.value(their))
      for (const child of children) {
        const key = theirs.key(child)
        open.push([this.#nodes.find(mine, key) ?? this.#nodes.append(mine, key), child])
      }
    }
    return ok(undefined)
  }

  /**
   * Keeps the most visited nodes, at most `maxNodes` with the root, and answers how many went. Of nodes with equal
   * visits the shallower stay. A parent has at least the visits of its child, so no node loses its parent.
   */
  prune(maxNodes: number): number {
    const before = this.#nodes.count
    const limit = Math.max(1, maxNodes)
    if (before <= limit) return 0
    const old = this.#nodes
    const { rows, firstChild, childCount } = old.breadthFirst()
    const sorted = Uint32Array.from(rows, (row) => old.visits(row)).sort()
    const least = sorted[before - limit]!
    let placesForLeast = limit - (before - 1 - sorted.lastIndexOf(least))
    const staying = (row: number): boolean => {
      const visits = old.visits(row)
      return visits > least || (visits === least && placesForLeast-- > 0)
    }
    const fresh = new Nodes()
    const newRows = new Uint32Array(before)
    staying(ROOT)
    fresh.add(ROOT, old.visits(ROOT), old.value(ROOT))
    for (let place = 0; place < before; place++) {
      const end = firstChild[place]! + childCount[place]!
      for (let child = firstChild[place]!; child < end; child++) {
        const row = rows[child]!
        if (!staying(row)) continue
        newRows[child] = fresh.append(newRows[place]!, old.key(row))
        fresh.add(newRows[child]!, old.visits(row), old.value(row))
      }
    }
    this.#nodes = fresh
    return before - fresh.count
  }

  /**
   * The moves that were played after `path`, the most played first; none where no game went there. Of moves that are
   * each other's image in a symmetric position one stands for all, with the visits of all.
   */
  children(path: readonly PlayedMove[]): ExperienceNode[] {
    const symmetry = this.#orientation(path)
    const rows = this.#rowsAlong(path, symmetry)
    if (rows.length < path.length) return []
    const back = inverse(symmetry)
    return this.#nodes.children(rows.at(-1) ?? ROOT).map((row) => {
      const key = this.#nodes.key(row)
      return this.#node(row, this.#turned({ color: colorOfKey(key), move: moveOfKey(key) }, back))
    })
  }

  /** What is known of these moves, from the first on, as far as past games went along. */
  walk(moves: readonly PlayedMove[]): ExperienceNode[] {
    return this.#rowsAlong(moves, this.#orientation(moves)).map((row, index) =>
      this.#node(row, moves[index]!),
    )
  }

  #rowsAlong(moves: readonly PlayedMove[], symmetry: Symmetry): number[] {
    const rows: number[] = []
    for (const played of moves) {
      const row = this.#nodes.find(rows.at(-1) ?? ROOT, keyOf(this.#turned(played, symmetry)))
      if (row === undefined) break
      rows.push(row)
    }
    return rows
  }

  #node(row: number, { color, move }: PlayedMove): ExperienceNode {
    return { move, color, visits: this.#nodes.visits(row), value: this.#nodes.value(row) }
  }

  #orientation(moves: readonly PlayedMove[]): Symmetry {
    return this.symmetric ? orientationOf(moves, this.size) : 0
  }

  #turned({ color, move }: PlayedMove, symmetry: Symmetry): PlayedMove {
    return { color, move: transformMove(symmetry, move, this.size) }
  }

  /** Notes what holds for all games now. A tree without games and without a note takes over what its first ones say. */
  #agree(conditions: Conditions, isFirst: boolean): void {
    const mine = this.#conditions
    const theirs = noted(conditions)
    const common = <T>(one: T | undefined, other: T | undefined): T | undefined =>
      one === other ? one : isFirst && one === undefined ? other : undefined
    this.#conditions = { komi: common(mine.komi, theirs.komi), rules: common(mine.rules, theirs.rules) }
  }
}

/** What a file can hold of it. */
function noted({ komi, rules }: Conditions): Conditions {
  return {
    komi: Number.isFinite(komi) ? komi : undefined,
    rules: rules !== undefined && RULES_NAME.test(rules) ? rules : undefined,
  }
}

function isMoveOn(size: number, { color, move }: PlayedMove): boolean {
  return (color === Black || color === White) && (isPass(move) || isOnBoard(size, move))
}

function resultFor(color: Color, winner: Color | undefined): number {
  if (winner === undefined) return 0.5
  return winner === color ? 1 : 0
}
