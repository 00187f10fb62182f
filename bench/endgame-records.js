// Late positions of records played on, once by the plain player and once with the option `endgame` for the side to
// move, with the same seeds, so that both games are the same until the first move by regions.
//
// BENCH_PLAYOUTS, BENCH_POSITIONS, BENCH_BACK (moves before the end), BENCH_PLAYER (uct, uct:strong …) and
// BENCH_OPTIONS (on,likely) change the defaults. BENCH_PLAIN_PLAYOUTS gives the plain player other playouts. With equal
// playouts a game without a move by regions is that of the plain player, which is not played again.
//
// An interrupted run prints what it has. Of the measured side:
//   cpuMs, cpuMsPerGame   what a move and a game of it take, proofMs the part of a move that the option takes
//   timeRatio             both of them, by those of the plain player
//   judged                moves and passes by regions after which the score is proven, too; `lost` of them gave up a
//                         point of the proven score before them; after `open` nothing is proven
//   sinceProof            how games ended that had a move by regions: below, at or above the score proven before the
//                         first of them, for the player with the option and for the plain one, which stood there, too
//   changed               the games with another result: position, gain, and the proven margin of its first such move

import { mean, unwrap, variance } from "../dist/base/index.js"
import { analyzeEndgame, EndgameChooser, marginOf, playEndgame } from "../dist/cgt/board/index.js"
import { makePlayer, openPositionJudge } from "../dist/players/index.js"
import { NODE_ENVIRONMENT } from "../dist/players/node/index.js"
import { replayRecord } from "../dist/record/index.js"
import { readGames } from "../dist/record/node/index.js"
import { Black, Game, isPass, parseOutcome, PASS, White } from "../dist/rules/index.js"

/** @typedef {import("../dist/player/index.js").Player} Player */
/** @typedef {import("../dist/rules/index.js").Position} Position */

/** A setting. @param {string} name @param {number} value */
export const number = (name, value) => Number(process.env[name] ?? value)

/** Moves before the end of a record at which its position is taken; records with fewer moves are left out. */
const BACK = number("BENCH_BACK", 8)
const SHORTEST = 30
/** Moves after which a game is counted as it stands. */
const LONGEST_GAME = 100

