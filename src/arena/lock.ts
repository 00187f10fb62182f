// One coordinator to a journal: whoever comes second is refused, and who comes after a killed one takes over.
//
// The lock is a folder with one file, which is named after its owner. A prepared folder is moved to its place, which fails
// unless that is free or empty; so the lock never exists without its owner's name, and of two who take over from
// the dead at the same moment one finds the other's name.

import { randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { err, ok, type Result } from "../base/result.ts"

export interface Lock {
  release(): void
}

interface Owner {
  readonly pid: number
  readonly host: string
  /** When the process began, where the system tells: numbers of processes are used again. */
  readonly began: string | undefined
}

/** More than enough tries for any crowd of the dead. */
const TRIES = 50

/** Takes the lock at this path; the error names who has it. */
export function takeLock(path: string): Result<Lock, string> {
  const owner: Owner = { pid: process.pid, host: hostname(), began: beginningOf(process.pid) }
  const name = `${process.pid}-${randomUUID()}`
  const prepared = `${path}.${name}`
  mkdirSync(prepared)
  writeFileSync(join(prepared, name), JSON.stringify(owner))
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      if (isMoved(prepared, path)) return ok({ release: () => release(path, name) })
      const held = readOwner(path)
      if (held && isAlive(held.owner)) return err(describe(held.owner, path))
      if (held) rmSync(join(path, held.name), { force: true })
      removeEmpty(path)
    }
    return err(`${path} can't be taken; remove it when no match uses the journal`)
  } finally {
    rmSync(prepared, { recursive: true, force: true })
  }
}

function release(path: string, name: string): void {
  rmSync(join(path, name), { force: true })
  removeEmpty(path)
}

function describe({ pid, host }: Owner, path: string): string {
  return host === hostname()
    ? `process ${pid} plays this match already`
    : `process ${pid} on ${host} plays this match; if it is dead, remove ${path}`
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

/** Who has the lock; undefined when it was released meanwhile. */
function readOwner(path: string): { name: string; owner: Owner } | undefined {
  try {
    const [name] = readdirSync(path)
    if (name === undefined) return undefined
    const { pid, host, began } = JSON.parse(readFileSync(join(path, name), "utf8")) as Partial<Owner>
    return { name, owner: { pid: Number(pid), host: String(host), began } }
  } catch {
    return undefined
  }
}

function isAlive({ pid, host, began }: Owner): boolean {
  // Nobody can know about processes of other machines.
  if (host !== hostname()) return true
  if (!(pid > 0) || beginningOf(pid) !== began) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/**
 * Linux tells in which tick since its start a process began; elsewhere its number must do. One that has ended and that
 * nobody has asked about yet (a zombie) began never.
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

function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Gone already, or another has it now.
  }
}
