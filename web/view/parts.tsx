// Small pieces that several pages use.

import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { App, ViewSwitch } from "../state/app.ts"
import { sgfFileName } from "../state/shared/game-facts.ts"
import { TEXTS } from "../texts.ts"

export function Toggles({ app, names }: { app: App; names: readonly ViewSwitch[] }) {
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

/** In place of a page that could not be drawn: the game is kept, and a reload brings it back. */
export function Crash() {
  return (
    <main class="start">
      <section class="card start-card" role="alert">
        <p>{TEXTS.crash}</p>
        <button type="button" class="main" onClick={() => location.reload()}>
          {TEXTS.reload}
        </button>
      </section>
    </main>
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

/** A button that opens a record from a file. */
export function FileButton({ app, label, kind = "" }: { app: App; label: string; kind?: string }) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={kind} onClick={() => file.current?.click()}>
        {label}
      </button>
      <input
        ref={file}
        class="unseen"
        type="file"
        accept=".sgf,.gz,application/x-go-sgf,text/plain"
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) void openFile(app, chosen)
          currentTarget.value = ""
        }}
      />
    </>
  )
}

/** Largest file that is read: far beyond any game. */
const LARGEST_FILE = 20_000_000

export async function openFile(app: App, file: File): Promise<void> {
  const { review: text } = TEXTS
  if (file.size === 0 || file.size > LARGEST_FILE) {
    app.refuse(file.size === 0 ? text.emptyFile : text.hugeFile)
    return
  }
  try {
    app.open(await bytesOf(file))
  } catch (error) {
    app.refuse(error instanceof Error ? error.message : String(error))
  }
}

/** A file's bytes, unpacked where they are packed. */
export async function bytesOf(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isPacked) return bytes
  const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip"))
  return new Uint8Array(await new Response(unpacked).arrayBuffer())
}

/** Hands a record to the person as a file. */
export function saveSgf(sgf: string): void {
  saveText(sgfFileName(sgf), sgf)
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
