// Lew 2011, 3.2 and 3.3.1, after Bouzy & Helmstetter 2003: progressive pruning by playouts, depth 2 against depth 1,
// vanilla against all-moves-as-first, uniform against annealed playouts (TREE-1, TREE-2).

import type { MatchDefinition } from "../../arena/index.ts"
import { estimates } from "../charts.ts"
import {
  defineExperiment,
  type Comparison,
  type Conclusion,
  type Found,
  type Parameter,
} from "../experiment.ts"
import {
  gameUnits,
  LAB_MATCH,
  playGames,
  summarizeGames,
  type GameFinding,
  type GamesSummary,
  type GamesTask,
} from "../games.ts"
import { publishedValues, type PublishedId } from "../published.ts"
import { gamesTable, marginWords } from "../text.ts"
import {
  compareRange,
  compareSign,
  differs,
  estimate,
  open,
  type Estimate,
  type Verdict,
} from "../verdict.ts"

const TEXT = "Lew 2011"
const CODE = ["src/flat/search.ts", "src/flat/contests.ts"]
/** These players know points: the score is what the text measures. */
const POINTS = "value=score"

/** The normal interval of a mean of fewer games is too narrow. */
const FEWEST_GAMES = 6
/** Half of an interval in points that still confirms a margin. */
const PRECISION = 5

function match(a: string, b: string, seed: number): MatchDefinition {
  return { ...LAB_MATCH, komi: 0, a, b, seed }
}

function marginOf({ margins: { mean, error } }: GamesSummary): Estimate {
  return estimate(mean, error)
}

const OTHER_PROGRAM = "the text's numbers come from another program with other playouts"

interface Claim {
  readonly label: string
  readonly published?: PublishedId
  readonly theirs: string
  readonly verdict: (ours: Estimate) => Verdict
}

/** A margin beside the published one; a few games have no sound interval. */
function compareMargin(row: GamesSummary, { published, theirs, verdict }: Claim): Comparison {
  const ours = marginOf(row)
  return {
    what: row.label,
    ...(published === undefined ? {} : { published }),
    theirs,
    ours: marginWords(row),
    ...(row.margins.games > 1 ? ours : { value: ours.value }),
    verdict:
      row.margins.games < FEWEST_GAMES
        ? open(`too few games to tell: ${row.margins.games} were counted`)
        : verdict(ours),
  }
}

function concludeMargins(
  found: readonly Found<GamesTask, readonly GameFinding[]>[],
  claims: readonly Claim[],
  text: string,
): Conclusion {
  const rows = summarizeGames(found)
  return {
    comparisons: claims.map((claim) =>
      compareMargin(
        rows.find(({ label }) => label === claim.label)!,
        claim,
      ),
    ),
    tables: [gamesTable("Matches, 9×9 without komi", rows)],
    pictures: [
      estimates(
        "margins",
        { title: "Mean margin of A", axis: "points" },
        rows.map((row) => {
          const claim = claims.find(({ label }) => label === row.label)
          const values = claim?.published === undefined ? [] : publishedValues(claim.published)
          const published = values.reduce((sum, value) => sum + value / values.length, 0)
          return {
            label: row.label,
            note: `${row.margins.games} games`,
            ...marginOf(row),
            ...(values.length > 0 ? { published } : {}),
          }
        }),
      ),
    ],
    text,
  }
}

/** The published number, or at least its sign where ours is too wide for the number. */
function numberOrSign(published: readonly [low: number, high: number], ours: Estimate): Verdict {
  const [low, high] = published
  const number = compareRange({ low, high }, ours, { precision: PRECISION, why: OTHER_PROGRAM })
  const sign = compareSign(low > 0 ? 1 : -1, ours, OTHER_PROGRAM)
  if (number.kind !== "differs") return number
  const words =
    sign.kind === "agrees" ? "the sign agrees, the size does not" : "the sign is not that of the text"
  return differs(`${words}: ${OTHER_PROGRAM}`)
}

const GAMES = (quick: number, full: number): Parameter => ({
  meaning: "games of a match, half of them with each colour",
  quick,
  full,
  low: 2,
  high: 100_000,
  step: 2,
})

const FEWER = "1 000 playouts against 10 000"
const MORE = "100 000 playouts against 10 000"

