import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { makeAscii, parseAscii } from "./ascii.ts"
import { stonesOf } from "./board.ts"
import { parseVertex } from "./coordinates.ts"
import {
  continuesGame,
  explainRefusal,
  Game,
  openGame,
  toPlayIn,
  type GameOptions,
  type Refusal,
} from "./game.ts"
import { makeOutcome } from "./outcome.ts"
import { captureGo, parseRuleset, type Ruleset } from "./ruleset.ts"
import { allPoints, Black, PASS, White, type Color, type Move, type Point } from "./types.ts"

const rules = (name: string): Ruleset => parseRuleset(name)!
const newGame = (options: Partial<GameOptions> & { size: number }): Game => unwrap(Game.create(options))

/** A game that begins from a drawn position. */
function from(drawing: string, options: Partial<GameOptions> = {}): Game {
  const board = unwrap(parseAscii(drawing))
  return newGame({ ...options, size: board.size, setup: stonesOf(board) })
}

function play(game: Game, ...vertices: string[]): Refusal | undefined {
  for (const vertex of vertices) {
    const played = game.play(parseVertex(vertex, game.size) as Move)
    if (!played.ok) return played.error
  }
  return undefined
}

describe("turns and the end (RUL-4)", () => {
  it("alternates, and refuses the wrong colour", () => {
    const game = newGame({ size: 9 })
    expect(game.play(parseVertex("E5", 9)!, White)).toEqual({
      ok: false,
      error: { reason: "not-your-turn", toPlay: Black },
    })
    expect(play(game, "E5")).toBeUndefined()
    expect(game.toPlay).toBe(White)
  })

  it("lets a colour move twice where turns are free", () => {
    const game = newGame({ size: 9, turns: "free" })
    expect(game.play(parseVertex("E5", 9)!, White).ok).toBe(true)
    expect(game.play(parseVertex("E4", 9)!, White).ok).toBe(true)
    expect(game.toPlay).toBe(Black)
  })

  it("is counted after two passes, and play can go on", () => {
    const game = newGame({ size: 9, komi: 7 })
    play(game, "E5", "pass", "pass")
    expect(game.phase).toBe("counting")
    expect(play(game, "A1")).toEqual({ reason: "game-over" })
    game.resume()
    expect(play(game, "pass", "pass")).toBeUndefined()
    expect(game.phase).toBe("counting")
    expect(makeOutcome(game.accept())).toBe("B+74")
    expect(game.phase).toBe("over")
  })

  it("one pass after the game was resumed is not yet the end", () => {
    const game = newGame({ size: 9 })
    play(game, "pass", "pass")
    game.resume()
    play(game, "pass")
    expect(game.phase).toBe("playing")
  })

  it("ends at once where no dead stones are removed", () => {
    const game = newGame({ size: 5, rules: rules("cgos"), komi: 0 })
    play(game, "C3", "pass", "pass")
    expect(makeOutcome(game.outcome!)).toBe("B+25")
  })

  it("ends by resignation, and undo opens it again", () => {
    const game = newGame({ size: 9 })
    play(game, "E5")
    game.resign(White)
    expect(makeOutcome(game.outcome!)).toBe("B+R")
    expect(play(game, "A1")).toEqual({ reason: "game-over" })
    expect(game.undo()).toBe(true)
    expect([game.phase, game.moves.length, game.undo()]).toEqual(["playing", 0, false])
  })

  it("AGA: White makes the last pass, and passes cost a stone", () => {
    const game = newGame({ size: 9, rules: rules("aga") })
    play(game, "E5", "pass", "pass")
    expect(game.phase).toBe("playing")
    play(game, "pass")
    expect(game.phase).toBe("counting")
    const other = newGame({ size: 9, rules: rules("aga") })
    play(other, "pass", "pass")
    expect(other.phase).toBe("counting")
  })

  it("refuses sizes, komi and setups that can't be", () => {
    expect(Game.create({ size: 30 })).toMatchObject({ ok: false })
    for (const komi of [Number.NaN, Infinity, 1e308, -1001])
      expect(Game.create({ size: 9, komi })).toMatchObject({
        ok: false,
        error: expect.stringContaining("-1000 to 1000"),
      })
    const full = allPoints(2).map((point) => [Black, point] as const)
    expect(Game.create({ size: 2, setup: full })).toEqual({
      ok: false,
      error: "the chain at A2 has no liberty",
    })
  })
})

const KO = `
  . X O .
  X . X O
  . X O .
  . . . .`

