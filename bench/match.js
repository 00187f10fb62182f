// `npm run bench:match`: two GTP engines play a match, whoever wrote them. Our own referee judges every move and
// counts every game, so that neither engine's word decides; whoever breaks the rules, crashes or stalls loses the game,
// and the report says so by kind. It serves until the arena is there.

import { mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { Command, InvalidArgumentError, Option } from "commander"
import { Random, unwrap } from "../dist/base/index.js"
import { secondsOption } from "../dist/cli/bench-options.js"
import { komiOption, rulesOption, seedOption, sizeOption, wholeOption } from "../dist/cli/options.js"
import { GtpController } from "../dist/gtp/controller/index.js"
import { openDeadStoneEstimator } from "../dist/players/index.js"
import { makeRecord, makeSgf } from "../dist/record/index.js"
import { Black, Game, White, explainRefusal } from "../dist/rules/index.js"
import { makeOutcome, parseOutcome, parseVertex } from "../dist/rules/index.js"

/** @typedef {import("../dist/rules/index.js").Color} Color */
/** @typedef {import("../dist/rules/index.js").Outcome} Outcome */
/** @typedef {"A" | "B"} Side */
/** @typedef {[Seat, Seat]} Seats Black's, then White's */
/** @typedef {{ A: number, B: number, judge: number }} Seeds one for each engine, one for the count */
/** @typedef {{ text: string, words: string[] }} CommandLine */
/** @typedef {{ verdict: string, note: string, disagreement: "none" | "score" | "winner" }} Ending */
/**
 * @typedef {Ending & { index: number, black: Side, winner: Side | undefined, result: string, moves: number,
 *   seconds: number }} Played
 */
/**
 * @typedef {{ a: CommandLine, b: CommandLine, games: number, size: number, komi: number, rules: string, seed: number,
 *   parallel: number, moveTimeout: number, maxMoves?: number, sgf?: string, json?: true }} Options
 */

const HELP = `
A plays Black in games 0, 2, 4 …, B in games 1, 3, 5 …; every game has fresh processes. A COMMAND is started without a
shell; quotes keep words together. {seed} in it becomes a number made from --seed, the game's number and the side.

Two passes end a game. Under chinese rules the dead stones are what our own estimator says, a third party to both;
under tromp-taylor every stone lives. Both forbid to repeat a position. Engines are told size and komi, not the rules:
those belong in the COMMAND.

Verdicts: score, resign, max-moves (counted as the board stands), and, lost by whoever did it: illegal (a move that the
rules forbid), crash, stall (over --move-timeout), protocol (no GTP), refused (said no to a lawful command).

Examples:
  npm run bench:match -- --games 4 --parallel 2 --a "node bin/montego.js gtp --player random --seed {seed}" \\
    --b "gnugo --mode gtp --level 1 --chinese-rules --positional-superko --seed {seed}"
  An engine against itself, every game kept:
  npm run bench:match -- --games 10 --seed 7 --sgf games --a "node bin/montego.js gtp --seed {seed}" \\
    --b "node bin/montego.js gtp --seed {seed}"
  GNU Go where every stone counts:
  … --rules tromp-taylor --b "gnugo --mode gtp --chinese-rules --capture-all-dead --allow-suicide \\
    --positional-superko --seed {seed}"`

/**
 * What a failure of the controller is called in the report, where it is not called as there.
 * @type {Readonly<Record<string, string>>}
 */
const FAULTS = { start: "crash", closed: "interrupted" }

/** 95 % of a normal distribution lie within so many standard deviations. */
const Z = 1.959964

/** The engine of one side broke the game off. */
class Fault extends Error {
  /** @param {Side} side @param {string} kind @param {string} message */
  constructor(side, kind, message) {
    super(`${side}: ${message}`)
    this.side = side
    this.kind = kind
  }
}

/** One engine in one game. */
class Seat {
  /** @param {Side} side @param {Color} color @param {Seeds} seeds */
  constructor(side, color, seeds) {
    this.side = side
    this.color = color
    const words = commands[side].words.map((word) => word.replaceAll("{seed}", `${seeds[side]}`))
    const [program = "", ...args] = words
    this.engine = new GtpController(program, args)
    running.add(this.engine)
  }

  /** @param {string} name @param {string[]} args @throws {Fault} */
  async ask(name, ...args) {
    const answer = await this.engine.send(name, args, options.moveTimeout)
    if (answer.ok) return answer.value
    const { kind, message } = answer.error
    throw new Fault(this.side, FAULTS[kind] ?? kind, `${[name, ...args].join(" ")}: ${message}`)
  }

  async prepare() {
    await this.ask("boardsize", `${options.size}`)
    await this.ask("clear_board")
    await this.ask("komi", `${options.komi}`)
  }

  async genmove() {
    const began = performance.now()
    const word = await this.ask("genmove", letter(this.color))
    thinking[this.side].moves++
    thinking[this.side].seconds += (performance.now() - began) / 1000
    return word.trim()
  }

  /** What the engine takes for the score; undefined when it does not tell. */
  async finalScore() {
    const answer = await this.engine.send("final_score", [], options.moveTimeout)
    const claim = answer.ok ? parseOutcome(answer.value) : undefined
    return claim?.kind === "score" || claim?.kind === "draw" ? claim : undefined
  }
}

/** Debian puts games here, which is often not on root's PATH. */
process.env["PATH"] = [process.env["PATH"], "/usr/games"].join(delimiter)

const options = readOptions()
const commands = { A: options.a, B: options.b }
const rules = rulesOption(options.rules)
const maxMoves = options.maxMoves ?? 3 * options.size ** 2
const seedsOfGames = drawSeeds()
const estimateDead = rules.dead === "agreed" ? await openDeadStoneEstimator() : () => []
const names = { A: "", B: "" }
const thinking = { A: { moves: 0, seconds: 0 }, B: { moves: 0, seconds: 0 } }
/** @type {Played[]} */
const finished = []

/** @type {Set<GtpController>} */
const running = new Set()
const interrupt = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    interrupt.abort()
    for (const engine of running) void engine.kill()
  })
}

