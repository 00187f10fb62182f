// The endgame by regions (CGT-7), in two measurements that print JSON:
//
//   npm run bench:endgame -- suite            the positions of bench/endgames.txt: the region method and uct, judged by
//                                             a search of the whole position
//   npm run bench:endgame -- built            all positions that chance builds, none left out for its figures
//   npm run bench:endgame -- records FILE …   late positions of records: uct with and without its option, same seeds
//
// BENCH_PLAYOUTS, BENCH_POSITIONS, BENCH_BACK (moves before the end), BENCH_PLAYER (uct, uct:strong …) and
// BENCH_OPTIONS (on,likely) change the defaults. `cpuMs` is what a move of the measured side takes, `proofMs` the part
// of it that the option takes, `changed` lists the games with another result by the number of their position.
// BENCH_PLAIN_PLAYOUTS gives the plain player other playouts, so that both take the same time. With equal playouts a
// game without a move by regions is that of the plain player, which is not played again.

import { readFileSync } from "node:fs"
import { setImmediate as pause } from "node:timers/promises"
import { mean, Random, variance } from "../dist/base/index.js"
import { analyzeEndgame, EndgameChooser, playEndgame, searchAll } from "../dist/cgt/board/index.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { Progress } from "../dist/cli/progress.js"
import { makePlayer, openPositionJudge } from "../dist/players/index.js"
import { NODE_ENVIRONMENT } from "../dist/players/node/index.js"
import { replayRecord } from "../dist/record/index.js"
import { readGames } from "../dist/record/node/index.js"
import { drawCorridors } from "./corridors.js"
import { Black, Game, isPass, parseAscii, parseOutcome, PASS, stonesOf, White } from "../dist/rules/index.js"

const [what, ...files] = process.argv.slice(2)
const progress = new Progress()
const number = (/** @type {string} */ name, /** @type {number} */ value) => Number(process.env[name] ?? value)

/** @template T @param {{ ok: true, value: T } | { ok: false, error: unknown }} result @returns {T} */
function unwrap(result) {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** @returns {{ board: import("../dist/rules/index.js").Board, toPlay: 1 | 2 }[]} */
function readSuite() {
  const text = readFileSync(new URL("endgames.txt", import.meta.url), "utf8").replaceAll(/^#.*$/gm, "")
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [title = "", ...rows] = block.split("\n")
      return { board: unwrap(parseAscii(rows.join("\n"))), toPlay: title.endsWith("White") ? White : Black }
    })
}

/** More than any position of the suite has. */
const MOST = 3_000_000

/** @type {Map<string, import("../dist/cgt/board/index.js").ExhaustiveResult>} */
const judgements = new Map()

/** What the search of the whole position says; several players reach the same position. @param {Game} game */
function judgePosition({ board, toPlay }) {
  const key = `${toPlay} ${board.hash}`
  const found = judgements.get(key) ?? searchAll(board, toPlay, MOST)
  if (!found) throw new Error("a position of the suite is too large for the judge")
  judgements.set(key, found)
  return found
}

/** @typedef {(game: Game) => Promise<number | undefined>} Chooser answers a point, or undefined for a pass */

/** Moves after which a position of the suite is surely played out. */
const LONGEST_LINE = 40

/**
 * Plays the position out: the chooser for the side to play, the judge for the other, which passes only where every
 * move loses. The chooser is perfect when all its moves, passes included, keep the score.
 *
 * @param {Game} game
 * @param {Chooser} choose
 */
async function isPerfect(game, choose) {
  const color = game.toPlay
  for (let moves = 0; game.phase === "playing" && moves < LONGEST_LINE; moves++) {
    const { best } = judgePosition(game)
    const point = game.toPlay === color ? await choose(game) : best.find((move) => move !== undefined)
    if (game.toPlay === color && !best.includes(/** @type {never} */ (point))) return false
    unwrap(game.play(/** @type {never} */ (point ?? PASS)))
  }
  return true
}

