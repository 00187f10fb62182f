// The files that a command reads and writes. A file that can't be opened ends the command, with the same sentence in
// every command; games.ts reads records and uses the same words.

import { existsSync, writeFileSync } from "node:fs"
import { fileFailure } from "../base/failure.ts"
import { readPassword } from "../arena/cgos/index.ts"
import { fileRefusal, readWholeFile } from "../record/node/files.ts"
import { fail } from "./failure.ts"

/** For files that a callee opens, which has messages of its own. */
export function requireFile(path: string): void {
  const refusal = fileRefusal(path)
  if (refusal !== undefined) fail(refusal)
}

/** The whole text of a small file. */
export function textOf(path: string): string {
  const bytes = readWholeFile(path)
  return bytes.ok ? Buffer.from(bytes.value).toString("utf8") : fail(bytes.error)
}

/** The password of a file. `readPassword` says what to do about a missing one. */
export function passwordOf(path: string): string {
  if (existsSync(path)) requireFile(path)
  const password = readPassword(path)
  return password.ok ? password.value : fail(password.error)
}

/** Writes a picture or a page where the user asked for it. */
export function writePicture(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    fail(`${file} can't be written: ${fileFailure(error)}`)
  }
}
