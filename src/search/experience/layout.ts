// The bytes of an experience file; docs/experience.md draws them. All numbers are little-endian.
//
//   header, 48 bytes                        node, 24 bytes
//    0  8  magic "MONTEGOX"                  0  4  next sibling, 0 when it is the last
//    8  2  version                           4  4  first child, 0 when there is none
//   10  1  board size                        8  2  children
//   11  1  flags: 1 = turned to one side    10  2  move (bits 0 to 9) and colour (bits 10 and 11)
//   12  4  nodes                            12  4  visits
//   16  8  komi, NaN when there is none     16  8  value
//   24 16  rules, ASCII, zeros behind
//   40  4  CRC-32 of all other bytes
//   44  4  zeros
//
// Nodes stand in breadth-first order, the root first. So siblings lie side by side and children always further
// back than their parent: a reader that follows the links can't run in a circle.

import { err, ok, type Result } from "../../base/result.ts"
import { isBoardSize, isOnBoard, isPass, PASS } from "../../rules/index.ts"
import { crc32 } from "../../base/crc32.ts"
import { colorOfKey, moveOfKey, type MoveKey } from "./nodes.ts"
import type { Conditions } from "./tree.ts"

export const MAGIC = "MONTEGOX"
export const VERSION = 1
export const HEADER_BYTES = 48
export const NODE_BYTES = 24

const RULES_BYTES = 16
const FLAG_SYMMETRIC = 1

const AT = {
  version: 8,
  size: 10,
  flags: 11,
  nodes: 12,
  komi: 16,
  rules: 24,
  checksum: 40,
  zeros: 44,
} as const
const NODE = { next: 0, first: 4, children: 8, key: 10, visits: 12, value: 16 } as const

/** Why bytes are not taken for an experience tree. `reason` is a sentence without the file's name. */
export interface ExperienceError {
  /**
   * `foreign`: something else; `version`: made by another Montego; `length`: cut off, or something follows;
   * `checksum`: damaged; `header`, `node`: says what can't be.
   */
  readonly kind: "foreign" | "version" | "length" | "checksum" | "header" | "node"
  readonly reason: string
}

export interface Header {
  readonly size: number
  readonly symmetric: boolean
  readonly nodeCount: number
  readonly conditions: Conditions
}

export interface NodeRecord {
  readonly next: number
  readonly first: number
  readonly children: number
  readonly key: MoveKey
  readonly visits: number
  readonly value: number
}

/** Checks everything but the nodes. */
export function readHeader(bytes: Uint8Array): Result<Header, ExperienceError> {
  const refuse = (kind: ExperienceError["kind"], reason: string) => err({ kind, reason })
  const start = latin1(bytes.subarray(0, MAGIC.length))
  if (start === "") return refuse("length", "it is empty")
  if (!MAGIC.startsWith(start)) return refuse("foreign", "it is no experience file")
  if (bytes.length < HEADER_BYTES)
    return refuse("length", `it is cut off: ${bytes.length} bytes are less than its head`)
  const view = viewOf(bytes)
  const version = view.getUint16(AT.version, true)
  if (version !== VERSION)
    return refuse("version", `it has version ${version} of the format, this program reads version ${VERSION}`)
  const nodeCount = view.getUint32(AT.nodes, true)
  const length = HEADER_BYTES + nodeCount * NODE_BYTES
  if (bytes.length < length)
    return refuse("length", `it is cut off: ${nodeCount} nodes need ${length} bytes, it has ${bytes.length}`)
  if (bytes.length > length)
    return refuse("length", `${bytes.length - length} bytes follow behind its ${nodeCount} nodes`)
  if (view.getUint32(AT.checksum, true) !== checksumOf(bytes))
    return refuse("checksum", "it is damaged: its checksum is wrong")

  const size = view.getUint8(AT.size)
  if (!isBoardSize(size)) return refuse("header", `no board has ${size} lines`)
  const flags = view.getUint8(AT.flags)
  if ((flags & ~FLAG_SYMMETRIC) !== 0) return refuse("header", `its flags ${flags} are unknown`)
  if (nodeCount === 0) return refuse("header", "it has no node, not even the root")
  const komi = view.getFloat64(AT.komi, true)
  if (Math.abs(komi) === Infinity) return refuse("header", "its komi is no number")
  const rules = latin1(bytes.subarray(AT.rules, AT.rules + RULES_BYTES)).replace(/\0+$/, "")
  if (!/^[a-z0-9-]*$/.test(rules)) return refuse("header", "the name of its rules can't be read")
  if (view.getUint32(AT.zeros, true) !== 0) return refuse("header", "its head does not end with zeros")
  return ok({
    size,
    symmetric: (flags & FLAG_SYMMETRIC) !== 0,
    nodeCount,
    conditions: { komi: Number.isNaN(komi) ? undefined : komi, rules: rules === "" ? undefined : rules },
  })
}

