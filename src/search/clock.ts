// How long to think about one move (TREE-11): what a clock allows, and when a running search may end sooner. Nothing
// here reads a clock or a tree; numbers come in, so that whole games are tested without waiting.
//
// The shape of the plan is Pachi's (search.c, timeinfo.c): the middle game gets most, and a move whose choice is open
// may stretch its time to twice. Huang, Coulom and Lin (2010) found about 115 Elo between such a plan and a
// constant share of what is left.

import type { Clock, TimeSettings } from "../player/index.ts"

/** Where the game stands, as far as it matters for the time. */
export interface Situation {
  readonly size: number
  /** Moves played before this one, by both sides. */
  readonly moveNumber: number
  readonly emptyPoints: number
  /** Workers that must be stopped at the end; default 1. */
  readonly threads?: number
}

/** Seconds for one move, from the moment it is asked for; both are Infinity without a clock. */
export interface Allocation {
  /** To aim for. */
  readonly target: number
  /** Never to be exceeded; at 0 the move must come at once. Equal to `target` where saving time gains nothing. */
  readonly limit: number
}

// A move costs more than its search: the command and its answer cross a pipe, timers are late, a collection of garbage
// may come between. 50 ms is plenty on one machine.
const LAG = 0.05
/** Each further worker ends the batch it has begun before it stops. */
const LAG_PER_THREAD = 0.002
/**
 * Slow games are played through servers and lose seconds there: then this share of a move's time, but never more than
 * …
 */
const LAG_SHARE = 0.01
const LARGEST_LAG = 1
/** In very fast games 50 ms a move would eat the whole clock: lag gets at most this share of a move's time. */
const LARGEST_LAG_SHARE = 0.25

/** Own moves of the longest game that must not be lost on time, as a share of the points and a constant: 88 on 9×9. */
const LONGEST_GAME_SHARE = 0.6
const LONGEST_GAME_EXTRA = 40
/** However long the game already is, lag is kept in reserve for this number of own moves. */
const FEWEST_MOVES_RESERVED = 20

// Pachi: own moves left = (empty points - 20 % of all points) / 2, at least 30 on 19×19. On small boards that floor
// would be a whole game; Orego's is 10.
const POINTS_LEFT_EMPTY = 0.2
const FEWEST_MOVES_LEFT_SHARE = 30 / 361
const FEWEST_MOVES_LEFT = 10

// Pachi: time rises until this share of the points is played, stays until the endgame, and is even from there on.
const OPENING_END = 0.2
const ENDGAME_START = 0.4
/** Time of a middle-game move to that of the first: what Pachi's formula gives at the start of a 19×19 game. */
const MIDDLE_GAME_WEIGHT = 2

/** Pachi's `max_maintime_ratio`; 8 was some Elo better there and lost on time. */
const STRETCH = 2
/** No move takes more of the main time that is left, nor, unless it is the last stone, of a Canadian period. */
const LARGEST_MAIN_SHARE = 0.25
const LARGEST_PERIOD_SHARE = 0.5

const UNLIMITED: Allocation = { target: Infinity, limit: Infinity }

/** How long to think about the next move. A time that makes no sense (negative, not a number) counts as none left. */
export function allocate({ settings, left }: Clock, situation: Situation): Allocation {
  if (settings.kind === "none") return UNLIMITED
  const { period, stones } = overtime(settings)
  const lag = assumedLag(settings, situation)
  const sustained = period === 0 ? 0 : period / stones - lag
  if (left === undefined) return planWithoutClock(positive(settings.main), sustained, lag, situation)
  if (period === 0 || !(left.stones > 0)) return shareMain(positive(left.seconds), sustained, lag, situation)
  const stonesLeft = settings.kind === "canadian" ? Math.max(1, positive(left.stones)) : 1
  return sharePeriod(Math.min(positive(left.seconds), period), stonesLeft, lag)
}

/** Seconds that a move may cost beyond its search without harm: within this bound no `limit` loses a game on time. */
export function assumedLag(
  settings: TimeSettings,
  { size, threads = 1 }: Pick<Situation, "size" | "threads">,
): number {
  if (settings.kind === "none") return 0
  const { period, stones } = overtime(settings)
  const pace = period === 0 ? positive(settings.main) / longestGame(size) : period / stones
  const usual = LAG + LAG_PER_THREAD * (threads - 1)
  const slow = Math.min(LAG_SHARE * pace, LARGEST_LAG)
  return Math.min(LARGEST_LAG_SHARE * pace, Math.max(usual, slow))
}

