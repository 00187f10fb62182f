// Brügmann 1993: the value map of the empty board (figure 1), and evaluations that are repeated (figures 4 to 7)
// (SA-1).

import { mean, variance } from "../../base/statistics.ts"
import { unwrap } from "../../base/result.ts"
import { valueMap } from "../../draw/index.ts"
import { compareWithFigure1, makeGobbleMap, PUBLISHED_MAP, type MapFigures } from "../../gobble/index.ts"
import {
  allPoints,
  Black,
  Empty,
  Game,
  makeVertex,
  parseAscii,
  POINTS,
  stonesOf,
  type Point,
} from "../../rules/index.ts"
import { defineExperiment, type Comparison, type Picture, type Table } from "../experiment.ts"
import { agrees, compareNumber, differs, estimate, notComparable } from "../verdict.ts"

const TEXT = "Brügmann 1993"
const SIZE = 9
const CODE = ["src/gobble/assembly/gobble.ts", "src/gobble/map.ts", "src/gobble/figure1.ts"]

/** Values of the empty board, as rows from the top. */
async function mapOf(games: number, seed: number): Promise<number[]> {
  const position = unwrap(Game.create({ size: SIZE })).position()
  const { values } = await makeGobbleMap(position, Black, { games, seed })
  return allPoints(SIZE).map((point) => Number(values[point]!.toFixed(3)))
}

function byPoint(values: readonly number[]): Float64Array {
  const map = new Float64Array(POINTS)
  for (const [i, point] of allPoints(SIZE).entries()) map[point] = values[i]!
  return map
}

function mapPicture(name: string, title: string, values: readonly number[]): Picture {
  const map = byPoint(values)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const board = unwrap(Game.create({ size: SIZE })).board
  const svg = valueMap(
    board,
    (point) => ({
      share: (map[point]! - low) / (high - low || 1),
      text: map[point]!.toFixed(1),
      told: map[point]!.toFixed(2),
    }),
    { title, note: `${low.toFixed(1)} to ${high.toFixed(1)} points` },
  )
  return { name, title, svg }
}

const FIGURES = [
  ["low", "lowest value"],
  ["high", "highest value"],
  ["centre", "mean of the 3×3 centre"],
  ["edge", "mean of the first line"],
  ["corner", "mean of the corners"],
  ["error", "error by mirror images"],
  ["symmetricCorrelation", "rank correlation, averaged over symmetries"],
] as const satisfies readonly (readonly [keyof MapFigures, string])[]

function of(maps: readonly MapFigures[], key: keyof MapFigures): number[] {
  return maps.map((figures) => figures[key])
}

/** Whether the published map could be one of ours; maps of one program differ by some points in level. */
function rangeComparison(what: string, theirs: number, ours: readonly number[]): Comparison {
  // Of a single map: the published one is one, too.
  const maps = estimate(mean(ours), Math.sqrt(variance(ours)))
  return {
    what: `${what} of a map`,
    published: "gobble-map",
    theirs: theirs.toFixed(1),
    ours: `${mean(ours).toFixed(1)} (95 % of maps: ${maps.low.toFixed(1)} to ${maps.high.toFixed(1)})`,
    ...maps,
    verdict:
      theirs >= maps.low && theirs <= maps.high
        ? agrees("as single maps of ours vary")
        : differs("our bad points are noisier: Black is first there in few games (docs/players/gobble.md)"),
  }
}

function centreComparison(ours: readonly MapFigures[]): Comparison {
  const isOrdered = ours.filter(({ centre, edge }) => centre > edge).length
  return {
    what: "the centre is clearly above the edge",
    theirs: "5.1 and 2.4",
    ours: `in ${isOrdered} of ${ours.length} maps; means ${mean(of(ours, "centre")).toFixed(1)} and ${mean(of(ours, "edge")).toFixed(1)}`,
    verdict:
      isOrdered === ours.length
        ? agrees()
        : isOrdered > ours.length / 2
          ? agrees("in most maps")
          : differs("not here"),
  }
}

