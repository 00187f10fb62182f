// The head of a review, whichever panel is open: the record, the way through it, its graph, and the engine's buttons.

import { Black } from "montego/rules"
import type { SearchReport } from "montego/search"
import { wholePercent, short } from "../state/shared/picture.ts"
import { titleOf } from "../state/review/record-editor.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import { Graph, MoveSlider } from "./graph.tsx"
import { Fault } from "./review-open.tsx"
import type { PanelProps } from "./review-tabs.tsx"

const { review: text } = TEXTS

interface HeadProps extends PanelProps {
  readonly onSave: () => void
  readonly onHelp: () => void
}

export function ReviewHead({ app, review, onSave, onHelp }: HeadProps) {
  return (
    <section class="card review-head" aria-label={TEXTS.nav.review}>
      <div class="record-line">
        <Heading review={review} />
        <div class="record-buttons">
          <button type="button" class="small" onClick={onSave}>
            {TEXTS.play.save}
          </button>
          <button type="button" class="small" onClick={() => app.closeRecord()}>
            {text.openAnother}
          </button>
          <button type="button" class="small keys" onClick={onHelp}>
            {TEXTS.help.button}
          </button>
        </div>
      </div>
      <Fault app={app} />
      <Breach review={review} />
      <Games review={review} />
      <div class="way">
        <div class="way-bar">
          <Walk review={review} />
          <MoveSlider review={review} />
        </div>
        <Place review={review} />
      </div>
      <Reasons review={review} />
      {review.isWatchable ? <Thinking review={review} /> : <p class="quiet">{text.tooLarge}</p>}
    </section>
  )
}

function Heading({ review: { info } }: { review: Review }) {
  const title = titleOf(info) ?? text.unnamed
  const facts = [info.date, info.event, info.result].filter((part) => part !== undefined).join(" · ")
  return (
    <div class="record-names">
      <h1 class="record-title" title={title}>
        {title}
      </h1>
      {facts !== "" && (
        <p class="quiet" title={facts}>
          {facts}
        </p>
      )}
    </div>
  )
}

function Breach({ review }: { review: Review }) {
  const { breach } = review
  if (!breach) return null
  return (
    <p class="fault" role="note">
      {text.breach(breach.text, breach.more)}{" "}
      <button type="button" class="link" onClick={() => review.goTo(breach.node)}>
        {text.showBreach}
      </button>
    </p>
  )
}

/** The games of a record that has several. */
function Games({ review }: { review: Review }) {
  const { titles } = review
  if (titles.length < 2) return null
  return (
    <label class="field record-games">
      <span>{text.games(titles.length)}</span>
      <select
        value={review.gameIndex}
        onChange={({ currentTarget }) => {
          // A game that can't be shown leaves the choice where it was.
          if (!review.choose(Number(currentTarget.value))) currentTarget.value = String(review.gameIndex)
        }}
      >
        {titles.map((name, index) => (
          <option key={index} value={index}>
            {text.gameName(index + 1, name ?? text.unnamed)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Walk({ review }: { review: Review }) {
  const { at, canForward } = review
  const steps = [
    { label: text.first, shape: "M4 4h3v12H4zM17 4v12L8 10z", isOff: at === 0, go: () => review.go(0) },
    { label: text.back, shape: "M15 4v12L5 10z", isOff: at === 0, go: () => review.back() },
    { label: text.forward, shape: "M5 4v12l10-6z", isOff: !canForward, go: () => review.forward() },
    {
      label: text.last,
      shape: "M13 4h3v12h-3zM3 4v12l9-6z",
      isOff: !canForward,
      go: () => review.go(Infinity),
    },
  ]
  return (
    <div class="walk">
      {steps.map(({ label, shape, isOff, go }) => (
        <button key={label} type="button" aria-label={label} title={label} disabled={isOff} onClick={go}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={shape} />
          </svg>
        </button>
      ))}
    </div>
  )
}

function Place({ review }: { review: Review }) {
  const { siblings } = review
  return (
    <p class="status place" role="status">
      {text.place(review.moveNumber, review.line.length - 1)}
      {", "}
      {TEXTS.play.toMove(review.toPlay)}
      {siblings.count > 1 && (
        <button type="button" class="small" title={text.nextVariation} onClick={() => review.turn(1)}>
          {text.variation(siblings.place + 1, siblings.count)}
        </button>
      )}
    </p>
  )
}

function Reasons({ review }: { review: Review }) {
  return (
    <>
      {review.unlawful !== undefined && (
        <p class="fault" role="note">
          {text.unlawful(review.unlawful)}
        </p>
      )}
      {review.obstacle !== undefined && (
        <p class="fault" role="alert">
          {review.obstacle}
        </p>
      )}
    </>
  )
}

/** Graph, numbers of the position, and what the engine can be told to do. */
function Thinking({ review }: { review: Review }) {
  const { isAnalysing, sweep, nextMistake } = review
  return (
    <>
      <Graph review={review} />
      <NumbersLine review={review} />
      <div class="buttons">
        <button
          type="button"
          class={isAnalysing ? "on" : ""}
          aria-pressed={isAnalysing}
          onClick={() => review.analyse(!isAnalysing)}
        >
          {isAnalysing ? text.stop : text.analyse}
        </button>
        <button
          type="button"
          class={sweep ? "on" : ""}
          aria-pressed={sweep !== undefined}
          onClick={() => void review.sweepGame()}
        >
          {sweep ? text.stopSweep : text.sweep}
        </button>
        <button
          type="button"
          disabled={!nextMistake}
          onClick={() => nextMistake && review.go(nextMistake.number)}
        >
          {text.nextMistake}
        </button>
      </div>
      {review.trouble !== undefined && (
        <p class="fault" role="alert">
          {TEXTS.play.trouble} {review.trouble}
        </p>
      )}
    </>
  )
}

/** What is known of the position, and how far the whole game is: in one line, so that nothing jumps. */
function NumbersLine({ review }: { review: Review }) {
  const { report, sweep } = review
  return (
    <p class="numbers">
      {report && <Numbers report={report} />}
      <span class="sweep quiet">
        {sweep && (
          <>
            <progress value={sweep.done} max={sweep.all} aria-label={text.sweep} />
            {text.sweeping(sweep.pass, sweep.done, sweep.all, sweep.secondsLeft)}
          </>
        )}
      </span>
      {report && !sweep && <Basis review={review} report={report} />}
    </p>
  )
}

function Numbers({ report: { color, winRate, score, judge } }: { report: SearchReport }) {
  return (
    <>
      {/* Black's whoever is to move, as in the graph. */}
      <strong>
        {TEXTS.color(Black)} {wholePercent(color === Black ? winRate : 1 - winRate)} %
      </strong>
      {judge === "network" ? (
        <span title={text.leadHelp}>{text.lead(score.mean)}</span>
      ) : (
        <span title={text.marginHelp}>{text.margin(score.mean, score.spread)}</span>
      )}
    </>
  )
}

/** What the last move cost, and how much looking that rests on. */
function Basis({ review: { mistakeHere }, report }: { review: Review; report: SearchReport }) {
  const { playouts, judge } = report
  return (
    <>
      {mistakeHere && (
        <strong class="mistake-word">{text.cost(wholePercent(mistakeHere.loss), mistakeHere.points)}</strong>
      )}
      <span class="quiet">
        {judge === "network" ? text.evaluations(playouts, short(playouts)) : text.playouts(short(playouts))}
      </span>
    </>
  )
}
