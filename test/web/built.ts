// The app, built once for all test files of a run, and not again before a source changes. Builds lie by a number over
// all that goes into them; two that are made at once are alike, and the first stays.

import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { build } from "vite"

const ROOT = join(import.meta.dirname, "../..")
const SHELF = join(ROOT, "node_modules/.cache/montego-web")
const SOURCES = ["web", "src", "vite.config.ts", "package.json", "package-lock.json"]
/** Milliseconds after which an old build is not needed any more. */
const DAY = 24 * 3600 * 1000

/** The folder of the built app. Tests must not write into it. */
export async function builtApp(): Promise<string> {
  const folder = join(SHELF, keyOfSources())
  if (existsSync(folder)) return folder
  forgetOld()
  const fresh = `${folder}-${process.pid}`
  await build({
    configFile: join(ROOT, "vite.config.ts"),
    logLevel: "silent",
    build: { outDir: fresh, emptyOutDir: true },
  })
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

function keyOfSources(): string {
  const hash = createHash("sha256")
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: "utf8" }).sort()
      : [""]
    for (const name of names.filter((each) => !/\.test\.tsx?$/.test(each))) {
      const file = join(path, name)
      if (statSync(file).isFile()) hash.update(name).update(readFileSync(file))
    }
  }
  return hash.digest("hex").slice(0, 20)
}

function forgetOld(): void {
  mkdirSync(SHELF, { recursive: true })
  for (const name of readdirSync(SHELF)) {
    const path = join(SHELF, name)
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
  }
}
