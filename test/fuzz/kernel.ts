// Playouts from random positions with random switches, in the kernel and in its readable twin: games, sums and owners
// must be the same (SIM-4 to SIM-8, RUL-5). The input is a number; everything follows from it.

import { isDeepStrictEqual } from "node:util"
import { Random } from "../../src/base/index.ts"
import { Kernel, provisionalGammas, runReference } from "../../src/kernel/index.ts"
import type { Gammas, MogoRules, PlayoutRequest } from "../../src/kernel/index.ts"
import { randomPosition, type Start } from "../../src/kernel/signature.ts"
import type { Color, Move } from "../../src/rules/index.ts"
import { must, type Target } from "./target.ts"

/** Weights of 0 are among them: then games end with regions open. */
const LARGEST_WEIGHT_BITS = 14

export function kernelTarget(): Target {
  const kernel = Kernel.create()
  return {
    make: (random) => Uint8Array.from({ length: 6 }, () => random.below(256)),
    async run(input) {
      const random = new Random(input.reduce((number, byte) => 256 * number + byte, 0))
      const { board, toPlay, last } = randomStart(random)
      const request = randomRequest(random, toPlay, last)
      const ours = await kernel
      if (request.policy === "gamma") ours.setGammas(request.gammas ?? provisionalGammas())
      ours.load(board)
      const isSame = isDeepStrictEqual(ours.run(request), runReference(board, request))
      must(isSame, () => `the twin plays otherwise on ${board.size}×${board.size}: ${describe(request)}`)
    },
  }
}

function describe({ gammas, ...request }: PlayoutRequest): string {
  const { patterns: _, ...features } = gammas ?? {}
  return JSON.stringify({ ...request, features })
}

/** Small boards more often than large ones, which take longer; now and then a move fills an own eye. */
function randomStart(random: Random): Start {
  const size = chance(random, 5) ? 1 + random.below(19) : 2 + random.below(9)
  return randomPosition(size, random.below(2 * size * size), random, () => chance(random, 8))
}

function randomRequest(random: Random, first: Color, last: Move): PlayoutRequest {
  const policy = (["light", "mogo", "mogo", "gamma"] as const)[random.below(4)]!
  return {
    games: 2,
    first,
    last,
    komi: 6.5,
    seed: random.next(),
    policy,
    rules: randomRules(random),
    owners: chance(random, 2),
    ...(chance(random, 4) ? { captureGoal: 1 + random.below(4) } : {}),
    ...(policy === "gamma" && chance(random, 2) ? { gammas: randomGammas(random) } : {}),
  }
}

function randomRules(random: Random): MogoRules {
  return {
    capture: chance(random, 2),
    escape: chance(random, 2),
    pattern: chance(random, 2),
    scope: chance(random, 2) ? "board" : "last-move",
    noSelfAtari: chance(random, 2),
    nakade: chance(random, 2),
    ladder: chance(random, 4),
    low: chance(random, 2),
    selfAtariChance: chance(random, 2) ? random.below(100) / 100 : 0,
    randomness: chance(random, 2) ? random.below(100) / 100 : 0,
  }
}

function randomGammas(random: Random): Gammas {
  const { patterns } = provisionalGammas()
  const bits = random.below(LARGEST_WEIGHT_BITS)
  const quarters = (): number => random.below(40) / 4
  return {
    patterns: patterns.map((weight) => (weight === 0 ? 0 : random.below(2 ** bits))),
    ...(chance(random, 2) ? { capture: quarters(), escape: quarters() } : {}),
    ...(chance(random, 2) ? { beside: 1 + quarters(), diagonal: 1 + quarters() } : {}),
  }
}

/** True one time in `times`. */
function chance(random: Random, times: number): boolean {
  return random.below(times) === 0
}
