// Brady 2024, tables 1 to 3: rewards of policies on three arms (BAN-1).

import { percent, signed } from "../../base/format.ts"
import {
  BANDIT_POLICIES,
  compareWithPublished,
  makeBandit,
  PUBLISHED_ARMS,
  PUBLISHED_ROUNDS,
  PUBLISHED_TRIALS,
  runTrials,
  type BanditPolicy,
  type PolicyResult,
} from "../../bandits/index.ts"
import { unwrap } from "../../base/result.ts"
import { defineExperiment, type Comparison } from "../experiment.ts"
import { curves } from "../charts.ts"
import { agrees, differs } from "../verdict.ts"

interface Task {
  readonly policy: BanditPolicy
  readonly trials: number
  readonly seed: number
}

const PUBLISHED = {
  ucb1: "bandits-ucb1",
  random: "bandits-random",
  "epsilon-greedy": "bandits-epsilon-greedy",
} as const

export const BANDITS = defineExperiment({
  id: "bandits",
  title: "Rewards of bandit policies",
  ids: ["BAN-1"],
  source: { text: "Brady 2024", place: "3.6, tables 1 to 3" },
  about: `Arms of ${PUBLISHED_ARMS.join(", ")}; the share of pulls that were rewarded after 10 to 50 000 pulls. A published cell is the mean of ${PUBLISHED_TRIALS} trials: it agrees when such a mean of ours lies within 2.5 standard deviations of it. UCB1-TUNED was not tried by the text.`,
  code: ["src/bandits/trials.ts", "src/bandits/policies.ts"],
  parameters: {
    trials: { meaning: "repetitions of each policy", quick: 300, full: 10_000, low: 2, high: 1_000_000 },
  },
  units: ({ trials }, seed) =>
    BANDIT_POLICIES.map((policy) => ({ id: policy, task: { policy, trials, seed } satisfies Task })),
  work: ({ policy, trials, seed }: Task) =>
    Promise.resolve(
      runTrials(unwrap(makeBandit(PUBLISHED_ARMS)), { policy, trials, seed, rounds: PUBLISHED_ROUNDS }),
    ),
  conclude: (found) => {
    const results = found.map(({ finding }): PolicyResult => finding)
    const comparisons = results.flatMap(({ policy, checkpoints }) =>
      checkpoints.flatMap((checkpoint): Comparison[] => {
        const cell = compareWithPublished(policy, checkpoint)
        if (!cell || policy === "ucb1-tuned") return []
        const { rounds, reward, interval } = checkpoint
        return [
          {
            what: `${policy} after ${rounds} pulls`,
            published: PUBLISHED[policy],
            theirs: `${percent(cell.published)} %`,
            ours: `${percent(reward, 2)} % ± ${percent(interval.high - reward, 2)}, z ${signed(cell.z, 2)}`,
            value: 100 * reward,
            low: 100 * interval.low,
            high: 100 * interval.high,
            verdict: cell.isReproducible
              ? agrees()
              : differs(`a mean of ${PUBLISHED_TRIALS} trials lies that far away once in hundreds of times`),
          },
        ]
      }),
    )
    const odd = comparisons.filter(({ verdict }) => verdict.kind === "differs").map(({ what }) => what)
    return {
      comparisons,
      tables: [
        {
          title: "Regret: what the best arm would have brought, less what the pulled ones do",
          head: ["policy", ...PUBLISHED_ROUNDS.map(String)],
          rows: results.map(({ policy, checkpoints }) => [
            policy,
            ...checkpoints.map(({ regret }) => regret.toFixed(1)),
          ]),
        },
      ],
      pictures: [
        curves({
          name: "rewards",
          title: "Share of pulls that were rewarded",
          x: "pulls (logarithmic)",
          y: "%",
          isLog: true,
          lines: results.map(({ policy, checkpoints }) => ({
            label: policy,
            points: checkpoints.map(({ rounds, reward }) => [rounds, 100 * reward] as const),
          })),
        }),
      ],
      text:
        odd.length === 0
          ? "Every published cell is what ten trials may give."
          : `${comparisons.length - odd.length} of ${comparisons.length} cells agree. The text's cells for ${odd.join(", ")} are not what ten trials of the policy as described give; the text has no program to look at.`,
    }
  },
})
