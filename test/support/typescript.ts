// TypeScript as users of the package run it: the newest that the checkout has, and the oldest that the package
// supports.

import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

export interface Compilation {
  readonly compiler: "typescript" | "typescript-oldest"
  readonly user: "Node" | "a browser"
  readonly files: readonly string[]
  readonly cwd: string
}

const MODULES = {
  Node: { module: "nodenext", types: ["node"], lib: ["es2022"] },
  "a browser": { module: "esnext", moduleResolution: "bundler", types: [], lib: ["es2022", "dom"] },
}

/** What tsc complains about, the declarations of packages included; nothing when all is well. */
export async function compile({ compiler, user, files, cwd }: Compilation): Promise<string> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "es2022",
    typeRoots: [join(root, "node_modules/@types")],
    ...MODULES[user],
  }
  await writeFile(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  const args = [join(root, "node_modules", compiler, "lib/tsc.js"), "-p", "."]
  return new Promise((resolve) => {
    // tsc writes its complaints to stdout.
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
      resolve(error && stdout === "" ? stderr : stdout),
    )
  })
}