/** @param {readonly string[]} files @param {number} count */
async function latePositions(files, count) {
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

/** The margin for Black that best play leads to, as far as the proofs of `montego endgame` go. @param {Game} game */
function provenMargin(game) {
  const endgame = analyzeEndgame(game.board, { scoring: game.rules.scoring, isAllOrNothing: true })
  const { score } = playEndgame(endgame, game.toPlay)
  return endgame.isProven && score !== undefined ? marginOf(game, endgame, score) : undefined
}

/** An answer to an attack is proven by the position before the attack. @param {Game} game */
function provenBefore(game) {
  const position = game.position()
  return provenMargin(game) ?? provenMargin(replay(position, position.moves.length - 1))
}

/** @param {Position} position */
const replay = (position, moves = position.moves.length) =>
  unwrap(Game.replay(position, position.moves.slice(0, moves)))

/**
 * @param {Position} position
 * @param {Record<1 | 2, Player>} players
 * @param {import("../dist/players/index.js").PositionJudge} judge
 * @param {number} seed
 */
async function playOut(position, players, judge, seed) {
  const game = replay(position)
  const color = game.toPlay
  const sign = color === Black ? 1 : -1
  const played = { moves: 0, passes: 0, cpu: 0, proofs: 0, turns: 0, kept: 0, lost: 0, open: 0 }
  /** @type {number | undefined} */
  let proven
  proofCpu = 0
  for (let moves = 0; game.phase === "playing" && moves < LONGEST_GAME; moves++) {
    const request = { position: game.position(), color: game.toPlay, budget: {}, seed: seed + moves }
    const begun = process.cpuUsage()
    const { move, reason } = await players[game.toPlay].choose(request)
    if (game.toPlay === color) {
      played.cpu += cpuSince(begun)
      played.turns++
    }
    const isProven = reason === "endgame"
    const before = isProven ? provenBefore(game) : undefined
    unwrap(game.play(move === "resign" ? PASS : move))
    if (!isProven) continue
    played[move === PASS ? "passes" : "moves"]++
    const after = provenMargin(game)
    if (before === undefined || after === undefined) played.open++
    else played[sign * after < sign * before ? "lost" : "kept"]++
    proven ??= before
  }
  played.proofs = proofCpu
  const { margin } = game.score(judge.dead(game.board, game.toPlay, 1))
  return { ...played, margin: sign * margin, proven: proven === undefined ? undefined : sign * proven }
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

/** @typedef {Awaited<ReturnType<typeof playOut>>} Played */

/** @param {readonly { played: Played, base: Played }[]} pairs @param {"played" | "base"} side */
function endings(pairs, side) {
  const ends = pairs.flatMap(({ played: { proven }, [side]: { margin } }) =>
    proven === undefined ? [] : [Math.sign(margin - proven)],
  )
  const count = (/** @type {number} */ sign) => ends.filter((end) => end === sign).length
  return { below: count(-1), at: count(0), above: count(1) }
}

/** @param {readonly { played: Played, base: Played }[]} pairs */
function report(pairs) {
  const sum = (/** @type {"played" | "base"} */ side, /** @type {keyof Played} */ field) =>
    pairs.reduce((all, pair) => all + (pair[side][field] ?? 0), 0)
  const rounded = (/** @type {number} */ value, digits = 1) => Number(value.toFixed(digits))
  const times = (/** @type {"played" | "base"} */ side) => ({
    turns: sum(side, "turns"),
    cpuMs: rounded(sum(side, "cpu") / Math.max(1, sum(side, "turns"))),
    cpuMsPerGame: rounded(sum(side, "cpu") / Math.max(1, pairs.length)),
  })
  const [took, plain] = [times("played"), times("base")]
  const changed = pairs.flatMap(({ played: { margin, proven }, base }, index) =>
    margin === base.margin ? [] : [{ position: index, gain: margin - base.margin, margin, proven }],
  )
  return {
    plain,
    ours: {
      movesByRegions: sum("played", "moves"),
      passesByRegions: sum("played", "passes"),
      judged: { kept: sum("played", "kept"), lost: sum("played", "lost"), open: sum("played", "open") },
      ...took,
      proofMs: rounded(sum("played", "proofs") / Math.max(1, took.turns)),
      timeRatio: {
        perMove: rounded(took.cpuMs / plain.cpuMs, 3),
        perGame: rounded(took.cpuMsPerGame / plain.cpuMsPerGame, 3),
      },
      ...summary(pairs.map(({ played, base }) => played.margin - base.margin)),
      sinceProof: { option: endings(pairs, "played"), plain: endings(pairs, "base") },
      changed,
    },
  }
}

/**
 * @param {readonly string[]} files
 * @param {import("../dist/cli/progress.js").Progress} progress
 * @param {AbortSignal} signal
 */
export async function measureRecords(files, progress, signal) {
  const playouts = number("BENCH_PLAYOUTS", 300)
  const positions = await latePositions(files, number("BENCH_POSITIONS", 100))
  const judge = await openPositionJudge()
  const name = process.env["BENCH_PLAYER"] ?? "uct"
  const make = (/** @type {number} */ count, more = "") =>
    unwrap(makePlayer(`${name},playouts=${count},resign-at=0${more}`, {}, TIMED_ENVIRONMENT))
  const plainPlayouts = number("BENCH_PLAIN_PLAYOUTS", playouts)
  const [plain, rival] = [make(plainPlayouts), make(playouts)]
  const options = (process.env["BENCH_OPTIONS"] ?? "on,likely").split(",")
  const players = new Map(options.map((option) => [option, make(playouts, `,endgame=${option}`)]))
  /** @type {Map<string, { played: Played, base: Played }[]>} */
  const pairs = new Map(options.map((option) => [option, []]))
  for (const [index, position] of positions.entries()) {
    if (signal.aborted) break
    progress.show(index / positions.length, `${index} of ${positions.length} positions`)
    const color = replay(position).toPlay
    const play = (/** @type {Player} */ player) => {
      const seats =
        color === Black ? { [Black]: player, [White]: rival } : { [Black]: rival, [White]: player }
      return playOut(position, seats, judge, 1000 * (index + 1))
    }
    const games = new Map()
    for (const [option, player] of players) games.set(option, await play(player))
    const same =
      plainPlayouts === playouts && [...games.values()].find(({ moves, passes }) => moves + passes === 0)
    const base = same ? { ...same, cpu: same.cpu - same.proofs } : await play(plain)
    for (const [option, played] of games) pairs.get(option)?.push({ played, base })
  }
  progress.end()
  await Promise.all([plain, rival, ...players.values()].map((player) => player.close()))
  const reports = [...pairs].map(([option, played]) => ({ option, played: played.length, ...report(played) }))
  return {
    files,
    player: name,
    positions: reports[0]?.played,
    movesBeforeEnd: BACK,
    playouts,
    plainPlayouts,
    plain: reports[0]?.plain,
    ...Object.fromEntries(reports.map(({ option, ours }) => [option, ours])),
  }
}

/** What the proofs took before a player had limits of its own for them. */
const WIDE = { nodes: 2000 }

/**
 * What the limits of a player's proofs save and miss, in games of the plain player: each of its turns is asked about
 * with the limits and without.
 *
 * @param {readonly string[]} files
 * @param {import("../dist/cli/progress.js").Progress} progress
 * @param {AbortSignal} signal
 */
export async function measureLimits(files, progress, signal) {
  const playouts = number("BENCH_PLAYOUTS", 1000)
  const positions = await latePositions(files, number("BENCH_POSITIONS", 100))
  const player = unwrap(makePlayer(`uct,playouts=${playouts},resign-at=0`, {}, NODE_ENVIRONMENT))
  const found = [new EndgameChooser(), new EndgameChooser(WIDE)].map((chooser) => ({
    chooser,
    moves: 0,
    passes: 0,
    cpu: 0,
  }))
  let [turns, missed] = [0, 0]
  for (const [index, position] of positions.entries()) {
    if (signal.aborted) break
    progress.show(index / positions.length, `${index} of ${positions.length} positions`)
    const game = replay(position)
    const color = game.toPlay
    for (let moves = 0; game.phase === "playing" && moves < LONGEST_GAME; moves++) {
      const asked = {
        position: game.position(),
        color: game.toPlay,
        budget: {},
        seed: 1000 * (index + 1) + moves,
      }
      if (game.toPlay === color) {
        turns++
        const [limited, wide] = found.map((one) => {
          const begun = process.cpuUsage()
          const move = one.chooser.choose(asked.position, color)
          one.cpu += cpuSince(begun)
          if (move !== undefined) one[isPass(move) ? "passes" : "moves"]++
          return move
        })
        if (limited === undefined && wide !== undefined) missed++
      }
      const { move } = await player.choose(asked)
      unwrap(game.play(move === "resign" ? PASS : move))
    }
  }
  progress.end()
  await player.close()
  const [limited, wide] = found.map(({ moves, passes, cpu }) => ({
    moves,
    passes,
    cpuMs: Number((cpu / Math.max(1, turns)).toFixed(2)),
  }))
  return { files, movesBeforeEnd: BACK, playouts, turns, limited, wide, missed }
}
