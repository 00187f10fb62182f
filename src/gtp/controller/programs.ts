// Where the programs of engines lie.

import { accessSync, constants, realpathSync, statSync } from "node:fs"
import { basename, delimiter, dirname, join, resolve } from "node:path"

/** Debian puts games here, which is often not on root's PATH. */
const GAMES = "/usr/games"

/** The PATH that engines are started with. */
export function enginePath(path = process.env["PATH"] ?? ""): string {
  return path === "" ? GAMES : path + delimiter + GAMES
}

/**
 * The file of a program: as it is named where that is a path, else from the folders of `enginePath`; undefined when
 * there is none.
 */
export function findProgram(name: string): string | undefined {
  const folders = /[/\\]/.test(name) ? [""] : enginePath().split(delimiter)
  const places = folders.map((folder) => resolve(folder, name)).flatMap((place) => [place, `${place}.exe`])
  const found = places.find(isExecutable)
  // The folder's real name, but not the file's: one file can be programs of several names.
  return found === undefined ? undefined : join(realpathSync(dirname(found)), basename(found))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
