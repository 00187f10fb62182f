// The player `net`: the policy without a search.

import { describe, expect, it } from "vitest"
import { err, ok, unwrap, type Result } from "../base/result.ts"
import type { NetImage } from "../kernel/index.ts"
import { parsePlayerSpec, type Answer, type Player } from "../player/index.ts"
import {
  allPoints,
  Black,
  CHINESE,
  Empty,
  Game,
  isEye,
  parseAscii,
  isPass,
  parseRuleset,
  parseVertex,
  PASS,
  White,
} from "../rules/index.ts"
import type { Color, GameOptions, Move, Point } from "../rules/index.ts"
import type { PlayerEnvironment } from "../search/index.ts"
import { makeNetLoader } from "./loader.ts"
import { makeRandomNet } from "./made.ts"
import { loadNetImage } from "./node/index.ts"
import { NET_PLAYER } from "./player.ts"

const TRAINED: PlayerEnvironment = { loadNet: loadNetImage }
/** A network whose likeliest moves are nonsense. */
const UNTRAINED: PlayerEnvironment = {
  loadNet: makeNetLoader(async () => ok(makeRandomNet({ blocks: 2, channels: 16, seed: 5, gain: 2 }))),
}

function makeNet(spec: string, environment = TRAINED): Player {
  return unwrap(NET_PLAYER.make(unwrap(parsePlayerSpec(spec)), environment))
}

/** A game that begins from a drawn position. */
function from(drawing: string, options: Partial<GameOptions> = {}): Game {
  const board = unwrap(parseAscii(drawing))
  const setup = allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point) => [board.at(point) as Color, point] as const)
  return unwrap(Game.create({ turns: "free", ...options, size: board.size, setup }))
}

async function answer(player: Player, game: Game, seed: number, color = game.toPlay): Promise<Answer> {
  return player.choose({ position: game.position(), color, budget: {}, seed })
}

/** The moves that seeds choose in one position. */
async function drawn(spec: string, game: Game, seeds: number): Promise<Set<Move | "resign">> {
  const player = makeNet(spec)
  const moves = new Set<Move | "resign">()
  for (let seed = 0; seed < seeds; seed++) moves.add((await answer(player, game, seed)).move)
  await player.close()
  return moves
}

function start(options: Partial<GameOptions> = {}): Game {
  return unwrap(Game.create({ size: 9, komi: 7, rules: CHINESE, ...options }))
}

describe("draws by its chances", () => {
  // On the empty board of 9×9 the network is all but certain.
  const large = start({ size: 19 })

  it("the same seed gives the same move, and other seeds other ones", async () => {
    const player = makeNet("net,temperature=1")
    const [one, again] = [await answer(player, large, 3), await answer(player, large, 3)]
    expect(again.move).toBe(one.move)
    expect(one.reason).toBe("policy")
    expect((await drawn("net,temperature=2,top=1", large, 12)).size).toBeGreaterThan(3)
    await player.close()
  })

  it("plays the likeliest at temperature 0, and where `top` allows one only", async () => {
    const player = makeNet("net,temperature=0")
    const { report, move } = await answer(player, large, 1)
    expect(report!.candidates[0]!.move).toBe(move)
    expect(await drawn("net,temperature=0", large, 4)).toEqual(new Set([move]))
    expect(await drawn("net,temperature=3,top=0", large, 4)).toEqual(new Set([move]))
    await player.close()
  })

  it("a high temperature draws all of `top` alike", async () => {
    const player = makeNet("net")
    const { report } = await answer(player, large, 1)
    const first = report!.candidates.slice(0, 2)
    const top = (first[0]!.visits + first[1]!.visits / 2) / 1000
    const moves = await drawn(`net,temperature=10,top=${top.toFixed(4)}`, large, 16)
    expect(moves).toEqual(new Set(first.map(({ move }) => move)))
    await player.close()
  })

  it("tells chance to win, margin and owners", async () => {
    const player = makeNet("net")
    const { report } = await answer(player, start(), 1)
    expect(report!.winRate).toBeGreaterThan(0)
    expect(report!.winRate).toBeLessThan(1)
    expect(report!.owners.some((owner) => owner !== 0)).toBe(true)
    expect(report!.playouts).toBe(1)
    await player.close()
  })
})

