// Option values that the parts of `montego bench` share.

import { InvalidArgumentError } from "commander"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { sizeOption } from "../options.ts"

export function benchSizeOption(text: string): number {
  const size = sizeOption(text)
  if (size > KERNEL_MAX_SIZE)
    throw new InvalidArgumentError(`The kernel plays on boards up to ${KERNEL_MAX_SIZE}.`)
  return size
}

/** Of an option that may have several. */
export function benchSizesOption(text: string, before: number[] = []): number[] {
  return [...before, benchSizeOption(text)]
}

const MOST_SECONDS = 3600

export function secondsOption(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= MOST_SECONDS))
    throw new InvalidArgumentError(`It is a time up to ${MOST_SECONDS} seconds.`)
  return seconds
}
