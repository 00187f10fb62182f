// Files that are replaced as a whole: made aside, brought to the disk and renamed. So a name always leads to whole
// content, the old or the new one, whatever is killed or cut off in between.

import { randomUUID } from "node:crypto"
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** What a killed process may leave beside a file, behind the file's name and a dot. */
export const LEFT_ASIDE = /^[0-9a-f-]{36}\.tmp$/

/** The content is on the disk under its name, or nothing has changed. False when `mayStill` says no at the end. */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  mayStill: () => boolean = () => true,
): boolean {
  const aside = `${file}.${randomUUID()}.tmp`
  try {
    const handle = openSync(aside, "wx")
    try {
      writeFileSync(handle, content)
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
