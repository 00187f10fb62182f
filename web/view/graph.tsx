// The win rate over the game; a click goes to the move.

import { graphShape, moveAt } from "../state/graph.ts"
import type { Review } from "../state/review.ts"
import { TEXTS } from "../texts.ts"

export function Graph({ review }: { review: Review }) {
  const { graph, at, line } = review
  const moves = line.length - 1
  const { curve, area, dots } = graphShape(graph, moves)
  const here = moves === 0 ? 0 : (100 * at) / moves
  const onClick = (event: MouseEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect()
    review.go(moveAt((event.clientX - left) / width, moves))
  }
  return (
    <figure class="graph">
      <figcaption class="quiet">
        {dots.length === 0 ? TEXTS.review.graphEmpty : TEXTS.review.graph}
      </figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={TEXTS.review.graph}
        onClick={onClick}
      >
        <path class="graph-area" d={area} />
        <line class="graph-half" x1={0} x2={100} y1={50} y2={50} />
        <path class="graph-curve" d={curve} />
        {dots.length < 60 && dots.map(({ x, y }) => <path key={x} class="graph-dot" d={`M${x} ${y}l0 0`} />)}
        <line class="graph-here" x1={here} x2={here} y1={0} y2={100} />
      </svg>
    </figure>
  )
}
