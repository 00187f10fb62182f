// REC-2: the same games from a stream as from a whole text, in whatever pieces it comes.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import {
  readGameStream,
  parseSgf,
  sameTree,
  type StreamFailure,
  type StreamOptions,
  type StreamedGame,
} from "./index.ts"

const encoder = new TextEncoder()

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(text: string | Uint8Array, size: number, options?: StreamOptions) {
  const bytes = typeof text === "string" ? encoder.encode(text) : text
  const games: StreamedGame[] = []
  const failures: StreamFailure[] = []
  for await (const item of readGameStream(cut(bytes, size), options)) {
    if (item.ok) games.push(item.value)
    else failures.push(item.error)
  }
  return { games, failures }
}

const COLLECTION = [
  "a word before\n(;GM[1]PB[吴清源];B[aa];W[bb](;B[cc]C[\\]\\\\(;GM[1\\]])(;B[dd]))",
  "()(;GM[1]SZ[9];B[aa]", // not closed
  "(;GM[1]SZ[9];W[ee]))",
  "(;C[the last] \n;B[]) end",
].join("\r\n")

describe("REC-2 streams", () => {
  it.each([1, 2, 3, 7, 64, 1000])("gives the same games and issues in pieces of %i bytes", async (size) => {
    const whole = unwrap(parseSgf(COLLECTION))
    const { games, failures } = await collect(COLLECTION, size)
    expect(failures).toEqual([])
    expect(games.map(({ number, place }) => [number, place.line, place.column])).toEqual([
      [1, 2, 1],
      [2, 3, 3],
      [3, 4, 1],
      [4, 5, 1],
    ])
    expect(games.every(({ game }, index) => sameTree(game, whole.games[index]!))).toBe(true)
    expect(games.flatMap(({ issues }) => issues)).toEqual(whole.issues)
    expect(whole.issues.map(({ line, column }) => `${line}:${column}`)).toEqual([
      "1:1",
      "3:1",
      "4:1",
      "4:20",
      "6:7",
    ])
    expect(games[1]!.text).toBe("(;GM[1]SZ[9];B[aa]\r\n")
  })

  it("agrees with parseSgf on any text in any pieces", async () => {
    const hostile = fc.string({
      unit: fc.constantFrom(..."()[];\\", "(;", "(;GM[1]", "B[aa]", "a", "Z", " ", "\n", "\r", "棋"),
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(hostile, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const whole = parseSgf(text)
        const { games, failures } = await collect(text, size)
        if (!whole.ok) {
          expect(failures).toMatchObject([{ scope: "stream" }])
          expect(failures[0]!.reason).toMatch(/no game found/)
          return
        }
        expect(failures).toEqual([])
        expect(games.length).toBe(whole.value.games.length)
        expect(games.every(({ game }, index) => sameTree(game, whole.value.games[index]!))).toBe(true)
        expect(games.flatMap(({ issues }) => issues)).toEqual(whole.value.issues)
      }),
      { numRuns: 1500, seed: 6 },
    )
  })

  it("refuses a game over the limit of nodes and goes on with the next", async () => {
    const text = `(;C[1])\n(;${";".repeat(20)})\n(;C[3])`
    const { games, failures } = await collect(text, 10, { maxNodes: 10 })
    expect(games.map(({ number }) => number)).toEqual([1, 3])
    expect(failures).toEqual([
      {
        scope: "game",
        reason: "line 2: game 2: the game tree has 21 nodes, the limit is 10",
        place: { line: 2, column: 1 },
      },
    ])
  })

  it("does not limit the number of games", async () => {
    const { games, failures } = await collect("(;C[1];B[aa])".repeat(100), 64, { maxNodes: 2 })
    expect([games.length, failures.length]).toEqual([100, 0])
  })

  it("gives up a game that never ends", async () => {
    const text = `(;C[1])\n(;C[${"x".repeat(5000)}`
    const { games, failures } = await collect(text, 100, { maxGameLength: 1000 })
    expect(games).toHaveLength(1)
    expect(failures).toMatchObject([
      { scope: "stream", reason: "line 2: a game has more than 1000 characters, which is the limit" },
    ])
  })

  it("reports a wrong CA with the first game, and lost characters with theirs", async () => {
    const name = [0xc4, 0xf4, 0xce, 0xc0, 0xc6, 0xbd]
    const names = Array.from({ length: 8 }, () => name).flat()
    const ascii = (text: string) => [...encoder.encode(text)]
    const bytes = Uint8Array.from([
      ...ascii("(;CA[UTF-8]PB["),
      ...names,
      ...ascii("])\n(;C["),
      0xff,
      ...ascii("])(;)"),
    ])
    const { games } = await collect(bytes, 5)
    expect(games[0]!.game.properties["PB"]).toEqual(["聂卫平".repeat(8)])
    expect(games.map(({ issues }) => issues.map(({ reason }) => reason))).toEqual([
      ["the bytes are not utf-8 as CA[UTF-8] says: read as gb18030"],
      ["bytes that are not gb18030 were replaced by U+FFFD"],
      [],
    ])
  })
})
