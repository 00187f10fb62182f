// A folder of their own for the tests of one file; it is gone when they are done.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"

/** A whole game on 9×9, with names, komi and result. */
export const NINE = fileURLToPath(new URL("../records/nine.sgf", import.meta.url))

export interface Scratch {
  readonly folder: string
  /** Writes a new file and answers where. */
  file(content: string | Uint8Array, ending?: string): string
}

export function openScratch(name: string): Scratch {
  const folder = mkdtempSync(join(tmpdir(), `montego-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  return {
    folder,
    file(content, ending = "sgf") {
      const path = join(folder, `${++files}.${ending}`)
      writeFileSync(path, content)
      return path
    },
  }
}
