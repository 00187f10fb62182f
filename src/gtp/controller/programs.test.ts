// Where programs are found (GTP-2).

import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { findProgram } from "./programs.ts"

const folder = realpathSync(mkdtempSync(join(tmpdir(), "montego-programs-")))
const program = join(folder, "engine")
writeFileSync(program, "#!/bin/sh\n")
chmodSync(program, 0o755)
writeFileSync(join(folder, "text"), "")
mkdirSync(join(folder, "directory"))
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true }))

describe("findProgram (GTP-2)", () => {
  it("finds what can be run, by its path or its name, and nothing else", () => {
    vi.stubEnv("PATH", ["/nowhere", folder].join(delimiter))
    expect([findProgram(program), findProgram("engine")]).toEqual([program, program])
    for (const name of ["missing", "text", "directory", join(folder, "directory"), "./engine"])
      expect(findProgram(name)).toBeUndefined()
  })

  it.runIf(existsSync("/usr/games/gnugo"))("finds Debian's games also where PATH lacks their folder", () => {
    vi.stubEnv("PATH", "")
    expect(findProgram("gnugo")).toBe("/usr/games/gnugo")
  })
})
