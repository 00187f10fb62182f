// Learners as bytes: a container with the method and its numbers in the header, and the arrays as parts.

import { err, ok, type Result } from "../base/result.ts"
import { bytesOf, makeContainer, parseContainer } from "../base/container.ts"

const KIND = { name: "montego-learner", version: 2 }

export interface Snapshot {
  readonly method: string
  readonly numbers: Readonly<Record<string, number>>
  readonly arrays: Readonly<Record<string, Float64Array>>
}

type Header = Omit<Snapshot, "arrays">

export function encodeSnapshot({ method, numbers, arrays }: Snapshot): Uint8Array {
  const header: Header = { method, numbers }
  const parts = Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, bytesOf(array)]))
  return makeContainer(KIND, { header, parts })
}

/** The reason says what is wrong, for a message that names the file. */
export function decodeSnapshot(bytes: Uint8Array, method: string): Result<Snapshot, string> {
  const container = parseContainer(bytes, KIND)
  if (!container.ok) return container
  // The checksum is right, so what follows is what `encodeSnapshot` wrote.
  const header = container.value.header as Header
  if (header.method !== method) return err(`made by the method ${header.method}, not ${method}`)
  const arrays = Object.fromEntries(
    Object.entries(container.value.parts).map(([name, part]) => [name, new Float64Array(part.buffer)]),
  )
  return ok({ ...header, arrays })
}
