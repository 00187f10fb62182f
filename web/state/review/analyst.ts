// The engine at work on a record: a long look at the position that is shown, for as long as one stays there, or a short
// one at every position of the line. What it finds goes into the thoughts.

import type { SgfNode } from "montego/record"
import type { Game } from "montego/rules"
import { decidedRate, type SearchReport } from "montego/search"
import type { Asking, Engine } from "../../engine/client.ts"
import { Thoughts } from "./thoughts.ts"
import type { Place } from "./walk.ts"

/** Playouts for one position while one looks at it, and when the whole game is gone through. */
export const LOOK_PLAYOUTS = 100_000
const SWEEP_PLAYOUTS = 400

export class Analyst {
  readonly thoughts = new Thoughts()
  /** Whether it looks at whatever position is shown. */
  isOn = false
  /** Whether the whole game is being gone through, and how far that is. */
  sweeping: { readonly done: number; readonly all: number } | undefined
  /** What is wrong with the engine. */
  trouble: string | undefined
  readonly #engine: Engine
  readonly #changed: () => void
  #asking: Asking<"analysis"> | undefined

  constructor(engine: Engine, changed: () => void) {
    this.#engine = engine
    this.#changed = changed
  }

  async look(node: SgfNode, game: Game): Promise<void> {
    this.stop()
    this.trouble = undefined
    if (this.thoughts.report(node) && this.thoughts.playouts(node) >= LOOK_PLAYOUTS) return
    const keep = (report: SearchReport): void => {
      this.thoughts.keep(node, report)
      this.#changed()
    }
    const task = { kind: "analysis", position: game.position(), color: game.toPlay } as const
    const asking = this.#engine.ask({ ...task, budget: { playouts: LOOK_PLAYOUTS }, seed: 1 }, keep)
    this.#asking = asking
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking) return
    this.#asking = undefined
    if (answer instanceof Error) {
      this.trouble = answer.message
      this.isOn = false
    } else if (answer) keep(answer.report)
    this.#changed()
  }

  /** A short look at each of these, where there was none and the rules have not decided the game; `stop` ends it. */
  async sweep(places: readonly Place[]): Promise<void> {
    this.stop()
    this.trouble = undefined
    for (const [done, { node, position: makePosition, color }] of places.entries()) {
      if (this.thoughts.playouts(node) >= SWEEP_PLAYOUTS) continue
      this.sweeping = { done, all: places.length }
      const position = makePosition()
      const decided = decidedRate(position)
      if (decided !== undefined) {
        this.thoughts.know(node, decided)
        continue
      }
      const task = { kind: "analysis", position, color } as const
      const asking = this.#engine.ask({ ...task, budget: { playouts: SWEEP_PLAYOUTS }, seed: 1 })
      this.#asking = asking
      const answer = await asking.answer.catch((error: Error) => error)
      if (this.#asking !== asking) return
      if (answer instanceof Error) {
        this.trouble = answer.message
        break
      }
      if (answer) this.thoughts.keep(node, answer.report)
      this.#changed()
    }
    this.sweeping = undefined
    this.#asking = undefined
  }

  stop(): void {
    const asking = this.#asking
    this.#asking = undefined
    this.sweeping = undefined
    asking?.stop()
  }
}