describe("the end of a game", () => {
  const FINISHED = `
    . X X O . O O . O
    X X X O O O . O .
    . X X O . O O O O
    X X X O O O O O O
    . X X X O O . O .
    X . X X O O O O O
    X X X X X O O . O
    . X . X X O O O .
    X X X X X O O O O`

  it("passes when everything is settled, whoever wins", async () => {
    for (const komi of [-20.5, 0.5, 20.5])
      for (const rules of [CHINESE, parseRuleset("japanese")!]) {
        const player = makeNet("net,temperature=2,top=1,resign-at=0")
        const game = from(FINISHED, { komi, rules })
        expect((await answer(player, game, 1)).move, `komi ${komi}`).toBe(PASS)
        await player.close()
      }
  })

  it("fills no eye and no safe territory, though the network is untrained", async () => {
    const player = makeNet("net,temperature=10,top=1,resign-at=0", UNTRAINED)
    const game = from(FINISHED, { komi: 0.5, rules: parseRuleset("tromp-taylor")! })
    for (let seed = 0; seed < 20; seed++) {
      const { move } = await answer(player, game, seed)
      if (move !== "resign" && !isPass(move))
        expect(isEye(game.board, game.toPlay, move as Point)).toBe(false)
    }
    const agreed = from(FINISHED, { komi: 0.5, rules: CHINESE })
    for (let seed = 0; seed < 20; seed++) expect((await answer(player, agreed, seed)).move).toBe(PASS)
    await player.close()
  })

  it("does not pass while something is open", async () => {
    const player = makeNet("net,temperature=0,resign-at=0")
    const game = from(
      `
      . X O . . . . . .
      X X O O . . . . .
      . X X O . . . . .
      X X X O . . . . .
      . . . . . . . . .
      . X X O . . . . .
      X X X O O . . . .
      . X O O . . . . .
      . X O . . . . . .`,
      { komi: 0.5, rules: CHINESE },
    )
    expect((await answer(player, game, 1)).move).not.toBe(PASS)
    await player.close()
  })

  it("resigns a lost game at its second look, and never where it is told not to", async () => {
    const lost = `
      . O . O . O . O .
      O O O O O O O O O
      . O . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . O O O O O O O .
      O O O O O O O O O
      . X X X X . . . .
      . . . . . . . . .`
    const play = async (spec: string): Promise<Answer[]> => {
      const player = makeNet(spec)
      const game = from(lost, { komi: 7, rules: CHINESE })
      // Until the game is old enough.
      for (const letter of "ABCDEFGHJ") {
        game.play(PASS, Black)
        game.play(parseVertex(`${letter}5`, 9)!, White)
      }
      const answers = [await answer(player, game, 1), await answer(player, game, 2)]
      await player.close()
      return answers
    }
    const [first, second] = await play("net")
    expect(first!.move).not.toBe("resign")
    expect(second).toMatchObject({ move: "resign", reason: "hopeless" })
    for (const { move } of await play("net,resign-at=0")) expect(move).not.toBe("resign")
  })

  it("plays games of legal moves to their end", { timeout: 120_000 }, async () => {
    for (const [environment, size] of [
      [TRAINED, 9],
      [UNTRAINED, 5],
    ] as const) {
      const player = makeNet("net,temperature=1,top=1,resign-at=0", environment)
      const game = start({ size, komi: 7.5 })
      for (let seed = 0; game.phase === "playing"; seed++) {
        const { move } = await answer(player, game, seed)
        unwrap(game.play(move as Move))
        expect(game.moves.length).toBeLessThan(size ** 2 * 6)
      }
      await player.close()
    }
  })
})

describe("without a network", () => {
  const missing = async (): Promise<Result<NetImage, string>> => err("net9.bin does not exist")

  it.each([
    ["a missing file", { loadNet: missing }, {}, "net9.bin does not exist"],
    ["an environment without", {}, {}, "there is no network here"],
    [
      "Capture Go",
      TRAINED,
      { rules: { ...CHINESE, captureGoal: 1 } },
      "networks are trained for Go, not for Capture Go",
    ],
    ["a board that is too large", TRAINED, { size: 21 }, "networks see boards up to 19×19"],
  ] as const)("%s: a search plays, and it says so once", async (_, environment, options, reason) => {
    const warnings: string[] = []
    const searchWithoutTree = async (): Promise<Required<Answer>> => expect.unreachable("the kernel is there")
    const player = makeNet("net", {
      searchWithoutTree,
      ...environment,
      warn: (message) => void warnings.push(message),
    })
    const game = start(options)
    if (game.size <= 19) {
      for (const seed of [1, 2]) {
        const { move, report } = await answer(player, game, seed)
        expect(move).not.toBe("resign")
        expect(report!.missing).toContain(reason)
      }
    } else await player.prepare!(game.position())
    expect(warnings.filter((message) => message.includes(reason))).toHaveLength(1)
    await player.close()
  })
})
