// The knobs of Gobble (SA-1 to SA-3). Brügmann gives the shape of the annealing but no numbers; ours were tried on his
// one published map, the empty 9×9 after 10 000 games, and came closest to it (docs/players/gobble.md has the figures).

import type { GobbleOrder } from "./kernel.ts"

/** How games are annealed and judged. */
export interface GobbleSettings {
  /** 0: values of moves by themselves; 1: of moves as answers to the one before (SA-3). */
  readonly order: GobbleOrder
  /** Strategy B: the number of best moves that are played and evaluated again; 0 is strategy A (SA-2). */
  readonly branch: number
  /** p_swap of the first game; it falls linearly to zero. */
  readonly swap: number
  /** Share of the games that are left at the end when it has reached zero. */
  readonly frozen: number
  /** Share of the moves that are wholly random. */
  readonly random: number
}

const ANNEALING = { swap: 0.8, frozen: 0.1, random: 0.08 } as const

/** Gobble's strategies of the text by name. */
export const GOBBLE_PRESETS = {
  a: { order: 0, branch: 0, ...ANNEALING },
  b: { order: 0, branch: 4, ...ANNEALING },
  order1: { order: 1, branch: 0, ...ANNEALING },
} as const satisfies Readonly<Record<string, GobbleSettings>>

/** A strategy of the text by name. */
export type GobblePreset = keyof typeof GOBBLE_PRESETS

/** Gobble's settings where none are given. */
export const DEFAULT_GOBBLE: GobbleSettings = GOBBLE_PRESETS.a
