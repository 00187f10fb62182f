// `npm run bench:clocks`: does the engine ever lose on time (TREE-11)? It plays as a process against the random player, under the
// fastest clocks that are in use. Time is taken here, around each genmove with its way through the pipe, as a server would.

import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Command } from "commander"
import { Random, unwrap } from "../dist/base/index.js"
import { secondsOption } from "../dist/cli/bench-options.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { GtpController } from "../dist/gtp/controller/index.js"
import { openDeadStoneEstimator, RandomPlayer } from "../dist/players/index.js"
import { Black, CHINESE, explainRefusal, Game, makeVertex, parseVertex, White } from "../dist/rules/index.js"

/** @typedef {import("../dist/rules/index.js").Color} Color */
/** @typedef {import("../dist/players/index.js").TimeSettings} TimeSettings */
/** @typedef {Exclude<TimeSettings, { kind: "none" }>} Limited */
/** @typedef {{ settings: Limited, told: boolean }} Variant whether `time_left` comes before every move */
/**
 * @typedef {{ variant: string, lostOnTime: boolean, margin: number, slowest: number, periodsLost: number, won: boolean,
 *   moves: number, seconds: number }} Played margin: the least time that was left, in seconds
 */
/** @typedef {{ games: number, seed: number, player: string, overtime: number }} Options */

const SIZE = 9
const KOMI = 7.5
const MOST_MOVES = 400
/** Far beyond every clock here: an engine that takes so long hangs. */
const HANGS = 60

const HELP = `
${SIZE}×${SIZE}; 1 s for the whole game, byo-yomi of 5 periods of 1 s with no main time and with 1 s, and Canadian overtime of 10 moves in 5 s, in turns;
of 1 s and of Canadian overtime every other game without time_left. The engine has either colour in turn.

Examples:
  npm run bench:clocks -- --games 50
  npm run bench:clocks -- --games 6 --player "uct:strong,threads=2,ponder=on"`

const engineFile = fileURLToPath(new URL("../bin/montego.js", import.meta.url))

/** What is left to a player, kept as a server keeps it. */
class ServerClock {
  #settings
  #seconds
  /** Stones or periods of overtime; 0 in main time. */
  #stones = 0
  periodsLost = 0
  lost = false
  /** The least that was left of whatever could have been lost. */
  margin = Infinity

  /** @param {Limited} settings */
  constructor(settings) {
    this.#settings = settings
    this.#seconds = settings.main
    if (settings.main === 0) this.#enterOvertime()
  }

  /** As `time_left` has it. @returns {[string, string]} */
  get left() {
    return [this.#seconds.toFixed(3), `${this.#stones}`]
  }

  #enterOvertime() {
    const settings = this.#settings
    if (settings.kind === "absolute") return
    this.#seconds = settings.period
    this.#stones = settings.kind === "byo-yomi" ? settings.periods : settings.stones
  }

  /** @param {number} seconds that a move took */
  spend(seconds) {
    const { kind } = this.#settings
    const isMain = this.#stones === 0
    const rest = this.#seconds - seconds
    if (kind === "absolute") this.#spendLast(rest)
    else if (isMain && rest > 0) this.#seconds = rest
    else if (isMain) {
      this.#enterOvertime()
      this.spend(-rest)
    } else if (kind === "byo-yomi") this.#spendPeriods(seconds)
    else {
      this.#spendLast(rest)
      this.#stones--
      if (this.#stones === 0) this.#enterOvertime()
    }
  }

  /** @param {number} rest of the time that must not run out */
  #spendLast(rest) {
    this.#seconds = Math.max(0, rest)
    this.margin = Math.min(this.margin, rest)
    if (rest < 0) this.lost = true
  }

