// `uct` by its name: presets, and every knob of the search as an option (TREE-3 to TREE-15).

import { err, ok, type Result } from "../base/result.ts"
import { BUDGET_OPTIONS, budgetOf, readOptions, THREADS_OPTION } from "../player/index.ts"
import type { OptionTable, Player, PlayerSpec } from "../player/index.ts"
import {
  NET_FILE_OPTION,
  WEIGHTS_FILE_OPTIONS,
  withOwnFiles,
  type OwnFiles,
  type PlayerEnvironment,
} from "./environment.ts"
import { PARAMS, PRESETS } from "./params.ts"
import { UctPlayer, type UctOptions } from "./uct-player.ts"

/** Budget and memory beside the search's knobs. */
export const UCT_OPTIONS = {
  ...BUDGET_OPTIONS,
  threads: THREADS_OPTION,
  experience: { kind: "file", meaning: "file of past games that the search knows", needs: "files" },
  learn: {
    kind: "switch",
    default: false,
    meaning: "add the games that it plays to the file of past games",
    needs: "files",
  },
  ...NET_FILE_OPTION,
  ...WEIGHTS_FILE_OPTIONS,
  ...PARAMS,
} as const satisfies OptionTable

/** How the name is read. Apart from `UCT_PLAYER`, so that the page can read names without the search in its bundle. */
const UCT_FORM = { name: "uct", options: UCT_OPTIONS, presets: PRESETS } as const

/** For the list of players. */
export const UCT_PLAYER = {
  name: "uct",
  summary: "tree search; presets plain, brady, mogo, 2026, strong, net; montego params lists its options",
  options: UCT_OPTIONS,
  presets: PRESETS,
  make: makeUctPlayer,
} as const

/** What the name of a `uct` player says. */
export interface UctSearch extends Pick<UctOptions, "params" | "budget" | "threads"> {
  readonly experience?: string
  readonly learn: boolean
  readonly files: OwnFiles
}

/** Reads `uct[:PRESET][,key=value…]`. */
export function readUctSpec(spec: PlayerSpec): Result<UctSearch, string> {
  const read = readOptions(UCT_FORM, spec)
  if (!read.ok) return read
  const {
    playouts,
    seconds,
    threads,
    experience,
    learn,
    "net-file": net,
    "moves-file": moves,
    "playout-file": playout,
    ...params
  } = read.value
  const budget = budgetOf({ playouts, seconds })
  const weights = { ...(moves === undefined ? {} : { moves }), ...(playout === undefined ? {} : { playout }) }
  const files = {
    ...(net === undefined ? {} : { net }),
    ...(moves === undefined && playout === undefined ? {} : { weights }),
  }
  return ok({ params, budget, threads, learn, files, ...(experience === undefined ? {} : { experience }) })
}

/** The tree search as a player, by its name and options. */
export function makeUctPlayer(spec: PlayerSpec, environment: PlayerEnvironment = {}): Result<Player, string> {
  const read = readUctSpec(spec)
  if (!read.ok) return read
  const { params, budget, threads } = read.value
  const memory = openMemory(read.value, environment)
  if (!memory.ok) return memory
  const own = withOwnFiles(environment, read.value.files)
  if (!own.ok) return own
  const preset = spec.preset === undefined ? {} : { preset: spec.preset }
  return ok(new UctPlayer({ params, budget, threads, ...preset, ...memory.value }, own.value))
}

function openMemory(
  { experience, learn: learns }: UctSearch,
  { openExperience, warn = () => undefined }: PlayerEnvironment,
): Result<Pick<UctOptions, "memory" | "learns">, string> {
  if (experience === undefined) return learns ? err("learn=on needs a file: experience=FILE") : ok({})
  if (!openExperience)
    return err("experience is read from a file, and there are no files here (a browser has none)")
  const memory = openExperience(experience, { learns, warn })
  return memory.ok ? ok({ memory: memory.value, learns }) : memory
}
