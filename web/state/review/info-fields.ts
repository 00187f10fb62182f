// What a person can say about a game: the root's properties by the names of their fields.

import { makeSimpleText, parseReal, parseSimpleText, readGameInfo, type SgfNode } from "montego/record"

export const INFO_FIELDS = {
  black: "PB",
  blackRank: "BR",
  white: "PW",
  whiteRank: "WR",
  komi: "KM",
  handicap: "HA",
  rules: "RU",
  result: "RE",
  date: "DT",
  event: "EV",
  round: "RO",
  place: "PC",
  name: "GN",
  annotator: "AN",
} as const
export type InfoField = keyof typeof INFO_FIELDS

const NUMBERS: readonly InfoField[] = ["komi", "handicap"]

/** The text of a field, as the record has it. */
export function readField({ properties }: SgfNode, field: InfoField): string {
  return parseSimpleText(properties[INFO_FIELDS[field]]?.[0] ?? "")
}

/** The root's properties with another text in a field; undefined where the reader would not take it. */
export function withField(root: SgfNode, field: InfoField, text: string): SgfNode["properties"] | undefined {
  const name = INFO_FIELDS[field]
  const { [name]: _, ...others } = root.properties
  const value = text.trim()
  if (value === "") return others
  if (NUMBERS.includes(field) && parseReal(value).value === undefined) return undefined
  const properties = { ...root.properties, [name]: [makeSimpleText(value)] }
  const reading = readGameInfo({ ...root, properties })
  const isTaken =
    reading.ok &&
    (!NUMBERS.includes(field) || !reading.value.issues.some(({ property }) => property === name))
  return isTaken ? properties : undefined
}