  /** @param {number} seconds */
  #spendPeriods(seconds) {
    const gone = Math.floor(seconds / this.#seconds)
    this.margin = Math.min(this.margin, this.#seconds - seconds)
    this.periodsLost += gone
    if (gone >= this.#stones) this.lost = true
    this.#stones = Math.max(1, this.#stones - gone)
  }
}

/** @param {number} overtime the length of a byo-yomi period @returns {readonly Variant[]} */
function variantsOf(overtime) {
  /** @type {Limited} */
  const absolute = { kind: "absolute", main: 1 }
  /** @type {Limited} */
  const canadian = { kind: "canadian", main: 0, period: 5 * overtime, stones: 10 }
  const periods = { period: overtime, periods: 5 }
  return [
    { settings: absolute, told: true },
    { settings: { kind: "byo-yomi", main: 0, ...periods }, told: true },
    { settings: canadian, told: true },
    { settings: absolute, told: false },
    { settings: { kind: "byo-yomi", main: 1, ...periods }, told: true },
    { settings: canadian, told: false },
  ]
}

const estimateDead = await openDeadStoneEstimator()

/** @param {Variant} variant */
function nameOf({ settings, told }) {
  const { kind, main } = settings
  const overtime =
    kind === "byo-yomi"
      ? `, ${settings.periods}×${settings.period} s`
      : kind === "canadian"
        ? `, ${settings.stones} in ${settings.period} s`
        : ""
  return `${kind} ${main} s${overtime}${told ? "" : ", without time_left"}`
}

/** @param {Limited} settings */
function commandOf(settings) {
  const { kind, main } = settings
  if (kind === "absolute") return `kgs-time_settings absolute ${main}`
  if (kind === "byo-yomi") return `kgs-time_settings byoyomi ${main} ${settings.period} ${settings.periods}`
  return `time_settings ${main} ${settings.period} ${settings.stones}`
}

class Engine {
  #controller

  /** @param {string} player @param {number} seed */
  constructor(player, seed) {
    const words = [engineFile, "gtp", "--player", player, "--seed", `${seed}`]
    this.#controller = new GtpController(process.execPath, words)
  }

  /** @param {string} line */
  async ask(line) {
    const [name = "", ...args] = line.split(" ")
    const answer = await this.#controller.send(name, args, HANGS)
    if (!answer.ok) throw new Error(`${line}: ${answer.error.message}`)
    return answer.value.trim()
  }

  close() {
    return this.#controller.close()
  }
}

/** @param {Options} options @param {Variant} variant @param {number} index @returns {Promise<Played>} */
async function playGame({ player, seed }, variant, index) {
  const began = performance.now()
  const random = new Random(seed * 1_000_003 + index)
  const color = index % 2 === Math.floor(index / 6) % 2 ? Black : White
  const clock = new ServerClock(variant.settings)
  const engine = new Engine(player, random.below(1_000_000))
  try {
    for (const line of [`boardsize ${SIZE}`, `komi ${KOMI}`, commandOf(variant.settings)])
      await engine.ask(line)
    const game = unwrap(Game.create({ size: SIZE, komi: KOMI, rules: CHINESE }))
    const slowest = await playMoves(game, { engine, color, clock, told: variant.told }, random)
    // Random stones that are dead still stand when the engine has passed.
    if (!game.outcome) game.accept(estimateDead(game.board, game.toPlay, 1))
    const winner = game.outcome && "winner" in game.outcome ? game.outcome.winner : undefined
    return {
      variant: nameOf(variant),
      lostOnTime: clock.lost,
      margin: clock.margin,
      slowest,
      periodsLost: clock.periodsLost,
      won: winner === color && !clock.lost,
      moves: game.moves.length,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await engine.close()
  }
}

/**
 * Answers the longest time that the engine took for a move.
 * @param {Game} game @param {{ engine: Engine, color: Color, clock: ServerClock, told: boolean }} side @param {Random} random
 */
async function playMoves(game, { engine, color, clock, told }, random) {
  const opponent = new RandomPlayer()
  const letter = color === Black ? "b" : "w"
  let slowest = 0
  while (game.phase === "playing" && game.moves.length < MOST_MOVES && !clock.lost) {
    if (game.toPlay !== color) {
      const request = { position: game.position(), color: game.toPlay, budget: {}, seed: random.next() }
      const { move } = await opponent.choose(request)
      if (move === "resign") throw new Error("the random player never resigns")
      play(game, makeVertex(move, SIZE))
      await engine.ask(`play ${letter === "b" ? "w" : "b"} ${makeVertex(move, SIZE)}`)
      continue
    }
    if (told) await engine.ask(`time_left ${letter} ${clock.left.join(" ")}`)
    const asked = performance.now()
    const word = await engine.ask(`genmove ${letter}`)
    const seconds = (performance.now() - asked) / 1000
    clock.spend(seconds)
    slowest = Math.max(slowest, seconds)
    if (word === "resign") game.resign(color)
    else play(game, word)
  }
  return slowest
}

/** @param {Game} game @param {string} vertex */
function play(game, vertex) {
  const move = parseVertex(vertex, SIZE)
  if (move === undefined) throw new Error(`"${vertex}" is no move`)
  const played = game.play(move)
  if (!played.ok) throw new Error(`${vertex}: ${explainRefusal(played.error)}`)
}

/**
 * Milliseconds from the command to the first line about the search, in a process that was just started and in the same one
 * later.
 * @param {string} player @param {number} seed
 */
async function measureFirstReport(player, seed) {
  const words = [engineFile, "gtp", "--player", player, "--seed", `${seed}`]
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] })
  /** @type {(text: string) => void} */
  let hear = () => {}
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => hear(text))
  /** @param {string} line @param {RegExp} sign */
  const ask = (line, sign) =>
    new Promise((resolve) => {
      const asked = performance.now()
      let heard = ""
      hear = (text) => {
        heard += text
        if (sign.test(heard)) resolve(performance.now() - asked)
      }
      child.stdin.write(`${line}\n`)
    })
  try {
    await ask("boardsize 19", /\n\n$/)
    const cold = Number(await ask("lz-analyze b 10", /info /))
    await ask("name", /Montego\n\n$/)
    const warm = Number(await ask("lz-analyze b 10", /info /))
    return { cold: rounded(cold, 1), warm: rounded(warm, 1) }
  } finally {
    child.kill("SIGKILL")
  }
}

