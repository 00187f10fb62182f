// `montego cgt show`: the thermograph of a game, or of the parts of a sum and the whole (CGT-1, CGT-2).

import { Command } from "commander"
import {
  characterOf,
  GameBook,
  makeGame,
  playRefusal,
  positionsOf,
  sumGame,
  thermographOf,
  triangleErrorOf,
  triangleOf,
  type Character,
  type Corner,
  type Rational,
  type ScoringGame,
  type Thermograph,
} from "../../cgt/index.ts"
import { thermographs, thermographText, type ThermographPanel, type WallPoint } from "../../draw/index.ts"
import { writePicture } from "../files.ts"
import { makeSumText, shorten, sumFrom } from "./sum.ts"
import { outputFile } from "../options.ts"

const HELP = `
The tax t (the temperature) rises upwards; high values, which are good for Left, stand on the left. The left wall is the
value when Left begins and every move costs t points, the right wall the value when Right begins. Where they meet is the
game's temperature, how much a move is worth, and its mean, what the game is worth on average. The stops are the values
at t = 0. A vertical wall belongs to a player whose move must be answered (sente).

The diagram goes down to t = -1. A number is cold: moving in it costs more than it brings. With --triangle the
approximation by four numbers (mean, temperature, two stops) is drawn beside the exact walls in dashed lines.

Examples:
  montego cgt show '{2|-2}'
  montego cgt show '{3||0|-10}' --json
  montego cgt show '{7||{{12|4},6|0}}' --triangle --svg bent.svg
  montego cgt show '{2|-2}+{4|-4}+{3||0|-10}' --svg toy.svg`

/** Positions of a sum that is drawn as one game: a second of work. */
const MOST_DRAWN = 20_000

interface Options {
  triangle?: boolean
  svg?: string
  json?: boolean
}

export function showGameCommand(): Command {
  return new Command("show")
    .description("Draw the thermograph of a game, or of the parts of a sum and of the whole.")
    .argument("<sum>", "a game or a sum of games")
    .option("--triangle", "draw the approximation by a triangle, too")
    .option("--svg <file>", "write the thermographs as a picture", outputFile)
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(run)
}

function run(text: string, options: Options): void {
  const book = new GameBook()
  const parts = sumFrom(text, book)
  const whole = parts.length === 1 ? undefined : sumGame(parts, book, MOST_DRAWN)
  const shown = whole ? [...parts, whole] : parts
  const titles = shown.map((game) => (game === whole ? "the sum" : makeGame(game)))
  if (options.svg !== undefined) {
    const panels = shown.map((game, i) => panelOf(game, shorten(titles[i]!, 30), options))
    writePicture(options.svg, thermographs(shorten(makeSumText(parts), 60), panels))
  }
  if (options.json) {
    const top = parts.length === 1 ? parts[0] : whole
    const list = parts.length === 1 ? {} : { parts: parts.map(jsonOf) }
    console.log(JSON.stringify({ ...(top && jsonOf(top)), ...list }))
    return
  }
  const texts = shown.map((game, i) => textOf(game, shorten(titles[i]!, 500), options))
  if (parts.length > 1 && !whole) texts.push("The sum has too many positions to be drawn as one game.")
  console.log(texts.join("\n\n"))
}

const CHARACTERS: Readonly<Record<Character, string>> = {
  number: "a number: neither player wants to move",
  infinitesimal: "infinitesimal: a move is worth less than any point",
  gote: "gote",
  "left-sente": "Left's sente",
  "right-sente": "Right's sente",
}

function textOf(game: ScoringGame, title: string, options: Options): string {
  const thermograph = thermographOf(game)
  const { mean, temperature, leftStop, rightStop } = mapped(thermograph, (value) => value.toString())
  return [
    title,
    `mean ${mean}, temperature ${temperature} (${CHARACTERS[characterOf(thermograph)]}); Left's stop ${leftStop}, Right's stop ${rightStop}`,
    ...(options.triangle ? [triangleLine(game)] : []),
    "",
    ...thermographText(panelOf(game, title, {})),
  ].join("\n")
}

function triangleLine(game: ScoringGame): string {
  if (playRefusal([game]) !== undefined) return "no triangle: a player has no move in some position"
  const { mean, temperature } = triangleOf(game)
  const error = triangleErrorOf(game)
  return `triangle: mean ${mean.toString()} (off by ${error.mean.toString()}), temperature ${temperature.toString()} (off by ${error.temperature.toString()})`
}

const pointsOf = (wall: readonly Corner[]): WallPoint[] =>
  wall.map(({ temperature, value }) => [temperature.toNumber(), value.toNumber()])

function panelOf(game: ScoringGame, title: string, { triangle }: Options): ThermographPanel {
  const thermograph = thermographOf(game)
  const { leftWall, rightWall, mean, temperature } = thermograph
  return {
    title,
    leftWall: pointsOf(leftWall),
    rightWall: pointsOf(rightWall),
    note: `mean ${mean.toString()}, temperature ${temperature.toString()}`,
    ...(triangle && playRefusal([game]) === undefined && { beside: besideOf(game) }),
  }
}

function besideOf(game: ScoringGame): NonNullable<ThermographPanel["beside"]> {
  const { mean, temperature, leftStop, rightStop } = mapped(triangleOf(game), (value) => value.toNumber())
  const foot = [temperature, mean] as const
  return { leftWall: [[0, leftStop], foot], rightWall: [[0, rightStop], foot] }
}

function mapped<T>(
  {
    mean,
    temperature,
    leftStop,
    rightStop,
  }: Pick<Thermograph, "mean" | "temperature" | "leftStop" | "rightStop">,
  change: (value: Rational) => T,
): Record<"mean" | "temperature" | "leftStop" | "rightStop", T> {
  return {
    mean: change(mean),
    temperature: change(temperature),
    leftStop: change(leftStop),
    rightStop: change(rightStop),
  }
}

type Changed = (value: Rational) => number | string

/** Numbers for programs, and the same as exact fractions. */
function jsonOf(game: ScoringGame): object {
  const thermograph = thermographOf(game)
  const cornersOf = (wall: readonly Corner[], change: Changed): object[] =>
    wall.map(({ temperature, value }) => ({ temperature: change(temperature), value: change(value) }))
  const all = (change: Changed): object => ({
    ...mapped(thermograph, change),
    leftWall: cornersOf(thermograph.leftWall, change),
    rightWall: cornersOf(thermograph.rightWall, change),
  })
  return {
    game: makeGame(game),
    positions: positionsOf(game).length,
    character: characterOf(thermograph),
    ...all((value) => value.toNumber()),
    exact: all((value) => value.toString()),
    ...(playRefusal([game]) === undefined && {
      triangle: mapped(triangleOf(game), (value) => value.toNumber()),
    }),
  }
}
