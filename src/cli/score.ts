// `montego score`: counts the last position of a record.

import { Command, InvalidArgumentError } from "commander"
import { replayRecord } from "../record/index.ts"
import { openPositionJudge, type PositionJudge } from "../players/index.ts"
import {
  deadStones,
  Empty,
  isPass,
  makeOutcome,
  makeVertex,
  outcomeOfMargin,
  parseVertex,
  type Game,
  type Point,
  type Ruleset,
  type Score,
  type SideScore,
} from "../rules/index.ts"
import { fail } from "./failure.ts"
import { gameOf } from "./games.ts"
import { komiOption, makeNumberOption, rulesOption, seedOption } from "./options.ts"

const HELP = `
The first line is the result as SGF writes it (B+3.5, W+0.5, 0). "not finished: N points are open" follows when random games
played out from the position give these points to either side: the result may still change. Then comes the count.

Dead stones:
  --dead auto       estimated by random games played out from the position (the default)
  --dead none       every stone on the board is alive
  --dead D4,Q16     the chains on these points; one stone of a chain is enough

Examples:
  montego score game.sgf
  montego score game.sgf --rules japanese --dead C3,G7
  montego score games.sgf.gz --number 12 --rules cgos`

/** More open points than this are only counted. */
const MOST_NAMED = 10

interface Options {
  rules?: Ruleset
  komi?: number
  dead: string
  number: number
  seed: number
}

export function scoreCommand(): Command {
  return new Command("score")
    .description("Count the last position of a game record.")
    .argument("<file>", "an SGF file, plain or gzip")
    .option("--rules <name>", "rule set (default: the record's, or chinese)", rulesOption)
    .option("--komi <points>", "komi (default: the record's, or the rule set's)", komiOption)
    .option("--dead <which>", "auto, none, or a list of points", deadOption, "auto")
    .addOption(makeNumberOption())
    .option("--seed <n>", "seed of the estimate", seedOption, 1)
    .addHelpText("after", HELP)
    .action(async (file: string, options: Options) => {
      const record = await gameOf(file, options.number)
      const replayed = replayRecord(record.game, options)
      if (!replayed.ok) fail(`${file}: ${replayed.error}`)
      const { game, info, notes } = replayed.value
      if (game.rules.captureGoal !== undefined) {
        console.log(makeOutcome(game.outcome ?? { kind: "unknown" }))
        return
      }
      const judge = await openPositionJudge()
      const dead = chooseDead(game, judge, options)
      const score = game.score(dead)
      console.log(makeOutcome(outcomeOfMargin(score.margin)))
      const open = judge.open(game, options.seed)
      if (open.length > 0) console.log(`not finished: ${openText(open, game.size)}`)
      console.log(explain(game, score, dead))
      if (info.result !== undefined) console.log(`the record says ${info.result}`)
      for (const note of notes) console.log(`note: ${note}`)
    })
}

function deadOption(text: string): string {
  if (/^[\s,]*$/.test(text)) throw new InvalidArgumentError("Say auto, none, or points such as D4,Q16.")
  return text
}

/** How many points are open, and where, when they are few. */
function openText(open: readonly Point[], size: number): string {
  const count = open.length === 1 ? "1 point is open" : `${open.length} points are open`
  if (open.length > MOST_NAMED) return count
  return `${count} (${open.map((point) => makeVertex(point, size)).join(" ")})`
}

function chooseDead(
  { board, rules, toPlay, size }: Game,
  judge: PositionJudge,
  { dead, seed }: Options,
): Set<Point> {
  if (dead === "none") return new Set()
  if (rules.dead === "none") {
    if (dead !== "auto")
      fail(`${rules.name} rules remove no dead stones: choose other --rules, or leave out --dead`)
    return new Set()
  }
  if (dead === "auto") {
    return deadStones(board, judge.dead(board, toPlay, seed))
  }
  const points = dead.split(/[\s,]+/).filter((word) => word !== "")
  for (const word of points) {
    const point = parseVertex(word, size)
    if (point === undefined || isPass(point)) fail(`--dead: "${word}" is no point of this board`)
    if (board.at(point as Point) === Empty) fail(`--dead: there is no stone on ${word.toUpperCase()}`)
  }
  return deadStones(
    board,
    points.map((word) => parseVertex(word, size) as Point),
  )
}

function explain(
  { rules, komi, size }: Game,
  { black, white, dame, seki }: Score,
  dead: ReadonlySet<Point>,
): string {
  const names = (points: Iterable<Point>): string =>
    [...points].map((point) => makeVertex(point, size)).join(" ") || "none"
  const lines = [
    `rules ${rules.name}, komi ${komi}`,
    `Black ${parts(black)}`,
    `White ${parts(white)}`,
    `dead: ${names(dead)}`,
    `neutral points: ${dame.length}`,
  ]
  if (seki.length > 0) lines.push(`in seki: ${names(seki)}`)
  return lines.join("\n")
}

function parts({ total, ...side }: SideScore): string {
  const terms = Object.entries(side).filter(([, points]) => points !== 0)
  return `${total} = ${terms.map(([name, points]) => `${points} ${name}`).join(" + ") || "0"}`
}
