// How the values of a classical engine and the win rates of a search become one choice (HYB-2,
// HYB-3). After Chelaru's thesis of 2008 (4.4.2 the product, 5.2 the temperature, which he left as an
// idea). No processes here: `node/value-engine.ts` gets the values from an engine.

import { err, ok, type Result } from "../base/result.ts"
import { integers, positives, readOptions, words } from "../player/index.ts"
import type { OptionTable, Player, PlayerSpec } from "../player/index.ts"
import { isPass, parseVertex, type Move } from "../rules/index.ts"
import { UCT_OPTIONS, UCT_PLAYER } from "../search/index.ts"
import type { Candidate, PlayerEnvironment, SearchReport } from "../search/index.ts"

/** A move and what a classical engine thinks it is worth, in the engine's own unit: GNU Go's are about points. */
export interface ValuedMove {
  readonly move: Move
  readonly value: number
}

/** A move with the engine's value and the search's win rate. */
export interface HybridCandidate extends ValuedMove {
  readonly winRate: number
  /** What decides; only its order has a meaning. */
  readonly score: number
}

/** The weight at which engine and search count alike: the published product. */
export const EVEN_WEIGHT = 0.5

/** What else is known of a move counts as this number of visits beside the move's own. */
const DOUBT = 30

/** Reads moves and values as `top_moves_black` (on one line) and `all_move_values` (a line each) list them. */
export function parseValues(text: string, size: number): ValuedMove[] {
  const pairs = text.matchAll(/([a-z]\d{1,2})\s+([-+]?\d+(?:\.\d+)?)(?=\s|$)/gi)
  return [...pairs].flatMap(([, vertex, value]) => {
    const move = parseVertex(vertex!, size)
    return move === undefined ? [] : [{ move, value: Number(value) }]
  })
}

/**
 * The candidates of positive value that the search knows too, best first; moves that the rules refuse are not among its
 * own. The weight is the engine's, from 0 (the search alone decides between them) to 1 (the engine alone).
 */
export function combine(
  values: readonly ValuedMove[],
  report: SearchReport,
  weight = EVEN_WEIGHT,
): HybridCandidate[] {
  const searched = new Map(report.candidates.map((candidate) => [candidate.move, candidate]))
  return values
    .flatMap(({ move, value }) => {
      const candidate = searched.get(move)
      if (!candidate || isPass(move) || !(value > 0)) return []
      const winRate = winProbability(candidate, report.winRate)
      return [{ move, value, winRate, score: value ** (2 * weight) * winRate ** (2 - 2 * weight) }]
    })
    .sort((a, b) => b.score - a.score || b.value - a.value)
}

/**
 * A tree hardly looks at most moves, and one visit is a rate of 0 or 1. So what is missing in visits is filled up with
 * the rate whenever the move was played, or that of all simulations; a neglected move is never taken for better than
 * these.
 */
function winProbability({ visits, winRate, rave }: Candidate, average: number): number {
  const believed = Math.min(rave?.winRate ?? average, average)
  return (visits * winRate + DOUBT * believed) / (visits + DOUBT)
}

/** The engine's weight when all is well, and in full trouble. */
const CALM_WEIGHT = 0.25
const TROUBLE_WEIGHT = 0.75
/** A win rate that has fallen by this much is full trouble … */
const LARGEST_FALL = 0.15
/** … within this number of own moves. */
const MEMORY = 8
/** Behind by this much is no trouble yet, by that much it is full. */
const EVEN_RATE = 0.45
const LOST_RATE = 0.2
/** Trouble is believed at once and forgotten slowly: by this share a move. */
const RECOVERY = 0.25

/**
 * The weight between the two over a game (HYB-3): in favour of the search at first, of the engine when the search's own
 * win rates show that it overlooked something (they fall), or that it no longer tells moves apart (nearly all games are
 * lost).
 */
export class Temperature {
  #rates: number[] = []
  #trouble = 0

  /** The engine's weight. */
  get weight(): number {
    return CALM_WEIGHT + (TROUBLE_WEIGHT - CALM_WEIGHT) * this.#trouble
  }

