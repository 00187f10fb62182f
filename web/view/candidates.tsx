// The engine's candidates as a table: the move, its win rate, its visits, and how it would go on.

import { makeVertex, type Move } from "montego/rules"
import type { Candidate } from "montego/search"
import { TEXTS } from "../texts.ts"

const { review: text } = TEXTS
/** Moves of a line that there is room for. */
const LINE = 5

export function CandidateTable(props: {
  candidates: readonly Candidate[]
  size: number
  /** The most rows. */
  most: number
  rate: (share: number) => string
  visits: (count: number) => string
  /** Where given, a move can be clicked. */
  onMove?: (move: Move) => void
}) {
  const { onMove } = props
  const vertex = (move: Move): string => makeVertex(move, props.size)
  // A move that was never tried has no figures.
  const tried = props.candidates.filter(({ visits }) => visits > 0)
  return (
    <table class="candidates">
      <caption class="unseen">{text.candidates}</caption>
      <thead>
        <tr>
          <th scope="col">{text.move}</th>
          <th scope="col">{text.winRate}</th>
          <th scope="col">{text.visits}</th>
          <th scope="col">{text.line}</th>
        </tr>
      </thead>
      <tbody>
        {tried.slice(0, props.most).map(({ move, winRate, visits, pv }) => (
          <tr key={move}>
            <th scope="row">
              {onMove ? (
                <button type="button" class="link" onClick={() => onMove(move)}>
                  {vertex(move)}
                </button>
              ) : (
                vertex(move)
              )}
            </th>
            <td>{props.rate(winRate)} %</td>
            <td>{props.visits(visits)}</td>
            <td class="line">
              {pv
                .slice(1, 1 + LINE)
                .map(vertex)
                .join(" ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
