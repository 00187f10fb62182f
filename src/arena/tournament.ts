// A tournament of many players (ARE-1, ARE-3): every two meet in a match of their own, or one champion meets all
// others.
//
// Each pairing is a `Match` with a journal of its own, in one folder; together they are the truth of the tournament.
// What a pairing plays follows from its two players and the settings alone, never from who else takes part: players may
// be added, removed and put in another order, a gauntlet may become a round robin, and no finished game is played
// again.

import { createHash } from "node:crypto"
import { join, resolve } from "node:path"
import { ok, type Result } from "../base/result.ts"
import { parseRuleset, type GameOptions } from "../rules/index.ts"
import { Journal } from "./journal.ts"
import { runMatch, type Broken, type MatchEnd } from "./match.ts"
import { loadOpenings, NO_OPENINGS, randomOpenings, type Openings } from "./openings.ts"
import { Standing } from "./standing.ts"
import type { Tournament, TournamentPlayer } from "./tournament-file.ts"
import type { GameTask, MatchDefinition } from "./definition.ts"
import type { Played } from "./played.ts"

/** Two players and their match; A is the first by name. */
export interface Pairing {
  readonly a: TournamentPlayer
  readonly b: TournamentPlayer
  readonly match: MatchDefinition
  readonly openings: Openings
  /** Names its journal and its folder of records; no other pairing has it, nor the same one under other settings. */
  readonly stem: string
}

/**
 * All pairings of a tournament. The error is about the openings; the files of openings are looked for in
 * `folder`.
 */
export async function pairingsOf(
  tournament: Tournament,
  folder: string,
): Promise<Result<readonly Pairing[], string>> {
  const openings = await openingsOf(tournament, folder)
  if (!openings.ok) return openings
  const { players, champion } = tournament
  const couples = players.flatMap((player, i) =>
    players.slice(i + 1).map((other) => [player, other].sort(byName) as [TournamentPlayer, TournamentPlayer]),
  )
  const isWanted = ([a, b]: readonly TournamentPlayer[]): boolean =>
    champion === undefined || a!.name === champion || b!.name === champion
  return ok(couples.filter(isWanted).map(([a, b]) => makePairing(tournament, a, b, openings.value)))
}

function byName(a: TournamentPlayer, b: TournamentPlayer): number {
  return a.name < b.name ? -1 : 1
}

function makePairing(
  { size, komi, rules, budget, threads, seed: common }: Tournament,
  a: TournamentPlayer,
  b: TournamentPlayer,
  openingsFor: (seed: number) => Openings,
): Pairing {
  // A seed for each pairing: with a common one a player would begin alike against all others, and results that
  // depend on each other make errors look smaller than they are.
  const seed = 1 + (digestOf([common, a.name, b.name]).readUInt32BE(0) >>> 1)
  const openings = openingsFor(seed)
  const match: MatchDefinition = {
    a: a.spec,
    b: b.spec,
    size,
    komi,
    rules,
    budget,
    threads,
    openings: openings.definition,
    seed,
  }
  const mark = digestOf([a.name, b.name, match]).toString("hex").slice(0, 8)
  return { a, b, match, openings, stem: `${slug(a.name)}-vs-${slug(b.name)}-${mark}` }
}

function digestOf(value: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(value)).digest()
}

/** A name in letters, digits and hyphens, as part of a file's name that every system takes. */
export function slug(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 30)
}

async function openingsOf(
  { openings, size, rules, komi }: Tournament,
  folder: string,
): Promise<Result<(seed: number) => Openings, string>> {
  const game: GameOptions = { size, rules: parseRuleset(rules)!, komi }
  switch (openings.kind) {
    case "none":
      return ok(() => NO_OPENINGS)
    case "random":
      return ok((seed) => randomOpenings(openings.moves, game, seed))
    case "file": {
      const loaded = await loadOpenings(resolve(folder, openings.file), game)
      return loaded.ok ? ok(() => loaded.value) : loaded
    }
  }
}

/**
 * Opens or begins the journals of all pairings; where one fails, none stays open. `names` are what the players
 * say that they are, by name, and `command` is how the tournament was begun.
 */
export function openJournals(
  folder: string,
  pairings: readonly Pairing[],
  names: ReadonlyMap<string, string>,
  command?: string,
): Result<readonly Journal[], string> {
  const journals: Journal[] = []
  for (const { a, b, match, stem } of pairings) {
    const said = { a: names.get(a.name) ?? "", b: names.get(b.name) ?? "" }
    const header = {
      journal: "montego match",
      version: 1,
      definition: match,
      names: said,
      ...(command === undefined ? {} : { command }),
    } as const
    const opened = Journal.open(join(folder, `${stem}.jsonl`), header)
    if (!opened.ok) {
      for (const journal of journals) journal.close()
      return opened
    }
    journals.push(opened.value)
  }
  return ok(journals)
}

