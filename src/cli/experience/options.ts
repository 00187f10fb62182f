// What the parts of `montego experience` share.

import { statSync } from "node:fs"
import { InvalidArgumentError } from "commander"
import { wholeOption } from "../options.ts"

export function positiveOption(text: string): number {
  const count = wholeOption(text)
  if (count < 1 || !Number.isSafeInteger(count))
    throw new InvalidArgumentError(`It is a whole number from 1 on, at most ${Number.MAX_SAFE_INTEGER}.`)
  return count
}

/** The size of a file, for people. */
export function bytesOf(file: string): string {
  const bytes = statSync(file).size
  if (bytes < 1e4) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
