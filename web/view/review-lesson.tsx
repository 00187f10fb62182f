// The lesson that asks for a better move. It shows neither numbers nor the answer before the person wants them.

import { useEffect } from "preact/hooks"
import { makeVertex } from "montego/rules"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"

const { review: text } = TEXTS

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
