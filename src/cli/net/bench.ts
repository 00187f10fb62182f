// `montego net bench`: how long an evaluation takes, beside light playouts in the same run.

import { Command } from "commander"
import { Kernel } from "../../kernel/index.ts"
import { makeRandomNet, NetEvaluator, type Net } from "../../net/index.ts"
import { loadBundledNet, loadNet } from "../../net/node/index.ts"
import { Black, Board } from "../../rules/index.ts"
import { benchSizesOption, secondsOption } from "../bench/options.ts"
import { machineLine, thisMachine } from "../../base/node/index.ts"
import { fail } from "../failure.ts"
import { Progress } from "../progress.ts"
import { makeNetOption } from "./options.ts"

const HELP = `
One evaluation of the empty board on one thread, in five rounds that take turns with light playouts; the best round
counts. "light" is how many light playouts take as long. Without --net: the network that comes with montego for the
board, if there is one, and networks with random weights of two shapes.

Examples:
  montego net bench
  montego net bench --net own.bin --size 9 --json`

const ROUNDS = 5
const PLAYOUTS = 256

interface BenchOptions {
  net?: string
  size?: number[]
  seconds: number
  json?: boolean
}

export function benchCommand(): Command {
  return new Command("bench")
    .description("Measure how long an evaluation takes.")
    .addOption(makeNetOption())
    .option("--size <n...>", "board sizes (default: 9 19)", benchSizesOption)
    .option("--seconds <s>", "time for each row, in all rounds together", secondsOption, 2)
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(bench)
}

interface NetSpeed {
  readonly name: string
  readonly size: number
  readonly evaluationsPerSecond: number
  readonly milliseconds: number
  /** Light playouts that take as long as an evaluation. */
  readonly light: number
}

async function bench({ net, size: sizes = [9, 19], seconds, json }: BenchOptions): Promise<void> {
  const progress = new Progress()
  const results: NetSpeed[] = []
  const rows = sizes.flatMap((size) => networksFor(net, size).map((named) => ({ ...named, size })))
  for (const [index, { name, net: network, size }] of rows.entries()) {
    const onRound = (round: number): void =>
      progress.show((index + round / ROUNDS) / rows.length, `${name} on ${size}×${size}`)
    results.push({ name, size, ...(await measure(network, size, seconds, onRound)) })
  }
  progress.end()
  if (json) console.log(JSON.stringify({ machine: thisMachine(), results }))
  else console.log([machineLine(thisMachine()), "", ...tableLines(results)].join("\n"))
}

function networksFor(file: string | undefined, size: number): { name: string; net: Net }[] {
  if (size < 2) fail("networks see boards of 2×2 and more")
  if (file !== undefined) {
    const net = loadNet(file)
    return net.ok ? [{ name: file, net: net.value }] : fail(net.error)
  }
  const bundled = loadBundledNet(size, "search")
  const made = [
    [4, 32],
    [6, 64],
  ].map(([blocks, channels]) => ({
    name: `made ${blocks}×${channels}`,
    net: makeRandomNet({ blocks: blocks!, channels: channels!, seed: 1 }),
  }))
  return bundled.ok ? [{ name: "bundled", net: bundled.value }, ...made] : made
}

async function measure(
  net: Net,
  size: number,
  seconds: number,
  onRound: (round: number) => void,
): Promise<Omit<NetSpeed, "name" | "size">> {
  const evaluator = await NetEvaluator.create(net)
  evaluator.reset(size)
  const kernel = await Kernel.create()
  kernel.load(new Board(size))
  const evaluate = (): void => evaluator.evaluate({ color: Black, komi: 7.5 })
  const play = (): void => void kernel.run({ games: PLAYOUTS, first: Black, komi: 7.5, seed: 1 })
  let [evaluation, playout] = [Infinity, Infinity]
  // The round before the first warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    onRound(round)
    const spent = [evaluate, play].map((work) => timeOf(work, seconds / ROUNDS / 2))
    if (round === 0) continue
    evaluation = Math.min(evaluation, spent[0]!)
    playout = Math.min(playout, spent[1]! / PLAYOUTS)
    // The bar is drawn and Ctrl-C is heard in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    evaluationsPerSecond: Number((1 / evaluation).toFixed(1)),
    milliseconds: Number((1000 * evaluation).toFixed(4)),
    light: Number((evaluation / playout).toFixed(1)),
  }
}

/** Seconds of one call, over calls that take this time together. */
function timeOf(work: () => void, seconds: number): number {
  const began = performance.now()
  let calls = 0
  let spent = 0
  for (; spent < seconds; calls++, spent = (performance.now() - began) / 1000) work()
  return spent / calls
}

function tableLines(results: readonly NetSpeed[]): string[] {
  return [
    "network               size   evaluations/s        ms     light",
    ...results.map(({ name, size, evaluationsPerSecond, milliseconds, light }) =>
      [
        name.padEnd(20),
        `${size}×${size}`.padStart(5),
        evaluationsPerSecond.toFixed(0).padStart(15),
        milliseconds.toFixed(3).padStart(9),
        light.toFixed(1).padStart(9),
      ].join(" "),
    ),
  ]
}
