// The panel of moves: the tree of variations, and what cost each side most.

import { Black, makeVertex, White, type Color } from "montego/rules"
import type { Mistake } from "montego/search"
import type { App } from "../state/app.ts"
import type { Review } from "../state/review/review.ts"
import { POINTS_LOST, RATES } from "../state/review/thresholds.ts"
import { wholePercent } from "../state/shared/picture.ts"
import { TEXTS } from "../texts.ts"
import type { PanelProps } from "./review-tabs.tsx"
import { Variations } from "./variations.tsx"

const { review: text } = TEXTS

export function MovesPanel({ app, review }: PanelProps) {
  return (
    <>
      <Variations review={review} />
      {review.isWatchable && <WorstMoves app={app} review={review} />}
    </>
  )
}

function WorstMoves({ app, review }: PanelProps) {
  const { mistakes, graph } = review
  return (
    <section aria-labelledby="worst-title">
      <div class="worst-head">
        <h2 id="worst-title" class="card-title">
          {text.worst}
        </h2>
        <MarkedFrom app={app} />
      </div>
      <div class="worst">
        {graph.length < 2 ? (
          <p class="quiet">{text.worstEmpty}</p>
        ) : (
          [Black, White].map((color) => (
            <Side key={color} review={review} color={color} mistakes={mistakes.worst[color]} />
          ))
        )}
      </div>
    </section>
  )
}

/** What a move must cost to be marked and listed. */
function MarkedFrom({ app }: { app: App }) {
  const { rate, points } = app.thresholds
  return (
    <div class="marked-from quiet" role="group" aria-label={text.thresholds}>
      <span aria-hidden="true">{text.thresholds}</span>
      <select
        aria-label={text.thresholdRate}
        value={rate}
        onChange={({ currentTarget }) => app.markFrom({ rate: Number(currentTarget.value) })}
      >
        {RATES.map((each) => (
          <option key={each} value={each}>
            {text.rateLost(wholePercent(each))}
          </option>
        ))}
      </select>
      <select
        aria-label={text.thresholdPoints}
        value={points}
        onChange={({ currentTarget }) => app.markFrom({ points: Number(currentTarget.value) })}
      >
        {POINTS_LOST.map((each) => (
          <option key={each} value={each}>
            {text.pointsLost(each)}
          </option>
        ))}
      </select>
    </div>
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
            <span>{text.cost(wholePercent(mistake.loss), mistake.points, text.pointsUnit)}</span>
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
