// Players of others' making: `module:FILE[,key=value…]` names an ES module whose default export is a `Player` or makes
// one. The module runs inside this process with all its rights, so only the user of the command line names one.

import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { messageOf } from "../../base/failure.ts"
import { plainFileRefusal } from "../../base/node/index.ts"
import { err, ok, type Result } from "../../base/result.ts"
import type { Answer, Player, Request } from "../../player/index.ts"
import { budgetOf, EngineFault, parsePlayerSpec } from "../../player/index.ts"
import { isOnBoard, isPass, type Position } from "../../rules/index.ts"
import type { PlayerEnvironment } from "../../search/index.ts"
import { makePlayer, type PlayerDefaults } from "../registry.ts"
import { NODE_ENVIRONMENT } from "./environment.ts"

/**
 * What a module exports to make its player; the options are the `key=value` pairs of its name, as they were written.
 */
export type PlayerFactory = (options: Readonly<Record<string, string>>) => Player | Promise<Player>

const PREFIX = "module:"
const WANTED = "a Player, or a function that makes one"

/** Whether a player's name stands for a module: `module:FILE`. */
export function isModuleSpec(text: string): boolean {
  return text.startsWith(PREFIX)
}

/** The same name with an absolute path, which `folder` completes; names of other players stay as they are. */
export function resolveModuleSpec(text: string, folder = process.cwd()): string {
  if (!isModuleSpec(text)) return text
  const { file, pairs } = splitSpec(text)
  return file === "" ? text : `${PREFIX}${resolve(folder, file)}${pairs}`
}

/** The file of a module's player. */
export function moduleFile(text: string): string {
  return resolve(splitSpec(text).file)
}

/** Makes the player that `text` names, one of a module included (see `makePlayer` for the others). */
export async function openPlayer(
  text: string,
  defaults: PlayerDefaults = {},
  environment: PlayerEnvironment = NODE_ENVIRONMENT,
): Promise<Result<Player, string>> {
  return isModuleSpec(text) ? loadPlayer(text, defaults) : makePlayer(text, defaults, environment)
}

/** The first `,key=` ends the path, which may itself have commas. */
function splitSpec(text: string): { file: string; pairs: string } {
  const rest = text.slice(PREFIX.length)
  const end = rest.search(/,[a-z][a-z0-9-]*=/)
  return end < 0 ? { file: rest, pairs: "" } : { file: rest.slice(0, end), pairs: rest.slice(end) }
}

async function loadPlayer(text: string, defaults: PlayerDefaults): Promise<Result<Player, string>> {
  const { file, pairs } = splitSpec(text)
  if (file === "") return err(`"${text}" names no file: it is module:FILE, such as module:./my-player.js`)
  const spec = parsePlayerSpec(`module${pairs}`)
  if (!spec.ok) return err(`"${text}": ${spec.error}`)
  const path = resolve(file)
  const refusal = moduleRefusal(path)
  if (refusal !== undefined) return err(refusal)
  const imported = await importDefault(path)
  if (!imported.ok) return imported
  const made = imported.value
  if (isPlayer(made)) return ok(adoptPlayer(made, defaults, { isShared: true }))
  if (typeof made !== "function") return err(`${path}: its default export must be ${WANTED}`)
  try {
    const player: unknown = await (made as PlayerFactory)(Object.fromEntries(spec.value.options))
    return isPlayer(player)
      ? ok(adoptPlayer(player, defaults))
      : err(`${path}: what its function makes is no Player: it needs a name, choose() and close()`)
  } catch (error) {
    return err(`${path}: its function failed: ${firstLine(error)}`)
  }
}

function moduleRefusal(path: string): string | undefined {
  if (!existsSync(path)) return `${path}: there is no such file`
  return plainFileRefusal(path)
}

async function importDefault(path: string): Promise<Result<unknown, string>> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown }
    return "default" in module ? ok(module.default) : err(`${path}: it has no default export, ${WANTED}`)
  } catch (error) {
    const reason = firstLine(error)
    const advice = /Cannot find package 'montego'/.test(reason) ? "; npm i montego in its folder" : ""
    return err(`${path} can't be loaded: ${reason}${advice}`)
  }
}

/** For a complaint of one line. */
function firstLine(error: unknown): string {
  const message = messageOf(error)
  return message.split("\n")[0]!
}

function isPlayer(value: unknown): value is Player {
  if (typeof value !== "object" || value === null) return false
  const { name, choose, close } = value as Partial<Player>
  return typeof name === "string" && typeof choose === "function" && typeof close === "function"
}

/**
 * Wraps a player from a module: requests without a budget get the default one, and an invalid answer is a fault of the
 * player. A player that is shared by several games is not closed with each.
 */
export function adoptPlayer<P extends Player>(
  player: P,
  defaults: PlayerDefaults = {},
  { isShared = false } = {},
): P {
  const usual = budgetOf(defaults)
  const choose = async (request: Request): Promise<Answer> => {
    const answer: unknown = await player.choose({ ...request, budget: { ...usual, ...request.budget } })
    if (isAnswer(answer, request.position)) return answer
    throw new EngineFault("illegal", "its answer has no move: a point of the board, a pass or resign")
  }
  // A proxy keeps the methods that not all players have, and their `this`.
  return new Proxy(player, {
    get(target, key): unknown {
      if (key === "choose") return choose
      if (key === "close" && isShared) return () => Promise.resolve()
      const value: unknown = Reflect.get(target, key)
      return typeof value === "function" ? (value.bind(target) as unknown) : value
    },
  })
}

function isAnswer(value: unknown, { size }: Position): value is Answer {
  if (typeof value !== "object" || value === null) return false
  const { move } = value as Partial<Answer>
  return move === "resign" || (typeof move === "number" && (isPass(move) || isOnBoard(size, move)))
}
