// REC-1, REC-2: input made to break readers. Each case has a limit of CPU time far above what linear work needs and far
// below what quadratic work would take; deep trees would overflow the stack if anything recursed.

import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { cpuMs } from "../../test/support/time.ts"
import { unwrap } from "../base/result.ts"
import { allNodes, mainLine, makeSgf, parseSgf, readGameStream, sameTree } from "./index.ts"

const MEGA = 1_000_000
const LIMIT_MS = 15_000

function timed<T>(work: () => T): T {
  const start = cpuMs()
  const value = work()
  expect(cpuMs() - start).toBeLessThan(LIMIT_MS)
  return value
}

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

/** Bytes that are in use once all garbage is gone. */
function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const NO_GAME = /no game found/

describe("REC-1 hostile input", () => {
  const refused: [name: string, text: () => string, reason: RegExp][] = [
    ["opening parentheses", () => "(".repeat(8 * MEGA), NO_GAME],
    [
      "opening parentheses in a game",
      () => `(;${"(".repeat(8 * MEGA)}`,
      /8000001 variations, the limit is 1000000/,
    ],
    ["semicolons", () => ";".repeat(8 * MEGA), NO_GAME],
    ["semicolons in a game", () => `(${";".repeat(8 * MEGA)}`, /8000000 nodes, the limit is 1000000/],
    ["closing parentheses", () => ")".repeat(8 * MEGA), NO_GAME],
    ["empty trees", () => "()".repeat(4 * MEGA), NO_GAME],
    ["empty variations", () => `(;${"()".repeat(6 * MEGA)}`, /6000001 variations, the limit/],
    ["blanks after parentheses", () => `(${" ".repeat(300)}`.repeat(30_000), NO_GAME],
    ["half a name after parentheses", () => `(${"A".repeat(300)}`.repeat(30_000), NO_GAME],
    ["values", () => `(;AB${"[]".repeat(21 * MEGA)}`, /21000000 property values, the limit is 4000000/],
    ["different properties", () => `(;${manyProperties(30_000)})`, /more than 10000 different properties/],
  ]
  it.each(refused)("%s", (_, text, reason) => {
    const source = text()
    const parsed = timed(() => parseSgf(source))
    expect(parsed).toMatchObject({ ok: false, error: { severity: "refused" } })
    if (!parsed.ok) expect(parsed.error.reason).toMatch(reason)
  })

  const repaired: [name: string, text: () => string][] = [
    ["opening brackets", () => `(;C${"[".repeat(8 * MEGA)}`],
    ["backslashes", () => `(;C[${"\\".repeat(8 * MEGA)}`],
    ["backslashes outside of values", () => `(;${"\\".repeat(8 * MEGA)}`],
    ["backslashes broken by letters", () => `(;C[${`${"\\".repeat(999)}x`.repeat(8000)}`],
    ["one long identifier", () => `(;${"A".repeat(8 * MEGA)}`],
    ["stray characters", () => `(;${"%;".repeat(MEGA / 2)}`],
    ["the same property", () => `(;${"B[aa]".repeat(MEGA)})`],
    ["line breaks", () => `(;C[${"\r\n".repeat(4 * MEGA)}`],
    ["games that are not closed", () => "(;GM[1]".repeat(MEGA / 5)],
    ["values without properties", () => `(;${"[x]".repeat(2 * MEGA)})`],
  ]
  it.each(repaired)("%s", (_, text) => {
    const source = text()
    const { games } = unwrap(timed(() => parseSgf(source)))
    const written = timed(() => makeSgf(games))
    const again = unwrap(timed(() => parseSgf(written)))
    expect(again.issues).toEqual([])
    expect(again.games.every((game, index) => sameTree(game, games[index]!))).toBe(true)
  })

  it("a million nested variations", () => {
    const text = `${"(;B[aa]".repeat(MEGA)}${")".repeat(MEGA)}`
    const { games, issues } = unwrap(timed(() => parseSgf(text)))
    expect(issues).toEqual([])
    expect(mainLine(games[0]!)).toHaveLength(MEGA)
    const written = timed(() => makeSgf(games))
    expect(sameTree(unwrap(parseSgf(written)).games[0]!, games[0]!)).toBe(true)
  })

  it("half a million variations side by side, and a line of nearly as many moves", () => {
    const half = MEGA / 2
    const text = `(;C[](;W[aa]${";B[bb]".repeat(half - 2)})${"(;B[aa])".repeat(half)})`
    const { games } = unwrap(timed(() => parseSgf(text)))
    expect(games[0]!.children).toHaveLength(half + 1)
    let count = 0
    for (const _ of allNodes(games[0]!)) count++
    expect(count).toBe(MEGA)
    const written = timed(() => makeSgf(games))
    expect(sameTree(unwrap(parseSgf(written)).games[0]!, games[0]!)).toBe(true)
  })

  it.each([
    ["semicolons", `(${";".repeat(MEGA)})`],
    ["short texts", `(${";C[xyz]".repeat(MEGA)})`],
    ["variations", `(;${"(;)".repeat(MEGA - 1)})`],
    ["values", `(;AB${"[xyz]".repeat(4 * MEGA)})`],
  ])("the largest tree of %s needs less than 300 MB", (_, text) => {
    const before = heapInUse()
    const parsed = parseSgf(text)
    expect(parsed.ok).toBe(true)
    expect(heapInUse() - before).toBeLessThan(300 * MEGA)
    // What is measured must not be gone before.
    expect(unwrap(parsed).games).toHaveLength(1)
  })

  it("a tree over the limit is refused before it is built", () => {
    const text = `(${";".repeat(4.9 * MEGA)})`
    const before = process.memoryUsage().rss
    expect(parseSgf(text)).toMatchObject({
      ok: false,
      error: { reason: expect.stringMatching(/4900000 nodes/) },
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGA)
  })
})

describe("REC-2 hostile streams", () => {
  it.each(["(", "(;", "[", "\\", ")", "(;C[", "(;GM[1]"])("4 MB of %j", async (unit) => {
    const piece = new TextEncoder().encode(unit.repeat(65_536 / unit.length))
    const pieces = Array.from({ length: 64 }, () => piece)
    const start = cpuMs()
    let items = 0
    for await (const item of readGameStream(pieces)) items += item.ok || item.error.reason ? 1 : 0
    expect(cpuMs() - start).toBeLessThan(LIMIT_MS)
    expect(items).toBeGreaterThan(0)
  })
})

function manyProperties(count: number): string {
  const letter = (digit: number) => String.fromCharCode(65 + digit)
  return Array.from({ length: count }, (_, index) => {
    return `X${letter(Math.floor(index / 676) % 26)}${letter(Math.floor(index / 26) % 26)}${letter(index % 26)}${index > 17_575 ? "Z" : ""}[]`
  }).join("")
}
