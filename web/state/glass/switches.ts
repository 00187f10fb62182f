// Switches of the search that the glass box turns one by one: each is a few knobs, with what they are when it is on and
// when it is off.

import {
  DEFAULTS,
  makeValue,
  PARAM_NAMES,
  PRESET_NAMES,
  presetParams,
  type ParamName,
  type SearchParams,
} from "montego/search"

interface Switch {
  readonly knobs: readonly ParamName[]
  readonly on: Partial<SearchParams>
  readonly off: Partial<SearchParams>
}

const STRONG = presetParams("strong")

function of(knobs: readonly ParamName[], on: Partial<SearchParams>, off: Partial<SearchParams>): Switch {
  const pick = (from: Partial<SearchParams>): Partial<SearchParams> =>
    Object.fromEntries(knobs.map((knob) => [knob, from[knob] ?? DEFAULTS[knob]]))
  return { knobs, on: pick(on), off: pick(off) }
}

const PRIORS = PARAM_NAMES.filter((name) => name.startsWith("prior-"))

export const SWITCHES = {
  rave: of(["rave"], { rave: 1 }, { rave: 0 }),
  priors: of(PRIORS, STRONG, {}),
  rules: of(["policy"], STRONG, { policy: 0 }),
  bonus: of(["exploration"], { exploration: DEFAULTS.exploration }, { exploration: 0 }),
  tuned: of(["tuned"], { tuned: 1 }, { tuned: 0 }),
} as const satisfies Readonly<Record<string, Switch>>

export type SwitchName = keyof typeof SWITCHES

export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly SwitchName[]

export function isOn(name: SwitchName, params: SearchParams): boolean {
  const { knobs, off }: Switch = SWITCHES[name]
  return knobs.some((knob) => params[knob] !== off[knob])
}

/** The player that differs from this one in a switch: its preset, and all knobs that are not the preset's. */
export function flipped(player: string, params: SearchParams, name: SwitchName): string {
  const { on, off }: Switch = SWITCHES[name]
  const wanted: SearchParams = { ...params, ...(isOn(name, params) ? off : on) }
  const preset = PRESET_NAMES.find((each) => player.split(",")[0] === `uct:${each}`) ?? "plain"
  const usual = presetParams(preset)
  const changed = PARAM_NAMES.filter((knob) => wanted[knob] !== usual[knob])
  return [`uct:${preset}`, ...changed.map((knob) => `${knob}=${makeValue(knob, wanted[knob])}`)].join(",")
}
