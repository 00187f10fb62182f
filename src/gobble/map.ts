// The value map of a position (Brügmann's figure 1): what each point is worth to the side to move, by strategy A's
// games.

import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import type { Color, Position } from "../rules/index.ts"
import { Pace } from "../search/pace.ts"
import { startOf } from "../search/start.ts"
import { evaluate } from "./evaluation.ts"
import { GobbleKernel } from "./kernel.ts"
import type { Gobble, GobbleOrder, GobbleTotals } from "./kernel.ts"
import { ReferenceGobble } from "./reference.ts"
import { DEFAULT_GOBBLE, type GobbleSettings } from "./settings.ts"

/** Gobble's games by the kernel where it has room and there is WebAssembly, else by its slower twin. */
export async function openGobble(order: GobbleOrder, size: number): Promise<Gobble> {
  if (size > KERNEL_MAX_SIZE) return new ReferenceGobble(order)
  return GobbleKernel.create(order).catch(() => new ReferenceGobble(order))
}

/** How a map is made. */
export interface GobbleMapOptions extends Partial<Omit<GobbleSettings, "branch">> {
  readonly games: number
  readonly seed: number
  /** When it fires, the map of the games so far is the answer. */
  readonly signal?: AbortSignal
  /** Told now and then how many games have been played. */
  readonly onProgress?: (games: number) => void
}

/** Gobble's value of every point. */
export interface GobbleMap {
  /**
   * By point: mean margin, as Black sees it and without komi, of the games in which this side was first there; 0
   * without games.
   */
  readonly values: Float64Array
  /** By point: how many games these were. */
  readonly valueGames: Float64Array
  readonly totals: GobbleTotals
  readonly seconds: number
}

/** What Gobble thinks of every point of a position, from games by simulated annealing. */
export async function makeGobbleMap(
  position: Position,
  color: Color,
  { games, seed, signal, onProgress, ...settings }: GobbleMapOptions,
): Promise<GobbleMap> {
  const { game, last, komi } = startOf(position, color)
  const { board } = game
  const whole = { ...DEFAULT_GOBBLE, ...settings }
  const gobble = await openGobble(whole.order, board.size)
  const report = onProgress && ((): void => onProgress(gobble.totals().games))
  const pace = new Pace({ seconds: Infinity, signal, reportEvery: 100, report })
  await evaluate(gobble, { board, color, last, komi, seed }, { games, until: Infinity }, whole, pace)
  const { values, games: valueGames } = gobble.values(color)
  return { values, valueGames, totals: gobble.totals(), seconds: pace.seconds }
}
