// All games of this browser: played ones and records, with what was added to them. A game that is open here is written
// at every change: first as a draft on the shelf, which answers at once, then into the store; whatever dies in between,
// the newer of the two is there. A game belongs to one tab at a time; other tabs look on.

import { ENTRY_FORMAT, readEntry, type Entry, type Facts } from "./entry.ts"
import { Observable } from "../shared/observable.ts"
import { MemoryStore, type Body, type Keep, type Kept, type Store } from "../shared/storage.ts"
import { ONE_TAB, type News, type Tabs } from "./tabs.ts"

/** What a tab shows; found again after a reload. */
interface Place {
  readonly screen?: string | undefined
  readonly game?: string | undefined
  /** `at` is where one stands in it, as the review says. */
  readonly record?: { readonly id: string; readonly at?: unknown } | undefined
}

/** What is new about a game. */
interface Change {
  readonly kind?: Entry["kind"]
  readonly name?: string
  readonly facts?: Facts
  readonly content?: string
  readonly body?: Body
}

interface LibraryOptions {
  readonly keep: Keep
  /** Of this tab alone; without it, all tabs are one. */
  readonly session?: Keep
  /** Undefined: nothing lasts longer than the page, drafts apart. */
  readonly store?: Store | undefined
  readonly tabs?: Tabs
  readonly now?: () => number
  readonly newId?: () => string
}

/** Longer ones are not worth the time that the shelf takes. */
const LONGEST_DRAFT = 200_000

/** A game that is open in this tab. */
export class OpenGame extends Observable {
  readonly id: string
  /** Whether it may be changed here: another tab may have it. */
  isMine: boolean
  kept: Kept | undefined
  /** The revision in the store, as far as this tab knows. */
  stored = 0
  /** What must still be written, and its writing. */
  pending: Kept | undefined
  writing: Promise<void> = Promise.resolve()
  readonly #write: (open: OpenGame, change: Change) => void

  constructor(id: string, isMine: boolean, write: (open: OpenGame, change: Change) => void) {
    super()
    this.id = id
    this.isMine = isMine
    this.#write = write
  }

  get body(): Body {
    return this.kept?.body ?? {}
  }

  /** Keeps a change, unless another tab has the game. */
  save(change: Change): void {
    if (this.isMine) this.#write(this, change)
  }

  /** Another tab has it from now on. */
  lose(): void {
    if (!this.isMine) return
    this.isMine = false
    this.changed()
  }

  /** What another tab made of it, or what this one takes over. */
  follow(kept: Kept, isMine: boolean): void {
    this.kept = kept
    this.isMine = isMine
    this.changed()
  }
}

export class Library extends Observable {
  /** Changed last, first; complete once it is loaded. */
  entries: readonly Entry[] = []
  isLoaded: boolean
  /** Why games are not being kept. */
  fault: "missing" | "full" | undefined
  /** What was deleted last, as long as that can be undone. */
  deleted: Kept | undefined
  place: Place

  readonly #options: LibraryOptions
  readonly #store: Store
  readonly #tabs: Tabs
  readonly #open = new Map<string, OpenGame>()
  readonly #holding = new Map<string, Promise<OpenGame | undefined>>()
  readonly #releasing = new Map<string, Promise<void>>()
  #loading: Promise<void> | undefined

  constructor(options: LibraryOptions) {
    super()
    this.#options = options
    this.#store = options.store ?? new MemoryStore()
    this.#tabs = options.tabs ?? ONE_TAB
    this.isLoaded = !options.store
    if (!options.store) this.fault = "missing"
    this.place = readPlace(options.session?.read("open") ?? options.keep.read("open"))
    this.#tabs.listen((news) => void this.#hear(news))
  }

  /** With the games that this tab had open. */
  static async open(options: LibraryOptions): Promise<Library> {
    const library = new Library(options)
    const { game, record } = library.place
    if (game !== undefined) await library.hold(game)
    if (record) await library.hold(record.id)
    return library
  }

  /** Whether games outlive the page. */
  get isLasting(): boolean {
    return this.#options.store !== undefined && this.fault === undefined
  }

