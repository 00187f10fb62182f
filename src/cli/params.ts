// `montego params [PLAYER]`: the options of a player by its table: values in the presets, what is
// allowed, what they mean, where they come from.

import { Command } from "commander"
import {
  findPlayer,
  makeOptionValue,
  makeRange,
  optionWords,
  readOptions,
  UCT_PLAYER,
  type OptionValue,
  type PlayerKind,
  type PlayerOption,
} from "../players/index.ts"
import { csvOption, printCsv, type CsvRow } from "./csv.ts"
import { fail } from "./failure.ts"
import { PLAYER_LINES } from "./options.ts"

const HELP = `
Options stand after a player's name: uct:strong,rave-bias=0.001 is the preset strong of the player uct with one change,
uct alone is plain. A column has the values of a preset, - where there is none: the player then decides by itself, or
does without. Where a value is a word, the words are listed in place of a range. After the meaning comes the source.

Players:
${PLAYER_LINES}

Examples:
  montego params
  montego params --preset strong
  montego params gobble
  montego params hybrid --json
  montego analyze --size 9 --player uct:mogo,policy=light`

interface Options {
  preset?: string
  json?: boolean
  csv?: boolean
}

export function paramsCommand(): Command {
  return new Command("params")
    .description("List the options of a player and their values in its presets.")
    .argument("[player]", "whose options", UCT_PLAYER.name)
    .option("--preset <name>", "only this preset (default: all)")
    .addOption(csvOption("a row for each option"))
    .option("--json", "one JSON object; values are texts, as one writes them")
    .addHelpText("after", HELP)
    .action((name: string, { preset, json, csv }: Options) => {
      const player = findPlayer(name)
      if (!player.ok) fail(player.error)
      const columns = columnsOf(player.value, preset)
      if (csv) printCsv(makeRows(player.value, columns))
      else console.log(json ? makeJson(player.value, columns) : makeText(player.value, columns).join("\n"))
    })
}

type Values = Readonly<Record<string, OptionValue | undefined>>
/** The values of each preset by its name; of a player without presets the defaults. */
type Columns = Readonly<Record<string, Values>>

function columnsOf(player: PlayerKind, preset: string | undefined): Columns {
  const read = (given: { readonly preset?: string }): Values => {
    const values = readOptions(player, { name: player.name, ...given, options: new Map() })
    return values.ok ? values.value : fail(values.error)
  }
  const names = preset === undefined ? Object.keys(player.presets ?? {}) : [preset]
  if (names.length === 0) return { default: read({}) }
  return Object.fromEntries(names.map((name) => [name, read({ preset: name })]))
}

const NAME_WIDTH = 20
const VALUE_WIDTH = 11

function makeText({ name: player, options }: PlayerKind, columns: Columns): string[] {
  if (Object.keys(options).length === 0) return [`${player} has no options`]
  const row = (name: string, values: readonly string[], allowed: string): string =>
    `${name.padEnd(NAME_WIDTH)}${values.map((value) => value.padEnd(VALUE_WIDTH)).join("")}${allowed}`
  return [
    row("name", Object.keys(columns), "values"),
    ...Object.entries(options).flatMap(([name, option]) => {
      const values = Object.values(columns).map((column) => makeShort(option, column[name]))
      const source = option.source === undefined ? "" : ` [${option.source}]`
      return ["", row(name, values, makeRange(option)), `    ${option.meaning}${source}`]
    }),
  ]
}

/** Four digits tell it. */
function makeShort(option: PlayerOption, value: OptionValue | undefined): string {
  if (value === undefined) return "-"
  return makeOptionValue(option, typeof value === "number" ? Number(value.toPrecision(4)) : value)
}

/** A column of a preset has the player's whole name: a year alone would come before all others. */
function makeRows({ name: player, options }: PlayerKind, columns: Columns): CsvRow[] {
  return Object.entries(options).map(([name, option]) => {
    const { words, range, presets, ...rest } = describe(name, option, columns)
    const { meaning, source, ...values } = rest
    const [least, most] = range ?? []
    const named = Object.fromEntries(
      Object.entries(presets).map(([preset, value]) => [`${player}:${preset}`, value]),
    )
    return { ...values, least, most, words: words?.join(" "), ...named, meaning, source }
  })
}

function makeJson({ name: player, options }: PlayerKind, columns: Columns): string {
  const params = Object.entries(options).map(([name, option]) => describe(name, option, columns))
  return JSON.stringify({ player, params })
}

function describe(name: string, option: PlayerOption, columns: Columns) {
  const { kind, meaning, source, default: usual } = option
  const write = (value: OptionValue | undefined): string | undefined =>
    value === undefined ? undefined : makeOptionValue(option, value)
  return {
    name,
    kind: optionWords(option) ? "words" : kind,
    meaning,
    source,
    default: write(usual),
    words: optionWords(option),
    range: "range" in option ? option.range.map(write) : undefined,
    presets: Object.fromEntries(
      Object.entries(columns).map(([preset, values]) => [preset, write(values[name])]),
    ),
  }
}
