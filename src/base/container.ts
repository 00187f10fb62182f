// Files of numbers (learners, shapes, weights, checkpoints, networks) in one form: a line with kind and version, a
// line of JSON with the header and the lengths of the parts, the parts, and a CRC-32 of everything before it.

import { crc32 } from "./crc32.ts"
import { err, ok, type Result } from "./result.ts"

const CHECKSUM_BYTES = 4
const LINE_FEED = 0x0a
/** First lines that are longer belong to other files. */
const LONGEST_NAME = 64

export interface ContainerKind {
  /** Such as "montego-weights". */
  readonly name: string
  readonly version: number
}

export interface Container {
  readonly header: unknown
  readonly parts: Readonly<Record<string, Uint8Array>>
}

interface SecondLine {
  readonly header: unknown
  readonly lengths: Readonly<Record<string, number>>
}

export function makeContainer({ name, version }: ContainerKind, { header, parts }: Container): Uint8Array {
  const lengths = Object.fromEntries(Object.entries(parts).map(([part, { length }]) => [part, length]))
  const second: SecondLine = { header, lengths }
  const text = new TextEncoder().encode(`${name} ${version}\n${JSON.stringify(second)}\n`)
  const size = Object.values(parts).reduce((sum, { length }) => sum + length, text.length)
  const bytes = new Uint8Array(size + CHECKSUM_BYTES)
  bytes.set(text)
  let offset = text.length
  for (const part of Object.values(parts)) {
    bytes.set(part, offset)
    offset += part.length
  }
  new DataView(bytes.buffer).setUint32(offset, crc32(bytes.subarray(0, offset)), true)
  return bytes
}

/** The reason says what is wrong, for a message that names the file. Parts are copies. */
export function parseContainer(bytes: Uint8Array, kind: ContainerKind): Result<Container, string> {
  const nameEnd = bytes.subarray(0, LONGEST_NAME).indexOf(LINE_FEED)
  const name = new TextDecoder().decode(bytes.subarray(0, Math.max(0, nameEnd)))
  const version = name.startsWith(`${kind.name} `) ? name.slice(kind.name.length + 1) : undefined
  if (version === undefined) return err(`not a file of the kind ${kind.name}`)
  if (version !== String(kind.version))
    return err(`of version ${version.slice(0, 20)}; this program reads version ${kind.version}`)
  const start = bytes.indexOf(LINE_FEED, nameEnd + 1) + 1
  const second = start === 0 ? undefined : parseSecondLine(bytes.subarray(nameEnd + 1, start))
  if (!second) return err("truncated or damaged: the header can't be read")
  const end = Object.values(second.lengths).reduce((sum, length) => sum + length, start)
  const wanted = end + CHECKSUM_BYTES
  if (bytes.length < wanted) return err(`truncated: it has ${bytes.length} of ${wanted} bytes`)
  if (bytes.length > wanted) return err(`damaged: it has ${bytes.length} bytes in place of ${wanted}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(end, true) !== crc32(bytes.subarray(0, end)))
    return err("damaged or edited: the checksum is wrong")
  const parts: Record<string, Uint8Array> = {}
  let offset = start
  for (const [part, length] of Object.entries(second.lengths)) {
    // A copy of its own: `slice` of Node's buffers would be a view into a larger one.
    parts[part] = new Uint8Array(bytes.subarray(offset, offset + length))
    offset += length
  }
  return ok({ header: second.header, parts })
}

/** Before the checksum is known to be right, nothing is sure about the line. */
function parseSecondLine(bytes: Uint8Array): SecondLine | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Partial<SecondLine> | null
    const lengths = Object.values(value?.lengths ?? { none: -1 })
    return lengths.every((length) => Number.isSafeInteger(length) && length >= 0)
      ? (value as SecondLine)
      : undefined
  } catch {
    return undefined
  }
}

/** The bytes of numbers, without a copy. Files are little-endian, as WebAssembly and all machines that Node runs on. */
export function bytesOf(numbers: Float64Array | Float32Array | Uint32Array | Int16Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
