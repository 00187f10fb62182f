// What a person adds to a record: marks, stones that are set up, names, what is said of the game, the order of
// variations; and what reading it brought up. The note of a position stands under the board.

import { useState } from "preact/hooks"
import { opponent } from "montego/rules"
import { INFO_FIELDS, type InfoField } from "../state/review/info-fields.ts"
import { LINE_KINDS, MARK_KINDS } from "../state/review/marks.ts"
import type { Review, Tool } from "../state/review/review.ts"
import { SETUP_KINDS } from "../state/review/setup.ts"
import { TEXTS } from "../texts.ts"
import { Toggles } from "./parts.tsx"
import type { PanelProps } from "./review-tabs.tsx"

const { review: text } = TEXTS

/** Keys find the field by it. */
export const NOTE_ID = "note"

/** The note of the position, under the board. */
export function Note({ review }: { review: Review }) {
  return (
    <div class="note">
      <label for={NOTE_ID} class="unseen">
        {text.note}
      </label>
      <textarea
        id={NOTE_ID}
        value={review.comment}
        placeholder={text.noteHint}
        onInput={({ currentTarget }) => review.note(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.blur()
        }}
      />
    </div>
  )
}

export function NotesPanel({ app, review }: PanelProps) {
  return (
    <div class="edit">
      <NodeName review={review} />
      <Tools review={review} label={text.tools} kinds={[...MARK_KINDS, ...LINE_KINDS]} />
      <div class="setup">
        <Tools review={review} label={text.setup} kinds={SETUP_KINDS} />
        <button type="button" class="small" onClick={() => review.setTurn(opponent(review.toPlay))}>
          {text.turn(opponent(review.toPlay))}
        </button>
      </div>
      <Changes review={review} />
      <Toggles app={app} names={["saveAnalysis"]} />
      <GameInformation review={review} />
      {review.notes.length > 0 && (
        <details>
          <summary>{text.notes}</summary>
          <ul>
            {review.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function NodeName({ review }: { review: Review }) {
  return (
    <label class="field node-name">
      <span>{text.nodeName}</span>
      <input
        type="text"
        value={review.nodeName}
        onInput={({ currentTarget }) => review.nameNode(currentTarget.value)}
      />
    </label>
  )
}

function Tools(props: { review: Review; label: string; kinds: readonly ToolKind[] }) {
  const { review, label, kinds } = props
  return (
    <div class="marks" role="group" aria-label={label}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class={review.tool === kind ? "on" : ""}
          aria-pressed={review.tool === kind}
          aria-label={text.toolNames[kind]}
          title={text.toolNames[kind]}
          onClick={() => review.take(kind)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true" class={`tool-${kind}`}>
            <path d={SHAPES[kind]} />
          </svg>
        </button>
      ))}
    </div>
  )
}

function Changes({ review }: { review: Review }) {
  return (
    <div class="buttons">
      <button type="button" disabled={!review.canUndo} onClick={() => review.undo()}>
        {text.undo}
      </button>
      <button type="button" disabled={!review.canRedo} onClick={() => review.redo()}>
        {text.redo}
      </button>
      <button type="button" disabled={!review.hasMarks} onClick={() => review.clearMarks()}>
        {text.clearMarks}
      </button>
      <button type="button" disabled={!review.isVariation} onClick={() => review.makeMainLine()}>
        {text.mainLine}
      </button>
      <button type="button" disabled={review.at === 0} onClick={() => review.deleteVariation()}>
        {text.deleteVariation}
      </button>
    </div>
  )
}

/** Who played, when, under which rules: what the root says, to be read and changed. */
function GameInformation({ review }: { review: Review }) {
  const [wrong, setWrong] = useState<InfoField | undefined>(undefined)
  return (
    <details class="record-info" open>
      <summary>{text.info}</summary>
      <div class="info-fields">
        {(Object.keys(INFO_FIELDS) as InfoField[]).map((field) => (
          <label key={`${review.gameIndex} ${field}`} class="field">
            <span>{text.infoNames[field]}</span>
            <input
              type="text"
              value={review.infoField(field)}
              aria-invalid={wrong === field}
              onChange={({ currentTarget }) => {
                const isTaken = review.setInfo(field, currentTarget.value)
                setWrong(isTaken ? undefined : field)
                if (!isTaken) currentTarget.value = review.infoField(field)
              }}
            />
          </label>
        ))}
      </div>
      <p role="alert" class={wrong ? "fault" : "unseen"}>
        {wrong && text.infoWrong(text.infoNames[wrong])}
      </p>
    </details>
  )
}

type ToolKind = Exclude<Tool, "play">

const SHAPES: Readonly<Record<ToolKind, string>> = {
  triangle: "M10 3 17 16H3Z",
  square: "M4 4h12v12H4Z",
  circle: "M10 3a7 7 0 1 0 .01 0Z",
  cross: "M4 4l12 12M16 4 4 16",
  letter: "M4 17 10 3l6 14M6.2 12h7.6",
  number: "M6 7l5-4v14M6 17h10",
  "black-area": "M6 6h8v8H6Z",
  "white-area": "M6 6h8v8H6Z",
  faded: "M4 4h12v12H4ZM4 10 10 4M4 16 16 4M10 16l6-6",
  line: "M4 16 16 4",
  arrow: "M4 16 16 4M9 4h7v7",
  "black-stone": "M10 3a7 7 0 1 0 .01 0Z",
  "white-stone": "M10 3a7 7 0 1 0 .01 0Z",
  "no-stone": "M10 3a7 7 0 1 0 .01 0ZM5 15 15 5",
}
