// What the engine thinks of the positions of a record. The win rate and the score of each are kept for the graph and
// for the list of worst moves; whole reports, which are a thousand times as large, only for the positions looked at
// last.

import { readPlays, type SgfNode } from "montego/record"
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

const MOST_REPORTS = 300
/** A short look is off by this much: smaller losses are noise. */
const NOTICEABLE = 0.05

export class Thoughts {
  readonly #thoughts = new Map<SgfNode, Thought>()
  readonly #reports = new Map<SgfNode, SearchReport>()
  #graph: { readonly line: readonly SgfNode[]; readonly points: readonly GraphPoint[] } | undefined

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
  }

  /** A win rate that was known before: the machine's in its own game. */
  know(node: SgfNode, blackWins: number): void {
    if (!this.#thoughts.has(node)) this.#thoughts.set(node, { blackWins, playouts: 0 })
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
