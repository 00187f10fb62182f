// All games: found by words, gone on with, reviewed, named, deleted, and carried away as files.

import { useEffect, useRef, useState } from "preact/hooks"
import { parseOutcome, White } from "montego/rules"
import type { App } from "../state/app.ts"
import { isListed, type Desk } from "../state/library/desk.ts"
import type { Entry, Facts } from "../state/library/entry.ts"
import type { Library } from "../state/library/library.ts"
import { TEXTS } from "../texts.ts"
import { useSource } from "./hooks.ts"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./library.css"
import { machineName, outcomeText } from "./names.ts"
import { FileButton, Question, saveSgf, saveText } from "./parts.tsx"

const { library: text } = TEXTS

const FILTERS = ["all", "open", "played", "record"] as const
type Filter = (typeof FILTERS)[number]
/** Rows that are drawn at once. */
const PAGE = 40

export function LibraryPage({ app }: { app: App }) {
  const { desk } = app
  const { library } = desk
  useSource(library)
  useSource(desk)
  const [search, setSearch] = useState("")
  const [filter, setFilter] = useState<Filter>("all")
  const [rows, setRows] = useState(PAGE)
  const [fault, setFault] = useState<string | undefined>(undefined)
  useEffect(() => {
    void library.load()
    return () => library.forgetRemoved()
  }, [library])

  const all = library.entries.filter(isListed)
  const found = all.filter((entry) => isOf(entry, filter) && hasWords(entry, search))
  const attempt = async (doing: Promise<boolean>, failure: string): Promise<void> => {
    setFault(undefined)
    if (!(await doing)) setFault(failure)
  }
  return (
    <main class="library">
      <h1>{text.title}</h1>
      <Tools app={app} count={all.length} />
      {all.length > 0 && (
        <div class="library-search">
          <label>
            <span class="unseen">{text.search}</span>
            <input
              type="search"
              placeholder={text.search}
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </label>
          <label>
            <span class="unseen">{text.filter}</span>
            <select value={filter} onChange={({ currentTarget }) => setFilter(currentTarget.value as Filter)}>
              {FILTERS.map((name) => (
                <option key={name} value={name}>
                  {text.filters[name]}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <Arrival desk={desk} />
      {library.isLoaded && found.length === 0 && (
        <p class="library-empty">{all.length === 0 ? text.empty : text.nothing}</p>
      )}
      <ul class="games">
        {found.slice(0, rows).map((entry) => (
          <Row key={entry.id} app={app} entry={entry} attempt={attempt} />
        ))}
      </ul>
      {found.length > rows && (
        <button type="button" class="wide" onClick={() => setRows(rows + PAGE)}>
          {text.more(found.length - rows)}
        </button>
      )}
      <Deleted library={library} />
    </main>
  )
}

function isOf({ kind, facts }: Entry, filter: Filter): boolean {
  if (filter === "all") return true
  return filter === "open" ? isUnfinished({ kind, facts }) : kind === filter
}

function isUnfinished({ kind, facts }: Pick<Entry, "kind" | "facts">): boolean {
  return kind === "played" && facts.result === undefined
}

/** Whether every word that is looked for stands somewhere in the row. */
function hasWords(entry: Entry, search: string): boolean {
  const row = `${titleOf(entry)} ${factsOf(entry).join(" ")}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => row.includes(word))
}

function titleOf({ name, kind, facts }: Entry): string {
  if (name !== undefined) return name
  const { black, white, machine } = facts
  if (kind === "record")
    return black === undefined && white === undefined
      ? TEXTS.review.unnamed
      : `${black ?? "?"} – ${white ?? "?"}`
  if (machine === undefined) return text.twoPeople
  const other = machineName(facts)
  return machine === White ? `${TEXTS.you} – ${other}` : `${other} – ${TEXTS.you}`
}

function factsOf({ kind, facts, created }: Entry): string[] {
  const { size, moves, games, date } = facts
  const day = new Date(created).toLocaleDateString(undefined, { dateStyle: "medium" })
  return [
    kind === "record" ? (date ?? day) : day,
    TEXTS.start.sizeName(size),
    games === undefined ? text.moves(moves) : text.games(games),
    resultOf(facts, kind),
  ].filter((part) => part !== "")
}

function resultOf(facts: Facts, kind: Entry["kind"]): string {
  const { result, machine } = facts
  if (kind === "record") return result ?? ""
  const outcome = result === undefined ? undefined : parseOutcome(result)
  return outcome ? outcomeText(outcome, machine, facts) : text.unfinished
}

function Tools({ app, count }: { app: App; count: number }) {
  const { desk } = app
  return (
    <>
      <p class="quiet">
        {text.used(count, sizeText(desk.library.bytes))} {text.stays} <Lasting />
      </p>
      <div class="library-tools">
        <FileButton app={app} label={text.open} />
        <button
          type="button"
          disabled={count === 0}
          onClick={() => void desk.exportAll().then((sgf) => saveText("montego-games.sgf", sgf))}
        >
          {text.exportAll}
        </button>
        {app.patterns && (
          <button type="button" onClick={() => app.goTo("patterns")}>
            {TEXTS.patterns.open}
          </button>
        )}
      </div>
    </>
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Browsers clear what pages keep when room is short, unless they are asked not to. */
function Lasting() {
  const [isLasting, setLasting] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setLasting)
  }, [])
  if (isLasting !== false) return null
  return (
    <button type="button" class="link" onClick={() => void navigator.storage.persist().then(setLasting)}>
      {text.persist}
    </button>
  )
}

interface RowProps {
  readonly app: App
  readonly entry: Entry
  readonly attempt: (doing: Promise<boolean>, failure: string) => Promise<void>
}

function Row({ app, entry, attempt }: RowProps) {
  const [isNaming, setNaming] = useState(false)
  const { id } = entry
  const title = titleOf(entry)
  const canContinue = isUnfinished(entry)
  const open = (screen: "play" | "review"): void => void attempt(app.openKept(id, screen), text.unreadable)
  const rename = (name: string | undefined): void => {
    setNaming(false)
    if (name !== undefined) void attempt(app.desk.library.rename(id, name), text.elsewhere)
  }
  const exportIt = (): void => void app.desk.exportOne(id).then((sgf) => saveSgf(sgf))
  return (
    <li class="game">
      <Thumbnail facts={entry.facts} />
      <div class="game-words">
        {isNaming ? <Rename name={entry.name ?? title} onDone={rename} /> : <h2 class="clamp">{title}</h2>}
        <p class="quiet clamp">{factsOf(entry).join(" · ")}</p>
      </div>
      <div class="game-buttons">
        <button
          type="button"
          aria-label={`${canContinue ? text.continue : TEXTS.nav.review}: ${title}`}
          class={canContinue ? "main" : ""}
          onClick={() => open(canContinue ? "play" : "review")}
        >
          {canContinue ? text.continue : TEXTS.nav.review}
        </button>
        <Menu label={text.menu(title)}>
          {[
            ...(canContinue ? ([[TEXTS.nav.review, () => open("review")]] as const) : []),
            [text.rename, () => setNaming(true)] as const,
            [text.export, exportIt] as const,
            [text.delete, () => void attempt(app.deleteKept(id), text.elsewhere)] as const,
          ]}
        </Menu>
      </div>
    </li>
  )
}

function Rename({ name, onDone }: { name: string; onDone: (name: string | undefined) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <form
      class="game-rename"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(field.current?.value.trim())
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") onDone(undefined)
      }}
    >
      <input ref={field} defaultValue={name} aria-label={text.name} maxLength={100} />
      <button type="submit">{text.save}</button>
    </form>
  )
}

type MenuItem = readonly [label: string, act: () => void]

function Menu({ label, children }: { label: string; children: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={place}
      class="menu"
      onFocusOut={({ relatedTarget }) => {
        if (!place.current?.contains(relatedTarget as Node | null)) setOpen(false)
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") setOpen(false)
      }}
    >
      <button type="button" aria-label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 8.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zm6 0a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zm6 0a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z" />
        </svg>
      </button>
      {isOpen && (
        <div class="menu-items">
          {children.map(([name, act]) => (
            <button
              key={name}
              type="button"
              onClick={() => {
                setOpen(false)
                act()
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The last position: four shapes, however many stones there are. */
function Thumbnail({ facts: { size, stones } }: { facts: Facts }) {
  const circles = (letter: string): string =>
    [...stones]
      .map((stone, index) =>
        stone === letter
          ? `M${index % size} ${Math.floor(index / size) + 0.5}a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0`
          : "",
      )
      .join("")
  const lines = Array.from(
    { length: size },
    (_, at) => `M.5 ${at + 0.5}H${size - 0.5}M${at + 0.5} .5V${size - 0.5}`,
  )
  return (
    <svg class="thumbnail" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <rect width={size} height={size} />
      <path class="thumbnail-lines" d={lines.join("")} />
      <path class="thumbnail-black" d={circles("X")} />
      <path class="thumbnail-white" d={circles("O")} />
    </svg>
  )
}

function Arrival({ desk }: { desk: Desk }) {
  const { arrival, arrived } = desk
  if (arrival && arrival.done === undefined)
    return (
      <Question
        text={text.addMany(arrival.games.length)}
        yes={text.addThem}
        no={text.addNone}
        onAnswer={(isYes) =>
          isYes ? void desk.takeIn() : desk.arrival?.done === undefined && desk.refuseArrival()
        }
      />
    )
  if (arrival)
    return (
      <p class="quiet" role="status">
        {text.adding(arrival.done ?? 0, arrival.games.length)}
      </p>
    )
  return arrived ? (
    <p class="quiet" role="status">
      {text.added(arrived.added, arrived.known, arrived.refused)}
    </p>
  ) : null
}

function Deleted({ library }: { library: Library }) {
  const undo = useRef<HTMLButtonElement>(null)
  const { deleted } = library
  // The row that had the focus is gone.
  useEffect(() => undo.current?.focus(), [deleted])
  return (
    <div aria-live="polite">
      {deleted && (
        <div class="bar">
          <span>{text.deleted(titleOf(deleted.entry))}</span>
          <button ref={undo} type="button" onClick={() => void library.undoRemove()}>
            {TEXTS.play.undo}
          </button>
        </div>
      )}
    </div>
  )
}
