// Coevolution in the laboratory (EVO-1 to EVO-5): two populations that play each other, and how the shares of their
// first moves change.

import {
  describeStrategy,
  EVOLVE_POSITIONS,
  Evolution,
  evolvePosition,
  completeSettings,
  leadsSince,
  ReferenceEvolution,
  takeSample,
  typicalStrategy,
  type Coevolution,
  type Sample,
} from "montego/evolve"
import { makeVertex, opponent } from "montego/rules"
import { rowsOfBoard, type BoardRows } from "./board.ts"
import { LabFault, numberOf, textOf, type LabRun, type LabSettings } from "./run.ts"

export interface EvolveSnapshot {
  readonly board: BoardRows
  readonly population: number
  readonly steps: readonly number[]
  /** First moves with their individuals at each of `steps`, the most frequent at the end first. */
  readonly openings: readonly { readonly vertex: string; readonly individuals: readonly number[] }[]
  readonly measures: readonly { readonly label: string; readonly individuals: readonly number[] }[]
  /** Moves that are known to win, and since which step one of them leads without a break. */
  readonly winning: readonly string[]
  readonly leadsSince?: number
  /** A typical individual of each side, in words. */
  readonly typical: readonly (readonly string[])[]
}

/** Samples of a whole run. */
const SAMPLES = 120
const SHOWN_OPENINGS = 8
const SHOWN_DEPTH = 2

export async function openEvolve(settings: LabSettings): Promise<LabRun<EvolveSnapshot>> {
  const position = evolvePosition(textOf(settings, "position"))
  if (!position) throw new LabFault(`the positions are ${EVOLVE_POSITIONS.join(", ")}`)
  const { board, first, komi, measures, winning } = position
  const [population, lineages, total, seed] = ["population", "lineages", "steps", "seed"].map((name) =>
    numberOf(settings, name),
  ) as [number, number, number, number]
  const given = { board, first, komi, seed, population, lineages, succession: 1 / population }
  const complete = completeSettings(given)
  if (!complete.ok) throw new LabFault(complete.error)
  const evolution: Coevolution = await Evolution.create(given).catch(() => new ReferenceEvolution(given))
  const every = Math.max(1, Math.floor(total / SAMPLES))
  const history: Sample[] = [takeSample(evolution, measures)]
  const vertex = (move: number): string => makeVertex(move as Parameters<typeof makeVertex>[0], board.size)
  return {
    get done() {
      return evolution.steps
    },
    total,
    step() {
      evolution.run(Math.min(every, total - evolution.steps), total)
      history.push(takeSample(evolution, measures))
    },
    snapshot() {
      const last = history.at(-1)!
      const since = winning.length > 0 ? leadsSince(history, winning) : undefined
      return {
        board: rowsOfBoard(board),
        population,
        steps: history.map(({ step }) => step),
        openings: last.openings.slice(0, SHOWN_OPENINGS).map(([move]) => ({
          vertex: vertex(move),
          individuals: history.map(({ openings }) => openings.find(([each]) => each === move)?.[1] ?? 0),
        })),
        measures: measures.map(({ label }, index) => ({
          label,
          individuals: history.map((sample) => sample.measures[index]!),
        })),
        winning: winning.map(vertex),
        ...(since === undefined ? {} : { leadsSince: since }),
        typical: [first, opponent(first)].map((color) => {
          const strategy = typicalStrategy(evolution, color)
          return strategy ? describeStrategy(strategy, { color, first, board, depth: SHOWN_DEPTH }) : []
        }),
      }
    },
  }
}
