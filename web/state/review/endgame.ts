// The regions of the position under review: what the worker found, which region is chosen, and how hot each point is.

import type { EndgameStudy, StudiedRegion } from "montego/cgt"
import { stonesOf, type Game, type Point } from "montego/rules"
import { EndgameAsker, type StudyResult } from "../../engine/endgame.ts"
import type { Heat } from "../shared/picture.ts"

type Asker = Pick<EndgameAsker, "ask" | "stop">

const HOTTEST = 9
/** A region that was left alone and is larger than this share of the board would hide the board under its letters. */
const MOST_LEFT_ALONE = 0.25

export class EndgamePanel {
  /** Whether the panel is shown: only then positions are studied, and clicks choose regions. */
  isOpen = false
  /** Whether the owners that the engine found may decide what is not proven. */
  isLikely = false
  study: EndgameStudy | undefined
  state: "waiting" | "ready" | "failed" = "waiting"
  /** Place in `study.regions`. */
  chosen: number | undefined
  #asked: { readonly game: Game; readonly owners: Float64Array | undefined } | undefined
  readonly #asker: Asker
  readonly #changed: () => void

  constructor(changed: () => void, asker: Asker = new EndgameAsker()) {
    this.#changed = changed
    this.#asker = asker
  }

  /** Studies a position unless that is done or under way. */
  look(game: Game, owners: Float64Array | undefined): void {
    const used = this.isLikely ? owners : undefined
    if (this.isOpen && this.#asked?.game === game && this.#asked.owners === used) return
    this.isOpen = true
    this.#asked = { game, owners: used }
    this.study = undefined
    this.chosen = undefined
    this.state = "waiting"
    const { board, toPlay, rules } = game
    const question = {
      size: game.size,
      stones: stonesOf(board),
      toPlay,
      scoring: rules.scoring,
      owners: used,
    }
    this.#asker.ask(question, (result) => this.#take(result))
    this.#changed()
  }

  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.#asked = undefined
    this.study = undefined
    this.#asker.stop()
    this.#changed()
  }

  trust(isLikely: boolean): void {
    this.isLikely = isLikely
    this.#changed()
  }

  choose(region: number | undefined): void {
    this.chosen = region
    this.#changed()
  }

  get region(): StudiedRegion | undefined {
    return this.chosen === undefined ? undefined : this.study?.regions[this.chosen]
  }

  /** The place of the region that a point lies in. */
  at(point: Point): number | undefined {
    const place = this.study?.regions.findIndex(({ points }) => points.includes(point)) ?? -1
    return place < 0 ? undefined : place
  }

  /** By point: the letter of its region in a shade that tells how hot it is. */
  get heat(): ReadonlyMap<Point, Heat> | undefined {
    const regions = this.study?.regions
    if (!this.isOpen || !regions) return undefined
    const most = Math.max(1, ...regions.map(({ heat }) => heat))
    const isShown = ({ refused, points }: StudiedRegion): boolean =>
      refused === undefined || points.length <= MOST_LEFT_ALONE * this.#asked!.game.size ** 2
    return new Map(
      regions.flatMap((region, place) =>
        (isShown(region) ? region.points : []).map((point) => [
          point,
          { strength: 1 + Math.round(((HOTTEST - 1) * region.heat) / most), text: letterOf(place) },
        ]),
      ),
    )
  }

  #take(result: StudyResult): void {
    this.state = result === "failed" || result === undefined ? "failed" : "ready"
    this.study = result === "failed" ? undefined : result
    const hottest = this.study?.regions.reduce(
      (best, { heat }, place, all) => (heat > (all[best]?.heat ?? 0) ? place : best),
      0,
    )
    this.chosen = this.study && this.study.regions.length > 0 ? hottest : undefined
    this.#changed()
  }
}

/** `a` to `z`, then `a1` and so on. */
export function letterOf(place: number): string {
  const letter = String.fromCharCode(97 + (place % 26))
  return place < 26 ? letter : `${letter}${Math.floor(place / 26)}`
}
