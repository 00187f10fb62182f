// `montego endgame`: the regions of a late position, what they are worth, and what to play (CGT-7).

import { Command } from "commander"
import { counted } from "../base/format.ts"
import { makeGame } from "../cgt/index.ts"
import {
  analyzeEndgame,
  bestLocalMoves,
  DEFAULT_NODES,
  kindOf,
  playEndgame,
  type Endgame,
  type EndgamePlay,
  type EndgameRegion,
  type RefusedRegion,
  type MoveKind,
  type RefusalKind,
} from "../cgt/board/index.ts"
import { valueMap } from "../draw/index.ts"
import {
  Black,
  colorName,
  COLUMNS,
  Empty,
  makeMargin,
  makeVertex,
  pointAt,
  White,
  type Color,
  type Game,
  type Point,
  type Ruleset,
} from "../rules/index.ts"
import { fail } from "./failure.ts"
import { writePicture } from "./files.ts"
import { gameOf, replayed } from "./games.ts"
import {
  countUpTo,
  komiOption,
  makeMoveOption,
  makeNumberOption,
  outputFile,
  rulesOption,
  seedOption,
} from "./options.ts"
import { openPositionJudge } from "../players/index.ts"
import { Progress } from "./progress.ts"

const HELP = `
A late position falls into regions: open points between stones that live. A move in one region changes nothing in
another, so each region is searched alone and becomes a game such as {3||0|-10}: Black, who is Left, moves to 3; White
moves to {0|-10}, from where Black moves to 0 and White to -10. The scores count the region's points for Black.

  mean          what the region is worth when many like it are on the board
  temperature   what the next move there gains; the hottest region is played first, as a rule
  sente         the move must be answered, so its side keeps the turn; the other side's move there is reverse sente
  gote          the move ends the play there

Only what is proven counts. Stones live by Benson's test, or because their owner can answer every attack. A region
with a ko or a seki, or with too many positions, is left alone and the reason is given. Where it has at most 30
points, playouts inside the region (CG-TD) tell about how hot it is; the error is that of chance alone. Points of a large territory
are open until it is proven that no enemy can live there.

With --likely, stones and points count as decided, too, where playouts almost always give them to the same side. Real
games need it, because few of their groups are proven alive; then nothing is a proof.

The order of play is proven (a search of all regions together) when every open point lies in an evaluated region; else it
is a recommendation for the regions that were evaluated. "ko" behind a value: it holds when there are no ko threats.

Examples:
  montego endgame game.sgf
  montego endgame game.sgf --move 60 --rules japanese --likely
  montego endgame games.sgf.gz --number 12 --svg regions.svg --json`

const MOST_NODES = 1_000_000

interface Options {
  move?: number
  number: number
  rules?: Ruleset
  komi?: number
  nodes: number
  likely?: boolean
  seed: number
  svg?: string
  json?: boolean
}

interface Report {
  readonly game: Game
  readonly endgame: Endgame
  readonly play: EndgamePlay
  readonly notes: readonly string[]
}

export function endgameCommand(): Command {
  return new Command("endgame")
    .description("Divide a late position into regions: values, temperatures, best moves.")
    .argument("<file>", "an SGF file, plain or gzip")
    .addOption(makeMoveOption())
    .addOption(makeNumberOption())
    .option("--rules <name>", "rule set (default: the record's, or chinese)", rulesOption)
    .option("--komi <points>", "komi (default: the record's, or the rule set's)", komiOption)
    .option("--nodes <n>", "positions that each region may have", countUpTo(MOST_NODES), DEFAULT_NODES)
    .option("--likely", "decide by playouts, too, what is not proven")
    .option("--seed <n>", "seed of all playouts", seedOption, 1)
    .option("--svg <file>", "write the board as a picture", outputFile)
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(showEndgame)
}

async function showEndgame(file: string, options: Options): Promise<void> {
  const record = await gameOf(file, options.number)
  const { game, notes } = replayed(file, record.game, options)
  if (game.rules.captureGoal !== undefined) fail(`${file}: in Capture Go there is no territory to divide`)
  const { board, toPlay } = game
  const owners = options.likely ? (await openPositionJudge()).owners(board, toPlay, options.seed) : undefined
  const progress = new Progress()
  const endgame = analyzeEndgame(game.board, {
    scoring: game.rules.scoring,
    nodes: options.nodes,
    owners,
    approximateSeed: options.seed,
    onRegion: (done, count) => progress.show(done / count, `${done} of ${count} regions`),
  })
  progress.end()
  const report = { game, endgame, play: playEndgame(endgame, game.toPlay), notes }
  if (options.svg !== undefined) writePicture(options.svg, pictureOf(report))
  console.log(options.json ? JSON.stringify(plainReport(report)) : textOf(report).join("\n"))
}

