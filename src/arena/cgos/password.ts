// Passwords come from files: every user of the machine can see a command line, and the shell's history keeps it.

import { readFileSync } from "node:fs"
import { err, ok, type Result } from "../../base/result.ts"

/** The first line of the file; the error never shows what is in it. */
export function readPassword(file: string): Result<string, string> {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "ENOENT")
      return err(`there is no password file ${file}: write the password into it, one line`)
    if (code === "EACCES") return err(`the password file ${file} can't be read: its permissions forbid it`)
    if (code === "EISDIR") return err(`the password file ${file} is a folder`)
    return err(`the password file ${file} can't be read: ${String(code)}`)
  }
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  const [password = "", ...rest] = lines.map((line) => line.trim())
  if (password === "") return err(`the password file ${file} is empty: its first line is the password`)
  if (rest.some((line) => line !== "")) return err(`the password file ${file} has more than one line`)
  return ok(password)
}