  /** Takes note of the win rate before an own move. */
  note(winRate: number): void {
    const fall = Math.max(winRate, ...this.#rates) - winRate
    const behind = EVEN_RATE - winRate
    const trouble = Math.min(1, Math.max(0, fall / LARGEST_FALL, behind / (EVEN_RATE - LOST_RATE)))
    this.#trouble = Math.max(trouble, this.#trouble + RECOVERY * (trouble - this.#trouble))
    this.#rates = [...this.#rates, winRate].slice(-MEMORY)
  }
}

const VALUE_COMMANDS = ["top_moves", "all_move_values"] as const

/** How an engine is asked. */
export interface ValueSettings {
  /** How it lists its values; default: `all_move_values` where it knows that. */
  readonly values?: (typeof VALUE_COMMANDS)[number]
  /** GNU Go's strength; default: the engine's own. */
  readonly level?: number
}

/** The limits of search and engine, and whether the weight between them adapts. */
export interface HybridSettings {
  readonly name: string
  /** The search's own limit, where the request has none. */
  readonly seconds?: number
  /** The most that the engine may take for a move before it is killed. */
  readonly engineSeconds: number
  readonly ponders: boolean
  /** Whether the weight between the two adapts to the game (HYB-3). */
  readonly isTempered: boolean
}

/** The options of the player `hybrid`, read. */
export interface HybridSpec extends HybridSettings {
  readonly engine: ValueSettings & { readonly command: string }
  /** The `uct` player that searches. */
  readonly search: PlayerSpec
}

const LONGEST_SECONDS = 86_400

/** The options of the engine and of the search; two of the latter have another default. */
const HYBRID_OPTIONS = {
  engine: {
    kind: "text",
    default: "gnugo",
    meaning: "command of a GTP engine that lists values, in double quotes where it has blanks",
    needs: "program",
  },
  values: {
    ...words(...VALUE_COMMANDS),
    meaning: "how the engine lists values; by default the second where the engine has it",
    source: "HYB-2",
  },
  level: { ...integers(0, 999), meaning: "strength that the engine is set to; by default its own" },
  "engine-seconds": {
    ...positives(LONGEST_SECONDS),
    default: 60,
    meaning: "seconds for an answer of the engine before it is killed",
  },
  temperature: {
    kind: "switch",
    default: false,
    meaning: "the weight between engine and search adapts to the game",
    source: "Chelaru 2008, 5.2; HYB-3",
  },
  ...UCT_OPTIONS,
  ponder: { ...UCT_OPTIONS.ponder, default: 1 },
  // That rule looks at visits alone, so that the search uses its whole time.
  "early-stop": { ...UCT_OPTIONS["early-stop"], default: 0 },
} as const satisfies OptionTable

/** The player `hybrid`, as the registry lists it. */
export const HYBRID_PLAYER = {
  name: "hybrid",
  summary: "a classical engine's values times the tree search's win rates; engine=gnugo",
  options: HYBRID_OPTIONS,
  presets: UCT_PLAYER.presets,
  make: (spec: PlayerSpec, environment: PlayerEnvironment): Result<Player, string> =>
    environment.makeHybrid?.(spec, environment) ??
    err("hybrid starts an engine as a process, and there are none here (a browser has none)"),
} as const

/** Reads `hybrid[:PRESET][,key=value…]`. */
export function parseHybridSpec(spec: PlayerSpec): Result<HybridSpec, string> {
  const read = readOptions(HYBRID_PLAYER, spec)
  if (!read.ok) return read
  const { engine: command, values, level, seconds, temperature, ponder } = read.value
  const { name, preset, options } = spec
  const searched = [...options].filter(([key]) => Object.hasOwn(UCT_OPTIONS, key))
  return ok({
    name: preset === undefined ? name : `${name}:${preset}`,
    engine: {
      command,
      ...(values === undefined ? {} : { values }),
      ...(level === undefined ? {} : { level }),
    },
    search: {
      name: UCT_PLAYER.name,
      ...(preset === undefined ? {} : { preset }),
      options: new Map([["early-stop", "off"], ...searched, ["ponder", "off"]]),
    },
    ...(seconds === undefined ? {} : { seconds }),
    engineSeconds: read.value["engine-seconds"],
    ponders: ponder === 1,
    isTempered: temperature,
  })
}
