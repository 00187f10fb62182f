// Players for the server's clients: those of every command line, without options that reach beyond the search. A name
// from outside opens no file, starts no program but those that the server was started with, by their names, and stays
// within limits.

import { err, ok, type Result } from "../base/result.ts"
import {
  excessOf,
  findPlayer,
  makePlayer,
  makePlayerSpec,
  parsePlayerSpec,
  readOptions,
  type Player,
} from "../players/index.ts"
import type { PlayerForm, PlayerSpec } from "../players/index.ts"
import { makeGtpPlayer, NODE_ENVIRONMENT } from "../players/node/index.ts"
import { HYBRID, INSTALLED, listOpponents, type Opponent, type PlayerOrder } from "../service/index.ts"
import type { Limits } from "./limits.ts"

/** Programs that the server may start: their commands by name. */
export type Engines = ReadonlyMap<string, string>

/** How an engine may be called: it stands in players' names. */
export const ENGINE_NAME = /^[a-z][a-z0-9-]*$/

/** Makes the player that is ordered; the error says why there is none. */
export function makeRemotePlayer(
  { name, threads, seed }: PlayerOrder,
  engines: Engines,
  limits: Limits,
): Result<Player, string> {
  const parsed = parsePlayerSpec(name)
  if (!parsed.ok) return parsed
  const spec = parsed.value
  if (spec.name === "gtp") return makeEngine(spec, seed, engines)
  const kind = findPlayer(spec.name)
  if (!kind.ok) return kind
  const options = boundOptions(kind.value, spec, engines, limits)
  if (!options.ok) return options
  return makePlayer(makePlayerSpec({ ...spec, options: options.value }), { threads }, NODE_ENVIRONMENT)
}

/** The options as they may be here; the error says which of them may not. */
function boundOptions(
  kind: PlayerForm,
  spec: PlayerSpec,
  engines: Engines,
  limits: Limits,
): Result<PlayerSpec["options"], string> {
  const values = readOptions(kind, spec)
  if (!values.ok) return values
  const excess = excessOf(kind.options, values.value, limits)
  if (excess !== undefined) return err(excess)
  const options = new Map(spec.options)
  for (const [key, { needs }] of Object.entries(kind.options)) {
    if (needs === "files" && options.has(key))
      return err(`${key} is a file of the server's machine, and not to be had from here`)
    // Pondering would outlast the search and its limits.
    if (needs === "idle-time") options.set(key, "off")
    if (needs !== "program") continue
    const engine = String(values.value[key])
    const command = engines.get(engine)
    if (command === undefined) return err(unknownEngine(engine, engines))
    options.set(key, command)
  }
  return ok(options)
}

/** The players that can be had. */
export function remotePlayers(engines: Engines): readonly Opponent[] {
  const installed = [...engines.keys()].map((name) => ({ player: `${INSTALLED}${name}`, isBudgeted: false }))
  // Of the hybrids there is one for each engine.
  const own = listOpponents(() => true).flatMap((opponent) =>
    opponent.player === HYBRID
      ? [...engines.keys()].map((name) => ({ ...opponent, player: `${HYBRID},engine=${name}` }))
      : [opponent],
  )
  return [...own, ...installed]
}

function makeEngine({ preset, options }: PlayerSpec, seed: number, engines: Engines): Result<Player, string> {
  const command = engines.get(preset ?? "")
  if (command === undefined) return err(unknownEngine(preset ?? "", engines))
  if (options.size > 0) return err("an engine's options are part of the command that the server was given")
  return makeGtpPlayer(`gtp:${command}`, { seed, name: `gtp:${preset}` })
}

function unknownEngine(name: string, engines: Engines): string {
  const known = engines.size > 0 ? `there are: ${[...engines.keys()].join(", ")}` : "it was given none"
  return `the server was not started with an engine "${name}" (--engine NAME=COMMAND); ${known}`
}
