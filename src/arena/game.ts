// One game between two players, under the one referee (ARE-1). Whatever a player does, the game ends with a verdict:
// a player that throws has crashed, one that is silent has stalled, and the arena's own watch judges the clocks.

import { setImmediate as pause } from "node:timers/promises"
import { percent } from "../base/format.ts"
import { printable } from "../base/printable.ts"
import { Random } from "../base/random.ts"
import type { Result } from "../base/result.ts"
import { LONGEST_TIMER_MS } from "../base/timer.ts"
import type { Answer, Budget, DeadStoneEstimator, PlayerDefaults } from "../players/index.ts"
import { EngineFault } from "../players/index.ts"
import {
  Black,
  deadStones,
  explainRefusal,
  makeVertex,
  opponent,
  parseOutcome,
  parseVertex,
  White,
} from "../rules/index.ts"
import type { Board, Color, Game, Point } from "../rules/index.ts"
import { fullTime, patience, type TimeLeft } from "../search/index.ts"
import { spend } from "./clock.ts"
import { makeContestant, type Contestant } from "./contestant.ts"
import { makeGameRecord, type Ending, type LoggedMove } from "./record.ts"
import { consult, failedWord, withoutSay } from "./referee.ts"
import { isFault, LONGEST_CLAIM, shortReason, verdictOf, winnerName, type Verdict } from "./verdict.ts"
import { newGame, type GameTask, type MatchBudget, type MatchDefinition, type Side } from "./definition.ts"
import type { DeadJudged, Played, RefereeWord, Thinking } from "./played.ts"

/** Who names the dead stones at the end of a game. */
export interface Referee {
  readonly estimateDead: DeadStoneEstimator
  /** Which points of a game that two passes ended are undecided; default: not looked at. */
  readonly openPoints?: (game: Game, seed: number) => readonly Point[]
  /** In a game without clocks, a player who is silent for this number of seconds has lost. */
  readonly stallSeconds: number
  /** When it fires, the game is dropped. */
  readonly signal?: AbortSignal
  /** Told every move as it is played, those of the opening too. */
  readonly onMove?: (vertex: string) => void
  /** Default: by the player's name. */
  readonly makeContestant?: MakeContestant
}

/** A function that makes the player of a side, or the referee engine, as `makeContestant` does. */
export type MakeContestant = (
  text: string,
  defaults: PlayerDefaults,
  seed: number,
  side: Side | "referee",
) => Result<Contestant, string> | Promise<Result<Contestant, string>>

/** Under most rules a game must end, but it may take too long: a bound in moves for each point, and more. */
const LONGEST_SHARE = 4
const LONGEST_EXTRA = 100

/** How much longer than its clock a move is waited for, so that the verdict can say how late it came. */
const LATE_SECONDS = 2
/** A player's limit for its opinion about the end, which decides nothing alone. */
const OPINION_SECONDS = 60
/** For all that the referee engine is asked at the end of a game. */
const REFEREE_SECONDS = 60
/** So that the referee engine does not draw the same numbers as the players. */
const REFEREE_SEED = 2 ** 33
/** A player that has not closed after this time is left behind. */
const CLOSE_SECONDS = 5

/** Plays the game; undefined when it was interrupted. */
export async function playGame(task: GameTask, referee: Referee): Promise<Played | undefined> {
  const table = new Table(task, referee)
  const verdict = await table.play()
  return verdict && table.finish(verdict)
}

/** The most seconds that one move may take before the arena gives up waiting. */
export function longestThink({ budget }: MatchDefinition, stallSeconds: number): number {
  if (budget.kind !== "clock") return stallSeconds
  return patience(budget.settings, fullTime(budget.settings)) + LATE_SECONDS
}

/** A game that ends early because its thread was lost: the moves so far, with this verdict. */
export function breakOff(task: GameTask, plays: readonly string[], verdict: Verdict): Played {
  const times = { a: NO_TIME, b: NO_TIME }
  return { verdict, plays, times, claims: {}, sgf: rebuildRecord(task, plays, { verdict, claims: {} }) }
}

/** The record of a game of which only the moves are known. */
function rebuildRecord(task: GameTask, plays: readonly string[], ending: Ending): string {
  const game = newGame(task.match)
  for (const vertex of plays) game.play(parseVertex(vertex, game.size)!)
  return makeGameRecord(task, game.moves, ending)
}

/** Whose turn it is after these moves; undefined when the game is over, or being counted. */
export function thinkerAfter(task: GameTask, plays: readonly string[]): Color | undefined {
  const game = newGame(task.match)
  for (const vertex of plays) game.play(parseVertex(vertex, game.size)!)
  return game.phase === "playing" ? game.toPlay : undefined
}

