// Players for the server's clients: those of every command line, without options that reach beyond the search. A name
// from outside opens no file, starts no program but those that the server was started with, by their names, and stays within limits.

import { err, type Result } from "../base/result.ts"
import { makePlayer, makePlayerSpec, parsePlayerSpec, type Player } from "../players/index.ts"
import type { PlayerSpec } from "../players/index.ts"
import { makeGtpPlayer, NODE_ENVIRONMENT } from "../players/node/index.ts"
import { INSTALLED, listOpponents, type Opponent, type PlayerOrder } from "../service/index.ts"
import type { Limits } from "./limits.ts"

/** Programs that the server may start: their commands by name. */
export type Engines = ReadonlyMap<string, string>

/** How an engine may be called: it stands in players' names. */
export const ENGINE_NAME = /^[a-z][a-z0-9-]*$/

/** The engine of a `hybrid` that names none, as everywhere. */
const USUAL_ENGINE = "gnugo"
/** Options that read or write files. */
const FILE_OPTIONS = ["experience", "learn"]

/** Options that ask for work, the limit that holds for them, and what one of them is worth in it: an evolution's step is eight games. */
const MEASURED_OPTIONS: readonly (readonly [
  option: string,
  limit: "playouts" | "seconds" | "threads" | "population",
  worth: number,
])[] = [
  ["playouts", "playouts", 1],
  ["seconds", "seconds", 1],
  ["threads", "threads", 1],
  ["games", "playouts", 1],
  ["steps", "playouts", 8],
  ["population", "population", 1],
]

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
  const refusal = refusalOf(spec, limits)
  if (refusal !== undefined) return err(refusal)
  const options = new Map(spec.options)
  // Pondering would outlast the search and its limits.
  if (spec.name === "uct" || spec.name === "hybrid") options.set("ponder", "off")
  if (spec.name === "hybrid") {
    const command = engines.get(options.get("engine") ?? USUAL_ENGINE)
    if (command === undefined) return err(unknownEngine(options.get("engine") ?? USUAL_ENGINE, engines))
    options.set("engine", command)
  }
  return makePlayer(makePlayerSpec({ ...spec, options }), { threads }, NODE_ENVIRONMENT)
}

/** The players that can be had. */
export function remotePlayers(engines: Engines): readonly Opponent[] {
  const installed = [...engines.keys()].map((name) => ({ player: `${INSTALLED}${name}`, isBudgeted: false }))
  return [...listOpponents((name) => name !== "hybrid" || engines.size > 0), ...installed]
}

function refusalOf({ options }: PlayerSpec, limits: Limits): string | undefined {
  const file = FILE_OPTIONS.find((key) => options.has(key))
  if (file !== undefined) return `${file} is a file of the server's machine, and not to be had from here`
  for (const [option, limit, worth] of MEASURED_OPTIONS) {
    const text = options.get(option)
    const most = Math.floor(limits[limit] / worth)
    if (text !== undefined && Number(text) > most) return `${option} is at most ${most} here`
  }
  return undefined
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
