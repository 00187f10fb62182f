// `npm run bench:heuristics`: what each heuristic of the search is worth alone (LAB-2). Plain UCT with that one added plays a match
// against plain UCT, both with the same number of playouts a move.
//
// A game depends on nothing but the players, the playouts, the seed and its number, so that it doesn't matter which thread plays
// it, or when. That is why a journal is enough to go on after a stop: games that are in it are not played again.

import { once } from "node:events"
import { appendFileSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { isMainThread, parentPort, Worker } from "node:worker_threads"
import { Command, InvalidArgumentError } from "commander"
import { Random, unwrap } from "../dist/base/index.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { Black, makeOutcome } from "../dist/rules/index.js"
import { makeValue, parseParams, presetParams, PRESETS } from "../dist/search/index.js"
import { Searcher, signature } from "../dist/search/index.js"
import { KOMI, MOST_MOVES, playGame, rateOf, RESIGN_AT, rounded, RULES, SIZE } from "./self-play.js"

/** @typedef {import("../dist/rules/index.js").Color} Color */
/** @typedef {import("../dist/search/index.js").SearchReport} SearchReport */
/** @typedef {{ name: string, settings: string }} Heuristic settings on top of plain UCT, as people write them */
/** @typedef {{ settings: string, playouts: number, seed: number, game: number }} Task one game; its number counts from 0 */
/** @typedef {{ won: boolean, black: boolean, result: string, moves: number, seconds: number }} Played as the heuristic sees it */
/** @typedef {Task & Played & { heuristic: string, signature: string }} Entry a line of the journal */
/**
 * @typedef {{ games: number, playouts: number, seed: number, parallel: number, only?: readonly Heuristic[], out?: string,
 *   json?: true }} Options
 */

/** A heuristic is worth having on when the estimate is no lower, and its interval reaches one half. */
const LEAST_RATE = 0.48
/** Seeds of games are so far apart from match to match: more than a match may have games. */
const SEED_STEP = 1_000_000
/** What shells expect of a program that ended by Ctrl-C. */
const INTERRUPTED = 130

/** @type {readonly Heuristic[]} */
const HEURISTICS = [
  { name: "tuned", settings: "tuned=on" },
  alone("fpu=1.1"),
  { name: "rave", settings: "rave=on,exploration=0,prior-even=10" },
  { name: "rave+exploration", settings: settingsOf(PRESETS.brady) },
  { name: "bias", settings: "bias=2" },
  alone("uncle=50"),
  alone("keys=stars"),
  alone("keys=printed"),
  alone("expand-at=8"),
  alone("backup=max"),
  alone("backup=mix"),
  alone("score=threshold"),
  alone("score=blend"),
  alone("policy=mogo"),
  alone("policy=gamma"),
  { name: "priors", settings: settingsOf(PRESETS.strong, "prior-") },
  alone("reuse=off"),
  alone("symmetry=root"),
]

const HELP = `
Heuristics: ${HEURISTICS.map(({ name }) => name).join(", ")}

${SIZE}×${SIZE}, komi ${KOMI}, ${RULES}; the heuristic has Black in games 0, 2, 4 …; who sees less than ${100 * RESIGN_AT} % resigns, and after ${MOST_MOVES} moves
the board is counted as it stands. Neither side stops early, so that both have the same playouts; the tree is kept from move to
move. The verdict is "on" when the rate is at least ${100 * LEAST_RATE} % and Wilson's 95 % interval reaches 50 %.

With --out every finished game is a line of that file, and a run that was stopped goes on where it was: the same command again. Games of
other settings, or of a Montego that plays otherwise (its signature is in every line), are left alone and not counted.

Examples:
  npm run bench:heuristics -- --out heuristics.jsonl
  npm run bench:heuristics -- --games 20 --playouts 200 --only rave,policy=mogo
  npm run bench:heuristics -- --out heuristics.jsonl --json`

/** @param {string} settings @returns {Heuristic} */
function alone(settings) {
  return { name: settings, settings }
}

/**
 * What a preset changes, as people write it.
 * @param {Partial<import("../dist/search/index.js").SearchParams>} changes @param {string} [prefix] only names that begin so
 */
function settingsOf(changes, prefix = "") {
  const entries = /** @type {[import("../dist/search/index.js").ParamName, number][]} */ (
    Object.entries(changes)
  )
  return entries
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => `${name}=${makeValue(name, value)}`)
    .join(",")
}

// ---- a thread that plays

function serve() {
  const players = new Players()
  parentPort?.on("message", (/** @type {Task} */ task) => {
    // A rejection ends the thread with its error, which the main one hears of.
    void players.play(task).then((played) => parentPort?.postMessage(played))
  })
}

/** Plain UCT and the heuristic that was asked for last. */
class Players {
  /** @type {Map<string, Searcher>} by settings */
  #searchers = new Map()

