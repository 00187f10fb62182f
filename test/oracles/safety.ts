// A judge of claims of safety on small boards (CGT-7): whether a colour keeps a set of points when the enemy moves
// first. It uses nothing of src/cgt: it knows the rules, Benson's test of unconditional life, and search.
//
// The enemy may do more than the rules allow: pass at any time and take a ko back at once, as with endless ko threats.
// The owner may do less: it plays on claimed points only, answers only after an enemy move on such a point or a pass,
// and never takes a ko back at once. The owner wins when all claimed points are unconditionally its own. A line of
// play that comes back is the enemy's.

import { allPoints, xOf, yOf, type Board, type Color, type Point } from "../../src/rules/index.ts"

export interface Claimed {
  readonly board: Board
  readonly color: Color
  readonly points: readonly Point[]
  /** Stones among them that are never taken. */
  readonly alive: ReadonlySet<Point>
}

/** Whether the claim holds; undefined where more than `most` positions can be reached. */
export function isKept({ board, color, points, alive }: Claimed, most: number): boolean | undefined {
  const { size } = board
  const bit = (point: Point): number => 1 << (yOf(point) * size + xOf(point))
  let [own, foe, claimed] = [0, 0, 0]
  for (const point of allPoints(size)) {
    const content = board.at(point)
    if (content === color) own |= bit(point)
    else if (content !== 0) foe |= bit(point)
  }
  for (const point of points) claimed |= bit(point)
  let living = 0
  for (const point of alive) living |= bit(point)
  return new Judge(size, claimed, living).decide({ own, foe }, most)
}

interface Stones {
  readonly own: number
  readonly foe: number
}

/** An enemy move from a position, done when an answer to it keeps everything. */
interface Attack {
  readonly from: number
  isAnswered: boolean
}

class Judge {
  readonly #near: readonly number[]
  readonly #all: number
  readonly #claimed: number
  readonly #living: number

  constructor(size: number, claimed: number, living: number) {
    const count = size * size
    this.#all = 2 ** count - 1
    this.#claimed = claimed
    this.#living = living
    this.#near = Array.from({ length: count }, (_, place) => {
      const [x, y] = [place % size, Math.floor(place / size)]
      let mask = 0
      if (x > 0) mask |= 1 << (place - 1)
      if (x < size - 1) mask |= 1 << (place + 1)
      if (y > 0) mask |= 1 << (place - size)
      if (y < size - 1) mask |= 1 << (place + size)
      return mask
    })
  }

  /**
   * 1. All positions with the enemy to move are listed, with the attacks that each answer belongs to.
   * 2. From the positions that are won, the news goes back: an attack is answered when one answer wins, a position is
   *    won when all attacks are answered.
   */
  decide(start: Stones, most: number): boolean | undefined {
    const numbers = new Map<string, number>()
    const positions: Stones[] = []
    const isWon: boolean[] = []
    const open: number[] = []
    const leadingTo: Attack[][] = []
    const numberOf = (stones: Stones): number => {
      const key = `${stones.own},${stones.foe}`
      let number = numbers.get(key)
      if (number === undefined) {
        number = positions.push(stones) - 1
        numbers.set(key, number)
        leadingTo.push([])
        isWon.push(this.#isUnconditional(stones))
        open.push(0)
      }
      return number
    }
    numberOf(start)
    for (let number = 0; number < positions.length; number++) {
      if (positions.length > most) return undefined
      if (isWon[number]) continue
      for (const answers of this.#attacks(positions[number]!)) {
        const attack = { from: number, isAnswered: false }
        open[number]!++
        for (const answer of answers) leadingTo[numberOf(answer)]!.push(attack)
      }
    }
    const news = positions.flatMap((_, number) => (isWon[number] ? [number] : []))
    for (const number of news)
      for (const attack of leadingTo[number]!) {
        if (attack.isAnswered) continue
        attack.isAnswered = true
        if (--open[attack.from]! > 0 || isWon[attack.from]) continue
        isWon[attack.from] = true
        news.push(attack.from)
      }
    return isWon[0]
  }

  /**
   * For each move of the enemy, a pass included, the positions that the owner may choose from; none where a living
   * stone was taken.
   */
  *#attacks(before: Stones): Generator<Stones[]> {
    yield this.#answers(before, before)
    for (const place of this.#bits(this.#all & ~before.own & ~before.foe)) {
      const played = this.#play(before.foe, before.own, place)
      if (!played) continue
      const after = { own: played[1], foe: played[0] }
      if ((after.own & this.#living) !== this.#living) {
        yield []
        return
      }
      yield (this.#claimed & (1 << place)) === 0 ? [after] : this.#answers(after, before)
    }
  }

  #answers(stones: Stones, before: Stones): Stones[] {
    const answers = [stones]
    for (const place of this.#bits(this.#claimed & ~stones.own & ~stones.foe)) {
      const played = this.#play(stones.own, stones.foe, place)
      if (played && (played[0] !== before.own || played[1] !== before.foe))
        answers.push({ own: played[0], foe: played[1] })
    }
    return answers
  }

  /** The mover's stones and the other's; undefined for suicide. */
  #play(mover: number, other: number, place: number): [number, number] | undefined {
    const own = mover | (1 << place)
    let rest = other
    for (const chain of this.#parts(other))
      if ((this.#around(chain) & this.#all & ~own & ~other) === 0) rest &= ~chain
    const chain = this.#grown(1 << place, own)
    return (this.#around(chain) & this.#all & ~own & ~rest) === 0 ? undefined : [own, rest]
  }

  #isUnconditional({ own, foe }: Stones): boolean {
    let chains = this.#parts(own)
    let areas = this.#parts(this.#all & ~own)
    for (;;) {
      const isVital = (area: number, chain: number): boolean =>
        (area & this.#around(chain)) !== 0 && (area & ~foe & ~this.#around(chain)) === 0
      const alive = chains.filter((chain) => areas.filter((area) => isVital(area, chain)).length >= 2)
      const living = alive.reduce((mask, chain) => mask | chain, 0)
      const kept = areas.filter((area) => (this.#around(area) & own & ~living) === 0)
      if (alive.length === chains.length && kept.length === areas.length) {
        const vital = kept.filter((area) => alive.some((chain) => isVital(area, chain)))
        const safe = vital.reduce((mask, area) => mask | area, living)
        return (this.#claimed & ~safe) === 0
      }
      chains = alive
      areas = kept
    }
  }

  #around(mask: number): number {
    let near = 0
    for (const place of this.#bits(mask)) near |= this.#near[place]!
    return near & ~mask
  }

  #grown(start: number, within: number): number {
    let mask = start
    for (;;) {
      const next = (mask | this.#around(mask)) & within
      if (next === mask) return mask
      mask = next
    }
  }

  #parts(mask: number): number[] {
    const parts: number[] = []
    for (let rest = mask; rest !== 0;) {
      const part = this.#grown(rest & -rest, mask)
      parts.push(part)
      rest &= ~part
    }
    return parts
  }

  #bits(mask: number): number[] {
    const bits: number[] = []
    for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest))
    return bits
  }
}
