// What `montego bandits` found, as tables and as JSON.

import { percent, signed } from "../../base/format.ts"
import {
  compareWithPublished,
  PUBLISHED_ARMS,
  PUBLISHED_TRIALS,
  SURPRISE,
  type BanditPolicy,
  type Checkpoint,
  type PublishedCell,
} from "../../bandits/index.ts"

import type { CsvRow } from "../csv.ts"

export interface Setting {
  readonly arms: readonly number[]
  readonly best: number
  readonly rounds: readonly number[]
  readonly trials: number
  readonly epsilon: number
  readonly seed: number
  readonly seconds: number
}

export interface Finished {
  readonly policy: BanditPolicy
  /** That were played. */
  readonly trials: number
  readonly checkpoints: readonly Checkpoint[]
  readonly curve: readonly { readonly rounds: number; readonly regret: number }[]
}

/** The published cell; only for the arms it was published for. */
function publishedCell(
  { arms }: Setting,
  policy: BanditPolicy,
  checkpoint: Checkpoint,
): PublishedCell | undefined {
  const isTheirs = arms.length === PUBLISHED_ARMS.length && arms.every((arm, i) => arm === PUBLISHED_ARMS[i])
  // One trial has no spread to judge by.
  return isTheirs && checkpoint.deviation > 0 ? compareWithPublished(policy, checkpoint) : undefined
}

const NAME_WIDTH = 26
const CELL_WIDTH = 15

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join("")
}

export function makeBanditsText(setting: Setting, finished: readonly Finished[]): string {
  const { arms, rounds, trials, seed, seconds } = setting
  const played = finished[0]?.trials ?? 0
  const lines = [
    `arms ${arms.join(", ")}; ${played} trials of each policy, seed ${seed}, ${seconds.toFixed(1)} s`,
    ...(played < trials ? [`stopped after ${played} of ${trials} trials`] : []),
    "",
    row("% of pulls rewarded", rounds.map(String)),
    ...finished.flatMap((result) => rewardLines(setting, result)),
    "",
    row("regret", rounds.map(String)),
    ...finished.map(({ policy, checkpoints }) =>
      row(
        policy,
        checkpoints.map(({ regret }) => (regret < 1000 ? regret.toFixed(1) : regret.toFixed(0))),
      ),
    ),
    "",
    row("% of pulls on the best arm", rounds.map(String)),
    ...finished.map(({ policy, checkpoints }) =>
      row(
        policy,
        checkpoints.map(({ bestShare }) => percent(bestShare, 1)),
      ),
    ),
  ]
  return [...lines, ...verdictLines(setting, finished)].join("\n")
}

function rewardLines(setting: Setting, { policy, checkpoints }: Finished): string[] {
  const ours = checkpoints.map(
    ({ reward, interval }) => `${percent(reward, 2)} ± ${percent(interval.high - reward, 2)}`,
  )
  const cells = checkpoints.map((checkpoint) => publishedCell(setting, policy, checkpoint))
  if (cells.every((cell) => cell === undefined)) return [row(policy, ours)]
  const theirs = cells.map((cell) => (cell ? percent(cell.published, 1) : "–"))
  const distances = cells.map((cell) =>
    cell ? `${signed(cell.z, 2)}${cell.isReproducible ? "" : " !"}` : "–",
  )
  return [row(policy, ours), row("  published, 10 trials", theirs), row("  z", distances)]
}

function verdictLines(setting: Setting, finished: readonly Finished[]): string[] {
  const surprises = notReproducible(setting, finished)
  const isCompared = finished.some(({ policy, checkpoints }) =>
    checkpoints.some((checkpoint) => publishedCell(setting, policy, checkpoint)),
  )
  if (!isCompared) return []
  const told = surprises.map(
    ({ policy, rounds, published, reward, z }) =>
      `  ${policy} at ${rounds}: published ${percent(published, 1)} %, ours ${percent(reward, 2)} %, z ${signed(z, 2)}`,
  )
  return [
    "",
    `z: how many standard deviations of a mean of ${PUBLISHED_TRIALS} trials the published cell is above ours`,
    told.length > 0 ? `not reproducible, beyond ${SURPRISE}:` : `every published cell is within ${SURPRISE}`,
    ...told,
  ]
}

interface Surprise extends PublishedCell {
  readonly policy: BanditPolicy
  readonly rounds: number
  readonly reward: number
}

function notReproducible(setting: Setting, finished: readonly Finished[]): Surprise[] {
  return finished.flatMap(({ policy, checkpoints }) =>
    checkpoints.flatMap((checkpoint) => {
      const cell = publishedCell(setting, policy, checkpoint)
      const { rounds, reward } = checkpoint
      return cell && !cell.isReproducible ? [{ ...cell, policy, rounds, reward }] : []
    }),
  )
}

/** A flat row for each policy and number of pulls. */
export function makeBanditsRows(setting: Setting, finished: readonly Finished[]): CsvRow[] {
  return finished.flatMap(({ policy, trials, checkpoints }) =>
    checkpoints.map((checkpoint) => {
      const { rounds, reward, interval, deviation, regret, bestShare } = checkpoint
      const cell = publishedCell(setting, policy, checkpoint)
      const ours = { reward, low: interval.low, high: interval.high, deviation, regret, bestShare }
      return { policy, trials, rounds, ...ours, published: cell?.published, z: cell?.z }
    }),
  )
}

export function makeBanditsJson(setting: Setting, finished: readonly Finished[]): string {
  const { arms, best, rounds, epsilon, seed, seconds } = setting
  return JSON.stringify({
    arms,
    best,
    rounds,
    epsilon,
    seed,
    seconds: Number(seconds.toFixed(2)),
    policies: finished.map(({ policy, trials, checkpoints, curve }) => ({
      policy,
      trials,
      checkpoints: checkpoints.map((checkpoint) => ({
        ...checkpoint,
        ...publishedCell(setting, policy, checkpoint),
      })),
      curve,
    })),
    notReproducible: notReproducible(setting, finished),
  })
}