/** `a` to `z`, then `a1` and so on. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}

const KINDS: Readonly<Record<MoveKind, string>> = {
  settled: "settled",
  gote: "gote",
  "black-sente": "Black's sente, White's reverse sente",
  "white-sente": "White's sente, Black's reverse sente",
  "double-sente": "double sente",
}

const REASONS: Readonly<Record<RefusalKind, string>> = {
  ko: "a ko decides it",
  seki: "it is a seki: neither side gains by moving first",
  large: "it has too many positions to search (stones around it may not be proven alive)",
}

function textOf({ game, endgame, play, notes }: Report): string[] {
  const { regions, isComplete } = endgame
  const lines = [
    ...drawRegions(game, endgame),
    `after ${game.moves.length} moves, ${colorName(game.toPlay)} to play; rules ${game.rules.name}, komi ${game.komi}`,
  ]
  if (regions.length === 0) lines.push("every point is decided: there is nothing left to play")
  for (const [index, region] of regions.entries())
    lines.push(`${letterOf(index)}  ${regionText(game, endgame, region)}`)
  lines.push(...playLines(game, endgame, play))
  if (endgame.division.assumed > 0)
    lines.push(`${endgame.division.assumed} points are decided by playouts, not by proof`)
  if (!isComplete) lines.push("the score is open: regions that were left alone are not counted")
  return [...lines, ...notes.map((note) => `note: ${note}`)]
}

function regionText({ size }: Game, endgame: Endgame, region: EndgameRegion): string {
  const { points } = region
  const place = `${makeVertex(points[0]!, size)}, ${counted(points.length, "point")}`
  if (region.kind === "refused")
    return `${place}: left alone, ${REASONS[region.reason]}${aboutText(region, size)}`
  const { mean, temperature } = region.thermograph
  const value = `${makeGame(region.game)}, mean ${String(mean)}`
  const kind = KINDS[kindOf(region, endgame.regions)!]
  const ko = region.isKoFree ? "" : "; ko"
  if (region.game.kind === "number") return `${place}: ${value}, ${kind}${ko}`
  const best = (color: Color): string =>
    `${colorName(color)} ${vertices(bestLocalMoves(endgame, region, color), size)}`
  return `${place}: ${value}, temperature ${String(temperature)}, ${kind}; best ${best(Black)}, ${best(White)}${ko}`
}

/** What playouts say of a region that is too large. */
function aboutText({ about, points }: RefusedRegion, size: number): string {
  if (!about) return ""
  const best = (color: Color): string => {
    const point = about.best[color]
    return `${colorName(color)} ${point === undefined ? "–" : makeVertex(points[point]!, size)}`
  }
  const value = (name: string, number: number, error: number): string =>
    `${name} about ${number.toFixed(1)} ± ${error.toFixed(1)}`
  const mean = value("mean", about.mean, about.meanError)
  return `; by playouts ${mean}, ${value("temperature", about.temperature, about.temperatureError)}; perhaps ${best(Black)}, ${best(White)}`
}

function vertices(points: readonly Point[], size: number): string {
  return points.map((point) => makeVertex(point, size)).join(" or ")
}

function playLines(game: Game, endgame: Endgame, play: EndgamePlay): string[] {
  const { decided, regions, isComplete, scoring } = endgame
  if (regions.every(({ kind }) => kind === "refused")) return []
  const line = play.line.map(
    ({ color, point, region }) =>
      `${color === Black ? "B" : "W"} ${makeVertex(point, game.size)} (${letterOf(region)})`,
  )
  const order = isProven(endgame, play) ? "proven order of play" : "recommended order of play"
  const lines = [
    line.length === 0 ? "nothing is left to gain in the evaluated regions" : `${order}: ${line.join(", ")}`,
  ]
  const others = play.best.slice(1).map(({ point }) => point)
  if (others.length > 0) lines.push(`as good for ${colorName(game.toPlay)}: ${vertices(others, game.size)}`)
  if (!isComplete || play.score === undefined) return lines
  const { black, white } = game.score([])
  const prisoners = scoring === "area" ? 0 : black.prisoners - white.prisoners
  const margin = play.score + decided + prisoners - white.komi - white.compensation
  return [...lines, `with best play the result is ${makeMargin(margin)}`]
}