  get bytes(): number {
    return this.entries.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  keepPlace(change: Partial<Place>): void {
    this.place = { ...this.place, ...change }
    this.#options.session?.write("open", this.place)
    this.#options.keep.write("open", this.place)
  }

  /** A new game. */
  create(): OpenGame {
    const open = this.#makeOpen(this.#newId(), true)
    void this.#tabs.claim(open.id, () => this.#lose(open))
    return open
  }

  /** A game that is open already, or of which a draft is all there is. */
  recall(id: string): OpenGame | undefined {
    const known = this.#open.get(id)
    const draft = known || this.#options.store ? undefined : this.#draft(id)
    if (!draft) return known
    const open = this.#makeOpen(id, true)
    open.kept = draft
    return open
  }

  /** Opens a game; it may turn out to be another tab's. Undefined when there is none. */
  hold(id: string): Promise<OpenGame | undefined> {
    const holding = this.#holding.get(id) ?? this.#hold(id).finally(() => this.#holding.delete(id))
    this.#holding.set(id, holding)
    return holding
  }

  /** Takes a game from the tab that has it. */
  async takeOver(open: OpenGame): Promise<void> {
    await this.#tabs.take(open.id, () => this.#lose(open))
    await this.#gain(open)
  }

  /** This tab no longer needs it. */
  release(open: OpenGame): Promise<void> {
    this.#open.delete(open.id)
    const released = this.#release(open)
    this.#releasing.set(open.id, released)
    return released
  }

  async load(): Promise<void> {
    if (this.isLoaded) return
    this.#loading ??= this.#load()
    await this.#loading
  }

  /** A game of the same content. */
  find(content: string): Entry | undefined {
    return this.entries.find((entry) => entry.content === content)
  }

  async read(id: string): Promise<Kept | undefined> {
    return this.#open.get(id)?.kept ?? this.#newer(await this.#stored(id), id)
  }

  /** Puts a game into the library without opening it, unless it is there. */
  async add(change: Change): Promise<"added" | "known" | "failed"> {
    await this.load()
    if (this.find(change.content ?? "")) return "known"
    const kept = this.#make(this.#newId(), undefined, change)
    return (await this.#put(kept, 0)) ? "added" : "failed"
  }

  /** False when another tab has it. */
  async rename(id: string, name: string): Promise<boolean> {
    const wasOpen = this.#open.has(id)
    const open = await this.hold(id)
    const isMine = open?.isMine === true
    open?.save({ name })
    if (open && !wasOpen) await this.release(open)
    return isMine
  }

  /** False when another tab has it. A game that is open here must be released before. */
  async remove(id: string, canUndo = true): Promise<boolean> {
    await this.#releasing.get(id)
    if (!(await this.#tabs.claim(id, () => undefined))) return false
    const kept = await this.read(id)
    await this.#store.remove(id).catch(() => undefined)
    this.#options.keep.write(`draft.${id}`, undefined)
    this.#tabs.release(id)
    this.#tabs.tell({ kind: "removed", id })
    if (canUndo) this.deleted = kept
    this.#forget(id)
    return true
  }

  async undoRemove(): Promise<void> {
    const { deleted } = this
    this.deleted = undefined
    if (deleted) await this.#put(deleted, 0)
    this.changed()
  }

  /** The chance to undo is gone. */
  forgetRemoved(): void {
    if (!this.deleted) return
    this.deleted = undefined
    this.changed()
  }

  async #hold(id: string): Promise<OpenGame | undefined> {
    const known = this.recall(id)
    if (known) return known
    const open = this.#makeOpen(id, false)
    await this.#releasing.get(id)
    open.isMine = await this.#tabs.claim(id, () => this.#lose(open))
    if (!open.isMine) void this.#await(open)
    if (await this.#read(open)) return open
    await this.release(open)
    return undefined
  }

  async #release(open: OpenGame): Promise<void> {
    await open.writing
    if (!this.#options.store) this.#options.keep.write(`draft.${open.id}`, undefined)
    this.#tabs.release(open.id)
  }

  async #gain(open: OpenGame): Promise<void> {
    open.isMine = true
    await this.#read(open)
    if (open.kept) open.follow(open.kept, true)
  }

  #lose(open: OpenGame): void {
    open.lose()
    void this.#await(open)
  }

  /** When the tab that has it is closed, it goes on here. */
  async #await(open: OpenGame): Promise<void> {
    if (!(await this.#tabs.wait(open.id, () => this.#lose(open)))) return
    if (this.#open.get(open.id) === open) await this.#gain(open)
    else this.#tabs.release(open.id)
  }

  async #load(): Promise<void> {
    try {
      const listed = await this.#store.list()
      const known = new Map([...listed, ...this.entries].map((entry) => [entry.id, entry]))
      this.entries = [...known.values()].sort((a, b) => b.changed - a.changed)
    } catch {
      this.fault = "missing"
    }
    this.isLoaded = true
    this.changed()
  }

  #makeOpen(id: string, isMine: boolean): OpenGame {
    const open = new OpenGame(id, isMine, (game, change) => this.#save(game, change))
    this.#open.set(id, open)
    return open
  }

  #make(id: string, before: Kept | undefined, change: Change): Kept {
    const now = this.#options.now?.() ?? Date.now()
    const body = { ...before?.body, ...change.body }
    const entry: Entry = {
      format: ENTRY_FORMAT,
      id,
      revision: (before?.entry.revision ?? 0) + 1,
      created: before?.entry.created ?? now,
      // A new name makes no new game.
      changed: change.body || !before ? now : before.entry.changed,
      kind: change.kind ?? before?.entry.kind ?? "record",
      facts: change.facts ?? before?.entry.facts ?? { size: 19, moves: 0, stones: "" },
      content: change.content ?? before?.entry.content ?? "",
      bytes: JSON.stringify(body).length,
      ...nameOf(change.name ?? before?.entry.name),
    }
    return { entry, body }
  }

  #save(open: OpenGame, change: Change): void {
    const kept = this.#make(open.id, open.kept, change)
    open.kept = kept
    open.pending = kept
    if (kept.entry.bytes < LONGEST_DRAFT) this.#options.keep.write(`draft.${open.id}`, kept)
    open.writing = this.#flush(open, open.writing)
    this.#note(kept.entry)
  }

  /** Writes what is newest when its turn comes; what was overtaken needs no writing. */
  async #flush(open: OpenGame, before: Promise<void>): Promise<void> {
    await before
    const kept = open.pending
    if (!kept) return
    open.pending = undefined
    const isWritten = await this.#put(kept, open.stored)
    if (isWritten) open.stored = kept.entry.revision
    else if (isWritten === false) open.lose()
    if (isWritten && !open.pending && this.#options.store)
      this.#options.keep.write(`draft.${open.id}`, undefined)
  }

  /** Undefined when the store can't: the draft is all there is then. */
  async #put(kept: Kept, base: number): Promise<boolean | undefined> {
    try {
      const isWritten = await this.#store.write(kept, base)
      if (isWritten) {
        this.#tabs.tell({ kind: "changed", entry: kept.entry })
        if (this.#options.store) this.#complain(undefined)
        this.#note(kept.entry)
      }
      return isWritten
    } catch {
      this.#complain("full")
      return undefined
    }
  }

  #complain(fault: Library["fault"]): void {
    if (this.fault === fault) return
    this.fault = fault
    this.changed()
  }