export const PRUNING_PLAYOUTS = defineExperiment({
  id: "pruning-playouts",
  title: "Progressive pruning: what more playouts are worth",
  ids: ["TREE-2"],
  source: { text: TEXT, place: "3.2.5 (Bouzy & Helmstetter 2003)" },
  about:
    "Progressive pruning (c = 2, by points) with 1 000 and with 100 000 playouts a move against itself with 10 000, on 9×9: the mean margin in points. Both colours, no komi.",
  code: CODE,
  parameters: {
    games: GAMES(6, 100),
    large: { ...GAMES(2, 40), meaning: "games of the match with 100 000 playouts" },
  },
  units: ({ games, large }, seed) => {
    const player = (playouts: number): string => `pruning,${POINTS},playouts=${playouts}`
    return [
      ...gameUnits(MORE, match(player(100_000), player(10_000), seed), large, 1).map((unit) => ({
        ...unit,
        weight: 10,
      })),
      ...gameUnits(FEWER, match(player(1000), player(10_000), seed), games, 2),
    ]
  },
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found) =>
    concludeMargins(
      found,
      [
        {
          label: FEWER,
          published: "pruning-1k",
          theirs: "−12.7 points",
          verdict: (ours) => numberOrSign([-12.7, -12.7], ours),
        },
        {
          label: MORE,
          published: "pruning-100k",
          theirs: "+3.2 points",
          verdict: (ours) => numberOrSign([3.2, 3.2], ours),
        },
      ],
      "More playouts win more points, with falling returns, as the text says. The margins themselves depend on the program: the text's players had no komi and another rule for moves that drop out.",
    ),
})

const DEPTHS = "depth 2 against depth 1"

export const DEPTH_TWO = defineExperiment({
  id: "depth-two",
  title: "Minimax of depth 2 over Monte-Carlo values",
  ids: ["TREE-2"],
  source: { text: TEXT, place: "3.3.1 (Bouzy & Helmstetter 2003)" },
  about:
    "Depth-2 minimax over means of playouts against progressive pruning of depth 1, equally many playouts a move, both by points, on 9×9.",
  code: CODE,
  parameters: {
    games: GAMES(6, 200),
    playouts: { meaning: "playouts a move", quick: 4000, full: 10_000, low: 100, high: 1_000_000 },
  },
  units: ({ games, playouts }, seed) =>
    gameUnits(
      DEPTHS,
      match(`depth2,${POINTS},playouts=${playouts}`, `pruning,${POINTS},playouts=${playouts}`, seed),
      games,
      2,
    ),
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found) =>
    concludeMargins(
      found,
      [
        {
          label: DEPTHS,
          published: "depth-two",
          theirs: "about 2 points worse",
          verdict: (ours) => numberOrSign([-3, -1], ours),
        },
      ],
      "Depth 2 is no better than depth 1: the best of many uncertain replies is mostly the luckiest. Our depth 2 loses more than the text's, because its playouts are shared among all pairs of moves.",
    ),
})

const VANILLA = "vanilla against AMAF"
const ANNEALED = "uniform AMAF against annealed (Gobble A)"

export const VANILLA_AMAF = defineExperiment({
  id: "vanilla-amaf",
  title: "Vanilla Monte-Carlo against all-moves-as-first",
  ids: ["TREE-1", "TREE-2"],
  source: { text: TEXT, place: "3.2.1 and 3.2.4 (Bouzy & Helmstetter 2003)" },
  about:
    "Vanilla and AMAF with equally many playouts a move, both by points, on 9×9; and AMAF by uniform playouts against Gobble's annealed ones. The text's vanilla had enough playouts to converge: their number decides.",
  code: [...CODE, "src/gobble/search.ts"],
  parameters: {
    games: GAMES(6, 200),
    playouts: { meaning: "playouts a move", quick: 2000, full: 20_000, low: 100, high: 1_000_000 },
  },
  units: ({ games, playouts }, seed) => {
    const amaf = `amaf,${POINTS},playouts=${playouts}`
    return [
      ...gameUnits(VANILLA, match(`vanilla,${POINTS},playouts=${playouts}`, amaf, seed), games, 2),
      ...gameUnits(ANNEALED, match(amaf, `gobble:a,games=${playouts}`, seed), games, 2),
    ]
  },
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found) =>
    concludeMargins(
      found,
      [
        {
          label: VANILLA,
          published: "vanilla-amaf",
          theirs: "10–15 points better",
          verdict: (ours) => numberOrSign([10, 15], ours),
        },
        {
          label: ANNEALED,
          theirs: "as good",
          verdict: (ours) =>
            compareRange({ low: -3, high: 3 }, ours, {
              precision: PRECISION,
              why:
                ours.low > 0
                  ? "uniform playouts are better here, so annealing is not needed"
                  : "annealed playouts are better here",
            }),
        },
      ],
      "Vanilla needs many more playouts than AMAF for the same accuracy, so the margin grows with their number.",
    ),
})
