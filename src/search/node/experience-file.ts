// Experience trees in files (TREE-10). Three things can go wrong with a file that several games write to, and each is
// met here:
//   - a write that is cut short: the file is made aside, brought to the disk and renamed, so that its name always
//     leads to a whole tree, the old or the new one;
//   - two processes that add their games at once: reading, merging and writing are done under a lock, so that
//     no writer replaces what it has not read;
//   - a process that is killed in between: its lock is told from a living one's and taken over, and what it left
//     aside is removed.

import { codeOf } from "../../base/failure.ts"
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { FileLock, LEFT_ASIDE, replaceFile, writeFailure } from "../../base/node/index.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { ExperienceTree, ExperienceView, makeExperience, parseView } from "../experience/index.ts"
import type { ExperienceError } from "../experience/index.ts"

/** A file that can't be used; `reason` is a whole sentence with its name. */
export interface ExperienceFileError {
  /** `missing`: there is no such file; `file`: the system refuses; `busy`: others write; else what the bytes are. */
  readonly kind: "missing" | "file" | "busy" | "refused" | ExperienceError["kind"]
  readonly reason: string
}

/** How an experience file is replaced. */
export interface UpdateOptions {
  /** How long to wait for others who write; default 10 000. */
  readonly patienceMs?: number
  /** Replaces an experience file that can't be read; default: that is an error. */
  readonly replaceDamaged?: boolean
}

const PATIENCE_MS = 10_000
/** Longer than any write takes. A lock that is older was left behind, whichever process has its number now. */
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
 * Replaces the tree of a file by what `change` makes of it; it gets undefined where there is no file yet. No
 * other process writes meanwhile. On an error the file is as it was. A file that holds something else is never
 * replaced.
 */
export async function updateExperience(
  path: string,
  change: (old: ExperienceTree | undefined) => Result<ExperienceTree, string>,
  { patienceMs = PATIENCE_MS, replaceDamaged = false }: UpdateOptions = {},
): Promise<Result<ExperienceTree, ExperienceFileError>> {
  try {
    // A link stays a link: the file that it leads to is replaced.
    const file = existsSync(path) ? realpathSync(path) : path
    const lock = await FileLock.take(`${file}.lock`, patienceMs, { maxAgeMs: LOCK_AGE_MS })
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
    return refuse("file", writeFailure(path, error))
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

/** Where there is nothing, or nothing of value: a file of another kind may be the user's. */
function mayReplace({ kind }: ExperienceFileError, replaceDamaged: boolean): boolean {
  if (kind === "missing") return true
  return replaceDamaged && (kind === "length" || kind === "checksum" || kind === "header" || kind === "node")
}

/** Who has the lock is the only one who writes: a file aside is that of a process that was killed. */
function removeLeftovers(file: string): void {
  const stem = `${basename(file)}.`
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(stem) && LEFT_ASIDE.test(name.slice(stem.length)))
      rmSync(join(dirname(file), name), { force: true })
}

function named<T>(path: string, result: Result<T, ExperienceError>): Result<T, ExperienceFileError> {
  return result.ok ? result : refuse(result.error.kind, `${path}: ${result.error.reason}`)
}

function refuse(kind: ExperienceFileError["kind"], reason: string): Result<never, ExperienceFileError> {
  return err({ kind, reason })
}
