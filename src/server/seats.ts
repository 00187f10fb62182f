// A bounded number of players for any number of connections. A connection keeps its player after a search, and with it
// the tree and the engine's process, until another connection needs the place.

import { err, ok, type Result } from "../base/result.ts"
import type { Player } from "../players/index.ts"
import { EngineError, keyOf, type PlayerOrder, type PlayerSource } from "../service/index.ts"

interface Seat {
  readonly spec: string
  readonly player: Player
  isBusy: boolean
}

export class Seats {
  readonly #most: number
  /** By owner; who searched last is at the end. */
  readonly #taken = new Map<object, Seat>()
  readonly #closing = new Set<Promise<void>>()

  constructor(most: number) {
    this.#most = most
  }

  /** Players that search now. */
  get busy(): number {
    return [...this.#taken.values()].filter(({ isBusy }) => isBusy).length
  }

  /** A player for one search of its owner: the one it had, if the name is the same, or a new one. */
  take(
    owner: object,
    spec: string,
    make: () => Result<Player, string>,
  ): Result<Player, { readonly code: "busy" | "refused"; readonly reason: string }> {
    const own = this.#taken.get(owner)
    if (own?.spec === spec) {
      this.#seat(owner, own)
      return ok(own.player)
    }
    this.leave(owner)
    if (this.#taken.size >= this.#most && !this.#evict())
      return err({ code: "busy", reason: `${this.#most} searches are running already; try again later` })
    const player = make()
    if (!player.ok) return err({ code: "refused", reason: player.error })
    this.#seat(owner, { spec, player: player.value, isBusy: true })
    return player
  }

  /** The seat of one owner, as a service uses it: one player, whatever it is wanted for. */
  of(owner: object, make: (order: PlayerOrder) => Result<Player, string>): PlayerSource {
    return {
      take: (_, order) => {
        const player = this.take(owner, keyOf(order), () => make(order))
        if (player.ok) return player.value
        throw new EngineError(player.error.code, player.error.reason)
      },
      rest: () => this.rest(owner),
      drop: () => this.leave(owner),
      close: () => Promise.resolve(this.leave(owner)),
    }
  }

  /** The search is over; the player may be wanted again. */
  rest(owner: object): void {
    const seat = this.#taken.get(owner)
    if (seat) seat.isBusy = false
  }

  /** The owner needs its player no more, or can't use it. Its search is over. */
  leave(owner: object): void {
    const seat = this.#taken.get(owner)
    if (!seat) return
    this.#taken.delete(owner)
    const closing = seat.player.close().catch(() => undefined)
    this.#closing.add(closing)
    void closing.then(() => this.#closing.delete(closing))
  }

  /** Lets all players go, and waits until they are gone. Their searches are over. */
  async close(): Promise<void> {
    for (const owner of this.#taken.keys()) this.leave(owner)
    await Promise.all(this.#closing)
  }

  #seat(owner: object, seat: Seat): void {
    this.#taken.delete(owner)
    seat.isBusy = true
    this.#taken.set(owner, seat)
  }

  /** Frees the place that has been idle longest; false when none is idle. */
  #evict(): boolean {
    for (const [owner, { isBusy }] of this.#taken) {
      if (isBusy) continue
      this.leave(owner)
      return true
    }
    return false
  }
}