/** @param {number} value @param {number} digits */
function rounded(value, digits) {
  return Number(value.toFixed(digits))
}

/** @param {readonly Played[]} games */
function summary(games) {
  return {
    games: games.length,
    lostOnTime: games.filter(({ lostOnTime }) => lostOnTime).length,
    won: games.filter(({ won }) => won).length,
    smallestMargin: rounded(Math.min(...games.map(({ margin }) => margin)), 3),
    slowestMove: rounded(Math.max(...games.map(({ slowest }) => slowest)), 3),
    periodsLost: games.reduce((sum, { periodsLost }) => sum + periodsLost, 0),
    meanMoves: rounded(games.reduce((sum, { moves }) => sum + moves, 0) / games.length, 1),
  }
}

async function bench() {
  const program = new Command("bench:clocks")
    .description("Whole games against the random player under fast clocks; counts losses on time.")
    .option("--games <n>", "games in all", wholeOption, 50)
    .option("--player <spec>", "who plays", "uct:strong")
    .option(
      "--overtime <s>",
      "length of a byo-yomi period; Canadian overtime has five of them",
      secondsOption,
      1,
    )
    .option("--seed <n>", "decides the opponent's moves", seedOption, 1)
    .addHelpText("after", HELP)
    .parse()
  /** @type {Options} */
  const options = program.opts()
  await interruptible((signal) => playAll(options, signal), "played")
}

/** @param {Options} options @param {AbortSignal} signal */
async function playAll(options, signal) {
  const variants = variantsOf(options.overtime)
  const progress = new Progress()
  /** @type {Played[]} */
  const finished = []
  for (let index = 0; index < options.games && !signal.aborted; index++) {
    progress.show(index / options.games, `${index} of ${options.games} games`)
    const variant = /** @type {Variant} */ (variants[index % variants.length])
    // Ctrl-C at a terminal ends the engine, too: that game is dropped.
    const played = await playGame(options, variant, index).catch((/** @type {unknown} */ error) => {
      if (!signal.aborted) throw error
    })
    if (!played) break
    finished.push(played)
    const { lostOnTime, margin, moves, seconds } = played
    const verdict = lostOnTime ? "lost on time" : `${margin.toFixed(3)} s left at least`
    progress.say(
      `${index + 1}/${options.games} ${nameOf(variant)}: ${verdict}, ${moves} moves, ${seconds.toFixed(1)} s`,
    )
  }
  progress.end()
  const names = [...new Set(finished.map(({ variant }) => variant))]
  const report = {
    benchmark: "clocks",
    ...{ player: options.player, seed: options.seed, size: SIZE, node: process.version },
    games: finished.length,
    lostOnTime: finished.filter(({ lostOnTime }) => lostOnTime).length,
    clocks: Object.fromEntries(
      names.map((name) => [name, summary(finished.filter(({ variant }) => variant === name))]),
    ),
    ...(signal.aborted ? {} : { firstReportMs: await measureFirstReport(options.player, options.seed) }),
  }
  console.log(JSON.stringify(report, undefined, 2))
  if (report.lostOnTime > 0) process.exitCode = 1
}

await bench()
