// `endgame=on` (CGT-7): the proven move where there is one, the search's own move everywhere else.

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endgameSuite } from "../../../test/support/endgames.ts"
import { unwrap } from "../../base/result.ts"
import { parsePlayerSpec, type Answer, type Player } from "../../player/index.ts"
import {
  Black,
  captureGo,
  Game,
  parseAscii,
  parseVertex,
  stonesOf,
  White,
  type Board,
  type Color,
  type Point,
  type Position,
} from "../../rules/index.ts"
import { makeUctPlayer } from "../../search/index.ts"
import { EndgameChooser } from "./choose.ts"
import { searchAll } from "./exhaustive.ts"

function gameOf(board: Board, toPlay: Color, komi = 7.5): Game {
  return unwrap(Game.create({ size: board.size, komi, setup: stonesOf(board), firstToPlay: toPlay }))
}

const chooseEndgameMove = (position: Position, color: Color): Point | undefined =>
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

  it("searches as without it where nothing is proven", async () => {
    const game = unwrap(Game.create({ size: 9 }))
    const [plain, on] = [await ask(players[0]!, game), await ask(players[1]!, game)]
    expect([on.move, on.reason]).toEqual([plain.move, plain.reason])
  })
})
