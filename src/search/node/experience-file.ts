// Experience trees in files (TREE-10). Three things can go wrong with a file that several games write to, and each is
// met here:
//   - a write that is cut short: the file is made aside, brought to the disk and renamed, so that its name always
//     leads to a whole tree, the old or the new one;
//   - two processes that add their games at once: reading, merging and writing are done under a lock, so that
//     nobody writes over what he has not read;
//   - a process that is killed in between: its lock is told from a living one's and taken over, and what it left
//     aside is removed.
//
// The lock is a folder beside the file that holds one file, named after its owner. It is prepared aside and
// moved into place, which fails unless the place is free: so a lock never stands there without its owner's name.
// Who takes over deletes exactly the dead owner's file, and can't hurt a living one who came first.

import { randomUUID } from "node:crypto"
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs"
import { realpathSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { threadId } from "node:worker_threads"
import { err, ok, type Result } from "../../base/result.ts"
import { ExperienceTree, ExperienceView, makeExperience, parseView } from "../experience/index.ts"
import type { ExperienceError } from "../experience/index.ts"

/** A file that can't be used; `reason` is a whole sentence with its name. */
export interface ExperienceFileError {
  /** `missing`: there is no such file; `file`: the system refuses; `busy`: others write; else what the bytes are. */
  readonly kind: "missing" | "file" | "busy" | "refused" | ExperienceError["kind"]
  readonly reason: string
}

export interface UpdateOptions {
  /** How long to wait for others who write; default 10 000. */
  readonly patienceMs?: number
  /** Replaces an experience file that can't be read; default: that is an error. */
  readonly replaceDamaged?: boolean
}

const PATIENCE_MS = 10_000
const POLL_MS = 20
/** Longer than any write takes. A lock that is older was left behind, whoever has its process number now. */
const LOCK_AGE_MS = 60_000

/** Opens the file for lazy reading. */
export function readExperience(path: string): Result<ExperienceView, ExperienceFileError> {
  let bytes: Uint8Array
  try {
    const found = statSync(path)
    if (!found.isFile())
      return refuse("file", `${path} is ${found.isDirectory() ? "a directory" : "no plain file"}`)
    bytes = readFileSync(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === "ENOENT" || code === "ENOTDIR") return refuse("missing", `${path} does not exist`)
    if (code === "EACCES" || code === "EPERM")
      return refuse("file", `${path} may not be read: permission denied`)
    return refuse("file", `${path} can't be read (${code})`)
  }
  return named(path, ExperienceView.open(bytes))
}

/** The whole tree of a file. */
export function loadExperience(path: string): Result<ExperienceTree, ExperienceFileError> {
  const view = readExperience(path)
  return view.ok ? named(path, parseView(view.value)) : view
}

/**
 * Replaces the tree of a file by what `change` makes of it; it gets undefined where there is no file yet. Nobody
 * else writes meanwhile. On an error the file is as it was. A file that holds something else is never replaced.
 */
export async function updateExperience(
  path: string,
  change: (old: ExperienceTree | undefined) => Result<ExperienceTree, string>,
  { patienceMs = PATIENCE_MS, replaceDamaged = false }: UpdateOptions = {},
): Promise<Result<ExperienceTree, ExperienceFileError>> {
  try {
    // A link stays a link: the file that it leads to is replaced.
    const file = existsSync(path) ? realpathSync(path) : path
    const lock = await Lock.take(file, patienceMs)
    if (!lock)
      return refuse(
        "busy",
        `${path} is being written by another process for ${patienceMs / 1000} s; try again`,
      )
    // From here on nothing waits: no signal handler and no other task of this process comes in between.
    try {
      const old = loadExperience(file)
      if (!old.ok && !mayReplace(old.error, replaceDamaged)) return old
      const changed = change(old.ok ? old.value : undefined)
      if (!changed.ok) return refuse("refused", `${path}: ${changed.error}`)
      removeLeftovers(file)
      if (!replaceFile(file, makeExperience(changed.value), () => lock.isHeld()))
        return refuse("busy", `${path} was not written: another process took it over; try again`)
      return ok(changed.value)
    } finally {
      lock.release()
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    return refuse("file", writeReason(path, codeOf(error)))
  }
}

/** Adds the games of a tree to a file, and keeps it below `maxNodes`. */
export function mergeExperience(
  path: string,
  games: ExperienceTree,
  { maxNodes = Infinity, ...options }: UpdateOptions & { readonly maxNodes?: number } = {},
): Promise<Result<ExperienceTree, ExperienceFileError>> {
  const change = (old: ExperienceTree | undefined): Result<ExperienceTree, string> => {
    const all = old ?? new ExperienceTree(games)
    const merged = all.merge(games)
    if (!merged.ok) return merged
    all.prune(maxNodes)
    return ok(all)
  }
  return updateExperience(path, change, options)
}

/** Where there is nothing, or nothing of value: what is no experience file belongs to somebody. */
function mayReplace({ kind }: ExperienceFileError, replaceDamaged: boolean): boolean {
  if (kind === "missing") return true
  return replaceDamaged && (kind === "length" || kind === "checksum" || kind === "header" || kind === "node")
}

/** The bytes are on the disk under their name, or nothing has changed. False when `mayStill` says no at the end. */
function replaceFile(file: string, bytes: Uint8Array, mayStill: () => boolean): boolean {
  const aside = `${file}.${randomUUID()}.tmp`
  try {
    const handle = openSync(aside, "wx")
    try {
      writeFileSync(handle, bytes)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (!mayStill()) return false
    renameSync(aside, file)
    syncFolder(dirname(file))
    return true
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Brings the new name to the disk too. Not every system lets a folder be opened; there the rename must do. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r")
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // The file is whole under its name; only a power cut in the next moments could bring the old one back.
  }
}

/** Who has the lock is the only one who writes: a file aside is that of a process that was killed. */
function removeLeftovers(file: string): void {
  const stem = `${basename(file)}.`
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(stem)) continue
    const rest = name.slice(stem.length)
    const isLeft = rest.startsWith("lock-")
      ? !isAlive(rest.slice("lock-".length))
      : /^[0-9a-f-]{36}\.tmp$/.test(rest)
    if (isLeft) rmSync(join(dirname(file), name), { recursive: true, force: true })
  }
}

/** The names of this thread's own locks, to tell them from those of a dead process that had our number. */
const ownLocks = new Set<string>()

class Lock {
  readonly #folder: string
  readonly #owner: string

  private constructor(folder: string, owner: string) {
    this.#folder = folder
    this.#owner = owner
  }

  /** Waits until the lock is ours; undefined when that takes too long. */
  static async take(file: string, patienceMs: number): Promise<Lock | undefined> {
    const folder = `${file}.lock`
    const owner = `${process.pid}-${threadId}-${randomUUID()}`
    const prepared = `${folder}-${owner}`
    const end = Date.now() + patienceMs
    mkdirSync(prepared)
    ownLocks.add(owner)
    try {
      writeFileSync(join(prepared, owner), "")
      while (!isMoved(prepared, folder)) {
        const isFree = takeOver(folder)
        if (Date.now() > end) return undefined
        if (!isFree) await sleep(POLL_MS)
      }
      // Its age counts from now on.
      const now = new Date()
      utimesSync(join(folder, owner), now, now)
      return new Lock(folder, owner)
    } finally {
      if (existsSync(prepared)) {
        ownLocks.delete(owner)
        rmSync(prepared, { recursive: true, force: true })
      }
    }
  }

  isHeld(): boolean {
    return existsSync(join(this.#folder, this.#owner))
  }

  release(): void {
    ownLocks.delete(this.#owner)
    rmSync(join(this.#folder, this.#owner), { force: true })
    removeIfEmpty(this.#folder)
  }
}

/** Removes a lock that nobody holds any more. Answers whether it is worth trying again at once. */
function takeOver(folder: string): boolean {
  try {
    const [owner] = readdirSync(folder)
    if (owner !== undefined) {
      const age = Date.now() - statSync(join(folder, owner)).mtimeMs
      if (isAlive(owner) && age < LOCK_AGE_MS) return false
      rmSync(join(folder, owner), { force: true })
    }
    return removeIfEmpty(folder)
  } catch (error) {
    // Released just now.
    if (codeOf(error) === "ENOENT") return true
    throw error
  }
}

function isAlive(owner: string): boolean {
  const [pid = 0, thread] = owner.split("-").map(Number)
  if (pid === process.pid && thread === threadId) return ownLocks.has(owner)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    // What a folder that is there is called when it stands in the way, on the systems we know.
    if (["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(codeOf(error))) return false
    throw error
  }
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false
  }
}

function named<T>(path: string, result: Result<T, ExperienceError>): Result<T, ExperienceFileError> {
  return result.ok ? result : refuse(result.error.kind, `${path}: ${result.error.reason}`)
}

function refuse(kind: ExperienceFileError["kind"], reason: string): Result<never, ExperienceFileError> {
  return err({ kind, reason })
}

function writeReason(path: string, code: string): string {
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return `${path} may not be written`
  if (code === "ENOENT") return `${path} can't be written: its directory does not exist`
  if (code === "ENOTDIR") return `${path} can't be written: part of its path is not a directory`
  if (code === "ENOSPC") return `${path} can't be written: the disk is full`
  return `${path} can't be written (${code})`
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error)
}
