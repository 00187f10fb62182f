import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import {
  allPoints,
  Black,
  captureGo,
  Empty,
  Game,
  makeVertex,
  parseAscii,
  parseRuleset,
  parseVertex,
  PASS,
  POINTS,
  White,
  type Color,
  type Move,
  type Ruleset,
} from "../rules/index.ts"
import { chooseEnding, staysSettled, type Ending, type EndingOptions } from "./ending.ts"
import type { Candidate, SearchReport } from "./report.ts"

// Black has 15 points and White 10; the white stone at A1 is dead.
const BLACK_LEADS = `
  . . X O .
  . . X O .
  . . X O .
  . . X O .
  . . X O .`
const DEAD_STONE = `
  . . X O .
  . . X O .
  . . X O .
  . . X O .
  O . X O .`
/** White has 6 points here, and none when its stones are dead; two are nobody's. */
const DEAD_GROUP = `
  . O . X .
  . O . X .
  O O X X .
  X X X . .
  . . . . .`

const rules = (name: string): Ruleset => parseRuleset(name)!

interface Case {
  readonly drawing: string
  readonly rules: Ruleset
  readonly color?: Color
  readonly komi?: number
  /** Moves on top of the drawing, by turns from the other side on. */
  readonly passed?: boolean
  /** Moves by name, the most visited first. */
  readonly moves: readonly string[]
  readonly winRate?: number
  /** What every point surely belongs to; default: nobody knows. */
  readonly settled?: boolean
  readonly dead?: readonly string[]
  readonly options?: Partial<EndingOptions>
}

function decide(test: Case): { readonly move: string; readonly reason: Ending["reason"] } {
  const { drawing, color = Black, passed = false, moves, winRate = 0.5, settled = false, dead = [] } = test
  const board = unwrap(parseAscii(drawing))
  const { size } = board
  const stones = allPoints(size).filter((point) => board.at(point) !== Empty)
  const other = color === Black ? White : Black
  const game = unwrap(
    Game.create({
      size,
      rules: test.rules,
      komi: test.komi ?? 0.5,
      setup: stones.map((point) => [board.at(point) as Color, point]),
      firstToPlay: passed ? other : color,
    }),
  )
  if (passed) unwrap(game.play(PASS))
  const ending = chooseEnding(game, color, report(color, moves, winRate, settled ? 1 : 0), {
    dead: () => dead.map((vertex) => parseVertex(vertex, size) as (typeof stones)[number]),
    ...test.options,
  })
  return { ...ending, move: ending.move === "resign" ? "resign" : makeVertex(ending.move, size) }
}

function report(color: Color, moves: readonly string[], winRate: number, owner: number): SearchReport {
  const candidates = moves.map((vertex, index): Candidate => {
    const move: Move = parseVertex(vertex, 5)!
    return { move, visits: 100 - index, winRate, pv: [move] }
  })
  return {
    color,
    playouts: 200,
    seconds: 1,
    winRate,
    score: { mean: 0, spread: 1 },
    candidates,
    owners: new Float64Array(POINTS).fill(owner),
    nodes: 100,
    capacity: 1000,
    notes: [],
  }
}

