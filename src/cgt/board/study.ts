// What there is to show of a late position, as plain data that can travel between threads.

import { Black, Board, White, type Color, type Point } from "../../rules/index.ts"
import { makeGame } from "../game.ts"
import type { Corner } from "../trajectory.ts"
import { kindOf, type MoveKind } from "./classify.ts"
import { analyzeEndgame, type Endgame, type EndgameRegion, type Scoring } from "./endgame.ts"
import type { RefusalKind } from "./enumerate.ts"
import { bestLocalMoves, playEndgame, type EndgameMove } from "./play.ts"

/** A position whose regions are asked for, as plain data: a worker is sent it. */
export interface StudyQuestion {
  readonly size: number
  readonly stones: readonly (readonly [Color, Point])[]
  readonly toPlay: Color
  readonly scoring: Scoring
  /** Owners that a search estimated, where these may decide what is not proven. */
  readonly owners?: Float64Array | undefined
}

/** A wall of a thermograph: values and temperatures of its corners, from the lowest temperature up. */
export type StudiedWall = readonly (readonly [value: number, temperature: number])[]

/** A region and what was found of it, as plain data. */
export interface StudiedRegion {
  readonly points: readonly Point[]
  /** Why it was left alone; then nothing else is known. */
  readonly refused?: RefusalKind
  readonly game?: string
  readonly mean?: string
  readonly temperature?: string
  /** The temperature as a number, not below 0. */
  readonly heat: number
  readonly kind?: MoveKind
  /** Whether the value assumes that there are no ko threats. */
  readonly assumesNoKoThreats?: boolean
  readonly best?: Readonly<Record<Color, readonly Point[]>>
  readonly walls?: { readonly left: StudiedWall; readonly right: StudiedWall }
}

/** All regions of a position, and in which order to play them. */
export interface EndgameStudy {
  readonly regions: readonly StudiedRegion[]
  readonly order: readonly EndgameMove[]
  /** Whether the order is proven: all regions are evaluated, no ko matters, and the search of the sum was finished. */
  readonly isProven: boolean
  /** Points that an estimate decides. */
  readonly assumed: number
}

/** Divides the position, evaluates its regions and finds the order of play. */
export function studyEndgame({
  size,
  stones,
  toPlay,
  scoring,
  owners,
}: StudyQuestion): EndgameStudy | undefined {
  const board = Board.fromStones(size, stones)
  if (!board.ok) return undefined
  const endgame = analyzeEndgame(board.value, { scoring, owners, nodes: STUDY_NODES })
  const play = playEndgame(endgame, toPlay)
  return {
    regions: endgame.regions.map((region) => studied(endgame, region)),
    order: play.line,
    isProven: endgame.isProven && play.isExact,
    assumed: endgame.division.assumed,
  }
}

/** About a second at most. */
const STUDY_NODES = 4000

function studied(endgame: Endgame, region: EndgameRegion): StudiedRegion {
  const { points } = region
  if (region.kind === "refused") return { points, refused: region.reason, heat: 0 }
  const { mean, temperature, leftWall, rightWall } = region.thermograph
  const best = (color: Color): Point[] =>
    region.game.kind === "number" ? [] : bestLocalMoves(endgame, region, color)
  return {
    points,
    game: makeGame(region.game),
    mean: String(mean),
    temperature: String(temperature),
    heat: Math.max(0, temperature.toNumber()),
    kind: kindOf(region, endgame.regions)!,
    assumesNoKoThreats: !region.isKoFree,
    best: { [Black]: best(Black), [White]: best(White) },
    walls: { left: wallOf(leftWall), right: wallOf(rightWall) },
  }
}

function wallOf(wall: readonly Corner[]): StudiedWall {
  return wall.map(({ value, temperature }) => [value.toNumber(), temperature.toNumber()])
}
