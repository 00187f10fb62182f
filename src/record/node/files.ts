// Game records from files, plain or compressed (REC-2). Whether a file is compressed is told by its first
// bytes and not by its name. Nothing is thrown at the caller: a file that can't be read, or breaks off,
// is the last item of its stream, after the games that were whole. Why a file can't be opened is worded here
// for files of any kind, so that every command says the same.

import { accessSync, constants, readFileSync, statSync, type Stats } from "node:fs"
import { open, stat, type FileHandle } from "node:fs/promises"
import { createGunzip, type Gunzip } from "node:zlib"
import { err, ok, type Result } from "../../base/result.ts"
import { StreamReader, type StreamFailure, type StreamOptions, type StreamedGame } from "../stream.ts"

/** Bytes read from disk at once. Compressed ones grow at most a thousandfold, which bounds what is held. */
const READ_SIZE = 65_536
/** Bytes that the decompressor hands over at once. */
const INFLATED_SIZE = 262_144

/** How games are read from a file. */
export interface ReadGamesOptions extends StreamOptions {
  /** Told after each read how many bytes of the file, compressed or not, are done, of how many. */
  readonly onProgress?: (bytesRead: number, fileSize: number) => void
  /** Whether pipes that this process has open may be read, as `/dev/stdin` and a shell's `<(…)`; default: yes. */
  readonly pipes?: boolean
}

/** The games of a file, one by one, in bounded memory; failures are items, never exceptions. */
export async function* readGames(
  path: string,
  options: ReadGamesOptions = {},
): AsyncGenerator<Result<StreamedGame, StreamFailure>, void, undefined> {
  const opened = await openFile(path, options.pipes)
  if (!opened.ok) {
    yield opened
    return
  }
  const { handle, size } = opened.value
  const source = new FileBytes(handle, size, options.onProgress)
  const reader = new StreamReader(options)
  try {
    for await (const piece of source.pieces()) {
      yield* named(path, reader.push(piece, false))
      if (reader.hasFailed) return
    }
    yield* named(path, reader.push(new Uint8Array(0), true))
  } catch (error) {
    yield* named(path, reader.flush())
    const { bytesRead } = source
    const failure = `${path}: ${sourceReason(error)} after ${bytesRead} bytes and ${reader.gameCount} whole games`
    yield err({ scope: "stream", reason: bytesRead > 0 ? failure : openReason(path, error) })
  } finally {
    await handle.close()
  }
}

/** All games of a file that is known to be small; the first failure is the answer. */
export async function loadGames(
  path: string,
  options: ReadGamesOptions = {},
): Promise<Result<StreamedGame[], StreamFailure>> {
  const games: StreamedGame[] = []
  for await (const item of readGames(path, options)) {
    if (!item.ok) return item
    games.push(item.value)
  }
  return ok(games)
}

function* named(
  path: string,
  items: Iterable<Result<StreamedGame, StreamFailure>>,
): Generator<Result<StreamedGame, StreamFailure>, void, undefined> {
  for (const item of items)
    yield item.ok ? item : err({ ...item.error, reason: `${path}: ${item.error.reason}` })
}

/** Why a file of any kind can't be opened, as a sentence with its name; undefined where it can. */
export function fileRefusal(path: string): string | undefined {
  try {
    const refusal = kindRefusal(path, statSync(path))
    if (refusal === undefined) accessSync(path, constants.R_OK)
    return refusal
  } catch (error) {
    return openReason(path, error)
  }
}

/** All bytes of a file of any kind that is known to be small; the error is the sentence of `fileRefusal`. */
export function readWholeFile(path: string): Result<Uint8Array, string> {
  const refusal = fileRefusal(path)
  if (refusal !== undefined) return err(refusal)
  try {
    return ok(readFileSync(path))
  } catch (error) {
    return err(openReason(path, error))
  }
}

interface OpenFile {
  readonly handle: FileHandle
  readonly size: number
}

async function openFile(path: string, pipes?: boolean): Promise<Result<OpenFile, StreamFailure>> {
  try {
    const found = await stat(path)
    const reason = kindRefusal(path, found, pipes)
    if (reason !== undefined) return err({ scope: "stream", reason })
    return ok({ handle: await open(path, "r"), size: found.size })
  } catch (error) {
    return err({ scope: "stream", reason: openReason(path, error) })
  }
}

/** Where the system shows what a process has open. */
const OWN_DESCRIPTOR = /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/

/**
 * A device such as /dev/zero never ends, and opening a pipe blocks until it has a writer. A pipe that is open already
 * is read.
 */
function kindRefusal(path: string, found: Stats, pipes = true): string | undefined {
  if (found.isFile()) return undefined
  if (found.isDirectory()) return `${path} is a directory, not a file`
  if (found.isFIFO()) return pipes && OWN_DESCRIPTOR.test(path) ? undefined : `${path} is a pipe, not a file`
  if (found.isSocket()) return `${path} is a socket, not a file`
  return `${path} is a device, not a file`
}