if (await canPlay()) {
  await playAll()
  const report = makeReport()
  console.log(options.json ? JSON.stringify(report, undefined, 2) : makeTable(report))
  if (interrupt.signal.aborted) process.exitCode = 130
}

/** Starts both engines once, so that a wrong command is an error here and not a hundred lost games. */
async function canPlay() {
  const seats = takeSeats(0)
  try {
    await Promise.all(seats.map((seat) => seat.prepare()))
    for (const seat of seats) names[seat.side] = await seat.ask("name")
    return true
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const isStopped = interrupt.signal.aborted
    console.error(`bench:match: ${isStopped ? "interrupted before the first game" : error.message}`)
    process.exitCode = 1
    return false
  } finally {
    await leave(seats)
  }
}

async function playAll() {
  let next = 0
  const table = async () => {
    while (next < options.games && !interrupt.signal.aborted) {
      const played = await playGame(next++)
      if (interrupt.signal.aborted) return
      finished.push(played)
      console.error(makeProgressLine(played))
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, table))
}

/** @param {number} index @returns {Seats} */
function takeSeats(index) {
  const seeds = /** @type {Seeds} */ (seedsOfGames[index])
  if (index % 2 === 0) return [new Seat("A", Black, seeds), new Seat("B", White, seeds)]
  return [new Seat("B", Black, seeds), new Seat("A", White, seeds)]
}

/** @param {Seats} seats */
async function leave(seats) {
  await Promise.all(seats.map((seat) => seat.engine.close()))
  for (const { engine } of seats) running.delete(engine)
}

/** @param {number} index @returns {Promise<Played>} */
async function playGame(index) {
  const began = performance.now()
  const game = unwrap(Game.create({ size: options.size, komi: options.komi, rules }))
  const seats = takeSeats(index)
  const [black, white] = seats
  const ending = await playOut(game, seats, seedsOfGames[index]?.judge ?? 0)
  await leave(seats)
  const outcome = game.outcome ?? { kind: "unknown" }
  const winner = winnerOf(outcome)
  const played = {
    index,
    black: black.side,
    winner: winner && (winner === Black ? black.side : white.side),
    result: makeOutcome(outcome),
    ...ending,
    moves: game.moves.length,
    seconds: (performance.now() - began) / 1000,
  }
  if (options.sgf !== undefined && !interrupt.signal.aborted) writeRecord(options.sgf, game, played)
  return played
}

/**
 * Leaves the game with an outcome, and says how it came to it.
 * @param {Game} game @param {Seats} seats @param {number} seed @returns {Promise<Ending>}
 */
async function playOut(game, seats, seed) {
  try {
    await Promise.all(seats.map((seat) => seat.prepare()))
    const verdict = await playMoves(game, seats)
    if (verdict !== "resign") game.accept(estimateDead(game.board, game.toPlay, seed))
    if (verdict === "score") return await compareScores(game, seats)
    return { verdict, note: "", disagreement: "none" }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const winner = error.side === seats[0].side ? White : Black
    game.end({ kind: error.kind === "stall" ? "time" : "forfeit", winner })
    return { verdict: error.kind, note: error.message, disagreement: "none" }
  }
}

