// `montego cgt play`: strategies for sums beside perfect play (CGT-1, CGT-6).

import { Command, InvalidArgumentError, Option } from "commander"
import { counted } from "../../base/format.ts"
import { makeChoice } from "../../base/nearest.ts"
import {
  countStates,
  letterOf,
  makeGame,
  PerfectPlay,
  PLAYERS,
  playGame,
  positionsOf,
  STRATEGIES,
  sumOf,
  surveyLines,
  surveyStates,
  type Exception,
  type PlayedGame,
  type Player,
  type ScoringGame,
  type StrategyName,
  type SumMove,
  type Survey,
} from "../../cgt/index.ts"
import { fail } from "../failure.ts"
import { makeSumText, shorten, SUM_ARGUMENT, sumFrom } from "./sum.ts"

/** More states than this are not surveyed one by one: the table of games stays. */
const MOST_SURVEYED = 5000
const MOST_LISTED = 12

const HELP = `
Each strategy plays against perfect play, which an exhaustive search finds, as Left and as Right, with either of them
first. Then it is asked in every state of the sum, for both players, whether its move loses nothing.

  hotstrat      plays in the hottest part
  thermostrat   draws one thermograph for the whole sum (the opponent's walls added up, and the widest part on top) and
                plays in the part that is widest where this is best
  sentestrat    answers the last move where that move made its part hotter than the environment, which is the lowest
                temperature that the hottest part has had so far; otherwise as hotstrat

A game needs moves of both players until a number is reached. The states must be few enough to search them all.

Examples:
  montego cgt play
  montego cgt play '{2|-2}+{4|-4}+{3||0|-10}' --strategy hotstrat
  montego cgt play '3*{5|-5}+{9|1||0}' --strategy thermostrat,sentestrat --json`

interface Options {
  strategy: readonly StrategyName[]
  json?: boolean
}

export function playSumCommand(): Command {
  return new Command("play")
    .description("Let strategies play a sum of games, and compare them with perfect play.")
    .argument("[sum]", SUM_ARGUMENT)
    .addOption(
      new Option("--strategy <name,name…>", "which")
        .argParser(strategiesOption)
        .default(STRATEGIES, STRATEGIES.join(",")),
    )
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(run)
}

function strategiesOption(text: string): readonly StrategyName[] {
  const names = text.split(",").map((name) => name.trim().toLowerCase())
  return [...new Set(names)].map((name) => {
    const strategy = STRATEGIES.find((known) => known === name)
    if (!strategy) throw new InvalidArgumentError(`There is no ${makeChoice(name, STRATEGIES)}.`)
    return strategy
  })
}

/** What a strategy did. */
interface Tried {
  readonly strategy: StrategyName
  readonly games: readonly { readonly first: Player; readonly side: Player; readonly game: PlayedGame }[]
  readonly states: Survey | undefined
  readonly lines: Survey | undefined
}

function run(text: string | undefined, options: Options): void {
  const sum = sumFrom(text)
  const judge = PerfectPlay.of(sum)
  if (!judge.ok) fail(judge.error)
  const size = sum.reduce((all, game) => all * positionsOf(game).length, 1)
  const tried = options.strategy.map((strategy) => tryOut(strategy, sum, judge.value, size <= MOST_SURVEYED))
  console.log(options.json ? jsonOf(sum, judge.value, tried) : textOf(sum, judge.value, tried))
}

function tryOut(
  strategy: StrategyName,
  sum: readonly ScoringGame[],
  judge: PerfectPlay,
  isSurveyed: boolean,
): Tried {
  const games = PLAYERS.flatMap((first) =>
    PLAYERS.map((side) => {
      const deciders = { left: "perfect", right: "perfect", [side]: strategy } as const
      return { first, side, game: playGame(sum, first, deciders, judge) }
    }),
  )
  const states = isSurveyed ? surveyStates(strategy, sum, judge) : undefined
  return { strategy, games, states, lines: isSurveyed ? surveyLines(strategy, sum, judge) : undefined }
}

const nameOf = (player: Player): string => (player === "left" ? "Left" : "Right")

const moveText = ({ part, to }: SumMove): string => `${letterOf(part)}→${shorten(makeGame(to), 30)}`

function textOf(sum: readonly ScoringGame[], judge: PerfectPlay, tried: readonly Tried[]): string {
  const parts = sum.map((game, part) => `${letterOf(part)} = ${makeGame(game)}`)
  const perfect = PLAYERS.map((first) => {
    const { moves, score } = playGame(sum, first, { left: "perfect", right: "perfect" }, judge)
    return `  ${nameOf(first)} first: ${score.toString()}  ${moves.map(moveText).join(" ")}`
  })
  const states = countStates(sum)
  return [
    `${parts.join(", ")}; ${counted(states, "unfinished combination")} of parts`,
    "",
    "perfect play",
    ...perfect,
    ...tried.flatMap((one) => ["", ...triedLines(one)]),
  ].join("\n")
}

function triedLines({ strategy, games, states, lines }: Tried): string[] {
  const told = games.map(({ first, side, game }) => {
    const loss = sumOf(game.moves.map((move) => move.loss))
    const gives = loss.over === 0n ? "perfect" : `gives away ${loss.toString()}`
    return `  as ${nameOf(side)}, ${nameOf(first)} first: ${game.score.toString()} (${gives})  ${game.moves.map(moveText).join(" ")}`
  })
  if (!states) return [strategy, ...told, "  the sum has too many states to ask for each"]
  const listed = states.exceptions.slice(0, MOST_LISTED).map((exception) => `    ${exceptionText(exception)}`)
  const more = states.exceptions.length - listed.length
  return [
    strategy,
    ...told,
    `  optimal in ${states.optimal} of ${states.choices} choices, all states for both players (${states.pairs} with the finished ones)`,
    ...listed,
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...(lines ? [`  optimal in ${lines.optimal} of ${lines.choices} situations of alternating play`] : []),
  ]
}

function exceptionText({ state, player, chosen, best, loss }: Exception): string {
  return `${nameOf(player)} in ${makeSumText(state)}: plays ${moveText(chosen)}, best is ${best.map(moveText).join(" or ")}, loses ${loss.toString()}`
}

function jsonOf(sum: readonly ScoringGame[], judge: PerfectPlay, tried: readonly Tried[]): string {
  const movesJson = (moves: readonly SumMove[]): object[] =>
    moves.map(({ part, to }) => ({ part: letterOf(part), to: makeGame(to) }))
  const surveyJson = (survey: Survey | undefined): object | null =>
    survey
      ? {
          pairs: survey.pairs,
          choices: survey.choices,
          optimal: survey.optimal,
          exceptions: survey.exceptions.map(({ state, player, chosen, best, loss }) => ({
            state: state.map(makeGame),
            player,
            chosen: movesJson([chosen])[0],
            best: movesJson(best),
            loss: loss.toNumber(),
          })),
        }
      : null
  return JSON.stringify({
    parts: sum.map(makeGame),
    perfect: Object.fromEntries(PLAYERS.map((first) => [first, judge.value(sum, first).toNumber()])),
    strategies: tried.map(({ strategy, games, states, lines }) => ({
      strategy,
      games: games.map(({ first, side, game }) => ({
        first,
        side,
        score: game.score.toNumber(),
        loss: sumOf(game.moves.map((move) => move.loss)).toNumber(),
        moves: movesJson(game.moves),
      })),
      states: surveyJson(states),
      lines: surveyJson(lines),
    })),
  })
}
