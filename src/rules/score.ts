// Counting a finished game (RUL-3, RUL-4): area or territory, with the dead stones that the players
// agreed on. The answer carries every part of the sum, so that a score sheet needs no second count.

import { Board, stonesOf } from "./board.ts"
import { emptyRegions, surroundedBy } from "./regions.ts"
import { handicapCompensation, type Ruleset } from "./ruleset.ts"
import { sekiStones } from "./seki.ts"
import { allPoints, Black, Empty, POINTS, White, type Color, type Point } from "./types.ts"

/** One side's sum. `total` adds up the others. */
export interface SideScore {
  /** Living stones; 0 under territory rules, where they don't count. */
  readonly stones: number
  readonly territory: number
  /** Stones taken in the game, dead stones and the other side's passes; 0 under area rules. */
  readonly prisoners: number
  /** Komi and handicap compensation, White's only. */
  readonly komi: number
  readonly compensation: number
  readonly total: number
}

/** The count of a position: both sides' sums, and whose each point is. */
export interface Score {
  readonly black: SideScore
  readonly white: SideScore
  /** Black's total less White's. */
  readonly margin: number
  /** By point: whose it is, or `Empty` for dame and for eyes in seki. */
  readonly owner: Uint8Array
  /** Empty points without an owner. */
  readonly dame: readonly Point[]
  /** Living stones in seki; empty under area rules, where it makes no difference. */
  readonly seki: readonly Point[]
}

/** All that the count of a position depends on. */
export interface Count {
  readonly board: Board
  readonly rules: Ruleset
  readonly komi: number
  readonly handicap: number
  /** Any stones of the dead chains. Ignored where the rules remove none. */
  readonly dead: Iterable<Point>
  /** How often each side passed, for rules with pass stones. */
  readonly passes: Readonly<Record<Color, number>>
}

/** Counts a finished position by its rules, with the dead stones taken off. */
export function score({ board, rules, komi, handicap, dead, passes }: Count): Score {
  const removed = rules.dead === "agreed" ? deadStones(board, dead) : new Set<Point>()
  const living = withoutStones(board, removed)
  const seki = rules.scoring === "territory" ? sekiStones(living) : new Set<Point>()
  const { owner, territory, stones, dame } = share(living, seki)

  const prisoners = { [Black]: board.prisoners(Black), [White]: board.prisoners(White) }
  for (const point of removed) prisoners[board.at(point) === Black ? White : Black] += 1
  if (rules.passStones) {
    prisoners[White] += passes[Black]
    prisoners[Black] += passes[White]
  }

  const side = (color: Color): SideScore => {
    const area = rules.scoring === "area"
    const parts = {
      stones: area ? stones[color] : 0,
      territory: territory[color],
      prisoners: area ? 0 : prisoners[color],
      komi: color === White ? komi : 0,
      compensation: color === White ? handicapCompensation(rules, handicap) : 0,
    }
    return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
  }
  const black = side(Black)
  const white = side(White)
  return { black, white, margin: black.total - white.total, owner, dame, seki: [...seki] }
}

/** All stones of the chains that have a marked stone. Marks on empty points are ignored. */
export function deadStones(board: Board, marked: Iterable<Point>): Set<Point> {
  const dead = new Set<Point>()
  for (const point of marked) {
    if (!dead.has(point)) for (const stone of board.chain(point)) dead.add(stone)
  }
  return dead
}

/** The board without these stones, which must be whole chains. */
export function withoutStones(board: Board, removed: ReadonlySet<Point>): Board {
  if (removed.size === 0) return board
  const stones = stonesOf(board).filter(([, point]) => !removed.has(point))
  const living = Board.fromStones(board.size, stones)
  // Removing stones only adds liberties.
  if (!living.ok) throw new Error("a chain lost its liberties to the removal of dead stones")
  return living.value
}

function share(living: Board, seki: ReadonlySet<Point>) {
  const owner = new Uint8Array(POINTS)
  const stones = { [Black]: 0, [White]: 0 }
  const territory = { [Black]: 0, [White]: 0 }
  const dame: Point[] = []
  for (const point of allPoints(living.size)) {
    const content = living.at(point)
    if (content === Empty) continue
    owner[point] = content
    stones[content as Color]++
  }
  for (const region of emptyRegions(living)) {
    const color = surroundedBy(living, region)
    if (color === undefined || region.boundary.some((point) => seki.has(point))) {
      dame.push(...region.points)
      continue
    }
    territory[color] += region.points.length
    for (const point of region.points) owner[point] = color
  }
  return { owner, stones, territory, dame }
}
