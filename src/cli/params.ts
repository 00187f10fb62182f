// `montego params`: the knobs of the search, as src/search/params.ts has them: values in the presets, what they mean, where
// they come from.

import { Command, Option } from "commander"
import {
  makeValue,
  PARAM_NAMES,
  PARAMS,
  PRESET_NAMES,
  presetParams,
  type ParamName,
  type PresetName,
} from "../search/index.ts"
import { csvOption, printCsv, type CsvRow } from "./csv.ts"

const HELP = `
Any of them is an option of the player uct: uct:strong,rave-bias=0.001 is the preset strong with one change, uct alone
is plain. Where a value is a word, the words are listed in place of a range. After the meaning comes the source.

Examples:
  montego params
  montego params --preset strong
  montego params --json
  montego analyze --size 9 --player uct:mogo,policy=light`

interface Options {
  preset?: PresetName
  json?: boolean
  csv?: boolean
}

export function paramsCommand(): Command {
  return new Command("params")
    .description("List the knobs of the tree search and their values in the presets.")
    .addOption(new Option("--preset <name>", "only this preset (default: all)").choices(PRESET_NAMES))
    .addOption(csvOption("a row for each knob"))
    .option("--json", "one JSON object; values are texts, as one writes them")
    .addHelpText("after", HELP)
    .action(({ preset, json, csv }: Options) => {
      const presets = preset === undefined ? PRESET_NAMES : [preset]
      if (csv) printCsv(makeRows(presets))
      else console.log(json ? makeJson(presets) : makeText(presets).join("\n"))
    })
}

interface Knob {
  readonly meaning: string
  readonly source: string
  readonly default: number
  readonly words?: readonly string[]
  readonly range?: readonly [number, number]
}

const NAME_WIDTH = 20
const VALUE_WIDTH = 11

function makeText(presets: readonly PresetName[]): string[] {
  const row = (name: string, values: readonly string[], allowed: string): string =>
    `${name.padEnd(NAME_WIDTH)}${values.map((value) => value.padEnd(VALUE_WIDTH)).join("")}${allowed}`
  return [
    row("name", presets, "values"),
    ...PARAM_NAMES.flatMap((name) => {
      const { meaning, source, words, range }: Knob = PARAMS[name]
      const values = presets.map((preset) => short(name, presetParams(preset)[name]))
      const allowed = words ? words.join(" ") : range!.map((end) => makeValue(name, end)).join(" to ")
      return ["", row(name, values, allowed), `    ${meaning} [${source}]`]
    }),
  ]
}

/** Four digits tell it. */
function short(name: ParamName, value: number): string {
  return makeValue(name, Number(value.toPrecision(4)))
}

function makeRows(presets: readonly PresetName[]): CsvRow[] {
  return PARAM_NAMES.map((name) => {
    const { meaning, source, words, range, default: usual }: Knob = PARAMS[name]
    const values = presets.map((preset) => [preset, makeValue(name, presetParams(preset)[name])])
    return {
      name,
      default: makeValue(name, usual),
      least: range ? makeValue(name, range[0]) : undefined,
      most: range ? makeValue(name, range[1]) : undefined,
      words: words?.join(" "),
      ...(Object.fromEntries(values) as Record<PresetName, string>),
      meaning,
      source,
    }
  })
}

function makeJson(presets: readonly PresetName[]): string {
  const params = PARAM_NAMES.map((name) => {
    const { meaning, source, words, range, default: usual }: Knob = PARAMS[name]
    return {
      name,
      meaning,
      source,
      default: makeValue(name, usual),
      ...(words ? { words } : { range: range!.map((end) => makeValue(name, end)) }),
      presets: Object.fromEntries(
        presets.map((preset) => [preset, makeValue(name, presetParams(preset)[name])]),
      ),
    }
  })
  return JSON.stringify({ params })
}
