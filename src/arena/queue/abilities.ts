// What this machine can play, and may: players of the registry, and engines whose program its owner has allowed. The names
// come by the queue, from whoever can write there, so that a command is never run because it was asked for.

import { accessSync, constants, realpathSync, statSync } from "node:fs"
import { basename, delimiter, dirname, join, resolve } from "node:path"
import { parsePlayerSpec } from "../../players/index.ts"
import { isGtpSpec, splitCommand } from "../../players/node/gtp.ts"
import { isModuleSpec, moduleFile } from "../../players/node/module.ts"
import { engineCommand, makeContestant } from "../contestant.ts"

/** Debian puts games here; the controller of engines looks there, too. */
const GAMES = "/usr/games"

/** Where a program is that people call so; undefined when it is nowhere. */
export function findProgram(name: string): string | undefined {
  const folders = name.includes("/") ? [""] : [...(process.env["PATH"] ?? "").split(delimiter), GAMES]
  const found = folders.map((folder) => resolve(folder, name)).find(isExecutable)
  // The folder's real name, but not the file's: programs of many names are one file, and are not one program.
  return found === undefined ? undefined : join(realpathSync(dirname(found)), basename(found))
}

export class Abilities {
  readonly #engines: readonly string[]
  /** Names that were found good; each game asks again. */
  readonly #able = new Set<string>()

  /** `engines` are the names or paths of the programs that may be started, and `module:FILE` of those that may be loaded. */
  constructor(engines: readonly string[] = []) {
    this.#engines = engines
  }

  /** The allowed engines that are really here. */
  get programs(): readonly string[] {
    return this.#engines.filter((engine) => isModuleSpec(engine) || findProgram(engine) !== undefined)
  }

  /** Why this machine does not play as `spec`; undefined when it does. No engine is started. */
  async lackOf(spec: string): Promise<string | undefined> {
    if (this.#able.has(spec)) return undefined
    const lack = await this.#look(spec)
    if (lack === undefined) this.#able.add(spec)
    return lack
  }

  async #look(spec: string): Promise<string | undefined> {
    const command = engineCommand(spec)
    const lack = command === undefined ? undefined : this.#engineLack(command)
    if (lack !== undefined) return lack
    if (isModuleSpec(spec) && !this.#allowsModule(spec))
      return `${moduleFile(spec)} is not allowed here (--allow-engine module:FILE)`
    if (isLearning(spec)) return `"${spec}" would write a file here`
    if (isGtpSpec(spec)) return undefined
    const made = await makeContestant(spec, {}, 1)
    if (!made.ok) return made.error
    await made.value.close()
    return undefined
  }

  /** Before anything of it is run: to load a module is to run it. */
  #allowsModule(spec: string): boolean {
    const file = moduleFile(spec)
    return this.#engines.some((engine) => isModuleSpec(engine) && moduleFile(engine) === file)
  }

  #engineLack(command: string): string | undefined {
    const program = splitCommand(command)?.[0]
    if (program === undefined) return `"${command}" names no program`
    const path = findProgram(program)
    if (path !== undefined && this.#engines.some((engine) => findProgram(engine) === path)) return undefined
    if (path === undefined && this.#engines.includes(program)) return `${program} is not on its PATH`
    return `${program} is not allowed here (--allow-engine)`
  }
}

function isLearning(spec: string): boolean {
  const parsed = parsePlayerSpec(spec)
  return parsed.ok && parsed.value.options.get("learn") === "on"
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
