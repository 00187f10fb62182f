// The whole app without a screen: which page is shown, the choices, the game, the record under review, and what of them
// is kept. The composition root gives it the engine and the shelf.

import type { Move, Point, Position } from "montego/rules"
import { searchParamsOf } from "montego/service"
import type { Engine } from "../engine/client.ts"
import type { JournalSource } from "../engine/lab/journals.ts"
import type { LabOpener } from "../engine/lab/port.ts"
import { PATTERNS_PLAYER } from "../engine/patterns.ts"
import { Desk } from "./library/desk.ts"
import { GlassBox } from "./glass/glass.ts"
import type { Laboratory } from "./lab/laboratory.ts"
import { Library, type OpenGame } from "./library/library.ts"
import { parseLink, type ReplayLink } from "./link/link.ts"
import { Patterns, type PatternTools } from "./patterns/patterns.ts"
import { Observable } from "./shared/observable.ts"
import { PlaySession, type PlayNames } from "./play/play.ts"
import { Results } from "./play/results.ts"
import { Review } from "./review/review.ts"
import { readThresholds, type Thresholds } from "./review/thresholds.ts"
import { LinkReplay, sgfOfLink } from "./link/replay.ts"
import { readSettings, type Settings } from "./shared/settings.ts"
import type { Keep } from "./shared/storage.ts"

export type Screen = "start" | "play" | "review" | "library" | "patterns" | "glass" | "lab" | "link"

/** How board and stones look. */
export const THEMES = ["shell", "flat", "contrast", "paper"] as const
/** Whether a finger's tap is confirmed by another: where points are small, always, never. */
export const CONFIRMS = ["auto", "always", "never"] as const

export interface ViewOptions {
  readonly theme: (typeof THEMES)[number]
  readonly confirm: (typeof CONFIRMS)[number]
  readonly coordinates: boolean
  readonly numbers: boolean
  readonly sound: boolean
  /** In a game: a board of words and buttons in place of the drawn one. */
  readonly text: boolean
  /** In a game: what the machine considers. */
  readonly thinking: boolean
  readonly candidates: boolean
  readonly owners: boolean
  /** What RAVE thinks of every move, in place of the candidates. */
  readonly rave: boolean
  /** Whether a record is saved with what the engine found. */
  readonly saveAnalysis: boolean
}

/** Options that are on or off. */
export type ViewSwitch = Exclude<keyof ViewOptions, "theme" | "confirm">

const FIRST_VIEW: ViewOptions = {
  theme: "shell",
  confirm: "auto",
  coordinates: true,
  numbers: false,
  sound: true,
  text: false,
  thinking: false,
  candidates: true,
  owners: false,
  rave: false,
  saveAnalysis: false,
}

interface AppOptions {
  readonly engine: Engine
  readonly keep: Keep
  /** Without one, games last as long as the page, and the open ones as long as the shelf. */
  readonly library?: Library
  /** Without them, no patterns can be learned. */
  readonly patterns?: PatternTools
  /** Without it, no experiment can be run. */
  readonly lab?: LabOpener
  /** Journals that the server has, where the page came from one. */
  readonly journals?: JournalSource | undefined
  readonly newSeed: () => number
  /** Today, as records write it. */
  readonly today: () => string
  readonly names: PlayNames
}

export class App extends Observable {
  screen: Screen = "start"
  settings: Settings
  view: ViewOptions
  /** What a move must cost to be marked in a review. */
  thresholds: Thresholds
  play: PlaySession | undefined
  review: Review | undefined
  glass: GlassBox | undefined
  /** Its view makes it, when that is fetched. */
  lab: Laboratory | undefined
  /** The place in the laboratory that a link named last. */
  labPlace = LAB_INDEX
  /** Patterns learned from the library. */
  readonly patterns: Patterns | undefined
  link: LinkReplay | undefined
  /** What is wrong with the link that was opened. */
  linkFault: string | undefined
  /** What went wrong with the last record that was opened. */
  fault: string | undefined
  /** What of the library is open. */
  readonly desk: Desk
  /** One's own games against the levels. */
  readonly results: Results
  readonly #options: AppOptions
  #unsubscribe: () => void = () => undefined