  /** @param {Task} task @returns {Promise<Played>} */
  async play({ settings, playouts, seed, game: index }) {
    const began = performance.now()
    for (const known of this.#searchers.keys())
      if (known !== "" && known !== settings) this.#searchers.delete(known)
    const [heuristic, plain] = [await this.#open(settings), await this.#open("")]
    const black = index % 2 === 0
    const seats = black ? { black: heuristic, white: plain } : { black: plain, white: heuristic }
    const game = await playGame(seats, playouts, new Random(seed * SEED_STEP + index))
    const outcome = game.outcome ?? { kind: "unknown" }
    if (!("winner" in outcome)) throw new Error(`a game with komi ${KOMI} has no winner`)
    return {
      won: (outcome.winner === Black) === black,
      black,
      result: makeOutcome(outcome),
      moves: game.moves.length,
      seconds: rounded((performance.now() - began) / 1000),
    }
  }

  /** @param {string} settings */
  async #open(settings) {
    const searcher = this.#searchers.get(settings) ?? (await Searcher.create({ params: paramsOf(settings) }))
    this.#searchers.set(settings, searcher)
    searcher.clear()
    return searcher
  }
}

/** @param {string} settings */
function paramsOf(settings) {
  const pairs = settings === "" ? [] : settings.split(",").map((pair) => pair.split("="))
  return unwrap(parseParams(presetParams("plain"), /** @type {[string, string][]} */ (pairs)))
}

// ---- the match

async function bench() {
  const options = readOptions()
  const heuristics = options.only ?? HEURISTICS
  const match = new Match(options, heuristics, await signature())
  const interruption = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interruption.abort())
  await match.play(interruption.signal)
  const isInterrupted = interruption.signal.aborted
  const report = makeReport(options, match, heuristics, isInterrupted)
  console.log(options.json ? JSON.stringify(report, undefined, 2) : makeTable(report))
  if (isInterrupted) process.exitCode = INTERRUPTED
}

class Match {
  /** @type {Map<string, Entry[]>} finished games by settings */
  #finished = new Map()
  #options
  #heuristics
  #progress = new Progress()

  /** @param {Options} options @param {readonly Heuristic[]} heuristics @param {string} sign the signature of this Montego */
  constructor(options, heuristics, sign) {
    this.signature = sign
    this.#options = options
    this.#heuristics = heuristics
    for (const { settings } of heuristics) this.#finished.set(settings, [])
    if (options.out !== undefined) this.#takeUp(options.out)
  }

  /** @param {Heuristic} heuristic */
  of({ settings }) {
    return this.#finished.get(settings) ?? []
  }

  /** Counts what an earlier run has played of this one. @param {string} file */
  #takeUp(file) {
    const { entries, broken } = readJournal(file)
    const { playouts, seed, games } = this.#options
    const same = entries.filter((entry) => entry.playouts === playouts && entry.seed === seed)
    const ours = same.filter((entry) => entry.signature === this.signature && entry.game < games)
    for (const entry of ours) {
      const known = this.#finished.get(entry.settings)
      if (known && !known.some(({ game }) => game === entry.game)) known.push(entry)
    }
    const old = same.filter((entry) => entry.signature !== this.signature).length
    if (old > 0) say(`${old} games in ${file} were played by a Montego with another signature: not counted`)
    if (broken > 0) say(`${broken} lines of ${file} can't be read: not counted`)
  }

  /** Everything that is left, several games at once. @param {AbortSignal} signal */
  async play(signal) {
    const tasks = this.#tasks()
    this.#show()
    const threads = Math.min(this.#options.parallel, tasks.length)
    const workers = Array.from({ length: threads }, () => new Worker(fileURLToPath(import.meta.url)))
    const table = async (/** @type {Worker} */ worker) => {
      for (let next = tasks.shift(); next && !signal.aborted; next = tasks.shift()) {
        worker.postMessage(next.task)
        const [played] = /** @type {[Played]} */ (await once(worker, "message", { signal }))
        this.#add(next.heuristic, { ...next.task, ...played })
      }
    }
    try {
      await Promise.all(workers.map(table))
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#progress.end()
      await Promise.all(workers.map((worker) => worker.terminate()))
    }
  }

  /** How far all matches together have come. */
  #show() {
    const wanted = this.#options.games * this.#heuristics.length
    const done = this.#heuristics.reduce((sum, heuristic) => sum + this.of(heuristic).length, 0)
    this.#progress.show(done / wanted, `${done} of ${wanted} games`)
  }

  #tasks() {
    const { games, playouts, seed } = this.#options
    return this.#heuristics.flatMap((heuristic) => {
      const { settings } = heuristic
      const done = new Set(this.of(heuristic).map(({ game }) => game))
      return Array.from({ length: games }, (_, game) => ({
        heuristic,
        task: { settings, playouts, seed, game },
      })).filter(({ task }) => !done.has(task.game))
    })
  }

  /** @param {Heuristic} heuristic @param {Task & Played} played */
  #add(heuristic, played) {
    const entry = { heuristic: heuristic.name, ...played, signature: this.signature }
    const { out, games } = this.#options
    if (out !== undefined) appendFileSync(out, `${JSON.stringify(entry)}\n`)
    const known = this.of(heuristic)
    known.push(entry)
    const { result, moves, seconds } = played
    const standing = `${makeScore(rate(known))}, ${known.length} of ${games}`
    const line = `${heuristic.name}: game ${played.game} ${result}, ${moves} moves, ${seconds} s; ${standing}`
    this.#progress.say(line)
    this.#show()
  }
}

