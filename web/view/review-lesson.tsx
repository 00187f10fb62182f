// The worst moves of both sides, and the lesson that asks for a better one. A lesson shows neither numbers nor the
// answer before the person wants them.

import { useEffect } from "preact/hooks"
import { Black, makeVertex, White, type Color } from "montego/rules"
import type { Mistake } from "montego/search"
import { wholePercent } from "../state/shared/picture.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"

const { review: text } = TEXTS

export function WorstMoves({ review }: { review: Review }) {
  if (!review.isWatchable) return null
  const { mistakes, graph } = review
  return (
    <section class="card" aria-labelledby="worst-title">
      <h2 id="worst-title" class="card-title">
        {text.worst}
      </h2>
      <div class="worst">
        {graph.length < 2 ? (
          <p class="quiet">{text.worstEmpty}</p>
        ) : (
          [Black, White].map((color) => (
            <Side key={color} review={review} color={color} mistakes={mistakes[color]} />
          ))
        )}
      </div>
    </section>
  )
}

function Side(props: { review: Review; color: Color; mistakes: readonly Mistake[] }) {
  const { review, color, mistakes } = props
  const isKnown = review.graph.length >= review.line.length
  return (
    <div>
      <h3 class="worst-side">
        <span class={`stone stone-${color === Black ? "black" : "white"}`} />
        {TEXTS.color(color)}
        {mistakes.length === 0 && <span class="quiet">{isKnown ? text.worstNone : text.worstNoneYet}</span>}
      </h3>
      <ol>
        {mistakes.map((mistake) => (
          <li key={mistake.number}>
            <button
              type="button"
              class="link"
              aria-current={review.at === mistake.number ? "true" : undefined}
              onClick={() => review.go(mistake.number)}
            >
              {text.worstMove(mistake.number, makeVertex(mistake.move, review.info.size))}
            </button>
            <span>{text.loss(wholePercent(mistake.loss))}</span>
            <button
              type="button"
              class="small"
              aria-label={text.tryAgainAt(mistake.number)}
              onClick={() => review.tryAgain(mistake)}
            >
              {text.tryAgain}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

export function LessonCard({ review }: { review: Review }) {
  const { lesson } = review
  // On a small screen the person may have scrolled down to the list: the board must be seen now.
  useEffect(() => {
    if (lesson) document.querySelector(".table-board")?.scrollIntoView({ block: "nearest" })
  }, [lesson])
  if (!lesson) return null
  const { verdict, tried, question, trouble } = lesson
  const next = review.nextMistake
  return (
    <section class="card lesson" aria-labelledby="lesson-title">
      <h2 id="lesson-title" class="card-title">
        {text.lesson(question.color)}
      </h2>
      <p aria-live="polite" class={`lesson-word ${verdict ?? ""}`}>
        {trouble !== undefined
          ? `${TEXTS.play.trouble} ${trouble}`
          : verdict && tried !== undefined
            ? text.verdicts[verdict](makeVertex(tried, review.info.size))
            : text.lessonHelp}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => review.showAnswer()}>
          {text.showMe}
        </button>
        <button type="button" disabled={!next} onClick={() => next && review.tryAgain(next)}>
          {text.nextLesson}
        </button>
        <button type="button" onClick={() => review.endLesson()}>
          {text.endLesson}
        </button>
      </div>
    </section>
  )
}
