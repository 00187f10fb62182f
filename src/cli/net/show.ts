// `montego net show`: what a network sees on a position, as pictures of its policy and of its owners.

import { basename } from "node:path"
import { Command } from "commander"
import { ownerMap, valueMap } from "../../draw/index.ts"
import { NetEvaluator, type Judgement } from "../../net/index.ts"
import {
  allPoints,
  Black,
  colorName,
  COLUMNS,
  Empty,
  makeMargin,
  makeVertex,
  PASS,
  pointAt,
  POINTS,
  type Board,
  type Game,
  type Move,
} from "../../rules/index.ts"
import { hasColors } from "../colors.ts"
import { fail } from "../failure.ts"
import { writePicture } from "../files.ts"
import { komiOption, makeEmptySizeOption, makeMoveOption, makeNumberOption, outputFile } from "../options.ts"
import { drawOwners } from "../owner-board.ts"
import { positionOf } from "../position.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { makeNetOption, requireNet } from "./options.ts"

const HELP = `
One evaluation, without any search. The first board has the chance of each move in percent; the second tells whose each
point becomes.

Examples:
  montego net show --size 9
  montego net show game.sgf --move 50 --svg policy.svg --owner-svg owners.svg
  montego net show game.sgf --net own.bin --json`

const TERMS = { noCapture: "networks are trained for Go, not for Capture Go" }
const LISTED = 10

interface ShowOptions {
  net?: string
  size?: number
  move?: number
  number: number
  komi?: number
  svg?: string
  ownerSvg?: string
  json?: boolean
}

export function showCommand(): Command {
  return new Command("show")
    .description("Draw a network's policy and owners on a position.")
    .argument("[file]", "an SGF file, plain or gzip (default: an empty board)")
    .addOption(makeNetOption())
    .addOption(makeEmptySizeOption())
    .addOption(makeMoveOption())
    .addOption(makeNumberOption())
    .option("--komi <points>", "komi (default: the record's, or 7.5)", komiOption)
    .option("--svg <file>", "write the policy as a picture", outputFile)
    .option("--owner-svg <file>", "write the owners as a picture")
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(show)
}

async function show(file: string | undefined, options: ShowOptions): Promise<void> {
  const { game, notes } = await positionOf(file, options, TERMS)
  if (game.size > KERNEL_MAX_SIZE || game.size < 2)
    fail(`networks see boards of 2×2 to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
  const { file: path, net } = requireNet(options.net, game.size)
  const evaluator = await NetEvaluator.create(net)
  evaluator.load(game.board)
  const { toPlay: color, komi, moves, rules } = game
  const judgement = evaluator.judge({ color, komi, moves, territory: rules.scoring === "territory" })
  const owners = blackOwners(judgement, color === Black)
  if (options.svg !== undefined) writePicture(options.svg, policyPicture(game, judgement))
  if (options.ownerSvg !== undefined)
    writePicture(options.ownerSvg, ownerMap(game.board, owners, `Owners by ${basename(path)}`))
  console.log(
    options.json
      ? makeJson(path, game, judgement, notes)
      : makeText(path, game, judgement, owners, notes).join("\n"),
  )
}

/** By point: 1 for Black's to -1 for White's. */
function blackOwners({ owners }: Judgement, isBlack: boolean): Float64Array {
  const shown = new Float64Array(POINTS)
  for (const [point, own] of owners) shown[point] = (isBlack ? 1 : -1) * (2 * own - 1)
  return shown
}

function policyPicture({ board, toPlay }: Game, judgement: Judgement): string {
  const most = Math.max(...judgement.chances.values(), Number.MIN_VALUE)
  return valueMap(
    board,
    (point) => {
      const chance = judgement.chances.get(point)
      if (chance === undefined) return { share: undefined, text: "", told: "not legal" }
      const text = percentText(chance)
      // The root, so that rare moves differ from those that are never played.
      return { share: Math.sqrt(chance / most), text, told: `${(100 * chance).toFixed(2)} %` }
    },
    { title: `${colorName(toPlay)}'s next move in percent`, note: verdict(judgement, colorName(toPlay)) },
  )
}

/** Whole percent; empty below half of one. */
function percentText(chance: number): string {
  const percent = Math.round(100 * chance)
  return percent === 0 ? "" : String(percent)
}

function verdict({ value, score }: Judgement, name: string): string {
  return `${name} wins ${(100 * value).toFixed(1)} %, by ${score.toFixed(1)} points on average`
}

function likeliest({ chances, passChance }: Judgement): [move: Move, chance: number][] {
  const all: [Move, number][] = [...chances, [PASS, passChance]]
  return all.toSorted((a, b) => b[1] - a[1]).slice(0, LISTED)
}

function makeText(
  path: string,
  { board, size, toPlay, moves, komi }: Game,
  judgement: Judgement,
  owners: Float64Array,
  notes: readonly string[],
): string[] {
  const list = likeliest(judgement).map(
    ([move, chance]) => `${makeVertex(move, size)} ${(100 * chance).toFixed(1)} %`,
  )
  const black = toPlay === Black ? judgement.score : -judgement.score
  return [
    ...drawPolicy(board, judgement),
    "numbers: chance of the move in percent; X, O: Black, White",
    "",
    ...drawOwners(board, owners, hasColors(), { isLow: true }),
    hasColors()
      ? "dark: Black's, light: White's"
      : "digits: tenths of the chance that the point becomes Black's",
    `after ${moves.length} moves, ${colorName(toPlay)} to play, komi ${komi}; ${path}`,
    `${verdict(judgement, colorName(toPlay))} (${makeMargin(black)})`,
    `likely moves: ${list.join(", ")}`,
    ...notes.map((note) => `note: ${note}`),
  ]
}

function drawPolicy(board: Board, { chances }: Judgement): string[] {
  const { size } = board
  const letters = `    ${[...COLUMNS.slice(0, size)].join("  ")}`
  const rows = Array.from({ length: size }, (_, y) => {
    const cells = Array.from({ length: size }, (_cell, x) => {
      const point = pointAt(x, y)
      const stone = board.at(point)
      if (stone !== Empty) return stone === Black ? " X " : " O "
      return `${(percentText(chances.get(point) ?? 0) || ".").padStart(2)} `
    })
    const number = String(size - y)
    return `${number.padStart(2)} ${cells.join("")} ${number}`
  })
  return [letters, ...rows, letters]
}

function makeJson(
  net: string,
  { board, size, toPlay, moves, komi }: Game,
  { chances, passChance, value, score, owners }: Judgement,
  notes: readonly string[],
): string {
  const named = (of: (point: ReturnType<typeof pointAt>) => number | undefined): Record<string, number> =>
    Object.fromEntries(
      allPoints(board.size).flatMap((point) => {
        const number = of(point)
        return number === undefined ? [] : [[makeVertex(point, size), Number(number.toFixed(6))]]
      }),
    )
  return JSON.stringify({
    net,
    size,
    moves: moves.length,
    toPlay: colorName(toPlay),
    komi,
    value,
    score,
    pass: Number(passChance.toFixed(6)),
    policy: named((point) => chances.get(point)),
    owners: named((point) => owners.get(point)),
    notes,
  })
}
