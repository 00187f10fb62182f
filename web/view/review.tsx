// The review: a record on the board with the note under it, and beside the board the head and one of the panels.

import { useEffect, useMemo, useState } from "preact/hooks"
import { makeVertex, pointAt, type Point } from "montego/rules"
import type { Candidate, SearchReport } from "montego/search"
import type { App } from "../state/app.ts"
import { letterOf } from "../state/review/endgame.ts"
import { moveNumbers } from "../state/shared/game-facts.ts"
import { MARK_KINDS } from "../state/review/marks.ts"
import { makePicture, wholePercent } from "../state/shared/picture.ts"
import type { Review as ReviewState } from "../state/review/review.ts"
import type { Thought } from "../state/review/thoughts.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { useKeys, useSource } from "./hooks.ts"
import { KeysHelp } from "./keys-help.tsx"
import { saveSgf } from "./parts.tsx"
import { ReviewHead } from "./review-head.tsx"
import { LessonCard } from "./review-lesson.tsx"
import { Note, NOTE_ID } from "./review-notes.tsx"
import { REVIEW_TABS, ReviewTabs, type TabId } from "./review-tabs.tsx"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./review.css"

export function Review({ app, review }: { app: App; review: ReviewState }) {
  useSource(review)
  const [isHelping, help] = useState(false)
  const [tab, setTab] = useState<TabId>(REVIEW_TABS[0]!.id)
  useKeys((event) => pressed(event, app, review, () => help(true)))
  useEffect(() => {
    review.thresholds = app.thresholds
  }, [review, app.thresholds])
  useEffect(() => review.wantRave(app.view.rave), [review, app.view.rave])
  // Where one stands is kept, but not at every step of a fast walk, nor with every position of a sweep.
  useEffect(() => {
    const timer = setTimeout(() => app.keepReview(), review.sweep ? 3000 : 400)
    return () => clearTimeout(timer)
  }, [review.at, review.line, review.edition, review.thoughtEdition])

  return (
    <main class="table review">
      <div class="table-board">
        <div
          class={`review-board${review.endgame.isOpen ? " review-heat" : ""}${app.view.rave ? " review-rave" : ""}${review.shownLine.length > 0 ? " review-line" : ""}`}
          onMouseOver={({ target }) =>
            review.showLine(app.view.candidates ? pointedAt(review, target) : undefined)
          }
          onMouseLeave={() => review.showLine(undefined)}
        >
          <Board
            picture={usePicture(app, review)}
            coordinates={app.view.coordinates}
            ghost={review.tool === "play" ? review.toPlay : undefined}
            refused={review.refused}
            onPoint={(point) => review.touch(point)}
            onRead={() => review.forgetRefusal()}
            onWheel={(step) => (step > 0 ? review.forward() : review.back())}
            arrowsWithShift
            noteOn={(point) => regionNote(review, point)}
          />
        </div>
        <Note review={review} />
      </div>
      <div class="table-side">
        <LessonCard review={review} />
        <ReviewHead app={app} review={review} onSave={() => save(review, app)} onHelp={() => help(true)} />
        <ReviewTabs app={app} review={review} shown={tab} onShow={setTab} />
      </div>
      {isHelping && <KeysHelp keys={TEXTS.reviewKeys} onClose={() => help(false)} />}
    </main>
  )
}

/** The region of a point, while the endgame is shown. */
function regionNote({ endgame }: ReviewState, point: Point): string | undefined {
  const place = endgame.isOpen ? endgame.at(point) : undefined
  return place === undefined ? undefined : TEXTS.endgame.here(letterOf(place))
}

/** The candidate whose point the pointer is on. */
function pointedAt(review: ReviewState, target: EventTarget | null): Candidate | undefined {
  const point = target instanceof Element ? target.closest<HTMLElement>(".shudan-vertex") : null
  if (!point) return undefined
  return review.candidateAt(pointAt(Number(point.dataset["x"]), Number(point.dataset["y"])))
}

function save(review: ReviewState, app: App): void {
  const sgf = app.view.saveAnalysis
    ? review.sgfWithAnalysis(wordsOf.bind(undefined, review.info.size))
    : review.sgf()
  saveSgf(sgf)
}

/** The comment of a position in a saved file. */
function wordsOf(
  size: number,
  { blackWins, lead, playouts, isJudged }: Thought,
  report?: SearchReport,
): string {
  if (playouts === 0) return ""
  const best = report?.candidates.filter(({ visits }) => visits > 0).slice(0, 3) ?? []
  return TEXTS.review.analysisComment(
    wholePercent(blackWins),
    isJudged && lead !== undefined ? TEXTS.review.lead(lead) : undefined,
    best.map(({ move, winRate }) => `${makeVertex(move, size)} ${wholePercent(winRate)} %`).join(", "),
  )
}

function pressed(event: KeyboardEvent, app: App, review: ReviewState, help: () => void): boolean {
  if (event.key === "?") help()
  else if (event.shiftKey) return false
  else if (MARK_KINDS[Number(event.key) - 1]) review.take(MARK_KINDS[Number(event.key) - 1]!)
  else {
    const action = (WALKING[event.key] ?? EDITING[event.key])?.bind(undefined, review, app)
    const shown = SHOWING[event.key]
    if (!action && !shown) return false
    action?.()
    if (shown) app.show({ [shown]: !app.view[shown] })
  }
  return true
}

type Actions = Readonly<Record<string, (review: ReviewState, app: App) => void>>

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
  t: (review) => {
    const mistake = review.mistakeHere ?? review.nextMistake
    if (mistake) review.tryAgain(mistake)
  },
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
  const { game, report, node, edition, lesson, mistakes, line, shownLine, endgame } = review
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
        ghosts: review.ghosts,
        lines: review.lines,
        dead: review.faded,
        line: { color: review.toPlay, moves: shownLine },
        heat: endgame.heat,
      }),
    [
      node,
      edition,
      review.lineFrom,
      mistakes,
      line,
      shownLine,
      report,
      lesson,
      lesson?.tried,
      lesson?.verdict,
      candidates,
      owners,
      rave,
      numbers,
      endgame.study,
    ],
  )
}
