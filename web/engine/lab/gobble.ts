// Gobble's map of values in the laboratory (SA-1): the empty board, and what each point is worth as the games go on and
// the annealing cools.

import {
  compareWithFigure1,
  openGobble as openKernel,
  PUBLISHED_MAP,
  type Gobble,
  type MapFigures,
} from "montego/gobble"
import { Black, Board, pointAt } from "montego/rules"
import { numberOf, type LabRun, type LabSettings } from "./run.ts"

export interface GobbleSnapshot {
  readonly size: number
  /** Rows from the top: the mean score of the games in which Black was first there, and how many these were. */
  readonly values: readonly (readonly number[])[]
  readonly games: readonly (readonly number[])[]
  /** The chance to swap two neighbours of a list of moves: the temperature of the annealing. */
  readonly swap: number
  readonly meanScore: number
  /** The published map and how near ours is; on 9×9 only. */
  readonly published?: readonly (readonly number[])[]
  readonly figures?: MapFigures
}

/** Games of a piece: a hundred pieces and more make the map move. */
const PIECES = 200

export async function openGobble(settings: LabSettings): Promise<LabRun<GobbleSnapshot>> {
  const [total, size, swap, frozen, random, seed] = ["games", "size", "swap", "frozen", "random", "seed"].map(
    (name) => numberOf(settings, name),
  ) as [number, number, number, number, number, number]
  const gobble: Gobble = await openKernel(0, size)
  gobble.begin({ board: new Board(size), color: Black, seed })
  const cooling = (1 - frozen) * total
  const piece = Math.max(1, Math.floor(total / PIECES))
  let done = 0
  return {
    get done() {
      return done
    },
    total,
    step() {
      const games = Math.min(piece, total - done)
      gobble.run({ games, from: done, cooling, swap, random })
      done += games
    },
    snapshot() {
      const { values, games } = gobble.values(Black)
      const rows = (of: Float64Array): number[][] =>
        Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_x, x) => of[pointAt(x, y)]!))
      const hasFigures = size === PUBLISHED_MAP.length && done > 0
      return {
        size,
        values: rows(values),
        games: rows(games),
        swap: cooling > 0 ? Math.max(0, swap * (1 - done / cooling)) : 0,
        meanScore: gobble.totals().meanMargin,
        ...(hasFigures ? { published: PUBLISHED_MAP, figures: compareWithFigure1(values) } : {}),
      }
    },
  }
}
