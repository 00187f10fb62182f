import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import type { Candidate, SearchReport } from "../player/index.ts"
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
import { chooseEnding, contestedPoints, evenPosition, moveLeft, openPoints } from "./ending.ts"
import type { Ending, EndingOptions } from "./ending.ts"

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
/** White has 6 points here, and none when its stones are dead; two belong to neither side. */
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
  /** What every point surely belongs to; default: unknown. */
  readonly settled?: boolean
  readonly dead?: readonly string[]
  readonly options?: Partial<EndingOptions>
}

function decide(test: Case): Omit<Ending, "move"> & { readonly move: string } {
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
      "the opponent passed and our pass wins by dead stones alone: play on",
      {
        drawing: DEAD_GROUP,
        rules: rules("chinese"),
        color: White,
        komi: 11.5,
        moves: ["pass", "A5"],
        passed: true,
        dead: ["B5", "B4", "A3", "B3"],
      },
      "A5",
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
      "… not when it was not asked for",
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
    expect(decide(test)).toMatchObject({ move, reason })
  })

  it("dead stones are estimated only where it matters", () => {
    const options = {
      dead: (): never => {
        throw new Error("these were not asked for")
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

  it("under territory rules a pass is proposed as soon as nearly all points are settled", () => {
    const game = unwrap(Game.create({ size: 5, rules: rules("japanese") }))
    const nearly = report(Black, ["A1"], 0.9, 1)
    const reasonWithOpen = (...vertices: string[]): Ending["reason"] => {
      for (const vertex of vertices) nearly.owners[parseVertex(vertex, 5)!] = 0
      return chooseEnding(game, Black, nearly, { dead: () => [] }).reason
    }
    expect(reasonWithOpen("C3", "C4")).toBe("settled")
    expect(reasonWithOpen("C5")).toBe("most-visits")
  })

  it("only a pass that wins by the standing stones is final", () => {
    const isFinal = (name: string): boolean =>
      decide({ drawing: BLACK_LEADS, rules: rules(name), moves: ["A1"], passed: true }).isFinal === true
    expect([isFinal("cgos"), isFinal("chinese"), isFinal("japanese")]).toEqual([true, false, false])
  })
})

describe("what is left to play before a pass (TREE-11)", () => {
  const position = (name = "chinese") =>
    unwrap(Game.create({ size: 5, rules: rules(name), komi: 0.5 })).position()
  const points = (...vertices: string[]): Move[] => vertices.map((vertex) => parseVertex(vertex, 5)!)
  const vertexOf = (move: Move | undefined): string | undefined =>
    move === undefined ? undefined : makeVertex(move, 5)

  it("is nothing when no point is open, unless the pass would be a mistake", () => {
    const ours = report(Black, ["pass", "A1"], 0.9, 1)
    expect(moveLeft([], ours, 0.7)).toBeUndefined()
    expect(vertexOf(moveLeft([], ours, 0.6))).toBe("A1")
  })

  it("is the best move where it gains, on whatever point", () => {
    const ours = report(Black, ["pass", "A1", "C3"], 0.5, 1)
    expect(vertexOf(moveLeft(points("C3"), ours, 0.4))).toBe("A1")
  })

  it("else is the most visited move on an open point that loses nothing", () => {
    const ours = report(Black, ["A1", "pass", "D4", "C3"], 0.5, 1)
    expect(vertexOf(moveLeft(points("C3", "D4"), ours, 0.5))).toBe("D4")
  })

  it("is no move that loses, as in a seki, and none that the search did not try", () => {
    const ours = report(Black, ["pass", "C3"], 0.9, 1)
    const [pass, candidate] = ours.candidates
    const left = (change: Partial<Candidate>): Move | undefined =>
      moveLeft(points("C3"), { ...ours, candidates: [pass!, { ...candidate!, ...change }] }, 0.9)
    expect(vertexOf(left({}))).toBe("C3")
    expect(left({ winRate: 0.8 })).toBeUndefined()
    expect(left({ visits: 0 })).toBeUndefined()
  })

  it("open are points that the simulations don't agree on, contested those of the side that moves first", () => {
    const [ours, theirs] = [report(Black, [], 0.5, 1), report(White, [], 0.5, 1)]
    for (const [vertex, mine, other] of [
      ["A1", 0.4, 0.4],
      ["B1", 0.6, -0.6],
      ["C1", -0.6, 0.6],
      ["D1", 1, 0],
    ] as const) {
      ours.owners[parseVertex(vertex, 5)!] = mine
      theirs.owners[parseVertex(vertex, 5)!] = other
    }
    expect(openPoints(5, ours).map(vertexOf)).toEqual(["A1"])
    expect(contestedPoints(5, ours, theirs).map(vertexOf)).toEqual(["B1"])
    expect(contestedPoints(5, { ...ours, color: White }, { ...theirs, color: Black }).map(vertexOf)).toEqual([
      "C1",
    ])
  })

  it("is searched under a komi by which the asking side leads by a point and a half", () => {
    const all = report(Black, [], 0.5, 0.8)
    expect(evenPosition(position(), Black, all).komi).toBe(23.5)
    expect(evenPosition(position(), White, all).komi).toBe(26.5)
    const handicapped = { ...position(), handicap: 2 }
    expect(evenPosition(handicapped, Black, all).komi).toBe(21.5)
  })
})
