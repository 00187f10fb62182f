// The games of files as batches for the describers, in a fixed order. What can't be used is counted by its reason.

import { createHash } from "node:crypto"
import { createReadStream, statSync } from "node:fs"
import { basename } from "node:path"
import { readGames } from "../../record/node/index.ts"
import { checkGame, readGameMoves, type GameMoves, type Skipped, type SkipReason } from "../games.ts"
import { FeatureReader } from "../reader.ts"
import type { DataFile } from "../weights.ts"

/** How many records of each reason are named. */
const LISTED = 5
/** A batch has at most this many moves, however few of them are sampled. */
const MOST_MOVES = 100_000

/** What was read in one pass. */
export class DataReport {
  games = 0
  moves = 0
  readonly skipped = new Map<SkipReason, { count: number; readonly details: string[] }>()

  skip({ reason, detail }: Skipped): void {
    const entry = this.skipped.get(reason) ?? { count: 0, details: [] }
    entry.count++
    if (entry.details.length < LISTED) entry.details.push(detail)
    this.skipped.set(reason, entry)
  }
}

/** Games that one thread describes at once. */
export interface GameBatch {
  /** Counts from 0 in each pass. */
  readonly index: number
  readonly games: readonly GameMoves[]
}

/** Which games of which files are read. */
export interface GameFilesOptions {
  readonly files: readonly string[]
  /** Only games on this board; default: the board of the first game that can be used. */
  readonly size?: number | undefined
  /** Take games on all boards where no size is given. */
  readonly anySize?: boolean
}

/** The games of files as batches, in a fixed order. */
export class GameFiles {
  readonly #files: readonly string[]
  readonly #mayDiffer: boolean
  #size: number | undefined

  constructor({ files, size, anySize = false }: GameFilesOptions) {
    this.#files = files
    this.#mayDiffer = anySize && size === undefined
    this.#size = size
  }

  /** The board of the games; known after the first usable one, if it was not given. */
  get size(): number | undefined {
    return this.#size
  }

  /** All games, each batch with about this many moves. `onProgress` gets the share of the bytes that are read. */
  async *batches(
    moves: number,
    report: DataReport,
    onProgress: (share: number) => void = () => {},
  ): AsyncGenerator<GameBatch, void, undefined> {
    const room = Math.min(moves, MOST_MOVES)
    let games: GameMoves[] = []
    let index = 0
    let held = 0
    for await (const game of this.#games(report, onProgress)) {
      games.push(game)
      held += game.plays.length
      if (held < room) continue
      yield { index: index++, games }
      games = []
      held = 0
    }
    if (games.length > 0) yield { index, games }
  }

  async *#games(
    report: DataReport,
    onShare: (share: number) => void,
  ): AsyncGenerator<GameMoves, void, undefined> {
    const sizes = this.#files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    const total = Math.max(
      1,
      sizes.reduce((sum, size) => sum + size, 0),
    )
    let before = 0
    const board = await FeatureReader.create()
    let number = 0
    for (const [index, file] of this.#files.entries()) {
      const start = before
      before += sizes[index]!
      const onProgress = (bytes: number): void => onShare((start + bytes) / total)
      for await (const item of readGames(file, { onProgress })) {
        number++
        if (!item.ok) {
          report.skip({
            reason: item.error.scope === "stream" ? "file" : "unreadable",
            detail: item.error.reason,
          })
          continue
        }
        const name = `${file}: game ${item.value.number} (line ${item.value.place.line})`
        const game = readGameMoves(item.value.game, { number, name })
        const fault = game.ok ? this.#fault(game.value, board) : game.error
        if (fault) report.skip(fault)
        else if (game.ok) {
          report.games++
          report.moves += game.value.plays.length
          yield game.value
        }
      }
    }
  }

  #fault(game: GameMoves, board: FeatureReader): Skipped | undefined {
    const { size, name } = game
    if (!this.#mayDiffer && size !== (this.#size ?? size))
      return { reason: "size", detail: `${name}: the board is ${size}×${size}` }
    const fault = checkGame(game, board)
    if (!fault) this.#size = size
    return fault
  }
}

/** What a pass over the files finds, without describing anything. */
export async function readReport(options: GameFilesOptions): Promise<DataReport> {
  const report = new DataReport()
  for await (const _ of new GameFiles(options).batches(MOST_MOVES, report));
  return report
}

/** Names and checksums, for the origin of weights and for resuming with the same data. */
export async function identifyFiles(files: readonly string[]): Promise<DataFile[]> {
  const found: DataFile[] = []
  for (const file of files) {
    const hash = createHash("sha256")
    for await (const piece of createReadStream(file)) hash.update(piece as Uint8Array)
    found.push({ name: basename(file), sha256: hash.digest("hex") })
  }
  return found
}
