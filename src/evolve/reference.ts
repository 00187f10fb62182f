// The readable twin of the kernel's coevolution (assembly/evolve.ts, assembly/strategies.ts): the same populations,
// seed for seed. It is the oracle in tests, and evolves where the kernel can't: on boards over 19×19, or without
// WebAssembly.

import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import type { GameSums } from "../kernel/playout.ts"
import { Playout } from "../kernel/reference-playout.ts"
import { allPoints, Black, Empty, isPass, opponent, PASS, POINTS, White } from "../rules/index.ts"
import type { Color, Move, Point } from "../rules/index.ts"
import { FOUNDING, MOST_WINS } from "./assembly/layout.ts"
import {
  completeSettings,
  MOST_STEPS,
  nodeMoves,
  runKey,
  stepSeed,
  type Coevolution,
  type CompleteSettings,
  type EvolutionSettings,
  type OpeningResult,
} from "./settings.ts"
import { adviceAfter, behind, follow, GROWN_HEIGHT, MOST_NODES, type Strategy } from "./strategy.ts"

const SIDES = [Black, White] as const

/** A run of coevolution in plain TypeScript: the readable twin of `Evolution`. */
export class ReferenceEvolution implements Coevolution {
  readonly settings: CompleteSettings
  readonly #individuals: Record<Color, Strategy[]> = { [Black]: [], [White]: [] }
  readonly #champions: Record<Color, Strategy[]> = { [Black]: [], [White]: [] }
  readonly #claimed: Record<Color, Set<number>> = { [Black]: new Set(), [White]: new Set() }
  readonly #openings = new Map<Move | undefined, { games: number; wins: number }>()
  readonly #owned = new Float64Array(POINTS)
  #steps = 0
  #random: Random
  #sums = { games: 0, blackWins: 0, whiteWins: 0, margins: 0, squares: 0, moves: 0, cutOff: 0 }

  /** Throws when the settings are not allowed: `completeSettings` tells a user why. */
  constructor(settings: EvolutionSettings) {
    this.settings = unwrap(completeSettings(settings))
    const { population, lineages } = this.settings
    this.#random = this.#generator(FOUNDING)
    for (const side of SIDES) this.#individuals[side] = Array.from({ length: population }, () => this.#grow())
    for (let lineage = 0; lineage < lineages; lineage++)
      for (const side of SIDES) this.#champions[side].push(this.#grow())
  }

  get steps(): number {
    return this.#steps
  }

