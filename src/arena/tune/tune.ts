// Tunes knobs of the tree search by games of the player against itself (docs/tune.md). An iteration perturbs the knobs
// a few times from the same point; each perturbation is a pair of games with one opening and the colours exchanged. How
// many games run at once changes nothing: the course follows from the definition alone, as far as the games do.

import { Random } from "../../base/random.ts"
import type { Openings } from "../openings.ts"
import { makeTask } from "../schedule.ts"
import { isFault, makeVerdict, type Verdict } from "../verdict.ts"
import type { TuneDefinition, TuneEntry, TuneJournal } from "./journal.ts"
import { specAt, valueAt } from "./knobs.ts"
import { Spsa, type Perturbation } from "./spsa.ts"
import { otherSide, type GameTask, type MatchDefinition } from "../definition.ts"
import type { Played } from "../played.ts"

export interface TuneOptions {
  readonly definition: TuneDefinition
  /** Coordinates of the player's own values. */
  readonly start: readonly number[]
  readonly openings: Openings
  readonly journal: TuneJournal
  readonly concurrency: number
  /** Plays one game; undefined when it was dropped. */
  readonly play: (task: GameTask) => Promise<Played | undefined>
  readonly signal?: AbortSignal
  /** Told after each pair; the course is put together only for those who look. */
  readonly onPair?: (course: () => Course) => void
}

/** Where a tuning stands. */
export interface Course {
  /** Iterations that are complete, and pairs of games of all. */
  readonly iterations: number
  readonly pairs: number
  /** Pairs of this run. */
  readonly played: number
  readonly faults: number
  /** By iteration, the start first, and by knob: values as players' names have them. */
  readonly path: readonly (readonly number[])[]
  readonly tuned: readonly TunedKnob[]
  /** The player with the tuned values. */
  readonly spec: string
}

export interface TunedKnob {
  readonly start: number
  readonly value: number
  /** The values one standard deviation of the last half of the path below and above. */
  readonly low: number
  readonly high: number
}

/** Goes on until all iterations are there, or the signal fires. @throws {JournalError} when a pair can't be written. */
export async function runTune(options: TuneOptions): Promise<Course> {
  const { definition, start, journal, signal, onPair } = options
  const { iterations, pairs } = definition
  const spsa = new Spsa(start, iterations * pairs)
  let played = 0
  for (let iteration = 0; iteration < iterations; iteration++) {
    const drawn = Array.from({ length: pairs }, (_, pair) =>
      spsa.perturb(stepOf(definition, iteration, pair), randomOf(definition, iteration, pair)),
    )
    const missing = drawn.flatMap((perturbation, pair) =>
      journal.find(iteration, pair) ? [] : [{ iteration, pair, perturbation }],
    )
    await playPairs(options, missing, () => {
      played++
      onPair?.(() => courseOf(options, spsa, played))
    })
    if (signal?.aborted) break
    const entries = drawn.map((_, pair) => journal.find(iteration, pair))
    if (entries.some((entry) => entry === undefined)) break
    spsa.update(entries.map((entry, pair) => ({ ...entry!, step: stepOf(definition, iteration, pair) })))
  }
  return courseOf(options, spsa, played)
}

function courseOf(
  { definition, journal, start }: Pick<TuneOptions, "definition" | "journal" | "start">,
  spsa: Spsa,
  played: number,
): Course {
  const { player, knobs } = definition
  const { point, wander } = spsa.estimate()
  const { entries } = journal
  const at = (axis: number, x: number): number => valueAt(knobs[axis]!, Math.max(-1, Math.min(1, x)))
  return {
    iterations: spsa.path.length - 1,
    pairs: entries.length,
    played,
    faults: entries.reduce((sum, { faults }) => sum + faults, 0),
    path: spsa.path.map((each) => each.map((x, axis) => at(axis, x))),
    tuned: knobs.map((_, axis) => ({
      start: at(axis, start[axis]!),
      value: at(axis, point[axis]!),
      low: at(axis, point[axis]! - wander[axis]!),
      high: at(axis, point[axis]! + wander[axis]!),
    })),
    spec: specAt(player, knobs, point),
  }
}

/** Steps count pairs, from 1. */
function stepOf({ pairs }: TuneDefinition, iteration: number, pair: number): number {
  return iteration * pairs + pair + 1
}

/** A generator for each pair, so that a continued tuning draws the same. */
function randomOf(definition: TuneDefinition, iteration: number, pair: number): Random {
  const step = stepOf(definition, iteration, pair)
  return new Random(new Random(definition.seed).next() + step * 2 ** 32)
}

interface PlannedPair {
  readonly iteration: number
  readonly pair: number
  readonly perturbation: Perturbation
}

/** Plays the games of these pairs, several at once, and writes each pair when both of its games are over. */
async function playPairs(
  options: TuneOptions,
  planned: readonly PlannedPair[],
  onPair: () => void,
): Promise<void> {
  const { journal, play, signal, concurrency } = options
  const games = planned.flatMap((pair) => tasksOf(options, pair).map((task) => ({ pair, task })))
  const finished = new Map<PlannedPair, { task: GameTask; verdict: Verdict }[]>()
  let next = 0
  const lane = async (): Promise<void> => {
    for (let game = games[next++]; game; game = games[next++]) {
      const { pair, task } = game
      if (signal?.aborted) return
      const played = await play(task)
      if (!played || signal?.aborted) return
      const both = [...(finished.get(pair) ?? []), { task, verdict: played.verdict }]
      finished.set(pair, both)
      if (both.length < 2) continue
      journal.add(entryOf(pair, both))
      onPair()
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, games.length) }, lane))
}

function tasksOf(
  { definition, openings }: TuneOptions,
  { iteration, pair, perturbation }: PlannedPair,
): GameTask[] {
  const { player, knobs, size, komi, rules, budget, threads, seed } = definition
  const match: MatchDefinition = {
    a: specAt(player, knobs, perturbation.plus),
    b: specAt(player, knobs, perturbation.minus),
    size,
    komi,
    rules,
    budget,
    threads,
    openings: definition.openings,
    seed,
  }
  const first = 2 * (stepOf(definition, iteration, pair) - 1)
  return [first, first + 1].map((number) => makeTask(match, openings, number))
}

function entryOf(
  { iteration, pair, perturbation: { signs } }: PlannedPair,
  games: readonly { task: GameTask; verdict: Verdict }[],
): TuneEntry {
  const ordered = [...games].sort((one, other) => one.task.number - other.task.number)
  const { a, b } = ordered[0]!.task.match
  return {
    iteration,
    pair,
    signs,
    plus: a,
    minus: b,
    lead: ordered.reduce((sum, { task, verdict }) => sum + leadOf(task, verdict), 0),
    results: ordered.map(({ verdict }) => makeVerdict(verdict)),
    faults: ordered.filter(({ verdict }) => isFault(verdict)).length,
    at: new Date().toISOString(),
  }
}

/** 1 when A won, -1 when B did. */
function leadOf({ black }: GameTask, { winner }: Verdict): number {
  if (winner === null) return 0
  return (winner === "black" ? black : otherSide(black)) === "a" ? 1 : -1
}
