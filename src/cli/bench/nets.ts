// The networks that benchmarks evaluate: those of the package, and made ones of two shapes, whose weights are random.

import { makeNet, makeRandomNet, netSize } from "../../net/index.ts"
import { loadBundledNet } from "../../net/node/index.ts"

/** Rows of a benchmark: the network of the package (where there is none, the larger made one), and both made ones. */
export const NET_ROWS = ["net", "net-4x32", "net-6x64"] as const
export type NetRow = (typeof NET_ROWS)[number]

/** Networks as files, by the name of their row; that of the package by row and board. */
export type NetFiles = Readonly<Record<string, Uint8Array>>

export function benchNets(sizes: readonly number[]): NetFiles {
  const made = (blocks: number, channels: number): Uint8Array =>
    makeNet(makeRandomNet({ blocks, channels, seed: 1 }))
  const files: Record<string, Uint8Array> = { "net-4x32": made(4, 32), "net-6x64": made(6, 64) }
  for (const size of sizes) {
    const net = loadBundledNet(size, "search")
    if (net.ok) files[bundledName(size)] ??= makeNet(net.value)
  }
  return files
}

/** The file of a row on this board. */
export function netFile(files: NetFiles, row: NetRow, size: number): Uint8Array {
  return files[row === "net" ? bundledName(size) : row] ?? files["net-6x64"]!
}

/** Boards that share a network share its file. */
function bundledName(size: number): string {
  return `net${netSize(size, "search")}`
}
