// Our rules against GNU Go 3.8, driven over GTP by our own controller: random games are replayed into it, and
// legality, stones, captures and the score are compared.
//
// What differs, and how the comparison allows for it:
// - by default it has simple ko and forbids suicide, which is `Board` without options; `--positional-superko`
//   makes it judge as `Game` under `chinese` or `cgos` rules does;
// - its boards go from 1 to 19 lines;
// - its final score removes stones that it reads as dead, and asks for a finished position: so only
//   positions are scored in which nothing is left to read (all groups have two eyes or live by size).

import { describe, expect } from "vitest"
import { Random, unwrap } from "../../src/base/index.ts"
import { GtpController } from "../../src/gtp/controller/index.ts"
import { allPoints, Black, Board, Empty, Game, isEye, makeVertex, opponent } from "../../src/rules/index.ts"
import {
  makeOutcome,
  outcomeOfMargin,
  parseAscii,
  parseRuleset,
  PASS,
  pointAt,
} from "../../src/rules/index.ts"
import { White, type Color, type Move, type Point } from "../../src/rules/index.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"

const BOTH = [Black, White] as const
const name = (color: Color): string => (color === Black ? "black" : "white")
const gnugo = program("gnugo")

class GnuGo {
  readonly #controller: GtpController

  constructor(path: string, ...options: string[]) {
    this.#controller = new GtpController(path, ["--mode", "gtp", ...options])
  }

