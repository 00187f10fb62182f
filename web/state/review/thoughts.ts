// What the engine thinks of the positions of a record. The win rate and the score of each are kept for the graph and
// for the list of worst moves; whole reports, which are a thousand times as large, only for the positions looked at
// last.

import { allNodes, readPlays, type SgfNode } from "montego/record"
import type { Color, PlayedMove } from "montego/rules"
import { blackRate, worstMoves, type Mistake, type SearchReport } from "montego/search"

/** One place of the graph. */
export interface GraphPoint {
  /** Where in the line. */
  readonly move: number
  readonly blackWins: number
  /** Black's mean margin in the random games. */
  readonly lead?: number
}

interface Thought {
  readonly blackWins: number
  readonly lead?: number
  readonly playouts: number
}

/** What is kept of a position: its number among all nodes, Black's win rate, the mean margin, and the playouts. */
export type SavedThought = readonly [place: number, blackWins: number, lead: number | null, playouts: number]

const MOST_REPORTS = 300
/** Positions that are kept with a record: more than any game has. */
const MOST_SAVED = 3000
/** A short look is off by this much: smaller losses are noise. */
const NOTICEABLE = 0.05

export class Thoughts {
  readonly #thoughts = new Map<SgfNode, Thought>()
  readonly #reports = new Map<SgfNode, SearchReport>()
  #graph: { readonly line: readonly SgfNode[]; readonly points: readonly GraphPoint[] } | undefined

  /** Grows with everything that is worth keeping. */
  edition = 0

  report(node: SgfNode): SearchReport | undefined {
    return this.#reports.get(node)
  }

  /** How many playouts the best look at a position had. */
  playouts(node: SgfNode): number {
    return this.#thoughts.get(node)?.playouts ?? 0
  }

  /** Keeps a report, unless there is one from a longer look. */
  keep(node: SgfNode, report: SearchReport): void {
    const isKept = this.#reports.has(node)
    if (isKept && this.playouts(node) > report.playouts) return
    this.#reports.delete(node)
    this.#reports.set(node, report)
    const [oldest] = this.#reports.keys()
    if (this.#reports.size > MOST_REPORTS) this.#reports.delete(oldest!)
    if (this.playouts(node) > report.playouts) return
    const { playouts, score } = report
    this.#thoughts.set(node, { blackWins: blackRate(report), lead: score.mean, playouts })
    this.#graph = undefined
    this.edition++
  }

  /** A win rate that was known before: the machine's in its own game. */
  know(node: SgfNode, blackWins: number): void {
    if (!this.#thoughts.has(node)) this.#thoughts.set(node, { blackWins, playouts: 0 })
    this.#graph = undefined
  }

  /** What a later visit needs for the graph and the worst moves. */
  save(games: readonly SgfNode[]): SavedThought[] {
    const saved: SavedThought[] = []
    for (const [place, node] of nodesOf(games)) {
      const { blackWins, lead, playouts = 0 } = this.#thoughts.get(node) ?? {}
      if (blackWins === undefined || playouts === 0) continue
      const margin = lead === undefined ? null : Math.round(10 * lead) / 10
      saved.push([place, Math.round(10_000 * blackWins) / 10_000, margin, playouts])
      if (saved.length === MOST_SAVED) break
    }
    return saved
  }

  /** Takes up what was saved with the same games; whatever of it makes no sense is left out. */
  restore(games: readonly SgfNode[], stored: unknown): void {
    const saved = new Map(
      (Array.isArray(stored) ? stored : []).filter(isSaved).map((each) => [each[0], each]),
    )
    if (saved.size === 0) return
    for (const [place, node] of nodesOf(games)) {
      const thought = saved.get(place)
      if (!thought || this.playouts(node) >= thought[3]) continue
      const [, blackWins, lead, playouts] = thought
      this.#thoughts.set(node, { blackWins, ...(lead === null ? {} : { lead }), playouts })
    }
    this.#graph = undefined
  }

  /** Along a line, where something is known. */
  graph(line: readonly SgfNode[]): readonly GraphPoint[] {
    if (this.#graph?.line === line) return this.#graph.points
    const points = line.flatMap((node, move) => {
      const thought = this.#thoughts.get(node)
      if (!thought) return []
      const { blackWins, lead } = thought
      return [lead === undefined ? { move, blackWins } : { move, blackWins, lead }]
    })
    this.#graph = { line, points }
    return points
  }
}

function* nodesOf(games: readonly SgfNode[]): Generator<readonly [place: number, node: SgfNode]> {
  let place = 0
  for (const root of games) for (const node of allNodes(root)) yield [place++, node]
}

function isSaved(value: unknown): value is SavedThought {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [place, blackWins, lead, playouts] = value as unknown[]
  const isNumber = (one: unknown): one is number => Number.isFinite(one)
  return (
    [place, playouts].every(isNumber) &&
    isNumber(blackWins) &&
    blackWins >= 0 &&
    blackWins <= 1 &&
    (lead === null || isNumber(lead))
  )
}

/** The moves that cost each side most, the worst first. */
export function mistakesOf(
  line: readonly SgfNode[],
  graph: readonly GraphPoint[],
  size: number,
): { readonly [color in Color]: readonly Mistake[] } {
  const judged = graph.map(({ move: number, blackWins }) => {
    return { number, blackWins, played: onlyPlay(line[number]!, size), candidates: [] }
  })
  const of = (color: Color): Mistake[] => worstMoves(judged, { color, noticeable: NOTICEABLE })
  return { 1: of(1), 2: of(2) }
}

/** A node may have several moves, or none: then no single one is to blame. */
function onlyPlay(node: SgfNode, size: number): PlayedMove | undefined {
  const { plays } = readPlays(node, size)
  return plays.length === 1 ? plays[0] : undefined
}
