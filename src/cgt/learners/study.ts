// What a learner has learned, beside perfect play: its choices in every state, how often its policy changes, and the
// reason why the linear model fails (CGT-4; Lew 2011, section 5.4).

import type { Random } from "../../base/random.ts"
import { opponentOf, PLAYERS, type Player } from "../game.ts"
import { PerfectPlay } from "../minimax.ts"
import { lossOf } from "../contest.ts"
import { isOver, statesOf, type GameSum } from "../sums.ts"
import { LinearLearner, type LinearSettings } from "./linear.ts"
import { SumModel, type Learner, type State, type Step, type Watched } from "./model.ts"

/** The most states of a sum that a study looks at one by one; a larger sum is learned without that. */
export const MOST_STUDIED = 2000

/** One choice that a policy has to make: the state, and the player to move. */
export interface Question {
  readonly state: State
  readonly player: Player
}

/** A move that weights hold for one of the best. */
export interface EqualMove {
  readonly name: string
  /** What it gives away against perfect play. */
  readonly loss: number
}

/** The states of a model with the judge of their moves, or undefined where there are too many. */
export class Examination {
  readonly model: SumModel
  readonly questions: readonly Question[]
  readonly #judge: PerfectPlay

  static of(model: SumModel): Examination | undefined {
    const sum = model.gamesOf(model.start)
    const size = model.start.reduce(
      (all, _, part) => all * model.places.filter((place) => place.part === part).length,
      1,
    )
    const judge = size > MOST_STUDIED ? undefined : PerfectPlay.of(sum)
    return judge?.ok ? new Examination(model, sum, judge.value) : undefined
  }

  private constructor(model: SumModel, sum: GameSum, judge: PerfectPlay) {
    this.model = model
    this.#judge = judge
    const indices = model.start.map(
      (_, part) =>
        new Map(model.places.flatMap((place, i) => (place.part === part ? [[place.game, i]] : []))),
    )
    this.questions = statesOf(sum)
      .filter((state) => !isOver(state))
      .map((state) => state.map((game, part) => indices[part]!.get(game)!))
      .flatMap((state) => PLAYERS.map((player) => ({ state, player })))
  }

  /** The places that a learner moves to, one for each question. */
  answers(learner: Learner): number[] {
    return this.questions.map(({ state, player }) => learner.choose(state, player).to)
  }

  /** How many answers lose nothing. */
  optimal(answers: readonly number[]): number {
    return this.questions.filter((question, i) => this.#loss(question, answers[i]!) === 0).length
  }

  /** The first of the perfect moves. */
  readonly perfect = (state: State, player: Player): Step => {
    const [best] = this.#judge.bestMoves(this.model.gamesOf(state), player)
    return this.model
      .steps(state, player)
      .find(({ part, to }) => part === best!.part && this.model.places[to]!.game === best!.to)!
  }

  /** The moves that weights of places hold for best, with what each gives away. */
  chosenBy(question: Question, weights: ArrayLike<number>): EqualMove[] {
    const { state, player } = question
    const sign = player === "left" ? 1 : -1
    const steps = this.model.steps(state, player)
    const worths = steps.map(({ from, to }) => sign * (weights[to]! - weights[from]!))
    const best = Math.max(...worths)
    return steps
      .filter((_, i) => best - worths[i]! < EQUAL)
      .map(({ to }) => ({ name: this.model.places[to]!.name, loss: this.#loss(question, to) }))
  }

  #loss({ state, player }: Question, to: number): number {
    const { part, game } = this.model.places[to]!
    return lossOf(this.#judge, this.model.gamesOf(state), player, { part, to: game }).toNumber()
  }
}

/** What was seen after some playouts. */
export interface Look {
  readonly playouts: number
  readonly watched: readonly Watched[]
  /** Optimal choices among all; undefined where the sum has too many states. */
  readonly optimal: number | undefined
  /** Choices that differ from those of the look before. */
  readonly changed: number | undefined
}

/** Looks at a learner at intervals. The caller runs the playouts, so that it can show progress and stop. */
export class Study {
  readonly learner: Learner
  readonly examination: Examination | undefined
  readonly #looks: Look[] = []
  #answers: readonly number[] | undefined

  constructor(learner: Learner) {
    this.learner = learner
    this.examination = Examination.of(learner.model)
  }

  get looks(): readonly Look[] {
    return this.#looks
  }

  run(playouts: number): void {
    for (let i = 0; i < playouts; i++) this.learner.playOne()
  }

  look(): Look {
    const answers = this.examination?.answers(this.learner)
    const before = this.#answers
    const made: Look = {
      playouts: this.learner.playouts,
      watched: this.learner.watched(),
      optimal: answers && this.examination!.optimal(answers),
      changed: answers && before && answers.filter((answer, i) => answer !== before[i]).length,
    }
    this.#answers = answers
    this.#looks.push(made)
    return made
  }
}

/** The linear model after learning under the fixed optimal policy. */
export interface Indifference {
  /** The weights of all positions. */
  readonly weights: readonly Watched[]
  /** What each move adds to the value. */
  readonly incentives: readonly Watched[]
  /** The moves of the optimal line, in order, with what they add: all go to zero. */
  readonly line: readonly Watched[]
  /** All states with both players. */
  readonly choices: number
  /** Choices where all moves that the weights hold for best lose nothing. */
  readonly right: number
  /** Choices where some of these moves lose and others don't. */
  readonly undecided: readonly {
    /** The parts by the names of their positions. */
    readonly state: readonly string[]
    readonly player: Player
    readonly moves: readonly EqualMove[]
  }[]
  /** Choices where all of them lose. */
  readonly wrong: number
}

/** Moves whose worth differs by less are equal to the weights: what is left to learn is smaller. */
const EQUAL = 0.001

/**
 * Learns the weights under perfect play and shows that they no longer tell the moves of the optimal line apart. The
 * policy never changes; `settings.epsilon` is how often it strays. Undefined where the sum has too many states.
 */
export function studyIndifference(
  sum: GameSum,
  settings: LinearSettings,
  playouts: number,
  random: Random,
): Indifference | undefined {
  const model = new SumModel(sum)
  const examination = Examination.of(model)
  if (!examination) return undefined
  // An epoch that ends with the last playout: then the weights become the policy that is asked.
  const learner = new LinearLearner(model, { ...settings, epoch: playouts }, random, examination.perfect)
  for (let i = 0; i < playouts; i++) learner.playOne()
  const chosen = examination.questions.map((question) => ({
    ...question,
    moves: examination.chosenBy(question, learner.weights),
  }))
  const isLosing = ({ loss }: EqualMove): boolean => loss > 0
  const line: Watched[] = []
  const first = settings.first === "right" ? "right" : "left"
  let state = model.start
  for (let player: Player = first; !model.isOver(state); player = opponentOf(player)) {
    const { part, from, to } = examination.perfect(state, player)
    const value = learner.weights[to]! - learner.weights[from]!
    line.push({ name: model.places[to]!.name, player, value })
    state = state.with(part, to)
  }
  return {
    weights: model.places.map(({ name }, place) => ({ name, value: learner.weights[place]! })),
    incentives: learner.watched(),
    line,
    choices: chosen.length,
    right: chosen.filter(({ moves }) => !moves.some(isLosing)).length,
    undecided: chosen
      .filter(({ moves }) => moves.some(isLosing) && !moves.every(isLosing))
      .map(({ player, moves, ...question }) => ({
        state: question.state.map((place) => model.places[place]!.name),
        player,
        moves,
      })),
    wrong: chosen.filter(({ moves }) => moves.every(isLosing)).length,
  }
}