/** Whether time begins anew, in periods. */
export function hasPeriods(settings: TimeSettings): boolean {
  return settings.kind !== "none" && overtime(settings).period > 0
}

/** Byo-yomi is Canadian overtime of one stone, as long as no period is lost; without overtime the period is 0. */
function overtime(settings: Exclude<TimeSettings, { kind: "none" }>): { period: number; stones: number } {
  if (settings.kind === "absolute") return { period: 0, stones: 1 }
  const period = positive(settings.period)
  if (settings.kind === "byo-yomi") return { period: settings.periods >= 1 ? period : 0, stones: 1 }
  return settings.stones >= 1 ? { period, stones: positive(settings.stones) } : { period: 0, stones: 1 }
}

/**
 * Main time. `sustained` is what every later move has in overtime: it is the least for this move too, and the endgame
 * is planned with it, so that the main time goes into the moves before. Without overtime, the lag of the game to come
 * is put by.
 */
function shareMain(seconds: number, sustained: number, lag: number, situation: Situation): Allocation {
  const reserve = sustained > 0 ? 0 : lag * movesToReserve(situation)
  const free = Math.max(0, seconds - reserve)
  const { share, endgameMoves } = outlook(situation)
  const wish = Math.max(sustained, share * (free + sustained * endgameMoves))
  const limit = Math.min(STRETCH * wish, sustained + LARGEST_MAIN_SHARE * free)
  return { target: Math.min(wish, limit), limit }
}

/** Overtime: evenly to the stones that are to be played in it; the last may use all that is left. */
function sharePeriod(seconds: number, stones: number, lag: number): Allocation {
  const free = Math.max(0, seconds - lag * stones)
  const target = free / stones
  const limit = Math.max(target, Math.min(STRETCH * target, LARGEST_PERIOD_SHARE * free))
  return { target, limit }
}

/**
 * The controller does not tell what is left: the main time is laid out beforehand for the longest game. Where the
 * endgame has more from overtime than from this plan, the moves before it are too few to use the main time up, so the
 * plan holds for them.
 */
function planWithoutClock(main: number, sustained: number, lag: number, situation: Situation): Allocation {
  const points = situation.size ** 2
  const moves = Math.floor(longestGame(situation.size))
  const played = Math.floor(positive(situation.moveNumber) / 2)
  let total = 0
  for (let own = 0; own < moves; own++) total += weight(2 * own, points)
  const share = played < moves ? weight(2 * played, points) / total : 0
  const seconds = Math.max(sustained, share * (main - lag * moves))
  return { target: seconds, limit: seconds }
}

/** This move's share of all the time to come, and how many own moves of the endgame are to come. */
function outlook({ size, moveNumber, emptyPoints }: Situation): { share: number; endgameMoves: number } {
  const points = size ** 2
  const now = positive(moveNumber)
  const toFill = (Math.min(emptyPoints, points) - POINTS_LEFT_EMPTY * points) / 2
  const moves = Math.max(FEWEST_MOVES_LEFT, FEWEST_MOVES_LEFT_SHARE * points, positive(toFill))
  let total = 0
  let endgameMoves = 0
  for (let own = 0; own < moves; own++) {
    total += weight(now + 2 * own, points)
    if (now + 2 * own >= ENDGAME_START * points) endgameMoves++
  }
  return { share: weight(now, points) / total, endgameMoves }
}

/** How much time a move is worth, by its number; the first move and those of the endgame are worth 1. */
function weight(moveNumber: number, points: number): number {
  if (moveNumber >= ENDGAME_START * points) return 1
  return 1 + (MIDDLE_GAME_WEIGHT - 1) * Math.min(1, moveNumber / (OPENING_END * points))
}

function longestGame(size: number): number {
  return LONGEST_GAME_SHARE * size ** 2 + LONGEST_GAME_EXTRA
}

function movesToReserve({ size, moveNumber }: Situation): number {
  return Math.max(FEWEST_MOVES_RESERVED, longestGame(size) - Math.floor(positive(moveNumber) / 2))
}

/** Times and counts come from outside: nothing negative, no NaN, and no Infinity, which would make one. */
function positive(value: number): number {
  return value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0
}

