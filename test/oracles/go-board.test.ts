// Our board against @sabaki/go-board, the board of Sabaki: random games of every size, move by move. Two
// programs that share no line of code agree on legality, stones and captures, or one of them is wrong.
//
// What differs in its behaviour, and how the comparison allows for it:
// - it never refuses anything unless asked: `analyzeMove` tells, and `makeMove` with all three `prevent…` flags throws;
// - its ko is the point and the colour that may not take it, as ours, but a pass leaves it in force, while with
//   us (and in every rule set) a pass lifts it; so after a pass the oracle is made anew from its own stones;
// - a suicide that is allowed gives the stones to the opponent, as with us; the flags decide whether it is;
// - a move off the board is a pass to it, so none is sent.

import sabaki from "@sabaki/go-board"
import { describe, expect, it } from "vitest"
import { Random } from "../../src/base/index.ts"
import {
  allPoints,
  Black,
  Board,
  Empty,
  isEye,
  makeAscii,
  makeVertex,
  opponent,
} from "../../src/rules/index.ts"
import { PASS, White, xOf, yOf, type Color, type Point } from "../../src/rules/index.ts"

// Its types say `export default`, its code says `module.exports =`.
const GoBoard = sabaki as unknown as typeof sabaki.default
type GoBoard = InstanceType<typeof GoBoard>

type Sign = 1 | -1
const signOf = (color: Color): Sign => (color === Black ? 1 : -1)
const vertexOf = (point: Point): [number, number] => [xOf(point), yOf(point)]

interface Tally {
  moves: number
  captures: number
  kos: number
  suicides: number
}

/** Ours and theirs, side by side. */
class Pair {
  readonly board: Board
  #oracle: GoBoard

  constructor(size: number, suicide: boolean) {
    this.board = new Board(size, { suicide })
    this.#oracle = GoBoard.fromDimensions(size)
  }

  /** What the oracle thinks of the move, in our words. */
  verdict(color: Color, point: Point): string | undefined {
    const { overwrite, suicide, ko } = this.#oracle.analyzeMove(signOf(color), vertexOf(point))
    if (overwrite) return "occupied"
    if (ko) return "ko"
    return suicide && !this.board.suicide ? "suicide" : undefined
  }

  pass(color: Color): void {
    expect(this.board.play(color, PASS)).toBeUndefined()
    const { signMap } = this.#oracle
    const [black, white] = [this.#oracle.getCaptures(1), this.#oracle.getCaptures(-1)]
    this.#oracle = new GoBoard(signMap).setCaptures(1, black).setCaptures(-1, white)
  }

  /** Plays on both boards; both refuse, or both play and look the same. */
  play(color: Color, point: Point): string | undefined {
    const before = makeAscii(this.board)
    const expected = this.verdict(color, point)
    const refused = this.board.play(color, point)
    const what = () =>
      `${color === Black ? "Black" : "White"} ${makeVertex(point, this.board.size)} on\n${before}`
    if (refused !== expected) throw new Error(`${refused} here, ${expected} there: ${what()}`)
    const options = { preventOverwrite: true, preventKo: true, preventSuicide: !this.board.suicide }
    if (refused !== undefined) {
      expect(() => this.#oracle.makeMove(signOf(color), vertexOf(point), options)).toThrow(/prevented/)
      return refused
    }
    this.#oracle = this.#oracle.makeMove(signOf(color), vertexOf(point), options)
    if (this.stones() !== this.oracleStones()) throw new Error(`the stones differ after ${what()}`)
    return undefined
  }

  compareCaptures(): void {
    for (const color of [Black, White] as const)
      expect(this.board.prisoners(color)).toBe(this.#oracle.getCaptures(signOf(color)))
  }

  /** Every point of the board, for both colours. */
  compareLegality(): void {
    for (const point of allPoints(this.board.size)) {
      for (const color of [Black, White] as const) {
        const [ours, theirs] = [this.board.refusal(color, point), this.verdict(color, point)]
        if (ours === theirs) continue
        const where = makeVertex(point, this.board.size)
        throw new Error(`${ours} here, ${theirs} there: ${color} ${where} on\n${makeAscii(this.board)}`)
      }
    }
  }

  stones(): string {
    return allPoints(this.board.size)
      .map((point) => this.board.at(point))
      .join("")
  }

  oracleStones(): string {
    return this.#oracle.signMap
      .map((row) => row.map((sign) => (sign === 1 ? 1 : sign === -1 ? 2 : 0)).join(""))
      .join("")
  }
}

/** A random game, eyes filled now and then, colours now and then twice in a row: what players avoid happens here. */
function playGame(size: number, suicide: boolean, seed: number, tally: Tally, limit: number): void {
  const random = new Random(seed)
  const pair = new Pair(size, suicide)
  const { board } = pair
  const every = Math.max(1, Math.floor(size / 3))
  let color: Color = Black
  for (let i = 0; i < limit; i++) {
    // Own eyes are filled seldom, so that living groups stay and kos come up; a ko is then tried to be taken back.
    const avoid = random.below(10) > 0
    const empty = allPoints(size).filter(
      (point) => board.at(point) === Empty && !(avoid && isEye(board, color, point)),
    )
    const anywhere = allPoints(size)[random.below(size * size)]!
    const free = empty[random.below(Math.max(1, empty.length))] ?? anywhere
    const point = board.ko !== PASS && random.below(2) === 0 ? (board.ko as Point) : free
    if (random.below(50) === 0) pair.pass(color)
    else {
      const taken = board.prisoners(color)
      const given = board.prisoners(opponent(color))
      const refused = pair.play(color, random.below(30) === 0 ? anywhere : point)
      if (refused === undefined) tally.moves++
      if (refused === undefined && board.ko !== PASS) tally.kos++
      if (refused === "suicide" || board.prisoners(opponent(color)) > given) tally.suicides++
      if (board.prisoners(color) > taken) tally.captures++
      pair.compareCaptures()
    }
    if (i % every === 0 || board.ko !== PASS) pair.compareLegality()
    if (random.below(12) > 0) color = opponent(color)
  }
}

const newTally = (): Tally => ({ moves: 0, captures: 0, kos: 0, suicides: 0 })

describe("random games agree with @sabaki/go-board (RUL-2)", () => {
  const sizes = Array.from({ length: 24 }, (_, i) => i + 2)
  it.each(sizes)("size %i", (size) => {
    const tally = newTally()
    for (const suicide of [false, true]) playGame(size, suicide, size, tally, Math.min(3 * size * size, 220))
    expect(tally.moves).toBeGreaterThan(size === 2 ? 5 : 15)
  })

  it.each([
    { size: 9, games: 30, least: { moves: 3000, captures: 300, kos: 15, suicides: 100 } },
    { size: 13, games: 12, least: { moves: 3000, captures: 250, kos: 8, suicides: 100 } },
    { size: 19, games: 5, least: { moves: 2500, captures: 200, kos: 5, suicides: 100 } },
  ])("size $size, $games whole games with captures, kos and suicides", ({ size, games, least }) => {
    const tally = newTally()
    for (let game = 0; game < games; game++)
      playGame(size, game % 2 === 1, 1000 * size + game, tally, Math.ceil(2.2 * size * size))
    for (const [what, count] of Object.entries(least)) {
      expect(tally[what as keyof Tally], `number of ${what}`).toBeGreaterThanOrEqual(count)
    }
  })
})
