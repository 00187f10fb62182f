// The formula of the search with the numbers of one row put in: what the table's columns are made of.

import type { SearchParams } from "montego/search"
import type { GlassRow } from "montego/service"
import { real } from "./rows.ts"

/** A line: what is computed, the formula with its numbers, and the result. */
export interface WrittenTerm {
  readonly term: "estimate" | "exploration" | "bias" | "value"
  readonly numbers: string
  readonly result: string
}

/** `visits` are those of the node that the row's move belongs to. */
export function writeOut(row: GlassRow, params: SearchParams, visits: number): WrittenTerm[] {
  const { estimate, exploration, bias, value } = row
  return [
    { term: "estimate", numbers: estimateOf(row, params, visits), result: real(estimate) },
    { term: "exploration", numbers: bonusOf(row, params, visits), result: real(exploration) },
    ...(bias === 0 ? [] : [{ term: "bias", numbers: "", result: real(bias) } as const]),
    {
      term: "value",
      numbers: [estimate, exploration, ...(bias === 0 ? [] : [bias])].map(real).join(" + "),
      result: real(value),
    },
  ]
}

function estimateOf(
  { weight, wins, raveVisits, raveMean }: GlassRow,
  params: SearchParams,
  visits: number,
): string {
  const hasRave = params.rave === 1 && raveVisits > 0
  if (weight === 0 && !hasRave) return "" // First-play urgency: nothing is known.
  const [w, v, r, u] = [weight, wins, raveVisits, raveVisits * raveMean].map(short)
  if (!hasRave) return `${v} / ${w}`
  const schedule = params["rave-schedule"]
  if (schedule > 0) {
    const share = short(Math.sqrt(schedule / (3 * visits + schedule)))
    return weight === 0 ? `${u} / ${r}` : `(1 − ${share}) · ${v}/${w} + ${share} · ${u}/${r}`
  }
  const factor = `(1 + ${short(params["rave-bias"])} · ${r})`
  return `(${v} · ${factor} + ${u}) / (${w} · ${factor} + ${r})`
}

function bonusOf({ weight }: GlassRow, params: SearchParams, visits: number): string {
  const { exploration } = params
  if (exploration === 0 || params.puct > 0 || weight === 0) return ""
  const root = `ln ${short(visits)} / ${short(weight)}`
  return params.tuned === 1
    ? `${short(exploration)} · √(${root} · min(¼, V))`
    : `${short(exploration)} · √(${root})`
}

/** Four digits that count. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}
