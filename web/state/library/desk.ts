// What of the library lies open in this tab: the game and the record under review. It keeps what changes in them, finds
// them again after a reload, and carries games in and out as files.

import { decodeSgf, makeSgf, type SgfNode } from "montego/record"
import type { Engine } from "../../engine/client.ts"
import { contentOf, factsOfPlay, factsOfRecord, gamesOf, namedSgf, type Entry } from "./entry.ts"
import type { Library, OpenGame } from "./library.ts"
import { Observable } from "../shared/observable.ts"
import { PlaySession, type PlayNames } from "../play/play.ts"
import { readPlace } from "../review/review-place.ts"
import { Review } from "../review/review.ts"
import type { Keep, Kept } from "../shared/storage.ts"

interface DeskOptions {
  readonly keep: Keep
  readonly library: Library
  readonly engine: Engine
  readonly names: PlayNames
  /** Today, as records write it. */
  readonly today: () => string
  /** Another tab took the game or the record, or changed it there. */
  readonly onTurn: (open: OpenGame) => void
}

/** Games of a collection, on their way into the library. */
interface Arrival {
  readonly games: readonly SgfNode[]
  /** Undefined until it begins: many games are asked about first. */
  readonly done?: number
}

interface Arrived {
  readonly added: number
  readonly known: number
  readonly refused: number
}

/** More than these are not taken in without a question. */
const MANY_GAMES = 20
/** In characters. */
const LONG_RECORD = 50_000
/** Games that are taken in before the page may draw. */
const AT_ONCE = 10

export class Desk extends Observable {
  game: OpenGame | undefined
  record: OpenGame | undefined
  arrival: Arrival | undefined
  arrived: Arrived | undefined
  readonly library: Library
  readonly #options: DeskOptions
  readonly #quits = new Map<OpenGame, () => void>()
  /** The record as it was opened or kept last, and the game that it was made of. */
  #reviewed = ""
  #reviewedGame = ""
  /** How much of the engine's thoughts was kept last. */
  #thoughts = 0

  constructor(options: DeskOptions) {
    super()
    this.#options = options
    this.library = options.library
  }

  // ---- the game

  beginGame(): void {
    const { game } = this
    const released = this.layGame(this.library.create())
    // A game without a move is not worth keeping.
    if (game?.isMine === true && game !== this.record && game.kept?.entry.facts.moves === 0)
      void released.then(() => this.library.remove(game.id, false))
  }

  /** Resolves when the one that lay there is written and free for other tabs. */
  layGame(open: OpenGame | undefined): Promise<void> {
    const { game } = this
    this.game = open
    this.library.keepPlace({ game: open?.id })
    return this.#swap(game, open)
  }

  keepGame(play: PlaySession): void {
    const { game } = this
    if (game?.isMine !== true) return
    const saved = play.save()
    if (JSON.stringify(saved) === JSON.stringify(game.body.game)) return
    const content = this.#contentOfPlay(play, game.kept?.entry)
    if (game.body.sgf !== undefined && game.body.reviewOf !== content) this.#partReview(game)
    game.save({ kind: "played", facts: factsOfPlay(play), content, body: { ...game.body, game: saved } })
  }

  /** The game that this tab had; from the time before the library, if there is one left. */
  restoreGame(): PlaySession | undefined {
    const { keep } = this.#options
    const { place } = this.library
    const open = place.game === undefined ? undefined : this.library.recall(place.game)
    const old = this.#session(keep.read("game"))
    if (open) {
      void this.layGame(open)
      if (old) void this.#move("game", this.#addGame(old))
      return this.#session(open.body.game)
    }
    if (!old) return undefined
    this.beginGame()
    this.keepGame(old)
    void this.#move("game", this.#written(this.game!))
    return old
  }

  // ---- the record

