// What a run of `montego evolve` has found, in words and as JSON.

import { counted, percent } from "../../base/format.ts"
import {
  describeStrategy,
  type Evolution,
  GAMES_PER_STEP,
  leadsSince,
  mostFrequent,
  openingsOf,
  type Sample,
  tallyAdvice,
  typicalStrategy,
} from "../../evolve/index.ts"
import { colorName, makeVertex, opponent, type Color, type Move } from "../../rules/index.ts"
import type { CsvRow } from "../csv.ts"
import { drawSeries, seriesOf } from "./chart.ts"
import type { Ground } from "./position.ts"

/** A run at its end, or where it was interrupted. */
export interface Course {
  readonly ground: Ground
  readonly evolution: Evolution
  readonly history: readonly Sample[]
  /** Of all sittings. */
  readonly seconds: number
  readonly threads: number
}

const MOST_OPENINGS = 8
const MOST_REPLIES = 4

interface Share {
  readonly move: Move
  readonly individuals: number
  readonly share: number
}

/** The opponent's most frequent answers to the first move that leads. */
function repliesTo(evolution: Evolution, opening: Move): Share[] {
  const { first, population } = evolution.settings
  const tally = tallyAdvice(evolution, opponent(first), [opening])
  return mostFrequent(tally)
    .slice(0, MOST_REPLIES)
    .map((move) => ({ move, individuals: tally.get(move)!, share: tally.get(move)! / population }))
}

/** Since when the move that leads at the end has led; undefined when two have as many. */
function leadOf({ history }: Course, openings: readonly (readonly [Move, number])[]): number | undefined {
  const best = openings[0]?.[0]
  return best === undefined ? undefined : leadsSince(history, [best])
}

export function makeCourseText(course: Course): string {
  const { ground, evolution, history, seconds, threads } = course
  const { first, komi, population, lineages, seed, board } = evolution.settings
  const { steps } = evolution
  const vertex = (move: Move): string => makeVertex(move, board.size)
  const openings = openingsOf(evolution)
  const best = openings[0]?.[0]
  const rate = seconds > 0 ? `, ${Math.round(steps / seconds)} steps/s` : ""
  const lines = [
    `${ground.name}: ${colorName(first)} to play, komi ${komi}; ${population} individuals a side, ${lineages} lineages, seed ${seed}`,
    `${steps} steps of ${GAMES_PER_STEP} games in ${seconds.toFixed(1)} s on ${counted(threads, "thread")}${rate}`,
    "",
    `How ${colorName(first)}'s individuals begin:`,
    ...openings
      .slice(0, MOST_OPENINGS)
      .map(([move, individuals]) => `  ${openingLine(evolution, move, individuals)}`),
  ]
  if (openings.length > MOST_OPENINGS) lines.push(`  and ${openings.length - MOST_OPENINGS} other moves`)
  const since = leadOf(course, openings)
  if (best !== undefined)
    lines.push(
      since === undefined ? "No move leads." : `${vertex(best)} leads for good since step ${since}.`,
      ...replyLines(evolution, best),
    )
  if (history.length > 1)
    lines.push("", "The course of the run:", ...drawSeries(seriesOf(ground, history), population))
  for (const color of [first, opponent(first)]) lines.push("", ...strategyLines(course, color))
  return lines.join("\n")
}

function openingLine(evolution: Evolution, move: Move, individuals: number): string {
  const { population, board } = evolution.settings
  const { games, wins } = evolution.openingResult(move)
  const won = games > 0 ? `, won ${Math.round((100 * wins) / games)} % of ${games} games` : ""
  const share = `${((100 * individuals) / population).toFixed(1)} %`
  return `${makeVertex(move, board.size).padEnd(4)} ${String(individuals).padStart(6)} ${share.padStart(7)}${won}`
}

function replyLines(evolution: Evolution, best: Move): string[] {
  const { first, board } = evolution.settings
  const replies = repliesTo(evolution, best)
  if (replies.length === 0) return []
  const shares = replies.map(({ move, share }) => `${makeVertex(move, board.size)} ${percent(share)} %`)
  return [
    `${colorName(opponent(first))}'s individuals answer ${makeVertex(best, board.size)} with ${shares.join(", ")}.`,
  ]
}

/** The strategy that stands for its population, as the paper draws them. */
function strategyLines({ evolution, ground }: Course, color: Color): string[] {
  const strategy = typicalStrategy(evolution, color)
  if (!strategy) return [`${colorName(color)}: no strategy has a first move.`]
  const { first } = evolution.settings
  return [
    `A typical strategy of ${colorName(color)}:`,
    ...describeStrategy(strategy, { color, first, board: ground.board }).map((line) => `  ${line}`),
  ]
}

/** A sample as one line of JSON, while a run goes on. */
export function makeSampleJson(
  { ground }: Pick<Course, "ground">,
  sample: Sample,
  population: number,
): string {
  const share = (count: number): number => Number((count / population).toFixed(5))
  return JSON.stringify({
    step: sample.step,
    first: Object.fromEntries(
      sample.openings.map(([move, count]) => [makeVertex(move, ground.board.size), share(count)]),
    ),
    known: Object.fromEntries(
      ground.measures.map(({ label }, index) => [label, share(sample.measures[index] ?? 0)]),
    ),
  })
}

/** The last line of JSON: what the run has found. */
export function makeCourseJson(course: Course): string {
  const { ground, evolution, history, seconds, threads } = course
  const { settings, steps } = evolution
  const { first, komi, population, lineages, seed, crossover, mutation, inner, succession, board } = settings
  const vertex = (move: Move): string => makeVertex(move, board.size)
  const openings = openingsOf(evolution)
  const best = openings[0]?.[0]
  const describe = (color: Color): string[] => {
    const strategy = typicalStrategy(evolution, color)
    return strategy ? describeStrategy(strategy, { color, first, board }) : []
  }
  return JSON.stringify({
    position: ground.name,
    size: board.size,
    toPlay: colorName(first),
    komi,
    seed,
    population,
    lineages,
    probabilities: { crossover, mutation, inner, succession },
    steps,
    games: steps * GAMES_PER_STEP,
    threads,
    seconds: Number(seconds.toFixed(3)),
    stepsPerSecond: seconds > 0 ? Math.round(steps / seconds) : 0,
    best: best === undefined ? null : vertex(best),
    leadsSince: leadOf(course, openings) ?? null,
    winningLeadsSince: ground.winning.length > 0 ? (leadsSince(history, ground.winning) ?? null) : undefined,
    first: Object.fromEntries(openings.map(([move, individuals]) => [vertex(move), individuals])),
    known: Object.fromEntries(
      ground.measures.map(({ label }, index) => [label, history.at(-1)?.measures[index] ?? 0]),
    ),
    answers:
      best === undefined
        ? {}
        : Object.fromEntries(
            repliesTo(evolution, best).map(({ move, individuals }) => [vertex(move), individuals]),
          ),
    strategies: { black: describe(1), white: describe(2) },
  })
}

export const COURSE_COLUMNS = ["step", "move", "individuals", "share"]

/** The course of the run, a row for each first move of each sample. */
export function makeCourseRows({ ground, evolution, history }: Course): CsvRow[] {
  const { population } = evolution.settings
  return history.flatMap(({ step, openings }) =>
    openings.map(([move, individuals]) => {
      const share = Number((individuals / population).toFixed(5))
      return { step, move: makeVertex(move, ground.board.size), individuals, share }
    }),
  )
}
