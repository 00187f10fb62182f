// Learners as bytes: a line of JSON with the numbers and the lengths of the arrays, the arrays, and a checksum.

import { crc32 } from "../base/crc32.ts"
import { err, ok, type Result } from "../base/result.ts"

const MAGIC = "montego-learner 1\n"
const CHECKSUM_BYTES = 4

export interface Snapshot {
  readonly method: string
  readonly numbers: Readonly<Record<string, number>>
  readonly arrays: Readonly<Record<string, Float64Array>>
}

interface Header {
  readonly method: string
  readonly numbers: Readonly<Record<string, number>>
  readonly lengths: Readonly<Record<string, number>>
}

export function encodeSnapshot({ method, numbers, arrays }: Snapshot): Uint8Array {
  const lengths = Object.fromEntries(Object.entries(arrays).map(([name, { length }]) => [name, length]))
  const header: Header = { method, numbers, lengths }
  const text = new TextEncoder().encode(`${MAGIC}${JSON.stringify(header)}\n`)
  const parts = Object.values(arrays)
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, text.length)
  const bytes = new Uint8Array(size + CHECKSUM_BYTES)
  bytes.set(text)
  let offset = text.length
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), offset)
    offset += part.byteLength
  }
  new DataView(bytes.buffer).setUint32(offset, crc32(bytes.subarray(0, offset)), true)
  return bytes
}

/** The reason says what is wrong, for a message that names the file. */
export function decodeSnapshot(bytes: Uint8Array, method: string): Result<Snapshot, string> {
  const magic = new TextEncoder().encode(MAGIC)
  if (magic.some((byte, i) => bytes[i] !== byte)) return err("not a saved learner of this version")
  const end = bytes.length - CHECKSUM_BYTES
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (end < magic.length || view.getUint32(end, true) !== crc32(bytes.subarray(0, end)))
    return err("truncated or damaged: the checksum is wrong")
  const start = bytes.indexOf("\n".charCodeAt(0), magic.length) + 1
  // The checksum is right, so what follows is what `encodeSnapshot` wrote.
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(magic.length, start))) as Header
  if (header.method !== method) return err(`made by the method ${header.method}, not ${method}`)
  const arrays: Record<string, Float64Array> = {}
  let offset = start
  for (const [name, length] of Object.entries(header.lengths)) {
    const array = new Float64Array(length)
    new Uint8Array(array.buffer).set(bytes.subarray(offset, offset + array.byteLength))
    arrays[name] = array
    offset += array.byteLength
  }
  return ok({ method, numbers: header.numbers, arrays })
}
