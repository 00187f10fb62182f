import { allPoints, Black, parseVertex, PASS, White, type Point } from "montego/rules"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { FakeEngine, reportOf } from "../../engine/fake-engine.ts"
import { lastCaptures, moveNumbers } from "../shared/game-facts.ts"
import { PlaySession } from "./play.ts"
import { FIRST_SETTINGS, readSettings, type Settings } from "../shared/settings.ts"

const at = (vertex: string, size = 9): Point => parseVertex(vertex, size) as Point

function begin(change: Partial<Settings> = {}, seed = 7) {
  const engine = new FakeEngine()
  const play = new PlaySession({ ...FIRST_SETTINGS, ...change }, seed, engine)
  play.start()
  return { engine, play }
}

const SMALL: Partial<Settings> = { size: 5, opponent: "person" }

describe("a game against the machine (APP-1)", () => {
  it("asks the engine after a move, with the level's playouts and a seed of the game's own", async () => {
    const { engine, play } = begin({ opponent: "master" })
    expect(engine.asked).toEqual([])
    play.choose(at("E5"))
    expect(play.status).toBe("thinking")
    expect(engine.last.task).toMatchObject({ kind: "move", color: White, budget: { playouts: 400 }, seed: 8 })
    await engine.last.answer({ move: at("C3"), report: reportOf(at("C3"), { winRate: 0.4, color: White }) })
    expect(play.status).toBe("your-move")
    expect(play.game.board.at(at("C3"))).toBe(White)
    expect([...play.rates]).toEqual([[1, 0.6]])
  })

  it("lets the machine begin when it has Black, and with White in a handicap game", () => {
    expect(begin({ color: White }).engine.last.task).toMatchObject({ kind: "move", color: Black })
    const { engine, play } = begin({ handicap: 2 })
    expect(engine.last.task).toMatchObject({ kind: "move", color: White })
    expect(play.game.handicap).toBe(2)
    expect(play.canUndo).toBe(false)
  })

  it("says at the point why a move is refused, and changes nothing", async () => {
    const { engine, play } = begin()
    play.choose(at("E5"))
    play.choose(at("D5"))
    expect(play.refused).toMatchObject({ point: at("D5"), text: "it is White's turn" })
    await engine.last.answer({ move: at("C3") })
    expect(play.refused).toBeUndefined()
    play.choose(at("E5"))
    expect(play.refused).toEqual({ point: at("E5"), text: "there is already a stone on that point" })
    expect(play.game.moves).toHaveLength(2)
  })

  it("takes back to the person's last move, and stops the engine", async () => {
    const { engine, play } = begin()
    play.choose(at("E5"))
    play.undo()
    expect(engine.last.isStopped).toBe(true)
    expect(play.game.moves).toHaveLength(0)
    play.choose(at("E5"))
    await engine.last.answer({ move: at("C3") })
    play.undo()
    expect(play.game.moves).toHaveLength(0)
    expect(play.status).toBe("your-move")
  })

  it("forgets what the machine thought of moves that were taken back", async () => {
    const { engine, play } = begin()
    const answer = async (vertex: string, winRate: number) =>
      engine.last.answer({ move: at(vertex), report: reportOf(at(vertex), { winRate, color: White }) })
    play.choose(at("E5"))
    await answer("C3", 0.4)
    play.choose(at("G7"))
    await answer("C7", 0.3)
    play.undo()
    play.choose(at("G3"))
    expect([...play.rates]).toEqual([[1, 0.6]])
    await answer("C7", 0.2)
    expect([...play.rates]).toEqual([
      [1, 0.6],
      [3, 0.8],
    ])
  })

  it("ignores an answer to a question that was taken back", async () => {
    const { engine, play } = begin()
    play.choose(at("E5"))
    const first = engine.last
    play.undo()
    await first.answer({ move: at("C3") })
    expect(play.game.moves).toHaveLength(0)
  })

  it("shows trouble with the engine, and tries again", async () => {
    const { engine, play } = begin()
    play.choose(at("E5"))
    await engine.last.fail("out of memory")
    expect(play.status).toBe("trouble")
    expect(play.trouble).toBe("out of memory")
    play.tryAgain()
    expect(play.status).toBe("thinking")
    await engine.last.answer({ move: at("C3") })
    expect(play.status).toBe("your-move")
  })

  it("gives a hint until the next move", async () => {
    const { engine, play } = begin()
    void play.askHint()
    expect(play.hint).toBe("thinking")
    await engine.last.answer({ report: reportOf(at("G7")) })
    expect(play.hint).toMatchObject({ move: at("G7") })
    play.choose(at("G7"))
    expect(play.hint).toBeUndefined()
  })

  it("goes on after a resignation that is taken back, the person's or the machine's", async () => {
    const { engine, play } = begin()
    play.choose(at("E5"))
    play.resign()
    expect(play.game.outcome).toEqual({ kind: "resign", winner: White })
    expect(engine.last.isStopped).toBe(true)
    play.undo()
    expect(play.status).toBe("thinking")
    await engine.last.answer({ move: "resign" })
    expect(play.game.outcome).toEqual({ kind: "resign", winner: Black })
    play.undo()
    expect(play.game.moves).toHaveLength(0)
    expect(play.status).toBe("your-move")
  })

  it("answers at once when told to", () => {
    const { engine, play } = begin()
    play.choose(at("E5"))
    play.hurry()
    expect(engine.last.isHurried).toBe(true)
  })
})

