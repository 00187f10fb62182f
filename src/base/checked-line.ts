// The lines of a journal, each with a checksum: `{…,"crc32":"0a1b2c3d"}`, where the checksum is of the line without its
// last key. A line stays JSON that other programs read, and a flipped bit anywhere in it is found.

import { crc32 } from "./crc32.ts"

/** A line: its value and whether the checksum confirms it, or damaged. */
export type Line =
  | { readonly kind: "checked" | "unchecked"; readonly value: unknown }
  | { readonly kind: "damaged"; readonly reason: string }

const SUFFIX = /,"crc32":"([0-9a-f]{8})"\}$/
const SUFFIX_LENGTH = `,"crc32":"00000000"}`.length
const BRACE = Uint8Array.of(0x7d)
const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Without the line feed. */
export function makeLine(value: object): string {
  const text = JSON.stringify(value)
  const sum = crc32(encoder.encode(text)).toString(16).padStart(8, "0")
  return `${text.slice(0, -1)},"crc32":"${sum}"}`
}

/** Reads a line, without its line feed. Those of older journals have no checksum. */
export function readLine(bytes: Uint8Array): Line {
  const text = decoder.decode(bytes)
  const sum = SUFFIX.exec(text)?.[1]
  if (sum !== undefined) {
    const body = bytes.subarray(0, bytes.length - SUFFIX_LENGTH)
    if (crc32(BRACE, crc32(body)) !== Number.parseInt(sum, 16))
      return { kind: "damaged", reason: "its checksum differs" }
  }
  try {
    return { kind: sum === undefined ? "unchecked" : "checked", value: JSON.parse(text) as unknown }
  } catch {
    return { kind: "damaged", reason: "it is no JSON" }
  }
}

/** The lines up to the last line feed, without it. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let from = 0, end = bytes.indexOf(0x0a); end >= 0; from = end + 1, end = bytes.indexOf(0x0a, from))
    yield bytes.subarray(from, end)
}
