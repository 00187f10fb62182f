// Files that a program keeps must be plain files. Opening or reading a FIFO or a device can block the program, and so
// can some files of the kernel (/proc, /sys) that `stat` reports as plain.

import { accessSync, constants, mkdirSync, statfsSync, statSync, type Stats } from "node:fs"
import { dirname, resolve } from "node:path"
import { codeOf, messageOf } from "../failure.ts"

/** Linux' numbers of /proc and /sys. */
const KERNEL_FILE_SYSTEMS: readonly number[] = [0x9fa0, 0x62656572]

/** Why no plain file is here or can be; undefined where one is, or where nothing is yet. */
export function plainFileRefusal(path: string): string | undefined {
  if (isKernels(path)) return `${path} is no plain file: the system makes what lies there`
  const there = nearest(path)
  const found = statSync(there)
  if (there === resolve(path))
    return found.isFile() ? undefined : `${path} is ${kindOf(found)}, and no plain file`
  return found.isDirectory() ? undefined : `${path} can't be a file: ${there} is no folder`
}

/** Why a file can't be written here; undefined where it can, as far as that is known before. */
export function outputRefusal(path: string): string | undefined {
  const folder = dirname(resolve(path))
  if (!exists(folder)) return `${path} can't be written: ${folder} does not exist`
  if (!statSync(folder).isDirectory()) return `${path} can't be written: ${folder} is no folder`
  if (exists(path) && statSync(path).isDirectory()) return `${path} can't be written: it is a directory`
  try {
    accessSync(exists(path) ? path : folder, constants.W_OK)
    return undefined
  } catch {
    return `${path} can't be written: permission denied`
  }
}

/** Why a file could not be written, from what was thrown: by the system, or by `makeFolder`. */
export function writeFailure(path: string, error: unknown): string {
  if (!(error instanceof Error && "code" in error)) return `${path} can't be written: ${messageOf(error)}`
  const code = codeOf(error)
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return `${path} may not be written`
  if (code === "ENOENT") return `${path} can't be written: its directory does not exist`
  if (code === "ENOSPC") return `${path} can't be written: the disk is full`
  if (code === "ENOTDIR" || code === "EEXIST")
    return `${path} can't be written: part of its path is not a directory`
  if (code === "EISDIR") return `${path} is a directory`
  return `${path} can't be written (${code})`
}

/** Why no folder is here or can be made; undefined where one is or can. */
export function folderRefusal(path: string): string | undefined {
  const there = nearest(path)
  if (statSync(there).isDirectory()) return undefined
  return there === resolve(path) ? `${path} is no folder` : `${path} can't be a folder: ${there} is none`
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a directory"
  if (found.isFIFO()) return "a pipe"
  return found.isSocket() ? "a socket" : "a device"
}

function isKernels(path: string): boolean {
  if (process.platform !== "linux") return false
  return KERNEL_FILE_SYSTEMS.includes(statfsSync(nearest(path)).type)
}

/** The path itself, or the lowest folder above it that exists. */
function nearest(path: string): string {
  const here = resolve(path)
  return exists(here) ? here : nearest(dirname(here))
}

/**
 * Makes a folder and those above it that are missing. Node's `recursive` tries for ever where a folder that exists
 * takes no folders and says ENOENT, as /proc does.
 */
export function makeFolder(path: string): void {
  const here = resolve(path)
  if (exists(here)) {
    if (!statSync(here).isDirectory()) throw new Error(`${here} is no folder`)
    return
  }
  makeFolder(dirname(here))
  try {
    mkdirSync(here)
  } catch (error) {
    // Another process may have made it just now.
    if (!exists(here)) throw error
  }
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Such as a path that goes through a file.
    return false
  }
}
