// Networks in the form that a search uses them.

import { ok, type Result } from "../base/result.ts"
import type { NetImage } from "../kernel/index.ts"
import { makeBoardLoader, type BoardLoader } from "../search/index.ts"
import { netSize, type Net } from "./file.ts"
import { makeImage } from "./image.ts"

/** Gets the network that was trained for this board. */
export type NetReader = (size: 9 | 19) => Promise<Result<Net, string>>

/** A loader of networks for searches. */
export function makeNetLoader(read: NetReader): BoardLoader<NetImage> {
  return makeBoardLoader(netSize, async (size) => {
    const net = await read(size)
    return net.ok ? ok(makeImage(net.value)) : net
  })
}