// Send two, return one: Black adds a stone at A4, White takes both from C4, Black takes that stone from B4,
// and the first position is back with White to play instead of Black.
const SEND_TWO = `
  . X . X
  O O X X
  . O O X
  . . O .`

describe("superko (RUL-2)", () => {
  it("names the move after which the position stood", () => {
    const game = from(KO, { firstToPlay: White })
    play(game, "B3", "pass", "pass")
    game.resume()
    const before = makeAscii(game.board)
    expect(play(game, "C3")).toEqual({ reason: "superko", repeats: 0 })
    expect(makeAscii(game.board)).toBe(before)
    game.undo()
    game.undo()
    expect(play(game, "A1", "D1", "C3")).toBeUndefined()
    expect(game.refusal(parseVertex("B3", 4)!)).toEqual({ reason: "ko" })
  })

  it("simple ko comes before superko", () => {
    const game = from(KO, { firstToPlay: White })
    play(game, "B3")
    expect(play(game, "C3")).toEqual({ reason: "ko" })
  })

  it.each(["tromp-taylor", "cgos", "chinese"])("%s is positional: the board alone counts", (name) => {
    const game = from(SEND_TWO, { rules: rules(name) })
    expect(play(game, "A4", "C4")).toBeUndefined()
    expect(play(game, "B4")).toEqual({ reason: "superko", repeats: 0 })
  })

  it.each(["aga", "new-zealand"])("%s is situational: the side to play counts too", (name) => {
    const game = from(SEND_TWO, { rules: rules(name) })
    expect(play(game, "A4", "C4", "B4", "pass")).toBeUndefined()
    expect(play(game, "A4")).toEqual({ reason: "superko", repeats: 1 })
  })

  it("japanese has none: a long cycle is void", () => {
    const game = from(SEND_TWO, { rules: rules("japanese") })
    expect(play(game, "A4", "C4", "B4", "pass")).toBeUndefined()
    expect(game.phase).toBe("playing")
    expect(play(game, "A4")).toBeUndefined()
    expect(makeOutcome(game.outcome!)).toBe("Void")
    game.undo()
    expect(game.outcome).toBeUndefined()
  })

  it("forgets positions that were taken back", () => {
    const game = from(SEND_TWO)
    play(game, "A4", "C4", "A2")
    while (game.undo());
    expect(play(game, "A4", "C4", "A2", "B4")).toBeUndefined()
    expect(game.moves.length).toBe(4)
  })

  it("single-stone suicide repeats the position, even where suicide is allowed", () => {
    const game = from(
      `
      . O .
      O O .
      . . X`,
      { rules: rules("tromp-taylor") },
    )
    expect(play(game, "A3")).toEqual({ reason: "superko", repeats: 0 })
    const japanese = newGame({ size: 3, rules: rules("japanese") })
    expect(japanese.board.suicide).toBe(false)
  })
})

describe("Capture Go (RUL-5)", () => {
  it("is won by the first capture", () => {
    const game = newGame({ size: 5, rules: captureGo(1) })
    expect(play(game, "B5", "A5", "A4")).toBeUndefined()
    expect(makeOutcome(game.outcome!)).toBe("B+")
    expect(game.phase).toBe("over")
  })

  it("counts stones up to the goal, over several captures", () => {
    const game = newGame({ size: 5, rules: captureGo(2) })
    play(game, "B5", "A5", "A4")
    expect(game.phase).toBe("playing")
    play(game, "E5", "D5", "C1", "E4")
    expect(makeOutcome(game.outcome!)).toBe("B+")
    game.undo()
    expect(game.phase).toBe("playing")
  })

  it("is undecided after two passes", () => {
    const game = newGame({ size: 5, rules: captureGo(3) })
    play(game, "pass", "pass")
    expect(makeOutcome(game.outcome!)).toBe("0")
  })
})

describe("handicap (RUL-3)", () => {
  const setup = ["C3", "G7"].map((vertex) => [Black, parseVertex(vertex, 9) as Point] as const)

  it.each([
    ["chinese", 2],
    ["aga", 1],
    ["japanese", 0],
    ["new-zealand", 0],
    ["tromp-taylor", 0],
  ])("%s gives White %i points for two stones", (name, points) => {
    const game = newGame({ size: 9, rules: rules(name), setup, handicap: 2, komi: 0.5 })
    expect(game.toPlay).toBe(White)
    expect(game.score().white.compensation).toBe(points)
    expect(game.score().white.total).toBe(points + 0.5)
  })
})

