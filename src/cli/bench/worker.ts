// One thread of `montego bench kernel`: plays for the time of its task. Every program has threads of its own, because
// what one does to its V8 can slow down another: plain JavaScript lost an eighth beside deadstones in one thread.
//
// Workers must be compiled files, so this one is always started from dist/.

import { parentPort, workerData } from "node:worker_threads"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { Kernel, provisionalGammas, type KernelOptions } from "../../kernel/index.ts"
import { loadKnowledge } from "../../learn/node/index.ts"
import { NetEvaluator, parseNet } from "../../net/index.ts"
import { Black, Board } from "../../rules/index.ts"
import type { BenchMethod } from "./methods.ts"
import { NET_ROWS, netFile, type NetFiles, type NetRow } from "./nets.ts"

/** The program that plays: the kernel, on its region of a shared memory, or a rival, from the module at `url`. */
export type BenchProgram =
  | { readonly kind: "kernel"; readonly options: KernelOptions }
  | { readonly kind: "plain" | "deadstones"; readonly url: string }
  | { readonly kind: "net"; readonly files: NetFiles }

export interface BenchTask {
  /** For the kernel. */
  readonly method: BenchMethod
  /** For networks, whose evaluations count as games. */
  readonly net?: NetRow
  readonly size: number
  readonly seconds: number
  readonly seed: number
}

/** What was done in which time. Moves are not known of programs that don't tell. */
export interface Measured {
  readonly games: number
  readonly moves: number | undefined
  readonly seconds: number
}

/** The part of bench/plain.js that is used. */
interface PlainPlayouts {
  setSize(size: number): void
  run(games: number, from: Random["state"]): { readonly moves: number }
}

/** The part of @sabaki/deadstones that is used. */
interface Deadstones {
  getProbabilityMap(board: number[][], iterations: number): Promise<number[][]>
}

/** Plays some games with a seed; answers how many moves they had. */
type Batch = (seed: number) => number | undefined | Promise<undefined>

interface Player {
  /** Games of a batch: enough that the cost of a batch itself is negligible. */
  readonly games: number
  readonly prepare: (task: BenchTask) => Batch | Promise<Batch>
}

async function makePlayer(program: BenchProgram): Promise<Player> {
  switch (program.kind) {
    case "kernel": {
      const kernel = await Kernel.create(program.options)
      const games = 512
      return {
        games,
        async prepare({ method, size }) {
          kernel.load(new Board(size))
          const common = { games, first: Black, komi: 7.5 }
          if (method === "analyze-after") return (seed) => kernel.runAnalyzeAfter({ ...common, seed }).moves
          if (method === "gamma") kernel.setGammas(provisionalGammas())
          if (method === "learned-gamma") kernel.setGammas(unwrap(await loadKnowledge(size)).gammas)
          const policy = method === "learned-gamma" ? "gamma" : method
          return (seed) => kernel.run({ ...common, seed, policy }).moves
        },
      }
    }
    case "plain": {
      const plain = (await import(program.url)) as PlainPlayouts
      const games = 512
      return {
        games,
        prepare({ size }) {
          plain.setSize(size)
          return (seed) => plain.run(games, new Random(seed).state).moves
        },
      }
    }
    case "deadstones": {
      const deadstones = ((await import(program.url)) as { default: Deadstones }).default
      const games = 20
      return {
        games,
        prepare({ size }) {
          const empty = Array.from({ length: size }, () => new Array<number>(size).fill(0))
          return async () => {
            await deadstones.getProbabilityMap(empty, games)
            return undefined
          }
        },
      }
    }
    case "net": {
      const evaluators = new Map<Uint8Array, NetEvaluator>()
      for (const file of Object.values(program.files))
        evaluators.set(file, await NetEvaluator.create(unwrap(parseNet(file))))
      const games = 4
      return {
        games,
        prepare({ net = NET_ROWS[0], size }) {
          const evaluator = evaluators.get(netFile(program.files, net, size))!
          evaluator.reset(size)
          return () => {
            for (let game = 0; game < games; game++) evaluator.evaluate({ color: Black, komi: 7.5 })
            return undefined
          }
        },
      }
    }
  }
}

async function measure({ games, prepare }: Player, task: BenchTask): Promise<Measured> {
  const batch = await prepare(task)
  let played = 0
  let moves: number | undefined = 0
  let spent = 0
  for (const began = performance.now(); spent < task.seconds; spent = (performance.now() - began) / 1000) {
    const more = await batch(task.seed + played)
    moves = more === undefined ? undefined : (moves ?? 0) + more
    played += games
  }
  return { games: played, moves, seconds: spent }
}

const player = await makePlayer(workerData as BenchProgram)
parentPort?.on("message", (task: BenchTask) => {
  // A rejection ends the worker with its error, which the pool hears of.
  void measure(player, task).then((measured) => parentPort?.postMessage(measured))
})
