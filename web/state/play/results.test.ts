import { LEVELS, type LevelId } from "montego/players"
import { Black, White, type Color } from "montego/rules"
import { describe, expect, it } from "vitest"
import { FakeEngine } from "../../engine/fake-engine.ts"
import { sgfFileName } from "../shared/game-facts.ts"
import { FIRST_SETTINGS, type Settings } from "../shared/settings.ts"
import { Keep, type Shelf } from "../shared/storage.ts"
import { PlaySession } from "./play.ts"
import { Results } from "./results.ts"

const places = LEVELS.map(({ id }) => id)
const placeOf = (level: LevelId | undefined): number => places.indexOf(level!)

function shelf(): Shelf {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

let seeds = 0

/** A game that one side gave up. */
function over(winner: Color, change: Partial<Settings> = {}, seed = ++seeds): PlaySession {
  const play = new PlaySession({ ...FIRST_SETTINGS, ...change }, seed, new FakeEngine())
  play.game.resign(winner === Black ? White : Black)
  return play
}

describe("one's own results (APP-1)", () => {
  it("propose nothing before the first game, a stronger level after wins, a weaker one after losses", () => {
    const results = new Results(new Keep(shelf()))
    expect(results.suggested(9)).toBeUndefined()
    for (let count = 0; count < 4; count++) results.note(over(Black, { opponent: "casual" }))
    const after = results.suggested(9)
    expect(placeOf(after)).toBeGreaterThan(placeOf("casual"))
    for (let count = 0; count < 8; count++) results.note(over(White, { opponent: "learner" }))
    expect(placeOf(results.suggested(9))).toBeLessThan(placeOf("casual"))
    expect(results.suggested(19)).toBeUndefined()
  })

  it("survive a reload, count a game once, and leave out games that say nothing", () => {
    const place = shelf()
    const results = new Results(new Keep(place))
    for (const play of [over(Black, {}, 5), over(White, {}, 5), over(White, {}, 5)]) results.note(play)
    const once = results.strength(9)
    results.note(over(White, { opponent: "person" }))
    results.note(over(White, { opponent: "custom" }))
    results.note(over(White, { rules: "capture-1" }))
    expect(results.strength(9)).toBe(once)
    expect(new Results(new Keep(place)).strength(9)).toBe(once)
    place.setItem(
      "montego.results",
      '[{"seed":1},7,null,{"seed":1,"size":9,"level":"god","stones":0,"score":1}]',
    )
    expect(new Results(new Keep(place)).strength(9)).toBeUndefined()
  })

  it("offer stones against a level that is too strong, after even games, and count them", () => {
    const results = new Results(new Keep(shelf()))
    const strong: Settings = { ...FIRST_SETTINGS, size: 19, opponent: "deep" }
    expect(results.stonesAgainst(strong)).toBe(0)
    for (let count = 0; count < 5; count++) results.note(over(White, { size: 19, opponent: "learner" }))
    expect(results.stonesAgainst(strong)).toBeGreaterThanOrEqual(2)
    expect(results.stonesAgainst({ ...strong, color: White })).toBe(0)
    expect(results.stonesAgainst({ ...strong, opponent: "newcomer" })).toBe(0)
    // A loss with stones says that one is weaker than a loss without.
    const [even, helped] = [0, 4].map((handicap) => {
      const each = new Results(new Keep(shelf()))
      each.note(over(White, { size: 19, opponent: "casual", handicap }))
      return each.strength(19)!
    })
    expect(helped!).toBeLessThan(even!)
  })
})

describe("the file of a game (APP-1)", () => {
  it("is named by the players and the date; one's own name is in the record", () => {
    const names = { machine: () => "Montego · Casual", person: "Person" }
    const mine = over(Black, { name: " Änne O'Neil " }).sgf(names, "2026-11-18")
    expect(mine).toContain("PB[Änne O'Neil]")
    expect(sgfFileName(mine)).toBe("Änne-O-Neil-Montego-Casual-2026-11-18.sgf")
    expect(over(Black, { name: "Ann", color: White }).sgf(names, "2026-11-18")).toContain("PW[Ann]")
    expect(over(Black, { name: "" }).sgf(names, "2026-11-18")).toContain("PB[Person]")
    expect(sgfFileName(`(;SZ[9]PB[${"N".repeat(400)}])`).length).toBeLessThan(100)
    expect(sgfFileName("(;SZ[9])")).toBe("montego.sgf")
    expect(sgfFileName("no record")).toBe("montego.sgf")
  })
})
