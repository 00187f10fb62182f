// Brady 2024, tables 4 and 5: the time of a search by its simulations, and how it is shared among the four steps
// (LAB-3, RUL-5).

import { mean } from "../../base/statistics.ts"
import { percent } from "../../base/format.ts"
import { Random } from "../../base/random.ts"
import { Black, Board, Game, pointAt, White } from "../../rules/index.ts"
import { presetParams, Searcher } from "../../search/index.ts"
import { unwrap } from "../../base/result.ts"
import { searchBrady, type BradySplit } from "../brady.ts"
import { curves } from "../charts.ts"
import { defineExperiment, type Comparison } from "../experiment.ts"
import { publishedValues } from "../published.ts"
import { short } from "../text.ts"
import { agrees, differs, notComparable } from "../verdict.ts"

const SIMULATIONS = [100, 250, 500, 1000, 2000] as const
const STEPS = ["traverse", "expand", "rollout", "backpropagate"] as const
const SPLIT_AT = 250

interface Timed {
  /** Seconds by number of simulations: his program as described, and Montego's search with his exploration. */
  readonly brady: readonly number[]
  readonly uct: readonly number[]
  /** Seconds of the rollouts alone. */
  readonly rollouts: readonly number[]
  readonly split: BradySplit
}

async function timeAll(seed: number): Promise<Timed> {
  const board = new Board(9)
  board.play(Black, pointAt(4, 4))
  const game = unwrap(Game.create({ size: 9, komi: 5.5 }))
  game.play(pointAt(4, 4))
  const params = { ...presetParams("plain"), exploration: 2, "early-stop": 0, reuse: 0 }
  const searcher = await Searcher.create({ params })
  const uct: number[] = []
  const brady: number[] = []
  const rollouts: number[] = []
  // So that no number has the compiler's work in it.
  searchBrady(board, White, SIMULATIONS.at(-1)!, new Random(seed))
  let split: BradySplit = { traverse: 0, expand: 0, rollout: 0, backpropagate: 0 }
  for (const playouts of SIMULATIONS) {
    const began = performance.now()
    await searcher.search({ position: game.position(), color: White, budget: { playouts }, seed })
    uct.push((performance.now() - began) / 1000)
    const own = searchBrady(board, White, playouts, new Random(seed))
    brady.push(own.seconds)
    rollouts.push(own.split.rollout)
    if (playouts === SPLIT_AT) split = own.split
  }
  return { brady, uct, rollouts, split }
}

/** The best of several: other work only slows a program down. */
function best(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, i) => Math.min(...rows.map((row) => row[i]!)))
}

export const BRADY_TIME = defineExperiment({
  id: "brady-time",
  title: "Runtime of a search by simulations and by step",
  ids: ["LAB-3", "RUL-5"],
  source: { text: "Brady 2024", place: "8.10, tables 4 and 5" },
  about:
    "White's answer to Black E5 on 9×9 after 100 to 2000 simulations. His program as the text describes it: exploration 2, a board in every node, his ending (a player passes twice; area, komi 5.5). Beside it Montego's own search with exploration 2.",
  code: ["src/lab/brady.ts", "src/search/searcher.ts"],
  isAlone: true,
  parameters: {
    runs: { meaning: "repetitions; the best one counts", quick: 6, full: 50, low: 1, high: 1000 },
  },
  units: ({ runs }, seed) =>
    Array.from({ length: runs }, (_, run) => ({ id: `run ${run + 1}`, task: { seed: seed + run } })),
  work: ({ seed }: { seed: number }) => timeAll(seed),
  conclude: (found) => {
    const runs = found.map(({ finding }): Timed => finding)
    const brady = best(runs.map((run) => run.brady))
    const uct = best(runs.map((run) => run.uct))
    const theirs = publishedValues("brady-time")
    const theirSplit = publishedValues("brady-split")
    const theirTotal = theirSplit.reduce((sum, value) => sum + value, 0)
    const split = STEPS.map((step) => mean(runs.map((run) => run.split[step])))
    const total = split.reduce((sum, value) => sum + value, 0)
    const rollouts = best(runs.map((run) => run.rollouts))
    const growth = rollouts.at(-1)! / rollouts.at(-2)!
    const ordered = split[2]! > split[1]! && split[1]! > split[0]! && split[0]! > split[3]!
    return {
      comparisons: [
        ...SIMULATIONS.map((simulations, i): Comparison => ({
          what: `${simulations} simulations`,
          published: "brady-time",
          theirs: `${theirs[i]} s`,
          ours: `${short(1000 * brady[i]!)} ms as described, ${short(1000 * uct[i]!)} ms by uct`,
          value: brady[i]!,
          verdict: notComparable("another machine, compiled code in place of Python"),
        })),
        {
          what: "rollouts take time in proportion to the simulations, 1000 to 2000",
          theirs: "2.03 times (all steps)",
          ours: `${growth.toFixed(2)} times (rollouts)`,
          value: growth,
          verdict:
            growth > 1.6 && growth < 2.5 ? agrees("linear in the simulations") : differs("not linear here"),
        },
        ...STEPS.map((step, i): Comparison => ({
          what: `${step}() at ${SPLIT_AT} simulations`,
          published: "brady-split",
          theirs: `${theirSplit[i]} s, ${percent(theirSplit[i]! / theirTotal)} %`,
          ours: `${short(1000 * split[i]!)} ms, ${percent(split[i]! / total)} %`,
          value: (100 * split[i]!) / total,
          verdict: notComparable("another machine; shares can be compared, below"),
        })),
        {
          what: "order of the steps by their time",
          theirs: "rollout, expand, traverse, backpropagate",
          ours: [...STEPS].sort((a, b) => split[STEPS.indexOf(b)]! - split[STEPS.indexOf(a)]!).join(", "),
          verdict: ordered
            ? agrees()
            : differs("in compiled code a copy of a board costs more than the moves of a rollout"),
        },
      ],
      tables: [
        {
          title: "Seconds of a search, best run",
          head: ["simulations", "published", "as described", "uct, exploration 2"],
          rows: SIMULATIONS.map((simulations, i) => [
            simulations,
            theirs[i]!,
            short(brady[i]!),
            short(uct[i]!),
          ]),
        },
      ],
      pictures: [
        curves({
          name: "times",
          title: "Time of a search, relative to 100 simulations",
          x: "simulations",
          y: "times",
          lines: [
            { label: "published", points: SIMULATIONS.map((n, i) => [n, theirs[i]! / theirs[0]!] as const) },
            { label: "as described", points: SIMULATIONS.map((n, i) => [n, brady[i]! / brady[0]!] as const) },
            { label: "uct", points: SIMULATIONS.map((n, i) => [n, uct[i]! / uct[0]!] as const) },
          ],
        }),
      ],
      text: `His program, written anew, is ${short(theirs[3]! / brady[3]!)} times as fast at 1000 simulations, Montego's kernel ${short(theirs[3]! / uct[3]!)} times. Nodes are expanded during the first 163 simulations only, so that part of the time is constant; rollouts grow in proportion. In compiled code copies of boards take more of the time than in his Python.`,
    }
  },
})
