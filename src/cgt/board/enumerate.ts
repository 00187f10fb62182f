// The local game of a region (CGT-7): every position that moves of both sides can reach, with its value by area and by
// territory. Suicide is not allowed.
//
// Stones that live, areas without room for enemy life and areas that a proof shows to be safe become part of the walls,
// so play stops where nothing is left to be decided. Where neither side gains by moving first (a zugzwang: in Go a
// seki), both pass and the position is counted as it stands.
//
// A position that comes back is worth anything between all points for Black and all for White. So each position has two
// games: `high` takes the best for Black where play comes back, `low` the best for White. Where both are equal,
// repetition makes no difference, whatever the rules and the ko threats: no ko matters in the region.
//
// Where they differ, the region can be enumerated once more under the assumption that there are no ko threats: a ko
// that a move starts is won by the side that takes first, because the other side can't take back.

import { Black, opponent, White, type Color } from "../../rules/index.ts"
import type { ScoringGame } from "../game.ts"
import {
  around,
  bitCount,
  decidedFor,
  koAfter,
  livingStones,
  partsOf,
  playLocal,
  pointsIn,
  standingScore,
} from "./local.ts"
import type { LocalBoard, Stones } from "./local.ts"
import { Proof, type Allowance } from "./proof.ts"
import { stopOf, type Values } from "./values.ts"

/** A local position. Colours are those of the side that owns a point or moves. */
export interface LocalNode {
  /** The points that are not decided, with the walls around them, and their stones. */
  readonly board: LocalBoard
  readonly stones: Stones
  readonly moves: Readonly<Record<Color, readonly LocalMove[]>>
  /** By area: Black's points less White's. */
  readonly area: Bounds
  /** By territory and prisoners, counted from this position on: every further stone costs its owner a point. */
  readonly territory: Bounds
  /** Whether neither side gains by moving first although points are undecided; perhaps, where play can come back. */
  readonly seki: "yes" | "perhaps" | "no"
}

/** The least and the most that a position can be worth to Black; equal where no ko matters. */
export interface Bounds {
  readonly low: ScoringGame
  readonly high: ScoringGame
}

export interface LocalMove {
  readonly point: number
  readonly node: LocalNode
}

export type RefusalKind = "ko" | "seki" | "large"

/** Thrown inside this folder, and turned into the reason of a region. */
export class Refused extends Error {
  readonly kind: RefusalKind
  constructor(kind: RefusalKind) {
    super(kind)
    this.kind = kind
  }
}

/** What a ko is worth: anything, or lost by the side that would have to take back. */
export type KoRule = "open" | "no-threats"

/** All positions of a region. Throws `Refused`. */
export function enumerate(
  board: LocalBoard,
  stones: Stones,
  { values, allowance, ko }: { values: Values; allowance: Allowance; ko: KoRule },
): LocalNode {
  const enumeration = new Enumeration(board, values, allowance, ko)
  return enumeration.node(enumeration.settle(board, stones))
}

interface Settled {
  readonly board: LocalBoard
  readonly stones: Stones
  /** Decided points by owner, of all points that the region began with. */
  readonly owned: Stones
  /** The point, as a mask, that one side may not take back; 0 for none. */
  readonly ko: number
}

const NOTHING: Stones = { [Black]: 0, [White]: 0 }

/** Positions that the proof of one area may look at. */
const PROOF_NODES = 150

class Enumeration {
  readonly #values: Values
  readonly #allowance: Allowance
  readonly #koRule: KoRule
  /** A position whose moves are not all known yet has the value undefined: to reach it again is a ko. */
  readonly #nodes = new Map<string, LocalNode | undefined>()
  readonly #safe = new Map<string, boolean>()
  readonly #comesBack: LocalNode

  constructor(board: LocalBoard, values: Values, allowance: Allowance, koRule: KoRule) {
    this.#values = values
    this.#koRule = koRule
    this.#allowance = allowance
    // Prisoners can add to the points of a territory; four times the points are more than any line of play changes.
    const most = bitCount(board.all)
    const bounds = (score: number): Bounds => ({ low: values.number(-score), high: values.number(score) })
    const moves = { [Black]: [], [White]: [] }
    const [area, territory] = [bounds(most), bounds(4 * most)]
    this.#comesBack = { board, stones: NOTHING, moves, area, territory, seki: "no" }
  }