/** @param {{ board: import("../dist/rules/index.js").Board, toPlay: 1 | 2 }} position @param {number} komi */
function openGame({ board, toPlay }, komi) {
  return unwrap(Game.create({ size: board.size, komi, setup: stonesOf(board), firstToPlay: toPlay }))
}

/** @param {Game} game */
async function chooseByRegions(game) {
  const endgame = analyzeEndgame(game.board, { scoring: "area" })
  return playEndgame(endgame, game.toPlay).best[0]?.point
}

/** @param {AbortSignal} signal */
async function measureSuite(signal) {
  const playouts = number("BENCH_PLAYOUTS", 5000)
  const names = [`uct,playouts=${playouts}`, `uct:strong,playouts=${playouts}`]
  const players = new Map(names.map((name) => [name, unwrap(makePlayer(name, {}, NODE_ENVIRONMENT))]))
  /** @type {Record<string, number>} */
  const perfect = { regions: 0, ...Object.fromEntries(names.map((name) => [name, 0])) }
  const ratios = []
  const suite = readSuite()
  for (const [index, position] of suite.entries()) {
    if (signal.aborted) break
    progress.show(index / suite.length, `${index} of ${suite.length} positions`)
    await pause()
    const judged = judgePosition(openGame(position, 0))
    const endgame = analyzeEndgame(position.board, { scoring: "area" })
    const play = playEndgame(endgame, position.toPlay)
    if (judged.score === undefined || play.score === undefined) throw new Error("a position is not decided")
    ratios.push(judged.nodes / (endgame.nodes + play.nodes))
    // With this komi the side to play wins by half a point if it makes no mistake.
    const komi = judged.score + (position.toPlay === Black ? -0.5 : 0.5)
    const isRight = judged.score === play.score + endgame.decided
    if (isRight && (await isPerfect(openGame(position, komi), chooseByRegions)))
      perfect["regions"] = (perfect["regions"] ?? 0) + 1
    for (const [name, player] of players) {
      const choose = async (/** @type {Game} */ game) => {
        const request = { position: game.position(), color: game.toPlay, budget: {}, seed: 1 + index }
        const { move } = await player.choose(request)
        return move === "resign" || isPass(move) ? undefined : move
      }
      if (await isPerfect(openGame(position, komi), choose)) perfect[name] = (perfect[name] ?? 0) + 1
    }
  }
  progress.end()
  await Promise.all([...players.values()].map((player) => player.close()))
  return { positions: ratios.length, perfect, ...spread(ratios) }
}

/** @param {readonly number[]} ratios */
function spread(ratios) {
  const sorted = ratios.toSorted((a, b) => a - b)
  return {
    ratioOfPositionsSearched: {
      least: Number((sorted[0] ?? 0).toFixed(1)),
      median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      most: Math.round(sorted.at(-1) ?? 0),
    },
  }
}

/** Positions of the whole board that the judge may look at here. */
const MOST_BUILT = 400_000

/**
 * The region method and the judge on the first position of everything that is built with three hot regions and no ko:
 * nothing is left out for its factor. @param {AbortSignal} signal
 */