function errorComparison(errors: readonly number[]): Comparison {
  const error = mean(errors)
  return {
    what: "error of a value",
    theirs: "about ±0.6",
    ours: `±${error.toFixed(2)}`,
    value: error,
    verdict: compareNumber(0.6, estimate(error, Math.sqrt(variance(errors) / errors.length)), {
      theirError: 0.1,
      precision: 1,
      why: "the annealing of the text is unknown; more random moves make ours smaller",
    }),
  }
}

function figuresTable(theirs: MapFigures, ours: readonly MapFigures[]): Table {
  return {
    title: "Figure 1 and our maps",
    head: ["of a map", "published", "ours, mean", "least", "most"],
    rows: FIGURES.map(([key, name]) => {
      const values = of(ours, key)
      return [
        name,
        theirs[key].toFixed(2),
        mean(values).toFixed(2),
        Math.min(...values).toFixed(2),
        Math.max(...values).toFixed(2),
      ]
    }),
  }
}

export const GOBBLE_MAP = defineExperiment({
  id: "gobble-map",
  title: "Gobble's value map of the empty board",
  ids: ["SA-1"],
  source: { text: TEXT, place: "figure 1" },
  about:
    "Strategy A after 10 000 games from the empty 9×9 board, with several seeds. The text gives no numbers for its annealing; ours are those of docs/players/gobble.md.",
  code: CODE,
  parameters: {
    maps: { meaning: "maps, each with a seed of its own", quick: 10, full: 100, low: 2, high: 10_000 },
    games: { meaning: "games of a map", quick: 10_000, full: 10_000, low: 100, high: 1_000_000 },
  },
  units: ({ maps, games }, seed) =>
    Array.from({ length: maps }, (_, i) => ({ id: `map ${i + 1}`, task: { games, seed: seed + i } })),
  work: ({ games, seed }: { games: number; seed: number }) => mapOf(games, seed),
  conclude: (found) => {
    const maps = found.map(({ finding }): readonly number[] => finding)
    const ours = maps.map((values) => compareWithFigure1(byPoint(values)))
    const theirs = compareWithFigure1(byPoint(PUBLISHED_MAP.flat()))
    return {
      comparisons: [
        rangeComparison("lowest value", theirs.low, of(ours, "low")),
        rangeComparison("highest value", theirs.high, of(ours, "high")),
        rangeComparison(
          "highest less lowest value",
          theirs.high - theirs.low,
          ours.map(({ low, high }) => high - low),
        ),
        centreComparison(ours),
        errorComparison(of(ours, "error")),
      ],
      tables: [figuresTable(theirs, ours)],
      pictures: [
        mapPicture("published", "Published (figure 1)", PUBLISHED_MAP.flat()),
        mapPicture(
          "ours",
          `Ours, mean of ${maps.length} maps`,
          maps[0]!.map((_, i) => mean(maps.map((values) => values[i]!))),
        ),
      ],
      text: "The order of the points and the best values agree: the centre is worth more than the edge, the edge more than the corners. Our worst points lie lower.",
    }
  },
})

// Positions of our own: the drawings of figures 2 to 7 are lost. The first stands for figures 4 and 5 (a quiet board
// whose best moves can't be told apart), the second for figures 6 and 7 (one move stands out).
const POSITIONS = {
  quiet: `
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . X . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . . . . . .`,
  // Black F6 captures nine stones; White F6 connects them. Elsewhere nothing is as large.
  fight: `
    . . . . . . . . .
    . . X X X . . O .
    . X O O O X O . .
    . X O O O . O . .
    . X O O O X O . .
    . . X X X . . O .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .`,
} as const
type PositionName = keyof typeof POSITIONS

async function evaluatePosition(
  name: PositionName,
  games: number,
  seed: number,
): Promise<Record<string, number>> {
  const board = unwrap(parseAscii(POSITIONS[name]))
  const game = unwrap(Game.create({ size: SIZE, komi: 0, setup: stonesOf(board), firstToPlay: Black }))
  const { values, valueGames } = await makeGobbleMap(game.position(), Black, { games, seed })
  const points = allPoints(SIZE).filter((point) => board.at(point) === Empty && valueGames[point]! > 0)
  return Object.fromEntries(
    points.map((point: Point) => [makeVertex(point, SIZE), Number(values[point]!.toFixed(2))]),
  )
}

