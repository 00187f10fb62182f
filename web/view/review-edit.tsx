// What a person adds to a record: the note of a position, marks on the board, and the order of variations.

import type { Review } from "../state/review/review.ts"
import { MARK_KINDS, type MarkKind } from "../state/review/marks.ts"
import { TEXTS } from "../texts.ts"

const { review: text } = TEXTS

/** Keys find the field by it. */
export const NOTE_ID = "note"

export function Edit({ review }: { review: Review }) {
  const { tool } = review
  return (
    <section class="card edit" aria-label={text.edit}>
      <div class="field">
        <label for={NOTE_ID}>{text.note}</label>
        <textarea
          id={NOTE_ID}
          rows={3}
          value={review.comment}
          placeholder={text.noteHint}
          onInput={({ currentTarget }) => review.note(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Escape") currentTarget.blur()
          }}
        />
      </div>
      <div class="marks" role="group" aria-label={text.tools}>
        {MARK_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            class={tool === kind ? "on" : ""}
            aria-pressed={tool === kind}
            aria-label={text.toolNames[kind]}
            title={text.toolNames[kind]}
            onClick={() => review.take(kind)}
          >
            <Shape kind={kind} />
          </button>
        ))}
      </div>
      <div class="buttons">
        <button type="button" disabled={!review.canUndo} onClick={() => review.undo()}>
          {text.undo}
        </button>
        <button type="button" disabled={!review.canRedo} onClick={() => review.redo()}>
          {text.redo}
        </button>
        <button type="button" disabled={review.ownMarks.size === 0} onClick={() => review.clearMarks()}>
          {text.clearMarks}
        </button>
        <button type="button" disabled={!review.isVariation} onClick={() => review.makeMainLine()}>
          {text.mainLine}
        </button>
        <button type="button" disabled={review.at === 0} onClick={() => review.deleteVariation()}>
          {text.deleteVariation}
        </button>
      </div>
    </section>
  )
}

const SHAPES: Readonly<Record<MarkKind, string>> = {
  triangle: "M10 3 17 16H3Z",
  square: "M4 4h12v12H4Z",
  circle: "M10 3a7 7 0 1 0 .01 0Z",
  cross: "M4 4l12 12M16 4 4 16",
  letter: "M4 17 10 3l6 14M6.2 12h7.6",
  number: "M6 7l5-4v14M6 17h10",
}

function Shape({ kind }: { kind: MarkKind }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={SHAPES[kind]} />
    </svg>
  )
}
