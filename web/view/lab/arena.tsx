// The arena: a match between two players of the page, journals of other matches, one table of all, and every game to be
// reviewed.

import { useMemo, useRef } from "preact/hooks"
import type { MatchSnapshot } from "../../engine/lab/match.ts"
import type { App } from "../../state/app.ts"
import { arenaTable, recordOf, type Arena, type ArenaTable } from "../../state/lab/arena.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { useSource } from "../hooks.ts"
import { bytesOf } from "../parts.tsx"
import { short } from "./chart.tsx"
import { Scroll } from "./scroll.tsx"

const { arena: text } = LAB_TEXTS

interface ArenaProps {
  readonly app: App
  readonly arena: Arena
  readonly snapshot: MatchSnapshot | undefined
}

/** Games that are listed until the person asks for all would be many: the last ones. */
const MOST_LISTED = 60

export function ArenaView({ app, arena, snapshot }: ArenaProps) {
  useSource(arena)
  const { journals } = arena
  const table = useMemo(
    () =>
      arenaTable([
        ...journals.map(({ content }) => content),
        ...(snapshot ? [{ header: snapshot.header, entries: snapshot.entries, damaged: [] }] : []),
      ]),
    [journals, snapshot],
  )
  const { playing } = snapshot ?? {}
  return (
    <>
      {playing && <p class="quiet">{text.playing(playing.plays.length, playing.black)}</p>}
      {table.rows.length > 0 ? (
        <>
          <Ratings table={table} />
          <CrossTable table={table} />
          <Games app={app} table={table} />
        </>
      ) : (
        <p class="quiet">{text.empty}</p>
      )}
      <Journals arena={arena} damaged={table.damaged} />
    </>
  )
}

function Journals({ arena, damaged }: { arena: Arena; damaged: number }) {
  const file = useRef<HTMLInputElement>(null)
  const { journals, fault, canWatch, isWatching } = arena
  return (
    <section class="card" aria-labelledby="lab-journals">
      <h2 id="lab-journals">{text.journals}</h2>
      <p class="quiet">{text.journalsHint}</p>
      <div class="buttons">
        <button type="button" onClick={() => file.current?.click()}>
          {text.open}
        </button>
        <input
          ref={file}
          class="unseen"
          type="file"
          multiple
          accept=".jsonl,.gz"
          aria-label={text.open}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            void (async () => {
              for (const each of files) arena.add(each.name, await bytesOf(each))
            })()
            currentTarget.value = ""
          }}
        />
        {canWatch && (
          <button type="button" onClick={() => (isWatching ? arena.stopWatching() : arena.watch())}>
            {isWatching ? text.stopWatching : text.watch}
          </button>
        )}
        {journals.length > 0 && (
          <button type="button" onClick={() => arena.clear()}>
            {text.close}
          </button>
        )}
      </div>
      <p role="status">
        {journals.length > 0 &&
          text.opened(
            journals
              .map(({ name, content }) => `${name} (${text.gameCount(content.entries.length)})`)
              .join(", "),
          )}{" "}
        {damaged > 0 && text.damaged(damaged)}
      </p>
      {fault !== undefined && (
        <p class="fault" role="alert">
          {text.fault(fault)}
        </p>
      )}
    </section>
  )
}

function Ratings({ table: { rows } }: { table: ArenaTable }) {
  const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${(100 * share).toFixed(0)} %`)
  return (
    <section class="card" aria-labelledby="lab-ratings">
      <h2 id="lab-ratings">{text.players}</h2>
      <Scroll>
        <table class="lab-numbers">
          <thead>
            <tr>
              {text.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, tally, rate, interval, rating }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{tally.games}</td>
                <td>
                  {tally.wins}–{tally.losses}
                  {tally.draws > 0 && `–${tally.draws}`}
                </td>
                <td>{percent(rate)}</td>
                <td>
                  <RateBar rate={rate} low={interval.low} high={interval.high} />
                  {tally.games > 0 && text.range(percent(interval.low), percent(interval.high))}
                </td>
                <td>
                  {rating
                    ? `${short(Math.round(rating.elo))} ± ${short(Math.round(rating.interval.high - rating.elo))}`
                    : "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

/** The rate and its interval; the text beside it says the same. */
function RateBar({ rate, low, high }: { rate: number; low: number; high: number }) {
  if (Number.isNaN(rate)) return null
  const x = (share: number): number => 2 + 96 * share
  return (
    <svg class="lab-rate" viewBox="0 0 100 10" aria-hidden="true">
      <path class="lab-grid" d={`M${x(0)} 5H${x(1)}M${x(0.5)} 0V10`} />
      <path class="lab-line lab-line-0" d={`M${x(low)} 5H${x(high)}`} />
      <circle class="lab-good" cx={x(rate)} cy="5" r="3" />
    </svg>
  )
}

function CrossTable({ table: { rows } }: { table: ArenaTable }) {
  return (
    <section class="card" aria-labelledby="lab-cross">
      <h2 id="lab-cross">{text.cross}</h2>
      <Scroll>
        <table class="lab-numbers">
          <thead>
            <tr>
              <th scope="col">{text.player}</th>
              {rows.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, against }, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {against.map((tally, column) => (
                  <td key={column}>{column === row ? "×" : tally ? `${tally.wins}–${tally.losses}` : ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

function Games({ app, table: { games } }: { app: App; table: ArenaTable }) {
  if (games.length === 0) return null
  return (
    <section class="card" aria-labelledby="lab-games">
      <h2 id="lab-games">{text.games}</h2>
      <ul class="lab-games">
        {games.slice(0, MOST_LISTED).map((game) => (
          <li key={game.key}>
            <button
              type="button"
              class="link"
              aria-label={text.review(game.number, game.black, game.white, game.result)}
              onClick={() => {
                const record = recordOf(game)
                if (record.ok) app.open(record.value)
                else app.refuse(record.error)
              }}
            >
              {text.game(game.number, game.black, game.white, game.result)}
            </button>{" "}
            <span class="quiet">{text.moves(game.moves)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