/** Writes the head of a file whose nodes stand behind it already. */
export function writeHeader(bytes: Uint8Array, { size, symmetric, nodeCount, conditions }: Header): void {
  const view = viewOf(bytes)
  for (let index = 0; index < MAGIC.length; index++) bytes[index] = MAGIC.charCodeAt(index)
  view.setUint16(AT.version, VERSION, true)
  view.setUint8(AT.size, size)
  view.setUint8(AT.flags, symmetric ? FLAG_SYMMETRIC : 0)
  view.setUint32(AT.nodes, nodeCount, true)
  view.setFloat64(AT.komi, conditions.komi ?? NaN, true)
  const rules = conditions.rules ?? ""
  for (let index = 0; index < rules.length; index++) bytes[AT.rules + index] = rules.charCodeAt(index)
  view.setUint32(AT.checksum, checksumOf(bytes), true)
}

export function readNode(view: DataView, index: number): NodeRecord {
  const at = HEADER_BYTES + index * NODE_BYTES
  return {
    next: view.getUint32(at + NODE.next, true),
    first: view.getUint32(at + NODE.first, true),
    children: view.getUint16(at + NODE.children, true),
    key: view.getUint16(at + NODE.key, true),
    visits: view.getUint32(at + NODE.visits, true),
    value: view.getFloat64(at + NODE.value, true),
  }
}

export function writeNode(view: DataView, index: number, node: NodeRecord): void {
  const at = HEADER_BYTES + index * NODE_BYTES
  view.setUint32(at + NODE.next, node.next, true)
  view.setUint32(at + NODE.first, node.first, true)
  view.setUint16(at + NODE.children, node.children, true)
  view.setUint16(at + NODE.key, node.key, true)
  view.setUint32(at + NODE.visits, node.visits, true)
  view.setFloat64(at + NODE.value, node.value, true)
}

/** What is wrong with a node for itself; undefined when nothing is. */
export function nodeFault({ size, nodeCount }: Header, index: number, node: NodeRecord): string | undefined {
  const { next, first, children, key, visits, value } = node
  const color = colorOfKey(key)
  const move = moveOfKey(key)
  if (index === 0 ? key !== PASS || next !== 0 : color !== 1 && color !== 2)
    return index === 0 ? "the root has a move or a sibling" : `its colour ${color} is unknown`
  if (!isPass(move) && !isOnBoard(size, move)) return `its move lies off the ${size}×${size} board`
  if (!(value >= 0 && value <= visits)) return `its value ${value} does not fit its ${visits} visits`
  if (index > 0 && visits === 0) return "it was never visited"
  if (next !== 0 && next !== index + 1) return `its next sibling is ${next} in place of ${index + 1}`
  if ((first === 0) !== (children === 0)) return `it has ${children} children, the first of them is ${first}`
  if (children > 0 && first <= index) return `its first child ${first} does not stand behind it`
  if (next >= nodeCount || first + children > nodeCount) return `it leads beyond the ${nodeCount} nodes`
  return undefined
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes.subarray(AT.checksum + 4), crc32(bytes.subarray(0, AT.checksum)))
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
