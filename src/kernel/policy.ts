// How a playout chooses its moves. Names are what people write; the numbers are the module's.

import * as NUMBERS from "./assembly/policies.ts"

/** The numbers of the playout policies in the module. */
export const POLICIES = { light: NUMBERS.LIGHT, mogo: NUMBERS.MOGO, gamma: NUMBERS.GAMMA } as const

/** A playout policy by name. */
export type PolicyName = keyof typeof POLICIES

/** The playout policies by name. */
export const POLICY_NAMES = Object.keys(POLICIES) as readonly PolicyName[]

/** The rules of the `mogo` playout (SIM-6), each a switch. */
export interface MogoRules {
  /** Take an enemy chain in atari. Default: yes. */
  readonly capture?: boolean
  /** Save an own chain in atari, by a capture or by running to two liberties. Default: yes. */
  readonly escape?: boolean
  /** Play a 3×3 pattern next to the last move. Default: yes. */
  readonly pattern?: boolean
  /**
   * Where capture and escape look: at chains that the last move touched, or on the whole board. Default: `last-move`.
   */
  readonly scope?: "last-move" | "board"
  /** Never leave two or more own stones with one liberty, unless the move captures. Default: no. */
  readonly noSelfAtari?: boolean
  /** With `noSelfAtari`: the chance that such a move is played all the same when it is drawn. Default: 0. */
  readonly selfAtariChance?: number
  /** The chance that a move is made without any of the rules. Default: 0. */
  readonly randomness?: number
  /** Play the vital point of a small enclosed space that the last move touched. Default: no. */
  readonly nakade?: boolean
  /**
   * Look after chains of two liberties that the last move touched: gain liberties, or keep the enemy from it. Default:
   * no.
   */
  readonly low?: boolean
  /** Don't save a chain by running when a ladder catches it. Default: no. */
  readonly ladder?: boolean
}

/** The switches of the MoGo policy as bits. */
export const SWITCHES = {
  capture: NUMBERS.CAPTURE,
  escape: NUMBERS.ESCAPE,
  pattern: NUMBERS.PATTERN,
  board: NUMBERS.BOARD_SCOPE,
  noSelfAtari: NUMBERS.NO_SELF_ATARI,
  nakade: NUMBERS.NAKADE,
  ladder: NUMBERS.LADDER,
  low: NUMBERS.LOW,
} as const

/** Chances are kept in 256ths above the switches; 255 of them are the most. */
const SELF_ATARI_UNIT = 2 ** NUMBERS.SELF_ATARI_SHIFT
const RANDOMNESS_UNIT = 2 ** NUMBERS.RANDOMNESS_SHIFT

/** A chance as the playouts know it: whole 256ths. */
export function chanceIn256(chance: number): number {
  return Math.min(255, Math.max(0, Math.round(chance * 256)))
}

/** The switches as the module reads them. */
export function switchesOf(rules: MogoRules = {}): number {
  const { capture = true, escape = true, pattern = true, scope = "last-move" } = rules
  const { noSelfAtari = false, nakade = false, ladder = false, low = false } = rules
  const { selfAtariChance = 0, randomness = 0 } = rules
  const switches =
    (capture ? SWITCHES.capture : 0) |
    (escape ? SWITCHES.escape : 0) |
    (pattern ? SWITCHES.pattern : 0) |
    (scope === "board" ? SWITCHES.board : 0) |
    (noSelfAtari ? SWITCHES.noSelfAtari : 0) |
    (nakade ? SWITCHES.nakade : 0) |
    (ladder ? SWITCHES.ladder : 0) |
    (low ? SWITCHES.low : 0)
  return switches + chanceIn256(selfAtariChance) * SELF_ATARI_UNIT + chanceIn256(randomness) * RANDOMNESS_UNIT
}
