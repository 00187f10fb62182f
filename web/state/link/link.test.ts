import { unwrap, VERSION } from "montego/base"
import {
  Black,
  fixedHandicap,
  Game,
  parseRuleset,
  parseVertex,
  PASS,
  White,
  type GameOptions,
  type Move,
  type Point,
} from "montego/rules"
import { SIGNATURE } from "montego/search"
import { describe, expect, it } from "vitest"
import { makeLink, parseLink, type ReplayLink } from "./link.ts"

/** A link as it was once handed out: every later Montego must open it. */
const LINK_OF_FORMAT_1 =
  "#r1=0.1.0-11f8c2b4573bb5e0&size=9&rules=chinese&komi=7.5&moves=eececgzzgc&player=uct:strong,resign-at=0&playouts=300&seed=42&played=cc"

const at = (vertex: string, size = 9): Move => parseVertex(vertex, size)!

function read(text: string): ReplayLink {
  const link = parseLink(text)
  if (!link) throw new Error("no link")
  return unwrap(link)
}

function fault(text: string): string {
  const link = parseLink(text)
  return link?.ok === false ? link.error : "none"
}

const SEARCH = { player: "uct:strong", playouts: 300, seed: 42 } as const

describe("a replay link (APP-2)", () => {
  it("of format 1 is read, for ever", () => {
    const { maker, position, color, played, ...search } = read(LINK_OF_FORMAT_1)
    expect(maker).toEqual({ version: "0.1.0", signature: "11f8c2b4573bb5e0" })
    expect(search).toEqual({ player: "uct:strong,resign-at=0", playouts: 300, seed: 42 })
    expect([position.size, position.rules.name, position.komi]).toEqual([9, "chinese", 7.5])
    expect(position.moves.map(({ move }) => move)).toEqual(["E5", "C5", "C3", "pass", "G7"].map((v) => at(v)))
    expect([color, played]).toEqual([White, at("C7")])
  })

  it("says which Montego made it, and is short enough to be read", () => {
    const game = unwrap(Game.create({ size: 9, komi: 7 }))
    game.play(at("E5"))
    const text = makeLink({ position: game.position(), color: game.toPlay, ...SEARCH })
    expect(text).toBe(
      `#r1=${VERSION}-${SIGNATURE}&size=9&rules=chinese&komi=7&moves=ee&player=uct:strong&playouts=300&seed=42`,
    )
  })

  const KEPT: readonly (readonly [string, GameOptions, readonly string[]])[] = [
    [
      "handicap",
      { size: 13, komi: 0.5, handicap: 3, setup: fixedHandicap(13, 3)!.map((p) => [Black, p] as const) },
      [],
    ],
    ["rules", { size: 19, rules: parseRuleset("japanese")!, komi: -3.5 }, ["Q16", "pass", "D4"]],
    ["Capture Go", { size: 5, rules: parseRuleset("capture-3")! }, ["C3"]],
    [
      "another ko rule",
      { size: 9, rules: { ...parseRuleset("chinese")!, ko: "simple" as const } },
      ["C3", "D4"],
    ],
    [
      "stones set up",
      {
        size: 9,
        setup: [
          [White, at("C3") as Point],
          [Black, at("D4") as Point],
        ] as const,
        firstToPlay: White,
      },
      ["E5"],
    ],
    ["passes and more", { size: 9 }, ["pass", "pass", "E5"]],
  ]
  it.each(KEPT)("keeps %s", (_, options, moves) => {
    const game = unwrap(Game.create(options))
    for (const vertex of moves) {
      if (game.phase !== "playing") game.resume()
      unwrap(game.play(at(vertex, options.size)))
    }
    const position = game.position()
    const again = read(makeLink({ position, color: game.toPlay, ...SEARCH, played: PASS }))
    const sorted = { ...position, setup: [...position.setup].sort(([a], [b]) => a - b) }
    expect(again).toMatchObject({ position: sorted, color: game.toPlay, played: PASS, ...SEARCH })
  })

  it("keeps moves out of turn, and a search for the other side", () => {
    const game = unwrap(Game.create({ size: 9, turns: "free" }))
    for (const vertex of ["C3", "D4"]) unwrap(game.play(at(vertex), Black))
    const text = makeLink({ position: game.position(), color: Black, ...SEARCH, played: "resign" })
    expect(text).toContain("moves=cgBdf&for=b")
    expect(read(text)).toMatchObject({ position: game.position(), color: Black, played: "resign" })
  })

  it("is not what other fragments are", () => {
    for (const text of ["", "#", "#review", "#r=1", "#rx1=2"]) expect(parseLink(text)).toBeUndefined()
  })

  const GOOD = LINK_OF_FORMAT_1
  it.each([
    ["#r2=whatever", "format 2, and this Montego reads format 1"],
    ["#r1=", "which Montego"],
    ["#r1=0.1.0-11f8c2b4573bb5e0", "size is missing"],
    [GOOD.replace("size=9", "size=20"), "size is a whole number from 2 to 19"],
    [GOOD.replace("size=9", "size=1e1"), "size is a whole number"],
    [GOOD.replace("chinese", "<script>"), 'no rules "<script>"'],
    [GOOD.replace("komi=7.5", "komi=Infinity"), "komi is a number"],
    [GOOD.replace("eece", "eeee"), "move 2: there is already a stone"],
    [GOOD.replace("eece", "eezce"), "is no move"],
    [GOOD.replace("eece", "eeyy"), '"yy" is no move: move 2'],
    [GOOD.replace("playouts=300", "playouts=99999999"), "playouts is a whole number from 1 to 1000000"],
    [GOOD.replace("seed=42", "seed=0.5"), "seed is a whole number"],
    [GOOD.replace("seed=42", "seed=%zz"), "seed has a broken % sign"],
    [GOOD.replace("played=cc", "played=c"), "played"],
    [`${GOOD}&seed=1`, "seed is given twice"],
    [`${GOOD}&__proto__=1`, '"__proto__=1" is nothing'],
    [`${GOOD}&black=aaaa`, "set up twice"],
    [`${GOOD}&for=x`, "for is b or w"],
    [GOOD + "z".repeat(30_000), "longer than"],
    [GOOD.replace(/player=[^&]*&/, ""), "names no player"],
  ])("that is broken says how: %s", (text, reason) => expect(fault(text)).toContain(reason))
})
