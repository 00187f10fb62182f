// The whole app without a screen: which page is shown, the choices, the game, the record under review, and what of them
// is kept. The composition root gives it the engine and the shelf.

import type { Engine } from "../engine/client.ts"
import { Observable } from "./observable.ts"
import { PlaySession, type PlayNames } from "./play.ts"
import { Review } from "./review.ts"
import { readSettings, type Settings } from "./settings.ts"
import type { Keep } from "./storage.ts"

export type Screen = "start" | "play" | "review"

export interface ViewOptions {
  readonly coordinates: boolean
  readonly numbers: boolean
  readonly sound: boolean
  /** In a game: what the machine considers. */
  readonly thinking: boolean
  readonly candidates: boolean
  readonly owners: boolean
}

const FIRST_VIEW: ViewOptions = {
  coordinates: true,
  numbers: false,
  sound: true,
  thinking: false,
  candidates: true,
  owners: false,
}

export interface AppOptions {
  readonly engine: Engine
  readonly keep: Keep
  readonly newSeed: () => number
  /** Today, as records write it. */
  readonly today: () => string
  readonly names: PlayNames
}

export class App extends Observable {
  screen: Screen = "start"
  settings: Settings
  view: ViewOptions
  play: PlaySession | undefined
  review: Review | undefined
  /** What went wrong with the last record that was opened. */
  fault: string | undefined
  readonly #options: AppOptions
  #unsubscribe: () => void = () => undefined

  constructor(options: AppOptions) {
    super()
    this.#options = options
    const { keep } = options
    this.settings = readSettings(keep.read("settings"))
    this.view = readView(keep.read("view"))
    this.#restore()
  }

  /** The game begins to move; the constructor only remembers. */
  start(): void {
    if (this.screen === "play") this.play?.start()
  }

  choose(change: Partial<Settings>): void {
    this.settings = readSettings({ ...this.settings, ...change })
    this.#options.keep.write("settings", this.settings)
    this.changed()
  }

  show(change: Partial<ViewOptions>): void {
    this.view = { ...this.view, ...change }
    this.#options.keep.write("view", this.view)
    this.changed()
  }

  newGame(): void {
    const { engine, newSeed } = this.#options
    this.#leave()
    this.#take(new PlaySession(this.settings, this.settings.seed ?? newSeed(), engine))
    this.#turnTo("play")
    this.play!.start()
  }

  /** Shows a page; thinking for another one ends. */
  goTo(screen: Screen): void {
    if (screen === "play" && !this.play) screen = "start"
    if (screen === this.screen) return
    this.#leave()
    this.#turnTo(screen)
    if (screen === "play") this.play?.start()
  }

  /** Opens a record from a file or as text; false when it can't be read. */
  open(source: string | Uint8Array): boolean {
    const { engine } = this.#options
    const review = Review.open(source, engine)
    if (!review.ok) {
      this.refuse(review.error)
      return false
    }
    this.fault = undefined
    this.#leave()
    this.review = review.value
    this.#keepReview()
    this.#turnTo("review")
    return true
  }

  closeRecord(): void {
    this.review?.close()
    this.review = undefined
    this.fault = undefined
    this.#options.keep.write("review", undefined)
    this.changed()
  }

  /** Says, where records are opened, why one can't be. */
  refuse(reason: string): void {
    this.fault = reason
    if (this.screen === "review") this.changed()
    else this.goTo("review")
  }

  /** The game that was just played, with what the machine thought of it. */
  reviewGame(): void {
    const { play } = this
    if (!play || !this.open(this.gameSgf())) return
    this.review!.know(play.rates)
    this.review!.go(play.game.moves.length)
  }

  gameSgf(): string {
    return this.play?.sgf(this.#options.names, this.#options.today()) ?? ""
  }

  /** Moves that were tried become part of what is kept. */
  keepReview(): void {
    this.#keepReview()
  }

  #restore(): void {
    const { keep, engine } = this.#options
    const game = PlaySession.restore(keep.read("game"), engine)
    if (game.ok) this.#take(game.value)
    const record = keep.read("review") as { sgf?: unknown; at?: unknown } | undefined
    if (typeof record?.sgf === "string") {
      const review = Review.open(record.sgf, engine)
      if (review.ok) {
        this.review = review.value
        if (Number.isSafeInteger(record.at)) this.review.go(record.at as number)
      }
    }
    const screen = keep.read("screen")
    if (screen === "play" && this.play) this.screen = "play"
    if (screen === "review") this.screen = "review"
  }

  #take(play: PlaySession): void {
    this.#unsubscribe()
    this.play?.close()
    this.play = play
    let kept = -1
    const keepGame = (): void => {
      // Reports come ten times a second; only what changes the game is written.
      const mark = play.game.moves.length * 10_000 + play.dead.size * 10 + (play.game.outcome ? 1 : 0)
      if (mark === kept) return
      kept = mark
      this.#options.keep.write("game", play.save())
    }
    this.#unsubscribe = play.subscribe(keepGame)
    keepGame()
  }

  #keepReview(): void {
    const { review } = this
    if (review) this.#options.keep.write("review", { sgf: review.sgf(), at: review.at })
  }

  #leave(): void {
    this.play?.close()
    this.review?.close()
  }

  #turnTo(screen: Screen): void {
    this.screen = screen
    this.#options.keep.write("screen", screen)
    this.changed()
  }
}

function readView(stored: unknown): ViewOptions {
  if (typeof stored !== "object" || stored === null) return FIRST_VIEW
  const from = stored as Readonly<Record<string, unknown>>
  const entries = Object.entries(FIRST_VIEW).map(([name, first]) => {
    const value = from[name]
    return [name, typeof value === "boolean" ? value : first] as const
  })
  return Object.fromEntries(entries) as unknown as ViewOptions
}
