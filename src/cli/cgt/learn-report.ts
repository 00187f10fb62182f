// What `montego cgt learn` found, as text, JSON, CSV and a picture.

import { signed } from "../../base/format.ts"
import {
  makeGame,
  thermographOf,
  type First,
  type Indifference,
  type Look,
  type ScoringGame,
  type Study,
  type Watched,
} from "../../cgt/index.ts"
import { lineChart, roundTicks } from "../../draw/index.ts"
import type { CsvRow } from "../csv.ts"
import { makeSumText, shorten } from "./sum.ts"

export interface LearnSetting {
  readonly sum: readonly ScoringGame[]
  readonly method: string
  readonly playouts: number
  readonly alpha: number
  readonly epsilon: number
  readonly lambda: number
  readonly epoch: number
  readonly first: First
  readonly seed: number
}

/** Rows of the table of looks. */
const MOST_ROWS = 20
/** Lines of a chart that can still be told apart. */
const MOST_LINES = 12

const labelOf = ({ name, player }: Watched): string =>
  player === undefined ? name : `${player === "left" ? "Left" : "Right"} ${name}`

function headOf({ sum, method, alpha, epsilon, lambda, epoch, first, seed }: LearnSetting): string {
  const isLinear = method === "td" || method === "monte-carlo"
  const words = [
    ...(method === "patterns" ? [] : [`α ${alpha}`]),
    `ε ${epsilon}`,
    ...(method === "td" ? [`λ ${lambda}`] : []),
    ...(isLinear ? [`epochs of ${epoch}`] : []),
    first === "both" ? "players begin in turn" : `${first === "left" ? "Left" : "Right"} begins`,
    `seed ${seed}`,
  ]
  return `${shorten(makeSumText(sum), 200)}\n${method}: ${words.join(", ")}`
}

export function makeLearnText(setting: LearnSetting, study: Study): string {
  const { looks } = study
  const last = looks.at(-1)!
  const numbers = last.watched.slice(0, MOST_LINES)
  const choices = study.examination?.questions.length
  const columns = [
    "playouts",
    ...(choices === undefined ? [] : ["optimal", "changed"]),
    ...numbers.map(labelOf),
  ]
  const every = Math.max(1, Math.ceil(looks.length / MOST_ROWS))
  const shown = looks.filter((_, i) => (i + 1) % every === 0 || i === looks.length - 1)
  const rows = shown.map((look) => [
    String(look.playouts),
    ...(choices === undefined
      ? []
      : [`${look.optimal}`, look.changed === undefined ? "–" : `${look.changed}`]),
    ...numbers.map((one) => valueText(look, one)),
  ])
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => cell.padStart(widths[i]!)).join("  ")
  return [
    headOf(setting),
    ...(last.playouts < setting.playouts
      ? [`stopped after ${last.playouts} of ${setting.playouts} playouts`]
      : []),
    "",
    line(columns),
    ...rows.map(line),
    "",
    ...explanation(setting, study),
  ].join("\n")
}

function valueText(look: Look, wanted: Watched): string {
  const value = sameOne(look, wanted)?.value
  return value === undefined ? "–" : signed(value, 2)
}

function sameOne({ watched }: Look, { name, player }: Watched): Watched | undefined {
  return watched.find((one) => one.name === name && one.player === player)
}

function explanation({ sum, method }: LearnSetting, { looks, examination }: Study): string[] {
  const choices = examination?.questions.length
  const kinds: Readonly<Record<string, string>> = {
    cgtd: "Columns: the learned temperature of each position.",
    patterns: "Columns: the mean score of the playouts in which the move was made.",
  }
  const lines = [
    kinds[method] ?? "Columns: what each move adds to the value. Left plays the greatest, Right the least.",
  ]
  if (method === "cgtd") {
    const exact = sum.map((game) => `${makeGame(game)} ${thermographOf(game).temperature.toString()}`)
    lines.push(shorten(`Exact temperatures: ${exact.join(", ")}.`, 400))
  }
  if (choices === undefined) return [...lines, "The sum has too many states to examine the policy in each."]
  const later = looks.slice(Math.floor(looks.length / 2))
  const changes = later.filter(({ changed }) => changed !== undefined && changed > 0).length
  return [
    ...lines,
    `Optimal at the end: ${looks.at(-1)!.optimal} of ${choices} choices (all states, both players). The policy changed at ${changes} of the last ${later.length} looks.`,
  ]
}

