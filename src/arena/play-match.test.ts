// A match from a program, with players of one's own (ARE-1, ARE-3).

import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { openScratch } from "../../test/support/scratch.ts"
import { RandomPlayer, type Player, type Request } from "../players/index.ts"
import { PASS } from "../rules/index.ts"
import { readJournal } from "./journal.ts"
import { playMatch } from "./play-match.ts"
import { makeTable } from "./table.ts"

const { folder } = openScratch("play-match")
const example = fileURLToPath(new URL("../../examples/my-player.js", import.meta.url))
const small = { size: 5, komi: 0.5, games: 4 } as const

class Passing implements Player {
  readonly name = "passing"
  closed = 0
  readonly requests: Request[] = []
  choose(request: Request): ReturnType<Player["choose"]> {
    this.requests.push(request)
    return Promise.resolve({ move: PASS, reason: "engine" })
  }
  close(): Promise<void> {
    this.closed++
    return Promise.resolve()
  }
}

describe("a match of a player of one's own (ARE-1)", () => {
  it("plays an object against a name, in both colours, and does not close it", async () => {
    const passing = new Passing()
    const end = await playMatch({
      ...small,
      a: passing,
      b: "random",
      budget: { kind: "playouts", playouts: 9 },
    })
    expect(end.reason).toBe("complete")
    expect(end.standing.all).toMatchObject({ games: 4, voids: 0 })
    expect(end.games.map(({ a, b, black }) => [a, b, black])).toEqual([
      ["passing", "random", "a"],
      ["passing", "random", "b"],
      ["passing", "random", "a"],
      ["passing", "random", "b"],
    ])
    expect(passing.closed).toBe(0)
    expect(passing.requests[0]!.budget).toEqual({ playouts: 9 })
    expect(makeTable(end.match, end.standing)).toContain("A: passing\nB: random\n")
  })

  it("makes a player for each game by a function, and closes it", async () => {
    const made: Passing[] = []
    const a = (): Player => {
      const player = new Passing()
      made.push(player)
      return player
    }
    await playMatch({ ...small, a, b: new RandomPlayer() })
    // One more, to see before the first game that it can be made.
    expect(made.map(({ closed }) => closed)).toEqual([1, 1, 1, 1, 1])
  })

  it("tells two players of the same name apart", async () => {
    const [one, other] = [new Passing(), new Passing()]
    const { games } = await playMatch({ ...small, games: 2, a: one, b: other })
    // Two passes end a game at once; White has the komi.
    expect(games.map(({ winner }) => winner)).toEqual(["b", "a"])
    expect([one.requests.length, other.requests.length]).toEqual([2, 2])
  })

  it("plays the same match again with the same seed", async () => {
    const play = async (seed: number): Promise<string[]> =>
      (await playMatch({ ...small, a: new RandomPlayer(), b: new RandomPlayer(), seed })).games.map(
        ({ plays }) => plays,
      )
    const first = await play(7)
    expect(await play(7)).toEqual(first)
    expect(await play(8)).not.toEqual(first)
  })

  it("plays names in threads, those of modules too", async () => {
    const { games, standing, match } = await playMatch({
      ...small,
      a: `module:${example},least=2`,
      b: "random",
    })
    expect(match.a).toBe(`module:${example},least=2`)
    expect(games.map(({ verdict }) => verdict.kind)).not.toContain("crash")
    expect(standing.all.games).toBe(4)
  })

  it("goes on from its journal, and writes records (ARE-3)", async () => {
    const journal = join(folder, "match.jsonl")
    const sgf = join(folder, "records")
    const options = { ...small, a: new RandomPlayer(), b: new Passing(), journal, sgf }
    const first = await playMatch({ ...options, games: 2 })
    const second = await playMatch({ ...options, games: 4 })
    expect([first.played, second.played, second.games.length]).toEqual([2, 2, 4])
    const read = readJournal(journal)
    expect(read.ok && read.value.header.names).toEqual({ a: "random", b: "passing" })
    expect(readdirSync(sgf)).toHaveLength(4)
    expect(existsSync(`${journal}.lock`)).toBe(false)
    await expect(playMatch({ ...options, seed: 2 })).rejects.toThrow(/is the journal of another match: seed/)
  })

  it("ends when its signal fires", async () => {
    const stopping = new AbortController()
    const end = await playMatch({
      ...small,
      games: 100,
      a: new RandomPlayer(),
      b: new Passing(),
      signal: stopping.signal,
      onGame: (standing) => {
        if (standing.all.games === 3) stopping.abort()
      },
    })
    expect([end.reason, end.games.length]).toEqual(["interrupted", 3])
  })
})

describe("what is wrong with a player of one's own (ARE-1)", () => {
  it("loses the game", async () => {
    const throwing: Player = {
      name: "throwing",
      choose: () => Promise.reject(new Error("out of ideas")),
      close: () => Promise.resolve(),
    }
    const { games } = await playMatch({ ...small, games: 2, a: throwing, b: "random" })
    for (const { verdict, winner } of games) {
      expect(verdict).toMatchObject({ kind: "crash", reason: "out of ideas" })
      expect(winner).toBe("b")
    }
    const wrong = { ...throwing, choose: () => Promise.resolve({} as never) }
    const { games: others } = await playMatch({ ...small, games: 1, a: wrong, b: "random" })
    expect(others[0]!.verdict).toMatchObject({ kind: "illegal", reason: /its answer has no move/ })
  })

  it("loses the game when it can't be made any more", async () => {
    let made = 0
    const a = (): Player => {
      if (made++ > 0) throw new Error("no room")
      return new Passing()
    }
    const { games } = await playMatch({ ...small, games: 1, a, b: "random" })
    expect(games[0]!.verdict).toMatchObject({ kind: "crash", reason: "it can't be made: no room" })
  })

  it.each<[string, Partial<Parameters<typeof playMatch>[0]>, RegExp]>([
    ["no such player", { a: "missing" }, /there is no player "missing"/],
    ["no such module", { b: "module:./none.js" }, /none\.js: there is no such file/],
    ["no games", { games: 0 }, /games is 1 or more, not 0/],
    ["no such rules", { rules: "zzz" }, /there is no rule set "zzz"/],
  ])("is told before the first game: %s", async (_, options, reason) => {
    await expect(playMatch({ ...small, a: "random", b: "random", ...options })).rejects.toThrow(reason)
  })
})