/** The last line may be torn. @param {string} file @returns {{ entries: Entry[], broken: number }} */
function readJournal(file) {
  const text = readFileSync(file, "utf8")
  // What is added must not join a torn line.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n")
  const lines = text.split("\n").filter((line) => line !== "")
  const entries = lines.flatMap((line) => {
    try {
      const entry = /** @type {Entry | null} */ (JSON.parse(line))
      return entry ? [entry] : []
    } catch {
      return []
    }
  })
  return { entries, broken: lines.length - entries.length }
}

// ---- what is printed

/** And whether it is worth having on. @param {readonly Entry[]} entries */
function rate(entries) {
  const counted = rateOf(entries)
  const isWorth = counted.rate >= LEAST_RATE && (counted.interval[1] ?? 0) >= 0.5
  return { ...counted, verdict: entries.length === 0 ? "–" : isWorth ? "on" : "off" }
}

/**
 * @param {Options} options @param {Match} match @param {readonly Heuristic[]} heuristics @param {boolean} isInterrupted
 */
function makeReport(options, match, heuristics, isInterrupted) {
  const { games, playouts, seed, only } = options
  const some = only ? ` --only ${only.map(({ name }) => name).join(",")}` : ""
  return {
    benchmark: "heuristics",
    command: `npm run bench:heuristics -- --games ${games} --playouts ${playouts} --seed ${seed}${some}`,
    ...{ size: SIZE, komi: KOMI, rules: RULES, signature: match.signature, node: process.version },
    interrupted: isInterrupted,
    wanted: games,
    results: heuristics.map((heuristic) => ({
      heuristic: heuristic.name,
      player: `uct:plain,${heuristic.settings}`,
      ...rate(match.of(heuristic)),
    })),
  }
}

/** @param {ReturnType<typeof makeReport>} report */
function makeTable({ command, signature: sign, wanted, results }) {
  const rows = results.map(({ heuristic, player, ...tally }) => {
    const { wins, losses, games } = tally
    const verdict = games < wanted ? `${tally.verdict}, after ${games} of ${wanted} games` : tally.verdict
    return `| ${[heuristic, `\`${player}\``, `${wins}–${losses}`, ...percents(tally), verdict].join(" | ")} |`
  })
  return [
    "| heuristic | player, against `uct:plain` | won–lost | rate | 95 % interval | verdict |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    `\`${command}\`, signature ${sign}`,
  ].join("\n")
}

/** @param {ReturnType<typeof rate>} tally */
function makeScore(tally) {
  const [share, interval] = percents(tally)
  return `${tally.wins}–${tally.losses}, ${share} [${interval}]`
}

/** @param {Pick<ReturnType<typeof rate>, "games" | "rate" | "interval">} tally @returns {[share: string, interval: string]} */
function percents({ games, rate: share, interval }) {
  if (games === 0) return ["–", "–"]
  const percent = (/** @type {number} */ value) => (100 * value).toFixed(1)
  return [`${percent(share)} %`, interval.map(percent).join("–")]
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

// ---- the command line

/** @returns {Options} */
function readOptions() {
  return new Command("npm run bench:heuristics --")
    .description("Each heuristic alone against plain UCT at equal playouts; prints a Markdown table.")
    .option("--games <n>", "games of each heuristic", countOption, 200)
    .option("--playouts <n>", "playouts a move, for both sides", countOption, 1000)
    .option("--seed <n>", "the same one plays the same games again", matchSeedOption, 1)
    .option("--parallel <n>", "games at once, a thread each", countOption, 2)
    .option("--only <names>", "some of the heuristics, with commas in between", onlyOption)
    .option("--out <file>", "the journal: a line for each finished game", journalOption)
    .option("--json", "print one JSON object")
    .addHelpText("after", HELP)
    .parse()
    .opts()
}

/** @param {string} text */
function countOption(text) {
  const value = wholeOption(text)
  if (value < 1 || value > SEED_STEP) throw new InvalidArgumentError(`It is a number from 1 to ${SEED_STEP}.`)
  return value
}

/** @param {string} text */
function matchSeedOption(text) {
  const seed = seedOption(text)
  const most = Math.floor(Number.MAX_SAFE_INTEGER / SEED_STEP) - 1
  if (seed > most) throw new InvalidArgumentError(`A seed is at most ${most} here.`)
  return seed
}

/** The file is made at once: a match that can't be written down is not begun. @param {string} file */
function journalOption(file) {
  try {
    appendFileSync(file, "")
    return file
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} text */
function onlyOption(text) {
  const names = [...new Set(text.split(",").map((name) => name.trim()))]
  return names.map((name) => {
    const heuristic = HEURISTICS.find((known) => known.name === name)
    if (heuristic) return heuristic
    const all = HEURISTICS.map((known) => known.name).join(", ")
    throw new InvalidArgumentError(`There is no "${name}"; there are: ${all}.`)
  })
}

if (isMainThread) await bench()
else serve()
