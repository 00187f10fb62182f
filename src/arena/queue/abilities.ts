// What this machine can play: players of the registry, and engines whose program is found on it.

import { accessSync, constants, statSync } from "node:fs"
import { delimiter, join } from "node:path"
import { PLAYERS } from "../../players/index.ts"
import { isGtpSpec, splitCommand } from "../../players/node/gtp.ts"
import { makeContestant } from "../contestant.ts"

export const PLAYER_NAMES: readonly string[] = PLAYERS.map(({ name }) => name)

/** The program of `gtp:COMMAND`; undefined for players that are none. */
export function programOf(spec: string): string | undefined {
  return isGtpSpec(spec) ? splitCommand(spec.slice(spec.indexOf(":") + 1))?.[0] : undefined
}

/** Why this machine can't play as `spec`; undefined when it can. No engine is started. */
export async function lackOf(spec: string): Promise<string | undefined> {
  if (isGtpSpec(spec)) {
    const program = programOf(spec)
    if (program === undefined) return `"${spec}" names no program`
    return isFound(program) ? undefined : `${program} is not on its PATH`
  }
  const made = makeContestant(spec, {}, 1)
  if (!made.ok) return made.error
  await made.value.close()
  return undefined
}

function isFound(program: string): boolean {
  if (program.includes("/")) return isExecutable(program)
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return folders.some((folder) => isExecutable(join(folder, program)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
