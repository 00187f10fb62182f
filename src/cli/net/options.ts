// Options that the commands of `montego net` share.

import { Option } from "commander"
import type { Net } from "../../net/index.ts"
import { bundledNet, loadNet } from "../../net/node/index.ts"
import { fail } from "../failure.ts"

export function makeNetOption(): Option {
  return new Option(
    "--net <file>",
    "a network's file (default: the one that comes with montego for the board)",
  )
}

export interface NamedNet {
  readonly file: string
  readonly net: Net
}

/**
 * The network that is asked for, by default the one that expects people's moves; the command ends with the reason where
 * it can't be used.
 */
export function requireNet(file: string | undefined, size: number): NamedNet {
  const path = file ?? bundledNet(size, "people")
  const net = loadNet(path)
  if (!net.ok) fail(file === undefined ? `${net.error}; name a network with --net` : net.error)
  return { file: path, net: net.value }
}
