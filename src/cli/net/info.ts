// `montego net info`: what is in a network's file.

import { statSync } from "node:fs"
import { Command } from "commander"
import { countWeights, type Net } from "../../net/index.ts"
import { requireNet } from "./options.ts"

const HELP = `
Tells the architecture, the number of weights and multiply-adds, where the network comes from and how well it did.

Examples:
  montego net info
  montego net info own.bin --json`

const SIZES = [9, 13, 19] as const
const DEFAULT_BOARD = 19

export function infoCommand(): Command {
  return new Command("info")
    .description("Tell what is in a network's file.")
    .argument("[file]", "a network's file (default: the one that comes with montego for 19×19)")
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action((file: string | undefined, { json }: { json?: boolean }) => {
      const { file: path, net } = requireNet(file, DEFAULT_BOARD)
      const info = infoOf(path, net)
      console.log(json ? JSON.stringify(info) : infoLines(info).join("\n"))
    })
}

function infoOf(file: string, net: Net) {
  const { blocks, channels, bits, size, origin, scores, layers } = net
  return {
    file,
    bytes: statSync(file).size,
    blocks,
    channels,
    bits,
    planes: layers[0]!.inputs,
    globals: layers[1]!.inputs,
    size,
    weights: countWeights(net),
    multiplyAdds: Object.fromEntries(SIZES.map((lines) => [lines, multiplyAdds(net, lines)])),
    origin,
    scores,
    layers: layers.map(({ name, outputs, taps, inputs, shift }) => ({ name, outputs, taps, inputs, shift })),
  }
}

/** Layers that are computed at every point count once a point. */
function multiplyAdds({ layers }: Net, lines: number): number {
  const atPoints = (name: string, taps: number): boolean => taps === 9 || ["z", "pw", "ow"].includes(name)
  return layers.reduce(
    (sum, { name, outputs, taps, inputs }) =>
      sum + outputs * taps * inputs * (atPoints(name, taps) ? lines * lines : 1),
    0,
  )
}

function infoLines(info: ReturnType<typeof infoOf>): string[] {
  const { file, bytes, blocks, channels, bits, planes, globals, size, weights, origin, scores } = info
  const work = SIZES.map((lines) => `${(info.multiplyAdds[lines]! / 1e6).toFixed(1)} on ${lines}×${lines}`)
  return [
    `${file}: ${bytes} bytes`,
    `network   ${blocks} blocks of ${channels} channels, ${weights} weights, units of 2^-${bits}`,
    `input     ${planes} planes, ${globals} globals`,
    `board     ${size === 0 ? "several sizes" : `${size}×${size}`}`,
    `work      million multiply-adds: ${work.join(", ")}`,
    ...noteLines("origin", origin),
    ...noteLines("scores", scores),
  ]
}

function noteLines(title: string, notes: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(notes).map(
    ([name, value], index) =>
      `${(index === 0 ? title : "").padEnd(9)} ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  )
}
