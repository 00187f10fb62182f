// Strategies for sums that look at the thermographs of the parts and never search the whole (CGT-1; Lew 2011,
// section 5.6; Berlekamp, Conway and Guy 1982, chapter 6).
//
//   hotstrat     plays in the hottest part.
//   thermostrat  draws one thermograph for the whole sum: for Left, the sum of all right walls plus the width of the
//                widest part at each temperature. Where this is greatest (at the lowest such temperature T ≥ 0), it
//                plays in the part that is widest at T.
//   sentestrat   answers the opponent's last move where that move made its part hotter than the environment, which is
//                the lowest temperature of the hottest part so far; otherwise it plays in the hottest part.

import { opponentOf, optionsOf, type Player, type ScoringGame } from "./game.ts"
import { lesser, Rational } from "./rational.ts"
import type { GameSum, SumMove } from "./sums.ts"
import { stopAt, thermographOf, wallOf } from "./thermograph.ts"
import { added, scaled, upper, valueAt, type Trajectory } from "./trajectory.ts"

/** The strategies for sums by name. */
export const STRATEGIES = ["hotstrat", "thermostrat", "sentestrat"] as const
/** A strategy for sums by name. */
export type StrategyName = (typeof STRATEGIES)[number]

/** What a strategy may know of the moves so far. Only sentestrat uses it. */
export interface Memory {
  /** The lowest temperature that the hottest part had before the opponent's last move. */
  readonly ambient: Rational
  /** The part of the opponent's last move. */
  readonly lastPart: number
}

/** The strategy's move; the sum must have one. */
export function chooseMove(strategy: StrategyName, sum: GameSum, player: Player, memory?: Memory): SumMove {
  switch (strategy) {
    case "hotstrat":
      return playHottest(sum, player)
    case "thermostrat":
      return thermostrat(sum, player)
    case "sentestrat":
      return sentestrat(sum, player, memory)
  }
}

/** What a strategy remembers when a move was made in the sum `before`, with the memory from then. */
export function remember(before: GameSum, { part }: SumMove, memory?: Memory): Memory {
  const hottest = hottestOf(before).temperature
  return { ambient: memory ? lesser(memory.ambient, hottest) : hottest, lastPart: part }
}

const temperatureOf = (game: ScoringGame): Rational => thermographOf(game).temperature

function openParts(sum: GameSum): number[] {
  return [...sum.keys()].filter((part) => sum[part]!.kind === "play")
}

/** The first of the hottest parts that has moves. */
function hottestOf(sum: GameSum): { part: number; temperature: Rational } {
  const [first, ...rest] = openParts(sum)
  let part = first!
  for (const other of rest) if (temperatureOf(sum[part]!).isLess(temperatureOf(sum[other]!))) part = other
  return { part, temperature: temperatureOf(sum[part]!) }
}

function playHottest(sum: GameSum, player: Player): SumMove {
  const { part, temperature } = hottestOf(sum)
  return moveIn(sum, part, player, temperature)
}

/** The best move in a part when the environment has this temperature; equal ones are compared at zero. */
function moveIn(sum: GameSum, part: number, player: Player, temperature: Rational): SumMove {
  const sign = player === "left" ? 1 : -1
  const after = (option: ScoringGame, at: Rational): Rational =>
    stopAt(thermographOf(option), opponentOf(player), at)
  const isBetter = (a: ScoringGame, b: ScoringGame): boolean => {
    const order = after(a, temperature).compare(after(b, temperature))
    return sign * (order || after(a, Rational.ZERO).compare(after(b, Rational.ZERO))) > 0
  }
  const to = optionsOf(sum[part]!, player).reduce((best, option) => (isBetter(option, best) ? option : best))
  return { part, to }
}

function thermostrat(sum: GameSum, player: Player): SumMove {
  const parts = openParts(sum)
  const sign = player === "left" ? 1 : -1
  // Right's thermograph is Left's, mirrored: so both look for the greatest value.
  const own = (part: number): Trajectory => scaled(wallOf(thermographOf(sum[part]!), player), sign)
  const others = (part: number): Trajectory =>
    scaled(wallOf(thermographOf(sum[part]!), opponentOf(player)), sign)
  const widths = new Map(parts.map((part) => [part, added(own(part), scaled(others(part), -1))]))
  const compound = added(parts.map(others).reduce(added), [...widths.values()].reduce(upper))
  const ambient = lowestMaximum(compound)
  const width = (part: number): Rational => valueAt(widths.get(part)!, ambient)
  const widest = parts.reduce((best, part) => (width(best).isLess(width(part)) ? part : best))
  if (width(widest).equals(Rational.ZERO)) return playHottest(sum, player)
  return moveIn(sum, widest, player, ambient)
}

/** The lowest temperature from 0 on at which a trajectory, constant at its end, is greatest. */
function lowestMaximum(trajectory: Trajectory): Rational {
  const inside = trajectory.corners.map(({ temperature }) => temperature)
  const candidates = [Rational.ZERO, ...inside.filter((temperature) => Rational.ZERO.isLess(temperature))]
  return candidates.reduce((best, at) =>
    valueAt(trajectory, best).isLess(valueAt(trajectory, at)) ? at : best,
  )
}

function sentestrat(sum: GameSum, player: Player, memory?: Memory): SumMove {
  const last = memory && sum[memory.lastPart]
  if (last?.kind === "play" && memory!.ambient.isLess(temperatureOf(last)))
    return moveIn(sum, memory!.lastPart, player, temperatureOf(last))
  return playHottest(sum, player)
}
