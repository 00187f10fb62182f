// Whole games at the table, without a screen.

import { describe, expect, it } from "vitest"
import { unwrap } from "../../base/result.ts"
import { openDeadStoneEstimator, RandomPlayer } from "../../players/index.ts"
import {
  Black,
  Game,
  makeOutcome,
  parseRuleset,
  parseVertex,
  PASS,
  White,
  type GameOptions,
  type Move,
  type Point,
} from "../../rules/index.ts"
import { parseAction } from "./commands.ts"
import { seedOfMove, type Seating } from "./seating.ts"
import { Table, type Reply } from "./table.ts"

const estimateDead = await openDeadStoneEstimator()

const BOTH: Seating = { person: "both", player: "random", seed: 1 }
const AS_BLACK: Seating = { person: "black", player: "random", seed: 1 }

function sit(options: GameOptions, seating = BOTH, dead: string[] = []): Table {
  const game = unwrap(Game.create(options))
  const points = dead.map((vertex) => parseVertex(vertex, options.size) as Point)
  return new Table({ game, seating, estimateDead: () => points })
}

/** Types these lines; answers the last reply. */
function type(table: Table, lines: string): Reply {
  let reply: Reply = { say: [], changed: false }
  for (const line of lines.split(" ")) reply = table.act(parseAction(line, table.game.size))
  return reply
}

const answer = (table: Table, vertex: string) =>
  table.answer({ move: parseVertex(vertex, table.game.size) as Move, reason: "uniform" })

const rules = (name: string) => parseRuleset(name)!

/** A wall in the middle of 5×5: Black has the left, White the right, each with a stone lost on the other side. */
const WALLS = "b1 d1 b2 d2 b3 d3 b4 d4 b5 d5 e3 a3"

describe("two persons", () => {
  it("play, pass, mark and count", () => {
    const table = sit({ size: 5, komi: 0.5 }, BOTH, ["E3", "A3"])
    expect(type(table, WALLS).changed).toBe(true)
    const passed = type(table, "pass pass")
    expect(table.stage).toBe("marking")
    expect(table.prompt).toContain("Dead stones")
    expect(passed.say.join(" ")).toContain("2 stones look dead. White is ahead by 0.5 points.")
    expect(passed.scene?.sheet).toContain("total         10  10.5")
    const done = type(table, "done")
    expect(table.awaits).toBe("nobody")
    expect(done.changed).toBe(true)
    expect(done.say.at(-1)).toBe("White wins by 0.5 points. Result: W+0.5")
    expect(done.scene?.sheet).toMatchInlineSnapshot(`
      [
        "           Black White",
        "stones         5     5",
        "territory      5     5",
        "komi               0.5",
        "total         10  10.5",
      ]
    `)
  })

  it("turn dead stones by naming one, and back", () => {
    const table = sit({ size: 5, komi: 0, rules: rules("japanese") }, BOTH, ["E3"])
    type(table, `${WALLS} pass pass`)
    expect(type(table, "a3").say[0]).toBe("1 stone marked as dead. Both sides have the same.")
    expect(type(table, "a3").say[0]).toContain("marked as alive")
    expect(type(table, "b3").say[0]).toContain("5 stones marked as dead")
    expect(table.dead.size).toBe(6)
    expect(type(table, "c3").say[0]).toBe("There is no stone on C3.")
    expect(type(table, "pass").say[0]).toContain("Type done to count")
    expect(table.stage).toBe("marking")
  })

  it("resume play after the passes, and end again", () => {
    const table = sit({ size: 5 }, BOTH, ["E3"])
    type(table, `${WALLS} pass pass`)
    expect(type(table, "resume").say[0]).toContain("Black to play")
    expect(table.stage).toBe("playing")
    expect(table.dead.size).toBe(0)
    expect(type(table, "c3").changed).toBe(true)
    type(table, "pass pass")
    expect(table.stage).toBe("marking")
  })

  it("undo one move each, from the marking too", () => {
    const table = sit({ size: 5 })
    expect(type(table, "undo").say[0]).toBe("There is no move to take back.")
    type(table, "c3 d3 undo")
    expect(table.game.moves).toHaveLength(1)
    expect(table.game.toPlay).toBe(White)
    type(table, "pass pass")
    expect(table.stage).toBe("marking")
    expect(type(table, "undo").say[0]).toBe("One move taken back.")
    expect(table.stage).toBe("playing")
  })

  it("resign only when they mean it", () => {
    const table = sit({ size: 5 })
    type(table, "c3 resign")
    expect(table.prompt).toContain("Resign?")
    expect(type(table, "d3").say[0]).toContain("not resigned")
    expect(table.game.moves).toHaveLength(1)
    expect(type(table, "resign yes").say.at(-1)).toBe("Black wins by resignation. Result: B+R")
    expect(table.stage).toBe("over")
  })

  it("are told of captures", () => {
    const table = sit({ size: 5 })
    expect(type(table, "b1 a1 a2").say).toEqual(["Black takes 1 stone."])
  })
})

