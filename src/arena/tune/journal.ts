// The journal of a tuning: what is tuned, then a line for each pair of games. Everything else follows from it, so that
// a tuning that was stopped or killed continues on the same course.

import { messageOf } from "../../base/failure.ts"
import { LineFile, linesOf, makeLine, readLine } from "../../base/node/index.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { JournalError } from "../journal.ts"
import type { Knob } from "./knobs.ts"
import type { MatchDefinition } from "../definition.ts"

/** All that the course depends on. */
export interface TuneDefinition extends Pick<
  MatchDefinition,
  "size" | "komi" | "rules" | "budget" | "threads" | "openings" | "seed"
> {
  readonly player: string
  readonly knobs: readonly Knob[]
  readonly iterations: number
  /** Pairs of games in an iteration, each with a perturbation of its own. */
  readonly pairs: number
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
    const read = (bytes: Buffer, file: string): Result<Lines, string> => readLines(bytes, file, definition)
    const opened = LineFile.open(path, { read, work: "runs this tuning" })
    if (!opened.ok) return opened
    const { file, content } = opened.value
    try {
      if (content.isNew) file.append(makeLine({ journal: KIND, version: 1, definition, command }))
    } catch (error) {
      file.close()
      return err(messageOf(error))
    }
    return ok(new TuneJournal(file, content.entries, content.damaged))
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
    try {
      this.#file.append(makeLine(entry))
    } catch (error) {
      throw new JournalError(messageOf(error))
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

interface Lines {
  readonly isNew: boolean
  readonly entries: readonly TuneEntry[]
  readonly damaged: readonly number[]
}

function readLines(bytes: Buffer, file: string, wanted: TuneDefinition): Result<Lines, string> {
  const start = `{"journal":"${KIND}"`
  const beginning = bytes.toString("utf8", 0, start.length)
  if (!start.startsWith(beginning)) return err(`${file} is no journal of a tuning`)
  const [first, ...rest] = linesOf(bytes)
  if (!first) return ok({ isNew: true, entries: [], damaged: [] })
  const header = readLine(first)
  const { version, definition } = (header.kind === "checked" ? header.value : {}) as Partial<Header>
  if (version !== 1 || !definition) return err(`${file} was written by a newer Montego, or is damaged`)
  const difference = differenceOf(definition, wanted)
  if (difference !== undefined) return err(`${file} is the journal of another tuning: ${difference}`)
  const lines = rest.map(readLine)
  return ok({
    isNew: false,
    entries: lines.flatMap((line) => (line.kind === "checked" ? [line.value as TuneEntry] : [])),
    damaged: lines.flatMap((line, index) => (line.kind === "checked" ? [] : [index + 2])),
  })
}

interface Header {
  readonly version: number
  readonly definition: TuneDefinition
}

function differenceOf(found: TuneDefinition, wanted: TuneDefinition): string | undefined {
  for (const key of Object.keys(wanted) as (keyof TuneDefinition)[]) {
    const [there, here] = [found, wanted].map((definition) => JSON.stringify(definition[key]))
    if (there !== here) return `${key} is ${there} there and ${here} here`
  }
  return undefined
}
