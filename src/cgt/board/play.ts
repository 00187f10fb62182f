// What to play in a late position: the moves that are best in the sum of all regions, and the order of play.

import { Black, opponent, White, type Color, type Point } from "../../rules/index.ts"
import type { Player as Side, ScoringGame } from "../game.ts"
import { stopAt, thermographOf } from "../thermograph.ts"
import type { Endgame, EvaluatedRegion, Scoring } from "./endgame.ts"
import type { LocalMove, LocalNode } from "./enumerate.ts"
import { SumSolver } from "./sum.ts"

/** Positions of the sum that a search may look at. */
export const SUM_NODES = 100_000

export interface EndgameMove {
  readonly color: Color
  readonly point: Point
  /** Place in `Endgame.regions`. */
  readonly region: number
}

export interface EndgamePlay {
  /** Moves of the side to play that lose nothing, the hottest region's first; none when nothing is left to gain. */
  readonly best: readonly EndgameMove[]
  /** The score that best play of both sides leads to in all evaluated regions, Black's less White's; if proven. */
  readonly score: number | undefined
  /** How the play goes on, the best move first, until nothing is left to gain. */
  readonly line: readonly EndgameMove[]
  /** Whether the search of the whole sum was finished; else the moves follow the temperatures (HOTSTRAT). */
  readonly isExact: boolean
  /** Positions of the sum that were searched. */
  readonly nodes: number
}

/** A region in the course of play. */
interface Place {
  readonly region: number
  readonly points: readonly Point[]
  readonly node: LocalNode
}

interface Choice {
  readonly move: EndgameMove
  readonly place: number
  readonly next: LocalMove
}

/** The moves of one side that are best in the region alone, at its own temperature. */
export function bestLocalMoves(endgame: Endgame, region: EvaluatedRegion, color: Color): Point[] {
  const place = { region: 0, points: region.points, node: region.root }
  const choices = choicesIn([place], color)
  return byTemperature(choices, [place], endgame, color).map(({ move }) => move.point)
}

/** The best play in all evaluated regions when `color` begins. */
export function playEndgame(endgame: Endgame, color: Color, nodes: number = SUM_NODES): EndgamePlay {
  const solver = new SumSolver({ nodes })
  let places = endgame.regions.flatMap((region, index): Place[] =>
    region.kind === "evaluated" ? [{ region: index, points: region.points, node: region.root }] : [],
  )
  const score = solver.value(gamesOf(places, endgame.scoring), sideOf(color))
  const base = startScore(endgame)
  const first = bestChoices(places, endgame, color, solver)
  const line: EndgameMove[] = []
  for (let mover = color, best = first; best.choices.length > 0; mover = opponent(mover)) {
    const { move, place, next } = best.choices[0]!
    line.push(move)
    places = places.map((old, index) => (index === place ? { ...old, node: next.node } : old))
    best = bestChoices(places, endgame, opponent(mover), solver)
  }
  return {
    best: first.choices.map(({ move }) => move),
    score: score === undefined ? undefined : score + base,
    line,
    isExact: score !== undefined && first.isExact,
    nodes: solver.searched,
  }
}

/** What a local game of territory leaves out: the stones that stood at the start. */
function startScore({ regions, scoring }: Endgame): number {
  if (scoring === "area") return 0
  return regions.reduce((sum, region) => (region.kind === "evaluated" ? sum + region.offset : sum), 0)
}

function bestChoices(
  places: readonly Place[],
  endgame: Endgame,
  color: Color,
  solver: SumSolver,
): { choices: readonly Choice[]; isExact: boolean } {
  const { scoring } = endgame
  const games = gamesOf(places, scoring)
  // Numbers are settled: a move there gains nothing.
  if (games.every(({ kind }) => kind === "number")) return { choices: [], isExact: true }
  const choices = choicesIn(places, color).filter(({ place }) => games[place]!.kind !== "number")
  const values = choices.map(({ place, next }) => {
    const after = games.map((game, index) => (index === place ? gameAfter(next, endgame, color) : game))
    return solver.value(after, sideOf(opponent(color)))
  })
  if (values.includes(undefined))
    return { choices: byTemperature(choices, places, endgame, color), isExact: false }
  const sign = color === Black ? 1 : -1
  const most = Math.max(...values.map((value) => sign * value!))
  const best = choices.filter((_, index) => most === sign * values[index]!)
  return { choices: hottestFirst(best, games), isExact: true }
}

function choicesIn(places: readonly Place[], color: Color): Choice[] {
  return places.flatMap(({ region, points, node }, place) =>
    node.moves[color].map((next) => ({ move: { color, point: points[next.point]!, region }, place, next })),
  )
}

function gamesOf(places: readonly Place[], scoring: Scoring): ScoringGame[] {
  return places.map(({ node }) => node[scoring].low)
}

/** After a move, as far as it is sure: where a ko matters then, it is lost. By territory a stone costs a point. */
function gameAfter(
  { node }: LocalMove,
  { scoring, values }: Pick<Endgame, "scoring" | "values">,
  color: Color,
): ScoringGame {
  const sure = node[scoring][color === Black ? "low" : "high"]
  return scoring === "area" ? sure : values.shifted(sure, color === Black ? -1 : 1)
}

function hottestFirst(choices: readonly Choice[], games: readonly ScoringGame[]): Choice[] {
  const heat = (choice: Choice): number => thermographOf(games[choice.place]!).temperature.toNumber()
  return [...choices].sort((a, b) => heat(b) - heat(a))
}

/** The moves of the hottest region that are worth most there at its temperature. */
function byTemperature(
  choices: readonly Choice[],
  places: readonly Place[],
  endgame: Endgame,
  color: Color,
): Choice[] {
  const games = gamesOf(places, endgame.scoring)
  const [hottest] = hottestFirst(choices, games)
  if (!hottest) return []
  const { temperature } = thermographOf(games[hottest.place]!)
  const sign = color === Black ? 1 : -1
  const worths = choices
    .filter(({ place }) => place === hottest.place)
    .map((choice) => {
      const after = thermographOf(gameAfter(choice.next, endgame, color))
      return { choice, worth: sign * stopAt(after, sideOf(opponent(color)), temperature).toNumber() }
    })
  const most = Math.max(...worths.map(({ worth }) => worth))
  return worths.filter(({ worth }) => worth === most).map(({ choice }) => choice)
}

function sideOf(color: Color): Side {
  return color === White ? "right" : "left"
}
