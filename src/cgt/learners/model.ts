// A sum as the learners see it: all positions of all parts in one list, so that a weight or a thermograph of each is an
// entry of an array. A state is the list of the parts' positions.

import type { Random } from "../../base/random.ts"
import { opponentOf, positionsOf, type Player, type ScoringGame } from "../game.ts"
import type { GameSum } from "../sums.ts"

/** A position of one part. */
export interface Place {
  readonly part: number
  /** As the thesis writes it: G, G^L, I^RL. A number behind it tells several moves of one player apart: G^L2. */
  readonly name: string
  readonly game: ScoringGame
  /** Indices of the places that a player can move to. */
  readonly left: readonly number[]
  readonly right: readonly number[]
  /** The number of a finished part. */
  readonly score: number | undefined
}

/** A state of a sum: the place of each part. Whose turn it is stands beside it. */
export type State = readonly number[]

/** A move in a part of a sum, by numbers of positions. */
export interface Step {
  readonly part: number
  readonly from: number
  readonly to: number
}

/** A sum as the learners see it: all positions of all parts in one list. */
export class SumModel {
  readonly places: readonly Place[]
  readonly start: State

  constructor(sum: GameSum) {
    const places: Place[] = []
    this.start = sum.map((game, part) => {
      const positions = positionsOf(game).reverse()
      const first = places.length
      const indices = new Map(positions.map((position, index) => [position, first + index]))
      const names = namesOf(game, letterOf(part))
      for (const position of positions) {
        const to = (options: readonly ScoringGame[]): number[] =>
          options.map((option) => indices.get(option)!)
        const isNumber = position.kind === "number"
        places.push({
          part,
          name: names.get(position)!,
          game: position,
          left: isNumber ? [] : to(position.left),
          right: isNumber ? [] : to(position.right),
          score: isNumber ? position.value.toNumber() : undefined,
        })
      }
      return first
    })
    this.places = places
  }

  steps(state: State, player: Player): Step[] {
    return state.flatMap((from, part) => this.places[from]![player].map((to) => ({ part, from, to })))
  }

  isOver(state: State): boolean {
    return state.every((place) => this.places[place]!.score !== undefined)
  }

  /** Of a state that is over. */
  scoreOf(state: State): number {
    return state.reduce((sum, place) => sum + (this.places[place]!.score ?? 0), 0)
  }

  gamesOf(state: State): GameSum {
    return state.map((place) => this.places[place]!.game)
  }

  /** All moves, by the place they begin at, Left's first. */
  allSteps(): (Step & { readonly player: Player })[] {
    return this.places.flatMap(({ part, left, right }, from) => [
      ...left.map((to) => ({ part, from, to, player: "left" as const })),
      ...right.map((to) => ({ part, from, to, player: "right" as const })),
    ])
  }
}

export function play(state: State, { part, to }: Step): State {
  return state.with(part, to)
}

/** The name of a part: G, H, I … as in the thesis, then by number. */
export function letterOf(part: number): string {
  const letters = "GHIJKLMNOPQRSTUVWXYZ"
  return letters[part] ?? `G${part + 1}`
}

/** The shortest way to each position. */
function namesOf(game: ScoringGame, letter: string): Map<ScoringGame, string> {
  const ways = new Map<ScoringGame, string>([[game, ""]])
  for (const [position, way] of ways) {
    if (position.kind === "number") continue
    for (const [sign, options] of [
      ["L", position.left],
      ["R", position.right],
    ] as const)
      for (const [index, option] of options.entries())
        if (!ways.has(option)) ways.set(option, `${way}${sign}${options.length > 1 ? index + 1 : ""}`)
  }
  return new Map([...ways].map(([position, way]) => [position, way === "" ? letter : `${letter}^${way}`]))
}

/** Who begins the playouts: always the same player, or the two in turn. */
export type First = Player | "both"

export function firstPlayer(first: First, playout: number): Player {
  if (first !== "both") return first
  return playout % 2 === 0 ? "left" : "right"
}

/** Draws among the steps with the greatest value; values this close are equal. */
export function drawBest(steps: readonly Step[], value: (step: Step) => number, random: Random): Step {
  const values = steps.map(value)
  const best = Math.max(...values)
  const equal = steps.filter((_, i) => values[i] === best || best - values[i]! < 1e-12)
  return equal.length === 1 ? equal[0]! : equal[random.below(equal.length)]!
}

/** The first of the steps with the greatest value. */
export function firstBest(steps: readonly Step[], value: (step: Step) => number): Step {
  const values = steps.map(value)
  return steps[values.indexOf(Math.max(...values))]!
}

/** One number that a learner watches, for charts. */
export interface Watched {
  readonly name: string
  /** Whose move it is about; undefined for a number about a whole part. */
  readonly player?: Player
  readonly value: number
}

/** What all learners have in common. */
export interface Learner {
  readonly model: SumModel
  /** Playouts so far. */
  readonly playouts: number
  /** Plays once and learns from it. */
  playOne(): void
  /** What it plays without exploring; the state must not be over. */
  choose(state: State, player: Player): Step
  watched(): readonly Watched[]
}

/** Plays from the start by `step`, telling each step; answers with the end. */
export function playThrough(
  model: SumModel,
  first: Player,
  step: (state: State, player: Player) => Step,
): State {
  let [state, player] = [model.start, first]
  while (!model.isOver(state)) {
    state = play(state, step(state, player))
    player = opponentOf(player)
  }
  return state
}