  run(most: number, limit = MOST_STEPS): number {
    const count = Math.max(0, Math.min(most, limit - this.#steps))
    for (let i = 0; i < count; i++) this.#step()
    return count
  }

  strategy(color: Color, index: number): Strategy {
    return this.#individuals[color][index]!
  }

  champion(color: Color, lineage: number): Strategy {
    return this.#champions[color][lineage]!
  }

  advice(color: Color, index: number, opponentMoves: readonly Move[]): Move | undefined {
    return adviceAfter(this.strategy(color, index), opponentMoves)
  }

  sums(): GameSums {
    const { games, blackWins, whiteWins, margins, squares, moves, cutOff } = this.#sums
    const meanMargin = games > 0 ? margins / games : 0
    const spread = games > 0 ? Math.sqrt(Math.max(0, squares / games - meanMargin * meanMargin)) : 0
    return { games, blackWins, whiteWins, meanMargin, spread, moves, cutOff }
  }

  owners(): Float64Array {
    return this.#owned.map((sum) => sum / Math.max(1, this.#sums.games))
  }

  openingResult(move: Move | undefined): OpeningResult {
    return this.#openings.get(move) ?? { games: 0, wins: 0 }
  }

  #generator(step: number): Random {
    return new Random(stepSeed(runKey(this.settings.seed), step))
  }

  #step(): void {
    // 1. A lineage, two individuals from each population.
    this.#random = this.#generator(this.#steps)
    const lineage = this.#steps % this.settings.lineages
    const [b0, b1] = [this.#claim(Black), this.#claim(Black)]
    const [w0, w1] = [this.#claim(White), this.#claim(White)]
    const [black, white] = [this.#individuals[Black], this.#individuals[White]]

    // 2. Eight games: four between them, four against the champions.
    const first = this.#play(black[b0]!, white[w0]!)
    const second = this.#play(black[b0]!, white[w1]!)
    const third = this.#play(black[b1]!, white[w0]!)
    const fourth = this.#play(black[b1]!, white[w1]!)
    const b0Tested = this.#play(black[b0]!, this.champion(White, lineage))
    const b1Tested = this.#play(black[b1]!, this.champion(White, lineage))
    const w0Tested = this.#play(this.champion(Black, lineage), white[w0]!)
    const w1Tested = this.#play(this.champion(Black, lineage), white[w1]!)

    // 3. Within each population the better one stays, may become champion, and the other is replaced.
    const wins = (color: Color, ...winners: readonly (Color | undefined)[]): number =>
      winners.filter((winner) => winner === color).length
    this.#settle(
      Black,
      lineage,
      { index: b0, wins: wins(Black, first, second, b0Tested) },
      { index: b1, wins: wins(Black, third, fourth, b1Tested) },
    )
    this.#settle(
      White,
      lineage,
      { index: w0, wins: wins(White, first, third, w0Tested) },
      { index: w1, wins: wins(White, second, fourth, w1Tested) },
    )
    this.#steps++
  }

  /** A random individual that is not at work already. */
  #claim(side: Color): number {
    for (;;) {
      const index = this.#random.below(this.settings.population)
      if (this.#claimed[side].has(index)) continue
      this.#claimed[side].add(index)
      return index
    }
  }

  #settle(side: Color, lineage: number, a: Fitness, b: Fitness): void {
    const isFirst = a.wins === b.wins ? this.#random.below(2) === 0 : a.wins > b.wins
    const [winner, loser] = isFirst ? [a, b] : [b, a]
    if (winner.wins === MOST_WINS && this.#happens(this.settings.succession))
      this.#champions[side][lineage] = this.#individuals[side][winner.index]!
    this.#claimed[side].delete(winner.index)
    this.#individuals[side][loser.index] = this.#breed(side)
    this.#claimed[side].delete(loser.index)
  }

  #happens(probability: number): boolean {
    return this.#random.next() < probability * 0x1_0000_0000
  }

  #breed(side: Color): Strategy {
    const crosses = this.#happens(this.settings.crossover)
    const mother = this.#parent(side)
    const child = crosses ? this.#cross(mother, this.#parent(side)) : mother
    return this.#happens(this.settings.mutation) ? this.#mutate(child) : child
  }

  #parent(side: Color): Strategy {
    const index = this.#claim(side)
    this.#claimed[side].delete(index)
    return this.#individuals[side][index]!
  }

  #cross(mother: Strategy, father: Strategy): Strategy {
    const place = this.#choosePlace(mother)
    const twig = this.#choosePlace(father)
    return graft(mother, place, father.slice(twig, behind(father, twig)))
  }

  #mutate(parent: Strategy): Strategy {
    const place = this.#choosePlace(parent)
    return graft(parent, place, this.#grow())
  }

  /** A node to cut at: an inner one more often than not, if there are any. */
  #choosePlace(strategy: Strategy): number {
    const inners = [...strategy.keys()].filter((node) => strategy[node] !== undefined)
    const leaves = [...strategy.keys()].filter((node) => strategy[node] === undefined)
    const chosen = this.#happens(this.settings.inner) && inners.length > 0 ? inners : leaves
    return chosen[this.#random.below(chosen.length)]!
  }

  /** Koza's "grow": every point, the pass and the leaf are equally likely. */
  #grow(height = GROWN_HEIGHT): Strategy {
    const moves = nodeMoves(this.settings.board.size)
    const node = height === 0 ? undefined : moves[this.#random.below(moves.length + 1)]
    return node === undefined ? [undefined] : [node, ...this.#grow(height - 1), ...this.#grow(height - 1)]
  }

  /** One game; answers the winner, undefined when the area is equal to the komi. */
  #play(black: Strategy, white: Strategy): Color | undefined {
    const { first, komi, owners } = this.settings
    const game = new AdvisedGame(this.settings, this.#random, { [Black]: black, [White]: white })
    game.play(first)
    const margin = game.margin()
    const winner = margin > komi ? Black : margin < komi ? White : undefined
    const sums = this.#sums
    sums.games++
    sums.blackWins += Number(winner === Black)
    sums.whiteWins += Number(winner === White)
    sums.margins += margin
    sums.squares += margin * margin
    sums.moves += game.moveCount
    sums.cutOff += Number(game.wasCutOff)
    if (owners) for (const [point, owner] of game.owners().entries()) this.#owned[point]! += owner
    const [opening] = first === Black ? black : white
    const { games, wins } = this.openingResult(opening)
    this.#openings.set(opening, { games: games + 1, wins: wins + Number(winner === first) })
    return winner
  }
}