describe("position and replay", () => {
  it("are each other's inverse", () => {
    const game = from(SEND_TWO, { rules: rules("aga"), komi: -3.5 })
    play(game, "A4", "C4", "B4", "pass", "pass")
    const again = unwrap(Game.replay(game.position(), game.moves))
    expect(again.position()).toEqual(game.position())
    expect(makeAscii(again.board)).toBe(makeAscii(game.board))
  })

  it("a fault has its move's number", () => {
    const moves = [
      { color: Black, move: parseVertex("A1", 4)! },
      { color: White, move: parseVertex("A1", 4)! },
    ]
    expect(Game.replay({ size: 4 }, moves)).toEqual({
      ok: false,
      error: { number: 2, reason: "there is already a stone on that point" },
    })
  })

  it("moves after two passes resume the game", () => {
    const moves = [PASS, PASS, parseVertex("A1", 4)!].map((move, i) => ({
      color: (1 + (i % 2)) as Color,
      move,
    }))
    expect(unwrap(Game.replay({ size: 4 }, moves)).phase).toBe("playing")
  })
})

describe("the hashes of past positions (RUL-3)", () => {
  const afterBoth = (name: string, first: string, second: string): Game => {
    const game = newGame({ size: 5, rules: rules(name) })
    play(game, first, "pass", second)
    return game
  }

  it("one a move and one for the start; undo takes them back", () => {
    const game = newGame({ size: 5 })
    play(game, "C3", "B2", "pass")
    expect(game.past).toHaveLength(4)
    expect(game.past[0]).toEqual({ low: 0, high: 0 })
    expect(game.past.at(-1)).toEqual(game.board.hashWords)
    game.undo()
    expect(game.past).toHaveLength(3)
  })

  it.each(["chinese", "aga", "japanese"])("%s: the order of the moves doesn't count", (name) => {
    const [one, other] = [afterBoth(name, "B2", "C3"), afterBoth(name, "C3", "B2")]
    expect(one.past.at(-1)).toEqual(other.past.at(-1))
    expect(one.past[1]).not.toEqual(other.past[1])
  })

  it.each([
    ["chinese", true],
    ["aga", false],
    ["japanese", false],
  ])("%s: a pass leaves the hash as it is: %s", (name, isSame) => {
    const { past } = afterBoth(name, "B2", "C3")
    expect(past[1]!.low === past[2]!.low && past[1]!.high === past[2]!.high).toBe(isSame)
  })
})

describe("a position", () => {
  it("becomes a game that is ready for the next move", () => {
    const game = newGame({ size: 5 })
    play(game, "C3", "pass", "pass")
    const open = openGame(game.position())
    expect(open.phase).toBe("playing")
    expect(open.board.hash).toBe(game.board.hash)
    const broken = { ...game.position(), moves: [...game.moves, ...game.moves] }
    expect(() => openGame(broken)).toThrow("the position can't be replayed: it is White's turn")
  })

  it("says whose turn it is", () => {
    const game = newGame({ size: 5, firstToPlay: White })
    expect(toPlayIn(game.position())).toBe(White)
    play(game, "C3")
    expect(toPlayIn(game.position())).toBe(game.toPlay)
  })
})

it("every refusal has a sentence", () => {
  const refusals: Refusal[] = [
    { reason: "off-board" },
    { reason: "occupied" },
    { reason: "suicide" },
    { reason: "ko" },
    { reason: "superko", repeats: 41 },
    { reason: "superko", repeats: 0 },
    { reason: "not-your-turn", toPlay: Black },
    { reason: "game-over" },
  ]
  expect(new Set(refusals.map(explainRefusal)).size).toBe(refusals.length)
  expect(explainRefusal({ reason: "superko", repeats: 41 })).toContain("after move 41")
})

it("a position continues an earlier one of the same game, and no other", () => {
  const game = newGame({ size: 9, komi: 7 })
  play(game, "E5", "C3")
  const earlier = game.position()
  expect(continuesGame(earlier, earlier)).toBe(true)
  play(game, "G7")
  const later = game.position()
  expect([continuesGame(later, earlier), continuesGame(earlier, later)]).toEqual([true, false])
  const other = newGame({ size: 9, komi: 7 })
  play(other, "E5", "C4", "G7")
  expect(continuesGame(other.position(), earlier)).toBe(false)
  expect(continuesGame({ ...later, komi: 6.5 }, earlier)).toBe(false)
  expect(continuesGame({ ...later, setup: [[Black, parseVertex("A1", 9) as Point]] }, earlier)).toBe(false)
})
