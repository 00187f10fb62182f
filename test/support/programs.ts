// Programs of others that tests start. `npm test` installs them where it may (scripts/setup.js has the list).

import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import type { Need } from "./needs.ts"

/** Each program's Debian package. */
const PACKAGES = {
  chromium: "chromium",
  "g++": "g++",
  gnugo: "gnugo",
  "redis-server": "redis-server",
  torchrun: "python3-torch",
} as const

/** Debian puts games here, which is often not on root's PATH. */
const GAMES = "/usr/games"

export function program(name: keyof typeof PACKAGES): Need {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), GAMES]
  const path = folders
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable)
  if (path !== undefined) return { path }
  return { missing: `${name} is not installed; it comes with Debian's package ${PACKAGES[name]}` }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
