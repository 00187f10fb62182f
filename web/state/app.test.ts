import { LEVELS } from "montego/players"
import { parseVertex, White, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import { App } from "./app.ts"
import { FakeEngine } from "../engine/fake-engine.ts"
import { makePicture, short } from "./shared/picture.ts"
import { FIRST_SETTINGS, gameOptionsOf, komiOf, limitOf, playerOf, readSettings } from "./shared/settings.ts"
import { Keep, type Shelf } from "./shared/storage.ts"
import { reportOf } from "../engine/fake-engine.ts"

const at = (vertex: string): Point => parseVertex(vertex, 9) as Point

class MapShelf implements Shelf {
  readonly kept = new Map<string, string>()
  getItem = (key: string): string | null => this.kept.get(key) ?? null
  setItem = (key: string, value: string): void => void this.kept.set(key, value)
  removeItem = (key: string): void => void this.kept.delete(key)
}

function start(shelf: Shelf | undefined = new MapShelf()) {
  const engine = new FakeEngine()
  const app = new App({
    engine,
    keep: new Keep(shelf),
    newSeed: () => 42,
    today: () => "2026-01-01",
    names: { machine: () => "Montego", person: "Person" },
  })
  app.start()
  return { engine, app }
}

describe("the app (APP-1)", () => {
  it("plays within one click, with choices that are already made", () => {
    const { app } = start()
    expect(app.screen).toBe("start")
    app.newGame()
    expect(app.screen).toBe("play")
    expect(app.play?.seed).toBe(42)
    expect(app.play?.status).toBe("your-move")
  })

  it("takes the game and the page up again after a reload, and lets the machine go on", () => {
    const shelf = new MapShelf()
    const { app } = start(shelf)
    app.choose({ size: 13, opponent: "sharp" })
    app.newGame()
    app.play!.choose(at("E5"))
    const again = start(shelf)
    expect(again.app.screen).toBe("play")
    expect(again.app.settings).toMatchObject({ size: 13, opponent: "sharp" })
    expect(again.app.play?.game.moves).toHaveLength(1)
    expect(again.engine.last.task).toMatchObject({ kind: "move", budget: { playouts: 1 } })
  })

  it("works where nothing can be kept, or what is kept is spoilt", () => {
    const broken: Shelf = {
      getItem: () => "{",
      setItem: () => {
        throw new Error("full")
      },
      removeItem: () => undefined,
    }
    const { app } = start(broken)
    app.newGame()
    expect(app.play?.status).toBe("your-move")
    expect(start(undefined).app.settings).toEqual(FIRST_SETTINGS)
  })

  it("stops thinking for a page that is left, and goes on when it comes back", () => {
    const { engine, app } = start()
    app.newGame()
    app.play!.choose(at("E5"))
    const thinking = engine.last
    app.goTo("review")
    expect(thinking.isStopped).toBe(true)
    app.goTo("play")
    expect(engine.last).not.toBe(thinking)
    expect(engine.last.isStopped).toBe(false)
  })

  it("reviews the game that was played, with what the machine thought", async () => {
    const { engine, app } = start()
    app.newGame()
    app.play!.choose(at("E5"))
    await engine.last.answer({ move: at("C3"), report: reportOf(at("C3"), { winRate: 0.3, color: White }) })
    app.reviewGame()
    expect(app.screen).toBe("review")
    expect(app.review?.moveNumber).toBe(2)
    expect(app.review?.graph).toEqual([{ move: 1, blackWins: 0.7 }])
  })

  it("says what is wrong with a record, and keeps the one that is open", () => {
    const { app } = start()
    expect(app.open("(;SZ[9];B[ee])")).toBe(true)
    const { review } = app
    expect(app.open("nonsense")).toBe(false)
    expect(app.fault).toContain("no game found")
    expect(app.review).toBe(review)
  })

  it("keeps the record under review", () => {
    const shelf = new MapShelf()
    const { app } = start(shelf)
    app.open("(;SZ[9];B[ee];W[cc])")
    app.review!.go(1)
    app.keepReview()
    expect(start(shelf).app.review?.moveNumber).toBe(1)
  })
})

describe("settings (APP-1)", () => {
  it("reads whatever was kept, and mends what makes no sense", () => {
    expect(readSettings(undefined)).toEqual(FIRST_SETTINGS)
    expect(
      readSettings({ size: 40, opponent: "god", color: 9, handicap: 99, komi: "a", limit: { playouts: -1 } }),
    ).toEqual(FIRST_SETTINGS)
    expect(readSettings({ ...FIRST_SETTINGS, limit: { seconds: 2 }, seed: 3, komi: -5 })).toMatchObject({
      limit: { seconds: 2 },
      seed: 3,
      komi: -5,
    })
  })

  it("gives the komi of rules and handicap, and none in Capture Go", () => {
    expect(komiOf(FIRST_SETTINGS)).toBe(7.5)
    expect(komiOf({ ...FIRST_SETTINGS, handicap: 2 })).toBe(0.5)
    expect(komiOf({ ...FIRST_SETTINGS, rules: "capture-1", komi: 3 })).toBe(0)
    expect(gameOptionsOf({ ...FIRST_SETTINGS, size: 5, handicap: 2 }).handicap).toBe(0)
  })

  it("gives each level its player; in Capture Go, which networks don't know, the classical search", () => {
    const playersOf = (rules: string) =>
      LEVELS.map(({ id }) => playerOf({ ...FIRST_SETTINGS, opponent: id, rules }))
    expect(playersOf("chinese").filter((player) => /^(net,|uct:net$)/.test(player))).toHaveLength(
      LEVELS.length,
    )
    expect(new Set(playersOf("capture-1"))).toEqual(new Set(["uct:strong"]))
    const limits = LEVELS.map(({ id }) => limitOf({ ...FIRST_SETTINGS, opponent: id, rules: "capture-1" }))
    expect(limits).toEqual(LEVELS.map(({ capture }) => ({ playouts: capture })))
    expect(limitOf({ ...FIRST_SETTINGS, opponent: "master" })).toEqual({ playouts: 400 })
    expect(limitOf({ ...FIRST_SETTINGS, opponent: "custom", limit: { seconds: 3 } })).toEqual({ seconds: 3 })
  })
})

describe("what the board shows (APP-2)", () => {
  it("has stones, the last move, candidates and owners", () => {
    const { app } = start()
    app.choose({ opponent: "person" })
    app.newGame()
    const { game } = app.play!
    game.play(at("A9"))
    const owners = new Float64Array(1000)
    owners[at("B9")] = 0.5
    owners[at("C9")] = 0.05
    const { candidates } = reportOf(at("J9"), { winRate: 0.456, visits: 1234 })
    const {
      signs,
      marks,
      heat,
      paint,
      owners: owners9 = [],
    } = makePicture({
      board: game.board,
      last: at("A9"),
      owners,
      candidates,
    })
    expect(signs[0]?.slice(0, 2)).toEqual([1, 0])
    expect(marks[0]?.[0]).toEqual({ type: "circle" })
    expect(owners9[0]?.slice(1, 3)).toEqual([0.5, 0.05])
    expect(paint.flat().every((share) => share === 0)).toBe(true)
    expect(heat[0]?.[8]).toEqual({ strength: 9, text: "46\n1.2k" })
  })

  it.each([
    [950, "950"],
    [1234, "1.2k"],
    [34_200, "34k"],
  ])("writes %d visits as %s", (count, text) => expect(short(count)).toBe(text))
})