  /** A record that was opened just now: found again in the library, or new there. */
  async adopt(review: Review): Promise<void> {
    const sgf = review.sgf()
    void this.layRecord(undefined)
    this.#reviewed = sgf
    // A long record is shown before it is kept.
    if (sgf.length > LONG_RECORD) await new Promise((resolve) => setTimeout(resolve, 50))
    if (!this.library.isLoaded) await this.library.load()
    const games = gamesOf(sgf)
    const content = contentOf(games)
    // A played game may have a review already, which this must not replace.
    const known = this.library.find(content)
    const open = known?.kind === "record" ? await this.library.hold(known.id) : undefined
    // Meanwhile another may have been opened.
    if (this.#reviewed !== sgf || this.record) return
    if (open) {
      void this.layRecord(open)
      this.#recallThoughts(open, review)
    } else {
      void this.layRecord(this.library.create())
      this.#saveRecord(sgf, games)
    }
    this.keepReview(review)
  }

  layRecord(open: OpenGame | undefined, at?: unknown): Promise<void> {
    const { record } = this
    this.record = open
    this.library.keepPlace({ record: open && { id: open.id, at } })
    return this.#swap(record, open)
  }

  keepReview(review: Review): void {
    const { record } = this
    if (!record) return
    this.library.keepPlace({ record: { id: record.id, at: review.place } })
    const sgf = review.sgf()
    const isOther = sgf !== this.#reviewed
    if (!record.isMine || (!isOther && review.thoughtEdition === this.#thoughts)) return
    if (isOther) this.#keepSgf(record, review, sgf)
    this.#keepThoughts(review, sgf)
  }

  #keepSgf(record: OpenGame, review: Review, sgf: string): void {
    this.#reviewed = sgf
    const { kind, content } = record.kept?.entry ?? {}
    if (kind === "played" && content === this.#reviewedGame) {
      record.save({ body: { ...record.body, sgf, reviewOf: content } })
      return
    }
    // The game went on since.
    if (kind === "played") void this.layRecord(this.library.create(), review.place)
    this.#saveRecord(sgf)
  }

  /** Thoughts are kept by the places of their nodes, so that they belong to this very content. */
  #keepThoughts(review: Review, sgf: string): void {
    const { record } = this
    this.#thoughts = review.thoughtEdition
    const thoughts = review.thoughts()
    if (thoughts.length > 0)
      record?.save({ body: { ...record.body, thoughts, thoughtsOf: contentOf(gamesOf(sgf)) } })
  }

  #recallThoughts({ body: { thoughts, thoughtsOf } }: OpenGame, review: Review): void {
    if (thoughts !== undefined && thoughtsOf === contentOf(gamesOf(review.sgf()))) review.recall(thoughts)
    this.#thoughts = review.thoughtEdition
  }

