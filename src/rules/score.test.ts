import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { Random } from "../base/random.ts"
import { parseAscii } from "./ascii.ts"
import { makeVertex, parseVertex } from "./coordinates.ts"
import { isEye } from "./eye.ts"
import { Game } from "./game.ts"
import { parseRuleset } from "./ruleset.ts"
import { score, type Score } from "./score.ts"
import { allPoints, Black, isPass, PASS, White, type Color, type Point } from "./types.ts"

interface Setting {
  rules?: string
  komi?: number
  handicap?: number
  dead?: string[]
  passes?: Record<Color, number>
}

function count(drawing: string, setting: Setting = {}): Score {
  const board = unwrap(parseAscii(drawing))
  return score({
    board,
    rules: parseRuleset(setting.rules ?? "japanese")!,
    komi: setting.komi ?? 0,
    handicap: setting.handicap ?? 0,
    dead: (setting.dead ?? []).map((vertex) => parseVertex(vertex, board.size) as Point),
    passes: setting.passes ?? { [Black]: 0, [White]: 0 },
  })
}

const vertices = (points: readonly Point[], size: number): string[] =>
  points.map((point) => makeVertex(point, size)).sort()

const WALL = `
  . . X O . .
  . . X O . .
  . . X O . .
  . . X O . .
  . . X O . O
  . . X O . .`

describe("area (RUL-3)", () => {
  it("counts stones and what they surround alone", () => {
    const { black, white, margin } = count(WALL, { rules: "chinese", komi: 7.5 })
    expect(black).toMatchObject({ stones: 6, territory: 12, prisoners: 0, total: 18 })
    expect(white).toMatchObject({ stones: 7, territory: 11, komi: 7.5, total: 25.5 })
    expect(margin).toBe(-7.5)
  })

  it("removes agreed dead stones, but not under tromp-taylor and cgos", () => {
    const invaded = WALL.replace(". . X O . .", ". O X O . .")
    expect(count(invaded, { rules: "chinese", dead: ["B6"] }).margin).toBe(0)
    for (const rules of ["tromp-taylor", "cgos"]) {
      const { black, dame } = count(invaded, { rules, dead: ["B6"] })
      expect(black.total).toBe(6)
      expect(dame.length).toBe(11)
    }
  })

  it("an empty board has no owner, a lone stone owns it all", () => {
    expect(count(". .\n. .", { rules: "chinese", komi: 7 }).margin).toBe(-7)
    expect(count("X .\n. .", { rules: "chinese" }).margin).toBe(4)
  })
})

// One eye each and one common liberty, F9: the side that fills it is left with its eye alone and is captured from
// there. Japanese rules of 1989, article 8: living stones that have dame are in seki, and only the eyes of stones
// not in seki are territory. So D9 and H9 count for nothing.
const EYE_AGAINST_EYE = `
  . O X . X . O . O
  . O X X X O O O O
  . O O O O X X X X
  . . . . O X . . .
  . . . . O X . . .
  . . . . O X . . .
  . . . . O X . . .
  . . . . O X . . .
  . . . . O X . . .`

// No eyes and two common liberties, D7 and D6: the side that plays one of them puts itself in atari.
const NO_EYES = `
  . O X . O X .
  . O X . O X .
  O O X X O X .
  . O O O X X .
  . . . O X . .
  . . . O X . .
  . . . O X . .`

describe("territory (RUL-3)", () => {
  it("counts empty points and prisoners, not stones", () => {
    const { black, white } = count(WALL)
    expect(black).toMatchObject({ stones: 0, territory: 12, prisoners: 0 })
    expect(white).toMatchObject({ stones: 0, territory: 11, prisoners: 0 })
  })

  it("a dead stone is worth two: the point under it and the prisoner", () => {
    const invaded = WALL.replace(". . X O . .", ". O X O . .")
    expect(count(invaded, { dead: ["B6"] }).black).toMatchObject({ territory: 12, prisoners: 1, total: 13 })
  })

  it("marking one stone marks its chain", () => {
    const invaded = WALL.replace(". . X O . .\n  . . X", ". O X O . .\n  . O X")
    expect(count(invaded, { dead: ["B6"] }).black).toMatchObject({ territory: 12, prisoners: 2 })
  })

  it("dame between living walls have no owner, and make no seki while they can be filled", () => {
    const { black, white, dame, seki } = count(`
      . X . O .
      . X . O .
      . X . O .
      X X . O O
      . X . O .`)
    expect(seki).toEqual([])
    expect(dame.length).toBe(5)
    expect([black.territory, white.territory]).toEqual([4, 4])
  })
})

describe("seki (RUL-3)", () => {
  it("without eyes: the groups between two walls own nothing, the walls keep their sides", () => {
    const { black, white, dame, seki } = count(NO_EYES)
    expect(vertices(dame, 7)).toEqual(["D6", "D7"])
    expect(vertices(seki, 7)).toEqual(["C5", "C6", "C7", "D5", "E5", "E6", "E7"])
    expect([black.total, white.total]).toEqual([10, 12])
  })

  it("eye against eye: the eyes are no territory", () => {
    const { black, white, dame } = count(EYE_AGAINST_EYE)
    expect(vertices(dame, 9)).toEqual(["D9", "F9", "H9"])
    expect([black.total, white.total]).toEqual([18, 27])
  })

  it("eye against eye under area rules: stones and eyes count", () => {
    const { black, white, seki } = count(EYE_AGAINST_EYE, { rules: "chinese" })
    expect(seki).toEqual([])
    expect([black.total, white.total]).toEqual([15 + 18 + 1, 18 + 27 + 1])
  })

  it("three common liberties: one is filled, two remain and make the seki", () => {
    const { seki, black, white } = count(`
      . O X . O X . .
      . O X . O X . .
      . O X . O X . .
      O O X X O X . .
      . O O O X X . .
      . . . O X . . .
      . . . O X . . .
      . . . O X . . .`)
    expect(seki.length).toBe(5 + 4)
    expect([black.total, white.total]).toEqual([19, 13])
  })

  it("a group with two eyes that also touches a dame is no seki", () => {
    const { black, seki } = count(`
      . X . X . O .
      X X X X . O .
      O O O O O O .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`)
    expect(seki).toEqual([])
    expect(black.territory).toBe(2)
  })
})

describe("pass stones (RUL-3, AGA)", () => {
  it("make territory and area agree when White passes last", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const game = randomGame(seed)
      const { black, white, margin } = game.score()
      const passes = (color: Color) => game.moves.filter((m) => m.color === color && isPass(m.move)).length
      const territory =
        black.territory +
        game.board.prisoners(Black) +
        passes(White) -
        (white.territory + game.board.prisoners(White) + passes(Black)) -
        game.komi
      expect(game.moves.length % 2).toBe(0)
      expect(territory).toBe(margin)
    }
  })
})

/** A random game under AGA rules, to the last pass. */
function randomGame(seed: number): Game {
  const random = new Random(seed)
  const game = unwrap(Game.create({ size: 7, rules: parseRuleset("aga")!, komi: 7.5 }))
  while (game.phase === "playing") {
    const { toPlay, board } = game
    const moves = allPoints(7).filter((point) => !isEye(board, toPlay, point) && !game.refusal(point))
    game.play(moves.length === 0 ? PASS : moves[random.below(moves.length)]!)
  }
  return game
}