async function measureBuilt(signal) {
  const wanted = number("BENCH_POSITIONS", 100)
  const found = { built: 0, agreed: 0, bestAgreed: 0, tooLarge: 0, koMatters: 0 }
  const ratios = []
  for (let seed = 1; found.built < wanted && !signal.aborted; seed++) {
    const random = new Random(seed)
    const drawn = parseAscii(drawCorridors((count) => random.below(count)))
    const board = drawn.ok ? drawn.value : undefined
    const endgame = board && analyzeEndgame(board, { scoring: "area" })
    if (!board || !endgame?.isProven) continue
    const hot = endgame.regions.filter(
      (region) => region.kind === "evaluated" && region.game.kind !== "number",
    )
    if (hot.length < 3) continue
    found.built++
    progress.show(found.built / wanted, `${found.built} of ${wanted} positions`)
    await pause()
    const color = seed % 2 === 0 ? Black : White
    const play = playEndgame(endgame, color)
    const judged = searchAll(board, color, MOST_BUILT)
    if (!judged) found.tooLarge++
    else if (judged.score === undefined) found.koMatters++
    else {
      if (play.score !== undefined && play.score + endgame.decided === judged.score) found.agreed++
      if (judged.best.includes(play.best[0]?.point)) found.bestAgreed++
      ratios.push(judged.nodes / (endgame.nodes + play.nodes))
    }
  }
  progress.end()
  return { ...found, ...spread(ratios), factorOf100: ratios.filter((ratio) => ratio >= 100).length }
}

/** Moves before the end of a record at which its position is taken; records with fewer moves are left out. */
const BACK = number("BENCH_BACK", 8)
const SHORTEST = 30
/** Moves after which a game is counted as it stands. */
const LONGEST_GAME = 100

/** @param {number} count */
async function latePositions(count) {
  const positions = []
  for (const file of files)
    for await (const item of readGames(file)) {
      const replayed = item.ok ? replayRecord(item.value.game) : item
      if (!replayed.ok) continue
      const position = replayed.value.game.position()
      const moves = position.moves.filter(({ move }) => !isPass(move))
      // Games that were counted: a resigned one may have ended long before its endgame.
      const isCounted = parseOutcome(replayed.value.info.result ?? "")?.kind === "score"
      if (!isCounted || position.size !== 9 || moves.length < SHORTEST) continue
      positions.push({ ...position, moves: position.moves.slice(0, moves.length - BACK) })
      if (positions.length === count) return positions
    }
  return positions
}

/**
 * @param {import("../dist/rules/index.js").Position} position
 * @param {Record<1 | 2, import("../dist/player/index.js").Player>} players
 * @param {import("../dist/players/index.js").PositionJudge} judge
 * @param {number} seed
 */
async function playOut(position, players, judge, seed) {
  const game = unwrap(Game.replay(position, position.moves))
  const color = game.toPlay
  let byRegions = 0
  let [cpu, turns] = [0, 0]
  proofCpu = 0
  for (let moves = 0; game.phase === "playing" && moves < LONGEST_GAME; moves++) {
    const request = { position: game.position(), color: game.toPlay, budget: {}, seed: seed + moves }
    const begun = process.cpuUsage()
    const { move, reason } = await players[game.toPlay].choose(request)
    if (game.toPlay === color) {
      cpu += cpuSince(begun)
      turns++
    }
    if (reason === "endgame") byRegions++
    unwrap(game.play(move === "resign" ? PASS : move))
  }
  const dead = judge.dead(game.board, game.toPlay, 1)
  return { margin: game.score(dead).margin, byRegions, cpu, turns, proofs: proofCpu }
}

/** Milliseconds. @param {NodeJS.CpuUsage} begun */
const cpuSince = (begun) => process.cpuUsage(begun).user / 1000

/** What the option took in the game that is played now. */
let proofCpu = 0

const TIMED_ENVIRONMENT = {
  ...NODE_ENVIRONMENT,
  openEndgame: async () => {
    const chooser = new EndgameChooser()
    return {
      choose: (/** @type {Parameters<typeof chooser.choose>} */ ...question) => {
        const begun = process.cpuUsage()
        const move = chooser.choose(...question)
        proofCpu += cpuSince(begun)
        return move
      },
    }
  },
}

/** @param {readonly number[]} gains */
function summary(gains) {
  const error = gains.length > 1 ? 1.96 * Math.sqrt(variance(gains) / gains.length) : 0
  const average = mean(gains)
  return {
    better: gains.filter((gain) => gain > 0).length,
    worse: gains.filter((gain) => gain < 0).length,
    meanGain: Number(average.toFixed(2)),
    interval95: [Number((average - error).toFixed(2)), Number((average + error).toFixed(2))],
  }
}

