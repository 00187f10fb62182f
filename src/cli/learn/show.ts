// `montego learn show`: the best and the worst shapes of weights as little boards, with gammas and their errors.

import { Command, Option } from "commander"
import { plainFeatures, shapesOf, type ShownFeature, type Weights } from "../../learn/index.ts"
import { bundledWeights, loadWeights } from "../../learn/node/index.ts"
import { shapeCards } from "../../draw/index.ts"
import { fail } from "../failure.ts"
import { writePicture } from "../files.ts"
import { countUpTo, outputFile } from "../options.ts"
import { drawnLines, factor } from "./show-text.ts"

const HELP = `
Gamma says how many times likelier a feature makes a move. In brackets is the range of two standard errors, the other
gammas fixed. A shape's gamma counts on top of those of the smaller shapes in it. On the little boards X is to move at *,
O is the enemy, x and o are stones in atari beside the move, @ is the last move, # lies beyond the edge; points that do
not belong to the shape are left blank.

Examples:
  montego learn show
  montego learn show playout19.bin --best 20 --worst 20
  montego learn show moves19.bin --svg shapes.svg
  montego learn show moves19.bin --json`

const DEFAULT_COUNT = 12
const MOST_SHOWN = 1000

interface ShowOptions {
  best: number
  worst: number
  svg?: string
  json?: boolean
}

export function showCommand(): Command {
  const count = countUpTo(MOST_SHOWN)
  return new Command("show")
    .description("Draw the best and the worst shapes of weights, with their gammas.")
    .argument("[weights]", "a weight file (default: that of moves on 19×19, which comes with montego)")
    .addOption(new Option("--best <n>", "how many of the best").argParser(count).default(DEFAULT_COUNT))
    .addOption(new Option("--worst <n>", "how many of the worst").argParser(count).default(DEFAULT_COUNT))
    .option("--svg <file>", "the little boards as a picture", outputFile)
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(show)
}

function cardsOf(shapes: readonly ShownFeature[]) {
  return shapes.map((shape) => ({ ...shape, label: factor(shape.gamma, shape.error) }))
}

function show(file: string | undefined, { best, worst, svg, json }: ShowOptions): void {
  const path = file ?? bundledWeights("moves", 19)
  const loaded = loadWeights(path)
  if (!loaded.ok) fail(loaded.error)
  const weights = loaded.value
  const shapes = shapesOf(weights)
  const parts = { best: shapes.slice(0, best), worst: shapes.slice(-worst).reverse() }
  if (svg !== undefined) {
    const sections = new Map([
      ["Best shapes", cardsOf(parts.best)],
      ["Worst shapes", cardsOf(parts.worst)],
    ])
    writePicture(svg, shapeCards(titleOf(path, weights), sections))
  }
  const plain = plainFeatures(weights)
  if (json) {
    console.log(JSON.stringify({ file: path, kind: weights.kind, ...weights.origin, ...parts, plain }))
    return
  }
  for (const line of originLines(path, weights)) console.log(line)
  console.log("\nBest shapes")
  for (const line of drawnLines(parts.best, process.stdout.columns)) console.log(line)
  console.log("\nWorst shapes")
  for (const line of drawnLines(parts.worst, process.stdout.columns)) console.log(line)
  console.log("\nOther features")
  for (const { name, gamma, error } of plain) console.log(`${factor(gamma, error).padEnd(26)} ${name}`)
}

function titleOf(path: string, { kind, origin }: Weights): string {
  return `${path}: ${kind} on ${origin.size}×${origin.size}, ${origin.positions} positions`
}

function originLines(path: string, weights: Weights): string[] {
  const { method, passes, prior, sample, seed, games, files, scores, montego } = weights.origin
  return [
    titleOf(path, weights),
    `features  ${weights.gammas.length - 1}, ${weights.keys.length} of them harvested shapes`,
    `data      ${games} games of ${files.map(({ name }) => name).join(", ")}`,
    `method    ${method}, passes ${passes}, prior ${prior}, sample ${Number(sample.toPrecision(4))}, seed ${seed}, montego ${montego}`,
    ...(scores
      ? [
          `scores    top 1 ${percent(scores.top1)}, top 5 ${percent(scores.top5)}, log-likelihood ${scores.logLikelihood.toFixed(4)} on ${scores.positions} positions of ${scores.files.map(({ name }) => name).join(", ")}`,
        ]
      : []),
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
