// The laboratory (APP-4): its pages with their fields, the one that is open, and links that reproduce what it shows.

import type { JournalSource } from "../../engine/lab/journals.ts"
import type { LabName } from "../../engine/lab/messages.ts"
import type { LabOpener } from "../../engine/lab/port.ts"
import { Observable } from "../shared/observable.ts"
import { Arena } from "./arena.ts"
import { choice, makeLabLink, parseLabLink, SEED, share, whole, words, type Fields } from "./fields.ts"
import { PullYourself } from "./pull.ts"
import { LabSession } from "./session.ts"

/** The pages in the order of the index. */
export const LAB_PAGES = {
  bandits: {
    arms: words("0.35, 0.5, 0.65", 200),
    rounds: whole(1000, 10, 50_000),
    trials: whole(400, 2, 10_000),
    epsilon: share(0.1),
    seed: SEED,
  },
  simulations: {
    position: choice(["empty 9×9", "opening", "walls", "corner life", "race", "empty 19×19"]),
    games: whole(2000, 10, 1_000_000),
    seed: SEED,
  },
  gobble: {
    size: whole(9, 5, 19),
    games: whole(10_000, 100, 1_000_000),
    swap: share(0.8),
    frozen: share(0.1),
    random: share(0.08),
    seed: SEED,
  },
  evolve: {
    position: choice(["flower-six", "multiple-cut", "empty"]),
    population: whole(1024, 16, 16_384),
    lineages: whole(16, 1, 1024),
    steps: whole(30_000, 100, 5_000_000),
    seed: SEED,
  },
  games: {
    sum: words("{2|-2} + {4|-4} + {3||0|-10}", 500),
    learner: choice(["cgtd", "td", "monte-carlo"]),
    playouts: whole(20_000, 100, 1_000_000),
    seed: SEED,
  },
  match: {
    a: words("uct:mogo", 300),
    b: words("uct:plain", 300),
    size: whole(9, 2, 19),
    komi: { kind: "number", usual: 7.5, least: -361, most: 361, isWhole: false },
    playouts: whole(200, 1, 100_000),
    games: whole(10, 1, 400),
    seed: SEED,
  },
} as const satisfies Readonly<Record<LabName, Fields>>

export type LabPageName = keyof typeof LAB_PAGES

export const LAB_PAGE_NAMES = Object.keys(LAB_PAGES) as readonly LabPageName[]

export class Laboratory extends Observable {
  /** The page that is open; undefined for the index. */
  session: LabSession | undefined
  /** On the page of bandits: the arms that one pulls by hand. */
  pull: PullYourself | undefined
  /** What is wrong with the link that was opened. */
  fault: string | undefined
  /** Journals that were opened; they stay while other pages are shown. */
  readonly arena: Arena
  readonly #open: LabOpener
  #unsubscribe: () => void = () => undefined

  constructor(open: LabOpener, journals?: JournalSource) {
    super()
    this.#open = open
    this.arena = new Arena(journals)
  }

  /** Takes the journal of a match and shows the arena; false when it is none. */
  receive(source: string | Uint8Array): boolean {
    const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source
    if (!isJournal(bytes)) return false
    if (this.session?.name !== "match") this.go("#lab1=match")
    this.arena.add(`journal ${this.arena.journals.length + 1}`, bytes)
    return true
  }

  /** The place that shows the same: the page with its settings, and how far the run is. */
  get link(): string {
    const { session } = this
    return session ? makeLabLink(session.name, session.fields, session.settings, session.done) : "#lab"
  }

  /** Opens the place that a link names; a run that had begun there is made again. */
  go(fragment: string): void {
    if (this.session && fragment === this.link) return
    const place = parseLabLink(fragment === "" || fragment === "#" ? "#lab" : fragment, LAB_PAGES)
    if (!place) return
    this.close()
    this.fault = place.ok ? undefined : place.error
    const { page, settings, at } = place.ok ? place.value : { page: undefined, settings: {}, at: 0 }
    this.session = page && new LabSession(page, LAB_PAGES[page], this.#open, settings)
    this.#follow()
    if (at > 0) this.session?.start(at)
    this.changed()
  }

  /** Ends what runs. */
  close(): void {
    this.#unsubscribe()
    this.arena.stopWatching()
    this.session?.close()
    this.session = undefined
    this.pull = undefined
  }

  #follow(): void {
    const { session } = this
    if (!session) return
    let key = ""
    const follow = (): void => {
      const { arms, seed } = session.settings
      const now = `${arms} ${seed}`
      if (session.name === "bandits" && now !== key) this.pull = PullYourself.of(String(arms), Number(seed))
      key = now
    }
    follow()
    this.#unsubscribe = session.subscribe(follow)
  }
}

/** Whether these bytes begin as a journal does. */
function isJournal(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 40)).startsWith(`{"journal":"montego match"`)
}
