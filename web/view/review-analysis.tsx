// The panel of analysis: what the engine would play in this position, and what of its thoughts the board shows.

import { short, wholePercent } from "../state/shared/picture.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import { CandidateTable } from "./candidates.tsx"
import { ReviewLinks } from "./link.tsx"
import { Toggles } from "./parts.tsx"
import type { PanelProps } from "./review-tabs.tsx"

const { review: text } = TEXTS

export function AnalysisPanel({ app, review }: PanelProps) {
  return (
    <>
      {review.isWatchable && <Candidates review={review} />}
      <Toggles app={app} names={["candidates", "owners", "rave", "coordinates", "numbers"]} />
      <div class="buttons">
        <ReviewLinks app={app} game={review.game} />
      </div>
    </>
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
        color={report.color}
        size={game.size}
        most={SHOWN_CANDIDATES}
        rate={wholePercent}
        visits={short}
        onMove={(move) => review.play(move)}
        onShow={(candidate) => review.showLine(candidate)}
      />
    </div>
  )
}
