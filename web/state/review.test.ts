import { Black, parseVertex, White, type Point } from "montego/rules"
import { describe, expect, it } from "vitest"
import { FakeEngine, reportOf } from "./fake-engine.ts"
import { LOOK_PLAYOUTS, Review, titleOf } from "./review.ts"

const at = (vertex: string, size = 9): Point => parseVertex(vertex, size) as Point

const RECORD = "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[ee];W[cc]C[why?](;B[gg];W[gc])(;B[cg];W[ec];B[eg]))"

function open(sgf = RECORD) {
  const engine = new FakeEngine()
  const review = Review.open(sgf, engine)
  if (!review.ok) throw new Error(review.error)
  return { engine, review: review.value }
}

describe("walking through a record (APP-2)", () => {
  it("goes forth and back, and tells where it is", () => {
    const { review } = open()
    expect(review.line).toHaveLength(5)
    review.forward(2)
    expect(review.moveNumber).toBe(2)
    expect(review.comment).toBe("why?")
    expect(review.game.board.at(at("C7"))).toBe(White)
    review.back()
    expect(review.game.board.at(at("C7"))).toBe(0)
    review.go(Infinity)
    expect(review.canForward).toBe(false)
    review.back(100)
    expect(review.game.moves).toEqual([])
    expect(titleOf(review.info)).toBe("Ann – Bob")
  })

  it("turns to other variations and walks on in them", () => {
    const { review } = open()
    review.go(3)
    expect(review.siblings).toEqual({ count: 2, place: 0 })
    review.turn(1)
    expect(review.game.board.at(at("C3"))).toBe(Black)
    review.go(Infinity)
    expect(review.moveNumber).toBe(5)
    review.go(3)
    review.turn(1)
    expect(review.game.board.at(at("G3"))).toBe(Black)
    expect(review.line).toHaveLength(5)
  })

  it("adds a move of one's own as a variation, and follows one that is there", () => {
    const { review } = open()
    review.go(2)
    review.play(at("C3"))
    expect(review.siblings).toEqual({ count: 2, place: 1 })
    review.go(2)
    review.play(at("A1"))
    expect(review.siblings).toEqual({ count: 3, place: 2 })
    expect(review.sgf()).toContain("B[ai]")
    const again = open(review.sgf()).review
    expect(again.line).toHaveLength(5)
  })

  it("says why a move can't be made", () => {
    const { review } = open()
    review.go(1)
    review.play(at("E5"))
    expect(review.refused?.text).toBe("there is already a stone on that point")
    review.forward()
    expect(review.refused).toBeUndefined()
  })

  it("walks over stones that are set up in the middle, both ways", () => {
    const { review } = open("(;SZ[9];B[ee];AW[aa][bb]AE[ee];B[cc];W[dd])")
    review.go(Infinity)
    expect(review.game.board.at(at("E5"))).toBe(0)
    expect(review.game.board.at(at("A9"))).toBe(White)
    review.go(1)
    expect(review.game.board.at(at("E5"))).toBe(Black)
    expect(review.game.board.at(at("A9"))).toBe(0)
  })

  it("ends the line before a move that can't be, and says so", () => {
    const { review } = open("(;SZ[9];B[ee];W[ee];B[cc])")
    expect(review.line).toHaveLength(2)
    expect(review.notes).toEqual(["move 2: there is already a stone on that point"])
  })

  it("walks through 20 000 moves quickly", () => {
    const pass = ";B[];W[]".repeat(10_000)
    const { review } = open(`(;SZ[9]${pass})`)
    const began = performance.now()
    review.go(Infinity)
    review.go(0)
    expect(review.line).toHaveLength(20_001)
    expect(performance.now() - began).toBeLessThan(1000)
  })

  it.each([
    ["", "no game found"],
    ["hello", "no game found"],
    ["(;GM[2];B[aa])", "not a game of Go"],
    ["(;SZ[99])", "99"],
  ])("refuses %j with a reason", (text, reason) => {
    const review = Review.open(text, new FakeEngine())
    expect(review.ok ? "" : review.error).toContain(reason)
  })
})

describe("analysis (APP-2)", () => {
  it("looks at the position that is shown, and at the next when one walks on", async () => {
    const { engine, review } = open()
    review.analyse(true)
    expect(engine.last.task).toMatchObject({ kind: "analysis", color: Black, playouts: LOOK_PLAYOUTS })
    engine.last.report(reportOf(at("E5"), { winRate: 0.6 }))
    expect(review.report?.candidates[0]?.move).toBe(at("E5"))
    const first = engine.last
    review.forward()
    expect(first.isStopped).toBe(true)
    expect(engine.last.task).toMatchObject({ color: White })
    expect(review.report).toBeUndefined()
    engine.last.report(reportOf(at("C7"), { winRate: 0.3, color: White }))
    review.analyse(false)
    expect(engine.last.isStopped).toBe(true)
    expect(review.graph).toEqual([
      { move: 0, blackWins: 0.6 },
      { move: 1, blackWins: 0.7 },
    ])
    review.back()
    expect(review.report?.winRate).toBe(0.6)
  })

  it("goes through the whole game, and stops when told to", async () => {
    const { engine, review } = open()
    const swept = review.sweepGame()
    for (let place = 0; place < 5; place++) {
      expect(review.sweep).toEqual({ done: place, all: 5 })
      const { task } = engine.last
      expect(task.kind === "analysis" && task.position.moves).toHaveLength(place)
      await engine.last.answer({ report: reportOf(at("A1"), { color: place % 2 === 0 ? Black : White }) })
    }
    await swept
    expect(review.sweep).toBeUndefined()
    expect(review.graph).toHaveLength(5)

    const other = open()
    void other.review.sweepGame()
    await other.review.sweepGame()
    expect(other.engine.last.isStopped).toBe(true)
    expect(other.review.sweep).toBeUndefined()
  })

  it("goes through a game in which stones are set up, from wherever one stands", async () => {
    const { engine, review } = open("(;SZ[9];B[ee];AW[aa][bb]AE[ee];B[cc];W[dd])")
    review.go(3)
    const swept = review.sweepGame()
    const seen: [stones: number, moves: number][] = []
    for (let place = 0; place < 5; place++) {
      const { task } = engine.last
      seen.push([task.position.setup.length, task.position.moves.length])
      await engine.last.answer({ report: reportOf(at("A1")) })
    }
    await swept
    expect(seen).toEqual([
      [0, 0],
      [0, 1],
      [2, 0],
      [2, 1],
      [2, 2],
    ])
    expect(review.at).toBe(3)
  })

  it("knows what the machine thought in its own game", () => {
    const { review } = open()
    review.know([[1, 0.4]])
    expect(review.graph).toEqual([{ move: 1, blackWins: 0.4 }])
  })

  it("says what is wrong with the engine", async () => {
    const { engine, review } = open()
    review.analyse(true)
    await engine.last.fail("no memory")
    expect(review.trouble).toBe("no memory")
    expect(review.isAnalysing).toBe(false)
  })

  it("leaves boards beyond 19×19 alone", () => {
    const { engine, review } = open("(;SZ[21];B[aa])")
    review.analyse(true)
    expect(engine.asked).toEqual([])
  })
})
