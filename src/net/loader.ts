// Networks in the form that a search uses them.

import { ok, type Result } from "../base/result.ts"
import type { NetImage } from "../kernel/index.ts"
import { netSize, type Net } from "./file.ts"
import { makeImage } from "./image.ts"

/** Gets the network that was trained for this board. */
export type NetReader = (size: 9 | 19) => Promise<Result<Net, string>>

/**
 * A loader of networks for searches. It reads each once, and boards that share one get the same object; what
 * failed is tried again by the next search.
 */
export function makeNetLoader(read: NetReader): (size: number) => Promise<Result<NetImage, string>> {
  const known = new Map<number, NetImage>()
  return async (size) => {
    const trained = netSize(size)
    const found = known.get(trained)
    if (found) return ok(found)
    const net = await read(trained)
    if (!net.ok) return net
    const image = makeImage(net.value)
    known.set(trained, image)
    return ok(image)
  }
}
