// A match from a program: players are names, `Player` objects, or functions that make them.
//
// Names play in threads, several games at once. An object can't go to another thread, so as soon as one side is an
// object or a function the games are played in this thread, one after the other.

import { availableParallelism } from "node:os"
import { messageOf } from "../base/failure.ts"
import { err, ok, type Result } from "../base/result.ts"
import { openPositionJudge, type Player } from "../players/index.ts"
import { adoptPlayer, resolveModuleSpec } from "../players/node/module.ts"
import { CHINESE, parseRuleset } from "../rules/index.ts"
import { makeContestant, probe, type Contestant } from "./contestant.ts"
import { playGame, type MakeContestant } from "./game.ts"
import { Journal } from "./journal.ts"
import { runMatch, type GameLog, type MatchEnd, type MatchOptions } from "./match.ts"
import { NO_OPENINGS, type Openings } from "./openings.ts"
import { GamePool } from "./pool.ts"
import type { JournalEntry } from "./journal-text.ts"
import type { GameTask, MatchBudget, MatchDefinition, Side } from "./definition.ts"
import type { Played } from "./played.ts"

/**
 * A player's name as on the command line, a player that plays one game after the other, or a function that makes one a
 * game.
 */
export type PlayerSource = string | Player | (() => Player | Promise<Player>)

/** The players and the settings of a match. */
export interface PlayMatchOptions extends Pick<MatchOptions, "sprt" | "sgf" | "signal" | "onGame"> {
  readonly a: PlayerSource
  readonly b: PlayerSource
  /** How many in all, with those of the journal; colours change after each. */
  readonly games: number
  /** Lines of the board; default 9. */
  readonly size?: number
  /** The rule set's name; default `chinese`. */
  readonly rules?: string
  /** Default: the rule set's. */
  readonly komi?: number
  /** For each move, where a player's name has none of its own; default: what the players are set to. */
  readonly budget?: MatchBudget
  readonly openings?: Openings
  /** The same seed plays the same match, where the players repeat themselves; default 1. */
  readonly seed?: number
  /** Of the searches of Montego's own players; default 1. */
  readonly threads?: number
  /** Games at once, where both players are names; default: as many as the cores allow. */
  readonly concurrency?: number
  /** Without a clock, a player that is silent for longer has lost; default 300. */
  readonly stallSeconds?: number
  /**
   * A file that keeps the games: the same call goes on where the last one stopped. Default: they are only in the
   * result.
   */
  readonly journal?: string
}

/** A match that was played. */
export interface PlayMatchResult extends MatchEnd {
  readonly match: MatchDefinition
  /** The finished games, those of an earlier run included. */
  readonly games: readonly JournalEntry[]
}

const STALL_SECONDS = 300

/**
 * Plays a match and answers how it stands; `makeTable(match, standing)` makes it text. A `Player` object is the
 * caller's: it is not closed.
 * @throws {Error} when a player can't be made, an option makes no sense, or the journal can't be used.
 */
export async function playMatch(options: PlayMatchOptions): Promise<PlayMatchResult> {
  const { a, b, games, threads = 1, openings = NO_OPENINGS, stallSeconds = STALL_SECONDS } = options
  if (!Number.isSafeInteger(games) || games < 1) throw new RangeError(`games is 1 or more, not ${games}`)
  const names = { a: await identify(a, threads), b: await identify(b, threads) }
  const match = definitionOf(options, names, openings)
  const venue = await openVenue(options, stallSeconds)
  const { log, close } = openLog(options.journal, match, names)
  try {
    const end = await runMatch({
      ...only(options, "sprt", "sgf", "signal", "onGame"),
      match,
      openings,
      games,
      concurrency: venue.concurrency,
      journal: log,
      play: (task) => venue.play(task),
    })
    return { ...end, match, games: log.entries }
  } finally {
    close()
    await venue.close()
  }
}

interface Identity {
  /** What the match's definition and tables call it. */
  readonly spec: string
  readonly name: string
}

/** Makes each player once, so that one that can't be made is an error before the first game. */
async function identify(source: PlayerSource, threads: number): Promise<Identity> {
  if (typeof source === "string") {
    const spec = resolveModuleSpec(source)
    const probed = await probe(spec, { threads })
    if (!probed.ok) throw new Error(probed.error)
    return { spec, name: probed.value }
  }
  if (typeof source !== "function") return { spec: source.name, name: source.name }
  const player = await source()
  await player.close()
  return { spec: player.name, name: player.name }
}

function definitionOf(
  { size = 9, rules = CHINESE.name, komi, budget = { kind: "own" }, threads = 1, seed = 1 }: PlayMatchOptions,
  { a, b }: Readonly<Record<Side, Identity>>,
  { definition }: Openings,
): MatchDefinition {
  const ruleset = parseRuleset(rules)
  if (!ruleset) throw new RangeError(`there is no rule set "${rules}"`)
  return {
    a: a.spec,
    b: b.spec,
    size,
    komi: komi ?? ruleset.komi,
    rules: ruleset.name,
    budget,
    threads,
    openings: definition,
    seed,
  }
}

interface Venue {
  readonly concurrency: number
  play(task: GameTask): Promise<Played | undefined>
  close(): Promise<void>
}

async function openVenue(options: PlayMatchOptions, stallSeconds: number): Promise<Venue> {
  const { a, b, threads = 1, signal } = options
  if (typeof a === "string" && typeof b === "string") {
    const pool = new GamePool(stallSeconds)
    const close = (): Promise<void> => pool.close()
    signal?.addEventListener("abort", () => void close(), { once: true })
    const usual = Math.max(1, Math.floor(availableParallelism() / threads))
    return { concurrency: options.concurrency ?? usual, play: (task) => pool.play(task), close }
  }
  const { dead: estimateDead, open: openPoints } = await openPositionJudge()
  const seats = { makeContestant: seatOf({ a, b }), ...only(options, "signal") }
  const referee = { estimateDead, openPoints, stallSeconds, ...seats }
  return { concurrency: 1, play: (task) => playGame(task, referee), close: () => Promise.resolve() }
}

function seatOf(sources: Readonly<Record<Side, PlayerSource>>): MakeContestant {
  return async (text, defaults, seed, side): Promise<Result<Contestant, string>> => {
    const source = side === "referee" ? text : sources[side]
    if (typeof source === "string") return makeContestant(text, defaults, seed)
    const isShared = typeof source !== "function"
    try {
      return ok(adoptPlayer(isShared ? source : await source(), defaults, { isShared }))
    } catch (error) {
      return err(`it can't be made: ${messageOf(error)}`)
    }
  }
}

function openLog(
  path: string | undefined,
  definition: MatchDefinition,
  { a, b }: Readonly<Record<Side, Identity>>,
): { readonly log: GameLog; readonly close: () => void } {
  if (path === undefined) return { log: new MemoryLog(), close: () => undefined }
  const names = { a: a.name, b: b.name }
  const journal = Journal.open(path, { journal: "montego match", version: 1, definition, names })
  if (!journal.ok) throw new Error(journal.error)
  return { log: journal.value, close: () => journal.value.close() }
}

/** A journal that is gone with the program. */
class MemoryLog implements GameLog {
  readonly #entries = new Map<string, JournalEntry>()

  get entries(): readonly JournalEntry[] {
    return [...this.#entries.values()]
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  add(entry: JournalEntry): boolean {
    if (this.has(entry.id)) return false
    this.#entries.set(entry.id, entry)
    return true
  }
}

/** The named options that are given. */
function only<T extends object, K extends keyof T>(options: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => key in options).map((key) => [key, options[key]])) as Pick<
    T,
    K
  >
}
