// What the engine thinks of the positions of a record. The win rate and the score of each are kept for the graph and
// for the marks of mistakes, candidates and owners of many of them packed (findings.ts), and whole reports, which are
// twenty times as large, only for the positions looked at last.

import { allNodes, readPlays, type SgfNode } from "montego/record"
import type { Color, PlayedMove } from "montego/rules"
import { blackRate, mistakesIn, worstMoves, type Mistake, type SearchReport } from "montego/search"
import { packReport, unpackReport } from "./findings.ts"
import type { Thresholds } from "./thresholds.ts"

/** One place of the graph. */
export interface GraphPoint {
  /** Where in the line. */
  readonly move: number
  readonly blackWins: number
  /** Black's lead as the network estimates it, or Black's mean margin in the random games. */
  readonly lead?: number
  /** Of the network, which then estimated the lead; undefined where it didn't. */
  readonly evaluations?: number
}

export interface Thought {
  readonly blackWins: number
  readonly lead?: number
  /** Playouts, or the network's evaluations. */
  readonly playouts: number
  readonly isJudged: boolean
}

/** How much a position was looked at: in playouts, and in evaluations where a network judges. */
export interface Depth {
  readonly playouts: number
  readonly evaluations: number
}

/**
 * What is kept of a position: its number among all nodes, Black's win rate, the lead or mean margin, the playouts or
 * evaluations, whether a network judged, and what was found (findings.ts). Earlier versions kept the first four.
 */
export type SavedThought = readonly [
  place: number,
  blackWins: number,
  lead: number | null,
  playouts: number,
  isJudged?: 0 | 1,
  found?: string,
]

const MOST_REPORTS = 40
/** Positions whose candidates and owners are kept: more than almost any game has. About half a kilobyte each. */
const MOST_FINDINGS = 1000
/** Positions that are kept with a record. */
const MOST_SAVED = 3000

export class Thoughts {
  readonly #thoughts = new Map<SgfNode, Thought>()
  /** The position that was looked at last is at the end of both. */
  readonly #reports = new Map<SgfNode, SearchReport>()
  readonly #findings = new Map<SgfNode, { readonly text: string; readonly size: number }>()
  #unpacked: { readonly node: SgfNode; readonly report: SearchReport | undefined } | undefined
  #graph: { readonly line: readonly SgfNode[]; readonly points: readonly GraphPoint[] } | undefined

  /** Grows with everything that is worth keeping. */
  edition = 0

