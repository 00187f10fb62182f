// The engine at work on a record: a long look at the position that is shown, for as long as one stays there, or the
// whole game: first a glance at every position, then a deeper look, where most was lost first. What it finds goes into
// the thoughts.

import type { SgfNode } from "montego/record"
import type { Game } from "montego/rules"
import { decidedRate, withoutLastPasses, type SearchReport } from "montego/search"
import type { Asking, Engine } from "../../engine/client.ts"
import { Thoughts, type Depth, type GraphPoint } from "./thoughts.ts"
import type { Place } from "./walk.ts"

/** For one position while one looks at it. */
export const LOOK: Depth = { playouts: 100_000, evaluations: 10_000 }
/** A network's search plays no random games, which the RAVE map is made of. */
const RAVE_LOOK = { player: "uct:strong", budget: { playouts: LOOK.playouts } } as const
/** For every position of a game, first; one evaluation tells who leads. */
export const GLANCE: Depth = { playouts: 60, evaluations: 1 }
/** And then, on 19×19; small boards get more evaluations in the same time. */
const DEEPER: Depth = { playouts: 400, evaluations: 50 }
const LARGE = 19

/** Points that weigh as much as the whole win rate when the order of deeper looks is decided. */
const POINTS_OF_A_GAME = 40

/** Milliseconds between news of a sweep: to draw each position of a glance would take longer than the glance. */
const NEWS = 150

/** How far the whole game has been gone through. */
export interface Sweep {
  readonly pass: "glance" | "deeper"
  readonly done: number
  readonly all: number
  /** Of this pass; undefined until it can be told. */
  readonly secondsLeft?: number
}

export class Analyst {
  readonly thoughts = new Thoughts()
  /** Whether it looks at whatever position is shown. */
  isOn = false
  sweeping: Sweep | undefined
  /** What random games say of the position that is shown, while the RAVE map is wanted; else undefined. */
  rave: { readonly node?: SgfNode; readonly report?: SearchReport } | undefined
  /** What is wrong with the engine. */
  trouble: string | undefined
  readonly #engine: Engine
  readonly #changed: () => void
  #asking: Asking<"analysis"> | undefined
  /** Whether the last search had one. */
  #hasNetwork: boolean | undefined

  constructor(engine: Engine, changed: () => void) {
    this.#engine = engine
    this.#changed = changed
  }

  /** What is thought of a position. */
  report(node: SgfNode): SearchReport | undefined {
    return this.rave?.node === node ? this.rave.report : this.thoughts.report(node)
  }

  async look(node: SgfNode, game: Game): Promise<void> {
    this.stop()
    this.trouble = undefined
    const { rave } = this
    if (!rave && this.thoughts.report(node) && this.thoughts.isKnown(node, LOOK)) return
    const keep = (report: SearchReport): void => {
      if (rave) this.rave = { node, report }
      else this.#keep(node, report, game.size)
      this.#changed()
    }
    const position = withoutLastPasses(game.position())
    const task = { kind: "analysis", position, color: game.toPlay } as const
    // Threads that share a tree play random games where another one is asking the network.
    const threads = rave || this.#hasNetwork === false ? {} : { threads: 1 }
    const how = rave ? RAVE_LOOK : { budget: LOOK }
    const asking = this.#engine.ask({ ...task, ...how, ...threads, seed: 1 }, keep)
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

  /** A glance at each of these, then a deeper look; `stop` ends it. */
  async sweep(places: readonly Place[], size: number): Promise<void> {
    this.stop()
    this.trouble = undefined
    const deeper = { ...DEEPER, evaluations: Math.round(DEEPER.evaluations * (LARGE / size)) }
    const line = places.map(({ node }) => node)
    const isOver =
      (await this.#pass("glance", GLANCE, places, size, (left) => left[0]!)) &&
      (await this.#pass("deeper", deeper, places, size, (left) => mostLost(left, this.thoughts.graph(line))))
    if (isOver) this.stop()
  }

  /** Looks at all places that are not known so well, in the order of `next`; false when it was stopped or failed. */
  async #pass(
    pass: Sweep["pass"],
    depth: Depth,
    places: readonly Place[],
    size: number,
    next: (left: readonly number[]) => number,
  ): Promise<boolean> {
    const left = [...places.keys()].filter((place) => !this.thoughts.isKnown(places[place]!.node, depth))
    const all = left.length
    const began = performance.now()
    let told = -Infinity
    while (left.length > 0) {
      const done = all - left.length
      const secondsLeft = ((performance.now() - began) / 1000 / done) * left.length
      this.sweeping = { pass, done, all, ...(done === 0 ? {} : { secondsLeft }) }
      const place = next(left)
      left.splice(left.indexOf(place), 1)
      if (!(await this.#lookAt(places[place]!, depth, size))) return false
      const now = performance.now()
      if (now - told < NEWS && left.length > 0) continue
      told = now
      this.#changed()
    }
    return true
  }

  async #lookAt(
    { node, position: makePosition, color }: Place,
    budget: Depth,
    size: number,
  ): Promise<boolean> {
    const whole = makePosition()
    const decided = decidedRate(whole)
    if (decided !== undefined) {
      this.thoughts.know(node, decided)
      return true
    }
    // One thread: to wake others takes longer than so short a search gains by them.
    const position = withoutLastPasses(whole)
    const asking = this.#engine.ask({ kind: "analysis", position, color, budget, seed: 1, threads: 1 })
    this.#asking = asking
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking) return false
    if (answer instanceof Error) {
      this.stop()
      this.trouble = answer.message
      return false
    }
    if (answer) this.#keep(node, answer.report, size)
    return true
  }

  #keep(node: SgfNode, report: SearchReport, size: number): void {
    this.#hasNetwork = report.judge === "network"
    this.thoughts.keep(node, report, size)
  }

  stop(): void {
    const asking = this.#asking
    this.#asking = undefined
    this.sweeping = undefined
    asking?.stop()
  }
}

/** Of these places, the one beside the largest change: a deeper look tells whether that was a mistake. */
export function mostLost(left: readonly number[], graph: readonly GraphPoint[]): number {
  const known = new Map(graph.map((point) => [point.move, point]))
  const change = (from: number): number => {
    const [one, other] = [known.get(from), known.get(from + 1)]
    if (!one || !other) return 0
    const points = Math.abs((one.lead ?? 0) - (other.lead ?? 0)) / POINTS_OF_A_GAME
    return (
      Math.abs(one.blackWins - other.blackWins) +
      (one.evaluations !== undefined && other.evaluations !== undefined ? points : 0)
    )
  }
  let best = left[0]!
  let most = -1
  for (const place of left) {
    const beside = Math.max(change(place - 1), change(place))
    if (beside > most) [best, most] = [place, beside]
  }
  return best
}
