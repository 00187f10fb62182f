// Targets that are at fault by design: they show that the fuzzer bites (fuzz.test.ts).

import { must, type Target } from "./target.ts"

const make: Target["make"] = (random) => Uint8Array.of(random.below(256))

/** At fault in about one case of 256. */
const isUnlucky = (input: Uint8Array): boolean => input[0] === 7

export const PLANTED: Readonly<Record<string, Target>> = {
  "planted-throw": { make, run: (input) => must(!isUnlucky(input), () => "a planted fault") },
  "planted-hang": {
    make,
    run: (input) => {
      while (isUnlucky(input)) if (input.length > 1) return
    },
  },
  "planted-hoard": {
    make,
    run: (input) => {
      const kept: number[][] = []
      while (isUnlucky(input)) kept.push(new Array<number>(100_000).fill(kept.length))
    },
  },
}
