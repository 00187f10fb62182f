// Small pieces that several pages use.

import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { App, ViewOptions } from "../state/app.ts"
import { TEXTS } from "../texts.ts"

export function Toggles({ app, names }: { app: App; names: readonly (keyof ViewOptions)[] }) {
  return (
    <fieldset class="toggles">
      <legend class="unseen">{TEXTS.view.title}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={app.view[name]}
            onChange={({ currentTarget }) => app.show({ [name]: currentTarget.checked })}
          />
          {TEXTS.view[name]}
        </label>
      ))}
    </fieldset>
  )
}

/** A question that must be answered before anything else. */
export function Question(props: {
  text: string
  yes: string
  no: string
  onAnswer: (isYes: boolean) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={() => props.onAnswer(false)}>
      <p id="question">{props.text}</p>
      <div class="buttons">
        <button type="button" class="danger" onClick={() => props.onAnswer(true)}>
          {props.yes}
        </button>
        <button type="button" onClick={() => props.onAnswer(false)}>
          {props.no}
        </button>
      </div>
    </dialog>
  )
}

/** Board on one side, everything else beside or below it. */
export function Table({ board, children }: { board: ComponentChildren; children: ComponentChildren }) {
  return (
    <main class="table">
      <div class="table-board">{board}</div>
      <div class="table-side">{children}</div>
    </main>
  )
}

/** Hands a text to the person as a file. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