  async ask(command: string, ...args: string[]): Promise<string> {
    return unwrap(await this.#controller.send(command, args, 20))
  }

  async refuses(command: string, ...args: string[]): Promise<boolean> {
    const answer = await this.#controller.send(command, args, 20)
    if (!answer.ok) expect(answer.error.kind).toBe("refused")
    return !answer.ok
  }

  async words(command: string, ...args: string[]): Promise<string[]> {
    const answer = await this.ask(command, ...args)
    return answer
      .split(/\s+/)
      .filter((word) => word !== "")
      .sort()
  }

  close(): Promise<void> {
    return this.#controller.close()
  }
}

async function withGnuGo(
  path: string,
  options: string[],
  run: (engine: GnuGo) => Promise<void>,
): Promise<void> {
  const engine = new GnuGo(path, ...options)
  try {
    await run(engine)
  } finally {
    await engine.close()
  }
}

const vertices = (size: number, points: readonly Point[]): string[] =>
  points.map((point) => makeVertex(point, size)).sort()

function legalPoints(size: number, isLegal: (point: Point) => boolean): string[] {
  return vertices(size, allPoints(size).filter(isLegal))
}

async function compareStones(engine: GnuGo, board: Board): Promise<void> {
  for (const color of BOTH) {
    const stones = allPoints(board.size).filter((point) => board.at(point) === color)
    expect(await engine.words("list_stones", name(color))).toEqual(vertices(board.size, stones))
    expect(await engine.ask("captures", name(color))).toBe(String(board.prisoners(color)))
  }
}

/** A random point, own eyes filled seldom, so that games last and kos come up; a ko is often tried. */
function draw(board: Board, color: Color, random: Random): Move {
  if (random.below(40) === 0) return PASS
  if (board.ko !== PASS && random.below(2) === 0) return board.ko
  const filling = random.below(10) === 0
  const empty = allPoints(board.size).filter(
    (point) => board.at(point) === Empty && (filling || !isEye(board, color, point)),
  )
  return empty[random.below(Math.max(1, empty.length))] ?? PASS
}

/** Every size twice; the sizes that people play on, and a small one with many kos, more often. */
const SIZES = [2, 19]
  .flatMap(() => Array.from({ length: 18 }, (_, i) => i + 2))
  .concat([5, 9, 13, 19].flatMap((size) => [size, size, size, size]))

describe("random games agree with GNU Go", () => {
  itNeeding(
    gnugo,
    "legality under simple ko, stones and captures, on all sizes to 19 (RUL-2)",
    (path) =>
      withGnuGo(path, [], async (engine) => {
        let [played, refused, kos] = [0, 0, 0]
        for (const [seed, size] of SIZES.entries()) {
          const random = new Random(seed)
          const board = new Board(size)
          await engine.ask("boardsize", String(size))
          await engine.ask("clear_board")
          let color: Color = Black
          for (let i = 0; i < Math.min(2 * size * size, 240); i++) {
            const move = draw(board, color, random)
            const vertex = makeVertex(move, size)
            const legal = board.isLegal(color, move)
            expect(await engine.ask("is_legal", name(color), vertex), `${name(color)} ${vertex}`).toBe(
              legal ? "1" : "0",
            )
            if (legal) {
              await engine.ask("play", name(color), vertex)
              board.play(color, move)
              played++
            } else {
              expect(await engine.refuses("play", name(color), vertex)).toBe(true)
              refused++
            }
            if (board.ko !== PASS) kos++
            if (i % 10 === 0 || board.ko !== PASS) {
              await compareStones(engine, board)
              for (const side of BOTH) {
                const ours = legalPoints(
                  size,
                  (point) => board.at(point) === Empty && board.isLegal(side, point),
                )
                expect(await engine.words("all_legal", name(side))).toEqual(ours)
              }
            }
            if (random.below(10) > 0) color = opponent(color)
          }
        }
        expect([played > 4000, refused > 50, kos > 20]).toEqual([true, true, true])
      }),
    300_000,
  )

  itNeeding(
    gnugo,
    "positional superko on small boards, where cycles are common (RUL-2)",
    (path) =>
      withGnuGo(path, ["--positional-superko"], async (engine) => {
        let repetitions = 0
        for (let seed = 0; seed < 150; seed++) {
          const size = 2 + (seed % 3)
          const random = new Random(seed)
          const game = unwrap(Game.create({ size, rules: parseRuleset("cgos")!, turns: "free" }))
          await engine.ask("boardsize", String(size))
          await engine.ask("clear_board")
          for (let i = 0; i < 40; i++) {
            const color = game.toPlay
            const mayPlay = (point: Point): boolean =>
              game.board.at(point) === Empty && game.refusal(point, color) === undefined
            for (const point of allPoints(size))
              if (game.refusal(point, color)?.reason === "superko") repetitions++
            const legal = legalPoints(size, mayPlay)
            expect(await engine.words("all_legal", name(color)), `seed ${seed}, move ${i + 1}`).toEqual(legal)
            if (legal.length === 0) break
            const move = allPoints(size).filter(mayPlay)[random.below(legal.length)]!
            unwrap(game.play(move, color))
            await engine.ask("play", name(color), makeVertex(move, size))
          }
          await compareStones(engine, game.board)
        }
        expect(repetitions).toBeGreaterThan(20)
      }),
    300_000,
  )
})

describe("settled positions score as GNU Go's (RUL-3)", () => {
  // Every group has its eyes and every empty point is one, so that there is nothing to read.
  const positions = [
    `. X . X O O .
     X X X X O . O
     . X X O O O O
     X X X O O . O
     . X X X O O O
     X . X X O . O
     X X X X O O .`,
    `. X X O .
     X X O O O
     X X X O O
     . X O . O
     X X O O O`,
    `. . X O O . O X .
     X X X O . O O X X
     O O X O O O X X .
     . O X X X X X . X
     O O O O O X X X X
     O . O . O O O O O
     O O O O O . O X X
     . O X X X O O X .
     O O X . X X X X X`,
  ]

  for (const rules of ["chinese", "japanese"]) {
    itNeeding(gnugo, `under ${rules} rules, prisoners included`, (path) =>
      withGnuGo(path, [`--${rules}-rules`], async (engine) => {
        for (const drawing of positions) {
          const drawn = unwrap(parseAscii(drawing))
          const { size } = drawn
          const game = unwrap(Game.create({ size, rules: parseRuleset(rules)!, komi: 0.5, turns: "free" }))
          const play = async (color: Color, point: Point): Promise<void> => {
            unwrap(game.play(point, color))
            await engine.ask("play", name(color), makeVertex(point, size))
          }
          await engine.ask("boardsize", String(size))
          await engine.ask("clear_board")
          await engine.ask("komi", "0.5")
          // A white stone that falls in the corner is Black's prisoner.
          await play(White, pointAt(0, 0))
          await play(Black, pointAt(1, 0))
          await play(Black, pointAt(0, 1))
          for (const point of allPoints(size)) {
            if (drawn.at(point) !== Empty && game.board.at(point) === Empty)
              await play(drawn.at(point) as Color, point)
          }
          expect(game.board.prisoners(Black)).toBe(1)
          const outcome = outcomeOfMargin(game.score().margin)
          expect(await engine.ask("final_score"), `of\n${drawing}`).toBe(makeOutcome(outcome))
        }
      }),
    )
  }
})