const NO_TIME: Thinking = { moves: 0, seconds: 0, longest: 0 }

interface Seat {
  readonly side: Side
  readonly player: Contestant
  readonly random: Random
  left: TimeLeft | undefined
  thinking: Thinking
  /** Said nothing when it was asked for its opinion: it is not asked again. */
  isMute: boolean
}

/** The game's way through `Game`, seats and clocks. */
class Table {
  readonly #task: GameTask
  readonly #referee: Referee
  readonly #game: Game
  readonly #log: LoggedMove[] = []
  readonly #random: Random
  readonly #seats = new Map<Color, Seat>()
  readonly #interrupted: Promise<"interrupted">
  #interrupt: () => void = () => undefined
  #claims: Partial<Record<Side, string>> = {}
  #dead: DeadJudged | undefined
  #unsettled = 0
  #refereeWord: RefereeWord | undefined
  #refereeDead: readonly Point[] | undefined

  constructor(task: GameTask, referee: Referee) {
    this.#task = task
    this.#referee = referee
    this.#game = newGame(task.match)
    this.#random = new Random(task.seed)
    this.#interrupted = new Promise((resolve) => (this.#interrupt = () => resolve("interrupted")))
    referee.signal?.addEventListener("abort", this.#interrupt)
  }

  async play(): Promise<Verdict | undefined> {
    for (const vertex of this.#task.opening) {
      const move = parseVertex(vertex, this.#game.size)!
      const color = this.#game.toPlay
      const refused = this.#enter({ color, move })
      if (refused !== undefined) throw new Error(`the opening's ${vertex} is not lawful: ${refused}`)
    }
    try {
      return (await this.#sitDown()) ?? (await this.#prepare()) ?? (await this.#playMoves())
    } finally {
      await this.#leave()
    }
  }

  finish(verdict: Verdict): Played {
    const times = { a: NO_TIME, b: NO_TIME }
    for (const { side, thinking } of this.#seats.values()) times[side] = rounded(thinking)
    const ending = {
      verdict,
      claims: this.#claims,
      ...(this.#dead ? { dead: this.#dead } : {}),
      ...(this.#refereeWord ? { referee: this.#refereeWord } : {}),
    }
    const plays = this.#log.map(({ move }) => makeVertex(move, this.#game.size))
    const sgf = makeGameRecord(this.#task, this.#log, ending)
    const unsettled = this.#unsettled > 0 ? { unsettled: this.#unsettled } : {}
    return { ...ending, ...unsettled, plays, times, sgf, ...this.#exchange(verdict) }
  }

  /** The conversation with the player that is at fault, if it has one. */
  #exchange(verdict: Verdict): Pick<Played, "exchange"> {
    if (!isFault(verdict) || verdict.winner === null) return {}
    const exchange = this.#seats.get(verdict.winner === "black" ? White : Black)?.player.exchange?.()
    return exchange ? { exchange } : {}
  }

  /** Makes the players; one that can't be made has crashed. */
  async #sitDown(): Promise<Verdict | undefined> {
    const { match, black } = this.#task
    const make = this.#referee.makeContestant ?? makeContestant
    // In the order of the sides, so that a side's seed does not depend on its colour's.
    for (const side of ["a", "b"] as const) {
      const color = side === black ? Black : opponent(Black)
      const seed = 1 + this.#random.below(2 ** 31 - 1)
      const made = await make(match[side], defaultsOf(match), seed, side)
      if (!made.ok) return lost("crash", color, made.error)
      const left = match.budget.kind === "clock" ? fullTime(match.budget.settings) : undefined
      const [player, random] = [made.value, new Random(seed)]
      this.#seats.set(color, { side, player, random, left, thinking: NO_TIME, isMute: false })
    }
    return undefined
  }

  /** Engines start and load before the clocks run, but not for ever. */
  async #prepare(): Promise<Verdict | undefined> {
    const position = this.#game.position()
    for (const [color, { player }] of this.#seats) {
      const { stallSeconds } = this.#referee
      const prepared = await this.#await(() => player.prepare?.(position) ?? Promise.resolve(), stallSeconds)
      if (prepared === "silent") return lost("stall", color, `it was not ready within ${stallSeconds} s`)
      if (prepared instanceof Error) return faultOf(color, prepared)
    }
    return undefined
  }

  async #playMoves(): Promise<Verdict | undefined> {
    const longest = LONGEST_SHARE * this.#game.size ** 2 + LONGEST_EXTRA
    while (this.#game.phase === "playing") {
      if (this.#game.moves.length >= longest)
        return { kind: "void", winner: null, reason: `the game is longer than ${longest} moves` }
      // A short search never awaits: without this pause, an interrupt would not be handled.
      await pause()
      const verdict = await this.#playMove(this.#game.toPlay)
      if (this.#referee.signal?.aborted) return undefined
      if (verdict) return verdict
    }
    return this.#judge()
  }

  /** One move; the verdict, where it ends the game otherwise than by the rules. */
  async #playMove(color: Color): Promise<Verdict | undefined> {
    const seat = this.#seats.get(color)!
    const budget = requestBudget(this.#task.match.budget, seat.left)
    const request = { position: this.#game.position(), color, budget, seed: seat.random.next() }
    const limit = this.#patience(seat)
    const began = performance.now()
    const answer = await this.#await((signal) => seat.player.choose({ ...request, signal }), limit)
    const seconds = (performance.now() - began) / 1000
    if (answer === "interrupted") return undefined
    seat.thinking = added(seat.thinking, seconds)
    const late = this.#stopWatch(seat, color, seconds)
    if (late) return late
    if (answer === "silent") return lost("stall", color, `no answer within ${limit} s`)
    if (answer instanceof Error) return faultOf(color, answer)
    if (answer.move === "resign") return { kind: "resign", winner: winnerName(opponent(color)) }
    const { move } = answer
    const left = seat.left ? { left: seat.left } : {}
    const refused = this.#enter({ color, move, seconds, note: noteOf(answer), ...left })
    if (refused === undefined) return undefined
    return lost("illegal", color, `${makeVertex(move, this.#game.size)}: ${refused}`)
  }

  /** Waits for a player's work, but no longer than `limit`; then the signal tells the player to stop. */
  async #await<T>(
    work: (signal: AbortSignal) => Promise<T>,
    limit: number,
  ): Promise<T | Error | "silent" | "interrupted"> {
    const stopping = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const silent = new Promise<"silent">((resolve) => {
      timer = setTimeout(() => resolve("silent"), Math.min(limit * 1000, LONGEST_TIMER_MS))
    })
    try {
      return await Promise.race([work(stopping.signal), silent, this.#interrupted])
    } catch (error) {
      return asError(error)
    } finally {
      clearTimeout(timer)
      stopping.abort()
    }
  }

  #patience({ left }: Seat): number {
    const { budget } = this.#task.match
    if (budget.kind !== "clock") return this.#referee.stallSeconds
    return patience(budget.settings, left!) + LATE_SECONDS
  }

  /** Takes the time off the clock; the verdict, when there was not enough. */
  #stopWatch(seat: Seat, color: Color, seconds: number): Verdict | undefined {
    const { budget } = this.#task.match
    if (budget.kind !== "clock") return undefined
    const left = spend(budget.settings, seat.left!, seconds)
    if (!left.ok)
      return { kind: "time", winner: winnerName(opponent(color)), overrun: milliseconds(left.error) }
    seat.left = left.value
    return undefined
  }

  /** Plays the move and writes it down; why not, if it is not lawful. */
  #enter(logged: LoggedMove): string | undefined {
    const played = this.#game.play(logged.move, logged.color)
    if (!played.ok) return explainRefusal(played.error)
    this.#log.push(logged)
    this.#referee.onMove?.(makeVertex(logged.move, this.#game.size))
    return undefined
  }

  /** Counts a game that the players have ended, or says how the rules ended it. */
  async #judge(): Promise<Verdict | undefined> {
    await this.#askReferee()
    if (this.#game.phase === "counting") {
      const verdict = this.#refereeCount() ?? (await this.#removeDead())
      if (verdict) return verdict
      if (this.#game.rules.captureGoal === undefined)
        this.#unsettled = this.#referee.openPoints?.(this.#game, this.#random.next()).length ?? 0
    }
    const position = this.#game.position()
    for (const seat of this.#seats.values()) {
      const claim = await this.#ask(seat, () => seat.player.finalScore?.(position))
      if (claim !== undefined) this.#claims[seat.side] = printable(claim, LONGEST_CLAIM)
    }
    return this.#referee.signal?.aborted ? undefined : verdictOf(this.#game.outcome!)
  }

  /** A player's opinion; undefined where it has none, fails or is silent. */
  async #ask<T>(seat: Seat, question: () => Promise<T> | undefined): Promise<T | undefined> {
    if (seat.isMute) return undefined
    const limit = Math.min(this.#referee.stallSeconds, OPINION_SECONDS)
    const answer = await this.#await(async () => question(), limit)
    seat.isMute = answer === "silent"
    return answer === "silent" || answer === "interrupted" || answer instanceof Error ? undefined : answer
  }

  /** Asks the match's own referee engine, where there is one. It may fail: the game is then counted as without it. */
  async #askReferee(): Promise<void> {
    const { referee } = this.#task.match
    const ended = this.#game.outcome?.kind
    if (referee === undefined || ended === "void" || ended === "win") return
    const make = this.#referee.makeContestant ?? makeContestant
    const seed = 1 + new Random(this.#task.seed + REFEREE_SEED).below(2 ** 31 - 1)
    const limit = Math.min(this.#referee.stallSeconds, REFEREE_SECONDS)
    const consulted = await this.#await(
      async (signal) =>
        consult(await make(referee, {}, seed, "referee"), referee, this.#game.position(), signal),
      limit,
    )
    if (consulted === "interrupted") return
    if (consulted === "silent") this.#refereeWord = failedWord(referee, `no answer within ${limit} s`)
    else if (consulted instanceof Error) this.#refereeWord = failedWord(referee, consulted.message)
    else {
      this.#refereeWord = consulted.word
      this.#refereeDead = consulted.dead
    }
    if (this.#game.phase !== "counting") this.#refereeWord = withoutSay(this.#refereeWord)
  }

  /** The verdict, where the referee engine has a score and no list of dead stones. */
  #refereeCount(): Verdict | undefined {
    const word = this.#refereeWord
    if (word?.decided !== "score") return undefined
    return verdictOf(parseOutcome(word.claim!)!)
  }

  /**
   * What the referee engine, or else both players, take for dead; where they don't tell or agree, what our playouts
   * show.
   */
  async #removeDead(): Promise<Verdict | undefined> {
    const { board, toPlay } = this.#game
    const judged = this.#refereeDead
    const agreed = judged ? deadStones(board, judged) : await this.#agreedDead(board)
    try {
      const dead = agreed ?? deadStones(board, this.#referee.estimateDead(board, toPlay, this.#random.next()))
      const stones = [...dead].map((stone) => makeVertex(stone, board.size))
      this.#dead = { by: judged ? "referee" : agreed ? "engines" : "playouts", stones }
      this.#game.accept(dead)
      return undefined
    } catch (error) {
      return uncounted(asError(error).message)
    }
  }

  async #agreedDead(board: Board): Promise<ReadonlySet<Point> | undefined> {
    const lists: ReadonlySet<Point>[] = []
    for (const seat of this.#seats.values()) {
      const list = await this.#ask(seat, () => seat.player.deadStones?.(this.#game.position()))
      if (!list) return undefined
      lists.push(deadStones(board, list))
    }
    const [one, other] = lists as [ReadonlySet<Point>, ReadonlySet<Point>]
    return one.size === other.size && [...one].every((stone) => other.has(stone)) ? one : undefined
  }

  async #leave(): Promise<void> {
    this.#referee.signal?.removeEventListener("abort", this.#interrupt)
    let timer: NodeJS.Timeout | undefined
    const patient = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_SECONDS * 1000)))
    const closed = [...this.#seats.values()].map(({ player }) => player.close().catch(() => undefined))
    await Promise.race([Promise.all(closed), patient])
    clearTimeout(timer)
  }
}

/** Playouts and seconds are a player's own affair, as its name may have others; a clock is told with each request. */
function defaultsOf({ budget, threads }: MatchDefinition): PlayerDefaults {
  switch (budget.kind) {
    case "playouts":
      return { threads, playouts: budget.playouts }
    case "seconds":
      return { threads, seconds: budget.seconds }
    default:
      return { threads }
  }
}

function requestBudget(budget: MatchBudget, left: TimeLeft | undefined): Budget {
  return budget.kind === "clock" && left ? { clock: { settings: budget.settings, left } } : {}
}

function faultOf(color: Color, error: Error): Verdict {
  return lost(error instanceof EngineFault ? error.kind : "crash", color, error.message)
}

/** The verdict on a game that this side lost by a fault. */
export function lost(kind: "illegal" | "crash" | "stall", loser: Color, reason: string): Verdict {
  return { kind, winner: winnerName(opponent(loser)), reason: shortReason(reason) }
}

/** The verdict on a game whose count failed: it is void. */
export function uncounted(reason: string): Verdict {
  return { kind: "void", winner: null, reason: shortReason(`the game can't be counted: ${reason}`) }
}

function noteOf({ reason, report }: Answer): string {
  if (!report) return reason
  return `${reason}; ${report.playouts} playouts, win rate ${percent(report.winRate)} %`
}

function added({ moves, seconds, longest }: Thinking, more: number): Thinking {
  return { moves: moves + 1, seconds: seconds + more, longest: Math.max(longest, more) }
}

function rounded({ moves, seconds, longest }: Thinking): Thinking {
  return { moves, seconds: milliseconds(seconds), longest: milliseconds(longest) }
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
