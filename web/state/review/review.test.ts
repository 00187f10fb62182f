import { Black, Board, Empty, parseVertex, White, type Point } from "montego/rules"
import { describe, expect, it, vi } from "vitest"
import { FakeEngine, reportOf } from "../../engine/fake-engine.ts"
import { longRecord } from "./long-record.ts"
import { GLANCE, LOOK } from "./analyst.ts"
import { readPlace } from "./review-place.ts"
import { titleOf } from "./record-editor.ts"
import { Review } from "./review.ts"

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

  it("goes to any node of the tree, and to the variation above or below", () => {
    const { review } = open()
    const last = review.line[2]!.children[1]!.children[0]!.children[0]!
    review.goTo(last)
    expect(review.moveNumber).toBe(5)
    expect(review.isVariation).toBe(true)
    review.back(1)
    review.across(-1)
    expect(review.game.board.at(at("G7"))).toBe(White)
    review.across(-1)
    review.across(1)
    expect(review.game.board.at(at("E7"))).toBe(White)
  })

  it("passes stones of a variation that can't be, and says there why", () => {
    const { review } = open("(;SZ[9];B[ee](;W[cc])(;AB[ba][ab]AW[aa];B[cc]))")
    review.goTo(review.line[1]!.children[1]!.children[0]!)
    expect([review.at, review.obstacle, review.unlawful]).toEqual([3, undefined, undefined])
    review.back()
    expect(review.unlawful).toContain("the stones that are set up leave a chain without liberty")
  })

  it("keeps where one stands as plain data, in whichever game and variation", () => {
    const two = `${RECORD}(;SZ[9]PB[Cid];B[aa](;W[bb])(;W[cc];B[dd]))`
    const { review } = open(two)
    expect(review.titles).toEqual(["Ann – Bob", "Cid – ?"])
    expect(review.choose(1)).toBe(true)
    review.go(2)
    review.turn(1)
    review.forward()
    const again = open(review.sgf()).review
    again.resume(readPlace(JSON.parse(JSON.stringify(review.place))))
    expect([again.gameIndex, again.moveNumber, again.game.board.at(at("D6"))]).toEqual([1, 3, Black])
    again.resume(readPlace({ game: 7, at: "x", turns: [[0]] }))
    expect(again.at).toBe(0)
    expect(again.sgf()).toContain("PB[Ann]")
  })

  it("shows the first game of a collection that can be shown, and says what is wrong with others", () => {
    const { review } = open("(;GM[2];B[aa])(;SZ[9]PB[Ann];B[ee])")
    expect(review.gameIndex).toBe(1)
    expect(review.choose(0)).toBe(false)
    expect(review.obstacle).toContain("not a game of Go")
    expect(review.gameIndex).toBe(1)
  })

  it("carries an unlawful move out, says so where it stands, and steps back over it", () => {
    const { review } = open("(;SZ[9];B[ee];W[dd];B[dd]W[aa]C[both];W[cc](;B[ff])(;B[cc]))")
    const refused = "there is already a stone on that point"
    expect(review.line).toHaveLength(6)
    expect(review.notes).toHaveLength(1)
    expect(review.notes[0]).toContain(`move 3, B[dd]: ${refused}`)
    review.go(3)
    expect(review.unlawful).toContain(refused)
    expect([review.game.board.at(at("D6")), review.game.board.at(at("A9"))]).toEqual([Black, White])
    review.go(Infinity)
    expect([review.moveNumber, review.unlawful]).toEqual([6, undefined])
    // A variation of its own is told when one goes there.
    review.turn(1)
    expect(review.game.board.at(at("C7"))).toBe(Black)
    expect(review.unlawful).toContain("move 6, B[cc]")
    review.go(2)
    expect([review.moveNumber, review.game.moves.length, review.game.board.at(at("D6"))]).toEqual([
      2,
      2,
      White,
    ])
    review.play(at("C3"))
    expect([review.moveNumber, review.refused]).toEqual([3, undefined])
  })

  it.each([
    ["a move off the board", "(;SZ[9];B[ee];W[zz];B[cc])", 2, "move 2, W[zz]: "],
    ["stones without a liberty", "(;SZ[9];B[ee];AB[ba][ab]AW[aa];W[cc])", 2, "after move 1: the stones"],
    ["such stones at the start", "(;SZ[9]AB[ba][ab]AW[aa];B[ee];W[cc])", 0, "after move 0: the stones"],
  ])("says at the top that it has %s, leaves the board as it is, and goes on", (_, sgf, place, what) => {
    const { review } = open(sgf)
    const { breach } = review
    expect(breach).toMatchObject({ text: expect.stringContaining(what) as string, more: 0 })
    expect(breach!.text).toContain("left out, the board stays as it is")
    review.go(Infinity)
    expect([review.at, review.unlawful]).toEqual([3 - (place === 0 ? 1 : 0), undefined])
    expect(review.game.board.at(at("C7"))).not.toBe(Empty)
    review.goTo(breach!.node)
    expect([review.at, review.unlawful]).toEqual([place, breach!.text])
    expect(review.game.board.at(at("A9"))).toBe(Empty)
    expect(open("(;SZ[9];B[ee])").review.breach).toBeUndefined()
  })

  it("ends a line that begins too many games, and says so", () => {
    const { review } = open(`(;SZ[9]${";B[ee]".repeat(5000)})`)
    expect(review.line).toHaveLength(2002)
    expect(review.notes[0]).toContain("more than 2000 times, which is the limit")
  })

  it("walks through 20 000 moves without playing them again and again", () => {
    const { review } = open(longRecord(20_000))
    const played = vi.spyOn(Board.prototype, "play")
    review.go(Infinity)
    review.go(0)
    expect(review.line).toHaveLength(20_001)
    // Each move once or twice, wherever one goes.
    expect(played.mock.calls.length).toBeGreaterThanOrEqual(20_000)
    expect(played.mock.calls.length).toBeLessThan(50_000)
    played.mockRestore()
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
    expect(engine.last.task).toMatchObject({
      kind: "analysis",
      color: Black,
      budget: LOOK,
    })
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
      { move: 0, blackWins: 0.6, lead: 0 },
      { move: 1, blackWins: 0.7, lead: 0 },
    ])
    review.back()
    expect(review.report?.winRate).toBe(0.6)
  })

  it("goes through the whole game, and stops when told to", async () => {
    const { engine, review } = open()
    const swept = review.sweepGame()
    for (let place = 0; place < 5; place++) {
      expect(review.sweep).toMatchObject({ pass: "glance", done: place, all: 5 })
      const { task } = engine.last
      expect(task).toMatchObject({ kind: "analysis", budget: GLANCE, threads: 1 })
      expect(task.kind === "analysis" && task.position.moves).toHaveLength(place)
      const color = place % 2 === 0 ? Black : White
      await engine.last.answer({ report: reportOf(at("A1"), { color, visits: 400 }) })
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

  it("looks deeper after the glance, where most was lost first, and tells the points of a network", async () => {
    const { engine, review } = open()
    const swept = review.sweepGame()
    const seen: number[] = []
    const answer = async (rates: readonly number[], leads: readonly number[], visits: number) => {
      const { task } = engine.last
      const place = task.position.moves.length
      seen.push(place)
      const color = place % 2 === 0 ? Black : White
      const winRate = color === Black ? rates[place]! : 1 - rates[place]!
      await engine.last.answer({
        report: reportOf(at("A1"), { color, winRate, visits, lead: leads[place]! }),
      })
    }
    const [rates, leads] = [
      [0.5, 0.5, 0.9, 0.9, 0.86],
      [0, 0, 9, 9, 4],
    ]
    for (let place = 0; place < 5; place++) await answer(rates, leads, 1)
    expect(review.sweep).toMatchObject({ pass: "deeper", done: 0, all: 5 })
    expect(review.mistakes.worst[White]).toMatchObject([{ number: 2, points: 9 }])
    expect(review.faultAt(2)).toBe("blunder")
    review.thresholds = { rate: 0.2, points: 4 }
    expect([...review.mistakes.byPlace.keys()]).toEqual([2])
    expect(review.faultAt(2)).toBe("mistake")
    // Both sides of the largest change come first; then it is no change any more.
    for (let place = 0; place < 5; place++) await answer([0.5, 0.5, 0.5, 0.5, 0.5], [0, 0, 0, 0, 0], 1000)
    await swept
    expect(new Set(seen.slice(5, 7))).toEqual(new Set([1, 2]))
    expect(new Set(seen.slice(5))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect([review.sweep, review.mistakes.byPlace.size]).toEqual([undefined, 0])
  })

  it("shows the line of a candidate, where the record goes on, and what stones cost", () => {
    const { review } = open()
    review.go(2)
    expect([...review.ghosts]).toEqual([
      [at("C3"), { sign: 1, type: "variation" }],
      [at("G3"), { sign: 1, type: "next" }],
    ])
    review.know([
      [1, 0.5],
      [2, 0.7],
    ])
    expect(review.ghosts.get(at("C7"))).toEqual({ sign: 0, type: "blunder" })
    expect(review.shownLine).toEqual([])
  })

  it("goes through a game in which stones are set up, from wherever one stands", async () => {
    const { engine, review } = open("(;SZ[9];B[ee];AW[aa][bb]AE[ee];B[cc];W[dd])")
    review.go(3)
    const swept = review.sweepGame()
    const seen: [stones: number, moves: number][] = []
    for (let place = 0; place < 5; place++) {
      const { task } = engine.last
      seen.push([task.position.setup.length, task.position.moves.length])
      await engine.last.answer({ report: reportOf(at("A1"), { visits: 400 }) })
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

describe("changes of a record (APP-2)", () => {
  it("takes back and makes again moves, deletions and the main line", () => {
    const { review } = open()
    const before = review.sgf()
    review.go(2)
    review.play(at("A1"))
    review.play(at("B1"))
    expect(review.canUndo).toBe(true)
    review.undo()
    expect(review.moveNumber).toBe(3)
    review.undo()
    expect(review.sgf()).toBe(before)
    expect(review.node).toBe(review.line[2])
    expect(review.line).toHaveLength(5)
    review.redo()
    review.redo()
    expect(review.moveNumber).toBe(4)
    expect(review.canRedo).toBe(false)

    review.makeMainLine()
    expect(review.isVariation).toBe(false)
    const again = open(review.sgf()).review
    again.go(Infinity)
    expect(again.game.board.at(at("B1"))).toBe(White)

    review.back(1)
    review.deleteVariation()
    expect(review.sgf()).not.toContain("B[ai]")
    expect(review.at).toBe(2)
    review.forward()
    expect(review.game.board.at(at("G3"))).toBe(Black)
    review.undo()
    expect(review.game.board.at(at("A1"))).toBe(Black)
    while (review.canUndo) review.undo()
    expect(review.sgf()).toBe(before)
    review.go(0)
    review.deleteVariation()
    expect(review.sgf()).toBe(before)
  })

  it("keeps a note with the record, and takes back what was typed as a whole", () => {
    const { review } = open()
    const before = review.sgf()
    review.go(2)
    for (const text of ["w", "wh", "why [not]? \\"]) review.note(text)
    expect(open(review.sgf()).review.line[2]!.properties["C"]).toHaveLength(1)
    const again = open(review.sgf()).review
    again.go(2)
    expect(again.comment).toBe("why [not]? \\")
    review.go(0)
    review.undo()
    expect(review.at).toBe(2)
    expect(review.comment).toBe("why?")
    expect(review.sgf()).toBe(before)
    review.note("")
    expect(review.sgf()).not.toContain("C[")
  })

  it("puts marks on the board and takes them away, and leaves what it doesn't understand", () => {
    const { review } = open("(;SZ[9]XX[odd\\]]TR[aa:bb][zz]LB[cc:A];B[ee])")
    const marks = () => [...review.marks].map(([point, { type, label }]) => [point, label ?? type])
    review.take("letter")
    review.touch(at("D6"))
    expect(marks()).toContainEqual([at("D6"), "B"])
    review.take("number")
    review.touch(at("D6"))
    expect(marks()).toContainEqual([at("D6"), "1"])
    review.touch(at("D6"))
    expect(review.marks.has(at("D6"))).toBe(false)
    for (const [kind, vertex] of [
      ["square", "A9"],
      ["circle", "G7"],
      ["cross", "H1"],
    ] as const)
      review.mark(at(vertex), kind)
    const text = review.sgf()
    expect(text).toContain("XX[odd\\]]")
    expect(text).toContain("TR[ba][ab][bb][zz]")
    const again = open(text).review
    expect(again.marks.get(at("A9"))).toEqual({ type: "square" })
    expect(again.marks.get(at("B9"))).toEqual({ type: "triangle" })
    expect(again.marks.get(at("C7"))).toEqual({ type: "label", label: "A" })
    again.clearMarks()
    expect(again.marks.size).toBe(0)
    expect(again.sgf()).toContain("XX[odd\\]]")
    review.take("cross")
    review.take("cross")
    expect(review.tool).toBe("play")
  })
})

describe("all that SGF can say of a position (APP-2)", () => {
  it("lines, arrows, territory and faded points are read, drawn and taken away", () => {
    const { review } = open("(;SZ[9]AR[aa:bb]LN[cc:dd]TB[ee]TW[ff:gf]DD[aa:ab];B[hh];DD[])")
    expect(review.lines).toEqual([
      { v1: [2, 2], v2: [3, 3], type: "line" },
      { v1: [0, 0], v2: [1, 1], type: "arrow" },
    ])
    expect(review.marks.get(at("F4"))).toEqual({ type: "white-area" })
    expect([...review.faded]).toEqual([at("A9"), at("A8")])
    review.forward()
    expect(review.faded.size).toBe(2)
    review.forward()
    expect(review.faded.size).toBe(0)
    review.take("arrow")
    review.touch(at("C3"))
    expect([review.marks.get(at("C3")), review.lines]).toEqual([{ type: "point" }, []])
    review.touch(at("D4"))
    review.take("faded")
    review.touch(at("J9"))
    review.take("black-area")
    review.touch(at("J1"))
    expect(review.sgf()).toMatch(/DD\[ia\].*AR\[cg:df\].*TB\[ii\]/)
    review.take("arrow")
    review.touch(at("C3"))
    review.touch(at("D4"))
    expect(review.lines).toEqual([])
    review.clearMarks()
    expect(review.hasMarks || review.sgf().includes("TB[ii]")).toBe(false)
  })

  it("stones are set up: at the root, and in a node of their own after a move", () => {
    const { review } = open("(;SZ[9])")
    for (const [tool, vertex] of [
      ["black-stone", "C3"],
      ["white-stone", "D4"],
      ["black-stone", "E5"],
    ] as const) {
      if (review.tool !== tool) review.take(tool)
      review.touch(at(vertex))
    }
    expect(review.game.board.at(at("D4"))).toBe(White)
    review.touch(at("E5"))
    expect(review.game.board.at(at("E5"))).toBe(Empty)
    review.setTurn(White)
    expect([review.at, review.toPlay]).toEqual([0, White])
    review.take("play")
    review.play(at("G7"))
    review.take("no-stone")
    review.touch(at("C3"))
    expect([review.at, review.game.board.at(at("C3"))]).toEqual([2, Empty])
    expect(review.sgf()).toMatch(/SZ\[9\]AB\[cg\]AW\[df\]PL\[W\]CA\[UTF-8\]\s*;W\[gc\];AE\[cg\]\)/)
    review.undo()
    review.undo()
    review.undo()
    expect([review.at, review.toPlay]).toEqual([0, Black])
  })

  it("the game and its positions have names; what makes no sense is refused", () => {
    const { review } = open()
    review.go(2)
    review.nameNode("The [turning] point")
    expect(review.setInfo("blackRank", "3d")).toBe(true)
    expect(review.setInfo("komi", "0.5")).toBe(true)
    expect(review.setInfo("komi", "many")).toBe(false)
    expect(review.setInfo("handicap", "1000")).toBe(false)
    expect([review.at, review.game.komi, review.info.black.rank]).toEqual([2, 0.5, "3d"])
    expect(review.infoField("komi")).toBe("0.5")
    expect(review.sgf()).toContain("N[The [turning\\] point]")
    review.undo()
    expect(review.infoField("komi")).toBe("")
    review.setInfo("black", "")
    expect(titleOf(review.info)).toBe("? – Bob")
  })

  it("win rates go into a file, with a comment, and come back out of it; the record stays as it is", async () => {
    const { engine, review } = open()
    const before = review.sgf()
    review.go(2)
    review.analyse(true)
    engine.last.report(reportOf(at("E5"), { winRate: 0.625, lead: 3.25 }))
    const text = review.sgfWithAnalysis(({ blackWins }) => `Black ${blackWins}`)
    expect(text).toContain("W[cc]C[why?\n\nBlack 0.625]SBKV[62.5]V[3.3]")
    expect(review.sgf()).toBe(before)
    expect(open(text).review.graph).toEqual([{ move: 2, blackWins: 0.625 }])
    expect(open(text.replace("62.5", "162")).review.graph).toEqual([])
  })
})

describe("worst moves and better ones (APP-2)", () => {
  /** Goes through the whole game; `rates` are Black's. */
  async function swept(rates: readonly number[]) {
    const { engine, review } = open()
    const done = review.sweepGame()
    for (const [place, rate] of rates.entries()) {
      const color = place % 2 === 0 ? Black : White
      await engine.last.answer({
        report: reportOf(at("A1"), { winRate: color === Black ? rate : 1 - rate, color, visits: 400 }),
      })
    }
    await done
    return { engine, review }
  }

  it("lists what cost each side most", async () => {
    const { review } = await swept([0.5, 0.48, 0.6, 0.2, 0.8])
    expect(review.mistakes.worst[Black]).toMatchObject([
      { number: 3, move: at("G3"), loss: expect.closeTo(0.4) },
    ])
    expect(review.mistakes.worst[White]).toMatchObject([
      { number: 4, loss: expect.closeTo(0.6) },
      { number: 2 },
    ])
  })

  it("needs no search where captures have ended the game", async () => {
    const { engine, review } = open("(;GM[1]SZ[9]RU[capture-1];B[aa];W[ba];B[cc];W[ab])")
    const done = review.sweepGame()
    for (const color of [Black, White, Black, White])
      await engine.last.answer({ report: reportOf(at("A1"), { winRate: 0.5, color, visits: 400 }) })
    await done
    expect(review.graph.at(-1)).toEqual({ move: 4, blackWins: 0 })
    expect(review.trouble).toBeUndefined()
  })

  it("asks for a better move, and says only whether it is an error", async () => {
    const { engine, review } = await swept([0.5, 0.5, 0.6, 0.2, 0.2])
    review.tryAgain(review.mistakes.worst[Black][0]!)
    expect(review.at).toBe(2)
    expect(review.report).toBeUndefined()
    const lesson = review.lesson!
    await engine.last.answer({ report: reportOf(at("C3"), { winRate: 0.7, visits: 3000 }) })
    review.play(at("E5"))
    expect(review.refused).toBeDefined()
    review.play(at("G3"))
    await Promise.resolve()
    expect(lesson.verdict).toBe("error")
    review.play(at("H3"))
    expect(lesson.verdict).toBe("thinking")
    review.play(at("C3"))
    expect(lesson.tried).toBe(at("H3"))
    await Promise.resolve()
    expect(engine.last.task).toMatchObject({ color: White, position: { moves: { length: 3 } } })
    await engine.last.answer({ report: reportOf(at("A1"), { winRate: 0.5, color: White }) })
    expect(lesson.verdict).toBe("error")
    review.play(at("D3"))
    await Promise.resolve()
    await engine.last.answer({ report: reportOf(at("A1"), { winRate: 0.32, color: White }) })
    expect(lesson.verdict).toBe("fine")
    expect([...review.marks]).toEqual([
      [at("G3"), { type: "cross" }],
      [at("H3"), { type: "cross" }],
      [at("D3"), { type: "circle" }],
    ])
    expect(review.sgf()).not.toContain("B[hg]")
    review.showAnswer()
    expect(review.lesson).toBeUndefined()
    expect(review.report?.candidates[0]?.move).toBe(at("C3"))
  })

  it("asks again with the next try where the engine broke before there was one", async () => {
    const { engine, review } = await swept([0.5, 0.5, 0.6, 0.2, 0.2])
    review.tryAgain(review.mistakes.worst[Black][0]!)
    const lesson = review.lesson!
    await engine.last.fail("no memory")
    const asked = engine.asked.length
    review.play(at("C3"))
    await Promise.resolve()
    expect(engine.asked).toHaveLength(asked + 1)
    await engine.last.fail("no memory")
    expect([lesson.trouble, lesson.verdict]).toEqual(["no memory", undefined])
    review.play(at("C3"))
    await engine.last.answer({ report: reportOf(at("C3"), { winRate: 0.7 }) })
    expect([lesson.trouble, lesson.verdict]).toEqual([undefined, "fine"])
  })

  it("knows the best move at once, tries again after a fault, and ends when one walks on", async () => {
    const { engine, review } = await swept([0.5, 0.5, 0.6, 0.2, 0.2])
    review.tryAgain(review.mistakes.worst[Black][0]!)
    const lesson = review.lesson!
    review.play(at("C3"))
    await engine.last.fail("no memory")
    expect(lesson.trouble).toBe("no memory")
    expect(lesson.verdict).toBeUndefined()
    review.play(at("C3"))
    await engine.last.answer({ report: reportOf(at("C3"), { winRate: 0.7 }) })
    expect(lesson.verdict).toBe("fine")
    review.play(at("H3"))
    await Promise.resolve()
    review.forward()
    expect(review.lesson).toBeUndefined()
    expect(engine.last.isStopped).toBe(true)
  })
})