function isProven(endgame: Endgame, { isExact }: EndgamePlay): boolean {
  return endgame.isProven && isExact
}

/** Three columns a point: the stone, and the letter of its region. */
function drawRegions({ board, size }: Game, { regions }: Endgame): string[] {
  const letters = new Map<Point, string>()
  for (const [index, { points }] of regions.entries())
    for (const point of points) letters.set(point, letterOf(index))
  const columns = `   ${[...COLUMNS.slice(0, size)].join("  ")}`
  const rows = Array.from({ length: size }, (_, y) => {
    const cells = Array.from({ length: size }, (_cell, x) => {
      const point = pointAt(x, y)
      return `${".XO"[board.at(point)]!}${(letters.get(point) ?? " ").padEnd(2)}`
    })
    return `${String(size - y).padStart(2)} ${cells.join("").trimEnd()}`
  })
  return [columns, ...rows, columns]
}

function pictureOf({ game, endgame }: Report): string {
  const { regions } = endgame
  const heat = (region: EndgameRegion): number =>
    region.kind === "refused" ? 0 : Math.max(0, region.thermograph.temperature.toNumber())
  const most = Math.max(1, ...regions.map(heat))
  const marks = new Map(
    regions.flatMap((region, index) =>
      region.points.map((point) => [point, { region, letter: letterOf(index) }] as const),
    ),
  )
  return valueMap(
    game.board,
    (point) => {
      const mark = marks.get(point)
      if (!mark) {
        const owner = endgame.division.owner[point]
        return {
          share: undefined,
          text: "",
          told: owner === Empty ? "open" : `${colorName(owner as Color)}'s`,
        }
      }
      const { region, letter } = mark
      const told = regionText(game, endgame, region)
      return {
        share: region.kind === "refused" ? undefined : 0.5 + heat(region) / (2 * most),
        text: letter,
        told,
      }
    },
    { title: `Regions after ${game.moves.length} moves`, note: "red: hot; grey with a letter: left alone" },
  )
}

function aboutPlain({ about, points }: RefusedRegion, size: number): object | undefined {
  if (!about) return undefined
  const name = (point: number | undefined): string | null =>
    point === undefined ? null : makeVertex(points[point]!, size)
  return { ...about, best: { black: name(about.best[Black]), white: name(about.best[White]) } }
}

function plainReport({ game, endgame, play, notes }: Report): object {
  const { size } = game
  const names = (points: readonly Point[]): string[] => points.map((point) => makeVertex(point, size))
  return {
    size,
    moves: game.moves.length,
    toPlay: colorName(game.toPlay),
    rules: game.rules.name,
    komi: game.komi,
    decided: endgame.decided,
    assumedPoints: endgame.division.assumed,
    isComplete: endgame.isComplete,
    isProven: isProven(endgame, play),
    nodes: endgame.nodes + play.nodes,
    regions: endgame.regions.map((region, index) => {
      const common = { letter: letterOf(index), points: names(region.points) }
      if (region.kind === "refused")
        return {
          ...common,
          refused: region.reason,
          reason: REASONS[region.reason],
          about: aboutPlain(region, size),
        }
      const { mean, temperature, leftStop, rightStop } = region.thermograph
      return {
        ...common,
        game: makeGame(region.game),
        mean: mean.toNumber(),
        temperature: temperature.toNumber(),
        leftStop: leftStop.toNumber(),
        rightStop: rightStop.toNumber(),
        kind: kindOf(region, endgame.regions),
        assumesNoKoThreats: !region.isKoFree,
        best: {
          black: names(bestLocalMoves(endgame, region, Black)),
          white: names(bestLocalMoves(endgame, region, White)),
        },
        nodes: region.nodes,
      }
    }),
    best: names(play.best.map(({ point }) => point)),
    order: play.line.map(({ color, point, region }) => ({
      color: colorName(color),
      move: makeVertex(point, size),
      region: letterOf(region),
    })),
    score: play.score === undefined ? null : play.score + endgame.decided,
    notes,
  }
}