/** @param {Game} game @param {Seats} seats @returns {Promise<"score" | "resign" | "max-moves">} */
async function playMoves(game, [black, white]) {
  while (game.phase === "playing") {
    if (game.moves.length >= maxMoves) return "max-moves"
    const [mover, other] = game.toPlay === Black ? [black, white] : [white, black]
    const word = await mover.genmove()
    if (/^resign$/i.test(word)) {
      game.resign(mover.color)
      return "resign"
    }
    const move = parseVertex(word, game.size)
    if (move === undefined) throw new Fault(mover.side, "illegal", `"${word}" is no move on this board`)
    const played = game.play(move)
    if (!played.ok) throw new Fault(mover.side, "illegal", `${word}: ${explainRefusal(played.error)}`)
    await other.ask("play", letter(mover.color), word)
  }
  return "score"
}

/**
 * What the engines make of the end, beside our own count.
 * @param {Game} game @param {Seats} seats @returns {Promise<Ending>}
 */
async function compareScores(game, seats) {
  const verdict = "score"
  const ours = game.outcome ?? { kind: "unknown" }
  const others = []
  for (const seat of seats) {
    const claim = await seat.finalScore()
    if (claim && makeOutcome(claim) !== makeOutcome(ours)) others.push({ side: seat.side, claim })
  }
  const note = others.map(({ side, claim }) => `${side} counts ${makeOutcome(claim)}`).join(", ")
  if (others.some(({ claim }) => winnerOf(claim) !== winnerOf(ours)))
    return { verdict, note, disagreement: "winner" }
  return { verdict, note, disagreement: others.length > 0 ? "score" : "none" }
}

/** @param {string} folder @param {Game} game @param {Played} played */
function writeRecord(folder, game, { index, black, verdict, note, result }) {
  const seeds = /** @type {Seeds} */ (seedsOfGames[index])
  const white = black === "A" ? "B" : "A"
  const comment = [
    `Game ${index} of the match with seed ${options.seed}: ${verdict}${note && `; ${note}`}`,
    `A: ${options.a.text.replaceAll("{seed}", `${seeds.A}`)}`,
    `B: ${options.b.text.replaceAll("{seed}", `${seeds.B}`)}`,
    ...(rules.dead === "agreed" ? [`Dead stones judged with seed ${seeds.judge}.`] : []),
  ].join("\n")
  const info = {
    size: game.size,
    komi: game.komi,
    rules: rules.name,
    result,
    black: { name: `${black}: ${names[black]}` },
    white: { name: `${white}: ${names[white]}` },
    round: `${index}`,
    comment,
  }
  const file = join(folder, `game-${String(index).padStart(4, "0")}.sgf`)
  writeFileSync(file, makeSgf([makeRecord(info, game.moves)]))
}

/** As A sees it. @param {readonly Played[]} games */
function count(games) {
  const wins = games.filter(({ winner }) => winner === "A").length
  const losses = games.filter(({ winner }) => winner === "B").length
  return { games: games.length, wins, losses, draws: games.length - wins - losses }
}

/**
 * With A's share of the points, a draw being half of one, and Wilson's interval, which is sound for few games too.
 * @param {readonly Played[]} games
 */
function rate(games) {
  const tally = count(games)
  const n = games.length
  const share = (tally.wins + tally.draws / 2) / n
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const radius = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  return { ...tally, rate: rounded(share), interval: [middle - radius, middle + radius].map(rounded) }
}

function makeReport() {
  const kinds = [...new Set(finished.map(({ verdict }) => verdict))].sort()
  const { size, komi, seed, parallel, moveTimeout } = options
  return {
    benchmark: "match",
    ...rate(finished),
    asBlack: rate(finished.filter(({ black }) => black === "A")),
    asWhite: rate(finished.filter(({ black }) => black === "B")),
    verdicts: Object.fromEntries(
      kinds.map((kind) => [kind, count(finished.filter(({ verdict }) => verdict === kind))]),
    ),
    disagreements: {
      score: finished.filter(({ disagreement }) => disagreement !== "none").length,
      winner: finished.filter(({ disagreement }) => disagreement === "winner").length,
    },
    meanMoves: rounded(finished.reduce((sum, { moves }) => sum + moves, 0) / finished.length),
    secondsPerMoveA: rounded(thinking.A.seconds / thinking.A.moves),
    secondsPerMoveB: rounded(thinking.B.seconds / thinking.B.moves),
    seconds: rounded(performance.now() / 1000),
    names,
    commands: { A: options.a.text, B: options.b.text },
    ...{ size, komi, rules: rules.name, seed, parallel, maxMoves, moveTimeout, wanted: options.games },
    interrupted: interrupt.signal.aborted,
    node: process.version,
  }
}

