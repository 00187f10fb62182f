// Brügmann 1993, table 1: Gobble's games with handicap, and strategy B against A (SA-1, SA-2).

import type { MatchDefinition } from "../../arena/index.ts"
import { winRates } from "../charts.ts"
import { defineExperiment } from "../experiment.ts"
import { gameUnits, gnugo, LAB_MATCH, playGames, summarizeGames, type GamesTask } from "../games.ts"
import { gamesTable, rateText } from "../text.ts"
import { compareSign, notComparable } from "../verdict.ts"

/** Table 1: strategy, handicap, and what was won of five games against Many Faces of Go. */
const COLUMNS = [
  ["A, 500 games, handicap 3", "gobble:a,games=500", 3, 2],
  ["A, 1000 games, handicap 2", "gobble:a,games=1000", 2, 1],
  ["B, 400 + 4×400, handicap 2", "gobble:b,games=400,branch=4", 2, 3],
  ["B, 500 + 3×500, even", "gobble:b,games=500,branch=3", 0, 1],
  ["B, 1000 + 3×1000, even", "gobble:b,games=1000,branch=3", 0, 1],
] as const
const OWN_MATCH = "B against A, equal evaluations"

export const GOBBLE_GAMES = defineExperiment({
  id: "gobble-games",
  title: "Gobble's games: strategies A and B",
  ids: ["SA-1", "SA-2"],
  source: { text: "Brügmann 1993", place: "table 1, Test results for games on the 9x9 board" },
  about:
    "The columns of table 1 against GNU Go 3.8 in place of Many Faces of Go, Gobble as Black without komi; the last one with its 1 000 + 3×1 000 games apart. And B against A, each evaluation of equally many games.",
  code: ["src/gobble/search.ts", "src/gobble/player.ts"],
  needs: ["gnugo"],
  parameters: {
    games: { meaning: "games of each column", quick: 2, full: 40, low: 2, high: 10_000, step: 2 },
    own: { meaning: "games of B against A", quick: 16, full: 400, low: 2, high: 10_000, step: 2 },
    level: { meaning: "GNU Go's level", quick: 1, full: 10, low: 0, high: 10 },
  },
  units: ({ games, own, level }, seed) => {
    const rules = { ...LAB_MATCH, rules: "chinese", b: gnugo(level), seed }
    const columns = COLUMNS.map(([label, a, handicap]): readonly [string, MatchDefinition] => [
      label,
      // Chinese rules give White a point for each handicap stone; the negative komi takes it back.
      handicap === 0 ? { ...rules, a, komi: 0 } : { ...rules, a, handicap, komi: -handicap },
    ])
    const pair = { ...LAB_MATCH, komi: 0.5, a: "gobble:b,games=500,branch=4", b: "gobble:a,games=500", seed }
    return [
      ...columns.flatMap(([label, match]) => gameUnits(label, match, games, 2)),
      ...gameUnits(OWN_MATCH, pair, own, 4),
    ]
  },
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found) => {
    const rows = summarizeGames(found)
    const own = rows.find(({ label }) => label === OWN_MATCH)!
    return {
      comparisons: [
        {
          what: "B is stronger than A",
          published: "gobble-b",
          theirs: "by about one handicap stone",
          ours: `B won ${rateText(own)} with five times A's games in all`,
          value: 100 * own.rate,
          low: 100 * own.interval.low,
          high: 100 * own.interval.high,
          verdict: compareSign(
            1,
            { low: own.interval.low - 0.5, high: own.interval.high - 0.5 },
            "it rests on ten games of the text; B chooses among few moves by means that are uncertain",
          ),
        },
        ...COLUMNS.map(([label, , , won]) => {
          const row = rows.find((each) => each.label === label)!
          return {
            what: label,
            theirs:
              label.endsWith("1000, even") || label.endsWith("500, even") ? "1 of 5 in both" : `${won} of 5`,
            ours: rateText(row),
            value: 100 * row.rate,
            low: 100 * row.interval.low,
            high: 100 * row.interval.high,
            verdict: notComparable("GNU Go in place of Many Faces of Go, which is not to be had"),
          }
        }),
        {
          what: "strength of B",
          theirs: "about 25 kyu",
          ours: "no scale: the opponents differ by fifteen years",
          verdict: notComparable("no opponent of known rank"),
        },
      ],
      tables: [gamesTable("Games", rows)],
      pictures: [winRates("rates", "Win rates of Gobble", rows)],
      text: `B won ${own.wins} of ${own.games} games against A. GNU Go is stronger than Gobble by more than these handicaps, so the columns of table 1 keep their shape only.`,
    }
  },
})
