// What the engine thinks of the position, and of the game as far as it was looked at.

import { short, wholePercent } from "../state/shared/picture.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import { CandidateTable } from "./candidates.tsx"
import { Graph } from "./graph.tsx"

const { review: text } = TEXTS

export function Analysis({ review }: { review: Review }) {
  const { isAnalysing, sweep, report } = review
  if (!review.isWatchable)
    return (
      <section class="card">
        <p class="quiet">{text.tooLarge}</p>
      </section>
    )
  return (
    <section class="card" aria-label={text.analyse}>
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
          {sweep ? text.sweeping(sweep.done, sweep.all) : text.sweep}
        </button>
      </div>
      {review.trouble !== undefined && (
        <p class="fault" role="alert">
          {TEXTS.play.trouble} {review.trouble}
        </p>
      )}
      <p class="numbers">
        {report ? (
          <>
            <strong>
              {TEXTS.color(report.color)} {wholePercent(report.winRate)} %
            </strong>
            <span title={text.marginHelp}>{text.margin(report.score.mean, report.score.spread)}</span>
            <span class="quiet">{text.playouts(short(report.playouts))}</span>
          </>
        ) : (
          "\u00a0"
        )}
      </p>
      <Graph review={review} />
      <Candidates review={review} />
    </section>
  )
}

const SHOWN_CANDIDATES = 5

function Candidates({ review }: { review: Review }) {
  const { report, game } = review
  // The table has its place also while it is empty: nothing below it jumps.
  if (!report) return <p class="candidates-place quiet">{text.candidatesEmpty}</p>
  return (
    <div class="candidates-place">
      <CandidateTable
        candidates={report.candidates}
        size={game.size}
        most={SHOWN_CANDIDATES}
        rate={wholePercent}
        visits={short}
        onMove={(move) => review.play(move)}
      />
    </div>
  )
}
