// What each heuristic of the search is worth (LAB-2): alone, at equal playouts and at equal time; and Chelaru's own
// heuristics (2008, 4.3.5 to 4.3.8; TREE-5 to TREE-7).

import type { MatchDefinition } from "../../arena/index.ts"
import { winRates } from "../charts.ts"
import {
  defineExperiment,
  type Comparison,
  type Conclusion,
  type Parameter,
  type Unit,
} from "../experiment.ts"
import {
  gameUnits,
  LAB_MATCH,
  playGames,
  summarizeGames,
  type GamesSummary,
  type GamesTask,
} from "../games.ts"
import { HEURISTICS, PLAIN, type Heuristic } from "../heuristics.ts"
import { gamesTable, rateText } from "../text.ts"
import { compareSign, notComparable, type Verdict } from "../verdict.ts"

const CODE = ["src/lab/heuristics.ts", "src/search/params.ts", "src/kernel/assembly/select.ts"]

export const GAMES = (quick: number, full: number): Parameter => ({
  meaning: "games of each heuristic, half of them with each colour",
  quick,
  full,
  low: 2,
  high: 100_000,
  step: 2,
})
const PLAYOUTS: Parameter = { meaning: "playouts a move", quick: 100, full: 1000, low: 10, high: 100_000 }

function matchOf(
  { options, base = PLAIN, handicap }: Heuristic,
  budget: MatchDefinition["budget"],
  seed: number,
): MatchDefinition {
  const match = { ...LAB_MATCH, a: `${base},${options}`, b: base, budget, seed }
  // The side with handicap stones is A, the heuristic's.
  return handicap === undefined ? match : { ...match, handicap, komi: 20.5 }
}

function unitsOf(games: number, budget: MatchDefinition["budget"], seed: number): Unit<GamesTask>[] {
  return HEURISTICS.flatMap((heuristic) =>
    gameUnits(heuristic.name, matchOf(heuristic, budget, seed), games, 10),
  )
}

/** A heuristic's rate against its base: the interval tells whether it helps. */
function worthOf(row: GamesSummary): string {
  const { low, high } = row.interval
  if (low > 0.5) return "helps"
  return high < 0.5 ? "harms" : "can't be told"
}

function concludeWorth(rows: readonly GamesSummary[], budget: string): Conclusion {
  const of = (word: string): string[] => rows.filter((row) => worthOf(row) === word).map(({ label }) => label)
  return {
    comparisons: rows.map((row) => ({
      what: row.label,
      theirs: "no number",
      ours: `${rateText(row)}: ${worthOf(row)}`,
      value: 100 * row.rate,
      low: 100 * row.interval.low,
      high: 100 * row.interval.high,
      verdict: notComparable("the texts have no such table"),
    })),
    tables: [gamesTable(`Each heuristic alone, ${budget}, 9×9, komi 7.5`, rows)],
    pictures: [winRates("rates", `Win rates against the base, ${budget}`, rows)],
    text: `Helps beyond doubt: ${of("helps").join(", ") || "none"}. Harms: ${of("harms").join(", ") || "none"}. The others can't be told from even with these games. Rules of MoGo's playouts are added to plain UCT with policy=mogo, rave-recency to plain UCT with RAVE, the rest to plain UCT; dynamic komi plays with two handicap stones and komi 20.5, so only its sign beside the other rows' counts.`,
  }
}

export const WORTH_PLAYOUTS = defineExperiment({
  id: "worth-playouts",
  title: "What each heuristic is worth at equal playouts",
  ids: ["LAB-2"],
  source: { text: "Montego", place: "LAB-2; the texts have no such table" },
  about:
    "Plain UCT with one heuristic added plays plain UCT, 9×9, Tromp-Taylor rules, both colours, equally many playouts a move, no early stop.",
  code: CODE,
  parameters: { games: GAMES(6, 200), playouts: PLAYOUTS },
  units: ({ games, playouts }, seed) => unitsOf(games, { kind: "playouts", playouts }, seed),
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found, { playouts }) => concludeWorth(summarizeGames(found), `${playouts} playouts a move`),
})

export const WORTH_TIME = defineExperiment({
  id: "worth-time",
  title: "What each heuristic is worth at equal time",
  ids: ["LAB-2"],
  source: { text: "Montego", place: "LAB-2; the texts have no such table" },
  about: "The same players with equal seconds a move in place of equal playouts. It needs a quiet machine.",
  code: CODE,
  isAlone: true,
  parameters: {
    games: GAMES(2, 100),
    milliseconds: { meaning: "time of a move", quick: 2, full: 50, low: 1, high: 60_000 },
  },
  units: ({ games, milliseconds }, seed) =>
    unitsOf(games, { kind: "seconds", seconds: milliseconds / 1000 }, seed),
  work: (task: GamesTask, context) => playGames(task, context),
  conclude: (found, { milliseconds }) => concludeWorth(summarizeGames(found), `${milliseconds} ms a move`),
})

/** Chelaru's claims: what he built in, as he proposes it, is meant to help. */
const CLAIMS = [
  ["worth-fpu", "First-play urgency", "4.3.5, figure 4.22", ["TREE-5"], ["fpu=1.1"]],
  [
    "worth-grandparent",
    "Grandparent knowledge, both variants",
    "4.3.6.1, figure 4.23",
    ["TREE-7"],
    ["uncle-merge", "uncle=50"],
  ],
  ["worth-rave", "RAVE", "4.3.8", ["TREE-6"], ["rave", "rave+exploration (brady)"]],
] as const

export const CHELARU_WORTH = CLAIMS.map(([id, title, place, ids, names]) =>
  defineExperiment({
    id,
    title: `${title}: its worth`,
    ids,
    source: { text: "Chelaru 2008", place },
    about:
      "The text proposes the heuristic and reports no match of its own. Plain UCT with it plays plain UCT, 9×9, equally many playouts a move.",
    code: CODE,
    parameters: { games: GAMES(20, 1000), playouts: { ...PLAYOUTS, quick: 200 } },
    units: ({ games, playouts }, seed) =>
      HEURISTICS.filter(({ name }) => (names as readonly string[]).includes(name)).flatMap((heuristic) =>
        gameUnits(heuristic.name, matchOf(heuristic, { kind: "playouts", playouts }, seed), games, 10),
      ),
    work: (task: GamesTask, context) => playGames(task, context),
    conclude: (found, { playouts }) => {
      const rows = summarizeGames(found)
      return {
        comparisons: rows.map((row) => claimed(row)),
        tables: [gamesTable(`${playouts} playouts a move`, rows)],
        pictures: [winRates("rates", `Win rates against plain UCT, ${playouts} playouts a move`, rows)],
        text: rows
          .map(
            (row) =>
              `${row.label} won ${rateText(row)}: it ${worthOf(row) === "can't be told" ? "can't be told from no effect" : worthOf(row)}.`,
          )
          .join(" "),
      }
    },
  }),
)

/** The text expects an improvement. */
export function claimed(row: GamesSummary): Comparison {
  const shifted = { low: row.interval.low - 0.5, high: row.interval.high - 0.5 }
  const verdict: Verdict = compareSign(1, shifted, "it harms plain UCT at these playouts")
  return {
    what: row.label,
    theirs: "an improvement, without a number",
    ours: rateText(row),
    value: 100 * row.rate,
    low: 100 * row.interval.low,
    high: 100 * row.interval.high,
    verdict:
      verdict.kind === "open"
        ? { kind: "open", reason: `too few games to tell: ${row.games} games, the interval contains 50 %` }
        : verdict,
  }
}
