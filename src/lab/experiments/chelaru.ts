// Chelaru 2008: the distribution of key positions (4.3.4), the experience tree (4.3.6.2), and the marriage with GNU Go
// (table 5.3) (TREE-9, TREE-10, HYB-1, HYB-2).

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { marginOf } from "../../arena/index.ts"
import { Random } from "../../base/random.ts"
import { percent, signed } from "../../base/format.ts"
import { ExperienceTree, makeExperience } from "../../search/experience/index.ts"
import { HIGHEST_CATEGORY, keyCategories, keyEnds, type KeyMap } from "../../search/keys.ts"
import { winRates, curves, distribution } from "../charts.ts"
import { defineExperiment, type WorkContext } from "../experiment.ts"
import {
  gameUnits,
  gnugo,
  LAB_MATCH,
  playGames,
  summarize,
  type GameFinding,
  type GamesTask,
} from "../games.ts"
import { publishedValues } from "../published.ts"
import { selfPlayTree } from "../self-play.ts"
import { gamesTable, rateText } from "../text.ts"
import { agrees, compareNumber, differs, notComparable, open } from "../verdict.ts"
import { PLAIN } from "../heuristics.ts"
import { claimed } from "./worth.ts"

const TEXT = "Chelaru 2008"

const CATEGORIES = Array.from({ length: HIGHEST_CATEGORY + 1 }, (_, category) => category)

/** How often each category is drawn by the curve. */
function drawn(draws: number, seed: number): number[] {
  const ends = keyEnds()
  const random = new Random(seed)
  const counts = CATEGORIES.map(() => 0)
  for (let i = 0; i < draws; i++) {
    const word = random.float()
    counts[ends.findIndex((end) => word < end)]!++
  }
  return counts
}

export const KEY_POSITIONS = defineExperiment({
  id: "key-positions",
  title: "Key positions priority: which categories are drawn",
  ids: ["TREE-9"],
  source: { text: TEXT, place: "4.3.4, figures 4.20 and 4.21" },
  about:
    "Points of 19×19 by category, 8 on the key points and one less for each step; a random number becomes a category by a cubic Bézier curve. The text's control points are lost with its picture, so its curve can't be drawn again.",
  code: ["src/search/keys.ts"],
  parameters: {
    draws: { meaning: "random numbers", quick: 100_000, full: 10_000_000, low: 1000, high: 1e9 },
  },
  units: ({ draws }, seed) => [{ id: "draws", task: { draws, seed } }],
  work: ({ draws, seed }: { draws: number; seed: number }) => Promise.resolve(drawn(draws, seed)),
  conclude: (found, { draws }) => {
    const counts: readonly number[] = found[0]!.finding
    const ends = keyEnds()
    const expected = CATEGORIES.map(
      (category) => ends[category]! - (category === 0 ? 0 : ends[category - 1]!),
    )
    const worst = Math.max(
      ...CATEGORIES.map((category) => {
        const p = expected[category]!
        return Math.abs(counts[category]! / draws - p) / Math.sqrt((p * (1 - p)) / draws)
      }),
    )
    const pointsOf = (map: KeyMap): number[] => {
      const values = [...keyCategories(19, map).values()]
      return CATEGORIES.map((category) => values.filter((value) => value === category).length)
    }
    const [stars, printed] = [pointsOf("stars"), pointsOf("printed")]
    const rises = expected.every((share, i) => i === 0 || share > expected[i - 1]!)
    return {
      comparisons: [
        {
          what: "better categories are drawn more often",
          theirs: "figure 4.21 rises to category 8",
          ours: `${percent(expected[8]!)} % of the draws are category 8, ${percent(expected[0]!)} % category 0`,
          value: 100 * expected[8]!,
          verdict: rises ? agrees() : notComparable("the curve's control points are lost"),
        },
        {
          what: "the draws follow the curve",
          theirs: "by binary search in a table",
          ours: `the largest deviation is ${worst.toFixed(1)} standard deviations`,
          value: worst,
          verdict: worst < 4 ? agrees() : differs("the draws don't follow the curve"),
        },
      ],
      tables: [
        {
          title: "Categories on 19×19",
          head: ["category", "points, stars", "points, printed map", "drawn, %", "by the curve, %"],
          rows: CATEGORIES.map((category) => [
            category,
            stars[category]!,
            printed[category]!,
            percent(counts[category]! / draws, 2),
            percent(expected[category]!, 2),
          ]),
        },
      ],
      pictures: [
        curves({
          name: "distribution",
          title: "Category by random number (figure 4.21)",
          x: "random number",
          y: "category",
          lines: [
            {
              label: "our curve",
              points: [
                [0, 0] as const,
                ...CATEGORIES.map((category) => [ends[category]!, category + 1] as const),
              ],
            },
          ],
        }),
      ],
      text: "The printed map puts the key points on the 5th, 10th and 15th lines while the text says star points; both maps are options of the search (keys=stars, keys=printed), and worth-playouts measures them.",
    }
  },
})

