import { allPoints, Black, parseVertex, PASS, White, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import { FakeEngine, reportOf } from "./fake-engine.ts"
import { moveNumbers, PlaySession } from "./play.ts"
import { FIRST_SETTINGS, type Settings } from "./settings.ts"

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
    const { engine, play } = begin({ opponent: "casual" })
    expect(engine.asked).toEqual([])
    play.choose(at("E5"))
    expect(play.status).toBe("thinking")
    expect(engine.last.task).toMatchObject({ kind: "move", color: White, limit: { playouts: 300 }, seed: 8 })
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
    { format: 2 },
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
  })
})

describe("the record of a game (APP-1)", () => {
  it("holds players, rules, handicap and result", () => {
    const { play } = begin({ handicap: 2, opponent: "person" })
    play.choose(at("E5"))
    play.resign()
    const sgf = play.sgf({ machine: "Montego", person: "Ann" }, "2026-01-02")
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
