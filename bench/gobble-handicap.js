// `npm run bench:gobble-handicap`: Brügmann's table 1 with another opponent (SA-2). Gobble is always Black, with handicap stones on the star points and
// without komi, as there; White is GNU Go, because the Many Faces of Go of 1993 is not to be had. The arena plays and judges the games.

import { delimiter } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import { GamePool, makeTask } from "../dist/arena/index.js"
import { wilsonInterval } from "../dist/base/index.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { fixedHandicap, makeVertex } from "../dist/rules/index.js"

/** @typedef {{ strategy: string, handicap: number, player: string }} Column */
/** @typedef {{ games: number, levels: number[], concurrency: number, seed: number, handicaps?: number[], players?: string[], json?: true }} Options */

const HELP = `
The columns are those of table 1: A with 500 games and 3 stones, A with 1000 and 2, B with 400 and 4×400 and 2, B with 500 and 3×500 and
no handicap. --handicaps and --players make others: every player with every handicap. Handicap stones are moves between passes of
White, so that both engines play an ordinary game; komi 0, chinese rules.

  npm run bench:gobble-handicap -- --games 5
  npm run bench:gobble-handicap -- --levels 10 --handicaps 2,3,4,5 --players gobble:a,games=1000 gobble:b,games=400,branch=4`

/** @type {Column[]} */
const TABLE_1 = [
  { strategy: "A", handicap: 3, player: "gobble:a,games=500" },
  { strategy: "A", handicap: 2, player: "gobble:a,games=1000" },
  { strategy: "B", handicap: 2, player: "gobble:b,games=400,branch=4" },
  { strategy: "B", handicap: 0, player: "gobble:b,games=500,branch=3" },
]

const STALL_SECONDS = 120

/** Debian puts games here, which is often not on root's PATH. */
process.env["PATH"] = [process.env["PATH"], "/usr/games"].join(delimiter)

/** @type {Options} */
const options = new Command("bench:gobble-handicap")
  .option("--games <n>", "games of each column and level", countOption, 5)
  .option("--levels <n,n…>", "of GNU Go", listOption, [1, 5, 10])
  .option("--handicaps <n,n…>", "instead of table 1's", listOption)
  .option("--players <name…>", "instead of table 1's")
  .option("--concurrency <n>", "games at once", countOption, 1)
  .option("--seed <n>", "the same seed plays the same games", seedOption, 1)
  .option("--json", "one JSON object")
  .addHelpText("after", HELP)
  .parse()
  .opts()

const pool = new GamePool(STALL_SECONDS)
const interrupt = new AbortController()
process.once("SIGINT", () => {
  interrupt.abort()
  void pool.close()
})
const progress = new Progress()
const wanted = options.games * options.levels.length * columns().length
let finished = 0
const rows = []
for (const level of options.levels)
  for (const column of columns()) if (!interrupt.signal.aborted) rows.push(await playColumn(column, level))
progress.end()
await pool.close()
const played = rows.filter(({ results }) => results.length > 0)
console.log(
  options.json
    ? JSON.stringify({ bench: "gobble-handicap", seed: options.seed, rows: played })
    : table(played),
)
if (interrupt.signal.aborted) process.exitCode = 130

function columns() {
  const { players, handicaps } = options
  if (!players && !handicaps) return TABLE_1
  return (players ?? ["gobble:a", "gobble:b"]).flatMap((player) =>
    (handicaps ?? [2]).map((handicap) => ({
      strategy: player.startsWith("gobble:b") ? "B" : "A",
      handicap,
      player,
    })),
  )
}

/** @param {Column} column @param {number} level */
async function playColumn({ strategy, handicap, player }, level) {
  const white = `gtp:gnugo --mode gtp --level ${level} --chinese-rules --seed {seed}`
  const opening = openingOf(handicap)
  /** @type {import("../dist/arena/index.js").MatchDefinition} */
  const match = {
    a: player,
    b: white,
    size: 9,
    komi: 0,
    rules: "chinese",
    budget: { kind: "own" },
    threads: 1,
    openings: { kind: "none" },
    seed: options.seed,
  }
  const openings = { definition: match.openings, of: () => opening }
  /** @type {string[]} */
  const results = []
  let next = 0
  const lane = async () => {
    while (next < options.games && !interrupt.signal.aborted) {
      progress.show(finished / wanted, `${finished} of ${wanted} games`)
      // Games with even numbers: there the first player is Black.
      const game = await pool.play(makeTask(match, openings, 2 * next++))
      if (!game) continue
      finished++
      results.push(resultOf(game.verdict))
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, lane))
  progress.say(`level ${level}, ${player}, ${handicap} stones: ${results.join(", ")}`)
  const wins = results.filter((result) => result.startsWith("B")).length
  return {
    level,
    strategy,
    player,
    handicap,
    games: results.length,
    wins,
    winRate: wilsonInterval(wins, results.length),
    results,
  }
}

/** @param {import("../dist/arena/index.js").Verdict} verdict */
function resultOf(verdict) {
  const side = verdict.winner === "black" ? "B" : verdict.winner === "white" ? "W" : "0"
  const how = verdict.kind === "score" && "margin" in verdict ? `by ${verdict.margin}` : verdict.kind
  return `${side} ${how}`
}

/** Black's stones with White passing in between; after the last White plays. @param {number} stones */
function openingOf(stones) {
  if (stones === 0) return []
  const points = fixedHandicap(9, stones)
  if (!points) throw new Error(`on 9×9 a handicap is 0 or 2 to 9 stones, not ${stones}`)
  return points.flatMap((point, i) => (i === 0 ? [makeVertex(point, 9)] : ["pass", makeVertex(point, 9)]))
}

/** @param {Awaited<ReturnType<typeof playColumn>>[]} all */
function table(all) {
  const lines = all.map(({ level, strategy, player, handicap, games, wins, winRate, results }) =>
    [
      `level ${level}, strategy ${strategy} (${player}), handicap ${handicap}: ${wins} of ${games}`,
      `[${(100 * winRate.low).toFixed(0)}, ${(100 * winRate.high).toFixed(0)}] %`,
      results.join(", "),
    ].join("; "),
  )
  return ["White: GNU Go; Black: Gobble; 9×9, komi 0", ...lines].join("\n")
}

/** @param {string} text */
function countOption(text) {
  const value = wholeOption(text)
  if (value < 1 || value > 1e6) throw new InvalidArgumentError("It is 1 to 1 000 000.")
  return value
}

/** @param {string} text */
function listOption(text) {
  return text.split(",").map(wholeOption)
}
