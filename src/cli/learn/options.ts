// Options that the commands of `montego learn` share.

import { availableParallelism } from "node:os"
import { InvalidArgumentError, Option } from "commander"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { requireFile } from "../files.ts"
import { countUpTo, seedOption } from "../options.ts"

const MOST_THREADS = 64

export const FILES = "SGF collections, plain or gzip"

export function makeThreadsOption(): Option {
  return new Option(
    "--threads <n>",
    "threads that describe positions (default: as many as there are cores)",
  ).argParser(countUpTo(MOST_THREADS, `1 to ${MOST_THREADS} threads.`))
}

export function threadsOf(threads: number | undefined): number {
  return threads ?? Math.min(availableParallelism(), MOST_THREADS)
}

export function makeBoardOption(
  text = "only games on this board (default: the board of the first game)",
): Option {
  return new Option("--size <n>", text).argParser(
    countUpTo(KERNEL_MAX_SIZE, `Boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE} can be learned from.`),
  )
}

export function makeSampleOption(): Option {
  return new Option("--sample <share>", "take this share of the positions, such as 1/11")
    .argParser(shareOption)
    .default(1, "1")
}

export function makeSeedOption(): Option {
  return new Option("--seed <n>", "decides which positions --sample takes").argParser(seedOption).default(1)
}

/** A share above 0: a number up to 1, or a fraction. */
export function shareOption(text: string): number {
  const [over, under = 1, ...rest] = text.split("/").map((part) => (part.trim() === "" ? NaN : Number(part)))
  const share = rest.length > 0 ? NaN : over! / under
  if (!(share > 0 && share <= 1))
    throw new InvalidArgumentError("It is a share above 0 and up to 1, such as 1/11 or 0.1.")
  return share
}

export function positiveNumber(text: string): number {
  const value = text.trim() === "" ? NaN : Number(text)
  if (!(value > 0 && value < Infinity)) throw new InvalidArgumentError("It is a number above 0.")
  return value
}

/** Every file must be there before the work begins; what is broken inside is left out and listed. */
export function requireFiles(files: readonly string[]): void {
  for (const file of files) requireFile(file)
}
