import { parseVertex, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import { App } from "../app.ts"
import { isListed } from "./desk.ts"
import { contentOf, gamesOf, namedSgf, readEntry } from "./entry.ts"
import { FakeEngine, reportOf } from "../../engine/fake-engine.ts"
import { Library } from "./library.ts"
import { Keep, MemoryStore, type Kept, type Shelf } from "../shared/storage.ts"
import type { News, Tabs } from "./tabs.ts"

const at = (vertex: string): Point => parseVertex(vertex, 9) as Point
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

class MapShelf implements Shelf {
  readonly kept = new Map<string, string>()
  getItem = (key: string): string | null => this.kept.get(key) ?? null
  setItem = (key: string, value: string): void => void this.kept.set(key, value)
  removeItem = (key: string): void => void this.kept.delete(key)
}

/** A store that can fail, and that may never answer. */
class Disk extends MemoryStore {
  mood: "well" | "full" | "silent" = "well"

  override write(kept: Kept, base: number): Promise<boolean> {
    if (this.mood === "silent") return new Promise(() => undefined)
    return this.mood === "full" ? Promise.reject(new Error("full")) : super.write(kept, base)
  }
}

/** One browser: what its tabs share. */
class Browser {
  readonly shelf = new MapShelf()
  readonly disk = new Disk()
  readonly #owners = new Map<string, { tab: object; onLost: () => void }>()
  readonly #listeners = new Map<object, (news: News) => void>()
  readonly #waiting = new Map<string, () => void>()
  #ids = 0

  async open() {
    const engine = new FakeEngine()
    const keep = new Keep(this.shelf)
    const library = await Library.open({
      keep,
      session: new Keep(new MapShelf()),
      store: this.disk,
      tabs: this.#tab(),
      newId: () => `id${++this.#ids}`,
      now: () => Date.UTC(2026, 0, 1) + this.#ids,
    })
    const names = { machine: () => "Montego", person: "Person" }
    const app = new App({ engine, keep, library, newSeed: () => 42, today: () => "2026-01-01", names })
    app.start()
    return { app, engine, library, desk: app.desk }
  }

  /** The tab is gone, and so are its locks. */
  crash(): void {
    this.#owners.clear()
    this.#listeners.clear()
  }

  /** The tab that has a game is closed, and another one waits for it. */
  free(id: string): void {
    this.#waiting.get(id)?.()
  }

  #tab(): Tabs {
    const tab = {}
    return {
      claim: (id, onLost) => {
        const isFree = !this.#owners.has(id)
        if (isFree) this.#owners.set(id, { tab, onLost })
        return Promise.resolve(isFree)
      },
      wait: (id, onLost) =>
        new Promise((resolve) => {
          this.#waiting.set(id, () => {
            this.#owners.set(id, { tab, onLost })
            resolve(true)
          })
        }),
      take: async (id, onLost) => {
        for (const [other, listener] of this.#listeners) if (other !== tab) listener({ kind: "give", id })
        await settled()
        this.#owners.get(id)?.onLost()
        this.#owners.set(id, { tab, onLost })
      },
      release: (id) => void (this.#owners.get(id)?.tab === tab && this.#owners.delete(id)),
      tell: (news) => {
        for (const [other, listener] of this.#listeners) if (other !== tab) listener(news)
      },
      listen: (listener) => void this.#listeners.set(tab, listener),
    }
  }
}

const RECORD = "(;SZ[9]PB[Ann]PW[Bob]RE[B+3];B[ee];W[cc])"
/** As the first version of the app left it behind. */
const GAME_OF_FORMAT_1 =
  '{"format":1,"settings":{"size":9,"opponent":"learner","color":1,"rules":"chinese","handicap":0,' +
  '"limit":{"playouts":1000},"preset":"strong"},"seed":7,"moves":["E5","C3"],"dead":[],"rates":[[1,0.6]]}'

describe("rows of the library (APP-1)", () => {
  it("know the same game by its content, whatever its name and encoding", () => {
    const renamed = namedSgf(RECORD, "A [game]\\")
    expect(renamed).toContain("GN[A [game\\]\\\\]")
    expect(renamed).toContain("CA[UTF-8]")
    expect(contentOf(gamesOf(renamed))).toBe(contentOf(gamesOf(RECORD)))
    expect(contentOf(gamesOf(RECORD))).not.toBe(contentOf(gamesOf(RECORD.replace("cc", "cd"))))
  })

  it("are read with distrust: of the first format, but nothing of a later one", () => {
    const row = {
      format: 1,
      id: "a",
      revision: 3,
      created: 1,
      changed: 2,
      kind: "record",
      facts: { size: 9, moves: 0, stones: "" },
      content: "",
      bytes: 0,
    }
    expect(readEntry(row)).toEqual(row)
    for (const change of [{ format: 2 }, { id: 5 }, { revision: "x" }, { facts: {} }])
      expect(readEntry({ ...row, ...change })).toBeUndefined()
  })
})

describe("games that are kept (APP-1)", () => {
  it("lie on the shelf at once, and only in the store after that", async () => {
    const browser = new Browser()
    const { app, library } = await browser.open()
    app.newGame()
    app.play!.choose(at("E5"))
    expect([...browser.shelf.kept.keys()].filter((key) => key.includes("draft"))).toHaveLength(1)
    await settled()
    expect([...browser.shelf.kept.keys()].filter((key) => key.includes("draft"))).toEqual([])
    expect(await browser.disk.list()).toMatchObject([
      { id: "id1", kind: "played", facts: { size: 9, moves: 1, opponent: "learner", machine: 2 } },
    ])
    expect(library.entries[0]?.facts.stones[40]).toBe("X")
  })

  it("survive a tab that dies while it writes", async () => {
    const browser = new Browser()
    const { app } = await browser.open()
    app.newGame()
    await settled()
    browser.disk.mood = "silent"
    app.play!.choose(at("E5"))
    await settled()
    browser.crash()
    browser.disk.mood = "well"
    const again = await browser.open()
    expect(again.app.play?.game.moves).toHaveLength(1)
    await again.engine.last.answer({ move: at("C3") })
    await settled()
    expect((await browser.disk.read("id1"))?.entry.facts.moves).toBe(2)
  })

  it("say when there is no room, stay on the shelf, and are written when there is some", async () => {
    const browser = new Browser()
    const { app, engine, library } = await browser.open()
    app.newGame()
    await settled()
    browser.disk.mood = "full"
    app.play!.choose(at("E5"))
    await settled()
    expect(library.fault).toBe("full")
    expect(browser.shelf.kept.has("montego.draft.id1")).toBe(true)
    browser.disk.mood = "well"
    await engine.last.answer({ move: at("C3") })
    await settled()
    expect(library.fault).toBeUndefined()
    expect((await browser.disk.read("id1"))?.entry.facts.moves).toBe(2)
  })

  it("of the first format are taken over, and leave their old place only when they are safe", async () => {
    const browser = new Browser()
    browser.shelf.setItem("montego.game", GAME_OF_FORMAT_1)
    browser.shelf.setItem("montego.review", JSON.stringify({ sgf: RECORD, at: 1 }))
    browser.shelf.setItem("montego.screen", '"play"')
    browser.disk.mood = "full"
    const first = await browser.open()
    await settled()
    expect(first.app.screen).toBe("play")
    expect(first.app.play?.game.moves).toHaveLength(2)
    expect(first.app.review?.moveNumber).toBe(1)
    expect(browser.shelf.kept.get("montego.game")).toBe(GAME_OF_FORMAT_1)
    browser.crash()
    browser.disk.mood = "well"
    const { app, library } = await browser.open()
    await settled()
    expect(app.play?.game.moves).toHaveLength(2)
    expect(browser.shelf.kept.has("montego.game")).toBe(false)
    expect(browser.shelf.kept.has("montego.review")).toBe(false)
    await library.load()
    expect(library.entries.map(({ kind }) => kind).sort()).toEqual(["played", "record"])
  })

  it("of the first format stay where they are as long as nothing lasts", async () => {
    const shelf = new MapShelf()
    shelf.setItem("montego.game", GAME_OF_FORMAT_1)
    const names = { machine: () => "Montego", person: "Person" }
    const options = { engine: new FakeEngine(), keep: new Keep(shelf), newSeed: () => 42, names }
    const app = new App({ ...options, today: () => "2026-01-01" })
    await settled()
    expect(app.play?.game.moves).toHaveLength(2)
    expect(app.desk.library.fault).toBe("missing")
    expect(shelf.kept.get("montego.game")).toBe(GAME_OF_FORMAT_1)
  })

  it("of no kind that we know stay where they are", async () => {
    const browser = new Browser()
    browser.shelf.setItem("montego.game", '{"format":99}')
    const { app } = await browser.open()
    app.newGame()
    await settled()
    expect(browser.shelf.kept.get("montego.game")).toBe('{"format":99}')
  })

  it("without a move leave nothing behind", async () => {
    const { app, library } = await new Browser().open()
    app.newGame()
    await settled()
    app.newGame()
    await settled()
    expect(library.entries.map(({ id }) => id)).toEqual(["id2"])
    expect(library.entries.filter(isListed)).toEqual([])
  })
})

describe("two tabs (APP-1)", () => {
  it("share a game: one plays, the other looks on and may take over; no move is lost or doubled", async () => {
    const browser = new Browser()
    const one = await browser.open()
    one.app.newGame()
    one.app.play!.choose(at("E5"))
    await settled()
    const two = await browser.open()
    expect(two.app.isElsewhere).toBe(true)
    expect(two.engine.asked).toEqual([])
    await one.engine.last.answer({ move: at("C3") })
    await settled()
    expect(two.app.play?.game.moves).toHaveLength(2)
    one.app.play!.choose(at("G7"))
    const thinking = one.engine.last
    await two.app.takeOver()
    await settled()
    expect(two.app.isElsewhere).toBe(false)
    expect(one.app.isElsewhere).toBe(true)
    expect(thinking.isStopped).toBe(true)
    expect(two.engine.last.task).toMatchObject({ kind: "move" })
    await two.engine.last.answer({ move: at("C4") })
    await settled()
    expect(one.app.play?.game.moves).toHaveLength(4)
    // Whatever the first does now, it doesn't reach the store.
    one.app.play!.choose(at("A1"))
    await settled()
    expect((await browser.disk.read("id1"))?.entry.facts.moves).toBe(4)
  })

  it("go on with a game when the one that had it is closed, where the machine was thinking, too", async () => {
    const browser = new Browser()
    const one = await browser.open()
    one.app.newGame()
    one.app.play!.choose(at("E5"))
    await settled()
    const two = await browser.open()
    expect(two.app.isElsewhere).toBe(true)
    browser.free("id1")
    await settled()
    expect(two.app.isElsewhere).toBe(false)
    expect(two.engine.asked.map(({ task }) => task.kind)).toEqual(["move"])
    await two.engine.last.answer({ move: at("C3") })
    await settled()
    expect((await browser.disk.read("id1"))?.entry.facts.moves).toBe(2)
  })

  it("without locks still don't write over each other", async () => {
    const browser = new Browser()
    const one = await browser.open()
    one.app.newGame()
    await settled()
    browser.crash()
    const two = await browser.open()
    two.app.play!.choose(at("E5"))
    await settled()
    one.app.play!.choose(at("A1"))
    await settled()
    expect(one.app.isElsewhere).toBe(true)
    expect((await browser.disk.read("id1"))?.entry.facts.stones[40]).toBe("X")
  })

  it("see each other's library, and protect what is open in the other", async () => {
    const browser = new Browser()
    const one = await browser.open()
    one.app.open(RECORD)
    await settled()
    const two = await browser.open()
    two.app.goTo("library")
    await two.library.load()
    expect(two.library.entries).toHaveLength(1)
    const { id } = two.library.entries[0]!
    two.app.closeRecord()
    expect(await two.app.deleteKept(id)).toBe(false)
    expect(await two.library.rename(id, "Mine")).toBe(false)
    expect(await one.library.rename(id, "Yours")).toBe(true)
    await settled()
    expect(two.library.entries[0]?.name).toBe("Yours")
    expect(await one.app.deleteKept(id)).toBe(true)
    expect(two.library.entries).toEqual([])
    await one.library.undoRemove()
    expect(two.library.entries[0]?.name).toBe("Yours")
  })
})

describe("records and reviews in the library (APP-2)", () => {
  it("keep what the engine found, over a reload and for the same record opened again", async () => {
    const browser = new Browser()
    const one = await browser.open()
    one.app.open(RECORD)
    await settled()
    void one.app.review!.sweepGame()
    for (const winRate of [0.61, 0.34, 0.5]) {
      await one.engine.last.answer({ report: reportOf(at("G7"), { winRate, visits: 400 }) })
      await settled()
    }
    const { graph } = one.app.review!
    expect(graph).toHaveLength(3)
    one.app.keepReview()
    await settled()
    browser.crash()
    const two = await browser.open()
    expect(two.app.review!.graph).toEqual(graph)
    expect(two.app.review!.report).toMatchObject({
      playouts: 400,
      candidates: [{ move: at("G7"), visits: 400 }],
    })
    // A short look is not taken again.
    void two.app.review!.sweepGame()
    expect(two.engine.asked).toEqual([])
    two.app.closeRecord()
    two.app.open(RECORD)
    await settled()
    expect(two.app.review!.graph).toEqual(graph)
    // They belong to nodes by their places, which a new variation moves.
    two.app.review!.go(1)
    two.app.review!.play(at("A1"))
    two.app.keepReview()
    await settled()
    browser.crash()
    const three = await browser.open()
    three.app.review!.go(0)
    three.app.review!.goTo(three.app.review!.line[1]!.children[0]!)
    expect(three.app.review!.graph).toEqual(graph)
  })

  it("are there once, with what was added; the file as it was is another", async () => {
    const { app, library } = await new Browser().open()
    app.open(RECORD)
    await settled()
    app.open(RECORD)
    await settled()
    expect(library.entries).toHaveLength(1)
    app.review!.go(2)
    app.review!.play(at("G7"))
    app.keepReview()
    await settled()
    expect(library.entries[0]?.facts.moves).toBe(3)
    app.open(RECORD)
    await settled()
    expect(library.entries.map(({ facts }) => facts.moves)).toEqual([2, 3])
  })

  it("are kept with the last change when one goes elsewhere at once", async () => {
    const { app, library, desk } = await new Browser().open()
    app.open(RECORD)
    await settled()
    const { id } = library.entries[0]!
    app.review!.go(2)
    app.review!.play(at("G7"))
    app.open("(;SZ[9];B[aa])")
    await settled()
    expect(await desk.exportOne(id)).toContain("B[gc]")
    app.review!.go(1)
    app.review!.play(at("J1"))
    expect(await app.openKept(id, "review")).toBe(true)
    await settled()
    expect(await desk.exportOne(id)).not.toContain("W[ii]")
    expect(await desk.exportAll()).toContain("W[ii]")
  })

  it("belong to the played game they are of, until that goes another way", async () => {
    const { app, engine, library, desk } = await new Browser().open()
    app.newGame()
    app.play!.choose(at("E5"))
    await engine.last.answer({ move: at("C3"), report: reportOf(at("C3")) })
    app.reviewGame()
    app.review!.go(1)
    app.review!.play(at("G7"))
    app.keepReview()
    await settled()
    expect(library.entries).toHaveLength(1)
    expect(await desk.exportOne("id1")).toMatch(/\(;W\[cg\]\)\s*\(;W\[gc\]\)/)
    app.goTo("play")
    app.play!.choose(at("E3"))
    await settled()
    expect(library.entries.map(({ kind }) => kind).sort()).toEqual(["played", "record"])
    expect(await desk.exportOne("id1")).not.toContain("gc")
    expect(await desk.exportAll()).toContain("W[gc]")
  })

  it("of a game that went on are kept apart when they are changed only then", async () => {
    const { app, engine, library, desk } = await new Browser().open()
    app.newGame()
    app.play!.choose(at("E5"))
    await engine.last.answer({ move: at("C3") })
    app.reviewGame()
    app.goTo("play")
    app.play!.choose(at("E3"))
    app.goTo("review")
    app.review!.play(at("G7"))
    app.keepReview()
    await settled()
    expect(library.entries).toHaveLength(2)
    expect(await desk.exportOne("id1")).toContain("B[eg]")
  })

  it("leave as one collection and come back without doubles; broken ones are counted", async () => {
    const browser = new Browser()
    const { app, desk, engine } = await browser.open()
    app.open(RECORD)
    app.newGame()
    app.play!.choose(at("E5"))
    await engine.last.answer({ move: at("C3") })
    await settled()
    const all = await desk.exportAll()
    expect(gamesOf(all)).toHaveLength(2)
    app.goTo("library")
    expect(app.open(`${all}(;SZ[9];B[aa])(;GM[2])`)).toBe(true)
    await settled()
    await settled()
    expect(desk.arrived).toMatchObject({ added: 1, known: 2 })
    expect(app.screen).toBe("library")
  })

  it("are asked about when they are many", async () => {
    const { app, desk, library } = await new Browser().open()
    app.goTo("library")
    const many = Array.from({ length: 30 }, (_, index) => `(;SZ[9]PB[${index}];B[ee])`).join("")
    app.open(many)
    await settled()
    expect(desk.arrival).toMatchObject({ games: { length: 30 } })
    expect(library.entries).toEqual([])
    desk.refuseArrival()
    app.open(many)
    await desk.takeIn()
    expect(library.entries).toHaveLength(30)
    expect(desk.arrived).toEqual({ added: 30, known: 0, refused: 0 })
  })

  it("go on where they were left, from the library, too", async () => {
    const browser = new Browser()
    const { app, engine } = await browser.open()
    app.newGame()
    app.play!.choose(at("E5"))
    await engine.last.answer({ move: at("C3") })
    app.newGame()
    await settled()
    expect(await app.openKept("id1", "play")).toBe(true)
    expect(app.play?.game.moves).toHaveLength(2)
    expect(await app.openKept("nothing", "play")).toBe(false)
    expect(await app.openKept("id1", "review")).toBe(true)
    expect(app.review?.moveNumber).toBe(2)
    await app.deleteKept("id1")
    expect(app.play).toBeUndefined()
    expect(app.review).toBeUndefined()
  })
})
