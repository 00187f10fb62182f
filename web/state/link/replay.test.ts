import { unwrap, VERSION } from "montego/base"
import { Black, parseVertex, White, type Move, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import { App } from "../app.ts"
import { FakeEngine, reportOf } from "../../engine/fake-engine.ts"
import { makeLink, parseLink, type ReplayLink } from "./link.ts"
import { PlaySession } from "../play/play.ts"
import { LINK_PLAYOUTS, linkOfGame, linkOfLastMove, linkOfPosition, LinkReplay } from "./replay.ts"
import { FIRST_SETTINGS, type Settings } from "../shared/settings.ts"
import { Keep } from "../shared/storage.ts"

const at = (vertex: string): Move => parseVertex(vertex, 9)!
const read = (text: string): ReplayLink => unwrap(parseLink(text)!)

async function play(settings: Partial<Settings> = {}) {
  const engine = new FakeEngine()
  const session = new PlaySession({ ...FIRST_SETTINGS, opponent: "casual", ...settings }, 40, engine)
  session.choose(at("E5") as Point)
  if (session.machine !== undefined)
    await engine.last.answer({ move: at("C3"), report: reportOf(at("C3"), { visits: 250, color: White }) })
  return session
}

describe("links from a game and from a review (APP-2)", () => {
  it("lead to the search for the machine's last move, and to the position now", async () => {
    const session = await play()
    const last = linkOfLastMove(session)!
    expect(last).toMatchObject({
      color: White,
      player: "net,temperature=3,top=0.99",
      playouts: 1,
      seed: 41,
      played: at("C3"),
    })
    expect(last.position.moves).toHaveLength(1)
    const now = linkOfGame(session)
    expect(now).toMatchObject({ color: Black, playouts: 1, seed: 42 })
    expect(now.position.moves).toHaveLength(2)
    expect(read(makeLink(last))).toMatchObject(last)
    expect(linkOfPosition(session.game)).toMatchObject({ color: Black, playouts: LINK_PLAYOUTS, seed: 1 })
  })

  it("count playouts where time was the limit, and know that other programs can't be repeated", async () => {
    const timed = await play({ opponent: "custom", limit: { seconds: 2 }, player: "uct:mogo" })
    expect(linkOfLastMove(timed)).toMatchObject({ player: "uct:mogo", playouts: 250 })
    for (const player of ["gtp:gnugo", "patterns"]) {
      const other = await play({ opponent: "custom", player })
      expect(linkOfLastMove(other)).toBeUndefined()
      expect(linkOfGame(other)).toMatchObject({ player: "uct:strong" })
    }
    const people = await play({ opponent: "person" })
    expect(linkOfLastMove(people)).toBeUndefined()
    expect(linkOfGame(people)).toMatchObject({ player: "uct:strong", color: White })
  })
})

const LINK =
  "#r1=0.1.0-11f8c2b4573bb5e0&size=9&rules=chinese&komi=7.5&moves=eece&player=uct:strong&playouts=300&seed=42"

describe("a link that was opened", () => {
  it("asks for exactly its search, and shows what came of it", async () => {
    const engine = new FakeEngine()
    const link = read(LINK)
    const replay = new LinkReplay(link, engine)
    void replay.start()
    const { maker: _, played: __, ...search } = link
    expect(engine.last.task).toEqual({ kind: "replay", ...search })
    engine.last.report(reportOf(at("D4"), { visits: 10 }))
    expect([replay.status, replay.report?.playouts]).toEqual(["searching", 10])
    await engine.last.answer({ move: at("C7"), report: reportOf(at("C7"), { visits: 300 }) })
    expect([replay.status, replay.move, replay.report?.playouts]).toEqual(["done", at("C7"), 300])
  })

  it("says when it is from another Montego, stops, and tells of trouble", async () => {
    const engine = new FakeEngine()
    const own = read(makeLink(read(LINK)))
    expect(new LinkReplay(own, engine).isForeign).toBe(false)
    const other = { version: VERSION, signature: "0000000000000000" }
    const replay = new LinkReplay({ ...own, maker: other }, engine)
    expect(replay.isForeign).toBe(true)
    void replay.start()
    replay.stop()
    expect([engine.last.isStopped, replay.status]).toEqual([true, "stopped"])
    void replay.start()
    await engine.last.fail("there is no player of that name")
    expect([replay.status, replay.trouble]).toEqual(["trouble", "there is no player of that name"])
  })
})

describe("the app with links and the glass box", () => {
  function start() {
    const engine = new FakeEngine()
    const app = new App({
      engine,
      keep: new Keep(undefined),
      newSeed: () => 42,
      today: () => "2026-01-01",
      names: { machine: () => "Montego", person: "Person" },
    })
    app.start()
    return { engine, app }
  }

  it("opens a link, explains one that is broken, ignores other fragments, and reviews its game", () => {
    const { app, engine } = start()
    app.openLink("#somewhere")
    expect(app.screen).toBe("start")
    app.openLink(LINK.replace("eece", "eexx"))
    expect([app.screen, app.link, app.linkFault]).toEqual(["link", undefined, expect.stringContaining("xx")])
    app.openLink(LINK)
    expect([app.link?.status, app.linkFault]).toEqual(["searching", undefined])
    app.reviewLink()
    expect([app.screen, engine.last.isStopped]).toEqual(["review", true])
    expect(app.review!.game.position().moves).toEqual(read(LINK).position.moves)
  })

  it("keeps stones that were set up when it reviews a link", () => {
    const { app } = start()
    app.openLink(`${LINK}&black=aabb&white=cc&first=b`)
    app.reviewLink()
    const { board, toPlay } = app.review!.game
    expect([board.at(at("A9") as Point), board.at(at("C7") as Point), toPlay]).toEqual([Black, White, Black])
  })

  it("looks into the position that is shown, and keeps what was run until another is", async () => {
    const { app, engine } = start()
    app.openGlass()
    expect([app.screen, app.glassPosition]).toEqual(["start", undefined])
    app.newGame()
    app.play!.choose(at("E5") as Point)
    app.openGlass()
    expect([app.screen, app.glass!.game.moves.length, engine.last.isStopped]).toEqual(["glass", 1, true])
    const { glass } = app
    app.goTo("play")
    app.openGlass()
    expect(app.glass).toBe(glass)
    app.openLink(LINK)
    app.openGlass("uct:plain", 9)
    expect(app.glass).toMatchObject({ player: "uct:plain", seed: 9 })
    expect(app.glass!.game.moves).toHaveLength(2)
  })
})