/** @param {AbortSignal} signal */
async function measureRecords(signal) {
  const playouts = number("BENCH_PLAYOUTS", 300)
  const positions = await latePositions(number("BENCH_POSITIONS", 100))
  const judge = await openPositionJudge()
  const name = process.env["BENCH_PLAYER"] ?? "uct"
  const make = (/** @type {number} */ count, more = "") =>
    unwrap(makePlayer(`${name},playouts=${count},resign-at=0${more}`, {}, TIMED_ENVIRONMENT))
  const plainPlayouts = number("BENCH_PLAIN_PLAYOUTS", playouts)
  const [plain, rival] = [make(plainPlayouts), make(playouts)]
  const options = (process.env["BENCH_OPTIONS"] ?? "on,likely").split(",")
  const players = new Map(options.map((option) => [option, make(playouts, `,endgame=${option}`)]))
  const ours = () => ({ gains: /** @type {number[]} */ ([]), moves: 0, cpu: 0, proofs: 0, turns: 0 })
  const found = new Map(["plain", ...options].map((option) => [option, ours()]))
  const add = (/** @type {string} */ option, /** @type {Awaited<ReturnType<typeof playOut>>} */ played) => {
    const sums = found.get(option)
    if (!sums) return
    sums.moves += played.byRegions
    sums.cpu += played.cpu
    sums.proofs += played.proofs
    sums.turns += played.turns
  }
  for (const [index, position] of positions.entries()) {
    if (signal.aborted) break
    progress.show(index / positions.length, `${index} of ${positions.length} positions`)
    const color = unwrap(Game.replay(position, position.moves)).toPlay
    const seats = (/** @type {typeof plain} */ player) =>
      color === Black ? { [Black]: player, [White]: rival } : { [Black]: rival, [White]: player }
    const seed = 1000 * (index + 1)
    const games = new Map()
    for (const [option, player] of players)
      games.set(option, await playOut(position, seats(player), judge, seed))
    const same = plainPlayouts === playouts && [...games.values()].find(({ byRegions }) => byRegions === 0)
    const base = same
      ? { ...same, cpu: same.cpu - same.proofs, proofs: 0 }
      : await playOut(position, seats(plain), judge, seed)
    add("plain", base)
    for (const [option, played] of games) {
      add(option, played)
      found.get(option)?.gains.push((color === Black ? 1 : -1) * (played.margin - base.margin))
    }
  }
  progress.end()
  await Promise.all([plain, rival, ...players.values()].map((player) => player.close()))
  const rows = [...found].map(([option, { gains, moves, cpu, proofs, turns }]) => {
    const each = (/** @type {number} */ sum) => Number((sum / Math.max(1, turns)).toFixed(1))
    if (option === "plain") return [option, { turns, cpuMs: each(cpu) }]
    const changed = gains.flatMap((gain, index) => (gain === 0 ? [] : [`${index}: ${gain}`]))
    const times = { turns, cpuMs: each(cpu), proofMs: each(proofs) }
    return [option, { movesByRegions: moves, ...times, ...summary(gains), changed }]
  })
  return {
    files,
    player: name,
    positions: found.get(options[0] ?? "")?.gains.length,
    movesBeforeEnd: BACK,
    playouts,
    plainPlayouts,
    ...Object.fromEntries(rows),
  }
}

if (what !== "suite" && what !== "built" && (what !== "records" || files.length === 0)) {
  console.error("bench:endgame: say suite, built, or records and files of game records")
  process.exit(2)
}
await interruptible(async (signal) => {
  const measure = what === "suite" ? measureSuite : what === "built" ? measureBuilt : measureRecords
  const result = await measure(signal)
  console.log(
    JSON.stringify({ benchmark: `endgame ${what}`, ...result, node: process.version }, undefined, 2),
  )
}, "measured")
