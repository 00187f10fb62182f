// The board, the planes and the count of training (train/core) against the engine's, bit for bit: a net learns from
// the one and is asked by the other.

import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect } from "vitest"
import { Random } from "../../src/base/random.ts"
import { GAMES_LINE, makeTrainingGame } from "../../src/net/games.ts"
import { makeRandomNet, NetEvaluator } from "../../src/net/index.ts"
import { allPoints, Black, Board, opponent, PASS, parseRuleset, score, White } from "../../src/rules/index.ts"
import type { Color, PlayedMove } from "../../src/rules/index.ts"
import { globalsOf } from "../oracles/net.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"
import { openScratch } from "../support/scratch.ts"

const scratch = openScratch("train")
const source = fileURLToPath(new URL("../../train/core/tell.cpp", import.meta.url))
const TROMP_TAYLOR = parseRuleset("tromp-taylor")!
const NO_PASSES = { [Black]: 0, [White]: 0 }
const PLANES = 16
const GLOBALS = 3

interface Told {
  readonly planes: Uint16Array
  readonly globals: Float32Array
}

/** Random legal moves, one in twelve a pass, now and then the same side again. */
function randomGame(size: number, length: number, random: Random): PlayedMove[] {
  const board = new Board(size)
  const points = allPoints(size)
  const moves: PlayedMove[] = []
  let color: Color = Black
  for (let number = 0; number < length; number++) {
    const drawn = random.below(12) === 0 ? PASS : points[random.below(points.length)]!
    const move = board.isLegal(color, drawn)
      ? drawn
      : (points.find((point) => board.isLegal(color, point)) ?? PASS)
    board.play(color, move)
    moves.push({ color, move })
    if (random.below(20) > 0) color = opponent(color)
  }
  return moves
}

/** Reads what the program of train/core wrote of one game, and moves on behind it. */
function readGame(
  view: DataView,
  start: number,
  size: number,
  length: number,
): { told: Told[]; area: number; end: number } {
  let at = start
  const told = Array.from({ length }, () => {
    const planes = Uint16Array.from({ length: size * size }, (_, i) => view.getUint16(at + 2 * i, true))
    at += 2 * size * size
    const globals = Float32Array.from({ length: GLOBALS }, (_, i) => view.getFloat32(at + 4 * i, true))
    at += 4 * GLOBALS
    return { planes, globals }
  })
  return { told, area: view.getInt32(at, true), end: at + 4 }
}

describe("training and engine", () => {
  const sizes: [number, number, number][] = [
    [2, 30, 10],
    [5, 120, 10],
    [9, 200, 10],
    [13, 250, 4],
    [19, 400, 3],
  ]
  for (const [size, length, games] of sizes)
    itNeeding(program("g++"), `${size}×${size}: the same planes, globals and area`, async (compiler) => {
      const tell = join(scratch.folder, `tell${size}`)
      execFileSync(compiler, ["-O1", "-std=c++17", `-DBOARD=${size}`, source, "-o", tell])
      const random = new Random(size)
      const komis = Array.from({ length: games }, () => (random.below(120) - 60) / 2)
      const played = komis.map((komi) => ({
        size,
        setup: [],
        moves: randomGame(size, length, random),
        komi,
        scoring: komi > 0 ? ("territory" as const) : ("area" as const),
      }))
      const file = Buffer.concat([Buffer.from(GAMES_LINE), ...played.map(makeTrainingGame)])
      const output = execFileSync(tell, { input: file, maxBuffer: 1 << 30 })
      const view = new DataView(output.buffer, output.byteOffset, output.length)
      const net = makeRandomNet({ blocks: 1, channels: 16, seed: 1 })
      const evaluator = await NetEvaluator.create(net)
      let at = 0
      for (const { moves, komi, scoring } of played) {
        const { told, area, end } = readGame(view, at, size, length)
        at = end
        const board = new Board(size)
        for (const [number, { color, move }] of moves.entries()) {
          const question = { color, komi, territory: scoring === "territory", moves: moves.slice(0, number) }
          evaluator.load(board)
          evaluator.evaluate(question)
          const { planes } = evaluator
          const words = Uint16Array.from({ length: size * size }, (_, point) => {
            let word = 0
            for (let k = 0; k < PLANES; k++) if (planes[point * PLANES + k] !== 0) word |= 1 << k
            return word
          })
          expect(told[number]!.planes).toEqual(words)
          const globals = globalsOf(question, net.bits)
          expect(Array.from(told[number]!.globals, (value) => value * 2 ** net.bits)).toEqual(
            Array.from(globals),
          )
          board.play(color, move)
        }
        expect(area).toBe(
          score({ board, rules: TROMP_TAYLOR, komi: 0, handicap: 0, dead: [], passes: NO_PASSES }).margin,
        )
      }
      expect(at).toBe(output.length)
    })
})
