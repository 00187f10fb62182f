// The name of a player as people write it: `NAME[:PRESET](,key=value)*`, values with commas or blanks in double
// quotes: `uct:strong,playouts=2000`. `gtp:COMMAND` is different: the whole rest is the command.

import { err, ok, type Result } from "../base/result.ts"

/** A player's name, taken apart. */
export interface PlayerSpec {
  readonly name: string
  readonly preset?: string
  readonly options: ReadonlyMap<string, string>
}

const WORD = /^[a-z][a-z0-9-]*$/
/** A preset may be a year. */
const PRESET = /^[a-z0-9][a-z0-9-]*$/

/** Reads a player's name; the error says what is wrong with it. */
export function parsePlayerSpec(text: string): Result<PlayerSpec, string> {
  const parts = splitOutsideQuotes(text.trim())
  if (!parts) return err(`"${text}": the quotes are not closed`)
  const [head = "", ...rest] = parts
  const colon = head.indexOf(":")
  const name = colon < 0 ? head : head.slice(0, colon)
  const preset = colon < 0 ? undefined : head.slice(colon + 1)
  if (!WORD.test(name)) return err(`"${text}" is no player: it should begin with a name such as random`)
  if (preset !== undefined && !PRESET.test(preset))
    return err(`"${text}": the preset after the colon is no word`)
  const options = new Map<string, string>()
  for (const part of rest) {
    const match = /^([a-z][a-z0-9-]*)=(.*)$/s.exec(part.trim())
    if (!match) return err(`"${text}": "${part}" should be key=value`)
    const [, key, value] = match as unknown as [string, string, string]
    if (options.has(key)) return err(`"${text}": ${key} is given twice`)
    options.set(key, /^".*"$/s.test(value) ? unquote(value) : value)
  }
  return ok(preset === undefined ? { name, options } : { name, preset, options })
}

/** A player's name with preset and options, as `parsePlayerSpec` reads it. */
export function makePlayerSpec({ name, preset, options }: PlayerSpec): string {
  const head = preset === undefined ? name : `${name}:${preset}`
  const pairs = [...options].map(([key, value]) =>
    /[\s,"]/.test(value) || value === "" ? `${key}=${quote(value)}` : `${key}=${value}`,
  )
  return [head, ...pairs].join(",")
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`
}

/** A backslash escapes only a quote and itself, so that `"C:\my weights"` is what it looks like. */
function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(["\\])/g, "$1")
}

/** The parts between commas; undefined when a quote is not closed. */
function splitOutsideQuotes(text: string): string[] | undefined {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (quoted && text[i] === "\\") i++
    else if (text[i] === '"') quoted = !quoted
    else if (text[i] === "," && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return quoted ? undefined : [...parts, text.slice(start)]
}
