// The files that a command is given: one that can't be opened ends it, with the same sentence in every command. Records are
// read by games.ts, which words it alike.

import { existsSync } from "node:fs"
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