/** How a tournament is played. */
export interface TournamentOptions {
  readonly pairings: readonly Pairing[]
  /** By pairing. */
  readonly journals: readonly Journal[]
  /** How many a pairing has in all, with those of its journal. */
  readonly games: number
  readonly concurrency: number
  /** Games at once of one pairing; default: as of all. */
  readonly lanes?: number
  /** As `MatchOptions` has it. */
  readonly play: (task: GameTask) => Promise<Played | undefined>
  /** A folder for the records; each pairing has one in it. */
  readonly sgf?: string
  /** As `MatchOptions` has it: the tournament ends with the first player that keeps breaking down in a pairing. */
  readonly maxFaults?: number | undefined
  readonly onBroken?: () => void
  readonly signal?: AbortSignal
  /** Told how all pairings stand, after each game. */
  readonly onGame?: (standings: readonly Standing[]) => void
}

/** How a tournament ended. */
export interface TournamentEnd {
  /** By pairing. */
  readonly matches: readonly MatchEnd[]
  readonly reason: "complete" | "interrupted" | "faults"
  /** With the reason `faults`. */
  readonly broken?: Broken & { readonly player: TournamentPlayer }
  /** Games of this run. */
  readonly played: number
  readonly seconds: number
}

/**
 * Plays the games of a tournament that its journals do not have, all pairings evenly.
 * @throws {JournalError} when a game can't be written.
 */
export async function runTournament(options: TournamentOptions): Promise<TournamentEnd> {
  const { pairings, journals, games, concurrency, lanes = concurrency, play, sgf, signal, onGame } = options
  const { maxFaults, onBroken } = options
  const began = performance.now()
  const standings = journals.map((journal) => new Standing(journal.entries))
  const gate = new Gate()
  let hasStopped = false
  const running = pairings.map(async ({ match, openings, stem }, index) => {
    try {
      return await runMatch({
        match,
        openings,
        games,
        concurrency: lanes,
        journal: journals[index]!,
        play: (task) =>
          gate.pass([Math.floor(task.number / 2), index, task.number], async () =>
            hasStopped || signal?.aborted ? undefined : play(task),
          ),
        ...(sgf === undefined ? {} : { sgf: join(sgf, stem) }),
        ...(signal ? { signal } : {}),
        maxFaults,
        onBroken: () => {
          hasStopped = true
          onBroken?.()
        },
        onGame: (standing) => {
          standings[index] = standing
          onGame?.(standings)
        },
      })
    } catch (error) {
      hasStopped = true
      throw error
    }
  })
  // Only now, when all pairings wait at the gate: the one that is furthest behind comes first.
  gate.open(concurrency)
  const matches = await Promise.all(running)
  const played = matches.reduce((sum, match) => sum + match.played, 0)
  const seconds = (performance.now() - began) / 1000
  if (matches.some(({ reason }) => reason === "interrupted"))
    return { matches, reason: "interrupted", played, seconds }
  const index = matches.findIndex(({ broken }) => broken !== undefined)
  const broken = matches[index]?.broken
  if (!broken) return { matches, reason: "complete", played, seconds }
  const player = pairings[index]![broken.side]
  return { matches, reason: "faults", played, seconds, broken: { ...broken, player } }
}

/** Lowest first, number by number. */
type Rank = readonly number[]

/** Runs a limited number of tasks at once, and starts the waiting one of the lowest rank first. */
class Gate {
  readonly #waiting: { readonly rank: Rank; readonly enter: () => void }[] = []
  #free = 0

  open(places: number): void {
    this.#free += places
    while (this.#free > 0 && this.#waiting.length > 0) this.#admit()
  }

  async pass<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
    const entered = new Promise<void>((enter) => this.#waiting.push({ rank, enter }))
    if (this.#free > 0) this.#admit()
    await entered
    try {
      return await work()
    } finally {
      // Later, so that the task's next game can ask first: it may be the one that is furthest behind.
      setImmediate(() => this.open(1))
    }
  }

  #admit(): void {
    const first = this.#waiting.reduce((best, each) => (isLower(each.rank, best.rank) ? each : best))
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    this.#free--
    first.enter()
  }
}

function isLower(rank: Rank, other: Rank): boolean {
  const differing = rank.findIndex((value, i) => value !== other[i])
  return differing >= 0 && rank[differing]! < other[differing]!
}
