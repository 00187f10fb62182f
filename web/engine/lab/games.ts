// Combinatorial games in the laboratory (CGT-1 to CGT-6): the thermographs of a sum and of its parts, strategies beside
// perfect play, and learners that find the same from playouts.

import { Random } from "montego/base"
import {
  CgTdLearner,
  characterOf,
  countStates,
  DEFAULT_CGTD,
  DEFAULT_LINEAR,
  GameBook,
  LinearLearner,
  makeGame,
  parseSum,
  PerfectPlay,
  PLAYERS,
  playGame,
  playRefusal,
  STRATEGIES,
  Study,
  sumGame,
  SumModel,
  surveyStates,
  thermographOf,
  type Character,
  type Corner,
  type Learner,
  type Player,
  type ScoringGame,
  type StrategyName,
} from "montego/cgt"
import { LabFault, numberOf, textOf, type LabRun, type LabSettings } from "./run.ts"

/** A corner of a wall. */
export type WallPoint = readonly [temperature: number, value: number]

export interface ThermographPanel {
  /** The part as text; undefined for the whole sum. */
  readonly game?: string
  readonly leftWall: readonly WallPoint[]
  readonly rightWall: readonly WallPoint[]
  /** Exact, as text. */
  readonly mean: string
  readonly temperature: string
  readonly leftStop: string
  readonly rightStop: string
  readonly character: Character
}

export interface StrategyFindings {
  readonly strategy: StrategyName
  /** What is reached against perfect play, by who begins and which side the strategy has, and what that gives away. */
  readonly games: readonly {
    readonly first: Player
    readonly side: Player
    readonly score: string
    readonly loss: string
  }[]
  /** In all states for both players: choices that lose nothing. */
  readonly optimal: number
  readonly choices: number
}

interface LearnCurves {
  readonly playouts: readonly number[]
  readonly lines: readonly { readonly label: string; readonly values: readonly number[] }[]
  /** Of all choices, those that lose nothing, at each number of playouts. */
  readonly optimal: readonly number[]
  readonly choices: number
}

export interface GamesSnapshot {
  readonly panels: readonly ThermographPanel[]
  /** Perfect play's score when Left, Right begins. */
  readonly perfect?: readonly [left: string, right: string]
  readonly strategies: readonly StrategyFindings[]
  /** Why the sum can't be played. */
  readonly refusal?: string
  readonly learned: LearnCurves
}

/** Positions of a sum that is drawn as one game, and states that strategies are asked about: a moment's work. */
const MOST_DRAWN = 5000
const MOST_SURVEYED = 3000
const MOST_LINES = 8
const LOOKS = 100

export function openGames(settings: LabSettings): LabRun<GamesSnapshot> {
  const text = textOf(settings, "sum")
  const book = new GameBook()
  const parsed = parseSum(text, book)
  if (!parsed.ok) throw new LabFault(`${parsed.error.reason} (character ${parsed.error.at + 1})`)
  const parts = parsed.value
  const whole = parts.length === 1 ? undefined : sumGame(parts, book, MOST_DRAWN)
  const panels = [...parts.map((part) => panelOf(part, makeGame(part))), ...(whole ? [panelOf(whole)] : [])]
  const judge = PerfectPlay.of(parts)
  const played = judge.ok ? judgedOf(parts, judge.value) : { strategies: [], refusal: judge.error }
  const hasChoice = parts.some(({ kind }) => kind === "play") && playRefusal(parts) === undefined
  const study = hasChoice ? new Study(learnerOf(parts, settings)) : undefined
  const total = study ? numberOf(settings, "playouts") : 0
  const between = Math.max(1, Math.floor(total / LOOKS))
  return {
    get done() {
      return study?.learner.playouts ?? 0
    },
    total,
    step() {
      study!.run(Math.min(between, total - study!.learner.playouts))
      study!.look()
    },
    snapshot: () => ({ panels, ...played, learned: curvesOf(study) }),
  }
}

function panelOf(game: ScoringGame, text?: string): ThermographPanel {
  const thermograph = thermographOf(game)
  const { mean, temperature, leftStop, rightStop, leftWall, rightWall } = thermograph
  const corner = (each: Corner): WallPoint => [each.temperature.toNumber(), each.value.toNumber()]
  return {
    ...(text === undefined ? {} : { game: text }),
    leftWall: leftWall.map(corner),
    rightWall: rightWall.map(corner),
    mean: mean.toString(),
    temperature: temperature.toString(),
    leftStop: leftStop.toString(),
    rightStop: rightStop.toString(),
    character: characterOf(thermograph),
  }
}

function judgedOf(
  parts: readonly ScoringGame[],
  judge: PerfectPlay,
): Pick<GamesSnapshot, "perfect" | "strategies"> {
  const [left, right] = PLAYERS.map((player) => judge.value(parts, player))
  const states = countStates(parts)
  const strategies = STRATEGIES.map((strategy): StrategyFindings => {
    const games = PLAYERS.flatMap((first) =>
      PLAYERS.map((side) => {
        const deciders = { left: "perfect", right: "perfect", [side]: strategy } as const
        const { score } = playGame(parts, first, deciders, judge)
        const best = first === "left" ? left! : right!
        const loss = side === "left" ? best.minus(score) : score.minus(best)
        return { first, side, score: score.toString(), loss: loss.toString() }
      }),
    )
    const survey = states <= MOST_SURVEYED ? surveyStates(strategy, parts, judge) : undefined
    return { strategy, games, optimal: survey?.optimal ?? 0, choices: survey?.choices ?? 0 }
  })
  return { perfect: [left!.toString(), right!.toString()], strategies }
}

function learnerOf(parts: readonly ScoringGame[], settings: LabSettings): Learner {
  const model = new SumModel(parts)
  const random = new Random(numberOf(settings, "seed"))
  const method = textOf(settings, "learner")
  if (method === "cgtd") return new CgTdLearner(model, DEFAULT_CGTD, random)
  if (method === "td" || method === "monte-carlo")
    return new LinearLearner(model, { ...DEFAULT_LINEAR, method }, random)
  throw new LabFault("the learner is cgtd, td or monte-carlo")
}

function curvesOf(study: Study | undefined): LearnCurves {
  const looks = study?.looks ?? []
  const watched = looks.at(-1)?.watched.slice(0, MOST_LINES) ?? []
  return {
    playouts: looks.map(({ playouts }) => playouts),
    lines: watched.map(({ name, player }, index) => ({
      label: player === undefined ? name : `${player === "left" ? "Left" : "Right"} ${name}`,
      values: looks.map((look) => look.watched[index]!.value),
    })),
    optimal: looks.map(({ optimal }) => optimal ?? 0),
    choices: study?.examination?.questions.length ?? 0,
  }
}