  /** Lays a game out for review, with what was added to it; undefined when it can't be read. */
  layReview(open: OpenGame, at?: unknown): Review | undefined {
    const review = open.kept && Review.open(this.sgfOf(open.kept), this.#options.engine)
    if (review?.ok !== true) return undefined
    const game = this.#session(open.body.game)
    if (game) review.value.know(game.rates)
    this.#recallThoughts(open, review.value)
    review.value.resume(readPlace(at))
    void this.layRecord(open, at)
    this.#reviewed = review.value.sgf()
    this.#reviewedGame = open.kept?.entry.content ?? ""
    return review.value
  }

  restoreReview(): Review | undefined {
    const { keep, engine } = this.#options
    const { record: place } = this.library.place
    const open = place && this.library.recall(place.id)
    const old = keep.read("review") as { sgf?: unknown } | undefined
    const oldReview = typeof old?.sgf === "string" ? Review.open(old.sgf, engine) : undefined
    if (open) {
      if (oldReview?.ok) void this.#move("review", this.#addRecord(oldReview.value.sgf()))
      return this.layReview(open, place.at)
    }
    if (!oldReview?.ok) return undefined
    oldReview.value.resume(readPlace(old))
    void this.#move(
      "review",
      this.adopt(oldReview.value).then(() => this.record && this.#written(this.record)),
    )
    return oldReview.value
  }

  /** A game that was held and turned out to be of no use. */
  async drop(open: OpenGame): Promise<void> {
    if (open !== this.game && open !== this.record) await this.library.release(open)
  }

  // ---- files

  /** The game as a file has it; a played one with its review, if there is any. */
  sgfOf({ entry, body }: Kept): string {
    if (body.sgf !== undefined && (body.game === undefined || body.reviewOf === entry.content))
      return body.sgf
    return this.#session(body.game)?.sgf(this.#options.names, this.#dateOf(entry)) ?? ""
  }

  async exportOne(id: string): Promise<string> {
    const kept = await this.library.read(id)
    return kept ? namedSgf(this.sgfOf(kept), kept.entry.name) : ""
  }

  /** All games as one collection. */
  async exportAll(): Promise<string> {
    await this.library.load()
    const games: string[] = []
    for (const { id } of this.library.entries.filter(isListed)) games.push(await this.exportOne(id))
    return games.join("")
  }

  /** False when the source is no collection of several games. */
  receive(source: string | Uint8Array): boolean {
    const games = gamesOf(typeof source === "string" ? source : decodeSgf(source).text)
    if (games.length < 2) return false
    this.arrived = undefined
    this.arrival = { games }
    if (games.length <= MANY_GAMES) void this.takeIn()
    this.changed()
    return true
  }

  refuseArrival(): void {
    this.arrival = undefined
    this.changed()
  }

  async takeIn(): Promise<void> {
    const { arrival } = this
    if (!arrival) return
    const counts = { added: 0, known: 0, refused: 0 }
    for (const [done, root] of arrival.games.entries()) {
      if (done % AT_ONCE === 0) {
        this.arrival = { ...arrival, done }
        this.changed()
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
      const outcome = await this.#addRecord(makeSgf([root], { charset: "UTF-8" }), [root])
      counts[outcome === "failed" ? "refused" : outcome]++
    }
    this.arrival = undefined
    this.arrived = counts
    this.changed()
  }

  // ---- between

  #session(saved: unknown): PlaySession | undefined {
    const session = PlaySession.restore(saved, this.#options.engine)
    return session.ok ? session.value : undefined
  }

  #dateOf(entry: Entry | undefined): string {
    return entry ? new Date(entry.created).toISOString().slice(0, 10) : this.#options.today()
  }

  async #swap(before: OpenGame | undefined, after: OpenGame | undefined): Promise<void> {
    if (after && !this.#quits.has(after))
      this.#quits.set(
        after,
        after.subscribe(() => this.#options.onTurn(after)),
      )
    if (!before || before === this.game || before === this.record) return
    this.#quits.get(before)?.()
    this.#quits.delete(before)
    await this.library.release(before)
  }

  #saveRecord(sgf: string, games = gamesOf(sgf)): void {
    const facts = factsOfRecord(games)
    if (facts) this.record?.save({ kind: "record", facts, content: contentOf(games), body: { sgf } })
  }

  async #addRecord(sgf: string, games = gamesOf(sgf)): Promise<"added" | "known" | "failed"> {
    const facts = factsOfRecord(games)
    if (!facts) return "failed"
    return this.library.add({ kind: "record", facts, content: contentOf(games), body: { sgf } })
  }

  #contentOfPlay(play: PlaySession, entry?: Entry): string {
    return contentOf(gamesOf(play.sgf(this.#options.names, this.#dateOf(entry))))
  }

  #addGame(play: PlaySession): Promise<"added" | "known" | "failed"> {
    const content = this.#contentOfPlay(play)
    return this.library.add({
      kind: "played",
      facts: factsOfPlay(play),
      content,
      body: { game: play.save() },
    })
  }

  /** The game went another way than the one that was reviewed: the review becomes a record of its own. */
  #partReview(game: OpenGame): void {
    const sgf = game.body.sgf!
    game.kept = { ...game.kept!, body: { game: game.body.game } }
    if (this.record !== game) {
      void this.#addRecord(sgf)
      return
    }
    void this.layRecord(this.library.create())
    this.#saveRecord(sgf)
  }

  async #written(open: OpenGame): Promise<"added" | "failed"> {
    await open.writing
    return open.stored > 0 ? "added" : "failed"
  }

  /** Empties a slot of old once its content is safe elsewhere. */
  async #move(slot: "game" | "review", moved: Promise<unknown>): Promise<void> {
    const outcome = await moved
    if (this.library.isLasting && (outcome === "added" || outcome === "known"))
      this.#options.keep.write(slot, undefined)
  }
}

/** Games without a move are no games yet. */
export function isListed({ kind, facts }: Entry): boolean {
  return kind === "record" || facts.moves > 0
}
