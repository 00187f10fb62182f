// What a comparison with a published number says. An estimate has an interval; a verdict never claims more than it
// allows: where the interval is too wide to tell, the verdict is `open`.

import type { Interval } from "../base/statistics.ts"

export const VERDICT_KINDS = ["agrees", "differs", "open", "not comparable"] as const
export type VerdictKind = (typeof VERDICT_KINDS)[number]

export interface Verdict {
  readonly kind: VerdictKind
  /** Empty where `agrees` needs no words. */
  readonly reason: string
}

export const agrees = (reason = ""): Verdict => ({ kind: "agrees", reason })
export const differs = (reason: string): Verdict => ({ kind: "differs", reason })
export const open = (reason: string): Verdict => ({ kind: "open", reason })
export const notComparable = (reason: string): Verdict => ({ kind: "not comparable", reason })

export interface Estimate extends Interval {
  readonly value: number
}

/** A mean with its interval of 95 %: `error` is the standard error. */
export function estimate(value: number, error: number): Estimate {
  return { value, low: value - 1.96 * error, high: value + 1.96 * error }
}

export interface Closeness {
  /** The published number is uncertain by this much itself. */
  readonly theirError?: number
  /** An interval whose half is wider than this can't confirm the number. */
  readonly precision: number
  /** Said where the numbers differ. */
  readonly why: string
}

/** Whether a published number lies within our interval, and whether the interval is narrow enough to say so. */
export function compareNumber(
  published: number,
  ours: Estimate,
  { theirError = 0, precision, why }: Closeness,
): Verdict {
  return compareRange({ low: published - theirError, high: published + theirError }, ours, { precision, why })
}

/** The same for a published range. */
export function compareRange(
  published: Interval,
  ours: Estimate,
  { precision, why }: Omit<Closeness, "theirError">,
): Verdict {
  if (!(ours.low <= published.high && ours.high >= published.low)) return differs(why)
  if ((ours.high - ours.low) / 2 > precision) return open(`too few to tell: ${intervalText(ours)}`)
  return agrees()
}

/** Whether a difference has the sign that the text claims. */
export function compareSign(claimed: 1 | -1, { low, high }: Interval, why: string): Verdict {
  const [near, far] = claimed === 1 ? [low, high] : [-high, -low]
  if (near > 0) return agrees()
  return far < 0 ? differs(why) : open(`too few to tell: ${intervalText({ low, high })} contains 0`)
}

function intervalText({ low, high }: Interval): string {
  const text = (value: number): string => String(Number(value.toPrecision(3)))
  return `the interval is ${text(low)} to ${text(high)}`
}

/** All verdicts of an experiment as one: a difference outweighs, then what is open, then what agrees. */
export function combine(verdicts: readonly Verdict[]): Verdict {
  for (const kind of ["differs", "open", "agrees", "not comparable"] as const) {
    const those = verdicts.filter((verdict) => verdict.kind === kind)
    if (those.length === 0) continue
    const reasons = [...new Set(those.map(({ reason }) => reason).filter((reason) => reason !== ""))]
    const share = those.length < verdicts.length ? `${those.length} of ${verdicts.length} rows` : ""
    const words = reasons.slice(0, MOST_REASONS).join("; ")
    const more = reasons.length > MOST_REASONS ? "; …" : ""
    return { kind, reason: [share, words + more].filter((part) => part !== "").join(": ") }
  }
  return notComparable("nothing was published to compare with")
}

const MOST_REASONS = 2
