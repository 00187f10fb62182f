// The position of `montego evolve`: by name, from a record, or drawn in a file. It is kept as stones and moves, so
// that a saved run has its ko, too.

import { existsSync } from "node:fs"
import { nearestName } from "../../base/nearest.ts"
import { evolvePosition, EVOLVE_POSITIONS, type EvolvePosition } from "../../evolve/index.ts"
import { readWholeFile } from "../../record/node/files.ts"
import { Black, Board, isPass, makeVertex, parseAscii, parseVertex, stonesOf } from "../../rules/index.ts"
import type { Color, Move, PlayedMove, Point } from "../../rules/index.ts"
import { fail } from "../failure.ts"
import { gameOf, replayed } from "../games.ts"

export interface PositionOptions {
  readonly komi?: number
  readonly color?: Color
  readonly move?: number
  readonly number?: number
}

/** A position to evolve for, and how its board came about. */
export interface Ground extends EvolvePosition {
  readonly setup: readonly (readonly [Color, Point])[]
  readonly moves: readonly PlayedMove[]
}

const KOMI = 7.5

export async function groundOf(text: string, options: PositionOptions): Promise<Ground> {
  const named = evolvePosition(text)
  if (named) refuseRecordOptions(options)
  const found = named
    ? { ...named, setup: stonesOf(named.board), moves: [] }
    : await readGround(text, options)
  const { komi = found.komi, color = found.first } = options
  // What is known of a named position holds for its own turn and komi.
  const isAsKnown = komi === found.komi && color === found.first
  return { ...found, komi, first: color, ...(isAsKnown ? {} : { measures: [], winning: [] }) }
}

async function readGround(file: string, options: PositionOptions): Promise<Ground> {
  const isRecord = /\.(sgf|gz)$/i.test(file) || /^\uFEFF?\s*\(/.test(read(file))
  if (isRecord) return fromRecord(file, options)
  refuseRecordOptions(options)
  const board = parseAscii(read(file))
  if (!board.ok) fail(`${file}: no record and no drawn board: ${board.error}`)
  return ground({ name: file, board: board.value, first: Black, komi: KOMI, moves: [] })
}

function refuseRecordOptions({ move, number }: PositionOptions): void {
  if (move !== undefined) fail("--move is for records")
  if (number !== undefined) fail("--number is for records")
}

function read(file: string): string {
  const bytes = readWholeFile(file)
  if (bytes.ok) return Buffer.from(bytes.value).toString("utf8")
  // Who mistyped a name sees which there are.
  if (existsSync(file)) fail(bytes.error)
  const nearest = nearestName(file, EVOLVE_POSITIONS)
  const question = nearest === undefined ? "" : `; did you mean ${nearest}?`
  return fail(`${bytes.error}; positions with a name are ${EVOLVE_POSITIONS.join(", ")}${question}`)
}

async function fromRecord(file: string, { move, number = 1 }: PositionOptions): Promise<Ground> {
  const { game: record } = await gameOf(file, number)
  const { game } = replayed(file, record, { move })
  if (game.rules.captureGoal !== undefined) fail(`${file}: montego evolve knows ordinary Go only`)
  const { board, toPlay: first, komi, setup, moves } = game
  const isRebuilt = boardFrom(board.size, setup, moves)?.hash === board.hash
  return ground({ name: file, board, first, komi, ...(isRebuilt ? { setup, moves } : { moves: [] }) })
}

type GroundParts = Pick<Ground, "name" | "board" | "first" | "komi" | "moves"> & {
  readonly setup?: Ground["setup"]
}

function ground(parts: GroundParts): Ground {
  return { setup: stonesOf(parts.board), measures: [], winning: [], ...parts }
}

/** The board after setup and moves; undefined when they don't fit together. */
function boardFrom(size: number, setup: Ground["setup"], moves: readonly PlayedMove[]): Board | undefined {
  const board = Board.fromStones(size, setup)
  if (!board.ok) return undefined
  for (const { color, move } of moves) if (board.value.play(color, move) !== undefined) return undefined
  return board.value
}

// ---- in saved runs

/** The position as JSON keeps it. */
export interface SavedGround {
  readonly name: string
  readonly size: number
  readonly first: Color
  readonly komi: number
  readonly setup: readonly (readonly [color: Color, vertex: string])[]
  readonly moves: readonly (readonly [color: Color, vertex: string])[]
}

export function saveGround({ name, board, first, komi, setup, moves }: Ground): SavedGround {
  const vertex = (move: Move): string => makeVertex(move, board.size)
  return {
    name,
    size: board.size,
    first,
    komi,
    setup: setup.map(([color, point]) => [color, vertex(point)]),
    moves: moves.map(({ color, move }) => [color, vertex(move)]),
  }
}

/** Whether the side to play would end the game by passing, too. */
export function isAfterPass({ moves, first }: Ground): boolean {
  const last = moves.at(-1)
  return last !== undefined && isPass(last.move) && last.color !== first
}

/** Undefined when it is no position. */
export function loadGround({ name, size, first, komi, setup, moves }: SavedGround): Ground | undefined {
  const stones = setup.map(([color, vertex]) => [color, parseVertex(vertex, size)] as const)
  const played = moves.map(([color, vertex]) => ({ color, move: parseVertex(vertex, size) }))
  if (stones.some(([, point]) => point === undefined) || played.some(({ move }) => move === undefined))
    return undefined
  const whole = { setup: stones as Ground["setup"], moves: played as PlayedMove[] }
  const board = boardFrom(size, whole.setup, whole.moves)
  if (!board) return undefined
  const known = evolvePosition(name)
  const isKnown =
    known?.board.hash === board.hash &&
    known.board.size === size &&
    known.first === first &&
    known.komi === komi
  return {
    ...ground({ name, board, first, komi, moves: whole.moves, setup: whole.setup }),
    ...(isKnown ? { measures: known.measures, winning: known.winning } : {}),
  }
}
