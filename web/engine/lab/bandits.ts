// Bandits in the laboratory (BAN-1): all policies on the same arms, one trial of each at a piece.

import { unwrap } from "montego/base"
import {
  BANDIT_POLICIES,
  compareWithPublished,
  Experiment,
  makeBandit,
  PUBLISHED_ARMS,
  PUBLISHED_ROUNDS,
  type BanditPolicy,
  type PublishedCell,
} from "montego/bandits"
import { LabFault, numberOf, textOf, type LabRun, type LabSettings } from "./run.ts"

interface PolicyCurve {
  readonly policy: BanditPolicy
  /** After each number of `rounds`: what was missed so far, the share of pulls that were rewarded, and its error. */
  readonly regret: readonly number[]
  readonly reward: readonly number[]
  readonly error: readonly number[]
}

interface PublishedRow {
  readonly policy: BanditPolicy
  readonly rounds: number
  readonly reward: number
  readonly cell: PublishedCell
}

export interface BanditsSnapshot {
  readonly rounds: readonly number[]
  readonly curves: readonly PolicyCurve[]
  /** Brady's cells beside ours, where the arms are his. */
  readonly published: readonly PublishedRow[]
}

/** The numbers between braces and commas; the fault says which is none. */
export function parseArms(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map((part) => {
      const value = Number(part)
      if (Number.isNaN(value)) throw new LabFault(`"${part.slice(0, 20)}" is no number`)
      return value
    })
}

/** More would not be told apart in the page. */
export const MOST_SHOWN_ARMS = 8

export function openBandits(settings: LabSettings): LabRun<BanditsSnapshot> {
  const arms = parseArms(textOf(settings, "arms"))
  if (arms.length > MOST_SHOWN_ARMS) throw new LabFault(`the page shows at most ${MOST_SHOWN_ARMS} arms`)
  const made = makeBandit(arms)
  if (!made.ok) throw new LabFault(made.error)
  const [trials, seed, epsilon] = ["trials", "seed", "epsilon"].map((name) => numberOf(settings, name))
  const rounds = roundsUpTo(numberOf(settings, "rounds"))
  const isPublished = arms.join() === PUBLISHED_ARMS.join()
  const experiments = BANDIT_POLICIES.map(
    (policy) =>
      new Experiment(unwrap(made), { policy, rounds, trials: trials!, seed: seed!, epsilon: epsilon! }),
  )
  /** A piece takes some ten milliseconds: short trials go several at a time. */
  const atOnce = Math.max(1, Math.ceil(2000 / rounds.at(-1)!))
  return {
    get done() {
      return experiments[0]!.done
    },
    total: trials!,
    step() {
      for (const experiment of experiments)
        for (let i = 0; i < atOnce && !experiment.isOver; i++) experiment.runOne()
    },
    snapshot() {
      const results = experiments.map((experiment) => experiment.result())
      return {
        rounds,
        curves: results.map(({ policy, checkpoints }) => ({
          policy,
          regret: checkpoints.map(({ regret }) => regret),
          reward: checkpoints.map(({ reward }) => reward),
          error: checkpoints.map(({ interval: { low, high } }) => (high - low) / 2),
        })),
        published: !isPublished
          ? []
          : results.flatMap(({ policy, checkpoints, trials: done }) =>
              checkpoints.flatMap((checkpoint): PublishedRow[] => {
                const cell = done > 1 ? compareWithPublished(policy, checkpoint) : undefined
                return cell ? [{ policy, rounds: checkpoint.rounds, reward: checkpoint.reward, cell }] : []
              }),
            ),
      }
    },
  }
}

/** Numbers of rounds for the curves: 1, 2, 5, 10 … with the published ones, and the last. */
function roundsUpTo(most: number): number[] {
  const steps = [1, 1.5, 2, 3, 5, 7]
  const all = [1, 10, 100, 1000, 10_000].flatMap((unit) => steps.map((step) => Math.round(step * unit)))
  const inside = [...all, ...PUBLISHED_ROUNDS].filter((rounds) => rounds < most)
  return [...new Set([...inside, most])].sort((a, b) => a - b)
}
