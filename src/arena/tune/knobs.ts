// The knobs that are tuned: numbers of the search (src/search/params.ts) with the range to look in, and how a point of the
// optimiser becomes a player's name.

import { err, ok, type Result } from "../../base/result.ts"
import { makePlayerSpec, parsePlayerSpec } from "../../players/index.ts"
import { PARAM_NAMES, PARAMS, readUctSpec, type ParamName } from "../../search/index.ts"

export interface Knob {
  readonly name: ParamName
  readonly low: number
  readonly high: number
  /** Steps are equal in ratio (`log`) or in difference. */
  readonly scale: "linear" | "log"
}

/** As players' names have them: more digits would pretend to a knowledge that games don't give. */
const DIGITS = 4

/** The knobs that are numbers. */
const NUMERIC_KNOBS: readonly ParamName[] = PARAM_NAMES.filter((name) => PARAMS[name].kind === "number")

const FORM = "NAME=LOW..HIGH, or NAME=LOW..HIGH,log"

/** Reads `exploration=0..1` or `rave-bias=0.0001..0.01,log`; the error says what is possible. */
export function parseKnob(text: string): Result<Knob, string> {
  const match = /^([a-z][a-z0-9-]*)=([^,]+?)\.\.([^,]+?)(,log)?$/.exec(text.trim())
  if (!match) return err(`"${text}": a knob is ${FORM}, such as exploration=0..1`)
  const [, word, lowText, highText, log] = match as unknown as [string, string, string, string, string?]
  const name = PARAM_NAMES.find((known) => known === word)
  const param = name && PARAMS[name]
  if (!name || param?.kind !== "number")
    return err(`there is no knob "${word}" that is a number; there are: ${NUMERIC_KNOBS.join(", ")}`)
  const [low, high] = [Number(lowText), Number(highText)]
  const [least, most] = param.range
  if (!(low < high) || !Number.isFinite(high - low) || low < least || high > most)
    return err(`${name}: a range goes from a lower to a higher number, within ${least} to ${most}`)
  if (log !== undefined && low <= 0) return err(`${name}: a logarithmic range begins above 0`)
  return ok({ name, low, high, scale: log === undefined ? "linear" : "log" })
}

export function makeKnob({ name, low, high, scale }: Knob): string {
  return `${name}=${low}..${high}${scale === "log" ? ",log" : ""}`
}

/** The value at a coordinate from -1 to 1. */
export function valueAt({ low, high, scale }: Knob, x: number): number {
  const share = (x + 1) / 2
  const value = scale === "log" ? low * (high / low) ** share : low + share * (high - low)
  return Number(value.toPrecision(DIGITS))
}

/** The coordinate of a value. */
export function coordinateOf({ low, high, scale }: Knob, value: number): number {
  const share = scale === "log" ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)
  return 2 * share - 1
}

/** The player with its knobs at these coordinates. */
export function specAt(player: string, knobs: readonly Knob[], point: readonly number[]): string {
  const spec = parsePlayerSpec(player)
  if (!spec.ok) throw new Error(spec.error)
  const options = new Map(spec.value.options)
  for (const [axis, knob] of knobs.entries()) options.set(knob.name, String(valueAt(knob, point[axis]!)))
  return makePlayerSpec({ ...spec.value, options })
}

/** Where the player's own values lie in the ranges; the error says which one does not. */
export function startOf(player: string, knobs: readonly Knob[]): Result<readonly number[], string> {
  const spec = parsePlayerSpec(player)
  if (!spec.ok) return spec
  if (spec.value.name !== "uct") return err(`"${player}" has no knobs: only uct has`)
  const read = readUctSpec(spec.value)
  if (!read.ok) return read
  const start: number[] = []
  for (const knob of knobs) {
    const value = read.value.params[knob.name]
    const x = coordinateOf(knob, value)
    if (!(x >= -1 && x <= 1))
      return err(
        `${knob.name} is ${value} in ${player}, which is outside ${knob.low}..${knob.high}: take another range, or begin elsewhere, with ${player},${knob.name}=${valueAt(knob, 0)}`,
      )
    start.push(x)
  }
  return ok(start)
}
