// The arena of the page (ARE-5): journals of matches that were opened or are being watched, and the match that is
// played here, as one table; every game of them as a record.

import { err, messageOf, ok, wilsonInterval, type Interval, type Result } from "montego/base"
import {
  entryRecord,
  parseJournal,
  rankPlayers,
  rateOf,
  Standing,
  type JournalContent,
  type JournalEntry,
  type PairStanding,
  type RankedPlayer,
  type Tally,
} from "montego/arena/results"
import type { JournalSource } from "../../engine/lab/journals.ts"
import { Observable } from "../shared/observable.ts"

interface OpenJournal {
  readonly name: string
  readonly content: JournalContent
}

/** A player's row. */
interface ArenaRow {
  readonly name: string
  readonly tally: Tally
  readonly rate: number
  /** Of the rate, with 95 % confidence. */
  readonly interval: Interval
  readonly rating: RankedPlayer["rating"]
  /** Against each player of the rows, in their order; undefined where the two have not met. */
  readonly against: readonly (Tally | undefined)[]
}

interface ArenaGame {
  readonly key: string
  readonly number: number
  readonly black: string
  readonly white: string
  readonly result: string
  readonly moves: number
  readonly content: JournalContent
  readonly entry: JournalEntry
}

export interface ArenaTable {
  readonly rows: readonly ArenaRow[]
  /** The last first. */
  readonly games: readonly ArenaGame[]
  /** Lines that are damaged and not counted. */
  readonly damaged: number
}

/** Milliseconds between two looks at journals that are being written. */
const WATCH_EVERY = 2000

export class Arena extends Observable {
  journals: readonly OpenJournal[] = []
  fault: string | undefined
  isWatching = false
  readonly #source: JournalSource | undefined
  readonly #every: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(source?: JournalSource, every = WATCH_EVERY) {
    super()
    this.#source = source
    this.#every = every
  }

  /** Whether there is something to watch. */
  get canWatch(): boolean {
    return this.#source !== undefined
  }

  /** Adds a journal; one of the same name is replaced. */
  add(name: string, bytes: Uint8Array): Result<null, string> {
    const parsed = parseJournal(bytes, name)
    this.fault = parsed.ok ? undefined : parsed.error
    if (parsed.ok) {
      const journal = { name, content: parsed.value }
      const isThere = this.journals.some((each) => each.name === name)
      this.journals = isThere
        ? this.journals.map((each) => (each.name === name ? journal : each))
        : [...this.journals, journal]
    }
    this.changed()
    return parsed.ok ? ok(null) : err(parsed.error)
  }

  clear(): void {
    this.stopWatching()
    this.journals = []
    this.fault = undefined
    this.changed()
  }

  /** Looks at the server's journals again and again. */
  watch(): void {
    if (!this.#source || this.isWatching) return
    this.isWatching = true
    void this.#look()
  }

  stopWatching(): void {
    this.isWatching = false
    clearTimeout(this.#timer)
    this.changed()
  }

  async #look(): Promise<void> {
    try {
      for (const { name, bytes } of await this.#source!.read()) if (this.isWatching) this.add(name, bytes)
    } catch (error) {
      this.fault = messageOf(error)
      this.changed()
    }
    // Watching that was stopped and begun again meanwhile has another look under way.
    clearTimeout(this.#timer)
    if (this.isWatching) this.#timer = setTimeout(() => void this.#look(), this.#every)
  }
}

/** All matches as one table; players are known by the names of their definitions. */
export function arenaTable(contents: readonly JournalContent[]): ArenaTable {
  const names = [
    ...new Set(contents.flatMap(({ header: { definition } }) => [definition.a, nameOfB(definition)])),
  ]
  const pairs = contents.map(({ header: { definition }, entries }): PairStanding => ({
    a: definition.a,
    b: nameOfB(definition),
    standing: new Standing(entries),
  }))
  const ranked = names.length === 0 ? [] : rankPlayers(names, pairs, names[0]!)
  return {
    rows: ranked.map(({ name, all, rating }) => ({
      name,
      tally: all,
      rate: rateOf(all),
      interval: wilsonInterval(all.wins + all.draws / 2, all.games - all.voids),
      rating,
      against: ranked.map((other) => meeting(name, other.name, pairs)),
    })),
    games: contents.flatMap(gamesOf).reverse(),
    damaged: contents.reduce((sum, { damaged }) => sum + damaged.length, 0),
  }
}

/** The record of a game, as SGF. */
export function recordOf({ content, entry }: ArenaGame): Result<string, string> {
  return entryRecord(content.header.definition, entry)
}

/** A match of a player with itself has two of the name. */
function nameOfB({ a, b }: { readonly a: string; readonly b: string }): string {
  return a === b ? `${b} (B)` : b
}

function gamesOf(content: JournalContent, index: number): ArenaGame[] {
  const { definition } = content.header
  const name = { a: definition.a, b: nameOfB(definition) }
  return content.entries.map((entry) => ({
    key: `${index} ${entry.id}`,
    number: entry.number + 1,
    black: name[entry.black],
    white: name[entry.black === "a" ? "b" : "a"],
    result: entry.result,
    moves: entry.moves,
    content,
    entry,
  }))
}

/** What the first did against the second, in all their matches. */
function meeting(first: string, second: string, pairs: readonly PairStanding[]): Tally | undefined {
  const met = pairs.flatMap(({ a, b, standing: { all } }): Tally[] => {
    if (a === first && b === second) return [all]
    return a === second && b === first ? [{ ...all, wins: all.losses, losses: all.wins }] : []
  })
  if (met.length === 0) return undefined
  const sum = (key: keyof Tally): number => met.reduce((total, tally) => total + tally[key], 0)
  return {
    games: sum("games"),
    wins: sum("wins"),
    losses: sum("losses"),
    draws: sum("draws"),
    voids: sum("voids"),
  }
}