const TOP = 6
/** The best move of the fight. */
const CAPTURE = "F6"

function bestOf(values: Readonly<Record<string, number>>): string[] {
  return Object.entries(values)
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP)
    .map(([vertex]) => vertex)
}

export const GOBBLE_POSITIONS = defineExperiment({
  id: "gobble-positions",
  title: "Gobble's values of a position, evaluated twice",
  ids: ["SA-1"],
  source: { text: TEXT, place: "figures 4 to 7" },
  about:
    "Strategy A evaluates a quiet position and a fight twice each, by 2 000 games as in the text: how far do the values and the six best moves agree? The text's positions are lost with its pictures; ours are drawn in the experiment.",
  code: CODE,
  parameters: {
    games: { meaning: "games of an evaluation", quick: 2000, full: 2000, low: 100, high: 1_000_000 },
    pairs: { meaning: "pairs of evaluations", quick: 5, full: 100, low: 1, high: 10_000 },
  },
  units: ({ games, pairs }, seed) =>
    (Object.keys(POSITIONS) as PositionName[]).flatMap((position) =>
      Array.from({ length: pairs }, (_, i) => ({
        id: `${position} ${i + 1}`,
        task: { position, games, seed: seed + 2 * i },
      })),
    ),
  work: async ({ position, games, seed }: { position: PositionName; games: number; seed: number }) => ({
    first: await evaluatePosition(position, games, seed),
    second: await evaluatePosition(position, games, seed + 1),
  }),
  conclude: (found) => {
    const common = (name: PositionName): number =>
      mean(
        found
          .filter(({ task }) => task.position === name)
          .map(({ finding: { first, second } }) => {
            const best = bestOf(second)
            return bestOf(first).filter((vertex) => best.includes(vertex)).length
          }),
      )
    const fights = found
      .filter(({ task }) => task.position === "fight")
      .flatMap(({ finding }) => [finding.first, finding.second])
    const best = fights.map((values) => bestOf(values)[0]!)
    const capture = best.filter((vertex) => vertex === CAPTURE).length
    const lead = mean(
      fights.map((values) => {
        const [first, second] = Object.values(values).sort((a, b) => b - a)
        return first! - second!
      }),
    )
    return {
      comparisons: [
        {
          what: "quiet position: best six moves that both evaluations have",
          theirs: "1 of 6 (figures 4 and 5)",
          ours: `${common("quiet").toFixed(1)} of 6 in the mean`,
          value: common("quiet"),
          verdict: notComparable("position lost; ours is drawn for the same purpose"),
        },
        {
          what: "fight: the best move stands out",
          theirs: "20.2 points, others about 15 (figure 6)",
          ours: `the capture is best in ${capture} of ${fights.length} evaluations, ahead of the second by ${lead.toFixed(1)} points`,
          value: lead,
          verdict: notComparable("position lost; ours is drawn for the same purpose"),
        },
      ],
      tables: [
        {
          title: "First evaluation of each position: best and worst moves",
          head: ["position", "best", "values", "worst", "values"],
          rows: (Object.keys(POSITIONS) as PositionName[]).map((name) => {
            const values = found.find(({ task }) => task.position === name)!.finding.first
            const order = Object.entries(values).sort(([, a], [, b]) => b - a)
            const words = (some: readonly (readonly [string, number])[]): [string, string] => [
              some.map(([vertex]) => vertex).join(" "),
              some.map(([, value]) => value.toFixed(1)).join(" "),
            ]
            return [name, ...words(order.slice(0, TOP)), ...words(order.slice(-TOP))]
          }),
        },
      ],
      pictures: [],
      text: `In the quiet position two evaluations share ${common("quiet").toFixed(1)} of their six best moves, as little as the text tells. In the fight the capture is best in ${capture} of ${fights.length} evaluations, ahead of the second by ${lead.toFixed(1)} points: our values lie closer together than those of figure 6.`,
    }
  },
})