/** Room for the names at the ends of the lines. */
const NAME_ROOM = 120

export function makeLearnSvg({ method, seed }: LearnSetting, { looks }: Study): string {
  const last = looks.at(-1)!
  const lines = last.watched.slice(0, MOST_LINES)
  const pointsOf = (one: Watched): (readonly [number, number])[] =>
    looks.flatMap((look) => {
      const found = sameOne(look, one)
      return found ? [[look.playouts, found.value] as const] : []
    })
  const values = lines.flatMap((one) => pointsOf(one).map(([, value]) => value))
  const [low, high] = [Math.floor(Math.min(0, ...values)), Math.ceil(Math.max(1, ...values))]
  const what: Readonly<Record<string, string>> = { cgtd: "Temperatures", patterns: "Weights of moves" }
  const unit: Readonly<Record<string, string>> = { cgtd: "t", patterns: "weight" }
  return lineChart({
    title: `${what[method] ?? "What each move adds to the value"}, learned by ${method}, seed ${seed}`,
    x: {
      title: "playouts",
      ticks: roundTicks(0, last.playouts, 6),
      label: (tick) => tick.toLocaleString("en"),
      share: (count) => count / last.playouts,
    },
    y: {
      title: unit[method] ?? "change",
      ticks: roundTicks(low, high, 8),
      label: (tick) => String(tick).replace("-", "−"),
      share: (value) => (value - low) / (high - low),
    },
    level: 0,
    ...(method === "cgtd" && { right: NAME_ROOM }),
    lines: lines.map((one) => ({
      label: labelOf(one),
      points: pointsOf(one),
      ...(method === "cgtd" && { end: `${labelOf(one)} ${one.value.toFixed(2)}` }),
      told: `${labelOf(one)}: ${one.value.toFixed(2)} after ${last.playouts} playouts`,
    })),
  })
}

export function makeLearnRows({ looks }: Study): CsvRow[] {
  return looks.flatMap(({ playouts, optimal, changed, watched }) =>
    watched.map(({ name, player, value }) => ({ playouts, optimal, changed, name, player, value })),
  )
}

function settingJson({ sum, ...rest }: LearnSetting): object {
  return { sum: sum.map(makeGame), ...rest }
}

export function makeLearnJson(setting: LearnSetting, { looks, examination }: Study): string {
  return JSON.stringify({ ...settingJson(setting), choices: examination?.questions.length ?? null, looks })
}

const LINE_IS_FLAT = [
  "Every state of the line has the value of its result, so a move of the line adds nothing,",
  "and the weights can't say which one comes first.",
]

export function makeFixedText(setting: LearnSetting, found: Indifference): string {
  const { weights, line, incentives, choices, right, undecided, wrong } = found
  const told = ({ value, ...one }: Watched): string =>
    `  ${labelOf({ ...one, value }).padEnd(14)} ${incentiveText(value)}`
  return [
    headOf(setting),
    "",
    `After ${setting.playouts} playouts of perfect play, the moves of its line add this to the value:`,
    ...line.map(told),
    "All moves:",
    ...incentives.map(told),
    `Weights: ${shorten(weights.map(({ name, value }) => `${name} ${value.toFixed(3)}`).join(", "), 1000)}`,
    "",
    `Of ${choices} choices (all states, both players) the weights decide ${right} rightly and ${wrong} wrongly; in ${undecided.length} they hold losing`,
    `and perfect moves for equal${undecided.length > 0 ? ":" : "."}`,
    ...undecided.slice(0, MOST_ROWS).map((one) => `  ${undecidedText(one)}`),
    // With random moves the states of the line no longer end in one result.
    ...(setting.epsilon === 0 ? LINE_IS_FLAT : []),
  ].join("\n")
}

function undecidedText({ state, player, moves }: Indifference["undecided"][number]): string {
  const told = moves.map(({ name, loss }) => (loss === 0 ? name : `${name} (loses ${loss})`))
  return `${player === "left" ? "Left" : "Right"} in ${state.join(" + ")}: ${told.join(", ")}`
}

/** What is learned to be zero has no sign. */
function incentiveText(value: number): string {
  return Math.abs(value) < 0.00005 ? " 0.0000" : signed(value, 4)
}

export function makeFixedJson(setting: LearnSetting, found: Indifference): string {
  return JSON.stringify({ ...settingJson(setting), ...found })
}
