// From games to choices (BT-1): each sampled position becomes a choice among the teams of its legal moves. Describers
// work on batches of games and keep nothing between them, so batches can be described in any thread and in any order.

import { toKernel } from "../kernel/points.ts"
import type { Point } from "../rules/index.ts"
import { BlockBuilder } from "./blocks.ts"
import type { ChoiceBlock } from "./choices.ts"
import { PLAIN_FEATURES, SHAPE_SLOTS, SLOTS } from "./features.ts"
import { isSampled, replayLegal, type GameMoves, type Sampling, type Step } from "./games.ts"
import { patternClasses, PLAYOUT_SLOTS, playoutNumbers } from "./playout-features.ts"
import { FeatureReader, type DescribedMoves } from "./reader.ts"

/** What a move is described by: all features with a dictionary of shapes, or what playouts can afford. */
export type FeatureSet = { readonly kind: "moves"; readonly keys: Uint32Array } | { readonly kind: "playout" }

/** How many slots and features there are. */
export interface FeatureShape {
  readonly slots: number
  readonly features: number
}

/** How many slots and features a set of features has. */
export function shapeOf(set: FeatureSet): FeatureShape {
  return set.kind === "playout"
    ? { slots: PLAYOUT_SLOTS.length, features: playoutNumbers().features }
    : { slots: SLOTS.length, features: PLAIN_FEATURES + set.keys.length }
}

/** How many choices a block should have; teams of all features are large. */
export const BLOCK_CHOICES: Readonly<Record<FeatureSet["kind"], number>> = { moves: 1024, playout: 8192 }

/** The choices of a batch of games. */
export interface DescribedGames {
  readonly block: ChoiceBlock
  /** Sampled positions in which the played move is none that a playout considers, such as filling an own eye. */
  readonly unplayable: number
}

/** Makes choices among moves out of games. */
export class GameDescriber {
  readonly #reader: FeatureReader
  readonly #sampling: Sampling
  readonly #builder: BlockBuilder
  readonly #merger: TeamMerger | undefined
  #unplayable = 0

  private constructor(reader: FeatureReader, set: FeatureSet, sampling: Sampling) {
    this.#reader = reader
    this.#sampling = sampling
    this.#builder = new BlockBuilder(shapeOf(set).slots)
    this.#merger = set.kind === "playout" ? new TeamMerger() : undefined
  }

  static async create(set: FeatureSet, sampling: Sampling): Promise<GameDescriber> {
    const reader = await FeatureReader.create(set.kind === "moves" ? set.keys : undefined)
    return new GameDescriber(reader, set, sampling)
  }

  /** @throws {Error} for a game that `checkGame` refuses. */
  describe(games: readonly GameMoves[]): DescribedGames {
    this.#unplayable = 0
    for (const game of games)
      replayLegal(game, this.#reader, (step) => {
        if (isSampled(this.#sampling, game.number, step.number)) this.#describe(step)
      })
    return { block: this.#builder.take(), unplayable: this.#unplayable }
  }

  #describe(step: Step): void {
    const { move, number } = step
    const described = this.#merger ? this.#reader.describeForPlayout(step) : this.#reader.describe(step)
    const chosen = described.points.subarray(0, described.count).indexOf(toKernel(move))
    if (chosen < 0) this.#unplayable++
    else if (this.#merger) this.#merger.merge(described, chosen, number, this.#builder)
    else this.#builder.add(number, chosen, described.teams.subarray(0, described.count * SLOTS.length))
  }
}

const NEARNESSES = 3
const MOST_MOVES = 361

/** Gives playout features their numbers, and counts equal teams: an open board has few different ones. */
class TeamMerger {
  readonly #classes = patternClasses().numbers
  readonly #numbers = playoutNumbers()
  /** By pattern and nearness: the last choice that had such a team, and its place there. */
  readonly #choiceOf = new Uint32Array((this.#numbers.patterns + 1) * NEARNESSES)
  readonly #placeOf = new Uint16Array(this.#choiceOf.length)
  readonly #teams = new Uint32Array(PLAYOUT_SLOTS.length * MOST_MOVES)
  readonly #counts = new Uint16Array(MOST_MOVES)
  #choice = 0

  merge({ count, teams }: DescribedMoves, chosen: number, move: number, builder: BlockBuilder): void {
    const { near: firstNear } = this.#numbers
    this.#choice++
    let length = 0
    let chosenPlace = 0
    for (let i = 0, at = 0; i < count; i++) {
      const pattern = this.#classes[teams[at++]!]!
      const near = teams[at++]!
      const kind = pattern * NEARNESSES + near
      let place = this.#placeOf[kind]!
      if (this.#choiceOf[kind] === this.#choice) this.#counts[place]!++
      else {
        place = length++
        this.#choiceOf[kind] = this.#choice
        this.#placeOf[kind] = place
        this.#counts[place] = 1
        this.#teams[PLAYOUT_SLOTS.length * place] = pattern
        this.#teams[PLAYOUT_SLOTS.length * place + 1] = near === 0 ? 0 : firstNear + near
      }
      if (i === chosen) chosenPlace = place
    }
    builder.add(
      move,
      chosenPlace,
      this.#teams.subarray(0, PLAYOUT_SLOTS.length * length),
      this.#counts.subarray(0, length),
    )
  }
}

/** The keys of the shapes of a batch of games. */
export interface HarvestedKeys {
  /** `SHAPE_SLOTS.length` numbers for each stone that was played; 0 where the slot has no key. */
  readonly keys: Uint32Array
}

/** The keys of the shapes that were played, for the harvest. */
export class KeyDescriber {
  readonly #reader: FeatureReader
  readonly #sampling: Sampling

  private constructor(reader: FeatureReader, sampling: Sampling) {
    this.#reader = reader
    this.#sampling = sampling
  }

  static async create(sampling: Sampling): Promise<KeyDescriber> {
    return new KeyDescriber(await FeatureReader.create(), sampling)
  }

  describe(games: readonly GameMoves[]): HarvestedKeys {
    const plays = games.reduce((sum, game) => sum + game.plays.length, 0)
    const keys = new Uint32Array(plays * SHAPE_SLOTS.length)
    let length = 0
    for (const game of games)
      replayLegal(game, this.#reader, (step) => {
        if (!isSampled(this.#sampling, game.number, step.number)) return
        keys.set(this.#reader.shapeKeys(step.move as Point, step), length)
        length += SHAPE_SLOTS.length
      })
    return { keys: keys.slice(0, length) }
  }
}
