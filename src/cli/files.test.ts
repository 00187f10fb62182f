// Whatever command opens a file: what is wrong with it is told in the same sentence, with exit code 2 (APP-5).

import { chmodSync, existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runMontego } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"

const { folder, file } = openScratch("files")

/** Every way in which a command is given a file to read; FILE stands for it. */
const WAYS = [
  "sgf check FILE",
  "sgf print FILE",
  "sgf convert FILE",
  "sgf stats FILE",
  "score FILE",
  "owner FILE",
  "analyze FILE",
  "gobble map FILE",
  "play --load FILE --save SAVE",
  "experience info FILE",
  "experience prune FILE --max-nodes 9",
  "experience build SAVE --from FILE",
  "evolve run FILE",
  "evolve run --resume FILE",
  "evolve show FILE",
  "match --a random --b random --games 2 --journal SAVE --openings FILE",
  "tournament FILE",
  "cgos --server 127.0.0.1:1 --user Montego --password-file FILE",
]

const missing = join(folder, "missing")
const secret = file("secret", "txt")
chmodSync(secret, 0)

const KINDS = [
  { kind: "a missing file", path: missing, reason: "does not exist", isThere: true },
  { kind: "a directory", path: folder, reason: "is a directory, not a file", isThere: true },
  {
    kind: "a device",
    path: "/dev/zero",
    reason: "is a device, not a file",
    isThere: existsSync("/dev/zero"),
  },
  {
    kind: "a forbidden file (skipped for root, who may read it)",
    path: secret,
    reason: "may not be read: permission denied",
    isThere: process.getuid?.() !== 0,
  },
]

/** What is said beyond the sentence, or in its place: readPassword has words of its own for a file that is missing. */
function wanted(way: string, path: string, reason: string): string {
  if (path === missing && way.includes("--password-file"))
    return `there is no password file ${path}: write the password into it, one line`
  const names = path === missing && way === "evolve run FILE"
  return `${path} ${reason}${names ? "; positions with a name are flower-six, multiple-cut, empty" : ""}`
}

describe.each(WAYS)("montego %s", (way) => {
  for (const { kind, path, reason, isThere } of KINDS)
    it.skipIf(!isThere)(`FILE is ${kind}`, async () => {
      const words = way.split(" ").map((word) => ({ FILE: path, SAVE: join(folder, "save") })[word] ?? word)
      expect(await runMontego(...words)).toEqual({
        code: 2,
        out: "",
        err: `montego: ${wanted(way, path, reason)}\n`,
      })
      expect(existsSync(join(folder, "save"))).toBe(false)
    })
})