describe("how a game ends (TREE-11)", () => {
  it.each<[string, Case, string, Ending["reason"]]>([
    [
      "the search's move where nothing else is to be said",
      { drawing: BLACK_LEADS, rules: rules("cgos"), moves: ["A1", "pass"] },
      "A1",
      "most-visits",
    ],
    [
      "the opponent passed and we win: pass",
      { drawing: BLACK_LEADS, rules: rules("cgos"), moves: ["A1"], passed: true },
      "pass",
      "pass-wins",
    ],
    [
      "the opponent passed and we would lose: play on",
      { drawing: BLACK_LEADS, rules: rules("cgos"), komi: 7.5, moves: ["A1"], passed: true },
      "A1",
      "most-visits",
    ],
    [
      "the opponent passed on an empty board and the komi wins: play on, where people agree on the end",
      {
        drawing: ". . . . .\n".repeat(5),
        rules: rules("chinese"),
        color: White,
        komi: 7.5,
        moves: ["pass", "C3"],
        passed: true,
      },
      "C3",
      "most-visits",
    ],
    [
      "the same where nothing is agreed on: a won game is won",
      {
        drawing: ". . . . .\n".repeat(5),
        rules: rules("cgos"),
        color: White,
        komi: 7.5,
        moves: ["pass", "C3"],
        passed: true,
      },
      "pass",
      "pass-wins",
    ],
    [
      "White judges by White's side",
      { drawing: BLACK_LEADS, rules: rules("cgos"), color: White, komi: 7.5, moves: ["E1"], passed: true },
      "pass",
      "pass-wins",
    ],
    [
      "a draw by passing is not won",
      { drawing: BLACK_LEADS, rules: rules("cgos"), komi: 5, moves: ["A1"], passed: true },
      "A1",
      "most-visits",
    ],
    [
      "never pass in a position that is lost by passing, even if the tree would",
      { drawing: BLACK_LEADS, rules: rules("cgos"), komi: 7.5, moves: ["pass", "A1"] },
      "A1",
      "most-visits",
    ],
    [
      "… unless nothing else was tried",
      { drawing: BLACK_LEADS, rules: rules("cgos"), komi: 7.5, moves: ["pass"] },
      "pass",
      "most-visits",
    ],
    [
      "the tree's own pass where it wins",
      { drawing: BLACK_LEADS, rules: rules("cgos"), moves: ["pass", "A1"] },
      "pass",
      "most-visits",
    ],
    [
      "no search, no move: pass",
      { drawing: BLACK_LEADS, rules: rules("cgos"), moves: [] },
      "pass",
      "settled",
    ],
    [
      "dead stones count as alive where the rules remove none",
      {
        drawing: DEAD_GROUP,
        rules: rules("cgos"),
        moves: ["A5"],
        passed: true,
        settled: true,
        komi: 14.5,
        dead: ["B5", "B4", "A3", "B3"],
      },
      "A5",
      "most-visits",
    ],
    [
      "… and are removed where they do",
      {
        drawing: DEAD_GROUP,
        rules: rules("chinese"),
        moves: ["A5"],
        passed: true,
        komi: 14.5,
        dead: ["B5", "B4", "A3", "B3"],
      },
      "pass",
      "pass-wins",
    ],
    [
      "… but not when dead stones must be taken off",
      {
        drawing: DEAD_GROUP,
        rules: rules("chinese"),
        moves: ["A5"],
        passed: true,
        settled: true,
        komi: 14.5,
        dead: ["B5", "B4", "A3", "B3"],
        options: { mustCapture: true },
      },
      "A5",
      "most-visits",
    ],
    [
      "a settled board that is won by agreement: pass first",
      { drawing: DEAD_STONE, rules: rules("chinese"), moves: ["A2"], settled: true, dead: ["A1"] },
      "pass",
      "settled",
    ],
    [
      "… but not where the first pass may not be ours",
      {
        drawing: DEAD_STONE,
        rules: rules("chinese"),
        moves: ["A2"],
        settled: true,
        dead: ["A1"],
        options: { mayPassFirst: false },
      },
      "A2",
      "most-visits",
    ],
    [
      "a settled board that is lost: play on under area rules",
      { drawing: BLACK_LEADS, rules: rules("chinese"), komi: 7.5, moves: ["A2"], settled: true },
      "A2",
      "most-visits",
    ],
    [
      "… and pass under territory rules, where every move costs",
      { drawing: BLACK_LEADS, rules: rules("japanese"), komi: 7.5, moves: ["A2"], settled: true },
      "pass",
      "settled",
    ],
    [
      "territory: an open board is played on",
      { drawing: BLACK_LEADS, rules: rules("japanese"), moves: ["A2"] },
      "A2",
      "most-visits",
    ],
    [
      "territory: the opponent passed and we win with the dead stones off",
      { drawing: DEAD_STONE, rules: rules("japanese"), moves: ["A2"], passed: true, dead: ["A1"] },
      "pass",
      "pass-wins",
    ],
    [
      "Capture Go is not ended by counting",
      { drawing: BLACK_LEADS, rules: captureGo(1), moves: ["A2"], passed: true, settled: true, komi: 0 },
      "A2",
      "most-visits",
    ],
    [
      "resign when no move has hope",
      {
        drawing: BLACK_LEADS,
        rules: rules("cgos"),
        moves: ["A2", "A3"],
        winRate: 0.04,
        options: { resignAt: 0.05 },
      },
      "resign",
      "hopeless",
    ],
    [
      "… not before",
      {
        drawing: BLACK_LEADS,
        rules: rules("cgos"),
        moves: ["A2", "A3"],
        winRate: 0.06,
        options: { resignAt: 0.05 },
      },
      "A2",
      "most-visits",
    ],
    [
      "… not when nobody asked for it",
      { drawing: BLACK_LEADS, rules: rules("cgos"), moves: ["A2"], winRate: 0 },
      "A2",
      "most-visits",
    ],
    [
      "… and not when a pass wins at once",
      {
        drawing: BLACK_LEADS,
        rules: rules("cgos"),
        moves: ["A2"],
        winRate: 0,
        passed: true,
        options: { resignAt: 0.5 },
      },
      "pass",
      "pass-wins",
    ],
  ])("%s", (_, test, move, reason) => {
    expect(decide(test)).toEqual({ move, reason })
  })

  it("dead stones are estimated only where it matters", () => {
    const options = {
      dead: (): never => {
        throw new Error("nobody asked for them")
      },
    }
    expect(
      decide({ drawing: BLACK_LEADS, rules: rules("cgos"), moves: ["A1"], passed: true, options }).move,
    ).toBe("pass")
    expect(decide({ drawing: BLACK_LEADS, rules: rules("chinese"), moves: ["A1"], options }).move).toBe("A1")
  })

  it("one open point is enough for a board not to be settled", () => {
    const game = unwrap(Game.create({ size: 5, rules: rules("chinese"), komi: -1 }))
    const settled = report(Black, ["A1"], 0.9, 1)
    const options = { dead: () => [] }
    expect(chooseEnding(game, Black, settled, options).reason).toBe("settled")
    settled.owners[parseVertex("C3", 5)!] = 0.89
    expect(chooseEnding(game, Black, settled, options).reason).toBe("most-visits")
  })

  it("a board stays settled when the other side's search gives every point to the same side", () => {
    const [black, white, doubtful] = [1, -1, 0.5].map((owner) => report(Black, [], 0.5, owner))
    expect(staysSettled(5, black!, black!)).toBe(true)
    expect(staysSettled(5, white!, white!)).toBe(true)
    expect(staysSettled(5, black!, white!)).toBe(false)
    expect(staysSettled(5, black!, doubtful!)).toBe(false)
  })
})
