// Where a thread's program lies. A worker must be a compiled file; tests run the sources, and use the build's.

import { existsSync } from "node:fs"

/**
 * The compiled file `name` beside the module `caller` (its `import.meta.url`). @throws {Error} when it is not built.
 */
export function workerFile(caller: string, name: string): URL {
  const beside = new URL(name, caller)
  const source = beside.href.lastIndexOf("/src/")
  const built = new URL(`${beside.href.slice(0, source)}/dist/${beside.href.slice(source + "/src/".length)}`)
  const found = [beside, ...(source < 0 ? [] : [built])].find((file) => existsSync(file))
  if (!found) throw new Error(`${name} is not built: run npm run build`)
  return found
}
