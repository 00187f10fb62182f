// Exact thermographs (CGT-1; Lew 2011, section 5.6): the value of a game for Left and for Right as the first player,
// when every move costs a tax. The tax at which neither player wants to move is the game's temperature, the value there
// its mean.
//
//   LS_t(G) = max over Left's options of RS_t(G^L) − t,  RS_t(G) = min over Right's options of LS_t(G^R) + t
//
// up to the temperature where the two meet; above it both are the mean (the mast).
//
// Below zero: the diagram goes down to t = −1, as usual in the theory of normal play, where a whole number n is n free
// moves. Numbers are cold: n has the temperature −1, 1/2 = {0|1} has −1/2, 3/4 has −1/4. Where Left's scaffold is not
// above Right's even at −1, neither player ever wants to move (zugzwang, {0|5}), and the game is the simplest number
// between the two: the whole number nearest to zero. A side without moves sets no bound: {|} = 0, {0|} = 1.

import { positionsOf, type Player, type ScoringGame } from "./game.ts"
import { Rational } from "./rational.ts"
import {
  COLDEST,
  constant,
  cutAt,
  firstMeeting,
  lower,
  taxed,
  upper,
  valueAt,
  type Corner,
  type Trajectory,
} from "./trajectory.ts"

/** The exact thermograph of a game. */
export interface Thermograph {
  readonly mean: Rational
  /** Below zero for a number, zero for an infinitesimal such as {0|0}, above zero for a hot game. */
  readonly temperature: Rational
  /** The result when Left begins and the play stops at a number: Left's wall at temperature 0. */
  readonly leftStop: Rational
  readonly rightStop: Rational
  /** From t = −1 up to the foot of the mast, which is the last corner of both. */
  readonly leftWall: readonly Corner[]
  readonly rightWall: readonly Corner[]
}

const known = new WeakMap<ScoringGame, Thermograph>()

/** The thermograph. It is computed once for each node of the game and kept as long as the node. */
export function thermographOf(game: ScoringGame): Thermograph {
  const kept = known.get(game)
  if (kept) return kept
  for (const position of positionsOf(game)) {
    if (known.has(position)) continue
    known.set(
      position,
      position.kind === "number" ? numberThermograph(position.value) : playThermograph(position),
    )
  }
  return known.get(game)!
}

/** A player's wall: the value at each temperature when this player begins. */
export function wallOf({ leftWall, rightWall }: Thermograph, player: Player): Trajectory {
  return { corners: player === "left" ? leftWall : rightWall, slope: Rational.ZERO }
}

/** The value at a temperature (−1 or more) when the player begins: LS_t or RS_t. */
export function stopAt(thermograph: Thermograph, player: Player, temperature: Rational): Rational {
  return valueAt(wallOf(thermograph, player), temperature)
}

/** What kind of move a game asks for, as Go players say it. */
export type Character = "number" | "infinitesimal" | "gote" | "left-sente" | "right-sente"

/**
 * What kind of move a thermograph asks for. Sente: just below the temperature, the player's wall is vertical,
 * because the opponent answers. Gote: both walls lean, and the first player has paid the tax at the end.
 */
export function characterOf({ leftWall, rightWall, temperature, mean }: Thermograph): Character {
  const order = temperature.compare(Rational.ZERO)
  if (order <= 0) return order < 0 ? "number" : "infinitesimal"
  const isVertical = (wall: readonly Corner[]): boolean => wall.at(-2)!.value.equals(mean)
  if (isVertical(leftWall)) return "left-sente"
  return isVertical(rightWall) ? "right-sente" : "gote"
}

function playThermograph({
  left,
  right,
}: {
  readonly left: readonly ScoringGame[]
  readonly right: readonly ScoringGame[]
}): Thermograph {
  const walls = (options: readonly ScoringGame[], mover: Player): Trajectory[] =>
    options.map((option) => wallOf(known.get(option)!, mover))
  return fromWalls(walls(left, "right"), walls(right, "left"))
}

/** From Right's walls of Left's options and Left's walls of Right's options. */
function fromWalls(ofLeft: readonly Trajectory[], ofRight: readonly Trajectory[]): Thermograph {
  const left = ofLeft.length === 0 ? undefined : taxed(ofLeft.reduce(upper), -1)
  const right = ofRight.length === 0 ? undefined : taxed(ofRight.reduce(lower), 1)
  const low = left?.corners[0]!.value
  const high = right?.corners[0]!.value
  if (left && right && high!.isLess(low!)) {
    const foot = firstMeeting(left, right)
    return assemble(foot, cutAt(left, foot), cutAt(right, foot))
  }
  return mastOnly(simplestNumber(low, high))
}

function assemble(foot: Corner, left: Trajectory, right: Trajectory): Thermograph {
  return {
    mean: foot.value,
    temperature: foot.temperature,
    leftStop: valueAt(left, Rational.ZERO),
    rightStop: valueAt(right, Rational.ZERO),
    leftWall: left.corners,
    rightWall: right.corners,
  }
}

function mastOnly(value: Rational): Thermograph {
  const wall = constant(value)
  return assemble({ temperature: COLDEST, value }, wall, wall)
}

/**
 * A fraction with a power of two below the line is a game of its own, {x − 2⁻ᵏ | x + 2⁻ᵏ}. Other fractions are no
 * values of normal play; they are scores, with a mast down to −1.
 */
function numberThermograph(value: Rational, made: Map<string, Thermograph> = new Map()): Thermograph {
  const { under } = value
  if (under === 1n || (under & (under - 1n)) !== 0n) return mastOnly(value)
  const kept = made.get(value.toString())
  if (kept) return kept
  const step = Rational.of(1n, under)
  const below = wallOf(numberThermograph(value.minus(step), made), "right")
  const above = wallOf(numberThermograph(value.plus(step), made), "left")
  const thermograph = fromWalls([below], [above])
  made.set(value.toString(), thermograph)
  return thermograph
}

/** The deepest halving that `simplestNumber` tries. */
const MOST_HALVINGS = 64n

/**
 * The simplest number between the bounds, which it may reach: the whole number nearest to zero, else the one with
 * the fewest halvings.
 */
export function simplestNumber(low: Rational | undefined, high: Rational | undefined): Rational {
  const { ZERO } = Rational
  if (low && ZERO.isLess(low)) return simplestAbove(low, high)
  if (high?.isLess(ZERO)) return simplestAbove(high.negated(), low?.negated()).negated()
  return ZERO
}

function simplestAbove(low: Rational, high: Rational | undefined): Rational {
  for (let halvings = 0n; halvings <= MOST_HALVINGS; halvings++) {
    const parts = 1n << halvings
    const least = -low.times(Rational.of(-parts)).floor()
    const candidate = Rational.of(least, parts)
    if (!high || candidate.compare(high) <= 0) return candidate
  }
  return low
}