function openReason(path: string, error: unknown): string {
  const code = errorCode(error)
  if (code === "ERR_INVALID_ARG_VALUE" || path === "") return `${JSON.stringify(path)} is not a file name`
  if (code === "ENOENT" || code === "ENOTDIR") return `${path} does not exist`
  if (code === "EACCES" || code === "EPERM") return `${path} may not be read: permission denied`
  return `${path} can't be read (${code})`
}

function sourceReason(error: unknown): string {
  const code = errorCode(error)
  if (code === "Z_BUF_ERROR") return "the compressed file ends too early"
  if (code.startsWith("Z_")) return `the compressed file is damaged (${(error as Error).message})`
  return `the file can't be read further (${code})`
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error)
}

/** The bytes of a file, decompressed where they are compressed. */
class FileBytes {
  bytesRead = 0
  private readonly handle: FileHandle
  private readonly size: number
  private readonly onProgress: ReadGamesOptions["onProgress"]

  constructor(handle: FileHandle, size: number, onProgress: ReadGamesOptions["onProgress"]) {
    this.handle = handle
    this.size = size
    this.onProgress = onProgress
  }

  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    let piece = await this.read()
    if (piece && piece[0] === 0x1f && piece[1] === 0x8b) {
      yield* this.inflated(piece)
      return
    }
    for (; piece; piece = await this.read()) yield piece
  }

  private async *inflated(first: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    const inflater = new Inflater()
    let given = 0
    try {
      for (let piece: Uint8Array | undefined = first; piece; piece = await this.read()) {
        for (const bytes of await inflater.write(piece)) {
          given += bytes.length
          yield bytes
        }
      }
      yield* await inflater.end()
    } catch (error) {
      if (errorCode(error) === "Z_DATA_ERROR") yield* this.salvaged(given)
      throw error
    } finally {
      inflater.close()
    }
  }

  /**
   * What can be decompressed beyond the first `given` bytes, when the last piece proved damaged. The
   * decompressor drops all that a faulty input gave, so the file is read again up to that piece, and the
   * piece byte by byte: games that stand whole before the damage are not lost.
   */
  private async *salvaged(given: number): AsyncGenerator<Uint8Array, void, undefined> {
    const inflater = new Inflater()
    const lastPiece = Math.floor((this.bytesRead - 1) / READ_SIZE) * READ_SIZE
    let skipped = 0
    try {
      for (let at = 0; at < this.bytesRead; at += READ_SIZE) {
        const { buffer, bytesRead } = await this.handle.read(new Uint8Array(READ_SIZE), 0, READ_SIZE, at)
        const step = at < lastPiece ? READ_SIZE : 1
        for (let from = 0; from < bytesRead; from += step) {
          const compressed = buffer.subarray(from, Math.min(from + step, bytesRead))
          for (const bytes of await inflater.write(compressed)) {
            const fresh = bytes.subarray(Math.min(bytes.length, given - skipped))
            skipped += bytes.length - fresh.length
            if (fresh.length > 0) yield fresh
          }
        }
      }
    } catch {
      // The same damage again: the caller reports it.
    } finally {
      inflater.close()
    }
  }

  private async read(): Promise<Uint8Array | undefined> {
    const { buffer, bytesRead } = await this.handle.read(new Uint8Array(READ_SIZE), 0, READ_SIZE, null)
    if (bytesRead === 0) return undefined
    this.bytesRead += bytesRead
    this.onProgress?.(this.bytesRead, this.size)
    return buffer.subarray(0, bytesRead)
  }
}

/**
 * Decompresses piece by piece. A stream pipeline would be shorter, but drops what was decompressed and not
 * yet read when the file turns out to be broken; here everything up to the break comes out.
 */
class Inflater {
  private readonly gunzip: Gunzip = createGunzip({ chunkSize: INFLATED_SIZE })
  private inflated: Uint8Array[] = []
  private error: Error | undefined
  private wake: () => void = () => {}

  constructor() {
    this.gunzip.on("data", (bytes: Uint8Array) => this.inflated.push(bytes))
    this.gunzip.on("error", (error: Error) => {
      this.error = error
      this.wake()
    })
  }

  write(bytes: Uint8Array): Promise<Iterable<Uint8Array>> {
    return this.run((done) => this.gunzip.write(bytes, done))
  }

  end(): Promise<Iterable<Uint8Array>> {
    return this.run((done) => this.gunzip.once("end", done).end())
  }

  /** Frees the decompressor's memory, also when the reader stops early. */
  close(): void {
    this.gunzip.close()
  }

  private async run(start: (done: () => void) => void): Promise<Iterable<Uint8Array>> {
    await new Promise<void>((resolve) => {
      this.wake = resolve
      start(resolve)
    })
    const inflated = this.inflated
    this.inflated = []
    return this.takeThenThrow(inflated, this.error)
  }

  private *takeThenThrow(inflated: Uint8Array[], error: Error | undefined): Generator<Uint8Array> {
    yield* inflated
    if (error) throw error
  }
}