  report(node: SgfNode): SearchReport | undefined {
    const whole = this.#reports.get(node)
    if (whole) return whole
    const found = this.#findings.get(node)
    if (!found) return undefined
    // The same object each time, as long as one stays: what is drawn of it is compared by it.
    if (this.#unpacked?.node !== node) this.#unpacked = { node, report: unpackReport(found.text, found.size) }
    return this.#unpacked.report
  }

  /** Whether a look of this depth would find nothing new. */
  isKnown(node: SgfNode, { playouts, evaluations }: Depth): boolean {
    const thought = this.#thoughts.get(node)
    return thought !== undefined && thought.playouts >= (thought.isJudged ? evaluations : playouts)
  }

  /** Keeps a report on a board of this size, unless there is one from a longer look. */
  keep(node: SgfNode, report: SearchReport, size: number): void {
    const { playouts, score, judge } = report
    const isJudged = judge === "network"
    const known = this.#thoughts.get(node)
    const isDeeper = !known || isDeeperThan({ playouts, isJudged }, known)
    if (this.report(node) && !isDeeper) return
    this.#remember(node, report, size)
    if (!isDeeper) return
    this.#thoughts.set(node, { blackWins: blackRate(report), lead: score.mean, playouts, isJudged })
    this.#graph = undefined
    this.edition++
  }

  #remember(node: SgfNode, report: SearchReport, size: number): void {
    putLast(this.#reports, node, report, MOST_REPORTS)
    putLast(this.#findings, node, { text: packReport(report, size), size }, MOST_FINDINGS)
    this.#unpacked = undefined
  }

  /** A win rate that was known before: the machine's in its own game, or what a record says. */
  know(node: SgfNode, blackWins: number): void {
    if (!this.#thoughts.has(node)) this.#thoughts.set(node, { blackWins, playouts: 0, isJudged: false })
    this.#graph = undefined
  }

  /** Everything that is known: by node, with what was found there. */
  *all(): Generator<readonly [node: SgfNode, thought: Thought, report: SearchReport | undefined]> {
    for (const [node, thought] of this.#thoughts) yield [node, thought, this.report(node)]
  }

  /** What a later visit needs for the graph, the mistakes and the candidates. */
  save(games: readonly SgfNode[]): SavedThought[] {
    const saved: SavedThought[] = []
    for (const [place, node] of nodesOf(games)) {
      const { blackWins, lead, playouts = 0, isJudged = false } = this.#thoughts.get(node) ?? {}
      if (blackWins === undefined || playouts === 0) continue
      const margin = lead === undefined ? null : Math.round(10 * lead) / 10
      const found = this.#findings.get(node)
      const head = [place, Math.round(10_000 * blackWins) / 10_000, margin, playouts] as const
      saved.push(found ? [...head, isJudged ? 1 : 0, found.text] : [...head, isJudged ? 1 : 0])
      if (saved.length === MOST_SAVED) break
    }
    return saved
  }

  /** Takes up what was saved with the same games; whatever of it makes no sense is left out. */
  restore(games: readonly SgfNode[], stored: unknown, sizeOf: (root: SgfNode) => number | undefined): void {
    const saved = new Map(
      (Array.isArray(stored) ? stored : []).filter(isSaved).map((each) => [each[0], each]),
    )
    if (saved.size === 0) return
    for (const [place, node, root] of nodesOf(games)) {
      const [, blackWins = 0, lead = null, playouts = 0, judged, text] = saved.get(place) ?? []
      const isJudged = judged === 1
      const known = this.#thoughts.get(node)
      if (!saved.has(place) || (known && !isDeeperThan({ playouts, isJudged }, known))) continue
      this.#thoughts.set(node, { blackWins, ...(lead === null ? {} : { lead }), playouts, isJudged })
      const size = text === undefined ? undefined : sizeOf(root)
      if (size !== undefined && unpackReport(text, size))
        putLast(this.#findings, node, { text: text!, size }, MOST_FINDINGS)
    }
    this.#graph = undefined
  }

  /** Along a line, where something is known. */
  graph(line: readonly SgfNode[]): readonly GraphPoint[] {
    if (this.#graph?.line === line) return this.#graph.points
    const points = line.flatMap((node, move): GraphPoint[] => {
      const thought = this.#thoughts.get(node)
      if (!thought) return []
      const { blackWins, lead, isJudged, playouts } = thought
      const evaluations = isJudged ? { evaluations: playouts } : {}
      return [{ move, blackWins, ...(lead === undefined ? {} : { lead }), ...evaluations }]
    })
    this.#graph = { line, points }
    return points
  }
}

/** A network's evaluation says more than any number of playouts that a page makes for one position. */
function isDeeperThan(
  one: Pick<Thought, "playouts" | "isJudged">,
  other: Pick<Thought, "playouts" | "isJudged">,
): boolean {
  return one.isJudged === other.isJudged ? one.playouts >= other.playouts : one.isJudged
}

/** Puts a value at the end, and forgets the first where there are too many. */
function putLast<T>(map: Map<SgfNode, T>, node: SgfNode, value: T, most: number): void {
  map.delete(node)
  map.set(node, value)
  const [oldest] = map.keys()
  if (map.size > most) map.delete(oldest!)
}

function* nodesOf(
  games: readonly SgfNode[],
): Generator<readonly [place: number, node: SgfNode, root: SgfNode]> {
  let place = 0
  for (const root of games) for (const node of allNodes(root)) yield [place++, node, root]
}

function isSaved(value: unknown): value is SavedThought {
  if (!Array.isArray(value) || value.length < 4) return false
  const [place, blackWins, lead, playouts, , found] = value as unknown[]
  const isNumber = (one: unknown): one is number => Number.isFinite(one)
  return (
    [place, playouts].every(isNumber) &&
    isNumber(blackWins) &&
    blackWins >= 0 &&
    blackWins <= 1 &&
    (lead === null || isNumber(lead)) &&
    (found === undefined || typeof found === "string")
  )
}

export interface Mistakes {
  /** All moves of the line beyond the thresholds, by their place. */
  readonly byPlace: ReadonlyMap<number, Mistake>
  /** Of either colour, the worst first. */
  readonly worst: { readonly [color in Color]: readonly Mistake[] }
}

/** The moves that cost more than the thresholds allow. */
export function mistakesOf(
  line: readonly SgfNode[],
  graph: readonly GraphPoint[],
  size: number,
  { rate, points }: Thresholds,
): Mistakes {
  const judged = graph.map((point) => {
    const { move: number, blackWins, lead, evaluations } = point
    return {
      number,
      blackWins,
      ...(evaluations === undefined ? {} : { lead, noise: noiseOf(evaluations), isGlance: isGlance(point) }),
      played: onlyPlay(line[number]!, size),
      candidates: [],
    }
  })
  const limits = { noticeable: rate, points }
  const of = (color: Color): Mistake[] => worstMoves(judged, { color, ...limits })
  return {
    byPlace: new Map(mistakesIn(judged, limits).map((mistake) => [mistake.number, mistake])),
    worst: { 1: of(1), 2: of(2) },
  }
}

/**
 * How far the loss of a move is off with one evaluation on each side of it (bench/review-noise.js: the standard
 * deviation in the middle of an amateur game on 19×19), and how that falls with more of them.
 */
const NOISE = { rate: 0.082, points: 0.94 } as const
const FALLING = -0.35
/** Fewer evaluations are a glance. */
const FEWEST = 8

/** Whether the network only had a glance at a position. */
export function isGlance({ evaluations = FEWEST }: GraphPoint): boolean {
  return evaluations < FEWEST
}

function noiseOf(evaluations: number): { readonly rate: number; readonly points: number } {
  const share = evaluations ** FALLING
  return { rate: NOISE.rate * share, points: NOISE.points * share }
}

/** A node may have several moves, or none: then no single one is to blame. */
function onlyPlay(node: SgfNode, size: number): PlayedMove | undefined {
  const { plays } = readPlays(node, size)
  return plays.length === 1 ? plays[0] : undefined
}
