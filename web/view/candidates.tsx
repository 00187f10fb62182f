// The engine's candidates as a table: the move, its win rate, its visits, and how it would go on.

import { makeVertex, type Color, type Move } from "montego/rules"
import { isConsidered, type Candidate } from "montego/search"
import { TEXTS } from "../texts.ts"

const { review: text } = TEXTS
/** Moves of a line that there is room for. */
const LINE = 8

export function CandidateTable(props: {
  candidates: readonly Candidate[]
  /** Whose moves they are. */
  color: Color
  size: number
  /** The most rows. */
  most: number
  rate: (share: number) => string
  visits: (count: number) => string
  /** Where given, a move can be clicked. */
  onMove?: (move: Move) => void
  /** Called with the candidate that the pointer or the focus is on, and with none when it leaves. */
  onShow?: (candidate: Candidate | undefined) => void
}) {
  const { onMove, onShow } = props
  const vertex = (move: Move): string => makeVertex(move, props.size)
  const shown = props.candidates.filter(isConsidered).slice(0, props.most)
  const hasChances = shown.some(({ chance }) => chance !== undefined)
  return (
    <table class="candidates">
      <caption class="unseen">{text.candidates}</caption>
      <thead>
        <tr>
          <th scope="col">{text.move}</th>
          <th scope="col">{text.wins(props.color)}</th>
          <th scope="col">{text.visits}</th>
          {hasChances && (
            <th scope="col" title={text.chanceHelp}>
              {text.chance}
            </th>
          )}
          <th scope="col">{text.line}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((candidate) => {
          const { move, winRate, visits, chance, pv } = candidate
          return (
            <tr
              key={move}
              onMouseEnter={() => onShow?.(candidate)}
              onMouseLeave={() => onShow?.(undefined)}
              onFocusCapture={() => onShow?.(candidate)}
              onBlurCapture={() => onShow?.(undefined)}
            >
              <th scope="row">
                {onMove ? (
                  <button type="button" class="link" onClick={() => onMove(move)}>
                    {vertex(move)}
                  </button>
                ) : (
                  vertex(move)
                )}
              </th>
              {/* A move that was never tried has no figures. */}
              <td>{visits > 0 ? `${props.rate(winRate)} %` : "–"}</td>
              <td>{props.visits(visits)}</td>
              {hasChances && <td>{props.rate(chance ?? 0)} %</td>}
              <td class="line">
                {pv
                  .slice(1, 1 + LINE)
                  .map(vertex)
                  .join(" ")}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
