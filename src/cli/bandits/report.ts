// What `montego bandits` found, as tables, as JSON and as a picture.

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
import { lineChart } from "../../draw/index.ts"
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

/** Less regret than this is drawn as this: a logarithm has no zero. */
const LEAST_REGRET = 0.1
/** Room for the names of the policies. */
const NAME_ROOM = 130

/** Regret over rounds. Both scales are logarithmic: they tell linear growth from logarithmic growth. */
export function makeRegretSvg(
  finished: readonly Finished[],
  arms: readonly number[],
  rounds: readonly number[],
): string {
  const regrets = finished.flatMap(({ curve }) => curve.map(({ regret }) => regret))
  const decadesOf = (most: number): number => Math.max(1, Math.ceil(Math.log10(most)))
  const right = decadesOf(rounds.at(-1)!)
  const top = decadesOf(Math.max(1, ...regrets))
  const powers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i))
  const label = (value: number): string => value.toLocaleString("en")
  return lineChart({
    title: `Regret on the arms ${arms.join(", ")}, mean of ${finished[0]?.trials ?? 0} trials`,
    x: { title: "rounds", ticks: powers(0, right), label, share: (count) => Math.log10(count) / right },
    y: {
      title: "regret",
      ticks: powers(-1, top),
      label,
      share: (regret) => (Math.log10(Math.max(LEAST_REGRET, regret)) + 1) / (top + 1),
    },
    hasColumns: true,
    right: NAME_ROOM,
    lines: finished.map(({ policy, curve }) => {
      const last = curve.at(-1)!
      return {
        label: policy,
        points: curve.map((point) => [point.rounds, point.regret] as const),
        end: `${policy} ${last.regret.toFixed(0)}`,
        told: `${policy}: ${last.regret.toFixed(1)} after ${last.rounds}`,
      }
    }),
  })
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