describe("refusals are explained", () => {
  it.each([
    ["occupied", "c3 c3", "C3 is not possible: there is already a stone on that point."],
    ["suicide", "b1 c3 a2 a1", "A1 is not possible: that would leave your own stones without a liberty."],
    ["ko", "b1 c1 a2 d2 b3 c3 c2 b2 c2", "C2 is not possible: ko: you can't take back at once"],
    ["unclear", "foo", '"foo" is not a move'],
    ["answer without a question", "yes", "Nothing was asked."],
    ["done too early", "done", "two passes in a row come first"],
  ])("%s", (_, lines, sentence) => {
    const reply = type(sit({ size: 5 }), lines)
    expect(reply.say[0]).toContain(sentence)
    expect(reply.changed).toBe(false)
  })

  it("superko names the move that is repeated", () => {
    // 2×2: White takes two stones with B1, Black takes those back, White takes again; A2 would restore move 1.
    const reply = type(sit({ size: 2, rules: rules("chinese"), komi: 0 }), "a2 b2 a1 b1 a2 a1 a2")
    expect(reply.say).toEqual(["A2 is not possible: that repeats the position after move 1."])
  })
})

describe("against a player", () => {
  it("undo takes back both moves, and nothing that is not the person's", () => {
    const table = sit({ size: 9 }, AS_BLACK)
    type(table, "e5")
    expect(table.awaits).toBe("player")
    expect(answer(table, "c3").say).toEqual(["random (White) plays C3."])
    expect(type(table, "undo").say[0]).toBe("2 moves taken back.")
    expect(table.game.moves).toHaveLength(0)
    expect(type(table, "undo").say[0]).toBe("There is no move to take back.")
  })

  it("with a handicap the player begins, and its first move stays", () => {
    const setup = [
      [Black, parseVertex("C3", 9) as Point] as const,
      [Black, parseVertex("G7", 9) as Point] as const,
    ]
    const table = sit({ size: 9, setup, handicap: 2 }, AS_BLACK)
    expect(table.awaits).toBe("player")
    answer(table, "e5")
    expect(type(table, "undo").say[0]).toBe("There is no move to take back.")
    type(table, "d4")
    answer(table, "d5")
    type(table, "undo")
    expect(table.game.moves).toHaveLength(1)
  })

  it("its pass, its captures and its resignation are told", () => {
    const table = sit({ size: 5 }, AS_BLACK)
    type(table, "a1")
    answer(table, "b1")
    type(table, "pass")
    expect(answer(table, "a2").say[0]).toBe("random (White) plays A2 and takes 1 stone.")
    type(table, "c3")
    expect(answer(table, "pass").say[0]).toContain("If you pass too, the game is counted.")
    type(table, "pass undo")
    expect(table.stage).toBe("playing")
    expect(table.awaits).toBe("person")
    type(table, "d3")
    expect(table.answer({ move: "resign", reason: "uniform" }).say.at(-1)).toContain("B+R")
  })

  it("an unlawful move of the player forfeits", () => {
    const table = sit({ size: 5 }, AS_BLACK)
    type(table, "c3")
    const reply = answer(table, "c3")
    expect(reply.say.join(" ")).toContain("already a stone")
    expect(makeOutcome(table.game.outcome!)).toBe("B+F")
  })

  it("the person resigns, whichever turn it is while stones are marked", () => {
    const table = sit({ size: 5 }, AS_BLACK)
    type(table, "c3")
    answer(table, "pass")
    type(table, "pass")
    expect(table.game.toPlay).toBe(White)
    expect(type(table, "resign yes").say.at(-1)).toContain("W+R")
  })

  it("the same seed and moves give the same game, also when it is taken up in the middle", async () => {
    const player = new RandomPlayer()
    const playOn = async (table: Table, lines: string[]) => {
      for (const line of lines) {
        type(table, line)
        while (table.awaits === "player") table.answer(await player.choose(table.request()))
      }
      return table.game.moves
    }
    const whole = await playOn(sit({ size: 9 }, AS_BLACK), ["e5", "pass", "pass", "pass"])
    const first = sit({ size: 9 }, AS_BLACK)
    await playOn(first, ["e5", "pass"])
    const position = first.game.position()
    const game = unwrap(Game.replay(position, position.moves))
    const second = new Table({ game, seating: AS_BLACK, estimateDead: () => [] })
    expect(await playOn(second, ["pass", "pass"])).toEqual(whole)
    await playOn(second, ["undo", "pass"])
    expect(second.game.moves).toEqual(whole)
    expect(seedOfMove(1, 3)).not.toBe(seedOfMove(1, 4))
  })

  it.each(["tromp-taylor", "cgos", "chinese", "aga", "new-zealand", "japanese", "capture-2"])(
    "plays a whole game to the end under %s rules",
    async (name) => {
      const player = new RandomPlayer()
      const game = unwrap(Game.create({ size: 5, rules: rules(name) }))
      const table = new Table({ game, seating: AS_BLACK, estimateDead })
      for (let i = 0; i < 1000 && table.stage === "playing"; i++) {
        if (table.awaits === "player") table.answer(await player.choose(table.request()))
        else {
          const { move } = await player.choose(table.request())
          table.act({ kind: "play", move: move === "resign" ? PASS : move })
        }
      }
      if (table.stage === "marking") type(table, "done")
      expect(table.stage).toBe("over")
      expect(table.game.outcome).toBeDefined()
    },
  )
})

