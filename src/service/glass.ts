// The engine's side of the glass box (TREE-15): a search on one thread that is run for exactly as many simulations as
// are asked for, and then shows a node. A question names the position, the seed and the number of simulations since the
// start, so that the answer is the same however one came there: step by step, at once, or from an engine that had to be
// replaced.

import { unwrap } from "../base/index.ts"
import type { Move } from "../rules/index.ts"
import {
  findKnowledge,
  findNet,
  Searcher,
  type KnowledgeSource,
  type SearchParams,
  type SearchReport,
} from "../search/index.ts"
import type { GlassRow, GlassView, Timeline, WatchedSimulation } from "./glass-view.ts"
import { drawnTree, visitsOf } from "./glass-tree.ts"
import { searchParamsOf } from "./params.ts"
import type { GlassTask } from "./messages.ts"

/** At first every simulation is a place of the timeline; later each place is by this factor after the one before. */
const GROWTH = 1.04
const SERIES = 6
/** Milliseconds after which messages get their turn, and between reports. */
const PATIENCE = 30
const REPORT_EVERY = 200

interface Running {
  readonly key: string
  readonly player: string
  readonly size: number
  readonly searcher: Searcher
  readonly history: History
  done: number
  last?: WatchedSimulation
}

export class GlassEngine {
  readonly #source: KnowledgeSource
  #running: Running | undefined

  constructor(source: KnowledgeSource = {}) {
    this.#source = source
  }

  /** Runs what is missing and shows the node; ends early with what there is when the signal fires. */
  async look(
    task: GlassTask,
    signal: AbortSignal,
    onReport: (report: SearchReport) => void,
  ): Promise<GlassView> {
    const running = await this.#begin(task)
    await run(running, task.simulations, signal, onReport)
    return show(running, task.line)
  }

  /** Lets go of the tree. */
  async close(): Promise<void> {
    const { searcher } = this.#running ?? {}
    this.#running = undefined
    await searcher?.close()
  }

  async #open(params: SearchParams, size: number): Promise<Searcher> {
    const knowledge = await findKnowledge(params, size, this.#source)
    return Searcher.create({ params, knowledge, net: await findNet(params, size, this.#source) })
  }

  /** The search that the task goes on with; one that has gone too far, or is another, begins anew. */
  async #begin({ position, color, player, seed, simulations }: GlassTask): Promise<Running> {
    const key = JSON.stringify([position, color, player, seed])
    const before = this.#running
    if (before?.key === key && before.done <= simulations) return before
    const isSamePlayer = before?.player === player && before.size === position.size
    if (!isSamePlayer) await this.close()
    const searcher = isSamePlayer
      ? before.searcher
      : await this.#open(unwrap(searchParamsOf(player)), position.size)
    searcher.clear()
    searcher.begin({ position, color, seed })
    this.#running = { key, player, size: position.size, searcher, history: new History(), done: 0 }
    return this.#running
  }
}

async function run(
  running: Running,
  wanted: number,
  signal: AbortSignal,
  onReport: (report: SearchReport) => void,
): Promise<void> {
  const { searcher, history } = running
  let paused = performance.now()
  let reported = paused
  while (running.done < wanted && !signal.aborted) {
    const next = Math.min(wanted, history.next)
    if (next === wanted) runLast(running, wanted)
    else {
      searcher.step(next - running.done)
      delete running.last
    }
    running.done = next
    if (next === history.next) history.note(next, searcher)
    const now = performance.now()
    if (now - reported > REPORT_EVERY) {
      reported = now
      onReport(searcher.report())
    }
    if (now - paused < PATIENCE) continue
    await new Promise((resume) => setTimeout(resume, 0))
    paused = performance.now()
  }
}

/** The last simulation alone: what it brought is the difference. */
function runLast(running: Running, wanted: number): void {
  const { searcher } = running
  if (wanted - 1 > running.done) searcher.step(wanted - 1 - running.done)
  const before = sumOf(searcher)
  searcher.step(1)
  running.last = { ...searcher.lastSimulation(), lead: tidy(sumOf(searcher) - before) }
}

/** Black's margins over the komi in all simulations. */
function sumOf(searcher: Searcher): number {
  const { playouts, score } = searcher.report()
  return playouts * score.mean
}

/** Margins are whole and half points; a sum of many has lost its last digits. */
function tidy(value: number): number {
  return Math.round(value * 1000) / 1000
}

function show(running: Running, line: readonly Move[]): GlassView {
  const { searcher, history, done, last } = running
  const { nodes, capacity } = searcher.report()
  const rows = searcher.explain(line).map(({ node, terms }): GlassRow => {
    const { move, visits, mean, raveVisits, raveMean, priorVisits, priorMean } = node
    const { weight, wins, estimate, exploration, bias, value } = terms
    return {
      ...{ move, visits, mean, raveVisits, raveMean, priorVisits, priorMean },
      ...{ weight, wins, estimate, exploration, bias, value },
    }
  })
  const timeline = history.timeline(done, searcher)
  const [visits, tree] = [visitsOf(searcher, line, done), drawnTree(searcher, line)]
  return { simulations: done, visits, tree, rows, timeline, ...(last ? { last } : {}), nodes, capacity }
}

interface Moment {
  readonly at: number
  readonly visits: ReadonlyMap<Move, number>
}

/**
 * What the root's visits were at certain numbers of simulations: always the same ones, however the search was stepped.
 */
class History {
  readonly #moments: Moment[] = []
  /** The next number of simulations to look at. */
  next = 1

  note(at: number, searcher: Searcher): void {
    this.#moments.push(momentOf(at, searcher))
    this.next = Math.max(at + 1, Math.ceil(at * GROWTH))
  }

  timeline(done: number, searcher: Searcher): Timeline {
    const isOpen = done > 0 && this.#moments.at(-1)?.at !== done
    const moments = isOpen ? [...this.#moments, momentOf(done, searcher)] : this.#moments
    const final = moments.at(-1)?.visits ?? new Map<Move, number>()
    const top = [...final].filter(([, visits]) => visits > 0).sort(([, a], [, b]) => b - a)
    return {
      at: moments.map(({ at }) => at),
      series: top.slice(0, SERIES).map(([move]) => ({
        move,
        shares: moments.map(({ visits }) => (visits.get(move) ?? 0) / Math.max(1, total(visits))),
      })),
      choices: choicesOf(moments),
    }
  }
}

function momentOf(at: number, searcher: Searcher): Moment {
  return { at, visits: new Map(searcher.explain().map(({ node }) => [node.move, node.visits])) }
}

function total(visits: ReadonlyMap<Move, number>): number {
  let sum = 0
  for (const count of visits.values()) sum += count
  return sum
}

/** A move takes over when it has more visits than the choice before: equals change nothing. */
function choicesOf(moments: readonly Moment[]): Timeline["choices"] {
  const choices: { move: Move; since: number }[] = []
  for (const { at, visits } of moments) {
    const held = choices.at(-1)?.move
    let [best, most] = [held, held === undefined ? 0 : (visits.get(held) ?? 0)]
    for (const [move, count] of visits) if (count > most) [best, most] = [move, count]
    if (best !== undefined && best !== held) choices.push({ move: best, since: at })
  }
  return choices
}
