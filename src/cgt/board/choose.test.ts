// `endgame=on` (CGT-7): the proven move where there is one, the search's own move everywhere else.

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endgameSuite } from "../../../test/support/endgames.ts"
import { unwrap } from "../../base/result.ts"
import { parsePlayerSpec, type Answer, type Player } from "../../player/index.ts"
import {
  Black,
  captureGo,
  CHINESE,
  Game,
  parseAscii,
  parseRuleset,
  parseVertex,
  PASS,
  stonesOf,
  White,
  type Board,
  type Color,
  type Move,
  type Position,
} from "../../rules/index.ts"
import { makeUctPlayer } from "../../search/index.ts"
import { EndgameChooser } from "./choose.ts"
import { analyzeEndgame } from "./endgame.ts"
import { searchAll } from "./exhaustive.ts"
import { playEndgame } from "./play.ts"

function gameOf(board: Board, toPlay: Color, rules = CHINESE): Game {
  const setup = stonesOf(board)
  return unwrap(Game.create({ size: board.size, rules, komi: 7.5, setup, firstToPlay: toPlay }))
}

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

/** All is decided: Black has the twelve points of the corner, White the rest, with a dead stone in it. */
const DECIDED = draw(`
  . X . . . X O O O
  X X X X X X O . O
  O O O O O O O O O
  . O O X . O O O O
  O O O O O O O O O
  O O O O O O O O O
  O O O O O O O O O
  O O O O O O O O O
  O O O O O O O O O`)

const chooseEndgameMove = (position: Position, color: Color): Move | undefined =>
  new EndgameChooser().choose(position, color)

describe("the proven move", () => {
  it("is one that a search of the whole position finds, too", () => {
    for (const { board, toPlay } of endgameSuite().slice(4, 8)) {
      const move = chooseEndgameMove(gameOf(board, toPlay).position(), toPlay)
      expect(searchAll(board, toPlay, 1_000_000)!.best).toContain(move)
    }
  })

  it("is the answer to a move in an area that was safe, before any larger region", () => {
    // Black's upper stones have two eyes only if Black answers there; below, C3 and D3 are open.
    const board = unwrap(
      parseAscii(`
        . . . . X O . O .
        X X X X X O O O O
        O O O O O O O O O
        O . O O O O . O O
        O O O O O O O O O
        X X X X X O O O O
        X X . . O O O O O
        X X X X X O O O O
        . X . X X O O O O`),
    )
    const game = gameOf(board, White)
    unwrap(game.play(parseVertex("B9", 9)!))
    const answer = chooseEndgameMove(game.position(), Black)
    expect(answer).toBe(parseVertex("C9", 9))
    unwrap(game.play(answer!))
    expect(chooseEndgameMove(game.position(), White)).toBe(parseVertex("D3", 9))
  })

  it("is a pass for the side that wins where all is decided, not for the one that loses", () => {
    expect(chooseEndgameMove(gameOf(DECIDED, White).position(), White)).toBe(PASS)
    expect(chooseEndgameMove(gameOf(DECIDED, Black).position(), Black)).toBeUndefined()
  })

  it("is no pass where dead stones would count as alive", () => {
    const rules = parseRuleset("tromp-taylor")!
    const game = gameOf(DECIDED, White, rules)
    expect(chooseEndgameMove(game.position(), White)).toBeUndefined()
    unwrap(game.play(parseVertex("E6", 9)!))
    unwrap(game.play(PASS))
    expect(chooseEndgameMove(game.position(), White)).toBe(PASS)
  })

  it("is not looked for where a proof takes more than a player can give to every turn", () => {
    const board = draw(`
      . . X . O X X X X
      . . X O O X O X X
      . . . X . X O O X
      . . . X X X O O .
      . O X X . X X O .
      X X X X X O O O .
      O X X O O . O O .
      O O O . O . O . O
      O . . O . O . . .`)
    const endgame = analyzeEndgame(board, { scoring: "area", isAllOrNothing: true })
    expect(endgame.isProven).toBe(true)
    expect(playEndgame(endgame, White).best.length).toBeGreaterThan(0)
    expect(chooseEndgameMove(gameOf(board, White).position(), White)).toBeUndefined()
  })

  it("is not there on an open board, and not in Capture Go", () => {
    expect(chooseEndgameMove(unwrap(Game.create({ size: 9 })).position(), Black)).toBeUndefined()
    const { board, toPlay } = endgameSuite()[0]!
    const capture = unwrap(
      Game.create({ size: 9, rules: captureGo(1), setup: stonesOf(board), firstToPlay: toPlay }),
    )
    expect(chooseEndgameMove(capture.position(), toPlay)).toBeUndefined()
  })
})

describe("uct", () => {
  const suite = endgameSuite()[0]!
  let players: Player[] = []
  beforeAll(() => {
    const name = "uct,playouts=50"
    players = [name, `${name},endgame=on`].map((spec) =>
      unwrap(
        makeUctPlayer(unwrap(parsePlayerSpec(spec)), {
          openEndgame: async () => new EndgameChooser(),
        }),
      ),
    )
  })
  afterAll(() => Promise.all(players.map((player) => player.close())))
  const ask = (player: Player, game: Game): Promise<Answer> =>
    player.choose({ position: game.position(), color: game.toPlay, budget: {}, seed: 1 })

  it("plays it with endgame=on, and only then", async () => {
    const game = gameOf(suite.board, suite.toPlay)
    const [plain, on] = [await ask(players[0]!, game), await ask(players[1]!, game)]
    expect(on).toEqual({ move: chooseEndgameMove(game.position(), suite.toPlay), reason: "endgame" })
    expect(plain.reason).not.toBe("endgame")
  })

  it("plays on where dead stones must be taken off before it passes", async () => {
    const position = gameOf(DECIDED, White).position()
    const request = { position, color: White, budget: {}, seed: 1 }
    expect(await players[1]!.choose(request)).toEqual({ move: PASS, reason: "endgame" })
    const answer = await players[1]!.choose({ ...request, mustCapture: true })
    expect([answer.move === PASS, answer.reason]).toEqual([false, "most-visits"])
  })

  it("searches as without it where nothing is proven", async () => {
    const game = unwrap(Game.create({ size: 9 }))
    const [plain, on] = [await ask(players[0]!, game), await ask(players[1]!, game)]
    expect([on.move, on.reason]).toEqual([plain.move, plain.reason])
  })
})
