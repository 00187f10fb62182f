// The panel's state: one question for each position, the hottest region chosen first, shades by temperature.

import { describe, expect, it } from "vitest"
import { unwrap } from "montego/base"
import { studyEndgame, type StudyQuestion } from "montego/cgt"
import { Game, parseAscii, parseVertex, stonesOf, type Point } from "montego/rules"
import type { StudyResult } from "../../engine/endgame.ts"
import { EndgamePanel } from "./endgame.ts"

const BOARD = unwrap(
  parseAscii(`
    . X . X X O . O .
    X X X X X O O O O
    X X X X . X X O O
    X X X X X O O O O
    X X X X . O O O O
    X X X X X O O O O
    X X X X X O O O O
    X X X X X O O O O
    X X X X X O O O O`),
)

function open(): { panel: EndgamePanel; game: Game; questions: StudyQuestion[]; answer: () => void } {
  const questions: StudyQuestion[] = []
  let take: (result: StudyResult) => void = () => undefined
  const panel = new EndgamePanel(() => undefined, {
    ask: (question, onAnswer) => {
      questions.push(question)
      take = onAnswer
    },
    stop: () => undefined,
  })
  const game = unwrap(Game.create({ size: 9, setup: stonesOf(BOARD) }))
  return { panel, game, questions, answer: () => take(studyEndgame(questions.at(-1)!)) }
}

const at = (vertex: string): Point => parseVertex(vertex, 9) as Point

describe("the endgame's panel (CGT-7)", () => {
  it("asks once for a position, and again when estimates may count", () => {
    const { panel, game, questions } = open()
    panel.look(game, undefined)
    panel.look(game, new Float64Array(1))
    expect(questions.length).toBe(1)
    panel.trust(true)
    panel.look(game, new Float64Array(1))
    expect(questions.map(({ owners }) => owners?.length)).toEqual([undefined, 1])
  })

  it("marks no region that was left alone and covers the board", () => {
    const { panel, questions, answer } = open()
    const empty = unwrap(Game.create({ size: 9 }))
    panel.look(empty, undefined)
    expect(questions.length).toBe(1)
    answer()
    expect(panel.region).toMatchObject({ points: { length: 81 } })
    expect(panel.region!.refused).toBeDefined()
    expect(panel.heat!.size).toBe(0)
  })

  it("chooses the hottest region, and shades the points", () => {
    const { panel, game, answer } = open()
    panel.look(game, undefined)
    expect(panel.heat).toBeUndefined()
    answer()
    expect(panel.study!.order.length).toBe(2)
    expect(panel.region).toMatchObject({ game: "{3||1|-3}", kind: "white-sente" })
    expect(panel.at(at("E5"))).toBe(1)
    expect(panel.at(at("A1"))).toBeUndefined()
    expect(panel.heat!.get(at("E7"))).toEqual({ strength: 9, text: "a" })
    expect(panel.heat!.get(at("E5"))!.strength).toBeLessThan(9)
    panel.choose(1)
    expect(panel.region).toMatchObject({ game: "{1|-1}", temperature: "1" })
    panel.close()
    expect(panel.heat).toBeUndefined()
  })
})
