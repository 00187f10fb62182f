// A lock between processes, for work that only one of them may do at a time. A killed process does not keep it.
//
// It is a folder with one file, which is named after its owner. It is prepared aside and moved into place, which fails
// unless the place is free or empty: so a lock never stands there without its owner's name. A process that takes over
// deletes exactly the dead owner's file, and so can't remove the lock of a living one that came first.

import { codeOf } from "../failure.ts"
import { randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs"
import { statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { threadId } from "node:worker_threads"
import { err, ok, type Result } from "../result.ts"

export interface LockOwner {
  readonly pid: number
  readonly host: string
  /** When the process began, where the system tells: numbers of processes are used again. */
  readonly began: string | undefined
}

export interface LockOptions {
  /** An older lock counts as left behind, even if its owner seems to be alive; default: no limit. */
  readonly maxAgeMs?: number
}

const POLL_MS = 20
/** More than enough for any crowd of the dead. */
const TRIES = 50

/** The names of this thread's own locks, to tell them from those of a dead process that had our number. */
const ownLocks = new Set<string>()

export class FileLock {
  readonly #path: string
  readonly #name: string

  private constructor(path: string, name: string) {
    this.#path = path
    this.#name = name
  }

  /** Takes the lock at this path; the error is its owner. */
  static tryTake(path: string, { maxAgeMs = Infinity }: LockOptions = {}): Result<FileLock, LockOwner> {
    return prepared(path, (name) => FileLock.#attempt(path, name, maxAgeMs))
  }

  /** Waits until this process holds the lock; undefined when that takes longer than `patienceMs`. */
  static async take(
    path: string,
    patienceMs: number,
    { maxAgeMs = Infinity }: LockOptions = {},
  ): Promise<FileLock | undefined> {
    const end = Date.now() + patienceMs
    return prepared(path, async (name) => {
      for (;;) {
        const lock = FileLock.#attempt(path, name, maxAgeMs)
        if (lock.ok) return lock.value
        if (Date.now() > end) return undefined
        await sleep(POLL_MS)
      }
    })
  }

  static #attempt(path: string, name: string, maxAgeMs: number): Result<FileLock, LockOwner> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (isMoved(asideOf(path, name), path)) {
        removeAbandoned(path)
        return ok(new FileLock(path, name))
      }
      const holder = takeOver(path, maxAgeMs)
      if (holder) return err(holder)
    }
    throw new Error(`${path} can't be taken; remove it when no program uses it`)
  }

  /** False when another one thought it dead, and took over. */
  isHeld(): boolean {
    return existsSync(join(this.#path, this.#name))
  }

  release(): void {
    ownLocks.delete(this.#name)
    rmSync(join(this.#path, this.#name), { force: true })
    removeIfEmpty(this.#path)
  }
}

function asideOf(path: string, name: string): string {
  return `${path}-${name}`
}

/** Does its work with a lock that is prepared aside; what it did not move into place goes away. */
function prepared<T>(path: string, work: (name: string) => T): T {
  const owner: LockOwner = { pid: process.pid, host: hostname(), began: beginningOf(process.pid) }
  const name = `${process.pid}-${threadId}-${randomUUID()}`
  const aside = asideOf(path, name)
  const discard = (): void => {
    if (!existsSync(aside)) return
    ownLocks.delete(name)
    rmSync(aside, { recursive: true, force: true })
  }
  mkdirSync(aside)
  ownLocks.add(name)
  try {
    writeFileSync(join(aside, name), JSON.stringify(owner))
    const result = work(name)
    if (result instanceof Promise) return result.finally(discard) as T
    discard()
    return result
  } catch (error) {
    discard()
    throw error
  }
}

/** Moves the prepared lock into place; its age counts from then on. */
function isMoved(aside: string, path: string): boolean {
  const name = aside.slice(path.length + 1)
  try {
    renameSync(aside, path)
  } catch (error) {
    // What a folder that is there is called when it stands in the way, on the systems we know.
    if (["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(codeOf(error))) return false
    throw error
  }
  const now = new Date()
  try {
    utimesSync(join(path, name), now, now)
  } catch (error) {
    // A full disk: the lock that is in place already must not stay behind.
    rmSync(path, { recursive: true, force: true })
    throw error
  }
  return true
}

/** Removes a lock whose owner is gone; returns the owner of one that is still held. */
function takeOver(path: string, maxAgeMs: number): LockOwner | undefined {
  try {
    const [name] = readdirSync(path)
    if (name !== undefined) {
      const owner = readOwner(path, name)
      const age = Date.now() - statSync(join(path, name)).mtimeMs
      if (isAlive(name, owner) && age < maxAgeMs) return owner
      rmSync(join(path, name), { force: true })
    }
    removeIfEmpty(path)
    return undefined
  } catch (error) {
    // Released just now.
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

/** Prepared locks of processes that were killed before they could move them. */
function removeAbandoned(path: string): void {
  const stem = `${basename(path)}-`
  for (const entry of readdirSync(dirname(path))) {
    if (!entry.startsWith(stem)) continue
    const [name, folder] = [entry.slice(stem.length), join(dirname(path), entry)]
    if (!isAlive(name, readOwner(folder, name))) rmSync(folder, { recursive: true, force: true })
  }
}

/** What the owner's file says; of one that says nothing, its name has the number of the process. */
function readOwner(folder: string, name: string): LockOwner {
  const unknown = { pid: Number.parseInt(name, 10), host: hostname(), began: undefined }
  try {
    return { ...unknown, ...(JSON.parse(readFileSync(join(folder, name), "utf8")) as Partial<LockOwner>) }
  } catch {
    return unknown
  }
}

function isAlive(name: string, { pid, host, began }: LockOwner): boolean {
  // The processes of another machine can't be checked from here.
  if (host !== hostname()) return true
  if (!(pid > 0) || (began !== undefined && beginningOf(pid) !== began)) return false
  if (pid === process.pid && Number(name.split("-")[1]) === threadId) return ownLocks.has(name)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

/**
 * The tick since the system's start in which a process began, from Linux's /proc; elsewhere undefined, and the process
 * number must do. A zombie (ended, but its parent has not waited for it) counts as never begun.
 */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Gone already, or another has it now.
  }
}
