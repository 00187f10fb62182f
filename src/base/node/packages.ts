// Packages that Montego uses where they are installed. The queue and the server need some that no other part does, so
// they are optional peers of the package, and a program that only wants the rules or the search does not install them.

import { readFileSync } from "node:fs"

/** An optional package is needed now and is not installed; the message has the command that installs it. */
export class MissingPackage extends Error {}

/**
 * Runs `load`, which imports optional packages.
 * @throws {MissingPackage} when one of them is not installed; `user` names what needs them.
 */
export async function loadWith<T>(
  user: string,
  packages: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!packages.some((name) => isMissing(error, name))) throw error
    const pins = testedVersions()
    const wanted = packages.map((name) => `${name}@${pins[name]}`)
    throw new MissingPackage(`${user} needs packages that are not installed: npm i ${wanted.join(" ")}`, {
      cause: error,
    })
  }
}

function isMissing(error: unknown, name: string): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return code === "ERR_MODULE_NOT_FOUND" && (error as Error).message.includes(`'${name}'`)
}

/** The exact versions that the tests ran with; `peerDependencies` has wider ranges. */
function testedVersions(): Readonly<Record<string, string>> {
  const file = new URL("../../../package.json", import.meta.url)
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { devDependencies: Record<string, string> }
  return manifest.devDependencies
}
