// Files of networks: those of the package under `weights/`, and those that a user names.

import { fileURLToPath } from "node:url"
import { err, ok, type Result } from "../../base/result.ts"
import type { NetImage } from "../../kernel/index.ts"
import { readWholeFile } from "../../record/node/files.ts"
import type { BoardLoader } from "../../search/index.ts"
import { netSize, parseNet, type Net } from "../file.ts"
import { makeImage } from "../image.ts"
import { makeNetLoader } from "../loader.ts"

/** Where the package has its network for this board; the file may be missing in a checkout without it. */
export function bundledNet(size: number): string {
  return fileURLToPath(new URL(`../../../weights/net${netSize(size)}.bin`, import.meta.url))
}

/** Reads a network from a file. The reason names the file and says what is wrong with it. */
export function loadNet(file: string): Result<Net, string> {
  const bytes = readWholeFile(file)
  if (!bytes.ok) return bytes
  const net = parseNet(bytes.value)
  return net.ok ? net : err(`${file}: ${net.error}`)
}

/** The network of the package for this board; without it, callers go on and tell the reason. */
export function loadBundledNet(size: number): Result<Net, string> {
  return loadNet(bundledNet(size))
}

/** The network of a file as a search uses it. */
export function openNetFile(file: string): Result<NetImage, string> {
  const net = loadNet(file)
  return net.ok ? ok(makeImage(net.value)) : net
}

/** Loads the networks that come with the package, as searches use them, each file once. */
export const loadNetImage: BoardLoader<NetImage> = makeNetLoader(async (size) => loadBundledNet(size))
