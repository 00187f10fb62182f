// Coevolution as a player (EVO-4; Drake and Chen 2008): two populations of partial strategies for this very position
// play each other, and the move that most individuals begin with is played. Every move founds new populations.

import { Random } from "../base/random.ts"
import { err, ok, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import type { Answer, Budget, OptionTable, Player, PlayerSpec, Request } from "../player/index.ts"
import {
  BUDGET_OPTIONS,
  budgetOf,
  integers,
  makePlayerSpec,
  readOptions,
  UNUSED_THREADS_OPTION,
} from "../player/index.ts"
import { Black, colorName, makeVertex, opponent, PASS, type Move } from "../rules/index.ts"
import { allocationFor } from "../search/allowance.ts"
import type { Candidate, SearchReport } from "../search/index.ts"
import { Pace } from "../search/pace.ts"
import { startOf, type Start } from "../search/start.ts"
import { passWins, playableMoves } from "../search/turn.ts"
import { mostFrequent } from "./describe.ts"
import { openingsOf } from "./history.ts"
import { Evolution } from "./kernel.ts"
import { ReferenceEvolution } from "./reference.ts"
import {
  completeSettings,
  EVOLUTION_DEFAULTS,
  GAMES_PER_STEP,
  LARGEST_POPULATION,
  MOST_STEPS,
  SMALLEST_POPULATION,
  tallyAdvice,
  type Coevolution,
  type CompleteSettings,
} from "./settings.ts"

/** The options of the player `evolve`, read. */
export interface EvolveOptions {
  readonly name?: string
  /** Where the request says nothing else; a step is eight games, and games are its playouts. */
  readonly budget?: Pick<Budget, "playouts" | "seconds">
  /** Individuals on each side; default: by the budget, at most the paper's. */
  readonly population?: number
  readonly lineages?: number
}

/** Without any budget: some two seconds on 9×9. */
const DEFAULT_STEPS = 16_384
/**
 * Steps that a population needs for each individual before its majority means something; see docs/players/evolve.md.
 */
const STEPS_PER_INDIVIDUAL = 32
/** A guess, to choose a population by when only the time is known. */
const STEPS_PER_SECOND = 10_000
const SMALLEST_DEFAULT = 64
/** As in the paper's smaller populations: no more lineages than an eighth. */
const INDIVIDUALS_PER_LINEAGE = 8
/** Steps between looks at the clock: in the kernel, and by its twin, which takes a hundred times as long for one. */
const SLICE = 16
const SLOW_SLICE = 1

/** Coevolution as a player: new populations for every move. */
export class EvolvePlayer implements Player {
  readonly name: string
  readonly #options: EvolveOptions
  /** The last move's: a memory for every move would be more than some runtimes have addresses for. */
  #last: Evolution | undefined

  constructor(options: EvolveOptions = {}) {
    this.name = options.name ?? "evolve"
    this.#options = options
  }

  async choose(request: Request): Promise<Answer> {
    const { position, color, seed } = request
    const start = startOf(position, color)
    const playable = playableMoves(start.game, color)
    if (playable.length === 0) return { move: PASS, reason: "only-eyes-left" }
    if (passWins(start.game, color)) return { move: PASS, reason: "pass-wins" }
    const report = await this.#evolve(request, start, new Set<Move>([...playable, PASS]))
    const best = report.candidates[0]
    if (best) return { move: best.move, reason: "most-visits", report }
    // No individual begins with a playable move; this happens only in the smallest populations.
    return { move: playable[new Random(seed).below(playable.length)]!, reason: "uniform", report }
  }

  async analyze(request: Request & Required<Pick<Request, "onReport">>): Promise<SearchReport | undefined> {
    const start = startOf(request.position, request.color)
    const playable = playableMoves(start.game, request.color)
    if (playable.length === 0) return undefined
    const budget = { playouts: MOST_STEPS, seconds: Infinity, ...request.budget }
    return this.#evolve({ ...request, budget }, start, new Set<Move>([...playable, PASS]))
  }

  /** The legal move `allowed` that most begin with is the report's first candidate. */
  async #evolve(request: Request, start: Start, allowed: ReadonlySet<Move>): Promise<SearchReport> {
    const { signal, onReport, reportEvery = 100 } = request
    const { steps, seconds } = limitsOf(request, { ...this.#options.budget, ...request.budget })
    const evolution = await this.#found(this.#settings(start, request.seed, steps, seconds))
    const report = (): SearchReport => makeReport(evolution, allowed, pace.seconds)
    const pace = new Pace({ seconds, signal, reportEvery, report: onReport && (() => onReport(report())) })
    const slice = evolution instanceof Evolution ? SLICE : SLOW_SLICE
    while (evolution.steps < steps && !pace.isOver) {
      evolution.run(slice, steps)
      await pace.rest()
    }
    const last = report()
    if (evolution instanceof Evolution) this.#last = evolution
    return last
  }

  /** In the kernel; where it can't, by its slower twin. */
  async #found(settings: CompleteSettings): Promise<Coevolution> {
    if (settings.board.size > KERNEL_MAX_SIZE) return new ReferenceEvolution(settings)
    const last = this.#last
    // A request that comes meanwhile gets a memory of its own.
    this.#last = undefined
    return Evolution.create(settings, { after: last }).catch(() => new ReferenceEvolution(settings))
  }

  #settings(start: Start, seed: number, steps: number, seconds: number): CompleteSettings {
    const { game, color, komi, passes, captureGoal } = start
    const expected = Math.min(steps, seconds * STEPS_PER_SECOND)
    const population = this.#options.population ?? defaultPopulation(expected, this.#options.lineages)
    const lineages =
      this.#options.lineages ??
      Math.max(1, Math.min(EVOLUTION_DEFAULTS.lineages, Math.floor(population / INDIVIDUALS_PER_LINEAGE)))
    const settings = completeSettings({
      board: game.board,
      first: color,
      komi,
      passed: passes > 0,
      seed,
      population,
      lineages,
      captureGoal,
      owners: true,
    })
    // The options were checked when the player was made, and there is a move to play.
    if (!settings.ok) throw new RangeError(settings.error)
    return settings.value
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** A power of two that the steps suffice for, and in which the lineages have room. */
function defaultPopulation(steps: number, lineages = 1): number {
  const wanted = 2 ** Math.floor(Math.log2(Math.max(1, steps / STEPS_PER_INDIVIDUAL)))
  return Math.max(2 * lineages, SMALLEST_DEFAULT, Math.min(EVOLUTION_DEFAULTS.population, wanted))
}

function limitsOf({ position }: Request, budget: Budget): { steps: number; seconds: number } {
  const seconds = allocationFor(budget, position).target
  const unlimited = seconds < Infinity ? MOST_STEPS : DEFAULT_STEPS
  const steps = budget.playouts === undefined ? unlimited : Math.floor(budget.playouts / GAMES_PER_STEP)
  return { seconds, steps: Math.max(1, Math.min(MOST_STEPS, steps)) }
}

function makeReport(evolution: Coevolution, allowed: ReadonlySet<Move>, seconds: number): SearchReport {
  const { first, komi, population, lineages, board } = evolution.settings
  const { games, blackWins, whiteWins, meanMargin, spread } = evolution.sums()
  const openings = openingsOf(evolution).filter(([move]) => allowed.has(move))
  const best = openings[0]?.[0]
  const replies = best === undefined ? [] : repliesTo(evolution, best)
  const candidates = openings.map(([move, individuals], index): Candidate => {
    const tried = evolution.openingResult(move)
    return {
      move,
      visits: individuals,
      winRate: tried.games > 0 ? tried.wins / tried.games : 0.5,
      pv: index === 0 && replies[0] ? [move, replies[0].move] : [move],
    }
  })
  const notes = [
    `${evolution.steps} steps of ${GAMES_PER_STEP} games, ${population} individuals a side, ${lineages} lineages`,
    `visits: individuals of ${population} that begin with the move; win rates: of all games that were begun so`,
  ]
  if (best !== undefined && replies.length > 0) {
    const shares = replies.map(
      ({ move, share }) => `${makeVertex(move, board.size)} ${Math.round(100 * share)} %`,
    )
    notes.push(
      `${colorName(opponent(first))}'s answers to ${makeVertex(best, board.size)}: ${shares.join(", ")}`,
    )
  }
  return {
    color: first,
    playouts: games,
    seconds,
    winRate: games > 0 ? (first === Black ? blackWins : whiteWins) / games : 0.5,
    score: { mean: meanMargin - komi, spread },
    candidates,
    owners: evolution.owners(),
    nodes: 0,
    capacity: 0,
    notes,
  }
}

/** Answers that a report names. */
const MOST_REPLIES = 3

function repliesTo(evolution: Coevolution, opening: Move): { move: Move; share: number }[] {
  const { first, population } = evolution.settings
  const tally = tallyAdvice(evolution, opponent(first), [opening])
  return mostFrequent(tally)
    .slice(0, MOST_REPLIES)
    .map((move) => ({ move, share: tally.get(move)! / population }))
}

// ---- by name

const PAPER = "Drake and Chen 2008; EVO-3"

const EVOLVE_OPTIONS = {
  ...BUDGET_OPTIONS,
  playouts: {
    ...BUDGET_OPTIONS.playouts,
    ...integers(GAMES_PER_STEP, 1e9),
    meaning: `games a move; a step has ${GAMES_PER_STEP}`,
  },
  steps: {
    ...integers(1, MOST_STEPS),
    meaning: `steps a move, of ${GAMES_PER_STEP} games each, in place of playouts`,
    cost: { of: "playouts", each: GAMES_PER_STEP },
  },
  population: {
    ...integers(SMALLEST_POPULATION, LARGEST_POPULATION),
    meaning: `individuals a side; by default as many as the budget suffices for, up to ${EVOLUTION_DEFAULTS.population}`,
    source: PAPER,
    // Founding and counting them is one piece of work that nothing interrupts.
    cost: { of: "population" },
  },
  lineages: {
    ...integers(1, LARGEST_POPULATION / 2),
    meaning: `champions a side, at most half the population; by default an eighth of it, up to ${EVOLUTION_DEFAULTS.lineages}`,
    source: PAPER,
  },
  threads: UNUSED_THREADS_OPTION,
} as const satisfies OptionTable

/** The player `evolve`, as the registry lists it. */
export const EVOLVE_PLAYER = {
  name: "evolve",
  summary: "coevolution of partial strategies; steps=N of eight games, population=N, lineages=N",
  options: EVOLVE_OPTIONS,
  make: makeEvolvePlayer,
} as const

function makeEvolvePlayer(spec: PlayerSpec): Result<Player, string> {
  const read = readOptions(EVOLVE_PLAYER, spec)
  if (!read.ok) return read
  const { steps, playouts, seconds, threads: _, ...settings } = read.value
  const { population, lineages } = settings
  if (population !== undefined && lineages !== undefined && 2 * lineages > population)
    return err(
      `there can be 1 to ${Math.floor(population / 2)} lineages in a population of ${population}, because each draws two individuals; not ${lineages}`,
    )
  const budget = budgetOf({ playouts: steps === undefined ? playouts : steps * GAMES_PER_STEP, seconds })
  return ok(new EvolvePlayer({ ...settings, budget, name: makePlayerSpec(spec) }))
}
