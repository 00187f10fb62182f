// The review: a record on the board, the way through it and its tree, what the engine thinks, and what one adds.

import { useEffect, useMemo, useState } from "preact/hooks"
import type { App } from "../state/app.ts"
import { moveNumbers } from "../state/shared/game-facts.ts"
import { MARK_KINDS } from "../state/review/marks.ts"
import { makePicture } from "../state/shared/picture.ts"
import { titleOf } from "../state/review/record-editor.ts"
import type { Review as ReviewState } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { useKeys, useSource } from "./hooks.ts"
import { KeysHelp } from "./keys-help.tsx"
import { ReviewLinks } from "./link.tsx"
import { FileButton, saveText, Table, Toggles } from "./parts.tsx"
import { Analysis } from "./review-analysis.tsx"
import { Edit, NOTE_ID } from "./review-edit.tsx"
import { LessonCard, WorstMoves } from "./review-lesson.tsx"
import { Variations } from "./variations.tsx"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./review.css"

const { review: text } = TEXTS

export function Review({ app, review }: { app: App; review: ReviewState }) {
  useSource(review)
  const [isHelping, help] = useState(false)
  useKeys((event) => pressed(event, app, review, () => help(true)))
  // Where one stands is kept, but not at every step of a fast walk.
  useEffect(() => {
    const timer = setTimeout(() => app.keepReview(), 400)
    return () => clearTimeout(timer)
  }, [review.at, review.line, review.edition, review.thoughtEdition])

  return (
    <Table
      board={
        <div class={`review-board${app.view.rave ? " review-rave" : ""}`}>
          <Board
            picture={usePicture(app, review)}
            coordinates={app.view.coordinates}
            ghost={review.tool === "play" ? review.toPlay : undefined}
            refused={review.refused}
            onPoint={(point) => review.touch(point)}
            onRead={() => review.forgetRefusal()}
            arrowsWithShift
          />
        </div>
      }
    >
      <LessonCard review={review} />
      <section class="card" aria-label={TEXTS.nav.review}>
        <Heading review={review} />
        <Fault app={app} />
        <Walk review={review} />
        <Place review={review} />
        <Variations review={review} />
      </section>
      <Analysis review={review} />
      <WorstMoves review={review} />
      <Edit review={review} />
      <section class="card slim">
        <Toggles app={app} names={["candidates", "owners", "rave", "coordinates", "numbers"]} />
        <div class="buttons">
          <button type="button" onClick={() => save(review)}>
            {TEXTS.play.save}
          </button>
          <button type="button" onClick={() => app.closeRecord()}>
            {text.openAnother}
          </button>
          <ReviewLinks app={app} game={review.game} />
          <button type="button" onClick={() => help(true)}>
            {TEXTS.help.button}
          </button>
        </div>
        {review.notes.length > 0 && (
          <details>
            <summary>{text.notes}</summary>
            <ul>
              {review.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
      {isHelping && <KeysHelp keys={TEXTS.reviewKeys} onClose={() => help(false)} />}
    </Table>
  )
}

function save(review: ReviewState): void {
  saveText("montego.sgf", review.sgf())
}

function pressed(event: KeyboardEvent, app: App, review: ReviewState, help: () => void): boolean {
  if (event.key === "?") help()
  else if (event.shiftKey) return false
  else if (MARK_KINDS[Number(event.key) - 1]) review.take(MARK_KINDS[Number(event.key) - 1]!)
  else {
    const action = (WALKING[event.key] ?? EDITING[event.key])?.bind(undefined, review)
    const shown = SHOWING[event.key]
    if (!action && !shown) return false
    action?.()
    if (shown) app.show({ [shown]: !app.view[shown] })
  }
  return true
}

type Actions = Readonly<Record<string, (review: ReviewState) => void>>

const WALKING: Actions = {
  ArrowLeft: (review) => review.back(),
  ArrowRight: (review) => review.forward(),
  ArrowUp: (review) => review.across(-1),
  ArrowDown: (review) => review.across(1),
  PageUp: (review) => review.back(10),
  PageDown: (review) => review.forward(10),
  Home: (review) => review.go(0),
  End: (review) => review.go(Infinity),
  a: (review) => review.analyse(!review.isAnalysing),
  w: (review) => void review.sweepGame(),
  m: (review) => review.nextMistake && review.go(review.nextMistake.number),
  t: (review) => review.mistakeHere && review.tryAgain(review.mistakeHere),
}

const EDITING: Actions = {
  e: () => document.getElementById(NOTE_ID)?.focus(),
  z: (review) => review.undo(),
  y: (review) => review.redo(),
  l: (review) => review.makeMainLine(),
  Delete: (review) => review.deleteVariation(),
  s: save,
  Escape: (review) => (review.lesson ? review.endLesson() : review.take("play")),
}

const SHOWING = {
  o: "owners",
  k: "candidates",
  r: "rave",
  c: "coordinates",
  n: "numbers",
} as Readonly<Record<string, "owners" | "candidates" | "rave" | "coordinates" | "numbers">>

function usePicture(app: App, review: ReviewState) {
  const { game, report, node, edition, lesson } = review
  const { candidates, owners, rave, numbers } = app.view
  return useMemo(
    () =>
      makePicture({
        board: game.board,
        last: game.moves.at(-1)?.move,
        numbers: numbers ? moveNumbers(game) : undefined,
        candidates: candidates ? report?.candidates : undefined,
        rave: rave ? report?.candidates : undefined,
        owners: owners ? report?.owners : undefined,
        marks: review.marks,
      }),
    [node, edition, report, lesson, lesson?.tried, lesson?.verdict, candidates, owners, rave, numbers],
  )
}

function Heading({ review }: { review: ReviewState }) {
  const { info, titles, breach } = review
  const title = titleOf(info) ?? text.unnamed
  const facts = [info.date, info.event, info.result].filter((part) => part !== undefined).join(" · ")
  return (
    <>
      <h1 class="record-title clamp" title={title}>
        {title}
      </h1>
      {facts !== "" && (
        <p class="quiet clamp" title={facts}>
          {facts}
        </p>
      )}
      {breach && (
        <p class="fault" role="note">
          {text.breach(breach.text, breach.more)}{" "}
          <button type="button" class="link" onClick={() => review.goTo(breach.node)}>
            {text.showBreach}
          </button>
        </p>
      )}
      {titles.length > 1 && (
        <label class="field">
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
      )}
    </>
  )
}

function Place({ review }: { review: ReviewState }) {
  const { siblings } = review
  return (
    <>
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

function Walk({ review }: { review: ReviewState }) {
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
    <div class="buttons walk">
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

function Fault({ app }: { app: App }) {
  if (app.fault === undefined) return null
  return (
    <p class="fault" role="alert">
      {text.fault} {app.fault}
    </p>
  )
}

/** Where a record is opened: by file, by dropping it on the page (app.tsx), or as text. */
export function OpenRecord({ app }: { app: App }) {
  const [pasted, setPasted] = useState("")
  return (
    <main class="start">
      <section class="card start-card">
        <h1>{text.title}</h1>
        <p class="quiet">{text.intro}</p>
        <Fault app={app} />
        <FileButton app={app} label={text.choose} kind="main wide" />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            app.open(pasted)
          }}
        >
          <label class="field tall">
            <span>{text.paste}</span>
            <textarea
              rows={5}
              spellcheck={false}
              value={pasted}
              placeholder="(;GM[1]FF[4]SZ[9];B[ee];W[cc])"
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
          </label>
          <button class="wide" type="submit" disabled={pasted.trim() === ""}>
            {text.open}
          </button>
        </form>
      </section>
    </main>
  )
}