interface Fitness {
  readonly index: number
  readonly wins: number
}

/** The parent with one subtree replaced; when that is too large, the parent as it is. */
function graft(parent: Strategy, place: number, twig: Strategy): Strategy {
  const child = [...parent.slice(0, place), ...twig, ...parent.slice(behind(parent, place))]
  return child.length > MOST_NODES ? parent : child
}

/** A playout in which both sides take advice as long as they have any. */
class AdvisedGame extends Playout {
  readonly #strategies: Readonly<Record<Color, Strategy>>
  /** The decisions that both have come to; undefined behind the end of the advice. */
  readonly #decisions: Record<Color, number | undefined>
  /** The empty points in the module's order; random moves between advised ones are drawn from it. */
  readonly #list: Point[]
  readonly #first: Color
  readonly #before: number
  #isFree = false

  constructor(
    { board, first, komi, passed, captureGoal }: CompleteSettings,
    random: Random,
    strategies: Readonly<Record<Color, Strategy>>,
  ) {
    super(board, random, {
      games: 1,
      first,
      komi,
      seed: 0,
      ...(captureGoal > 0 ? { captureGoal } : {}),
    })
    this.#strategies = strategies
    this.#first = first
    const other = opponent(first)
    this.#decisions = { [Black]: 0, [White]: 0 }
    if (strategies[other][0] === undefined) this.#decisions[other] = undefined
    this.#list = allPoints(board.size).filter((point) => board.at(point) === Empty)
    if (passed) this.moves.push({ color: other, move: PASS })
    this.#before = this.moves.length
  }

  get moveCount(): number {
    return this.moves.length - this.#before
  }

  protected override choose(color: Color): Move {
    const mayBeFree = this.moves.at(-1)?.move !== PASS
    const advice = this.#isFree ? undefined : this.#advice(color)
    const isAdvised = this.#decisions[Black] !== undefined || this.#decisions[White] !== undefined
    if (!isAdvised && mayBeFree) this.#isFree = true
    if (this.#isFree) return this.chooseByChance(color)
    const isLegal = advice !== undefined && (isPass(advice) || this.isLegal(color, advice as Point))
    const move = isLegal ? advice : this.#anyMove(color)
    if (!isPass(move)) this.#take(color, move as Point)
    return move
  }

  /** What this side's strategy says now; the walk goes on from there. */
  #advice(color: Color): Move | undefined {
    const decision = this.#decisions[color]
    if (decision === undefined) return undefined
    const strategy = this.#strategies[color]
    const isOpening = color === this.#first && this.moveCount === 0
    const next = isOpening ? decision : follow(strategy, decision, this.moves.at(-1)!.move)
    this.#decisions[color] = strategy[next] === undefined ? undefined : next
    return strategy[next]
  }

  #anyMove(color: Color): Move {
    const playable = this.#list.filter((point) => this.isPlayable(color, point))
    return playable.length === 0 ? PASS : playable[this.random.below(playable.length)]!
  }

  /** Off both lists; what the move captures comes back to the end, chain by chain. */
  #take(color: Color, point: Point): void {
    this.takeOff(point)
    const last = this.#list.pop()!
    if (last !== point) this.#list[this.#list.indexOf(point)] = last
    const heads = new Set<Point>()
    for (const stone of this.neighbours(point)) {
      const isCaught = this.board.at(stone) !== color && this.board.liberties(stone).length === 1
      if (isCaught) heads.add(this.board.chainHead(stone))
    }
    for (const head of heads) this.#list.push(...this.board.chain(head))
  }
}