/** @param {ReturnType<typeof makeReport>} report */
function makeTable(report) {
  const row = (/** @type {string} */ name, /** @type {ReturnType<typeof count>} */ tally) =>
    name.padEnd(10) +
    [tally.games, tally.wins, tally.losses, tally.draws].map((n) => `${n}`.padStart(8)).join("")
  const rated = (/** @type {string} */ name, /** @type {ReturnType<typeof rate>} */ tally) =>
    `${row(name, tally)}   ${percent(tally)}`
  const times = `moves a game: ${report.meanMoves}; seconds a move: A ${report.secondsPerMoveA}, B ${report.secondsPerMoveB}`
  const { score, winner } = report.disagreements
  const counts = `games that an engine counts otherwise than we do: ${score}; with another winner: ${winner}`
  return [
    `A: ${report.names.A} (${report.commands.A})`,
    `B: ${report.names.B} (${report.commands.B})`,
    `${report.size}×${report.size}, komi ${report.komi}, ${report.rules}, seed ${report.seed}`,
    "",
    "of A         games    wins  losses   draws   rate, 95 % interval",
    rated("all", report),
    rated("as Black", report.asBlack),
    rated("as White", report.asWhite),
    ...Object.entries(report.verdicts).map(([kind, tally]) => row(kind, tally)),
    "",
    ...(report.games > 0 ? [times, counts] : []),
    ...(report.interrupted ? [`interrupted after ${report.games} of ${report.wanted} games`] : []),
  ].join("\n")
}

/** @param {Played} played */
function makeProgressLine({ index, black, result, verdict, note, moves, seconds }) {
  const all = rate(finished)
  const how = `A as ${black === "A" ? "Black" : "White"}, ${result} (${verdict}${note && `; ${note}`})`
  const standing = `A ${all.wins}-${all.losses}-${all.draws}, ${percent(all)}`
  const done = `${finished.length}/${options.games}`
  return `game ${index} (${done}): ${how}, ${moves} moves, ${seconds.toFixed(1)} s; ${standing}`
}

/** @param {ReturnType<typeof rate>} rated */
function percent({ games, rate: share, interval }) {
  const [low, high] = interval.map((bound) => (100 * bound).toFixed(1))
  return games === 0 ? "–" : `${(100 * share).toFixed(1)} % [${low}, ${high}]`
}

/** Of no games there is no mean: NaN, which JSON writes as null. @param {number} value */
function rounded(value) {
  return Number(value.toFixed(4))
}

/** @param {Outcome} outcome */
function winnerOf(outcome) {
  return "winner" in outcome ? outcome.winner : undefined
}

/** @param {Color} color */
function letter(color) {
  return color === Black ? "b" : "w"
}

/** Game by game, so that a longer match begins with the same games. Never 0, which may mean none. */
function drawSeeds() {
  const random = new Random(options.seed)
  const draw = () => 1 + random.below(2 ** 31 - 1)
  return Array.from({ length: options.games }, () => ({ A: draw(), B: draw(), judge: draw() }))
}

/** @returns {Options} */
function readOptions() {
  return new Command("npm run bench:match --")
    .description("Two GTP engines, A and B, play a match under our referee; prints how A did.")
    .requiredOption("--a <command>", "engine A", commandOption)
    .requiredOption("--b <command>", "engine B", commandOption)
    .option("--games <n>", "how many", countOption, 100)
    .option("--size <n>", "lines of the board", sizeOption, 9)
    .option("--komi <points>", "what White gets", komiOption, 7.5)
    .addOption(new Option("--rules <name>").choices(["chinese", "tromp-taylor"]).default("chinese"))
    .option("--seed <n>", "the same one gives the engines the same seeds again", seedOption, 1)
    .option("--parallel <n>", "games at once", countOption, 1)
    .option("--move-timeout <seconds>", "for each answer of an engine", secondsOption, 120)
    .option("--max-moves <n>", "the longest game (default: three moves a point)", countOption)
    .option("--sgf <folder>", "write every game there", folderOption)
    .option("--json", "print one JSON object")
    .addHelpText("after", HELP)
    .parse()
    .opts()
}

/** @param {string} text */
function countOption(text) {
  const value = wholeOption(text)
  if (value < 1) throw new InvalidArgumentError("It is 1 or more.")
  return value
}

/** The folder is made at once: a match that can't be written is not begun. @param {string} folder */
function folderOption(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    return folder
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** Quotes of either kind keep blanks. @param {string} text @returns {CommandLine} */
function commandOption(text) {
  const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g
  if (/["']/.test(text.replace(word, ""))) throw new InvalidArgumentError("A quote is not closed.")
  const words = (text.match(word) ?? []).map((part) => part.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"))
  if (words.length === 0) throw new InvalidArgumentError("It is a program with its arguments.")
  return { text, words }
}
