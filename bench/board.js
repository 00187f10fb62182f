// `npm run bench:board`: `Board.play` + `undo` on 19×19 beside @sabaki/go-board's `makeMove`, on the same moves in
// the same run. One move of ours is played and taken back; one of theirs makes a new board, as it always does.
// Prints JSON. The goal is a ratio of 100.
//
// How far apart they are depends on the moves: go-board walks whole chains, ours never does. So two loads are
// measured, each with its own verdict: random games to the end, as simulations play them, and only the first 250
// moves of the same games, where chains are still short and go-board is at its best.

import { cpus } from "node:os"
import { setImmediate as pause } from "node:timers/promises"
import sabaki from "@sabaki/go-board"

// Typed by their sources, so that types can be checked without a build.
/** @type {typeof import("../src/base/index.ts")} */
const { Random } = await import(new URL("../dist/base/index.js", import.meta.url).href)
/** @type {typeof import("../src/rules/index.ts")} */
const { allPoints, Board, isEye, opponent, PASS, xOf, yOf } = await import(
  new URL("../dist/rules/index.js", import.meta.url).href
)

/** @type {typeof import("../src/cli/interrupt.ts")} */
const { interruptible } = await import(new URL("../dist/cli/interrupt.js", import.meta.url).href)
/** @type {typeof import("../src/cli/progress.ts")} */
const { Progress } = await import(new URL("../dist/cli/progress.js", import.meta.url).href)

const SIZE = 19
const SEEDS = [1, 2, 3, 4, 5]
const OPENING = 250
const GOAL = 100
const ROUNDS = 5
const ROUND_MS = 1000

// Its types say `export default`, its code says `module.exports =`.
const GoBoard = /** @type {typeof sabaki.default} */ (/** @type {unknown} */ (sabaki))

/** @typedef {{ color: 1 | 2, point: import("../src/rules/index.ts").Point }[]} Moves */

/** A uniform random game until nothing but eyes is left, by the rules of simulations. @param {number} seed */
function randomGame(seed) {
  const random = new Random(seed)
  const board = new Board(SIZE)
  const points = allPoints(SIZE)
  /** @type {Moves} */
  const game = []
  /** @type {1 | 2} */
  let color = 1
  for (let passes = 0; passes < 2 && game.length < 3 * points.length; color = opponent(color)) {
    const playable = points.filter((point) => !isEye(board, color, point) && board.isLegal(color, point))
    const point = playable[random.below(Math.max(1, playable.length))]
    passes = point === undefined ? passes + 1 : 0
    board.play(color, point ?? PASS)
    // A pass is left out: the colours of the moves tell, and go-board would keep a ko over it.
    if (point !== undefined) game.push({ color, point })
  }
  return game
}

const flags = { preventOverwrite: true, preventSuicide: true }

/** @param {Moves} game */
function playOurs(game) {
  const board = new Board(SIZE)
  for (const { color, point } of game) if (board.play(color, point) !== undefined) throw new Error("refused")
  const taken = board.prisoners(1) + board.prisoners(2)
  while (board.undo());
  return taken
}

/** @param {Moves} game */
function playTheirs(game) {
  let board = GoBoard.fromDimensions(SIZE)
  for (const { color, point } of game)
    board = board.makeMove(color === 1 ? 1 : -1, [xOf(point), yOf(point)], flags)
  return board.getCaptures(1) + board.getCaptures(-1)
}

/** Moves a second. @param {(game: Moves) => number} play @param {readonly Moves[]} games */
function measure(play, games) {
  const began = performance.now()
  let moves = 0
  do {
    for (const game of games) {
      play(game)
      moves += game.length
    }
  } while (performance.now() - began < ROUND_MS)
  return (1000 * moves) / (performance.now() - began)
}

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Undefined when Ctrl-C came before the first round was over.
 * @param {readonly Moves[]} games @param {(round: number) => void} onRound @param {AbortSignal} signal
 */
async function compare(games, onRound, signal) {
  if (games.some((game) => playOurs(game) !== playTheirs(game))) throw new Error("the captures differ")
  measure(playOurs, games)
  const rounds = []
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    onRound(round)
    rounds.push({ ours: measure(playOurs, games), theirs: measure(playTheirs, games) })
    // Ctrl-C is heard in between.
    await pause()
  }
  if (rounds.length === 0) return undefined
  const ours = median(rounds.map((rate) => rate.ours))
  const theirs = median(rounds.map((rate) => rate.theirs))
  return {
    rounds: rounds.length,
    movesAGame: Math.round(games.reduce((sum, game) => sum + game.length, 0) / games.length),
    boardPlayUndo: Math.round(ours),
    goBoardMakeMove: Math.round(theirs),
    ratio: Math.round(ours / theirs),
    reached: ours / theirs >= GOAL,
  }
}

await interruptible(async (signal) => {
  const progress = new Progress()
  const games = SEEDS.map(randomGame)
  const loads = { wholeGames: games, first250Moves: games.map((game) => game.slice(0, OPENING)) }
  /** @type {Record<string, Awaited<ReturnType<typeof compare>>>} */
  const results = {}
  for (const [index, [name, load]] of Object.entries(loads).entries()) {
    const onRound = (/** @type {number} */ round) =>
      progress.show((index + round / ROUNDS) / 2, `${name}: round ${round + 1} of ${ROUNDS}`)
    results[name] = signal.aborted ? undefined : await compare(load, onRound, signal)
  }
  progress.end()
  const report = {
    benchmark: "board",
    what: "moves a second on 19×19, median of the rounds",
    seeds: SEEDS,
    goal: GOAL,
    ...results,
    node: process.version,
    cpu: cpus()[0]?.model,
  }
  console.log(JSON.stringify(report, undefined, 2))
}, "measured")