  #note(entry: Entry): void {
    const others = this.entries.filter(({ id }) => id !== entry.id)
    const newer = others.filter(({ changed }) => changed > entry.changed).length
    this.entries = [...others.slice(0, newer), entry, ...others.slice(newer)]
    this.changed()
  }

  #forget(id: string): void {
    this.entries = this.entries.filter((entry) => entry.id !== id)
    this.changed()
  }

  async #read(open: OpenGame): Promise<boolean> {
    const stored = await this.#stored(open.id)
    open.stored = stored?.entry.revision ?? 0
    open.kept = this.#newer(stored, open.id)
    return open.kept !== undefined
  }

  #stored(id: string): Promise<Kept | undefined> {
    return this.#store.read(id).catch(() => undefined)
  }

  /** What the store has, or a draft that never got there. */
  #newer(stored: Kept | undefined, id: string): Kept | undefined {
    const draft = this.#draft(id)
    return draft && draft.entry.revision > (stored?.entry.revision ?? 0) ? draft : stored
  }

  #draft(id: string): Kept | undefined {
    const draft = this.#options.keep.read(`draft.${id}`) as Partial<Kept> | undefined
    const entry = readEntry(draft?.entry)
    return entry && typeof draft?.body === "object" ? { entry, body: draft.body } : undefined
  }

  async #hear(news: News): Promise<void> {
    const open = this.#open.get(news.kind === "changed" ? news.entry.id : news.id)
    switch (news.kind) {
      case "changed": {
        this.#note(news.entry)
        if (!open || open.isMine) return
        await this.#read(open)
        if (open.kept && !open.isMine) open.follow(open.kept, false)
        return
      }
      case "removed":
        this.#forget(news.id)
        return
      case "give":
        if (open?.isMine !== true) return
        open.lose()
        await open.writing
        this.#tabs.release(news.id)
        void this.#await(open)
    }
  }

  #newId(): string {
    if (this.#options.newId) return this.#options.newId()
    const bytes = crypto.getRandomValues(new Uint8Array(12))
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  }
}

/** An empty name counts as none. */
function nameOf(name: string | undefined): { name?: string } {
  return name === undefined || name === "" ? {} : { name }
}

function readPlace(stored: unknown): Place {
  if (typeof stored !== "object" || stored === null) return {}
  const { screen, game, record } = stored as { [name in keyof Place]: unknown }
  const { id, at } = (record ?? {}) as { id?: unknown; at?: unknown }
  return {
    ...(typeof screen === "string" ? { screen } : {}),
    ...(typeof game === "string" ? { game } : {}),
    ...(typeof id === "string" ? { record: { id, at } } : {}),
  }
}