  constructor(options: AppOptions) {
    super()
    this.#options = options
    const { keep, library = new Library({ keep }) } = options
    this.desk = new Desk({ ...options, library, onTurn: (open) => this.#turned(open) })
    this.patterns = options.patterns && new Patterns(this.desk, options.patterns)
    this.results = new Results(keep)
    this.settings = readSettings(keep.read("settings"))
    this.view = readView(keep.read("view"))
    this.thresholds = readThresholds(keep.read("thresholds"))
    this.#restore()
  }

  /** The game begins to move; the constructor only remembers. */
  start(): void {
    if (this.screen === "play" && !this.isElsewhere) this.play?.start()
  }

  /** Whether another tab has what is shown: then it is only to be looked at. */
  get isElsewhere(): boolean {
    const { game, record } = this.desk
    return (this.screen === "play" ? game : this.screen === "review" ? record : undefined)?.isMine === false
  }

  /** Takes what is shown from the other tab. */
  async takeOver(): Promise<void> {
    const open = this.screen === "review" ? this.desk.record : this.desk.game
    if (open) await this.desk.library.takeOver(open)
    this.start()
    this.changed()
  }

  /** Opens a game of the library, to go on or to look at; false when it can't be read. */
  async openKept(id: string, screen: "play" | "review"): Promise<boolean> {
    const { desk } = this
    const open = await desk.library.hold(id)
    if (!open) return false
    this.#leave()
    const play = PlaySession.restore(open.body.game, this.#options.engine)
    const review = screen === "review" ? desk.layReview(open) : undefined
    if (screen === "play" ? !play.ok : !review) {
      await desk.drop(open)
      return false
    }
    this.fault = undefined
    if (review) {
      this.review = review
      // A record is read from its beginning; one's own game is remembered by its end.
      if (play.ok) review.go(Infinity)
    } else if (play.ok) {
      void desk.layGame(open)
      this.#take(play.value)
    }
    this.#turnTo(screen)
    this.start()
    return true
  }

  /** False when another tab has it. */
  async deleteKept(id: string): Promise<boolean> {
    const { desk } = this
    if (desk.record?.id === id) this.closeRecord()
    if (desk.game?.id === id) {
      this.#unsubscribe()
      this.play?.close()
      this.play = undefined
      await desk.layGame(undefined)
      this.changed()
    }
    return desk.library.remove(id)
  }

  choose(change: Partial<Settings>): void {
    this.settings = readSettings({ ...this.settings, ...change })
    this.#options.keep.write("settings", this.settings)
    this.changed()
  }

  show(change: Partial<ViewOptions>): void {
    this.view = { ...this.view, ...change }
    // Both write numbers on the same points: the one that is switched on stays.
    if (change.rave === true) this.view = { ...this.view, candidates: false }
    if (change.candidates === true) this.view = { ...this.view, rave: false }
    this.#options.keep.write("view", this.view)
    this.changed()
  }

  markFrom(change: Partial<Thresholds>): void {
    this.thresholds = readThresholds({ ...this.thresholds, ...change })
    this.#options.keep.write("thresholds", this.thresholds)
    this.changed()
  }

  /** Begins a game; a point is where the person plays first, if the turn is the person's. */
  newGame(first?: Point): void {
    const { engine, newSeed } = this.#options
    this.#leave()
    this.desk.beginGame()
    this.#take(new PlaySession(this.settings, this.settings.seed ?? newSeed(), engine))
    this.#turnTo("play")
    this.play!.start()
    if (first !== undefined && this.play!.status === "your-move") this.play!.choose(first)
  }

  /** A game against the player that uses the patterns which are shown. */
  playPatterns(): void {
    const { learned } = this.patterns ?? {}
    if (!learned) return
    this.choose({ size: learned.size, opponent: "custom", player: PATTERNS_PLAYER })
    this.newGame()
  }

  /** Shows a page; thinking for another one ends. */
  goTo(screen: Screen): void {
    if (screen === "play" && !this.play) screen = "start"
    if (screen === this.screen) return
    this.#leave()
    this.#turnTo(screen)
    this.start()
  }

  /** Opens a record from a file or as text; false when it can't be read. */
  open(source: string | Uint8Array): boolean {
    const { engine } = this.#options
    // Where all games are, a collection is a way to bring many.
    if (this.screen === "library" && this.desk.receive(source)) return true
    // The journal of a match, opened or dropped in the laboratory.
    if (this.screen === "lab" && this.lab?.receive(source)) return true
    const review = Review.open(source, engine)
    if (!review.ok) {
      this.refuse(review.error)
      return false
    }
    this.fault = undefined
    this.#leave()
    this.review = review.value
    void this.desk.adopt(review.value)
    this.#turnTo("review")
    return true
  }

  closeRecord(): void {
    this.keepReview()
    this.review?.close()
    this.review = undefined
    this.fault = undefined
    void this.desk.layRecord(undefined)
    this.changed()
  }

  /** Says, where records are opened, why one can't be. */
  refuse(reason: string): void {
    this.fault = reason
    if (this.screen === "review") this.changed()
    else this.goTo("review")
  }

  /** The position that one could look into: of the page that is shown, or else what there is. */
  get glassPosition(): Position | undefined {
    const { screen, play, review, link } = this
    const game = screen === "link" ? link?.game : screen === "play" || !review ? play?.game : review.game
    return game && GlassBox.canShow(game) ? game.position() : undefined
  }

  /** Looks into the search: of the position that is shown, or of a search that a link names. */
  openGlass(player?: string, seed?: number): void {
    const position = this.glassPosition
    if (!position || this.screen === "glass") return
    // The same position again: what was run is still there.
    const isSame = JSON.stringify(this.glass?.game.position()) === JSON.stringify(position)
    if (!isSame || player !== undefined)
      this.glass = new GlassBox(position, this.#options.engine, player, seed)
    this.#leave()
    this.#turnTo("glass")
  }

  /** What the laboratory is made with. */
  get labTools(): { readonly open: LabOpener | undefined; readonly journals: JournalSource | undefined } {
    return { open: this.#options.lab, journals: this.#options.journals }
  }

  /** Opens a place of the laboratory by its link. */
  openLab(place: string): void {
    this.labPlace = place
    this.lab?.go(place)
    if (this.screen === "lab") this.changed()
    else this.goTo("lab")
  }

  /** Opens a replay link or a place of the laboratory; other fragments change nothing. */
  openLink(fragment: string): void {
    // In the laboratory, the address without a fragment is that of its index.
    if (isLabLink(fragment) || (this.screen === "lab" && fragment === "")) {
      this.openLab(fragment || LAB_INDEX)
      return
    }
    const link = parseLink(fragment)
    if (!link) return
    this.#leave()
    if (link.ok && link.value.look && this.#lookInto(link.value, link.value.look)) return
    this.linkFault = link.ok ? undefined : link.error
    this.link = link.ok ? new LinkReplay(link.value, this.#options.engine) : undefined
    this.#turnTo("link")
    void this.link?.start()
  }

  /** The glass box as a link names it; false where its player has no tree. */
  #lookInto({ position, player, seed, playouts }: ReplayLink, line: readonly Move[]): boolean {
    if (!searchParamsOf(player).ok) return false
    this.glass = new GlassBox(position, this.#options.engine, player, seed)
    this.glass.open(playouts, line)
    this.#turnTo("glass")
    return true
  }

  /** The game of the link that was opened, at its position. */
  reviewLink(): void {
    const { link } = this
    if (link && this.open(sgfOfLink(link.link, this.#options.today()))) this.review?.go(Infinity)
  }

  /** The game that was just played, with what the machine thought of it. */
  reviewGame(): void {
    const { play, desk } = this
    if (!play || !desk.game) return
    desk.keepGame(play)
    this.#leave()
    const review = desk.layReview(desk.game)
    if (!review) return
    this.fault = undefined
    this.review = review
    review.go(play.game.moves.length)
    desk.keepReview(review)
    this.#turnTo("review")
  }

  gameSgf(): string {
    return this.play?.sgf(this.#options.names, this.#options.today()) ?? ""
  }

  /** Moves that were tried become part of what is kept. */
  keepReview(): void {
    if (this.review) this.desk.keepReview(this.review)
  }

  #restore(): void {
    const { desk } = this
    const game = desk.restoreGame()
    if (game) this.#take(game)
    this.review = desk.restoreReview()
    const screen = desk.library.place.screen ?? this.#options.keep.read("screen")
    if (screen === "play" && this.play) this.screen = "play"
    if (screen === "review" || screen === "library" || screen === "lab") this.screen = screen
    if (screen === "patterns" && this.patterns) this.screen = screen
  }

  /** Another tab took what is open here or went on with it, or this one took it back. */
  #turned(open: OpenGame): void {
    const { desk } = this
    if (open === desk.game) {
      const play = PlaySession.restore(open.body.game, this.#options.engine)
      if (play.ok) this.#take(play.value)
    }
    if (open === desk.record && open.isMine)
      this.review = desk.layReview(open, this.review?.place) ?? this.review
    // The other tab may have been closed while its machine was thinking.
    if (open === desk.game) this.start()
    this.changed()
  }

  #take(play: PlaySession): void {
    this.#unsubscribe()
    this.play?.close()
    this.play = play
    let kept = ""
    const keepGame = (): void => {
      // Reports and clocks come ten times a second; only what changes the game is written, and every second of a clock.
      const { game, dead, clock } = play
      const time = clock ? Math.ceil(clock.left(game.toPlay).seconds) : 0
      const mark = `${game.moves.length} ${dead.size} ${game.phase} ${time}`
      if (mark === kept) return
      kept = mark
      this.desk.keepGame(play)
      this.results.note(play)
    }
    const quits = [play.subscribe(keepGame), play.clock?.subscribe(keepGame)]
    this.#unsubscribe = () => {
      for (const quit of quits) quit?.()
    }
    keepGame()
  }

  #leave(): void {
    this.keepReview()
    this.play?.leave()
    this.review?.close()
    this.glass?.close()
    this.lab?.session?.pause()
    this.link?.stop()
  }

  #turnTo(screen: Screen): void {
    this.screen = screen
    // A reload goes back to where one came from: what was run in the glass box is gone then.
    if (screen !== "glass" && screen !== "link") this.desk.library.keepPlace({ screen })
    this.changed()
  }
}

const LAB_INDEX = "#lab"

/** Whether a fragment leads to the laboratory. */
export function isLabLink(fragment: string): boolean {
  return /^#lab\d*(=|$)/.test(fragment)
}

function readView(stored: unknown): ViewOptions {
  if (typeof stored !== "object" || stored === null) return FIRST_VIEW
  const from = stored as Readonly<Record<string, unknown>>
  const entries = Object.entries(FIRST_VIEW).map(([name, first]) => {
    const value = from[name]
    const words: readonly unknown[] =
      name === "theme" ? THEMES : name === "confirm" ? CONFIRMS : [true, false]
    return [name, words.includes(value) ? value : first] as const
  })
  return Object.fromEntries(entries) as unknown as ViewOptions
}
