// Win rate and score over the game: a click goes to the move, and so does the slider, which also says in words what the
// curves show at the move where one stands.

import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { endsHigh, graphColumns, pointAtMove } from "../state/review/graph.ts"
import { wholePercent } from "../state/shared/picture.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import type { Plot } from "./plot.ts"

const { review: text } = TEXTS

export function Graph({ review }: { review: Review }) {
  const { graph, at, line } = review
  const place = useRef<HTMLDivElement>(null)
  const plot = usePlot(place, review)
  const { mistakes } = review
  const columns = useMemo(() => graphColumns(graph, (move) => review.faultAt(move)), [mistakes])
  const moves = line.length - 1
  useEffect(() => plot?.show(columns, moves, at), [plot, columns, moves, at])
  return (
    <figure class="graph" data-known={graph.length}>
      <div class="graph-place" ref={place} role="img" aria-label={text.graph} />
      <GraphKey review={review} />
    </figure>
  )
}

/** What the curves are. */
function GraphKey({ review: { graph } }: { review: Review }) {
  if (graph.length === 0) return <figcaption class="quiet graph-keys">{text.graphEmpty}</figcaption>
  return (
    <figcaption class={endsHigh(graph) ? "quiet graph-keys below" : "quiet graph-keys"}>
      <span class="graph-key graph-key-rate">{text.graphRate}</span>
      <span class="graph-key graph-key-lead">
        {graph.some(({ evaluations }) => evaluations !== undefined) ? text.graphLead : text.graphMargin}
      </span>
    </figcaption>
  )
}

/** Goes to a move, and says in words what the curves show there. */
export function MoveSlider({ review }: { review: Review }) {
  return (
    <input
      type="range"
      class="graph-slider"
      min={0}
      max={review.line.length - 1}
      value={review.at}
      aria-label={text.slider}
      aria-valuetext={placeText(review)}
      onInput={({ currentTarget }) => review.go(Number(currentTarget.value))}
    />
  )
}

function placeText({ graph, at }: Review): string {
  const { blackWins, lead, evaluations } = pointAtMove(graph, at) ?? {}
  return text.graphPlace(
    at,
    blackWins === undefined ? undefined : wholePercent(blackWins),
    lead === undefined ? undefined : evaluations !== undefined ? text.lead(lead) : text.margin(lead),
  )
}

/** The drawing, once its module is there; without it the slider still works. */
function usePlot(place: { readonly current: HTMLDivElement | null }, review: Review): Plot | undefined {
  const [plot, setPlot] = useState<Plot | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    let opened: Plot | undefined
    const open = async (): Promise<void> => {
      const module = await import("./plot.ts").catch(() => undefined)
      if (!module || isGone || !place.current) return
      opened = new module.Plot(place.current, (move) => review.go(move))
      setPlot(opened)
    }
    void open()
    return () => {
      isGone = true
      opened?.close()
      setPlot(undefined)
    }
  }, [review])
  return plot
}