/** How a running search stands. Values are win rates from 0 to 1, all for the side to move at the root. */
export interface Progress {
  /** Seconds since the move was asked for. */
  readonly elapsed: number
  /** Playouts of this search alone, without what the tree brought from earlier moves. */
  readonly playouts: number
  /** Visits of the most visited move and of the next, with what the tree brought; 0 where there is no such move. */
  readonly bestVisits: number
  readonly secondVisits: number
  readonly bestValue: number
  /** Whether the most visited move has the highest value, too. */
  readonly isBestByValue: boolean
  /** The value after the best reply to the most visited move, where one was searched. */
  readonly replyValue?: number | undefined
}

/** When a search may end before its limit. */
export interface Stopping {
  /** The choice is open while the best has less than this multiple of the visits of the second, … */
  readonly openRatio: number
  /** … or while its value and that after its best reply differ by more. */
  readonly openReply: number
  /**
   * The second must be unable to catch up even with this number of playouts more, or this share of the whole search's.
   */
  readonly marginPlayouts: number
  readonly marginShare: number
  /** No early end before this number of playouts, or this share of those until the target. */
  readonly fewestPlayouts: number
  readonly fewestShare: number
  /** From such a value on, this share of the target is enough. */
  readonly winning: readonly { readonly value: number; readonly share: number }[]
}

/**
 * Pachi: ratio 2.5, reply 0.02, margin 1000, fewest 5000. The two shares are for budgets that are small against these
 * numbers: a fifth is michi's first look at a won game, a tenth is how much the speed of a search may be misjudged.
 * Winning: 0.95 at 5 % of the time is michi's, 0.80 at a third Fuego's.
 */
export const STOPPING: Stopping = {
  openRatio: 2.5,
  openReply: 0.02,
  marginPlayouts: 1000,
  marginShare: 0.1,
  fewestPlayouts: 5000,
  fewestShare: 0.2,
  winning: [
    { value: 0.95, share: 0.05 },
    { value: 0.8, share: 1 / 3 },
  ],
}

/** `decided`: the most visited move can't be overtaken. `winning`: any reasonable move wins. */
export type StopReason = "limit" | "target" | "decided" | "winning"

/** Why the search should end now; nothing while it should go on. */
export function reasonToStop(
  progress: Progress,
  allocation: Allocation,
  stopping: Stopping = STOPPING,
): StopReason | undefined {
  const { elapsed, playouts, bestValue } = progress
  const { target, limit } = allocation
  // Written so that a time that is not a number ends the search.
  if (!(elapsed < limit)) return "limit"
  const open = isOpen(progress, stopping)
  if (elapsed >= (open ? stretchedTarget(allocation, bestValue) : target)) return "target"

  const speed = elapsed > 0 ? playouts / elapsed : 0
  if (playouts < Math.min(stopping.fewestPlayouts, stopping.fewestShare * speed * target)) return undefined
  if (isDecided(progress, speed, open ? limit : target, stopping)) return "decided"
  // Time that can't be saved is better used up.
  if (open || target === limit) return undefined
  const isWon = stopping.winning.some(({ value, share }) => bestValue >= value && elapsed >= share * target)
  return isWon ? "winning" : undefined
}

/** Whether more search may well change the choice: Erica's "unstable", and Pachi's two other signs. */
function isOpen(progress: Progress, { openRatio, openReply }: Stopping): boolean {
  const { bestVisits, secondVisits, bestValue, isBestByValue, replyValue = bestValue } = progress
  if (!isBestByValue || bestVisits < openRatio * secondVisits) return true
  return Math.abs(bestValue - replyValue) > openReply
}

/** An open choice may take the whole limit when the game is even or lost, and less the surer it is won (Pachi). */
function stretchedTarget({ target, limit }: Allocation, bestValue: number): number {
  const lead = Math.min(1, Math.max(0, 2 * bestValue - 1))
  return target === limit ? target : target + (1 - lead) * (limit - target)
}

/** Whether the second could not catch up until the horizon if it got every playout from now on. */
function isDecided(progress: Progress, speed: number, horizon: number, stopping: Stopping): boolean {
  const toCome = speed * (horizon - progress.elapsed)
  const margin = Math.min(stopping.marginPlayouts, stopping.marginShare * speed * horizon)
  return speed > 0 && progress.bestVisits > progress.secondVisits + toCome + margin
}