describe("moves that are typed or refused (APP-1)", () => {
  it("names the move after which a position stood before", () => {
    const { play } = begin({ ...SMALL, size: 3 })
    for (const vertex of "B3 B2 A2 B1 A1 A3".split(" ")) expect(play.enter(vertex)).toBe(true)
    expect(lastCaptures(play.game)).toBe(2)
    play.enter("a2")
    expect(play.refused).toEqual({ point: at("A2", 3), text: "that repeats the position after move 4" })
  })

  it("reads points, pass, undo and hint as they are typed, and nothing else", () => {
    const { engine, play } = begin(SMALL)
    expect(play.enter(" c3 ")).toBe(true)
    expect(play.game.board.at(at("C3", 5))).toBe(Black)
    expect(play.enter("PASS")).toBe(true)
    expect(play.game.moves).toHaveLength(2)
    play.enter("undo")
    expect(play.game.moves).toHaveLength(1)
    play.enter("hint")
    expect(engine.last.task.kind).toBe("analysis")
    for (const word of ["z9", "C9", "hello", ""]) expect(play.enter(word)).toBe(false)
  })
})

describe("clocks in a game (APP-1)", () => {
  // The engine of these tests waits for real time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] }))
  afterEach(() => void vi.useRealTimers())

  const TIMED: Partial<Settings> = { clock: { kind: "absolute", main: 60 } }

  it("run in turn; the machine gets what its clock says, beside its playouts", async () => {
    const { engine, play } = begin({ ...TIMED, opponent: "master" })
    expect(play.clock?.running).toBe(Black)
    vi.advanceTimersByTime(5000)
    play.choose(at("E5"))
    expect(play.clock?.running).toBe(White)
    expect(engine.last.task).toMatchObject({
      player: "uct:net",
      budget: { playouts: 400, clock: { settings: TIMED.clock, left: { seconds: 60, stones: 0 } } },
    })
    vi.advanceTimersByTime(2000)
    engine.last.report({ ...reportOf(at("C3"), { visits: 200 }), seconds: 0.1 })
    expect(play.progress).toBeCloseTo(0.5)
    await engine.last.answer({ move: at("C3") })
    expect([play.clock?.left(Black).seconds, play.clock?.left(White).seconds]).toEqual([55, 58])
    expect(play.clock?.running).toBe(Black)
  })

  it("end the game, for a person as for the machine, and the engine stops", () => {
    const { engine, play } = begin(TIMED)
    play.choose(at("E5"))
    vi.advanceTimersByTime(61_000)
    expect(play.status).toBe("over")
    expect(play.game.outcome).toEqual({ kind: "time", winner: Black })
    expect(engine.last.isStopped).toBe(true)
    expect(play.sgf({ machine: () => "M", person: "P" }, "2026-01-02")).toMatch(
      /RE\[B\+T\].*TM\[60\]|TM\[60\].*RE\[B\+T\]/s,
    )
    const two = begin({ ...TIMED, opponent: "person" }).play
    two.choose(at("E5"))
    vi.advanceTimersByTime(30_000)
    two.choose(at("C3"))
    vi.advanceTimersByTime(60_100)
    expect(two.game.outcome).toEqual({ kind: "time", winner: White })
    two.choose(at("G7"))
    expect(two.game.moves).toHaveLength(2)
  })

  it("give the time back with the move, after a loss on time too", () => {
    const { play } = begin({ ...TIMED, opponent: "person" })
    vi.advanceTimersByTime(10_000)
    play.choose(at("E5"))
    vi.advanceTimersByTime(99_000)
    expect(play.status).toBe("over")
    play.undo()
    expect(play.status).toBe("your-move")
    expect(play.clock?.running).toBe(Black)
    expect(play.clock?.left(Black).seconds).toBe(60)
    expect(play.clock?.left(White).seconds).toBe(60)
  })

  it("stand still while the board is counted, while the engine is in trouble, and when the game is put away", async () => {
    const { play } = begin({ ...TIMED, ...SMALL })
    play.choose(at("C3", 5))
    play.pass()
    play.pass()
    expect(play.status).toBe("counting")
    expect(play.clock?.running).toBeUndefined()
    play.resume()
    expect(play.clock?.running).toBe(White)
    play.close()
    expect(play.clock?.running).toBeUndefined()
    play.start()
    expect(play.clock?.running).toBe(White)
    const broken = begin(TIMED)
    broken.play.choose(at("E5"))
    await broken.engine.last.fail("out of memory")
    expect(broken.play.clock?.running).toBeUndefined()
    broken.play.tryAgain()
    expect(broken.play.clock?.running).toBe(White)
  })

  it("go on for a person who looks at another page, and wait for a machine that is kept from thinking", () => {
    const { engine, play } = begin(TIMED)
    play.leave()
    expect(play.clock?.running).toBe(Black)
    play.start()
    play.choose(at("E5"))
    expect(play.clock?.running).toBe(White)
    play.leave()
    expect(engine.last.isStopped).toBe(true)
    expect(play.clock?.running).toBeUndefined()
    play.start()
    expect(play.clock?.running).toBe(White)
    play.close()
    const { play: late } = begin({ ...TIMED, opponent: "person" })
    late.leave()
    vi.advanceTimersByTime(1_000_000)
    expect(late.game.outcome).toEqual({ kind: "time", winner: White })
  })

  it("go on after a reload where they stood", () => {
    const clock = { kind: "byo-yomi", main: 10, period: 5, periods: 3 } as const
    const { engine, play } = begin({ clock, opponent: "person" })
    vi.advanceTimersByTime(4000)
    play.choose(at("E5"))
    vi.advanceTimersByTime(12_000)
    const saved: unknown = JSON.parse(JSON.stringify(play.save()))
    play.close()
    vi.advanceTimersByTime(1_000_000)
    const again = PlaySession.restore(saved, engine)
    if (!again.ok) throw new Error(again.error)
    expect(again.value.clock?.running).toBeUndefined()
    again.value.start()
    expect(again.value.clock?.left(White)).toEqual({ seconds: 3, stones: 3 })
    expect(again.value.clock?.left(Black)).toEqual({ seconds: 6, stones: 0 })
    again.value.close()
  })

  it("may be all that limits an opponent of one's own", () => {
    const { engine, play } = begin({ ...TIMED, opponent: "custom", player: "amaf", limit: { byClock: true } })
    play.choose(at("E5"))
    expect(engine.last.task).toMatchObject({ player: "amaf" })
    expect(engine.last.task).not.toHaveProperty("budget.playouts")
    engine.last.report({ ...reportOf(at("C3")), seconds: 0.2 })
    expect(play.progress).toBeGreaterThan(0)
    play.close()
  })
})