  node({ board, stones, owned, ko }: Settled, koFor: Color = Black): LocalNode {
    const key = `${owned[Black]},${owned[White]},${stones[Black]},${stones[White]},${ko === 0 ? 0 : koFor * ko}`
    const known = this.#nodes.get(key)
    if (known) return known
    if (this.#nodes.has(key)) return this.#comesBack
    if (--this.#allowance.nodes < 0) throw new Refused("large")
    this.#nodes.set(key, undefined)
    const after = (color: Color): LocalMove[] =>
      pointsIn(board.all & ~stones[Black] & ~stones[White]).flatMap((point) => {
        const next = color === koFor && 1 << point === ko ? undefined : playLocal(board, stones, color, point)
        if (!next) return []
        const taken = this.#koRule === "open" ? 0 : koAfter(board, stones, next, color, point)
        return [{ point, node: this.node(this.settle(board, next, owned, taken), opponent(color)) }]
      })
    const moves = { [Black]: after(Black), [White]: after(White) }
    const standing = bitCount(owned[Black]) - bitCount(owned[White]) + standingScore(board, stones)
    const node = { board, stones, moves, ...this.#evaluate(moves, standing) }
    this.#nodes.set(key, node)
    return node
  }

  /** Makes decided points part of the walls, until no more are. */
  settle(board: LocalBoard, stones: Stones, owned: Stones = NOTHING, ko = 0): Settled {
    const black = this.#decided(board, stones, Black)
    const white = this.#decided(board, stones, White)
    if ((black | white) === 0) return { board, stones, owned, ko }
    const all = board.all & ~black & ~white
    const walls = {
      [Black]: (board.walls[Black] | around(board, black)) & all,
      [White]: (board.walls[White] | around(board, white)) & all,
    }
    return {
      board: { ...board, all, walls },
      stones: { [Black]: stones[Black] & all, [White]: stones[White] & all },
      owned: { [Black]: owned[Black] | black, [White]: owned[White] | white },
      ko: ko & all,
    }
  }

  #decided(board: LocalBoard, stones: Stones, color: Color): number {
    const alive = livingStones(board, stones, color)
    let decided = decidedFor(board, stones, color, alive)
    const walls = board.walls[color] | around(board, alive)
    for (const area of partsOf(board, board.all & ~decided)) {
      if ((area & board.walls[opponent(color)]) !== 0) continue
      const part = { ...board, all: area, walls: { ...board.walls, [color]: walls & area } }
      if (this.#isSafe(part, { [Black]: stones[Black] & area, [White]: stones[White] & area }, color))
        decided |= area
    }
    return decided
  }

  #isSafe(board: LocalBoard, stones: Stones, color: Color): boolean {
    const key = `${color},${board.all},${stones[Black]},${stones[White]},${board.walls[color]}`
    const known = this.#safe.get(key)
    if (known !== undefined) return known
    const safe = new Proof({ board, color, stones, keep: 0 }, { nodes: PROOF_NODES }).isProven()
    this.#safe.set(key, safe)
    return safe
  }

  #evaluate(moves: LocalNode["moves"], standing: number): Pick<LocalNode, "area" | "territory" | "seki"> {
    const low = this.#bound(moves, standing, "low")
    const high = this.#bound(moves, standing, "high")
    const hasMoves = moves[Black].length + moves[White].length > 0
    return {
      area: { low: low.area, high: high.area },
      territory: { low: low.territory, high: high.territory },
      seki: hasMoves ? sekiOf(low, high, standing) : "no",
    }
  }

  #bound(
    moves: LocalNode["moves"],
    standing: number,
    bound: keyof Bounds,
  ): { area: ScoringGame; territory: ScoringGame; isZugzwang: boolean } {
    const { game: area, isZugzwang } = this.#game(
      moves[Black].map(({ node }) => node.area[bound]),
      moves[White].map(({ node }) => node.area[bound]),
      standing,
    )
    // Counting without further moves is by what the area is worth: dead stones need not be taken off.
    const { game: territory } = this.#game(
      moves[Black].map(({ node }) => this.#values.shifted(node.territory[bound], -1)),
      moves[White].map(({ node }) => this.#values.shifted(node.territory[bound], 1)),
      Math.round((stopOf(area, "left").toNumber() + stopOf(area, "right").toNumber()) / 2),
    )
    return { area, territory, isZugzwang }
  }

  /** `standing`: the score when both pass now. */
  #game(
    left: readonly ScoringGame[],
    right: readonly ScoringGame[],
    standing: number,
  ): { game: ScoringGame; isZugzwang: boolean } {
    const low = Math.max(-Infinity, ...left.map((game) => stopOf(game, "right").toNumber()))
    const high = Math.min(Infinity, ...right.map((game) => stopOf(game, "left").toNumber()))
    if (low >= high) return { game: this.#values.play(left, right), isZugzwang: false }
    const score = Math.max(low, Math.min(high, standing))
    return { game: this.#values.number(score), isZugzwang: true }
  }
}

interface Bound {
  readonly area: ScoringGame
  readonly isZugzwang: boolean
}

/** `standing`: the score when both pass now. */
function sekiOf(low: Bound, high: Bound, standing: number): LocalNode["seki"] {
  if (low.isZugzwang && high.isZugzwang) return "yes"
  const isBetween =
    stopOf(low.area, "left").toNumber() <= standing && standing <= stopOf(high.area, "right").toNumber()
  return isBetween ? "perhaps" : "no"
}
