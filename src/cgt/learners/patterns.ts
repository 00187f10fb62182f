// Naive adaptive patterns (CGT-4; Lew 2011, section 5.2): a weight for each pattern, the mean result of the playouts in
// which it was played; the policy plays the pattern with the best weight. A pattern is a move in a part. It may see the
// position of another part, as a pattern on a board sees stones of a neighbouring fight.
//
// It fails because a weight is the value of the circumstances too: a pattern that is seen only when things go well has
// a good weight, whatever its move is worth.

import type { Random } from "../../base/random.ts"
import type { Player } from "../game.ts"
import {
  drawBest,
  firstBest,
  firstPlayer,
  playThrough,
  type First,
  type Learner,
  type State,
  type Step,
  type SumModel,
  type Watched,
} from "./model.ts"

/** The settings of naive patterns. */
export interface PatternSettings {
  readonly epsilon: number
  readonly first: First
  /** Which other part the patterns of a part see. */
  readonly sees?: ReadonlyMap<number, number>
}

/** The settings of naive patterns where none are given. */
export const DEFAULT_PATTERNS: PatternSettings = { epsilon: 0.2, first: "both" }

interface Pattern {
  readonly name: string
  readonly player: Player
  count: number
  mean: number
}

/** Gives each move the mean score of the playouts in which it was made. */
export class PatternLearner implements Learner {
  readonly model: SumModel
  readonly #settings: PatternSettings
  readonly #random: Random
  readonly #patterns = new Map<string, Pattern>()
  #playouts = 0

  constructor(model: SumModel, settings: PatternSettings, random: Random) {
    this.model = model
    this.#settings = settings
    this.#random = random
  }

  get playouts(): number {
    return this.#playouts
  }

  playOne(): void {
    const played: Pattern[] = []
    const first = firstPlayer(this.#settings.first, this.#playouts)
    const end = playThrough(this.model, first, (state, player) => {
      const steps = this.model.steps(state, player)
      const step =
        this.#random.float() < this.#settings.epsilon
          ? steps[this.#random.below(steps.length)]!
          : drawBest(steps, this.#preference(state, player), this.#random)
      played.push(this.#pattern(state, step, player))
      return step
    })
    const result = this.model.scoreOf(end)
    for (const pattern of played) pattern.mean += (result - pattern.mean) / ++pattern.count
    this.#playouts++
  }

  choose(state: State, player: Player): Step {
    return firstBest(this.model.steps(state, player), this.#preference(state, player))
  }

  /** The weights of the patterns that were played. */
  watched(): Watched[] {
    return [...this.#patterns.values()]
      .filter(({ count }) => count > 0)
      .map(({ name, player, mean }) => ({ name, player, value: mean }))
  }

  /** A pattern that was never played comes first. */
  #preference(state: State, player: Player): (step: Step) => number {
    const sign = player === "left" ? 1 : -1
    return (step) => {
      const { count, mean } = this.#pattern(state, step, player)
      return count === 0 ? Infinity : sign * mean
    }
  }

  #pattern(state: State, { part, from, to }: Step, player: Player): Pattern {
    const seen = this.#settings.sees?.get(part)
    const beside = seen === undefined ? undefined : state[seen]!
    const key = `${player} ${from} ${to} ${beside ?? ""}`
    const known = this.#patterns.get(key)
    if (known) return known
    const { places } = this.model
    const name =
      beside === undefined ? places[to]!.name : `${places[to]!.name} beside ${places[beside]!.name}`
    const made: Pattern = { name, player, count: 0, mean: 0 }
    this.#patterns.set(key, made)
    return made
  }
}
