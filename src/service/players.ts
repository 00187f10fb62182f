// The players that a service thinks with. A player is kept for the next question that wants the same one: its tree goes
// on from move to move.

import type { Result } from "../base/result.ts"
import { isBudgeted, makePlayer, PLAYERS, type Player } from "../players/index.ts"
import { PRESET_NAMES } from "../search/index.ts"
import { EngineError, type Opponent } from "./messages.ts"

/** What a player is wanted for. A page has one player for the game and another one that analyses it. */
export type Role = "move" | "analysis"

/** Which player to make. */
export interface PlayerOrder {
  /** The player's name, as the registry reads it. */
  readonly name: string
  /** The value of the option `threads` of players that know it, unless their name has its own. */
  readonly threads: number
  /** The seed of the question; an engine's command may contain it. */
  readonly seed: number
}

/** Where a service gets its players from. */
export interface PlayerSource {
  /** The player for one question. @throws {EngineError} where there is none. */
  take(role: Role, order: PlayerOrder): Player | Promise<Player>
  /** The question is answered; the player may be wanted again. */
  rest(role: Role): void
  /** The player failed; the next question gets a new one. */
  drop(role: Role): void | Promise<void>
  close(): Promise<void>
}

/** The key of an order: the same player can answer orders with the same key. */
export function keyOf({ name, threads }: PlayerOrder): string {
  return `${threads} ${name}`
}

/** Keeps one player for each role. */
export class KeptPlayers implements PlayerSource {
  readonly #make: (order: PlayerOrder) => Result<Player, string>
  readonly #kept = new Map<Role, { readonly key: string; readonly player: Player }>()

  constructor(
    make: (order: PlayerOrder) => Result<Player, string> = ({ name, threads }) =>
      makePlayer(name, { threads }),
  ) {
    this.#make = make
  }

  async take(role: Role, order: PlayerOrder): Promise<Player> {
    const key = keyOf(order)
    const kept = this.#kept.get(role)
    if (kept?.key === key) return kept.player
    await this.drop(role)
    const made = this.#make(order)
    if (!made.ok) throw new EngineError("refused", made.error)
    this.#kept.set(role, { key, player: made.value })
    return made.value
  }

  rest(): void {
    // It stays as it is.
  }

  async drop(role: Role): Promise<void> {
    const kept = this.#kept.get(role)
    this.#kept.delete(role)
    // One that failed may fail once more.
    await kept?.player.close().catch(() => undefined)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((role) => this.drop(role)))
  }
}

/** The players of the registry that can be had, the tree search once for each of its presets. */
export function listOpponents(isThere = (name: string): boolean => makePlayer(name).ok): Opponent[] {
  return PLAYERS.filter(({ name }) => isThere(name)).flatMap((kind) => {
    const { name, summary } = kind
    return name === "uct"
      ? PRESET_NAMES.map((preset) => ({ player: `${name}:${preset}`, isBudgeted: isBudgeted(kind) }))
      : { player: name, summary, isBudgeted: isBudgeted(kind) }
  })
}
