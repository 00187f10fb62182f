// The endgame by regions (CGT-7), in four measurements that print JSON:
//
//   npm run bench:endgame -- suite            the positions of bench/endgames.txt: the region method and uct, judged by
//                                             a search of the whole position
//   npm run bench:endgame -- built            all positions that chance builds, none left out for its figures
//   npm run bench:endgame -- records FILE …   late positions of records: uct with and without its option, same seeds
//   npm run bench:endgame -- limits FILE …    the same positions: what the limits of the player's proofs save and miss
//
// BENCH_PLAYOUTS and BENCH_POSITIONS change the defaults; endgame-records.js has more.

import { readFileSync } from "node:fs"
import { setImmediate as pause } from "node:timers/promises"
import { Random, unwrap } from "../dist/base/index.js"
import { analyzeEndgame, playEndgame, searchAll } from "../dist/cgt/board/index.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { Progress } from "../dist/cli/progress.js"
import { makePlayer } from "../dist/players/index.js"
import { NODE_ENVIRONMENT } from "../dist/players/node/index.js"
import { drawCorridors } from "./corridors.js"
import { measureLimits, measureRecords, number } from "./endgame-records.js"
import { Black, Game, isPass, parseAscii, PASS, stonesOf, White } from "../dist/rules/index.js"

const [what, ...files] = process.argv.slice(2)
const progress = new Progress()

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

/** @type {Record<string, ((signal: AbortSignal) => Promise<object>) | undefined>} */
const measures = {
  suite: measureSuite,
  built: measureBuilt,
  ...(files.length > 0 && {
    records: (signal) => measureRecords(files, progress, signal),
    limits: (signal) => measureLimits(files, progress, signal),
  }),
}
const measure = measures[what ?? ""]
if (!measure) {
  console.error("bench:endgame: say suite, built, or records or limits and files of game records")
  process.exit(2)
}
await interruptible(async (signal) => {
  const result = await measure(signal)
  console.log(
    JSON.stringify({ benchmark: `endgame ${what}`, ...result, node: process.version }, undefined, 2),
  )
}, "measured")
