// Are the moves of a record lawful? All of them, in every variation: occupied points, suicide, simple ko and
// turn are faults; a repetition of the whole board is only a note, because rule sets differ about it. Made for
// collections of millions of moves: one board goes down the tree and comes back up by undo.

import { err, ok, type Result } from "../base/result.ts"
import { Board, explainRefusal, isPass, opponent, parseRuleset } from "../rules/index.ts"
import { Black, stonesOf, White, type Color, type Point } from "../rules/index.ts"
import { readGameInfo, type PropertyIssue } from "./info.ts"
import { makeColor } from "./properties.ts"
import { readPlays, readSetup, type Play, type Setup } from "./record.ts"
import type { SgfNode } from "./tree.ts"

/** A move, or a setup, that can't be; its property is the one that is wrong. */
export interface IllegalMove extends PropertyIssue {
  /** The move's number on its line, from 1. */
  readonly number: number
}

/** A move that repeats an earlier position. */
export interface Repetition {
  readonly node: SgfNode
  readonly number: number
  /** The move after which the same stones stood before; 0 is the start. */
  readonly repeats: number
}

/** What a check of all variations found. */
export interface RecordCheck {
  readonly moves: number
  /** The first illegal move of a line; what follows it on that line can't be judged. */
  readonly illegal: readonly IllegalMove[]
  readonly repetitions: readonly Repetition[]
  /** Values that are no moves, stones or numbers. */
  readonly issues: readonly PropertyIssue[]
}

/** Checks every move of a game; the error is a board that we can't play on. */
export function checkRecord(root: SgfNode): Result<RecordCheck, PropertyIssue> {
  const reading = readGameInfo(root)
  if (!reading.ok) return reading
  const { size, rules } = reading.value.info
  const check = new Checker(size, parseRuleset(rules ?? "")?.suicide ?? false)
  check.issues.push(...reading.value.issues)
  check.walk(root)
  return ok(check)
}

/** Setups on one line: each keeps a board to come back to, and a hostile file must not fill the memory with them. */
const MAX_SETUPS = 10_000

/** A step that is taken back when the walk leaves its node: a move, or a board that setup replaced. */
interface Step {
  readonly board: Board
  readonly expected: Color | undefined
  readonly key: number | undefined
}

class Checker implements RecordCheck {
  moves = 0
  readonly illegal: IllegalMove[] = []
  readonly repetitions: Repetition[] = []
  readonly issues: PropertyIssue[] = []

  #board: Board
  /** Whose turn it is; undefined while either may begin. */
  #expected: Color | undefined
  readonly #path: Step[] = []
  #number = 0
  #setups = 0
  /** Where on the current line each position stood first. */
  readonly #seen = new Map<number, number>()

  constructor(size: number, suicide: boolean) {
    this.#board = new Board(size, { suicide })
    this.#seen.set(this.#board.hash, 0)
  }

  walk(root: SgfNode): void {
    const open: { node: SgfNode; depth: number }[] = [{ node: root, depth: 0 }]
    for (let next = open.pop(); next; next = open.pop()) {
      while (this.#path.length > next.depth) this.#back()
      let node: SgfNode | undefined = next.node
      // The first child is followed at once: a game without variations needs no stack.
      while (node && this.#enter(node)) {
        const { children }: SgfNode = node
        for (let i = children.length - 1; i > 0; i--)
          open.push({ node: children[i]!, depth: this.#path.length })
        node = children[0]
      }
    }
  }

  /** Plays the node; false when its line can't be followed further. */
  #enter(node: SgfNode): boolean {
    const setup = readSetup(node, this.#board.size)
    if (setup) {
      this.issues.push(...setup.issues)
      const fault = this.#setUp(setup.setup)
      if (fault !== undefined) {
        this.illegal.push({ node, property: "AB", index: 0, number: this.#number, reason: fault })
        return false
      }
    }
    const { plays, issues } = readPlays(node, this.#board.size)
    for (const issue of issues) this.issues.push(issue)
    for (const play of plays) if (!this.#play(node, play)) return false
    return true
  }

  #play(node: SgfNode, { color, move }: Play): boolean {
    this.moves++
    const number = this.#number + 1
    if (this.#expected !== undefined && color !== this.#expected) {
      const reason = explainRefusal({ reason: "not-your-turn", toPlay: this.#expected })
      this.illegal.push({ node, property: makeColor(color), index: 0, number, reason })
      return false
    }
    const refusal = this.#board.play(color, move)
    if (refusal) {
      const reason = explainRefusal({ reason: refusal })
      this.illegal.push({ node, property: makeColor(color), index: 0, number, reason })
      return false
    }
    this.#number = number
    let key: number | undefined
    if (!isPass(move)) {
      const { hash } = this.#board
      const repeats = this.#seen.get(hash)
      if (repeats === undefined) {
        this.#seen.set(hash, number)
        key = hash
      } else this.repetitions.push({ node, number, repeats })
    }
    this.#path.push({ board: this.#board, expected: this.#expected, key })
    this.#expected = opponent(color)
    return true
  }

  /** Replaces the board; the fault is a sentence about it. */
  #setUp(setup: Setup): string | undefined {
    if (this.#setups >= MAX_SETUPS) return `a line has more than ${MAX_SETUPS} setups, which is the limit`
    const changed = withSetup(this.#board, setup)
    if (!changed.ok) return "the setup leaves a chain without liberty"
    const { hash } = changed.value
    const key = this.#seen.has(hash) ? undefined : hash
    if (key !== undefined) this.#seen.set(key, this.#number)
    this.#path.push({ board: this.#board, expected: this.#expected, key })
    this.#setups++
    this.#board = changed.value
    this.#expected = setup.turn
    return undefined
  }

  #back(): void {
    const step = this.#path.pop()!
    if (step.board === this.#board) {
      this.#board.undo()
      this.#number--
    } else this.#setups--
    this.#board = step.board
    this.#expected = step.expected
    if (step.key !== undefined) this.#seen.delete(step.key)
  }
}

/** A new board with the stones of `board` and the changes of a setup; the error is a chain without liberty. */
export function withSetup(board: Board, { black, white, empty }: Setup): Result<Board, Point> {
  const stones = new Map<Point, Color>(stonesOf(board).map(([color, point]) => [point, color]))
  for (const point of black) stones.set(point, Black)
  for (const point of white) stones.set(point, White)
  for (const point of empty) stones.delete(point)
  const list = [...stones].map(([point, color]) => [color, point] as const)
  const changed = Board.fromStones(board.size, list, { suicide: board.suicide })
  return changed.ok ? changed : err(changed.error)
}
