// Where a record is opened: by file, by dropping it on the page (app.tsx), or as text.

import { useState } from "preact/hooks"
import type { App } from "../state/app.ts"
import { TEXTS } from "../texts.ts"
import { FileButton } from "./parts.tsx"

const { review: text } = TEXTS

export function Fault({ app }: { app: App }) {
  if (app.fault === undefined) return null
  return (
    <p class="fault" role="alert">
      {text.fault} {app.fault}
    </p>
  )
}

export function OpenRecord({ app }: { app: App }) {
  const [pasted, setPasted] = useState("")
  return (
    <main class="start">
      <section class="card start-card">
        <h1>{text.title}</h1>
        <p class="quiet">{text.intro}</p>
        <Fault app={app} />
        <FileButton app={app} label={text.choose} kind="main wide" />
        <BlankBoard app={app} />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            app.open(pasted)
          }}
        >
          <label class="field tall">
            <span>{text.paste}</span>
            <textarea
              rows={5}
              spellcheck={false}
              value={pasted}
              placeholder="(;GM[1]FF[4]SZ[9];B[ee];W[cc])"
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
          </label>
          <button class="wide" type="submit" disabled={pasted.trim() === ""}>
            {text.open}
          </button>
        </form>
      </section>
    </main>
  )
}

/** Sizes of the empty board that are offered. */
const SIZES = [9, 13, 19]

/** A record without moves, to set a position up in. */
function BlankBoard({ app }: { app: App }) {
  const [size, setSize] = useState(19)
  return (
    <div class="blank">
      <button type="button" onClick={() => app.open(`(;GM[1]FF[4]CA[UTF-8]SZ[${size}])`)}>
        {text.blank}
      </button>
      <select
        aria-label={text.blankSize}
        value={size}
        onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}
      >
        {SIZES.map((each) => (
          <option key={each} value={each}>
            {TEXTS.start.sizeName(each)}
          </option>
        ))}
      </select>
    </div>
  )
}