describe("where the rules remove no dead stones", () => {
  it.each(["cgos", "tromp-taylor"])("%s ends at once", (name) => {
    const table = sit({ size: 5, rules: rules(name), komi: 0.5 })
    const reply = type(table, `${WALLS} pass pass`)
    expect(table.stage).toBe("over")
    expect(reply.say.at(-1)).toBe("White wins by 0.5 points. Result: W+0.5")
    expect(reply.scene?.sheet.length).toBeGreaterThan(0)
  })
})

describe("Capture Go", () => {
  it("ends with the capture", () => {
    const table = sit({ size: 5, rules: rules("capture-1"), komi: 0 })
    expect(type(table, "b1 a1 score").say.join(" ")).toContain(
      "to capture 1 stone wins. Black has 0, White 0.",
    )
    const reply = type(table, "a2")
    expect(reply.say).toEqual(["Black takes 1 stone.", "Black wins with 1 stone taken. Result: B+"])
    expect(reply.scene?.view.owner).toBeUndefined()
  })

  it("two passes are a draw", () => {
    const table = sit({ size: 5, rules: rules("capture-3"), komi: 0 })
    expect(type(table, "pass pass").say.at(-1)).toBe("The game is a draw. Result: 0")
  })
})

it("AGA: White makes the last pass", () => {
  const table = sit({ size: 5, rules: rules("aga") })
  type(table, "c3 pass pass")
  expect(table.stage).toBe("playing")
  type(table, "pass")
  expect(table.stage).toBe("marking")
})

it("score shows an estimate and leaves the game alone", () => {
  const table = sit({ size: 5 }, BOTH, ["A3", "E3"])
  type(table, WALLS)
  const reply = type(table, "score")
  expect(reply.say[0]).toContain("As if the game ended now")
  expect(reply.scene?.view.dead?.size).toBe(2)
  expect(reply.changed).toBe(false)
  expect(table.scene.view.dead).toBeUndefined()
  expect(table.stage).toBe("playing")
})

it("wishes that are not the table's are handed on", () => {
  const table = sit({ size: 5 })
  expect(type(table, "quit").wish).toEqual({ kind: "leave" })
  expect(table.act(parseAction("save a b.sgf", 5)).wish).toEqual({ kind: "save", file: "a b.sgf" })
  expect(type(table, "help").say.length).toBeGreaterThan(5)
  expect(type(table, "").say).toEqual([])
  expect(type(table, "board").scene).toBeDefined()
})
