// The contract of all experiments (LAB-1): a published table or figure as a list of independent units of work, and what
// is concluded from their findings. What is computed lies in the idea's own folder; an experiment is a small file that
// names the source, cuts the work into units and puts the published numbers beside ours.
//
// A unit's task and its finding are plain JSON. So units go to threads, finished ones go to a journal, and a run that
// was stopped continues with the units that are left. A conclusion is a pure function of the findings: a report can be
// made again at any time.

import { err, ok, type Result } from "../base/result.ts"
import { makeChoice } from "../base/nearest.ts"
import type { PublishedId } from "./published.ts"
import type { Source } from "./source.ts"
import type { Verdict } from "./verdict.ts"

/** A size of an experiment: how much of it, in the quick and in the full run, and what is allowed. */
export interface Parameter {
  readonly meaning: string
  readonly quick: number
  readonly full: number
  readonly low: number
  readonly high: number
  /** The values step by this much from `low` on; default 1. */
  readonly step?: number
}

export type Sizes<Name extends string = string> = Readonly<Record<Name, number>>

/** What an experiment can't do without. */
export type Need = "gnugo" | "records"

export interface Unit<Task = unknown> {
  /** Its name within the experiment: a journal knows it by this. */
  readonly id: string
  readonly task: Task
  /** Its share of the work beside those of others, for the progress bar; default 1. */
  readonly weight?: number
}

export interface WorkContext {
  /** When it fires, the unit may end with any finding: it is dropped. */
  readonly signal: AbortSignal
  /** How much of the unit is done, 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** A finished unit. */
export interface Found<Task = unknown, Finding = unknown> {
  readonly id: string
  readonly task: Task
  readonly finding: Finding
}

/** One published number, or claim, beside ours. */
export interface Comparison {
  readonly what: string
  /** The entry of `published.ts`; a claim without a number has none. */
  readonly published?: PublishedId
  readonly theirs: string
  readonly ours: string
  /** Ours as numbers for data frames, where it is one. */
  readonly value?: number
  readonly low?: number
  readonly high?: number
  readonly verdict: Verdict
}

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export interface Picture {
  /** A file name without its ending. */
  readonly name: string
  readonly title: string
  readonly svg: string
}

export interface Conclusion {
  readonly comparisons: readonly Comparison[]
  readonly tables: readonly Table[]
  readonly pictures: readonly Picture[]
  /** One paragraph: what agrees and what does not. */
  readonly text: string
}

export interface Experiment<Name extends string = string, Task = unknown, Finding = unknown> {
  readonly id: string
  readonly title: string
  /** Of docs/sources.md. */
  readonly ids: readonly string[]
  readonly source: Source
  /** What is measured and how, in a few sentences. */
  readonly about: string
  /** The files that compute it. */
  readonly code: readonly string[]
  readonly parameters: Readonly<Record<Name, Parameter>>
  /** It measures time: nothing else of the lab runs beside it. */
  readonly isAlone?: boolean
  readonly needs?: readonly Need[]
  units(sizes: Sizes<Name>, seed: number): readonly Unit<Task>[]
  work(task: Task, context: WorkContext): Promise<Finding>
  conclude(found: readonly Found<Task, Finding>[], sizes: Sizes<Name>): Conclusion
}

/** An experiment as it stands in its file: the compiler checks task and finding against each other. */
export function defineExperiment<Name extends string, Task, Finding>(
  experiment: Experiment<Name, Task, Finding>,
): Experiment {
  return experiment
}

export type SizeName = "quick" | "full"

/** The sizes of a run: quick or full ones, with some replaced by `KEY=VALUE`. */
export function sizesOf(
  { id, parameters }: Experiment,
  size: SizeName,
  changes: readonly string[] = [],
): Result<Sizes, string> {
  const names = Object.keys(parameters)
  const sizes = Object.fromEntries(names.map((name) => [name, parameters[name]![size]]))
  for (const change of changes) {
    const [, name = "", text = ""] = /^([^=]*)=(.*)$/.exec(change) ?? []
    if (name === "") {
      const known = names.length === 0 ? "no parameters" : `the parameters ${names.join(", ")}`
      return err(`"${change}" is not NAME=NUMBER; ${id} has ${known}`)
    }
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (!parameter) return err(`${id} has no parameter ${makeChoice(name, names)}`)
    const value = text.trim() === "" ? NaN : Number(text)
    if (!isAllowed(parameter, value))
      return err(`${id}: ${name} is ${allowedText(parameter)} (${parameter.meaning}), not "${text}"`)
    sizes[name] = value
  }
  return ok(sizes)
}

function isAllowed({ low, high, step = 1 }: Parameter, value: number): boolean {
  if (!(value >= low && value <= high)) return false
  const steps = (value - low) / step
  return Math.abs(steps - Math.round(steps)) < 1e-9
}

/** Such as "a whole number from 2 to 1000". */
export function allowedText({ low, high, step = 1 }: Parameter): string {
  if (step === 1) return `a whole number from ${low} to ${high}`
  return `a number from ${low} to ${high} in steps of ${step}`
}
