// A file of lines that is only ever added to, by one process at a time: what every journal stands on. A line counts
// when its line feed is on the disk. What a kill or a full disk leaves behind the last one is cut off, so that a line
// is either there or not there, and a file that was good stays good.

import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync } from "node:fs"
import { realpathSync, writeSync } from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { err, ok, type Result } from "../result.ts"
import { fileFailure } from "../failure.ts"
import { FileLock, type LockOwner } from "./lock.ts"
import { makeFolder, plainFileRefusal } from "./plain-file.ts"

/** How bytes come into the file; tests have disks that are full. */
export type Write = (
  handle: number,
  bytes: Uint8Array,
  from: number,
  length: number,
  position: number,
) => number

export interface LineFileOptions<Content> {
  /** Reads what is in the file, named for messages; a file that it refuses stays as it is. */
  readonly read: (bytes: Buffer, file: string) => Result<Content, string>
  /** What a process does that holds the lock, such as "plays this match". */
  readonly work: string
  readonly write?: Write
}

export class LineFile {
  /** By its real name: a file that is known by two names has one lock. */
  readonly path: string
  readonly #handle: number
  readonly #lock: FileLock
  readonly #write: Write
  /** Where the good part of the file ends. */
  #end: number
  #isClosed = false

  private constructor(path: string, handle: number, lock: FileLock, write: Write, end: number) {
    this.path = path
    this.#handle = handle
    this.#lock = lock
    this.#write = write
    this.#end = end
  }

  /** Opens or makes the file, and reads it; the error says why it can't be added to. */
  static open<Content>(
    path: string,
    options: LineFileOptions<Content>,
  ): Result<{ readonly file: LineFile; readonly content: Content }, string> {
    try {
      const real = realPath(path)
      const refusal = plainFileRefusal(real)
      if (refusal !== undefined) return err(refusal)
      makeFolder(dirname(real))
      const lock = FileLock.tryTake(`${real}.lock`)
      if (!lock.ok) return err(`${path}: ${describeOwner(lock.error, options.work, `${real}.lock`)}`)
      return LineFile.#openLocked(real, lock.value, options)
    } catch (error) {
      return err(`${path}: ${fileFailure(error)}`)
    }
  }

  /** The lock is the file's now; without a file it is released, whatever went wrong. */
  static #openLocked<Content>(
    real: string,
    lock: FileLock,
    { read, write = writeSync }: LineFileOptions<Content>,
  ): Result<{ file: LineFile; content: Content }, string> {
    let handle: number | undefined
    let isOpen = false
    try {
      // Neither "a", which ignores positions, nor "w", which empties the file.
      handle = openSync(real, existsSync(real) ? "r+" : "wx+")
      const bytes = readFileSync(handle)
      const content = read(bytes, real)
      if (!content.ok) return content
      const end = bytes.lastIndexOf(0x0a) + 1
      ftruncateSync(handle, end)
      const file = new LineFile(real, handle, lock, write, end)
      isOpen = true
      return ok({ file, content: content.value })
    } finally {
      if (!isOpen) {
        if (handle !== undefined) closeSync(handle)
        lock.release()
      }
    }
  }

  /** @throws {Error} when the disk does not take the line; the file is then as it was. */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`, "utf8")
    try {
      for (let from = 0; from < bytes.length;)
        from += this.#write(this.#handle, bytes, from, bytes.length - from, this.#end + from)
      fsyncSync(this.#handle)
    } catch (error) {
      ftruncateSync(this.#handle, this.#end)
      const reason = `${this.path} can't be written: ${fileFailure(error)}; what is in it stays good`
      throw new Error(reason, { cause: error })
    }
    this.#end += bytes.length
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeSync(this.#handle)
    this.#lock.release()
  }
}

function describeOwner({ pid, host }: LockOwner, work: string, lock: string): string {
  return host === hostname()
    ? `process ${pid} ${work} already`
    : `process ${pid} on ${host} ${work}; if it is dead, remove ${lock}`
}

function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(resolve(path))
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path))
}
