// The journal of a tuning: what is tuned, then a line for each pair of games. Everything else follows from it, so that whoever was
// stopped or killed goes on with the same course.

import { createHash } from "node:crypto"
import { LineFile } from "../../base/node/index.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { JournalError } from "../journal.ts"
import type { OpeningsDefinition } from "../openings.ts"
import type { MatchBudget } from "../schedule.ts"
import type { Knob } from "./knobs.ts"

/** All that the course depends on. */
export interface TuneDefinition {
  readonly player: string
  readonly knobs: readonly Knob[]
  readonly iterations: number
  /** Pairs of games in an iteration, each with a perturbation of its own. */
  readonly pairs: number
  readonly size: number
  readonly komi: number
  readonly rules: string
  readonly budget: MatchBudget
  readonly threads: number
  readonly openings: OpeningsDefinition
  readonly seed: number
}

/** A finished pair of games between two opposite settings. */
export interface TuneEntry {
  /** Both from 0. */
  readonly iteration: number
  readonly pair: number
  readonly signs: readonly number[]
  /** The two players' names. */
  readonly plus: string
  readonly minus: string
  /** Wins less losses of `plus`; draws and void games are 0. */
  readonly lead: number
  /** As verdicts are written, of both games; `plus` is Black in the first. */
  readonly results: readonly string[]
  readonly faults: number
  readonly at: string
}

const KIND = "montego tune"

export class TuneJournal {
  readonly #file: LineFile
  readonly #entries = new Map<string, TuneEntry>()
  /** Numbers of the lines that are damaged; their pairs are played again. */
  readonly damaged: readonly number[]

  private constructor(file: LineFile, entries: readonly TuneEntry[], damaged: readonly number[]) {
    this.#file = file
    this.damaged = damaged
    for (const entry of entries) this.#entries.set(keyOf(entry), entry)
  }

  /** Opens or begins the journal of this tuning; the error says why it can't go on in this file. */
  static open(path: string, definition: TuneDefinition, command: string): Result<TuneJournal, string> {
    const opened = LineFile.open(path, (beginning) => {
      const start = `{"journal":"${KIND}"`
      return beginning.startsWith(start) || start.startsWith(beginning)
    })
    if (!opened.ok) return err(opened.error.replace(/another kind of file$/, "no journal of a tuning"))
    const file = opened.value
    const refuse = (reason: string): Result<TuneJournal, string> => {
      file.close()
      return err(`${path} ${reason}`)
    }
    const [first, ...rest] = file.lines
    if (first === undefined) {
      try {
        file.append(JSON.stringify({ journal: KIND, version: 1, definition, command }))
      } catch (error) {
        return refuse((error as Error).message)
      }
      return ok(new TuneJournal(file, [], []))
    }
    const header = parse(first) as { version?: number; definition?: TuneDefinition } | undefined
    if (header?.version !== 1 || !header.definition)
      return refuse("was written by a newer Montego, or is damaged")
    const difference = differenceOf(header.definition, definition)
    if (difference !== undefined) return refuse(`is the journal of another tuning: ${difference}`)
    const entries = rest.map(readEntry)
    const damaged = entries.flatMap((entry, index) => (entry ? [] : [index + 2]))
    return ok(
      new TuneJournal(
        file,
        entries.filter((entry) => entry !== undefined),
        damaged,
      ),
    )
  }

  get path(): string {
    return this.#file.path
  }

  /** In the order of iterations and pairs. */
  get entries(): readonly TuneEntry[] {
    return [...this.#entries.values()].sort(
      (one, other) => one.iteration - other.iteration || one.pair - other.pair,
    )
  }

  find(iteration: number, pair: number): TuneEntry | undefined {
    return this.#entries.get(keyOf({ iteration, pair }))
  }

  /** @throws {JournalError} when the disk does not take it. */
  add(entry: TuneEntry): void {
    const text = JSON.stringify(entry)
    try {
      this.#file.append(JSON.stringify({ ...entry, check: checkOf(text) }))
    } catch (error) {
      throw new JournalError((error as Error).message)
    }
    this.#entries.set(keyOf(entry), entry)
  }

  close(): void {
    this.#file.close()
  }
}

function keyOf({ iteration, pair }: Pick<TuneEntry, "iteration" | "pair">): string {
  return `${iteration}/${pair}`
}

/** A flipped bit must not become a result. */
function checkOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8)
}

function readEntry(line: string): TuneEntry | undefined {
  const value = parse(line)
  if (typeof value !== "object" || value === null) return undefined
  const { check, ...entry } = value as TuneEntry & { check?: string }
  return check === checkOf(JSON.stringify(entry)) ? entry : undefined
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function differenceOf(found: TuneDefinition, wanted: TuneDefinition): string | undefined {
  for (const key of Object.keys(wanted) as (keyof TuneDefinition)[]) {
    const [there, here] = [found, wanted].map((definition) => JSON.stringify(definition[key]))
    if (there !== here) return `${key} is ${there} there and ${here} here`
  }
  return undefined
}
