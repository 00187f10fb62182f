// The registry of players and the random player (SIM-5).

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { allPoints, Black, Empty, Game, isEye, makeVertex, opponent } from "../rules/index.ts"
import { parseAscii, parseRuleset, parseVertex, PASS, White } from "../rules/index.ts"
import type { Color, GameOptions, Point } from "../rules/index.ts"
import { NODE_ENVIRONMENT } from "./node/index.ts"
import { RandomPlayer } from "./random.ts"
import { makePlayer, PLAYERS } from "./registry.ts"

describe("the registry", () => {
  it("makes every player that it lists", async () => {
    expect(PLAYERS.map(({ name }) => name)).toContain("random")
    for (const { name, summary, options } of PLAYERS) {
      const player = unwrap(makePlayer(name, {}, NODE_ENVIRONMENT))
      expect(player.name).toMatch(new RegExp(`^${name}\\b`))
      expect(summary).not.toContain("\n")
      for (const [key, { meaning }] of Object.entries(options)) {
        expect(key).toMatch(/^[a-z][a-z0-9-]*$/)
        expect(meaning).toMatch(/^\S[^\n]+$/)
      }
      await player.close()
    }
  })

  it.each([
    [
      "alphago",
      'there is no player "alphago"; there are: random, uct, net, vanilla, amaf, pruning, depth2, gobble, evolve, hybrid',
    ],
    ["random:strong", 'random has no presets, "strong" is unknown'],
    ["random,playouts=10", 'random has no options, "playouts" is unknown'],
    ["Random", '"Random" is no player: it should begin with a name such as random'],
  ])("%s is refused: %s", (spec, reason) => expect(makePlayer(spec)).toEqual({ ok: false, error: reason }))
})

/** A game that begins from a drawn position. */
function from(drawing: string, options: Partial<GameOptions> = {}): Game {
  const board = unwrap(parseAscii(drawing))
  const setup = allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point) => [board.at(point) as Color, point] as const)
  return unwrap(Game.create({ turns: "free", ...options, size: board.size, setup }))
}

async function choose(game: Game, seed: number, color: Color = game.toPlay): Promise<string> {
  const request = { position: game.position(), color, budget: {}, seed }
  const { move } = await new RandomPlayer().choose(request)
  return move === "resign" ? move : makeVertex(move, game.size)
}

/** How often each move is chosen, over many seeds. */
async function frequencies(game: Game, color: Color, draws: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < draws; seed++) {
    const move = await choose(game, seed, color)
    counts.set(move, (counts.get(move) ?? 0) + 1)
  }
  return counts
}

describe("the random player (SIM-5)", () => {
  const EYES = `
    . X . X .
    X X X X X
    O O O O O
    O . O . O
    . . O O O`

  it("plays every playable point with equal probability", async () => {
    const game = from(`
      . X . .
      X X O .
      . O . O
      . . O .`)
    // For Black: A4 is an eye of its own; C2 and D1 are suicide.
    const playable = ["C4", "D4", "D3", "A2", "A1", "B1"]
    const draws = 6000
    const counts = await frequencies(game, Black, draws)
    expect([...counts.keys()].sort()).toEqual([...playable].sort())
    const mean = draws / playable.length
    const chi = playable.reduce((sum, move) => sum + (counts.get(move)! - mean) ** 2 / mean, 0)
    // Chi-squared with 5 degrees of freedom is below 25.7 in all but one of 10 000 runs; the seeds are fixed.
    expect(chi).toBeLessThan(25.7)
  })

  it("never fills an own eye, and takes the enemy's", async () => {
    const moves = [...(await frequencies(from(EYES), White, 300)).keys()].sort()
    // White's own eye D2 is kept; B2 has an empty neighbour and is none. Black's eyes would be suicide.
    expect(moves).toEqual(["A1", "B1", "B2"])
  })

  it("passes only when nothing but eyes is left, and gives that as its reason", async () => {
    const game = from(EYES)
    const request = { position: game.position(), color: Black, budget: {}, seed: 1 } as const
    // For Black everything left is an own eye or suicide in White's, but for the open corner.
    expect([...(await frequencies(game, Black, 100)).keys()].sort()).toEqual(["A1", "B1", "B2"])
    const closed = from(EYES.replace(". . O O O", "O O O O O"))
    expect(await new RandomPlayer().choose({ ...request, position: closed.position() })).toEqual({
      move: PASS,
      reason: "only-eyes-left",
    })
  })

  it("gives the same move for the same seed, and others for others", async () => {
    const game = unwrap(Game.create({ size: 9 }))
    const moves = await Promise.all(Array.from({ length: 30 }, (_, seed) => choose(game, seed)))
    const again = await Promise.all(Array.from({ length: 30 }, (_, seed) => choose(game, seed)))
    expect(again).toEqual(moves)
    expect(new Set(moves).size).toBeGreaterThan(10)
  })

  it("obeys superko", async () => {
    // White takes at B3, both pass the chance by; taking back would repeat the start.
    const game = from(`
      . X O .
      X . X O
      . X O .
      . . . .`)
    for (const vertex of ["B3", "pass", "pass"]) {
      if (game.phase !== "playing") game.resume()
      unwrap(game.play(parseVertex(vertex, 4)!, vertex === "B3" ? White : opponent(game.moves.at(-1)!.color)))
    }
    game.resume()
    const retake = parseVertex("C3", 4)!
    expect(game.board.isLegal(Black, retake)).toBe(true)
    expect(game.refusal(retake, Black)).toEqual({ reason: "superko", repeats: 0 })
    const counts = await frequencies(game, Black, 300)
    expect(counts.has("C3")).toBe(false)
    expect(counts.size).toBeGreaterThan(3)
  })

  it.each(["tromp-taylor", "cgos", "chinese", "aga", "new-zealand", "japanese", "capture-1"])(
    "plays whole games under %s rules, every move lawful and none into an eye",
    async (rules) => {
      for (let seed = 1; seed <= 3; seed++) {
        const game = unwrap(Game.create({ size: 5, rules: parseRuleset(rules)!, turns: "alternate" }))
        const player = new RandomPlayer()
        for (let i = 0; i < 200 && game.phase === "playing"; i++) {
          const color = game.toPlay
          const position = game.position()
          const { move } = await player.choose({ position, color, budget: {}, seed: seed * 1000 + i })
          if (move === "resign") throw new Error("it resigned")
          if (move !== PASS) expect(isEye(game.board, color, move as Point)).toBe(false)
          unwrap(game.play(move))
        }
        expect(game.moves.length).toBeGreaterThan(1)
        if (rules !== "tromp-taylor" && rules !== "new-zealand") expect(game.phase).not.toBe("playing")
      }
    },
  )

  it.each(["cgos", "chinese", "capture-1", "japanese"])(
    "goes on after a game that had ended under %s rules",
    async (rules) => {
      const game = unwrap(Game.create({ size: 5, rules: parseRuleset(rules)!, turns: "free" }))
      unwrap(game.play(PASS))
      unwrap(game.play(PASS))
      game.resume()
      unwrap(game.play(parseVertex("C3", 5)!))
      expect(await choose(game, 1)).toMatch(/^[A-E][1-5]$/)
    },
  )
})
