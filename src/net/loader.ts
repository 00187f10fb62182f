// Which network a board uses, and networks in the form that a search uses them.

import { ok, type Result } from "../base/result.ts"
import { makeBoardLoader, type NetLoader, type NetUse } from "../search/index.ts"
import type { Net } from "./file.ts"
import { makeImage } from "./image.ts"

/** The boards whose networks the package has. */
export const NET_SIZES = [9, 13, 19] as const
/** A board that one of them was trained for. */
export type NetSize = (typeof NET_SIZES)[number]

/** Boards up to these sizes use the networks of 9×9 and of 13×13 (docs/net.md has the matches). */
const LARGEST_SMALL = 10
const LARGEST_MIDDLE = 15

/**
 * The board whose network a board of this size uses. The networks of 9×9 and 13×13 learned from their own games, that
 * of 19×19 from records: its moves are those of people on 13×13, too.
 */
export function netSize(size: number, use: NetUse): NetSize {
  if (size <= LARGEST_SMALL) return 9
  return use === "search" && size <= LARGEST_MIDDLE ? 13 : 19
}

/** Gets the network that was trained for this board. */
export type NetReader = (size: NetSize) => Promise<Result<Net, string>>

/** A loader of networks, for searches unless it is asked what people play. */
export function makeNetLoader(read: NetReader): NetLoader {
  return makeBoardLoader(
    (size, use: NetUse = "search") => netSize(size, use),
    async (trained) => {
      const net = await read(trained)
      return net.ok ? ok(makeImage(net.value)) : net
    },
  )
}