interface ExperienceTask {
  readonly player: string
  readonly pastGames: number
  readonly games: number
  readonly seed: number
}

const WITH_PAST = "with past games"

/** Plays the past games, keeps them in a file of its own for this unit, and plays the match with it. */
async function matchWithPast(task: ExperienceTask, context: WorkContext): Promise<GameFinding[]> {
  const { pastGames, games, player, seed } = task
  const folder = mkdtempSync(join(tmpdir(), "montego-lab-"))
  try {
    const tree = new ExperienceTree({ size: LAB_MATCH.size })
    const share = pastGames / (pastGames + games)
    const past = { games: pastGames, spec: player, match: LAB_MATCH, seed }
    await selfPlayTree(tree, past, { ...context, onProgress: (done) => context.onProgress(done * share) })
    const file = join(folder, "past.exp")
    writeFileSync(file, makeExperience(tree))
    const match = { ...LAB_MATCH, a: `${player},experience="${file}"`, b: player, seed: seed + 1 }
    return await playGames(
      { label: WITH_PAST, match, from: 0, to: games },
      {
        ...context,
        onProgress: (done) => context.onProgress(share + done * (1 - share)),
      },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const WORTH_EXPERIENCE = defineExperiment({
  id: "worth-experience",
  title: "The experience tree: its worth",
  ids: ["TREE-10"],
  source: { text: TEXT, place: "4.3.6.2, figure 4.25" },
  about:
    "Plain UCT plays games against itself, which become an experience tree; with it, plain UCT plays plain UCT at equal playouts, 9×9. The text reports no match of its own.",
  code: ["src/search/experience/tree.ts", "src/search/experience/graft.ts"],
  parameters: {
    pastGames: { meaning: "games of each experience tree", quick: 60, full: 1000, low: 10, high: 100_000 },
    games: {
      meaning: "games of a match, with each tree",
      quick: 10,
      full: 100,
      low: 2,
      high: 10_000,
      step: 2,
    },
    trees: { meaning: "experience trees", quick: 2, full: 4, low: 1, high: 100 },
    playouts: { meaning: "playouts a move", quick: 100, full: 1000, low: 10, high: 100_000 },
  },
  units: ({ pastGames, games, trees, playouts }, seed) =>
    Array.from({ length: trees }, (_, i) => ({
      id: `tree ${i + 1}`,
      task: {
        pastGames,
        games,
        player: `${PLAIN},playouts=${playouts}`,
        seed: seed + 100 * i,
      } satisfies ExperienceTask,
    })),
  work: (task: ExperienceTask, context) => matchWithPast(task, context),
  conclude: (found, { playouts }) => {
    const games = found.flatMap(({ finding }): readonly GameFinding[] => finding)
    const row = { label: WITH_PAST, a: "uct:plain with past games", b: "uct:plain", ...summarize(games) }
    return {
      comparisons: [claimed(row)],
      tables: [gamesTable(`${playouts} playouts a move`, [row])],
      pictures: [winRates("rates", "With past games against without", [row])],
      text: `With its past games plain UCT won ${rateText(row)} against itself without them. The tree helps in the opening only: later no two games are alike.`,
    }
  },
})

const MARRIAGE = "hybrid against GNU Go"

export const MARRIAGE_GAMES = defineExperiment({
  id: "marriage",
  title: "Marriage of Monte-Carlo and GNU Go",
  ids: ["HYB-1", "HYB-2"],
  source: { text: TEXT, place: "5.2, table 5.3, figure 5.5" },
  about:
    "The hybrid (GNU Go's values times win rates) against plain GNU Go 3.8, komi 6.5, with the mean margin and its spread. The text has 19×19 and GNU Go 3.6, and by its percentages 33 games. The quick size plays on 9×9, because a game of 19×19 takes minutes.",
  code: ["src/hybrid/hybrid.ts", "src/hybrid/node/player.ts"],
  needs: ["gnugo"],
  parameters: {
    games: {
      meaning: "games, half of them with each colour",
      quick: 8,
      full: 34,
      low: 2,
      high: 10_000,
      step: 2,
    },
    size: { meaning: "lines of the board", quick: 9, full: 19, low: 5, high: 19 },
    playouts: { meaning: "playouts a move of the hybrid", quick: 500, full: 5000, low: 10, high: 1_000_000 },
    level: { meaning: "GNU Go's level, of both sides", quick: 5, full: 10, low: 0, high: 10 },
  },
  units: ({ games, size, playouts, level }, seed) => {
    const a = `hybrid:strong,engine="gnugo --mode gtp --chinese-rules",level=${level},playouts=${playouts},ponder=off,resign-at=0`
    const match = { ...LAB_MATCH, rules: "chinese", size, komi: 6.5, a, b: gnugo(level), seed }
    return gameUnits(MARRIAGE, match, games, 2)
  },
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found, { size }) => {
    const games = found.flatMap(({ finding }): readonly GameFinding[] => finding)
    const row = { label: MARRIAGE, a: "hybrid:strong", b: "GNU Go", ...summarize(games) }
    const asBlack = summarize(games.filter(({ black }) => black === "a"))
    const asWhite = summarize(games.filter(({ black }) => black === "b"))
    const [published] = publishedValues("marriage")
    const { mean: middle, deviation, error } = row.margins
    const ours = { value: 100 * row.rate, low: 100 * row.interval.low, high: 100 * row.interval.high }
    const smaller = notComparable(`${size}×${size} in place of 19×19`)
    const counted = games.map(marginOf).filter((margin) => margin !== undefined)
    return {
      comparisons: [
        {
          what: "won against plain GNU Go",
          published: "marriage",
          theirs: "60.60 % (20 of 33 by the percentages)",
          ours: rateText(row),
          ...ours,
          verdict:
            size !== 19
              ? smaller
              : compareNumber(published!, ours, {
                  theirError: 17,
                  precision: 20,
                  why: "our search is stronger than that of 2008, so the marriage wins more",
                }),
        },
        {
          what: "as White, as Black",
          theirs: "68.18 %, 45.45 %",
          ours: `${percent(asWhite.rate)} %, ${percent(asBlack.rate)} %`,
          verdict: size === 19 ? open("too few games of each colour, in the text too") : smaller,
        },
        {
          what: "mean margin and its spread",
          theirs: "1.106, σ 24.54",
          ours: `${signed(middle, 1)} ± ${(1.96 * error).toFixed(1)}, σ ${deviation.toFixed(1)}, ${row.margins.games} counted games`,
          value: middle,
          low: middle - 1.96 * error,
          high: middle + 1.96 * error,
          verdict:
            size !== 19
              ? smaller
              : compareNumber(
                  1.106,
                  { value: middle, low: middle - 1.96 * error, high: middle + 1.96 * error },
                  {
                    theirError: 8.4,
                    precision: 15,
                    why: "our search is stronger than that of 2008",
                  },
                ),
        },
      ],
      tables: [gamesTable(`${size}×${size}, komi 6.5`, [row])],
      pictures:
        counted.length > 1
          ? [
              distribution("margins", "Margins of the hybrid (figure 5.5)", "points", [
                { label: MARRIAGE, values: counted },
              ]),
            ]
          : [],
      text: `The hybrid won ${rateText(row)}. The text's program fought GNU Go 3.6 on 19×19.`,
    }
  },
})