describe("settings that were kept (APP-1)", () => {
  it("become players where they were presets, and clocks only where they make sense", () => {
    expect(readSettings({ preset: "mogo" })).toMatchObject({ player: "uct:mogo", clock: { kind: "none" } })
    expect(readSettings({ player: "gobble" }).player).toBe("gobble")
    expect(readSettings({ player: "Drop table" }).player).toBe("uct:strong")
    const clock = { kind: "canadian", main: 0, period: 60, stones: 5 }
    expect(readSettings({ clock, limit: { byClock: true } })).toMatchObject({
      clock,
      limit: { byClock: true },
    })
    for (const bad of [{ ...clock, stones: 0 }, { ...clock, period: 0 }, { kind: "absolute", main: 0 }, 7])
      expect(readSettings({ clock: bad, limit: { byClock: true } })).toMatchObject({
        clock: { kind: "none" },
        limit: { playouts: 1000 },
      })
  })
})

describe("the end of a game (APP-1)", () => {
  /** Black has the left three columns, White the rest; a black stone stands lost at E3. */
  function played() {
    const { engine, play } = begin({ ...SMALL, komi: 0.5 })
    const moves = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 pass pass".split(" ")
    for (const vertex of moves) {
      if (vertex === "pass") play.pass()
      else play.choose(at(vertex, 5))
    }
    return { engine, play }
  }

  it("proposes dead stones and counts without them", async () => {
    const { engine, play } = played()
    expect(play.status).toBe("counting")
    expect(play.isProposing).toBe(true)
    await engine.last.answer({ points: [at("E3", 5)] })
    expect(play.isProposing).toBe(false)
    expect(play.score).toMatchObject({ margin: 15 - 10.5 })
  })

  it("lets people change the dead stones by chain, and ends by agreement", async () => {
    const { engine, play } = played()
    await engine.last.answer({ points: [] })
    play.choose(at("E3", 5))
    expect([...play.dead]).toEqual([at("E3", 5)])
    play.choose(at("D1", 5))
    expect(play.dead.size).toBe(6)
    play.choose(at("D3", 5))
    play.accept()
    expect(play.status).toBe("over")
    expect(play.game.outcome).toEqual({ kind: "score", winner: Black, margin: 4.5 })
    expect(play.score?.margin).toBe(4.5)
  })

  it("goes on where people don't agree", async () => {
    const { engine, play } = played()
    play.resume()
    expect(play.status).toBe("your-move")
    expect(engine.last.isStopped).toBe(true)
    play.choose(at("E4", 5))
    expect(play.game.board.at(at("E4", 5))).toBe(White)
  })

  it("counts every stone as alive where the rules say so", () => {
    const { play } = begin({ ...SMALL, rules: "tromp-taylor" })
    play.choose(at("C3", 5))
    play.pass()
    play.pass()
    expect(play.status).toBe("over")
    expect(play.score?.margin).toBe(25 - 7.5)
  })

  it("ends Capture Go with the first stone taken", () => {
    const { play } = begin({ ...SMALL, rules: "capture-1" })
    for (const vertex of ["B1", "A1", "A2"]) play.choose(at(vertex, 5))
    expect(play.game.outcome).toEqual({ kind: "win", winner: Black })
    expect(play.score).toBeUndefined()
  })
})

