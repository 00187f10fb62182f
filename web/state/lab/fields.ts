// The settings of an experiment: which fields it has, what each allows, and their way into a link and back.
//
//   #lab1=bandits&arms=0.1,0.9&rounds=500&trials=200&epsilon=0.1&seed=7&at=120
//
// Only what differs from the usual is in the link; `at` is how far the run had come.

import { err, ok, type Result } from "montego/base"
import type { LabSettings } from "../../engine/lab/run.ts"

export type Field =
  | {
      readonly kind: "number"
      readonly usual: number
      readonly least: number
      readonly most: number
      readonly isWhole: boolean
    }
  | { readonly kind: "choice"; readonly usual: string; readonly choices: readonly string[] }
  | { readonly kind: "text"; readonly usual: string; readonly longest: number }

export type Fields = Readonly<Record<string, Field>>

export const whole = (usual: number, least: number, most: number): Field => ({
  kind: "number",
  usual,
  least,
  most,
  isWhole: true,
})

export const share = (usual: number): Field => ({
  kind: "number",
  usual,
  least: 0,
  most: 1,
  isWhole: false,
})

export const choice = (choices: readonly string[], usual = choices[0]!): Field => ({
  kind: "choice",
  usual,
  choices,
})

export const words = (usual: string, longest: number): Field => ({ kind: "text", usual, longest })

/** Any seed of a generator. */
export const SEED: Field = whole(1, 0, 0xffff_ffff)

export function usualSettings(fields: Fields): LabSettings {
  return Object.fromEntries(Object.entries(fields).map(([name, { usual }]) => [name, usual]))
}

/** A value as a form or a link has it; the error says what is allowed. */
export function readField(name: string, field: Field, text: string): Result<string | number, string> {
  switch (field.kind) {
    case "number": {
      const { least, most, isWhole } = field
      const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN
      if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return ok(value)
      const kind = isWhole ? "whole number" : "number"
      return err(
        `${name}: a ${kind} from ${least} to ${most.toLocaleString("en")}, not "${text.slice(0, 20)}"`,
      )
    }
    case "choice":
      return field.choices.includes(text)
        ? ok(text)
        : err(`${name}: one of ${field.choices.join(", ")}, not "${text.slice(0, 20)}"`)
    case "text":
      return text.trim() !== "" && text.length <= field.longest
        ? ok(text)
        : err(`${name}: a text of 1 to ${field.longest} letters`)
  }
}

const FORMAT = "lab1"

/** Where a link leads: the page, its settings, and how far the run had come. */
export interface LabPlace<Page extends string> {
  readonly page: Page | undefined
  readonly settings: LabSettings
  readonly at: number
}

export function makeLabLink(page: string, fields: Fields, settings: LabSettings, at = 0): string {
  const changed = Object.entries(fields)
    .filter(([name, { usual }]) => settings[name] !== usual)
    .map(([name]) => [name, String(settings[name])] as const)
  const parts = [[FORMAT, page] as const, ...changed, ...(at > 0 ? [["at", String(at)] as const] : [])]
  return `#${parts.map(([name, value]) => `${name}=${encode(value)}`).join("&")}`
}

/** Reads the fragment of an address; undefined when it is none of the laboratory's. */
export function parseLabLink<Page extends string>(
  fragment: string,
  pages: Readonly<Record<Page, Fields>>,
): Result<LabPlace<Page>, string> | undefined {
  const text = fragment.replace(/^#/, "")
  if (!/^lab\d*(=|$)/.test(text)) return undefined
  if (text === "lab") return ok({ page: undefined, settings: {}, at: 0 })
  const entries: [string, string][] = []
  for (const part of text.split("&")) {
    const cut = part.indexOf("=")
    try {
      entries.push([part.slice(0, Math.max(0, cut)), decodeURIComponent(part.slice(cut + 1))])
    } catch {
      return err(`"${part.slice(0, 40)}" has a broken % sign`)
    }
  }
  const [[format, page], ...rest] = entries as [[string, string], ...[string, string][]]
  if (format !== FORMAT) return err(`this Montego reads links that begin with #${FORMAT}=`)
  if (!Object.hasOwn(pages, page)) return err(`the laboratory has no page "${page.slice(0, 40)}"`)
  const fields = pages[page as Page]
  const settings: Record<string, string | number> = { ...usualSettings(fields) }
  let at = 0
  for (const [name, value] of rest) {
    const field = name === "at" ? whole(0, 0, Number.MAX_SAFE_INTEGER) : fields[name]
    if (!field) return err(`"${name.slice(0, 40)}" is no setting of this page`)
    const read = readField(name, field, value)
    if (!read.ok) return read
    if (name === "at") at = read.value as number
    else settings[name] = read.value
  }
  return ok({ page: page as Page, settings, at })
}

/** What people should be able to read stays as it is. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")
}
