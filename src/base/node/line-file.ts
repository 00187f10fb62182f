// A file of lines that is only ever added to, by one process at a time. A line counts when its line feed is on the disk; what a kill or
// a full disk leaves behind the last one is cut off, so that a line is either there or not there.

import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync } from "node:fs"
import { statSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { err, ok, type Result } from "../result.ts"
import { FileLock } from "./lock.ts"

export class LineFile {
  readonly path: string
  /** Those that were there when it was opened. */
  readonly lines: readonly string[]
  readonly #handle: number
  readonly #lock: FileLock
  /** Where the good part of the file ends. */
  #end: number
  #isClosed = false

  private constructor(path: string, lines: readonly string[], end: number, handle: number, lock: FileLock) {
    this.path = path
    this.lines = lines
    this.#end = end
    this.#handle = handle
    this.#lock = lock
  }

  /** Opens or makes the file. `isOurs` looks at its beginning: a file of somebody else is refused, and stays as it is. */
  static open(path: string, isOurs: (beginning: string) => boolean): Result<LineFile, string> {
    try {
      if (existsSync(path) && !statSync(path).isFile()) return err(`${path} is no plain file`)
      mkdirSync(dirname(path), { recursive: true })
      const lock = FileLock.tryTake(`${path}.lock`)
      if (!lock.ok) return err(`${path}: process ${lock.error.pid} on ${lock.error.host} is at it already`)
      try {
        const opened = openLocked(path, isOurs)
        if (opened.ok) {
          const { lines, end, handle } = opened.value
          return ok(new LineFile(path, lines, end, handle, lock.value))
        }
        lock.value.release()
        return opened
      } catch (error) {
        lock.value.release()
        throw error
      }
    } catch (error) {
      return err(`${path}: ${messageOf(error)}`)
    }
  }

  /** @throws {Error} when the disk does not take the line; the file is then as it was. */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`, "utf8")
    try {
      for (let from = 0; from < bytes.length;)
        from += writeSync(this.#handle, bytes, from, bytes.length - from, this.#end + from)
      fsyncSync(this.#handle)
    } catch (error) {
      ftruncateSync(this.#handle, this.#end)
      throw new Error(`${this.path} can't be written: ${messageOf(error)}; what is in it stays good`, {
        cause: error,
      })
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

interface Opened {
  readonly lines: readonly string[]
  readonly end: number
  readonly handle: number
}

function openLocked(path: string, isOurs: (beginning: string) => boolean): Result<Opened, string> {
  // Neither "a", which ignores positions, nor "w", which empties the file.
  const handle = openSync(path, existsSync(path) ? "r+" : "wx+")
  const bytes = readFileSync(handle)
  if (bytes.length > 0 && !isOurs(bytes.toString("utf8", 0, LONGEST_BEGINNING))) {
    closeSync(handle)
    return err(`${path} is another kind of file`)
  }
  const end = bytes.lastIndexOf(0x0a) + 1
  ftruncateSync(handle, end)
  return ok({ lines: bytes.toString("utf8", 0, end).split("\n").slice(0, -1), end, handle })
}

/** More than any first words. */
const LONGEST_BEGINNING = 200

function messageOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOSPC") return "the disk is full"
  return error instanceof Error ? error.message : String(error)
}