describe("a kept game (APP-1)", () => {
  it("is the same after a reload, through JSON", async () => {
    const { engine, play } = begin({ size: 13, handicap: 3, color: White, opponent: "person" })
    play.choose(at("K10", 13))
    play.pass()
    play.choose(at("C3", 13))
    const saved = JSON.parse(JSON.stringify(play.save())) as unknown
    const restored = PlaySession.restore(saved, engine)
    if (!restored.ok) throw new Error(restored.error)
    expect(restored.value.game.position()).toEqual(play.game.position())
    expect(restored.value.save()).toEqual(play.save())
  })

  it("keeps the result and the dead stones of a game that is over", async () => {
    const { engine, play } = begin(SMALL)
    play.choose(at("C3", 5))
    play.choose(at("A1", 5))
    play.pass()
    play.pass()
    await engine.last.answer({ points: [at("A1", 5)] })
    play.accept()
    const restored = PlaySession.restore(play.save(), engine)
    if (!restored.ok) throw new Error(restored.error)
    expect(restored.value.game.outcome).toEqual(play.game.outcome)
    expect(restored.value.score).toEqual(play.score)
  })

  it("keeps the count that was begun, over another page and a reload", async () => {
    const { engine, play } = begin(SMALL)
    play.choose(at("C3", 5))
    play.choose(at("A1", 5))
    play.pass()
    play.pass()
    await engine.last.answer({ points: [at("A1", 5)] })
    play.choose(at("C3", 5))
    const asked = engine.asked.length
    play.leave()
    play.start()
    const restored = PlaySession.restore(play.save(), engine)
    if (!restored.ok) throw new Error(restored.error)
    restored.value.start()
    expect(engine.asked).toHaveLength(asked)
    for (const session of [play, restored.value])
      expect(session.dead).toEqual(new Set([at("A1", 5), at("C3", 5)]))
    play.resume()
    play.pass()
    play.pass()
    expect(engine.asked).toHaveLength(asked + 1)
  })

  it("asks the engine again when the machine was thinking", () => {
    const { play } = begin()
    play.choose(at("E5"))
    const engine = new FakeEngine()
    const restored = PlaySession.restore(play.save(), engine)
    if (!restored.ok) throw new Error(restored.error)
    expect(engine.asked).toEqual([])
    restored.value.start()
    expect(engine.last.task).toMatchObject({ kind: "move", seed: 8 })
  })

  it.each([
    undefined,
    "x",
    {},
    { format: 3, seed: 1, moves: [] },
    { format: 1, seed: 1, moves: ["E5", "Z99"] },
    { format: 1, seed: 1, moves: ["E5", "E5"] },
  ])("is refused when it makes no sense: %j", (saved) => {
    expect(PlaySession.restore(saved, new FakeEngine()).ok).toBe(false)
  })

  it("reads a game that was kept by the first version of the form", () => {
    const saved =
      '{"format":1,"settings":{"size":9,"opponent":"learner","color":1,"rules":"chinese","handicap":0,' +
      '"limit":{"playouts":1000},"preset":"strong"},"seed":5,"moves":["E5","C3"],"dead":[],"rates":[[1,0.5]]}'
    const restored = PlaySession.restore(JSON.parse(saved), new FakeEngine())
    expect(restored.ok && restored.value.game.moves).toHaveLength(2)
    expect(restored.ok && restored.value.settings.player).toBe("uct:strong")
  })

  it("reads a game that was kept by the second version of the form", () => {
    const saved =
      '{"format":2,"settings":{"size":9,"opponent":"learner","color":1,"rules":"chinese","handicap":0,' +
      '"clock":{"kind":"absolute","main":60},"limit":{"playouts":1000},"player":"amaf"},"seed":5,"moves":["E5"],"dead":[],' +
      '"clock":{"turns":[[{"seconds":60,"stones":0},{"seconds":60,"stones":0}],[{"seconds":52.5,"stones":0},' +
      '{"seconds":60,"stones":0}]],"now":[{"seconds":52.5,"stones":0},{"seconds":41.25,"stones":0}]},"rates":[]}'
    const restored = PlaySession.restore(JSON.parse(saved), new FakeEngine())
    if (!restored.ok) throw new Error(restored.error)
    expect(restored.value.clock?.left(White).seconds).toBe(41.25)
    expect(restored.value.settings.player).toBe("amaf")
  })
})

describe("the record of a game (APP-1)", () => {
  it("holds players, rules, handicap and result", () => {
    const { play } = begin({ handicap: 2, opponent: "person" })
    play.choose(at("E5"))
    play.resign()
    const sgf = play.sgf({ machine: () => "Montego", person: "Ann" }, "2026-01-02")
    expect(sgf).toContain("HA[2]")
    expect(sgf).toContain("AB[cg][gc]")
    expect(sgf).toContain("RE[W+R]")
    expect(sgf).toContain("W[ee]")
    expect(sgf).toContain("DT[2026-01-02]")
  })

  it("numbers the stones that stand", () => {
    const { play } = begin(SMALL)
    for (const vertex of ["B1", "A1", "A2", "C3"]) play.choose(at(vertex, 5))
    const numbers = moveNumbers(play.game)
    expect(numbers.get(at("A1", 5))).toBeUndefined()
    expect(numbers.get(at("C3", 5))).toBe(4)
    expect(allPoints(5).filter((point) => numbers.has(point))).toHaveLength(3)
  })

  it("never passes out of turn", () => {
    const { play } = begin()
    play.choose(at("E5"))
    play.pass()
    expect(play.game.moves.map(({ move }) => move)).not.toContain(PASS)
  })
})
