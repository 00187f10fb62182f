// Patterns learned from games: the choice of the games, the learning, and little boards of what came of it.

import { useEffect } from "preact/hooks"
import type { App } from "../state/app.ts"
import type { Patterns } from "../state/patterns/patterns.ts"
import { TEXTS } from "../texts.ts"
import { useSource } from "./hooks.ts"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./patterns.css"

const { patterns: text } = TEXTS

type Learned = NonNullable<Patterns["learned"]>
type Shown = Learned["best"][number]

export function PatternsPage({ app, patterns }: { app: App; patterns: Patterns }) {
  useSource(patterns)
  useSource(app.desk.library)
  useEffect(() => void patterns.load(), [patterns])
  const { learned, progress } = patterns
  return (
    <main class="patterns">
      <h1>{text.title}</h1>
      <p>{text.intro}</p>
      <Source patterns={patterns} />
      <div role="status">{progress && text.phases[progress.phase]}</div>
      {progress && (
        <div class="patterns-progress">
          <progress value={progress.share} max={1} aria-label={text.phases[progress.phase]} />
          <button type="button" onClick={() => patterns.stop()}>
            {text.stop}
          </button>
        </div>
      )}
      <Fault patterns={patterns} />
      {learned && !progress && <Result app={app} patterns={patterns} learned={learned} />}
    </main>
  )
}

function Source({ patterns }: { patterns: Patterns }) {
  const { counts, size, hasEnough, progress, learned } = patterns
  const sizes = [...new Set([...counts.keys(), size])].sort((a, b) => a - b)
  const count = counts.get(size) ?? 0
  return (
    <section class="card patterns-source">
      <label>
        {text.board}{" "}
        <select
          value={String(size)}
          disabled={progress !== undefined}
          onChange={({ currentTarget }) => void patterns.choose(Number(currentTarget.value))}
        >
          {sizes.map((each) => (
            <option key={each} value={String(each)}>
              {text.option(each, counts.get(each) ?? 0)}
            </option>
          ))}
        </select>
      </label>
      {!hasEnough && <p>{text.few(count, size)}</p>}
      <div class="buttons">
        <button
          type="button"
          class={hasEnough && !learned ? "main" : ""}
          disabled={!hasEnough || progress !== undefined}
          onClick={() => void patterns.learn("library")}
        >
          {text.learn}
        </button>
        <button
          type="button"
          class={hasEnough || learned ? "" : "main"}
          disabled={progress !== undefined}
          onClick={() => void patterns.learn("examples")}
        >
          {text.learnExamples}
        </button>
      </div>
    </section>
  )
}

function Fault({ patterns: { fault, size } }: { patterns: Patterns }) {
  if (!fault) return null
  return (
    <p class="fault" role="alert">
      {fault.kind === "few" ? text.few(fault.found, size) : text.failed(fault.reason)}
    </p>
  )
}

function Result({ app, patterns, learned }: { app: App; patterns: Patterns; learned: Learned }) {
  const { best, worst, plain, skipped, held, games, moves, size, isFromExamples } = learned
  const all = [...best, ...worst, ...plain]
  const range = [Math.min(...all.map(lowOf)), Math.max(...all.map(highOf))] as const
  return (
    <>
      <section class="card" aria-labelledby="patterns-learned">
        <h2 id="patterns-learned">{text.learned(size)}</h2>
        <p>{text.from(games, moves, isFromExamples)}</p>
        {held.moves > 0 && (
          <p>{text.held(held.games, held.moves, percent(held.top1), percent(held.chance))}</p>
        )}
        {skipped.length > 0 && (
          <p class="quiet">
            {text.skipped(skipped.map(([reason, count]) => `${count} (${reason})`).join(", "))}
          </p>
        )}
        {patterns.isKept ? (
          <div class="buttons">
            <button type="button" class="main" onClick={() => app.playPatterns()}>
              {text.play}
            </button>
          </div>
        ) : (
          <p>{text.notKept}</p>
        )}
      </section>
      <p class="quiet">{text.meaning}</p>
      <Cards title={text.best} shapes={best} range={range} />
      <Cards title={text.worst} shapes={worst} range={range} />
      <section>
        <h2>{text.other}</h2>
        <table class="patterns-plain">
          <tbody>
            {plain.map((feature) => (
              <tr key={feature.name}>
                <th scope="row">{feature.name}</th>
                <td>{factor(feature)}</td>
                <td>
                  <ErrorBar shown={feature} range={range} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

type Range = readonly [low: number, high: number]

function Cards({ title, shapes, range }: { title: string; shapes: readonly Shown[]; range: Range }) {
  return (
    <section>
      <h2>{title}</h2>
      {shapes.length === 0 && <p class="quiet">{text.none}</p>}
      <ul class="patterns-cards">
        {shapes.map((shown) => (
          <li key={shown.rows.join()}>
            <LittleBoard rows={shown.rows} />
            <strong>{short(shown.gamma)}</strong>
            <ErrorBar shown={shown} range={range} />
            <span class="quiet">{text.range(short(lowOf(shown)), short(highOf(shown)))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Two standard errors below and above. */
const lowOf = ({ gamma, error }: Shown): number => gamma * Math.exp(-2 * error)
const highOf = ({ gamma, error }: Shown): number => gamma * Math.exp(2 * error)
const percent = (share: number): string => (100 * share).toFixed(1)
const short = (gamma: number): string => (gamma >= 100 ? gamma.toFixed(0) : gamma.toPrecision(2))
const factor = (shown: Shown): string =>
  `${short(shown.gamma)} (${text.range(short(lowOf(shown)), short(highOf(shown)))})`

const BAR = 100

/** Gamma and its error on a logarithmic scale; the thin line is 1. The text beside it says the same. */
function ErrorBar({ shown, range: [low, high] }: { shown: Shown; range: Range }) {
  const at = (gamma: number): number => 3 + ((BAR - 6) * Math.log(gamma / low)) / Math.log(high / low)
  return (
    <svg class="patterns-bar" viewBox={`0 0 ${BAR} 10`} aria-hidden="true">
      <path class="patterns-one" d={`M${at(1)} 0V10`} />
      <path d={`M${at(lowOf(shown))} 5H${at(highOf(shown))}`} />
      <circle cx={at(shown.gamma)} cy="5" r="2.5" />
    </svg>
  )
}

const EDGE = "#"
const STONES: Readonly<Record<string, string>> = { X: "patterns-black", O: "patterns-white" }

/** Nine points; lines end where the board does. */
function LittleBoard({ rows }: { rows: readonly string[] }) {
  const cells = rows.flatMap((row, y) => [...row].map((sign, x) => ({ sign, x, y })))
  const inside = cells.filter(({ sign }) => sign !== EDGE)
  const lines = inside.map(({ x, y }) => {
    const end = (dx: number, dy: number): string =>
      rows[y + dy]?.[x + dx] === EDGE ? "" : `M${x + 0.5} ${y + 0.5}l${dx / 2} ${dy / 2}`
    return end(-1, 0) + end(1, 0) + end(0, -1) + end(0, 1)
  })
  return (
    <svg class="patterns-board" viewBox="0 0 3 3" role="img" aria-label={text.shape(rows)}>
      {inside.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" />
      ))}
      <path d={lines.join("")} />
      {inside.map(({ sign, x, y }) =>
        STONES[sign] === undefined ? null : (
          <circle key={`${x} ${y}`} class={STONES[sign]} cx={x + 0.5} cy={y + 0.5} r="0.46" />
        ),
      )}
      <circle class="patterns-move" cx="1.5" cy="1.5" r="0.24" />
    </svg>
  )
}
