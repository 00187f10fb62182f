// REC-1: SGF carries a move out, lawful or not; the game goes on from there.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { Black, Game, makeAscii, White } from "../rules/index.ts"
import { parseSgf, replayRecord, type Replayed, type ReplayOptions } from "./index.ts"

function replay(text: string, options: ReplayOptions = {}): Replayed {
  return unwrap(replayRecord(unwrap(parseSgf(text)).games[0]!, { source: { text }, ...options }))
}

/** Rows of the board without coordinates. */
function rows({ game }: Replayed): string[] {
  const lines = makeAscii(game.board).split("\n")
  return lines.filter((line) => /^ *\d/.test(line)).map((line) => line.replace(/[^.XO]/g, ""))
}

describe("REC-1 unlawful moves are carried out", () => {
  it("on an own stone, which stays; the note says where", () => {
    const replayed = replay("(;SZ[5]AB[ab][bc]\n;B[bc];W[cc])")
    expect(rows(replayed)).toEqual([".....", "X....", ".XO..", ".....", "....."])
    expect(replayed.notes).toEqual([
      "line 2, column 3: move 1, B[bc]: there is already a stone on that point; " +
        "carried out as the record has it, the game goes on from the stones on the board",
    ])
    expect(replayed.unlawful).toMatchObject([{ property: "B", index: 0, number: 1 }])
  })

  it("on an enemy's stone, which is replaced and can take its neighbours with it", () => {
    //  O . .      X . .
    //  O X .  →   . X .   White's A5 becomes Black's and takes A4.
    //  X . .      X . .
    const replayed = replay("(;SZ[5]AB[bb][ac]AW[aa][ab];B[aa])")
    expect(rows(replayed)).toEqual(["X....", ".X...", "X....", ".....", "....."])
    expect(replayed.game.toPlay).toBe(White)
  })

  it("as suicide, of one stone and of a chain: the own stones go, and the turn with them", () => {
    expect(rows(replay("(;SZ[5]AB[ba][ab];W[aa])"))).toEqual([".X...", "X....", ".....", ".....", "....."])
    const chain = replay("(;SZ[5]AB[ba][bb][ac]AW[aa];W[ab];B[ee])")
    expect(rows(chain)).toEqual([".X...", ".X...", "X....", ".....", "....X"])
    expect(chain.game.moves).toHaveLength(1)
  })

  it("as a ko that is taken back at once", () => {
    const ko = replay("(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])")
    expect(rows(ko)).toEqual([".XO..", "XO.O.", ".XO..", ".....", "....."])
    expect(ko.unlawful[0]!.reason).toContain("ko")
  })

  it("never where the rules allow it, nor behind the move that was asked for", () => {
    expect(replay("(;SZ[5]RU[NZ]AB[ba][ab];W[aa])").unlawful).toEqual([])
    const before = replay("(;SZ[5];B[aa];W[aa])", { before: 2 })
    expect([before.unlawful, before.game.moves.length]).toEqual([[], 1])
  })

  it("the game is a position like any other, under its own conditions", () => {
    const { game } = replay("(;SZ[5]KM[3.5]RU[Japanese];B[aa];W[aa];B[bb];W[cc])")
    expect([game.komi, game.rules.name, game.toPlay, game.moves.length]).toEqual([3.5, "japanese", Black, 2])
    expect(game.board.check()).toBeUndefined()
    const position = game.position()
    expect(unwrap(Game.replay(position, position.moves)).board.hash).toBe(game.board.hash)
    expect(game.undo() && game.undo() && game.undo()).toBe(false)
  })

  it("lists the first of very many", () => {
    const { unlawful, notes } = replay(`(;SZ[5];B[aa]${";W[aa];B[aa]".repeat(100)})`)
    expect([unlawful.length, notes.length]).toEqual([20, 20])
  })
})
